/**
 * Moving a card to another pile, by dragging it there or by choosing a place among those at the foot of the piles. Both
 * write one cell of the list, as typing would; what would make the list wrong is refused.
 *
 * @typedef {import("./list.js").Grid} Grid
 * @typedef {{ghost: HTMLElement, strip: HTMLElement, from: string, over: Element|null}} Drag
 */

import { element, plainButton } from "../elements.js";
import { follow } from "../following.js";
import { keyName } from "../keys.js";
import { symbolBadge } from "../symbol_badge.js";
import { say } from "./focus.js";
import { current, tableOf, textAt } from "./list.js";
import { pileAt, selectedStrip, showSelected, wayNow } from "./pile_selection.js";
import { moved } from "./piles_of.js";
import { setCells } from "./steps.js";

const FIXED = {
  measured: "What was measured follows from play. Change the card in the table, or lay the cards by category.",
  chain: "A chain follows from the bonuses. Change in the table which card has its bonus from which.",
};

/** Why no card can be moved now; empty if cards can be moved. @param {Grid} grid */
function whyFixed(grid) {
  const kind = wayNow(grid)?.kind;
  return kind === "measured" || kind === "chain" ? FIXED[kind] : "";
}

/** What a pile is called. @param {Grid} grid @param {string} key */
const titleOf = ({ piles }, key) => piles.now.find((pile) => pile.key === key)?.title ?? key;

/**
 * Writes what the card of a strip says in another pile; the card keeps the focus.
 * @param {Grid} grid @param {HTMLElement} strip @param {string} from @param {string} to
 */
function put(grid, strip, from, to) {
  const way = wayNow(grid);
  const table = tableOf(grid, grid.file);
  const row = table.rows.find(({ id }) => String(id) === strip.dataset.row);
  if (!way || !row || from === to) return;
  if (!grid.piles.now.find(({ key }) => key === to)?.takes) {
    say(grid, `Nothing was changed: no card of this game belongs to ${titleOf(grid, to)}. Move it to another pile.`, true);
    return;
  }
  const { key, type } = table.columns[way.column];
  const text = textAt(grid, table, row, way.column);
  grid.piles.at = to;
  setCells(grid, [[row.id, key, moved(type, text, from, to)]], { sound: true });
  showSelected(grid, true);
}

// ---------------------------------------------------------------- choosing a place

/** Shows where the card of a strip can go. @param {Grid} grid @param {HTMLElement} strip */
function showPlaces(grid, strip) {
  const { places } = grid.parts;
  const from = pileAt(strip);
  const name = strip.querySelector(".rt-strip-name")?.textContent ?? "";
  const words = `${name}, from ${titleOf(grid, from)} to`;
  const choose = (/** @type {string} */ to) => {
    closePlaces(grid);
    put(grid, strip, from, to);
  };
  const others = grid.piles.now.filter(({ key, takes }) => takes && key !== from);
  const made = others.map(({ key, title, symbol }, number) => {
    const place = plainButton("", { class: "rt-tool rt-pile-place", role: "menuitem", tabindex: number ? -1 : 0, "data-pile": key }, () => choose(key));
    place.append(...(symbol ? [symbolBadge(symbol)] : []), element("span", {}, title));
    return place;
  });
  const menu = element("div", { role: "menu", "aria-label": words }, ...made);
  menu.addEventListener("keydown", (event) => walk(grid, menu, event));
  places.replaceChildren(element("p", { "aria-hidden": "true" }, words), menu);
  places.hidden = false;
  grid.parts.piles.classList.add("rt-asking-where");
  return menu;
}

/** Asks where the selected card is to go. @param {Grid} grid */
export function askWhere(grid) {
  const strip = selectedStrip(grid);
  const fixed = whyFixed(grid);
  if (fixed) return say(grid, fixed, true);
  if (!strip) return;
  /** @type {HTMLElement|null} */ (showPlaces(grid, strip).firstElementChild)?.focus({ preventScroll: true });
  strip.scrollIntoView({ block: "nearest" });
}

/** @param {Grid} grid */
export function closePlaces(grid) {
  grid.parts.places.hidden = true;
  grid.parts.piles.classList.remove("rt-asking-where");
  grid.parts.places.replaceChildren();
}

/** @param {Grid} grid @param {HTMLElement} menu @param {KeyboardEvent} event */
function walk(grid, menu, event) {
  const key = keyName(event);
  const places = /** @type {HTMLElement[]} */ ([...menu.children]);
  const here = places.indexOf(/** @type {HTMLElement} */ (document.activeElement));
  const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[key];
  if (key === "Escape" || key === "Tab") {
    closePlaces(grid);
    showSelected(grid, true);
  } else if (step) places[(here + step + places.length) % places.length].focus({ preventScroll: true });
  else if (key === "Home" || key === "End") places[key === "Home" ? 0 : places.length - 1].focus({ preventScroll: true });
  else return;
  event.preventDefault();
}

// ---------------------------------------------------------------- dragging

/** Lets the pressed strip be dragged: by the mouse anywhere, by a finger at its grip, since elsewhere it scrolls. @param {Grid} grid @param {HTMLElement} strip @param {PointerEvent} down */
export function dragFrom(grid, strip, down) {
  const held = down.pointerType === "mouse" || (down.target instanceof Element && down.target.closest(".rt-grip"));
  if (!down.isPrimary || down.button !== 0 || !held) return;
  follow(down, {
    begin: () => begin(grid, strip, down.pointerId),
    move: (drag, { clientX, clientY }, across, along) => {
      drag.ghost.style.transform = `translate(${across}px, ${along}px)`;
      hold(drag, pileUnder(grid, clientX, clientY));
    },
    end: (drag, event) => finish(grid, drag, event && pileUnder(grid, event.clientX, event.clientY)),
  });
}

/** @param {Grid} grid @param {HTMLElement} strip @param {number} pointer @returns {Drag|null} */
function begin(grid, strip, pointer) {
  const fixed = whyFixed(grid);
  if (fixed) say(grid, fixed, true);
  if (fixed) return null;
  const { x, y, width, height } = strip.getBoundingClientRect();
  const ghost = /** @type {HTMLElement} */ (strip.cloneNode(true));
  ghost.setAttribute("aria-hidden", "true");
  ghost.classList.add("rt-strip-held");
  ghost.style.cssText += `width: ${width}px; height: ${height}px`;
  grid.parts.piles.append(ghost);
  const origin = ghost.getBoundingClientRect();
  ghost.style.left = `${x - origin.x}px`;
  ghost.style.top = `${y - origin.y}px`;
  grid.parts.piles.setPointerCapture(pointer); // the strip itself may be redrawn
  strip.focus({ preventScroll: true });
  showPlaces(grid, strip);
  return { ghost, strip, from: pileAt(strip), over: null };
}

/** The pile, or the place that stands for one, under the pointer. @param {Grid} grid @param {number} x @param {number} y */
function pileUnder({ parts }, x, y) {
  const under = document.elementsFromPoint(x, y).find((part) => parts.piles.contains(part) && part.closest("[data-pile]"));
  return under?.closest("[data-pile]") ?? null;
}

/** @param {Drag} drag @param {Element|null} over */
function hold(drag, over) {
  if (over === drag.over) return;
  drag.over?.classList.remove("rt-held-over");
  over?.classList.add("rt-held-over");
  drag.over = over;
}

/** @param {Grid} grid @param {Drag} drag @param {Element|null} over */
function finish(grid, drag, over) {
  hold(drag, null);
  drag.ghost.remove();
  closePlaces(grid);
  if (over) put(grid, drag.strip, drag.from, pileAt(over));
}
