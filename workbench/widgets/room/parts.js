/** What the pages of a room are made of: the mark of the house, arms as banners and shields, the code as tiles. */

import { emblemPicture } from "../card_face.js";
import { element } from "../elements.js";
import { ORDINARIES } from "../ordinaries.js";
import { clothOf, seatShield } from "../table/arms.js";

const SVG = "http://www.w3.org/2000/svg";
const PEOPLE = 8; // around the mark of the house
const SHORT = 5; // letters, up to which a name has full size
const LONG = 9; // letters from which a name is written smaller
const LONGER = 14; // and from which it may take two lines
const LONGEST_FACT = 12; // letters
const NO_TABLE = /** @type {any} */ ({}); // where arms are told by their own numbers

/** @param {string} name @param {Record<string, string|number>} attributes */
function drawn(name, attributes) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  return made;
}

/** The mark of the house: people around a table. */
export function markPicture() {
  const made = drawn("svg", { class: "wb-mark", viewBox: "0 0 64 64", "aria-hidden": "true", focusable: "false" });
  const places = Array.from({ length: PEOPLE }, (_, place) => (Math.PI / 4) * (place + 0.5));
  made.append(
    drawn("circle", { cx: 32, cy: 32, r: 20, fill: "none", stroke: "currentColor", "stroke-width": 4.5 }),
    drawn("circle", { cx: 32, cy: 32, r: 6.5, fill: "currentColor" }),
    ...places.map((angle) => drawn("circle", { cx: 32 + 28 * Math.cos(angle), cy: 32 + 28 * Math.sin(angle), r: 3.4, fill: "currentColor" })),
  );
  return made;
}

/** An eye, for those who only watch. */
export function eyePicture() {
  const made = drawn("svg", { class: "rm-eye", viewBox: "0 0 64 64", "aria-hidden": "true", focusable: "false" });
  const lids = drawn("path", { d: "M6 32C18 16 46 16 58 32C46 48 18 48 6 32Z", fill: "none", stroke: "currentColor", "stroke-width": 5 });
  made.append(lids, drawn("circle", { cx: 32, cy: 32, r: 8, fill: "currentColor" }));
  return made;
}

/** The name of the house, not a link: players must not lose the page. */
export function brand() {
  return element("header", { class: "rm-top" }, element("p", { class: "wb-brand" }, markPicture(), element("span", {}, "The Round Table")));
}

/** The shield of arms, visual only. @param {number} arms */
export function shield(arms) {
  return seatShield(NO_TABLE, arms) ?? element("span", { class: "rt-shield" });
}

/** The emblem of arms by its name. @param {number} arms */
export function emblemOf(arms) {
  return clothOf(NO_TABLE, arms).emblem;
}

/** A name whose type shrinks as it gets longer. @param {string} name */
export function nameElement(name) {
  const size = name.length >= LONGER ? " rm-longer" : name.length >= LONG ? " rm-long" : "";
  const made = element("strong", { class: `rm-name${size}`, title: name.length >= LONG ? name : null }, name);
  made.style.setProperty("--letters", String(Math.max(SHORT, Math.min(name.length, LONGER))));
  return made;
}

/**
 * A banner: arms, a name, and lines below it; `tab` hangs at its foot.
 * @param {{name: string, arms: number}} bearer @param {{look?: string, tab?: string, lines?: Node[]}} [more]
 */
export function banner({ name, arms }, { look = "", tab = "", lines = [] } = {}) {
  const { field, emblem, tincture } = clothOf(NO_TABLE, arms);
  const ordinary = /** @type {Record<string, string>} */ (ORDINARIES)[arms];
  const charge = element("span", { class: "rm-charge" }, emblemPicture(emblem));
  const cloth = element("span", { class: "rm-cloth" }, charge, nameElement(name), ...lines);
  const kind = `rm-banner wb-banner wb-${field} wb-on-${tincture} rm-weave-${field} rm-${ordinary || "plain"} ${look}`;
  return element("span", { class: kind.trim() }, cloth, tab ? element("span", { class: "rm-tab" }, tab) : null);
}

/** The first facts of a seat that are short enough for a banner, as lines of it. @param {any} scene @param {number|null} seat @param {number} most */
export function factLines(scene, seat, most) {
  const panel = (scene.seats ?? []).find((/** @type {{seat: number}} */ one) => one.seat === seat);
  const facts = /** @type {[string, string][]} */ (panel?.facts ?? []).filter(([, value]) => value.length <= LONGEST_FACT);
  return facts.slice(0, most).map(([label, value]) => element("span", { class: "rm-fact" }, element("b", {}, value), ` ${label}`));
}

/** The letters of a code as tiles, read out one by one. @param {string} code @param {string} look */
export function codeTiles(code, look) {
  const tiles = [...code].map((letter) => element("span", { class: "MW".includes(letter) ? "rm-wide" : null, "aria-hidden": "true" }, letter));
  const said = element("span", { class: "wb-unseen" }, `Code ${[...code].join(" ")}`);
  return element("span", { class: `rm-letters ${look}` }, said, ...tiles);
}

/** Whether the room is reached, in words. @param {string} words @param {boolean} there */
export function connection(words, there) {
  return element("p", { class: `rm-connection${there ? "" : " rm-cut"}` }, element("i", { "aria-hidden": "true" }), words);
}

/** A heading that can take the focus when the page has changed. @param {string} words */
export function heading(words) {
  return element("h1", { tabindex: -1 }, words);
}

/** A note about what is wrong: a sentence in bold, and what helps. @param {string} wrong @param {string} help */
export function badNote(wrong, help) {
  return element("div", { class: "rm-note rm-bad", role: "alert", tabindex: -1 }, element("b", {}, wrong), help ? ` ${help}` : "");
}

/** Shows other parts in a place, if they differ from those already there. @param {HTMLElement} place @param {...(Node|string)} parts */
export function fill(place, ...parts) {
  const wanted = parts.filter((one) => one !== "").map((one) => (typeof one === "string" ? document.createTextNode(one) : one));
  const same = place.childNodes.length === wanted.length && wanted.every((one, at) => one.isEqualNode(place.childNodes[at]));
  if (!same) place.replaceChildren(...wanted);
}
