/**
 * A board: cells in rows and columns, and what joins two of them, such as the boulevards of a city; each of these may be
 * chosen by mouse, by finger, or with the arrow keys, which go where they point.
 *
 * @typedef {import("./scene.js").Edge} Edge
 * @typedef {import("./scene.js").Group} Group
 * @typedef {import("./scene.js").SceneZone} SceneZone
 * @typedef {import("./table.js").Table} Table
 */

import { emblemPicture } from "../card_face.js";
import { element } from "../elements.js";
import { safeColour } from "../symbol_badge.js";
import { shield } from "./arms.js";
import { cardElement, pressable } from "./cards.js";
import { groupThingElement, standingWords } from "./groups.js";
import { placeOf } from "./moves.js";
import { choose, explain } from "./picking.js";
import { roving } from "./roving.js";
import { cardsOf, groupThing } from "./scene.js";
import { answerOf } from "./weighing.js";

const OTHERS = 3; // that a cell names beside who has the most

/** Cells in rows and columns, with what lies between two of them. @param {Table} table @param {SceneZone} zone */
export function boardBody(table, zone) {
  const touched = zone.edges.find((edge) => isPointed(table, edgeThing(zone, edge)))?.between ?? [];
  const cells = zone.groups.map((group) => cellElement(table, zone, group, touched.includes(group.key)));
  const edges = zone.edges.map((edge) => edgeElement(table, zone, edge));
  const board = element("div", { class: "rt-board" }, ...cells, ...edges);
  const [rows, columns] = [0, 1].map((axis) => 1 + Math.max(0, ...zone.groups.map(({ at }) => at?.[axis] ?? 0)));
  board.style.setProperty("--rows", String(rows));
  board.style.setProperty("--columns", String(columns));
  return roving(board, "field");
}

/** @param {SceneZone} zone @param {Edge} edge */
function edgeThing(zone, edge) {
  return `edge:${zone.id}/${edge.key}`;
}

/** @param {Table} table @param {string} thing */
function isPointed(table, thing) {
  const choice = table.on.get(thing)?.[0];
  return choice !== undefined && table.pointed === choice.action;
}

/** @param {Table} table @param {SceneZone} zone @param {Group} group @param {boolean} touched */
function cellElement(table, zone, group, touched) {
  const cards = cardsOf(zone, group.key).map((card, place) => cardElement(table, zone, card, place, "rt-token"));
  const words = [standingWords(table.scene, group), group.value ? `support ${group.value}` : ""].filter(Boolean).join("; ");
  const made = groupThingElement(table, zone, group, "rt-cell", words, [
    element("span", { class: "rt-sign" }, emblemPicture(group.emblem)),
    element("span", { class: "rt-group-name" }, group.title),
    group.badge ? element("span", { class: "rt-badge" }, group.badge) : null,
    element("span", { class: "rt-gives" }, pointsOf(group), supportOf(group)),
    standingElement(table, group, answerOf(table).numbers?.[groupThing(zone, group.key)]),
  ]);
  made.style.setProperty("--a", safeColour(group.symbol?.colour ?? ""));
  const cell = element("div", { class: `rt-cell-of${touched ? " rt-touched" : ""}`, "data-place": placeOf(zone, group.key) }, made, ...cards);
  place(cell, group.at ?? [0, 0], group.at ?? [0, 0]);
  return cell;
}

/** @param {Group} group */
function pointsOf({ total }) {
  return total ? element("span", { class: `rt-total${/^[-−]/.test(total) ? " rt-below-nothing" : ""}` }, total) : null;
}

/** @param {Group} group */
function supportOf({ value }) {
  return value ? element("span", { class: "rt-support" }, emblemPicture("figure"), value) : null;
}

/** Who has the most, and who has how much. @param {Table} table @param {Group} group @param {string|undefined} then */
function standingElement(table, { standing }, then) {
  if (!standing.length && !then) return element("span", { class: "rt-rest" }, element("span", { class: "rt-nobody" }, "nobody yet"));
  const [best] = standing;
  const tied = standing.filter(([, number]) => number === best?.[1]).length > 1;
  const items = standing.slice(0, OTHERS + 1).map(([seat, number], place) =>
    element("span", { class: !place && !tied ? "rt-best" : null }, shield(seat), String(number)),
  );
  if (tied) items.push(element("span", { class: "rt-tie" }, "a tie"));
  if (then) items.push(element("b", {}, then));
  return element("span", { class: "rt-rest" }, ...items);
}

/** Rows and columns of the grid alternate between cells and what lies between them. @param {HTMLElement} made @param {[number, number]} from @param {[number, number]} to */
function place(made, from, to) {
  made.style.gridRow = String(from[0] + to[0] + 1);
  made.style.gridColumn = String(from[1] + to[1] + 1);
}

/** @param {Table} table @param {SceneZone} zone @param {Edge} edge */
function edgeElement(table, zone, edge) {
  const thing = edgeThing(zone, edge);
  const choice = table.on.get(thing)?.[0];
  const [from, to] = edge.between.map((key) => zone.groups.find((group) => group.key === key));
  const upright = from?.at?.[1] === to?.at?.[1];
  const look = `rt-edge${upright ? " rt-upright" : ""}`;
  const card = edge.card ? cardElement(table, zone, edge.card, 0, "rt-token") : null;
  const ends = edge.ends.filter(Boolean).map((text) => element("span", { class: "rt-end" }, text));
  const gains = edge.ends.map((text, end) => (text ? `, ${text} ${(end ? to : from)?.title ?? ""}` : "")).join("");
  const words = `${from?.title ?? ""} and ${to?.title ?? ""}${choice ? gains : ""}`;
  const made = choice || edge.why
    ? element("button", { type: "button", class: look, tabindex: -1, "data-key": thing, "aria-label": choice ? `${choice.label}: ${words}` : `${words}. ${edge.why}` }, ...ends)
    : element("div", { class: look, role: "group", "aria-label": words }, card, ...(card ? [] : ends));
  if (choice) pressable(table, made, choice.action, () => choose(table, choice), choice.tab);
  else if (edge.why) {
    made.classList.add("rt-cannot");
    made.addEventListener("click", () => explain(table, edge.why));
  }
  if (isPointed(table, thing)) made.classList.add("rt-pointed");
  if (from?.at && to?.at) place(made, from.at, to.at);
  return made;
}
