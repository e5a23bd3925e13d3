/**
 * Zones whose cards simply lie together: a hand, a row, tokens, cards under headings, a pile.
 *
 * @typedef {import("../card_face.js").CardFace} CardFace
 * @typedef {import("./scene.js").Group} Group
 * @typedef {import("./scene.js").SceneZone} SceneZone
 * @typedef {import("./table.js").Table} Table
 */

import { element } from "../elements.js";
import { keyName } from "../keys.js";
import { symbolBadge } from "../symbol_badge.js";
import { cardElement, pileElement, pressable } from "./cards.js";
import { cardKey, placeOf } from "./moves.js";
import { choose } from "./picking.js";
import { roving } from "./roving.js";
import { cardsOf } from "./scene.js";

/**
 * A zone with its heading, which only screen readers need if the zone shows what it is.
 * @param {Table} table @param {SceneZone} zone @param {HTMLElement} body @param {boolean} [named]
 */
export function zoneElement(table, zone, body, named = false) {
  const id = `${table.parts.root.id}-${zone.id}`;
  const heading = element("h3", { id, class: named ? "rt-zone-title" : "rt-unseen" }, zone.title);
  const choice = table.on.get(`zone:${zone.id}`)?.[0];
  const made = element(
    "section",
    { class: `rt-zone rt-layout-${zone.layout}`, "aria-labelledby": id, "data-zone": zone.id, "data-place": zone.id },
    heading,
    body,
  );
  if (choice) made.append(zoneChoice(table, choice));
  return made;
}

/** A choice that is a whole zone: an edge around it, and one tab. @param {Table} table @param {import("./scene.js").Choice} choice */
function zoneChoice(table, choice) {
  const named = { type: "button", class: "rt-zone-choice", "aria-label": choice.label, "data-key": `zone:${choice.action}` };
  return pressable(table, element("button", named), choice.action, () => choose(table, choice), choice.tab || choice.label);
}

/** My cards; those picked for a mat lie there. @param {Table} table @param {SceneZone} zone @param {(card: CardFace, place: number) => boolean} [here] */
export function handBody(table, zone, here = () => true) {
  const items = zone.cards.flatMap((card, place) =>
    here(card, place) ? [element("li", {}, cardElement(table, zone, card, place))] : [],
  );
  const crowded = items.length > 9;
  const list = element("ul", { class: `rt-cards${crowded ? " rt-crowded" : ""}` }, ...items);
  const over = crowded ? list.querySelectorAll("li:has(> .rt-cannot) + li:has(> .rt-cannot)") : [];
  list.style.setProperty("--n", String(Math.max(1, items.length)));
  list.style.setProperty("--over", String(over.length));
  return items.length ? roving(list) : element("p", { class: "rt-empty" }, zone.cards.length ? "all picked" : "no cards");
}

/** Cards side by side. @param {Table} table @param {SceneZone} zone @param {string} look */
export function rowBody(table, zone, look = "") {
  if (!zone.cards.length) return element("p", { class: "rt-empty" }, "no cards");
  const items = zone.cards.map((card, place) => element("li", {}, cardElement(table, zone, card, place, look)));
  const list = element("ul", { class: "rt-cards" }, ...items);
  list.style.setProperty("--n", String(items.length));
  return roving(list);
}

/** The smallest open things, in a row before their owner. @param {Table} table @param {SceneZone} zone */
export function tokensBody(table, zone) {
  const items = zone.cards.map((card, place) => element("li", {}, cardElement(table, zone, card, place, "rt-token")));
  const list = element("ul", { class: `rt-tokens${items.length > 12 ? " rt-dense" : ""}`, "aria-label": zone.title }, ...items);
  const place = zone.groups.length === 1 ? placeOf(zone, zone.groups[0].key) : zone.id;
  const box = element("div", { class: `rt-layout-${zone.layout} rt-open`, "data-zone": zone.id, "data-place": place }, list, zone.centre[0] ? element("span", { class: "rt-beside" }, zone.centre[0]) : null);
  return items.length ? roving(box) : box;
}

/** A pile. @param {Table} table @param {SceneZone} zone */
export function pileBody(table, zone) {
  const body = pileElement(table, zone);
  const words = element("span", { class: "rt-pile-name", "aria-hidden": "true" }, zone.title);
  body.append(words);
  return zone.cards.length ? roving(body) : body;
}

/** A list of cards that lie elsewhere, folded. @param {Table} table @param {SceneZone} zone */
export function listingElement(table, zone) {
  const count = element("b", { class: "rt-pile-count" }, String(zone.count));
  const summary = element("summary", { class: "rt-tool", "data-key": `listing:${zone.id}` }, count, element("span", {}, zone.title));
  const made = element("details", { class: "rt-listing", "data-zone": zone.id }, summary, element("div", { class: "rt-sheet" }, groupsBody(table, zone)));
  made.addEventListener("keydown", (event) => {
    if (keyName(event) !== "Escape") return;
    /** @type {HTMLDetailsElement} */ (made).open = false;
    summary.focus();
  });
  return made;
}

/** Cards under headings; headings without cards come last, short. @param {Table} table @param {SceneZone} zone */
export function groupsBody(table, zone) {
  const filled = [];
  const empty = [];
  for (const group of zone.groups) {
    const cards = cardsOf(zone, group.key);
    if (cards.length) filled.push(groupElement(table, zone, group, cards));
    else empty.push(element("li", {}, ...groupHeading(group)));
  }
  const body = element("div", { class: "rt-groups" }, ...filled);
  if (filled.length) roving(body);
  const rest = empty.length ? element("ul", { class: "rt-empty-groups" }, ...empty) : null;
  return element("div", { class: "rt-grouped" }, body, rest);
}

/** @param {Table} table @param {SceneZone} zone @param {Group} group @param {CardFace[]} cards */
export function groupElement(table, zone, group, cards, look = "rt-token") {
  const items = cards.map((card, place) => element("li", {}, cardElement(table, zone, card, place, look)));
  return element(
    "div",
    { class: "rt-group", "data-place": placeOf(zone, group.key) },
    element("h4", {}, ...groupHeading(group)),
    element("ul", { class: "rt-cards" }, ...items),
  );
}

/** @param {Group} group */
export function groupHeading(group) {
  return [
    group.symbol ? symbolBadge(group.symbol) : null,
    element("span", { class: "rt-group-name" }, group.title),
    group.badge ? element("span", { class: "rt-badge" }, group.badge) : null,
    group.total ? element("span", { class: "rt-total" }, group.total) : null,
  ];
}

/** Short lines under a heading, with a number each: what a class reads beside a map. @param {SceneZone} zone */
export function paperBody(zone) {
  return element("ul", {}, ...zone.groups.map((group) => element("li", {}, ...groupHeading(group))));
}

/** The keys of the picked cards that lie on a mat. @param {Table} table @param {SceneZone} hand */
export function lyingElsewhere(table, hand) {
  const mat = table.scene.zones.some((zone) => zone.layout === "mat");
  if (!mat || !table.scene.selection) return () => true;
  return (/** @type {CardFace} */ card, /** @type {number} */ place) => !table.picked.has(cardKey(hand, card, place));
}
