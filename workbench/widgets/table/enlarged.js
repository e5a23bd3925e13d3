/**
 * A card seen large, with its words, what it counts here and now, and its rules: on a press where it is not a choice, a
 * long press, or the I key. It says what is, never what to do.
 *
 * @typedef {import("../card_face.js").CardFace} CardFace
 * @typedef {import("./scene.js").SceneZone} SceneZone
 * @typedef {import("./table.js").Table} Table
 */

import { cardWords } from "../card_face.js";
import { element, plainButton } from "../elements.js";
import { plainLetter } from "../keys.js";
import { wholeCard } from "./cards.js";
import { cardKey } from "./moves.js";
import { shownReveal } from "./reveal.js";
import { groupThing } from "./scene.js";

const LONG = 500; // milliseconds, from which a press is a long one
const STILL = 10; // pixels that a finger may move meanwhile

/** Lets every open card of the table be enlarged. @param {Table} table */
export function watchCards(table) {
  const { root } = table.parts;
  const press = { timer: 0, x: 0, y: 0, done: false };
  const stop = () => clearTimeout(press.timer);
  const open = (/** @type {Event} */ event) => {
    const card = cardOf(event.target);
    return card !== null && enlarge(table, card);
  };
  root.addEventListener("pointerdown", (event) => {
    stop();
    Object.assign(press, { x: event.clientX, y: event.clientY, done: false });
    if (event.button === 0) press.timer = window.setTimeout(() => (press.done = open(event)), LONG);
  });
  root.addEventListener("pointermove", ({ clientX, clientY }) => {
    if (Math.hypot(clientX - press.x, clientY - press.y) > STILL) stop();
  });
  for (const name of ["pointerup", "pointercancel"]) root.addEventListener(name, stop);
  root.addEventListener("click", (event) => swallowed(event, press), true);
  root.addEventListener("click", (event) => {
    const card = cardOf(event.target);
    if (card?.tagName === "DIV") enlarge(table, card);
  });
  root.addEventListener("contextmenu", (event) => {
    stop();
    if (press.done || open(event)) event.preventDefault();
  });
  root.addEventListener("keydown", (event) => {
    if (plainLetter(event) === "i" && open(event)) event.preventDefault();
  });
}

/** The press that opened a card does not also choose it. @param {Event} event @param {{done: boolean}} press */
function swallowed(event, press) {
  if (!press.done) return;
  press.done = false;
  event.preventDefault();
  event.stopPropagation();
}

/** The card that something lies on. @param {EventTarget|null} target @returns {HTMLElement|null} */
function cardOf(target) {
  return target instanceof Element ? target.closest(":is(.rt-card, .rt-cell)[data-key]") : null;
}

/** Whether the card could be shown. @param {Table} table @param {HTMLElement} card */
function enlarge(table, card) {
  const key = card.dataset.key ?? "";
  if (!faceOf(table, key)) return false;
  table.large = key;
  drawEnlarged(table);
  return true;
}

/** The open card with a key, as it lies now: in a reveal only turned ones. @param {Table} table @param {string} key */
function faceOf(table, key) {
  const revealed = shownReveal(table);
  const zones = revealed ? [revealed] : table.scene.zones;
  for (const zone of zones) {
    const face = zone.cards.find((card, place) => cardKey(zone, card, place) === key || cellKey(zone, card) === key);
    if (face) return face.face_down || isAgent(face) ? null : face;
  }
  return null;
}

/** The key of the cell that shows a card. @param {SceneZone} zone @param {CardFace} card */
function cellKey(zone, { group }) {
  return zone.layout === "board" ? groupThing(zone, group) : null;
}

/** What stands for a seat is not a card to read. @param {CardFace} card */
function isAgent({ owner }) {
  return owner !== null && owner !== undefined;
}

/** Shows the enlarged card as it is now, or closes if it is gone. @param {Table} table */
export function drawEnlarged(table) {
  const { large } = table.parts;
  const dialog = /** @type {HTMLDialogElement} */ (large);
  const card = table.large ? faceOf(table, table.large) : null;
  const said = card ? JSON.stringify(card) : "";
  if (!card) return dialog.open && dialog.close();
  if (dialog.dataset.said !== said) dialog.replaceChildren(...enlargedParts(table, card));
  dialog.dataset.said = said;
  dialog.setAttribute("aria-label", nameOf(card));
  return dialog.open || dialog.showModal();
}

/** @param {Table} table @param {CardFace} card */
function enlargedParts(table, card) {
  const close = plainButton("Close", { class: "rt-choice", "data-key": "large:close" }, () => closeEnlarged(table));
  const parts = [
    element("h3", {}, nameOf(card)),
    wordsOf(card),
    card.why ? element("p", { class: "rt-large-why" }, card.why) : null,
    card.here ? element("p", { class: "rt-here" }, element("b", {}, "Here and now: "), card.here) : null,
    card.rules?.length ? element("p", { class: "rt-large-rules" }, "Rules: ", ...rulesOf(table, card)) : null,
    close,
  ];
  return [wholeCard(card), element("div", { class: "rt-large-words" }, ...parts)];
}

/** The name of a card that is a number. @param {CardFace} card */
function nameOf({ title, description }) {
  return (/^\d/.test(title) && description.split(",")[0]) || title;
}

/** What the card says: its worth and its text, or all of it in words. @param {CardFace} card */
function wordsOf(card) {
  if (!card.worth && !card.text) return element("p", {}, cardWords(card));
  const badge = card.badge ? ` (${card.badge})` : "";
  return element("p", {}, card.worth ? element("b", {}, `${card.worth}. `) : null, `${card.text}${badge}`);
}

/** The ids of rules, as links if the rules are on the same page. @param {Table} table @param {CardFace} card */
function rulesOf(table, card) {
  const near = table.parts.root.closest(".rt-tabs") !== null;
  return card.rules.flatMap((rule, number) => {
    const made = near ? element("a", { href: `#rule-${rule}`, "data-rule": rule }, rule) : element("span", {}, rule);
    if (near) made.addEventListener("click", () => closeEnlarged(table));
    return [number ? ", " : null, made].filter((part) => part !== null);
  });
}

/** @param {Table} table */
export function closeEnlarged(table) {
  /** @type {HTMLDialogElement} */ (table.parts.large).close();
}

/** The place for the card, on the page from the start. @param {() => Table} table */
export function largePart(table) {
  const dialog = element("dialog", { class: "rt-large" });
  dialog.addEventListener("close", () => {
    table().large = "";
    delete dialog.dataset.said;
    dialog.replaceChildren();
  });
  dialog.addEventListener("click", (event) => event.target === dialog && closeEnlarged(table()));
  return dialog;
}
