/**
 * A board: cells in rows and columns, and what joins two of them, such as the boulevards of a city; each of these may
 * be chosen by mouse, by finger, or with the arrow keys, which move where they point.
 *
 * @typedef {import("./scene.js").Choice} Choice
 * @typedef {import("./scene.js").Edge} Edge
 * @typedef {import("./scene.js").Group} Group
 * @typedef {import("./scene.js").Scene} Scene
 * @typedef {import("./scene.js").SceneZone} SceneZone
 * @typedef {import("./table.js").Table} Table
 */

import { cardWords, emblemPicture } from "../card_face.js";
import { element } from "../elements.js";
import { safeColour } from "../symbol_badge.js";
import { seatShield } from "./arms.js";
import { agentElement, cardElement, pressable } from "./cards.js";
import { enterLayouts } from "./drawings.js";
import { groupThingElement, standingWords } from "./groups.js";
import { placeOf } from "./moves.js";
import { choose, explain } from "./picking.js";
import { roving } from "./roving.js";
import { cardsOf, groupThing } from "./scene.js";
import { answerOf } from "./weighing.js";

const OTHERS = 3; // that a cell names besides whoever has the most
const SHORT_NOTE = 3; // letters, such as those of +12

/** Cells in rows and columns, with what lies between pairs of them. @param {Table} table @param {SceneZone} zone */
function boardBody(table, zone) {
  /** @type {string[]} */
  const touched = zone.edges.find((edge) => isPointedAt(table, zone, edge))?.between ?? [];
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

/** Whether an edge, or what is on it, is pointed at. @param {Table} table @param {SceneZone} zone @param {Edge} edge */
function isPointedAt(table, zone, edge) {
  return isPointed(table, edgeThing(zone, edge)) || edge.cards.some(({ id }) => isPointed(table, `card:${id}`));
}

/** @param {Table} table @param {string} thing */
function isPointed(table, thing) {
  const choice = table.on.get(thing)?.[0];
  return choice !== undefined && table.pointed === choice.action;
}

/** @param {Table} table @param {SceneZone} zone @param {Group} group @param {boolean} touched */
function cellElement(table, zone, group, touched) {
  const made = groupThingElement(table, zone, group, `rt-cell${group.state ? ` rt-is-${group.state}` : ""}`, cellWords(table, zone, group), [
    element("span", { class: "rt-sign" }, emblemPicture(group.emblem)),
    element("span", { class: "rt-group-name" }, group.title),
    group.badge ? element("span", { class: "rt-badge" }, group.badge) : null,
    element("span", { class: "rt-gives" }, pointsOf(group), supportOf(group)),
    standingElement(table.scene, group, answerOf(table).numbers?.[groupThing(zone, group.key)]),
  ]);
  made.style.setProperty("--a", safeColour(group.symbol?.colour ?? ""));
  const cell = element("div", { class: `rt-cell-of${touched ? " rt-touched" : ""}`, "data-place": placeOf(zone, group.key) }, made);
  place(cell, group.at ?? [0, 0], group.at ?? [0, 0]);
  return cell;
}

/** All that a cell shows, in words. @param {Table} table @param {SceneZone} zone @param {Group} group */
function cellWords({ scene }, zone, group) {
  const support = group.value ? `support ${group.value}` : "";
  const brings = group.notes.map(([seat, words]) => `${nameOf(scene, seat)}: ${words}`);
  return [standingWords(scene, { ...group, title: titleOf(zone, group) }), support, ...brings].filter(Boolean).join("; ");
}

/** @param {Scene} scene @param {number} seat */
function nameOf(scene, seat) {
  return seat === scene.seat ? "you" : scene.seats.find((panel) => panel.seat === seat)?.name ?? "";
}

/** The full name of the card in a cell, or that of the cell. @param {SceneZone} zone @param {Group|undefined} group */
function titleOf(zone, group) {
  return group ? cardsOf(zone, group.key)[0]?.title || group.title : "";
}

/** @param {Group} group */
function pointsOf({ total }) {
  return total ? element("span", { class: `rt-total${/^[-−]/.test(total) ? " rt-below-nothing" : ""}` }, total) : null;
}

/** @param {Group} group */
function supportOf({ value }) {
  return value ? element("span", { class: "rt-support" }, emblemPicture("figure"), value) : null;
}

/** Who wins the cell as things are, what that brings, and what others have. @param {Scene} scene @param {Group} group @param {string|undefined} then */
function standingElement(scene, { standing, seat: winner, notes }, then) {
  if (!standing.length && !then) return element("span", { class: "rt-rest" }, element("span", { class: "rt-nobody" }, "nobody yet"));
  const most = standing[0]?.[1];
  const tied = standing.filter(([, number]) => number === most).length > 1;
  const best = winner ?? (tied ? null : standing[0]?.[0]);
  const shown = [...standing].sort(([one], [other]) => Number(other === best) - Number(one === best)).slice(0, OTHERS + 1);
  const items = shown.map(([seat, number]) => element("span", { class: seat === best ? "rt-best" : null }, seatShield(scene, seat), String(number), noteOf(notes, seat)));
  if (tied && best === null) items.push(element("span", { class: "rt-tie" }, "a tie"));
  if (then) items.push(element("b", {}, then));
  const words = notes.some(([, note]) => note.length > SHORT_NOTE);
  return element("span", { class: `rt-rest${shown.length > 2 || words ? " rt-crowded" : ""}` }, ...items);
}

/** What is said about a seat here. @param {[number, string][]} notes @param {number} seat */
function noteOf(notes, seat) {
  const words = notes.find(([whose]) => whose === seat)?.[1];
  return words ? element("small", { class: `rt-brings${/^[-−]/.test(words) ? " rt-costs" : ""}` }, words) : null;
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
  const look = `rt-edge${upright ? " rt-upright" : ""}${edge.cards.length ? " rt-taken" : ""}`;
  const words = edgeWords(zone, edge, choice);
  const made = choice || edge.why
    ? element("button", { type: "button", class: look, tabindex: -1, "data-key": thing, "aria-label": choice ? `${choice.press || choice.label}: ${words}` : `${words}. ${edge.why}` }, ...insideOf(table, zone, edge, true))
    : element("div", { class: look, role: "group", "aria-label": words }, ...insideOf(table, zone, edge, false));
  if (choice) pressable(table, made, choice.action, () => choose(table, choice), choice.tab);
  else if (edge.why) {
    made.classList.add("rt-cannot");
    made.addEventListener("click", () => explain(table, edge.why));
  }
  if (isPointed(table, thing)) made.classList.add("rt-pointed");
  if (from?.at && to?.at) place(made, from.at, to.at);
  return made;
}

/** What an edge lies between, who is there, and what it would give while it may be chosen. @param {SceneZone} zone @param {Edge} edge @param {Choice|undefined} choice */
function edgeWords(zone, edge, choice) {
  const titles = edge.between.map((key) => titleOf(zone, zone.groups.find((group) => group.key === key)));
  const gains = choice ? edge.ends.map((text, end) => (text ? `${text} ${titles[end]}` : "")) : [];
  const there = choice || edge.why ? edge.cards.map(cardWords) : []; // otherwise they say so themselves
  return [titles.join(" and "), ...there, ...gains].filter(Boolean).join(", ");
}

/** What is on an edge, or what it would give to each end. @param {Table} table @param {SceneZone} zone @param {Edge} edge @param {boolean} whole whether the edge is one button */
function insideOf(table, zone, edge, whole) {
  if (!edge.cards.length) return edge.ends.filter(Boolean).map((text) => element("span", { class: "rt-end" }, text));
  return edge.cards.map((card, number) => (whole && card.owner !== null ? agentElement(table.scene, card) : cardElement(table, zone, card, number, "rt-token")));
}

enterLayouts({ board: boardBody });
