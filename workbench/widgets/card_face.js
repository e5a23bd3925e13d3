/**
 * How a card and the signs on it look, wherever one is drawn. Their colours and sizes are in table.css.
 *
 * @typedef {{letter: string, sign: string, colour: string, name: string}} Symbol
 * @typedef {{id: string, title: string, symbols: Symbol[], text: string, face_down: boolean, group: string,
 *   action: number|null, selected: boolean, badge: string, description: string, shape: string}} CardFace
 */

import { element } from "./elements.js";

const SHAPES = new Map(["chip", "spent", "fist", "open"].map((shape) => [shape, ` rt-chip rt-${shape}`]));
const VALUE = /^\d.{0,2}$/; // a title that is a number is what the card counts, and is drawn large

/** A colour from the data, or grey: nothing but six hexadecimal digits reaches a style. @param {string} colour */
function safeColour(colour) {
  return /^#[0-9a-f]{6}$/i.test(colour) ? colour : "#767676";
}

/** Black or white, whichever is read more easily on `colour`. @param {string} colour */
function inkOn(colour) {
  const channels = [1, 3, 5].map((start) => parseInt(safeColour(colour).slice(start, start + 2), 16) / 255);
  const [red, green, blue] = channels.map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  const light = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  return light > 0.179 ? "#000000" : "#ffffff";
}

/** A category as a card prints it: letter, sign and colour. @param {Symbol} symbol */
export function symbolBadge(symbol) {
  const badge = element(
    "span",
    { class: "rt-symbol", title: symbol.name },
    element("span", { class: "rt-sign", "aria-hidden": "true" }, symbol.sign),
    element("span", { class: "rt-letter" }, symbol.letter),
  );
  badge.style.setProperty("--symbol", safeColour(symbol.colour));
  badge.style.setProperty("--symbol-ink", inkOn(symbol.colour));
  return badge;
}

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

/** How a card looks that is no rectangle. @param {CardFace} card */
export function shapeLook(card) {
  return SHAPES.get(card.shape) ?? "";
}

/** What a card shows. @param {CardFace} card @param {boolean} small */
export function cardFace(card, small) {
  const symbols = element("span", { class: "rt-symbols" }, ...card.symbols.map(symbolBadge));
  const look = VALUE.test(card.title) ? "rt-title rt-value" : "rt-title";
  const title = element("span", { class: look }, card.title);
  const badge = badgeOf(card);
  const text = card.text && !small ? element("span", { class: "rt-text" }, card.text) : null;
  return small ? [title, symbols, badge] : [symbols, title, text, badge];
}

/** One card by itself, face up, as it lies on a table. @param {CardFace} card */
export function cardPicture(card) {
  const look = `rt-card${shapeLook(card)}`;
  return element("div", { class: look, role: "img", "aria-label": cardWords(card) }, ...cardFace(card, false));
}
