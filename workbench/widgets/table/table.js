/**
 * Draws a Scene (workbench/kernel/scenes/scene.py) and reports what a person does on it.
 *
 * In a notebook it is an anywidget; on a seat's own page a small model object takes the place of the
 * notebook's. Every text comes from the scene and enters the page as a text node, never as markup.
 *
 * @typedef {import("../symbol_badge.js").Symbol} Symbol
 * @typedef {import("../card_face.js").CardFace} CardFace
 * @typedef {{key: string, title: string, symbol: Symbol|null, total: string, badge: string}} Group
 * @typedef {{id: string, title: string, layout: string, owner: number|null, count: number, cards: CardFace[],
 *   groups: Group[], centre: string[], listing: boolean}} SceneZone
 * @typedef {{card: string, said: string}} Turned
 * @typedef {{key: string, title: string, zone: SceneZone, steps: Turned[], outcome: string}} Reveal
 * @typedef {{action: number, label: string, group: string, symbol: Symbol|null, hint: string,
 *   aside: boolean}} Choice
 * @typedef {{key: string, label: string, choices: Choice[]}} Extra
 * @typedef {{prompt: string, least: number, most: number, submit: Choice[], extras: Extra[]}} Selection
 * @typedef {{seat: number, name: string, player: string, to_act: boolean, current: boolean,
 *   facts: [string, string][], held: number|null}} SeatPanel
 * @typedef {{title: string, seat: number|null, phase: string, phases: [string, string][], message: string,
 *   over: boolean, seats: SeatPanel[], zones: SceneZone[], choices: Choice[], selection: Selection|null,
 *   reveal: Reveal|null, log: string[], asked?: number}} Scene
 * @typedef {{seat: number, title: string, button: string}} Cover
 * @typedef {{get(name: string): any, on(event: string, listener: Function): void,
 *   off?(event: string, listener: Function): void, send(message: object): void}} Model
 * @typedef {{notice: string, cover: Cover|null}} More
 * @typedef {{scene: Scene, more: More, send: (message: object) => void, parts: Record<string, HTMLElement>,
 *   drawn: Scene|null, picked: Set<string>, extras: Map<string, number>, log: string[], panels: SeatPanel[], seen: Set<string>,
 *   turning: string, turned: number}} Table
 */

import { badgeOf, cardFace, cardWords, shapeLook } from "../card_face.js";
import { element, plainButton } from "../elements.js";
import { keepLargeType, wantsLargeType } from "../large_type.js";
import { symbolBadge } from "../symbol_badge.js";
import { moving } from "./motion.js";
import { cardKey, placeOf, seatPlace } from "./moves.js";

/** @type {WeakMap<HTMLElement, Table>} */
const tables = new WeakMap();
let tableCount = 0;

const MARGIN = 24; // pixels around a cell of a notebook
const SEEN_KEY = "roundtable-workbench:revealed";

// ---------------------------------------------------------------- cards

/**
 * One card: a toggle or a button where it may be picked, else an image with a name.
 * @param {Table} table @param {SceneZone} zone @param {CardFace} card @param {number} place @param {boolean} small
 */
function cardElement(table, zone, card, place, small) {
  const key = cardKey(zone, card, place);
  const look = `rt-card${small ? " rt-small" : ""}${card.face_down ? " rt-back" : ""}${shapeLook(card)}`;
  const named = { class: look, "data-key": key, "aria-label": cardWords(card) };
  const face = card.face_down ? [badgeOf(card)] : cardFace(card, small);
  if (card.action === null || card.action === undefined) {
    return element("div", { ...named, role: "img", tabindex: -1 }, ...face);
  }
  const toggles = table.scene.selection !== null;
  const pressed = toggles ? String(table.picked.has(key)) : null;
  const made = element("button", { type: "button", ...named, tabindex: -1, "aria-pressed": pressed }, ...face);
  made.dataset.action = String(card.action);
  made.addEventListener("click", () => (toggles ? toggleCard(table, made) : act(table, [Number(card.action)])));
  return made;
}

/** @param {Table} table @param {HTMLElement} card */
function toggleCard(table, card) {
  const key = String(card.dataset.key);
  if (!table.picked.delete(key)) table.picked.add(key);
  card.setAttribute("aria-pressed", String(table.picked.has(key)));
  showCount(table);
}

// ---------------------------------------------------------------- zones

/** @param {Table} table @param {SceneZone} zone */
function zoneElement(table, zone) {
  const id = `${table.parts.root.id}-${zone.id}`;
  const count = element("span", { class: "rt-count" }, String(zone.count));
  const counted = !["pile", "ring", "places"].includes(zone.layout);
  const unseen = zone.layout === "ring" ? "rt-unseen" : null;
  const heading = element("h3", { id, class: unseen }, zone.title, " ", counted ? count : null);
  const draw = { groups: groupsBody, pile: pileBody, ring: ringBody, places: placesBody }[zone.layout] ?? rowBody;
  return element(
    "section",
    { class: `rt-zone rt-layout-${zone.layout}`, "aria-labelledby": id, "data-zone": zone.id, "data-place": zone.id },
    heading,
    draw(table, zone),
  );
}

/** @param {Table} table @param {SceneZone} zone */
function rowBody(table, zone) {
  if (!zone.cards.length) return element("p", { class: "rt-empty" }, "no cards");
  const items = zone.cards.map((card, place) => element("li", {}, cardElement(table, zone, card, place, false)));
  return roving(element("ul", { class: "rt-cards" }, ...items));
}

/** A pile shows how many cards it holds and at most its top card. @param {Table} table @param {SceneZone} zone */
function pileBody(table, zone) {
  const top = zone.cards.length ? cardElement(table, zone, zone.cards[zone.cards.length - 1], 0, true) : null;
  const words = `${zone.count} ${zone.count === 1 ? "card" : "cards"}`;
  const body = element("div", { class: "rt-pile" }, element("span", { class: "rt-pile-count" }, words), top);
  return top ? roving(body) : body;
}

/**
 * Headings with their cards; headings without cards come together, short.
 * @param {Table} table @param {SceneZone} zone
 */
function groupsBody(table, zone) {
  const filled = [];
  const empty = [];
  for (const group of zone.groups) {
    const cards = zone.cards.filter((card) => card.group === group.key);
    if (cards.length) filled.push(groupElement(table, zone, group, cards));
    else empty.push(element("li", {}, ...groupHeading(group, false)));
  }
  const body = element("div", { class: "rt-groups" }, ...filled);
  if (filled.length) roving(body);
  return element(
    "div",
    { class: "rt-grouped" },
    body,
    empty.length ? element("ul", { class: "rt-empty-groups" }, ...empty) : null,
  );
}

/** Groups side by side, empty ones too. @param {Table} table @param {SceneZone} zone */
function placesBody(table, zone) {
  const places = zone.groups.map((group) => {
    const cards = zone.cards.filter((card) => card.group === group.key);
    return groupElement(table, zone, group, cards);
  });
  const most = Math.max(...zone.groups.map(({ key }) => zone.cards.filter((card) => card.group === key).length));
  const body = element("div", { class: `rt-side-by-side${most > 3 ? " rt-roomy" : ""}` }, ...places);
  return zone.cards.length ? roving(body) : body;
}

/** @param {Table} table @param {SceneZone} zone @param {Group} group @param {CardFace[]} cards */
function groupElement(table, zone, group, cards) {
  const items = cards.map((card, place) => element("li", {}, cardElement(table, zone, card, place, true)));
  return element(
    "div",
    { class: "rt-group", "data-place": placeOf(zone, group.key) },
    element("h4", {}, ...groupHeading(group, true)),
    element("ul", { class: "rt-cards" }, ...items),
  );
}

/**
 * Places in a circle, clockwise from the top; read and walked through in that order.
 * @param {Table} table @param {SceneZone} zone
 */
function ringBody(table, zone) {
  const lines = zone.centre.map((line) => element("p", {}, line));
  const places = zone.groups.map((group, place) => ringPlace(table, zone, group, place));
  return roving(
    element(
      "div",
      { class: "rt-ring" },
      element("div", { class: "rt-centre" }, ...lines),
      element("ol", { class: "rt-places" }, ...places),
    ),
    true,
  );
}

/** @param {Table} table @param {SceneZone} zone @param {Group} group @param {number} place */
function ringPlace(table, zone, group, place) {
  const faces = zone.cards.filter((card) => card.group === group.key);
  const cards = faces.map((face) => {
    const made = cardElement(table, zone, face, place, true);
    const where = [group.title, group.symbol?.name, group.badge].filter(Boolean).join(", ");
    made.setAttribute("aria-label", `${where}: ${cardWords(face)}`);
    return made;
  });
  const look = `rt-place${group.badge ? " rt-marked" : ""}`;
  const named = { class: look, "data-place": placeOf(zone, group.key) };
  const made = element("li", named, element("h4", {}, ...groupHeading(group, true)), ...cards);
  if (!cards.length) made.append(element("div", { class: "rt-empty-place" }));
  settle(made, (2 * Math.PI * place) / zone.groups.length);
  return made;
}

/**
 * Where a place lies on the circle, and on the rounded square of a narrow screen.
 * @param {HTMLElement} place @param {number} angle
 */
function settle(place, angle) {
  const bulged = (/** @type {number} */ part) => Math.sign(part) * Math.abs(part) ** 0.25;
  const [across, down] = [Math.sin(angle), -Math.cos(angle)].map((part) => Number(part.toFixed(4)));
  const spot = { across, down, "square-across": bulged(across), "square-down": bulged(down) };
  for (const [name, value] of Object.entries(spot)) place.style.setProperty(`--${name}`, value.toFixed(4));
}

/** @param {Group} group @param {boolean} named */
function groupHeading(group, named) {
  const symbol = group.symbol ? symbolBadge(group.symbol) : null;
  const name = element("span", { class: named || !symbol ? "rt-group-name" : "rt-unseen" }, group.title);
  const total = group.total ? element("span", { class: "rt-total" }, group.total) : null;
  return [symbol, name, total, group.badge ? element("span", { class: "rt-badge" }, group.badge) : null];
}

// ---------------------------------------------------------------- what may be done

/** @param {Table} table @param {Choice} choice @param {string} key @param {() => void} press */
function choiceButton(table, choice, key, press) {
  const named = { class: "rt-choice", "data-key": key, title: choice.hint || null, tabindex: -1 };
  const made = plainButton("", named, press);
  if (choice.symbol) made.append(symbolBadge(choice.symbol));
  made.append(element("span", {}, choice.label));
  if (choice.hint) made.append(element("span", { class: "rt-hint" }, choice.hint));
  return made;
}

/**
 * Buttons in the order the scene gives them, under headings where there are several groups.
 * @param {Table} table @param {Choice[]} choices
 */
function choicesElements(table, choices) {
  /** @type {Map<string, Choice[]>} */
  const groups = new Map();
  for (const choice of choices) groups.set(choice.group, [...(groups.get(choice.group) ?? []), choice]);
  return [...groups].map(([name, together]) => {
    const buttons = together.map((choice) =>
      choiceButton(table, choice, `choice:${choice.action}`, () => act(table, [choice.action])),
    );
    const row = roving(
      element("div", { class: "rt-choices", role: "group", "aria-label": name || "Choices" }, ...buttons),
    );
    return element(
      "div",
      { class: "rt-choice-group" },
      name && groups.size > 1 ? element("p", { class: "rt-group-title", "aria-hidden": "true" }, name) : null,
      row,
    );
  });
}

/** A set to pick: the count, what travels with it, and the buttons that send it. @param {Table} table */
function selectionElement(table) {
  const selection = table.scene.selection;
  if (!selection) return null;
  const extras = selection.extras.map((extra) => extraElement(table, extra));
  const buttons = selection.submit.map((choice) => {
    const made = choiceButton(table, choice, `submit:${choice.action}`, () => submit(table, choice));
    made.classList.add("rt-submit");
    return made;
  });
  const row = roving(
    element("div", { class: "rt-choices", role: "group", "aria-label": selection.prompt }, ...buttons),
  );
  const count = element("p", { class: "rt-picked", role: "status" });
  return element(
    "div",
    { class: "rt-selection" },
    element("p", { class: "rt-prompt" }, selection.prompt),
    count,
    ...extras,
    row,
  );
}

/** @param {Table} table @param {Extra} extra */
function extraElement(table, extra) {
  const options = extra.choices.map((choice) =>
    element("option", { value: choice.action, selected: table.extras.get(extra.key) === choice.action }, choice.label),
  );
  const none = element("option", { value: "" }, "none");
  const list = /** @type {HTMLSelectElement} */ (
    element("select", { "data-key": `extra:${extra.key}` }, none, ...options)
  );
  list.addEventListener("change", () => {
    if (list.value === "") table.extras.delete(extra.key);
    else table.extras.set(extra.key, Number(list.value));
  });
  return element("label", { class: "rt-extra" }, element("span", {}, extra.label), list);
}

/** The cards picked now, as actions in ascending order. @param {Table} table @returns {number[]} */
function pickedActions(table) {
  const cards = [...table.parts.root.querySelectorAll('.rt-card[aria-pressed="true"]')];
  return cards
    .map((card) => Number(/** @type {HTMLElement} */ (card).dataset.action))
    .sort((one, other) => one - other);
}

/** Says how many cards are picked and lets only a fitting number be sent. @param {Table} table */
function showCount(table) {
  const selection = table.scene.selection;
  const status = table.parts.ask.querySelector(".rt-picked");
  if (!selection || !status) return;
  const picked = pickedActions(table).length;
  const allowed = selection.least === selection.most ? `${selection.least}` : `${selection.least} to ${selection.most}`;
  status.textContent = `${picked} picked (${allowed})`;
  const fits = picked >= selection.least && picked <= selection.most;
  for (const made of table.parts.ask.querySelectorAll(".rt-submit")) made.toggleAttribute("disabled", !fits);
}

/** @param {Table} table @param {Choice} choice */
function submit(table, choice) {
  act(table, [...pickedActions(table), ...table.extras.values(), choice.action]);
}

/** @param {Table} table @param {number[]} actions */
function act(table, actions) {
  table.send({ type: "act", actions, asked: table.scene.asked ?? null });
}

// ---------------------------------------------------------------- seats, phases, log

/** @param {SeatPanel} panel @param {number|null} own */
function seatElement(panel, own) {
  const marks = [
    panel.seat === own ? "you" : panel.player === "human" ? null : `bot: ${panel.player}`,
    panel.current ? "on turn" : null,
  ];
  const waits = panel.to_act ? element("span", { class: "rt-acts" }, "▶ to act") : null;
  const name = element(
    "p",
    { class: "rt-seat-name" },
    element("strong", {}, panel.name),
    " ",
    element("span", { class: "rt-mark" }, marks.filter(Boolean).join(", ")),
    waits,
  );
  const facts = panel.facts.map(([label, value]) => element("span", {}, `${label} `, element("strong", {}, value)));
  const look = `rt-seat${panel.current ? " rt-current" : ""}${panel.to_act ? " rt-to-act" : ""}`;
  const named = { class: look, "data-seat": panel.seat, "data-place": seatPlace(panel.seat) };
  return element("li", named, name, element("p", { class: "rt-facts" }, ...facts));
}

/** @param {Scene} scene */
function phaseElements(scene) {
  return scene.phases.map(([key, title]) =>
    element("li", { class: "rt-phase", "aria-current": key === scene.phase ? "step" : null }, title),
  );
}

/** Adds only the new lines, so that a screen reader reads only those. @param {Table} table */
function showLog(table) {
  const list = table.parts.log;
  const lines = table.scene.log;
  const kept = overlap(table.log, lines);
  if (kept === 0) list.replaceChildren();
  for (let extra = list.children.length - kept; extra > 0; extra -= 1) list.firstElementChild?.remove();
  list.append(...lines.slice(kept).map((line) => element("p", {}, line)));
  table.log = [...lines];
  list.scrollTop = list.scrollHeight;
}

/** How many of the first new lines are the last old ones. @param {string[]} old @param {string[]} lines */
function overlap(old, lines) {
  for (let size = Math.min(old.length, lines.length); size > 0; size -= 1) {
    const tail = old.slice(old.length - size);
    if (tail.every((line, place) => line === lines[place])) return size;
  }
  return 0;
}

// ---------------------------------------------------------------- keyboard

/**
 * One tab stop for a whole zone; arrow keys, Home and End move inside it, in a ring round and round.
 * @param {HTMLElement} zone @param {boolean} [ring]
 */
function roving(zone, ring = false) {
  const items = () => /** @type {HTMLElement[]} */ ([...zone.querySelectorAll("[tabindex]:not(:disabled)")]);
  const first = zone.querySelector("button[tabindex]:not(:disabled)") ?? zone.querySelector("[tabindex]");
  first?.setAttribute("tabindex", "0");
  zone.addEventListener("focusin", (event) => {
    for (const item of zone.querySelectorAll("[tabindex]"))
      item.setAttribute("tabindex", item === event.target ? "0" : "-1");
  });
  zone.addEventListener("keydown", (event) => {
    const from = /** @type {HTMLElement} */ (document.activeElement);
    const target = (ring ? neighbour(items(), from, event.key) : undefined) ?? arrowTarget(items(), from, event.key);
    if (!target) return;
    event.preventDefault();
    event.stopPropagation();
    target.focus();
  });
  return zone;
}

/**
 * The next place of a ring, clockwise or against it.
 * @param {HTMLElement[]} items @param {HTMLElement} from @param {string} key
 */
function neighbour(items, from, key) {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[key];
  return step && items.at((items.indexOf(from) + step) % items.length);
}

/** @param {HTMLElement[]} items @param {HTMLElement} from @param {string} key @returns {HTMLElement|undefined} */
function arrowTarget(items, from, key) {
  const place = items.indexOf(from);
  if (place < 0) return undefined;
  if (key === "ArrowRight") return items[Math.min(place + 1, items.length - 1)];
  if (key === "ArrowLeft") return items[Math.max(place - 1, 0)];
  if (key === "Home") return items[0];
  if (key === "End") return items[items.length - 1];
  if (key === "ArrowDown" || key === "ArrowUp") return nearestRow(items, from, key === "ArrowDown");
  return undefined;
}

/**
 * The nearest item in the line of items above or below.
 * @param {HTMLElement[]} items @param {HTMLElement} from @param {boolean} below
 */
function nearestRow(items, from, below) {
  const here = from.getBoundingClientRect();
  const away = (/** @type {HTMLElement} */ item) => {
    const there = item.getBoundingClientRect();
    const down = below ? there.top - here.bottom : here.top - there.bottom;
    return down < -2 ? Infinity : down * 4 + Math.abs(there.left - here.left);
  };
  const others = items.filter((item) => item !== from);
  const best = others.sort((one, other) => away(one) - away(other))[0];
  return best && away(best) < Infinity ? best : from;
}

/** What can be worked or looked at under a key. @param {HTMLElement} part @param {string|undefined} key */
function keyed(part, key) {
  const items = /** @type {HTMLElement[]} */ ([...part.querySelectorAll("[data-key]:not(:disabled)")]);
  return items.find((item) => item.dataset.key === key);
}

/** Draws again without losing the place of a keyboard user. @param {Table} table @param {() => void} redraw */
function keepingFocus(table, redraw) {
  const root = table.parts.root;
  const active = /** @type {HTMLElement|null} */ (document.activeElement);
  const inside = active !== null && root.contains(active);
  const key = inside ? active.dataset.key : undefined;
  redraw();
  if (!inside || root.contains(document.activeElement)) return;
  const next =
    keyed(root, key) ??
    root.querySelector(".rt-cover button, .rt-ask [tabindex='0']:not(:disabled), .rt-own button[tabindex='0']");
  /** @type {HTMLElement} */ (next ?? table.parts.message).focus();
}

// ---------------------------------------------------------------- the whole table

/** The lasting frame of a table; live regions must outlive a redraw to be read aloud. @param {HTMLElement} root */
function makeParts(root) {
  root.id = root.id || `rt-table-${(tableCount += 1)}`;
  root.classList.add("rt-table");
  const part = (/** @type {string} */ tag, /** @type {string} */ name, attributes = {}) =>
    element(tag, { class: `rt-${name}`, ...attributes });
  const parts = {
    root,
    title: part("h2", "heading"),
    phases: part("ol", "phases", { "aria-label": "Phases" }),
    size: plainButton("Large type", { class: "rt-size", "aria-pressed": "false" }, () => switchSize(parts)),
    message: part("p", "message", { role: "status", tabindex: -1 }),
    notice: part("p", "notice", { role: "alert" }),
    cover: part("div", "cover"),
    own: part("div", "own"),
    round: part("div", "round"),
    ask: part("div", "ask", { role: "region", "aria-label": "Your move" }),
    seats: part("ul", "seats", { "aria-label": "Seats", tabindex: 0 }),
    piles: part("div", "piles"),
    asides: part("details", "asides"),
    cities: part("div", "cities"),
    log: part("div", "log-lines", { role: "log", "aria-label": "Log", tabindex: 0 }),
  };
  const log = element("section", { class: "rt-log" }, element("h3", {}, "Log"), parts.log);
  const head = element("header", { class: "rt-head" }, parts.title, parts.phases, parts.size);
  const said = element("div", { class: "rt-words" }, parts.message, parts.notice);
  const named = { role: "region", "aria-label": "Field", tabindex: 0 }; // a keyboard scrolls it too
  const field = element("div", { class: "rt-field", ...named }, parts.cover, parts.round, parts.cities);
  const dock = element("div", { class: "rt-dock" }, parts.own, parts.ask);
  const side = element("div", { class: "rt-side" }, parts.seats, parts.piles, parts.asides, log);
  root.replaceChildren(element("div", { class: "rt-frame" }, head, said, dock, field, side));
  showSize(parts, wantsLargeType());
  return parts;
}

/** @param {Record<string, HTMLElement>} parts */
function switchSize(parts) {
  const large = parts.size.getAttribute("aria-pressed") !== "true";
  keepLargeType(large);
  showSize(parts, large);
}

/** @param {Record<string, HTMLElement>} parts @param {boolean} large */
function showSize(parts, large) {
  parts.root.classList.toggle("rt-projector", large);
  parts.size.setAttribute("aria-pressed", String(large));
  parts.log.scrollTop = parts.log.scrollHeight;
}

/** Picks belong to one question: a new question starts with what the scene says is staged. @param {Table} table */
function startPicks(table) {
  table.picked.clear();
  table.extras.clear();
  for (const zone of table.scene.zones) {
    zone.cards.forEach((card, place) => {
      if (card.selected && card.action !== null) table.picked.add(cardKey(zone, card, place));
    });
  }
}

/** @param {Table} table */
function drawZones(table) {
  const { scene, parts } = table;
  const zones = (/** @type {(zone: SceneZone) => boolean} */ wanted) =>
    scene.zones.filter(wanted).map((zone) => zoneElement(table, zone));
  const spread = (/** @type {SceneZone} */ zone) => zone.layout === "groups";
  const pile = (/** @type {SceneZone} */ zone) => zone.layout === "pile";
  const middle = (/** @type {SceneZone} */ zone) => zone.layout === "ring" || zone.layout === "places";
  parts.own.replaceChildren(...zones((zone) => !spread(zone) && !pile(zone) && !middle(zone)));
  parts.round.replaceChildren(...zones(middle));
  parts.piles.replaceChildren(...zones(pile));
  parts.cities.replaceChildren(...zones(spread));
}

/** @param {Table} table @param {Cover|null} cover */
function drawCover(table, cover) {
  table.parts.cover.hidden = !cover;
  if (!cover) return table.parts.cover.replaceChildren();
  const ready = plainButton(cover.button, { class: "rt-choice rt-ready", "data-key": `ready:${cover.seat}` }, () =>
    table.send({ type: "ready", seat: cover.seat }),
  );
  return table.parts.cover.replaceChildren(element("h3", {}, cover.title), ready);
}

/** @param {Table} table */
function drawAsk(table) {
  const { scene, parts } = table;
  const selection = selectionElement(table);
  const moves = choicesElements(table, scene.choices.filter((choice) => !choice.aside));
  parts.ask.replaceChildren(...[selection, ...moves].filter((part) => part !== null));
  parts.ask.hidden = !parts.ask.children.length;
  showCount(table);
  parts.own.hidden = !parts.own.children.length;
  const asked = !parts.ask.hidden || parts.root.querySelector("button.rt-card") !== null;
  parts.message.classList.toggle("rt-yours", asked || scene.over);
}

/** What may be said beside the game, folded; it stays unfolded while somebody speaks. @param {Table} table */
function drawAsides(table) {
  const { scene, parts } = table;
  const phrases = scene.choices.filter((choice) => choice.aside);
  parts.asides.hidden = !phrases.length;
  const summary = element("summary", { "data-key": "asides" }, "Say something");
  parts.asides.replaceChildren(summary, ...choicesElements(table, phrases));
}

/** @param {HTMLElement} live @param {string} text */
function say(live, text) {
  if (live.textContent !== text) live.textContent = text;
}

// ---------------------------------------------------------------- turning cards

/** The reveal that comes before the scene, if this page has not shown it. @param {Table} table @returns {Reveal|null} */
function comingReveal(table) {
  const { reveal } = table.scene;
  if (!reveal || table.seen.has(reveal.key)) return null;
  if (table.turning !== reveal.key) Object.assign(table, { turning: reveal.key, turned: 0 });
  return reveal;
}

/**
 * The cards so far, what was said of them, and what turns the next one. Seats, phases and log stay as they
 * were, though nobody acts, and nothing of the scene behind is on the page: it would tell how this ends.
 * @param {Table} table @param {Reveal} reveal
 */
function drawReveal(table, reveal) {
  const { parts, turned } = table;
  const said = reveal.steps.slice(0, turned).map((step) => step.said);
  const done = turned >= reveal.steps.length;
  say(parts.message, done ? reveal.outcome : said.at(-1) ?? reveal.title);
  parts.message.classList.add("rt-yours");
  parts.seats.replaceChildren(...table.panels.map((panel) => seatElement(panel, table.scene.seat)));
  drawCover(table, null);
  parts.own.replaceChildren();
  parts.own.hidden = true;
  parts.piles.replaceChildren();
  parts.cities.replaceChildren();
  parts.asides.hidden = true;
  parts.round.replaceChildren(zoneElement(table, coveredZone(reveal, turned)));
  const latest = reveal.zone.cards.find((card) => card.id === reveal.steps[turned - 1]?.card);
  if (latest) keyed(parts.round, cardKey(reveal.zone, latest, 0))?.classList.add("rt-latest");
  parts.ask.hidden = false;
  parts.ask.replaceChildren(turningButtons(table, reveal), saidList(done ? [...said, reveal.outcome] : said, done));
}

/** The zone of a reveal as it lies after so many steps. @param {Reveal} reveal @param {number} turned @returns {SceneZone} */
function coveredZone(reveal, turned) {
  const waiting = new Set(reveal.steps.slice(turned).map((step) => step.card));
  const cards = reveal.zone.cards.map((card) =>
    waiting.has(card.id) ? { ...card, face_down: true, description: "", badge: "" } : card,
  );
  return { ...reveal.zone, cards };
}

/** @param {Table} table @param {Reveal} reveal */
function turningButtons(table, reveal) {
  const count = reveal.steps.length;
  const done = table.turned >= count;
  const turn = (/** @type {number} */ number) => () => {
    table.turned = number;
    redraw(table);
  };
  const made = (/** @type {string} */ label, /** @type {string} */ key, /** @type {() => void} */ press) =>
    plainButton(label, { class: "rt-choice", "data-key": `reveal:${key}`, tabindex: -1 }, press);
  const next = made("Turn the next card", "next", turn(table.turned + 1));
  const all = made("Turn all", "all", turn(count));
  const on = made("Go on", "on", () => goOn(table, reveal));
  next.classList.add("rt-submit");
  on.classList.add("rt-submit");
  for (const turner of [next, all]) turner.toggleAttribute("disabled", done);
  on.toggleAttribute("disabled", !done);
  return roving(element("div", { class: "rt-choices", role: "group", "aria-label": reveal.title }, next, all, on));
}

/** What was said so far, the latest first. @param {string[]} said @param {boolean} done */
function saidList(said, done) {
  const lines = said.map((line) => element("li", {}, line)).reverse();
  return element("ol", { class: `rt-said${done ? " rt-done" : ""}`, reversed: true }, ...lines);
}

/** @param {Table} table @param {Reveal} reveal */
function goOn(table, reveal) {
  table.seen.add(reveal.key);
  try {
    sessionStorage.setItem(SEEN_KEY, reveal.key);
  } catch {
    // a page that may store nothing shows it again after a reload
  }
  redraw(table);
}

/** Another match, or one taken back to where nothing was revealed yet. @param {Table} table */
function forgetReveals(table) {
  table.seen.clear();
  try {
    sessionStorage.removeItem(SEEN_KEY);
  } catch {
    // nothing was kept
  }
}

/** What this window revealed last, before it was reloaded. */
function keptKey() {
  try {
    return sessionStorage.getItem(SEEN_KEY) ?? "";
  } catch {
    return "";
  }
}

/** @param {Table} table */
function drawScene(table) {
  const { scene, more, parts } = table;
  say(parts.message, scene.message);
  parts.phases.replaceChildren(...phaseElements(scene));
  parts.seats.replaceChildren(...scene.seats.map((panel) => seatElement(panel, scene.seat)));
  table.panels = scene.seats.map((panel) => ({ ...panel, to_act: false, current: false }));
  drawCover(table, more.cover);
  drawZones(table);
  drawAsk(table);
  drawAsides(table);
  showLog(table);
}

/** @param {Table} table */
function redraw(table) {
  const { scene, more, parts } = table;
  const reveal = comingReveal(table);
  const travel = moving(parts.root, table.drawn, reveal || more.cover ? null : scene);
  keepingFocus(table, () => {
    say(parts.title, scene.title);
    say(parts.notice, more.notice);
    parts.notice.hidden = !more.notice;
    parts.root.classList.toggle("rt-revealing", reveal !== null);
    parts.root.classList.toggle("rt-watching", scene.seat === null && !more.cover);
    if (reveal) drawReveal(table, reveal);
    else drawScene(table);
    parts.root.dataset.asked = String(scene.asked ?? 0);
    parts.root.dataset.over = String(scene.over);
  });
  table.drawn = reveal || more.cover ? null : scene;
  travel();
}

/**
 * Draws a scene into `root`; drawing again keeps focus, picks of the same question and the log.
 * @param {HTMLElement} root
 * @param {Scene} scene
 * @param {(message: object) => void} send
 * @param {Partial<More>} [more] a line about the last act, and a cover over the hand
 */
export function draw(root, scene, send, { notice = "", cover = null } = {}) {
  const known = tables.get(root);
  const before = known?.scene;
  const table = known ?? makeTable(root, scene, send);
  if (before?.reveal && !scene.reveal) forgetReveals(table);
  Object.assign(table, { scene, send, more: { notice, cover } });
  if (!before || before.asked !== scene.asked || before.seat !== scene.seat) startPicks(table);
  redraw(table);
}

/**
 * A table that has drawn nothing yet. What its first scene would reveal is past: people came too late for it.
 * @param {HTMLElement} root @param {Scene} scene @param {(message: object) => void} send @returns {Table}
 */
function makeTable(root, scene, send) {
  const seen = new Set([scene.reveal?.key ?? "", keptKey()]);
  const kept = { drawn: null, picked: new Set(), extras: new Map(), log: [], panels: [], seen, turning: "", turned: 0 };
  const table = { scene, more: { notice: "", cover: null }, send, parts: makeParts(root), ...kept };
  tables.set(root, table);
  return table;
}

/**
 * In a notebook the stage is as high as what the window leaves for cells, where nobody has said how high it is.
 * @param {HTMLElement} el
 */
function fitNotebook(el) {
  const notebook = el.closest(".jp-WindowedPanel-outer, .jp-NotebookPanel-notebook");
  const stage = /** @type {HTMLElement|null} */ (el.closest(".rt-stage"));
  if (notebook && stage) stage.style.setProperty("--stage", `${notebook.clientHeight - MARGIN}px`);
}

/** @param {{model: Model, el: HTMLElement}} view */
function render({ model, el }) {
  const root = element("div");
  el.append(root);
  const fit = () => fitNotebook(el);
  const watcher = new ResizeObserver(fit); // of the root, which is on the page later than it is made
  watcher.observe(root);
  window.addEventListener("resize", fit);
  const send = (/** @type {object} */ message) => model.send(message);
  const redraw = () => {
    const scene = model.get("scene");
    const cover = model.get("cover");
    if (!scene || !scene.title) return;
    draw(root, scene, send, { notice: model.get("notice"), cover: cover && cover.title ? cover : null });
  };
  model.on("change", redraw);
  redraw();
  return () => {
    watcher.disconnect();
    window.removeEventListener("resize", fit);
    model.off?.("change", redraw);
  };
}

export default { render };
