/**
 * How a card and the signs on it look, wherever one is drawn. card_face.css styles it in lists, table/cards.css on a
 * table.
 *
 * @typedef {import("./symbol_badge.js").Symbol} Symbol
 * @typedef {{id: string, title: string, symbols: Symbol[], text: string, face_down: boolean, group: string,
 *   action: number|null, selected: boolean, badge: string, description: string, shape: string, emblem: string,
 *   value: string, mark: string, worth: string, why: string, here: string, rules: string[],
 *   owner: number|null, roads?: string}} CardFace
 */

import { element } from "./elements.js";
import { BOX, PATHS } from "./emblems.js";
import { roadTile } from "./road_tile.js";
import { symbolBadge } from "./symbol_badge.js";

const SVG = "http://www.w3.org/2000/svg";
const CHIPS = ["chip", "sword", "spent", "fist", "open"];
const VALUE = /^\d.{0,2}$/; // a title that is a number says what the card counts, and is drawn large

/** The whole card in words. @param {CardFace} card */
export function cardWords(card) {
  if (card.face_down) return card.description || "Face-down card";
  if (card.description) return card.description;
  const names = card.symbols.map((symbol) => symbol.name).join(" and ");
  return [card.title, names, card.text, card.badge].filter(Boolean).join(", ");
}

/** @param {CardFace} card */
export function badgeOf(card) {
  return card.badge ? element("span", { class: "rt-badge" }, card.badge) : null;
}

/** The look of a card that is not a rectangle. @param {CardFace} card */
export function shapeLook(card) {
  if (card.shape === "house") return " rt-house";
  return CHIPS.includes(card.shape) ? ` rt-chip rt-${card.shape}` : "";
}

/** The drawing of an emblem, visual only; nothing if no emblem has this name. @param {string} name */
export function emblemPicture(name) {
  const course = PATHS.get(name);
  if (!course) return null;
  const picture = document.createElementNS(SVG, "svg");
  const path = document.createElementNS(SVG, "path");
  const about = { class: "rt-emblem", viewBox: `0 0 ${BOX} ${BOX}`, "aria-hidden": "true", focusable: "false" };
  for (const [key, value] of Object.entries(about)) picture.setAttribute(key, value);
  path.setAttribute("d", course);
  path.setAttribute("fill-rule", "evenodd");
  picture.append(path);
  return picture;
}

/** What a card shows in a list. @param {CardFace} card */
function cardFace(card) {
  const symbols = element("span", { class: "rt-symbols" }, ...card.symbols.map(symbolBadge));
  const look = VALUE.test(card.title) ? "rt-title rt-value" : "rt-title";
  const title = element("span", { class: look }, card.title);
  const text = card.text ? element("span", { class: "rt-text" }, card.text) : null;
  return [symbols, emblemPicture(card.emblem), title, text, badgeOf(card)];
}

/** One card by itself, face up, as a list shows it. @param {CardFace} card */
export function cardPicture(card) {
  const look = `rt-card rt-printed${shapeLook(card)}`;
  const roads = card.roads ? element("span", { class: "rt-roads" }, roadTile(card)) : null;
  return element("div", { class: look, role: "img", "aria-label": cardWords(card) }, ...cardFace(card), roads);
}
