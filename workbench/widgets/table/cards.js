/**
 * Cards as they lie on the table: in a hand, face up before somebody, on a place in the middle, or face down.
 *
 * @typedef {import("../card_face.js").CardFace} CardFace
 * @typedef {import("./scene.js").SceneZone} SceneZone
 * @typedef {import("./table.js").Table} Table
 */

import { badgeOf, cardWords, emblemPicture, shapeLook } from "../card_face.js";
import { element } from "../elements.js";
import { roadTile } from "../road_tile.js";
import { safeColour, symbolBadge } from "../symbol_badge.js";
import { clothOf } from "./arms.js";
import { cardKey } from "./moves.js";
import { act, choose, explain, toggleCard, use } from "./picking.js";

const WIDE = 10; // letters in a word from which its title is written narrower
const NUMBER = /^\d.{0,2}$/; // a title that is a number says what the card counts, and is drawn large

/** What a card shows on the table. @param {CardFace} card */
function face(card) {
  if (NUMBER.test(card.title)) return [element("span", { class: "rt-title rt-number" }, card.title), mark(card), card.worth ? element("b", { class: "rt-worth" }, card.worth) : null, badgeOf(card)];
  const coins = element("span", { class: "rt-coins" }, ...card.symbols.map(coin));
  const picture = element("span", { class: "rt-picture" }, card.roads ? roadTile(card) : emblemPicture(card.emblem));
  const words = [card.worth && element("b", { class: "rt-worth" }, card.worth), card.text || null];
  const shown = words.filter(Boolean).map((word) => word || null);
  return [
    picture,
    card.symbols.some(({ letter }) => letter) ? coins : null,
    element("span", { class: `rt-title${hasWideWord(card.title) ? " rt-wide-word" : ""}` }, card.title),
    shown.length ? element("span", { class: "rt-text" }, ...shown) : null,
    card.value ? element("span", { class: "rt-value" }, card.value) : null,
    badgeOf(card),
  ];
}

/** A category on a card that also names it: by its emblem, as in the middle of the table. @param {import("../symbol_badge.js").Symbol} symbol */
function coin(symbol) {
  const made = symbolBadge(symbol);
  const picture = emblemPicture(symbol.emblem ?? "");
  if (picture) made.replaceChildren(picture);
  return made;
}

/** Whether a word of a title is too long for a small card. @param {string} title */
function hasWideWord(title) {
  return title.split(/[\s-]/u).some((word) => word.length >= WIDE);
}

/** A number's emblem is a small mark beside it. @param {CardFace} card */
function mark(card) {
  return /^\d+$/.test(card.title) ? null : emblemPicture(card.emblem);
}

/** The colours of a card's picture: of one category or of two. @param {HTMLElement} made @param {CardFace} card */
function colour(made, card) {
  const colours = [...new Set(card.symbols.map(({ colour: of }) => of))];
  if (card.face_down || !colours.length) return;
  made.style.setProperty("--a", safeColour(colours[0]));
  made.style.setProperty("--b", safeColour(colours[1] ?? colours[0]));
}

/**
 * One card: a toggle or a button if it may be picked, else an image with a name.
 * @param {Table} table @param {SceneZone} zone @param {CardFace} card @param {number} place
 * @param {string} look `rt-token` for the smallest, `rt-spot` on a place of the middle, empty for a whole card
 */
export function cardElement(table, zone, card, place, look = "") {
  const key = cardKey(zone, card, place);
  if (card.shape === "hole") return element("span", { class: "rt-hole", "aria-hidden": "true" });
  const { selection } = table.scene;
  const choice = card.face_down && !card.id ? undefined : table.on.get(`card:${card.id}`)?.[0];
  const thing = `card:${card.id}`;
  const usable = !choice && card.id !== "" && table.scene.choices.some(({ using }) => using?.includes(thing));
  const may = choice !== undefined || usable || (card.action !== null && card.action !== undefined);
  const dull = card.why || card.mark === "cannot" || (!may && selection !== null && zone.layout === "hand");
  const marks = [look, card.face_down ? "rt-back" : "", dull ? "rt-cannot" : "", card.mark ? `rt-is-${card.mark}` : "", card.face_down && card.badge.length > 2 ? "rt-worded" : ""];
  const named = {
    class: `rt-card${shapeLook(card)} ${marks.filter(Boolean).join(" ")}`.trim(),
    "data-key": key,
    "aria-label": choice ? `${cardWords(card)}: ${choice.label}` : [cardWords(card), card.why].filter(Boolean).join(". "),
    title: look ? cardWords(card) : null,
    tabindex: -1,
  };
  const owner = card.owner === null || card.owner === undefined ? null : clothOf(table.scene, card.owner);
  if (owner) named.class += ` rt-agent rt-field-${owner.field}`;
  const inside = card.face_down ? [badgeOf(card)] : owner ? agentParts(card, owner.emblem) : face(card);
  const made = may || card.why ? element("button", { type: "button", ...named }, ...inside) : element("div", { ...named, role: "img" }, ...inside);
  colour(made, card);
  if (owner?.paint) made.style.setProperty("--metal", owner.paint);
  if (choice) pressable(table, made, choice.action, () => choose(table, choice), choice.tab);
  else if (usable) usableCard(table, made, thing);
  else if (may) pick(table, made, card, key);
  else if (card.why) made.addEventListener("click", () => explain(table, card.why));
  if (choice && table.pointed === choice.action) made.classList.add("rt-pointed");
  return made;
}

/** The arms of a seat on its disc, and how many of them stand there. @param {CardFace} card @param {string} emblem */
function agentParts({ value }, emblem) {
  return [emblemPicture(emblem), value ? element("span", { class: "rt-value" }, value) : null];
}

/** An agent as part of something larger, visual only. @param {import("./scene.js").Scene} scene @param {CardFace} card */
export function agentElement(scene, card) {
  const { field, emblem, paint } = clothOf(scene, Number(card.owner));
  const made = element("span", { class: `rt-card rt-token rt-agent rt-field-${field}` }, ...agentParts(card, emblem));
  if (paint) made.style.setProperty("--metal", paint);
  return made;
}

/** A whole card, visual only: its words are beside it. @param {CardFace} card */
export function wholeCard(card) {
  const plain = card.shape === "house" ? { ...card, shape: "" } : card;
  const made = element("div", { class: `rt-card${shapeLook(plain)} rt-whole`, "aria-hidden": "true" }, ...face(plain));
  colour(made, plain);
  return made;
}

/** @param {Table} table @param {HTMLElement} made @param {CardFace} card @param {string} key */
function pick(table, made, card, key) {
  const action = Number(card.action);
  if (table.scene.selection === null) return pressable(table, made, action, () => act(table, [action]), "");
  made.setAttribute("aria-pressed", String(table.picked.has(key)));
  return pressable(table, made, action, () => toggleCard(table, key), "");
}

/** A card with several uses: pressed, it waits for the choice of one. @param {Table} table @param {HTMLElement} made @param {string} thing */
function usableCard(table, made, thing) {
  made.setAttribute("aria-pressed", String(table.using === thing));
  made.classList.add("rt-may");
  made.addEventListener("click", () => use(table, thing));
  table.may += 1;
}

/** What may be done by pressing a thing. @param {Table} table @param {HTMLElement} made @param {number} action @param {() => void} press @param {string} tab */
export function pressable(table, made, action, press, tab) {
  made.dataset.action = String(action);
  made.classList.add("rt-may");
  made.addEventListener("click", press);
  if (tab) made.append(element("span", { class: "rt-tab", "aria-hidden": "true" }, tab));
  table.may += 1;
  return made;
}

/** How many cards a place holds, in words, and the top one, if it shows. @param {Table} table @param {SceneZone} zone */
export function pileElement(table, zone) {
  const top = zone.cards.length ? cardElement(table, zone, zone.cards[zone.cards.length - 1], 0, "rt-mini") : null;
  const count = element("b", { class: "rt-pile-count" }, String(zone.count));
  const things = /cards?$/iu.test(zone.title) ? null : zone.count === 1 ? " card" : " cards"; // the title says it
  const words = element("span", { class: "rt-pile-words" }, count, things);
  return element("div", { class: "rt-pile" }, top ?? element("div", { class: "rt-none" }), words);
}
