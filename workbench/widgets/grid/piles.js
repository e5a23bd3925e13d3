/**
 * The cards of a list in piles, beside the table of cards and in its place: the same list, the same selected card.
 *
 * Nothing is computed while nobody looks at piles, and a pile is redrawn only if what it shows has changed.
 *
 * @typedef {import("./list.js").Grid} Grid
 * @typedef {import("./piles_of.js").Lying} Lying
 * @typedef {import("./piles_of.js").Pile} Pile
 * @typedef {import("./piles_of.js").Way} Way
 * @typedef {{chains: [string, number, number][][], emblems: Record<string, Record<string, string>>}} Told  by Python while
 *   piles are looked at: chains as file, row and place in the chain; emblems by file and row
 * @typedef {{on: boolean, told: Told, chosen: Map<string, string>, at: string, laid: string, now: Pile[], drawn: Map<string, string>}} Piles
 *   `chosen`: a way by file; `at`: the pile of the selected card that has the focus; `laid`, `now`: what is shown, in which
 *   way; `drawn`: what of each pile
 */

import { emblemPicture } from "../card_face.js";
import { element, plainButton } from "../elements.js";
import { keyName } from "../keys.js";
import { symbolBadge } from "../symbol_badge.js";
import { arrange } from "./cells.js";
import { choose } from "./focus.js";
import { current } from "./list.js";
import { askWhere, closePlaces, dragFrom } from "./pile_moves.js";
import { pileAt, selectedStrip, showSelected, wayNow } from "./pile_selection.js";
import { pilesOf, WAYS, waysOf } from "./piles_of.js";

/** @type {Told} */
const NOTHING = { chains: [], emblems: {} };
const MOST_EMPTY = 12; // piles, up to which the empty ones are visible too; a card can be sent to any
const VIEWS = /** @type {[string, boolean][]} */ ([
  ["Table", false],
  ["Piles", true],
]);

/** What a grid knows of its piles before anybody looks at them. @returns {Piles} */
export function noPiles() {
  return { on: false, told: NOTHING, chosen: new Map(), at: "", laid: "", now: [], drawn: new Map() };
}

// ---------------------------------------------------------------- the lasting frame

/** The switch between table and piles, what piles are laid by, and the piles. @param {Grid} grid */
export function makePiles(grid) {
  const turns = VIEWS.map(([words, on]) => plainButton(words, { class: "rt-tool", "aria-pressed": String(!on) }, () => turnTo(grid, on)));
  const laidBy = /** @type {HTMLSelectElement} */ (element("select", { class: "rt-laid-by" }));
  laidBy.addEventListener("change", () => layBy(grid, laidBy.value));
  const move = plainButton("Move card …", { class: "rt-tool" }, () => askWhere(grid));
  const piles = element("div", { class: "rt-piles", role: "group", "aria-label": "Piles", hidden: true });
  const places = element("div", { class: "rt-pile-places", hidden: true });
  piles.append(places);
  listen(grid, piles);
  const tools = element("div", { class: "rt-pile-tools", hidden: true }, element("label", { class: "rt-laid" }, "Laid by ", laidBy), move);
  const views = element("div", { class: "rt-views", role: "group", "aria-label": "The cards as" }, ...turns);
  return { views, turns, laidBy, move, pileTools: tools, piles, places };
}

/** Shows the cards in piles, or in a table again. @param {Grid} grid @param {boolean} on */
export function turnTo(grid, on) {
  if (grid.piles.on === on) return;
  grid.piles.on = on;
  grid.send({ type: "lay", piles: on });
  closePlaces(grid);
  showView(grid);
  grid.redraw();
  showPlace(grid);
}

/** Brings the selected card into view. @param {Grid} grid */
export function showPlace(grid) {
  const place = grid.piles.on ? selectedStrip(grid) : current(grid).sheet.stop;
  place?.scrollIntoView({ block: "nearest", inline: "nearest" });
}

/** Shows the chosen view and its tools. @param {Grid} grid */
function showView({ parts, piles: { on } }) {
  VIEWS.forEach(([, wanted], number) => parts.turns[number].setAttribute("aria-pressed", String(wanted === on)));
  parts.frame.classList.toggle("rt-in-piles", on);
  parts.piles.hidden = !on;
  parts.pileTools.hidden = !on;
  parts.find.hidden = true;
  const tools = /** @type {HTMLElement[]} */ ([...parts.bar.children]);
  const seen = tools.filter((tool) => tool.getClientRects().length);
  for (const tool of tools) tool.tabIndex = tool === seen[0] ? 0 : -1;
}

/** @param {Grid} grid @param {string} key */
function layBy(grid, key) {
  grid.piles.chosen.set(grid.file, key);
  grid.redraw();
}

/** Takes in what Python says. @param {Grid} grid @param {Partial<Told>} told */
export function tellPiles(grid, told) {
  grid.piles.told = { ...NOTHING, ...told };
  drawPiles(grid);
}

// ---------------------------------------------------------------- drawing

/** Updates the piles, if they are on show. @param {Grid} grid */
export function drawPiles(grid) {
  const { parts, piles } = grid;
  if (!piles.on) return;
  const way = wayNow(grid);
  if (way && !piles.chosen.has(grid.file)) piles.chosen.set(grid.file, way.key); // whatever becomes of its cards
  showWays(grid, way);
  const laid = `${grid.file} ${way?.key} `;
  if (laid !== piles.laid) closePlaces(grid);
  piles.laid = laid;
  piles.now = way ? pilesOf(grid, grid.file, way) : [];
  const inside = parts.piles.contains(document.activeElement) && !parts.places.contains(document.activeElement);
  const known = new Map([...parts.piles.querySelectorAll(".rt-pile")].map((one) => [one.dataset.laid, one]));
  const some = piles.now.length > MOST_EMPTY ? piles.now.filter(({ cards }) => cards.length) : piles.now;
  const sections = some.map((pile) => {
    const key = laid + pile.key;
    const shown = JSON.stringify([pile, way?.column, pile.cards.map((card) => emblemOf(grid, card))]);
    const kept = piles.drawn.get(key) === shown ? known.get(key) : null;
    piles.drawn.set(key, shown);
    return kept ?? makePile(grid, pile, key, way !== null && way.column >= 0);
  });
  for (const one of parts.piles.querySelectorAll(".rt-pile, .rt-no-piles")) if (!sections.includes(one)) one.remove();
  for (const key of piles.drawn.keys()) if (!piles.now.some((pile) => laid + pile.key === key)) piles.drawn.delete(key);
  const none = "No two cards of this table have anything in common by which they could lie in piles. Look at it as a table.";
  arrange(parts.piles, way ? sections : [element("p", { class: "rt-no-piles" }, none)]);
  if (parts.places.nextSibling || parts.places.parentElement !== parts.piles) parts.piles.append(parts.places);
  showSelected(grid, inside);
}

/** @param {Grid} grid @param {Way|null} way */
function showWays(grid, way) {
  const { laidBy, move } = grid.parts;
  const ways = waysOf(grid, grid.file, way?.key ?? "");
  const told = JSON.stringify(ways);
  if (laidBy.dataset.shown !== told) {
    laidBy.dataset.shown = told;
    const groups = WAYS.map(([kind, words]) => ({ words, some: ways.filter((one) => one.kind === kind) })).filter(({ some }) => some.length);
    laidBy.replaceChildren(
      ...groups.map(({ words, some }) => element("optgroup", { label: words }, ...some.map(({ key, title }) => element("option", { value: key }, title)))),
    );
  }
  if (way && laidBy.value !== way.key) laidBy.value = way.key;
  laidBy.parentElement.hidden = !way;
  move.hidden = !way || way.column < 0;
}

/** @param {Grid} grid @param {Lying} card */
function emblemOf({ piles }, { file, id }) {
  return piles.told.emblems[file]?.[String(id)] ?? "";
}

/** @param {Grid} grid @param {Pile} pile @param {string} laid by what @param {boolean} moves whether its cards can be moved */
function makePile(grid, pile, laid, moves) {
  const many = pile.cards.reduce((sum, { copies }) => sum + copies, 0);
  const title = element("h4", {}, pile.symbol ? symbolBadge(pile.symbol) : null, element("span", {}, pile.title));
  const count = element("span", { class: "rt-pile-count" }, String(many), element("span", { class: "rt-unseen" }, " in this pile"));
  const cards = element("ul", {}, ...pile.cards.map((card) => element("li", {}, makeStrip(grid, card, moves))));
  const head = element("header", {}, title, count);
  return element("section", { class: "rt-pile", "data-laid": laid, "data-pile": pile.key, "aria-label": pile.title }, head, cards);
}

/** A card as it appears in a pile: its upper edge. @param {Grid} grid @param {Lying} card @param {boolean} moves */
function makeStrip(grid, card, moves) {
  const names = card.letters.map(({ name }) => name);
  const words = [card.name, names.join(" and "), card.tail, card.copies > 1 ? `${card.copies} copies` : ""].filter(Boolean).join(", ");
  const strip = element(
    "button",
    { type: "button", class: "rt-strip", tabindex: -1, "data-file": card.file, "data-row": card.id, "aria-label": words, "aria-haspopup": moves ? "menu" : null },
    moves ? element("span", { class: "rt-grip", "aria-hidden": "true" }, "⠿") : null,
    emblemPicture(emblemOf(grid, card)),
    element("span", { class: "rt-strip-name" }, card.name),
    card.tail ? element("span", { class: "rt-strip-tail" }, card.tail) : null,
    card.copies > 1 ? element("span", { class: "rt-strip-copies" }, `×${card.copies}`) : null,
    ...card.letters.map(symbolBadge),
  );
  strip.style.setProperty("--depth", String(card.depth));
  strip.title = words;
  return strip;
}

// ---------------------------------------------------------------- the selected card

/** Selects the card of a strip, in the table too. @param {Grid} grid @param {HTMLElement} strip */
function select(grid, strip) {
  const { file = "", row = "" } = strip.dataset;
  grid.piles.at = pileAt(strip);
  const way = wayNow(grid);
  const { sheet } = current(grid);
  if (file === grid.file && Number(row) === sheet.place.row) return showSelected(grid, false);
  const other = file !== grid.file;
  if (other && way) grid.piles.chosen.set(file, way.key);
  choose(grid, file, Number(row), way && way.column >= 0 ? way.column : -1);
  if (other) grid.redraw();
  else showSelected(grid, false);
}

// ---------------------------------------------------------------- keys, mouse and fingers

/** @param {EventTarget|null} target @returns {HTMLElement|null} */
const stripAt = (target) => (target instanceof Element ? target.closest(".rt-strip") : null);

/** @param {Grid} grid @param {HTMLElement} piles */
function listen(grid, piles) {
  /** @type {HTMLElement|null} */
  let again = null; // the pressed strip, if it already had the focus
  piles.addEventListener("focusin", (event) => {
    const strip = stripAt(event.target);
    if (strip && !grid.drawing) select(grid, strip);
  });
  piles.addEventListener("pointerdown", (event) => {
    const strip = stripAt(event.target);
    again = strip === document.activeElement ? strip : null;
    if (strip) dragFrom(grid, strip, event);
  });
  piles.addEventListener("click", (event) => {
    const strip = stripAt(event.target);
    if (!strip) return;
    strip.focus({ preventScroll: true }); // a press does not do this in every browser
    if (event.detail === 0 || again === strip) askWhere(grid);
  });
  piles.addEventListener("keydown", (event) => {
    const strip = stripAt(event.target);
    const to = strip && next(grid, strip, keyName(event));
    if (!to) return;
    closePlaces(grid);
    to.focus({ preventScroll: true });
    to.scrollIntoView({ block: "nearest" });
    event.preventDefault();
  });
}

/** The strip that a key leads to: along its pile, or across to the next one. @param {Grid} grid @param {HTMLElement} strip @param {string} key @returns {HTMLElement|null} */
function next({ parts }, strip, key) {
  const inPile = (/** @type {Element|undefined} */ pile) => /** @type {HTMLElement[]} */ ([...(pile?.querySelectorAll(".rt-strip") ?? [])]);
  const piles = [...parts.piles.querySelectorAll(".rt-pile")].filter((pile) => pile.querySelector(".rt-strip"));
  const here = piles.findIndex((pile) => pile.contains(strip));
  const own = inPile(piles[here]);
  const place = own.indexOf(strip);
  const across = (/** @type {number} */ step) => {
    const other = inPile(piles[here + step]);
    return other[Math.min(place, other.length - 1)] ?? strip;
  };
  const ways = /** @type {Record<string, () => HTMLElement>} */ ({
    ArrowDown: () => own[place + 1] ?? strip,
    ArrowUp: () => own[place - 1] ?? strip,
    ArrowRight: () => across(1),
    ArrowLeft: () => across(-1),
    Home: () => own[0],
    End: () => own[own.length - 1],
  });
  return ways[key]?.() ?? null;
}
