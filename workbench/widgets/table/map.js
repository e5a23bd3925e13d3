/**
 * A map that all build together: cards with roads on one grid, whose columns have letters and whose rows have numbers.
 * Cells that may be chosen are buttons for mouse and finger, and for the arrow keys, which move where they point. The
 * whole map is visible; it can be enlarged, and is then moved by its scroll bars, by dragging, or by going to a cell.
 *
 * @typedef {import("./scene.js").Group} Group
 * @typedef {import("./scene.js").Scene} Scene
 * @typedef {import("./scene.js").SceneZone} SceneZone
 * @typedef {import("./table.js").Table} Table
 * @typedef {{zoom: number, left: number, top: number}} Look
 */

import { cardWords } from "../card_face.js";
import { element, plainButton } from "../elements.js";
import { roadTile } from "../road_tile.js";
import { seatShield } from "./arms.js";
import { enterLayouts } from "./drawings.js";
import { switchFullScreen } from "./full_screen.js";
import { groupThingElement } from "./groups.js";
import { placeOf } from "./moves.js";
import { roving } from "./roving.js";
import { cardsOf, groupThing } from "./scene.js";

const [LEAST, MOST, STEP] = [1, 4, 1.4];
const LETTERS = 26;

/** How each table's map is viewed, kept while it is redrawn. @type {WeakMap<Table, Look>} */
const looks = new WeakMap();

/** @param {Table} table @returns {Look} */
function lookOf(table) {
  const look = looks.get(table) ?? { zoom: LEAST, left: 0, top: 0 };
  looks.set(table, look);
  return look;
}

/** The map in its frame, with the tools that enlarge it. @param {Table} table @param {SceneZone} zone */
function mapBody(table, zone) {
  const look = lookOf(table);
  const [columns, rows] = zone.centre.map(Number);
  const cells = zone.groups.flatMap((group) => cellElement(table, zone, group) ?? []);
  const map = element("div", { class: "rt-map" }, ...names(columns, rows), ...cells);
  map.style.setProperty("--columns", String(columns));
  map.style.setProperty("--rows", String(rows));
  const frame = element("div", { class: "rt-map-frame" }, map);
  const show = () => frame.style.setProperty("--zoom", String(look.zoom));
  show();
  frame.addEventListener("scroll", () => Object.assign(look, { left: frame.scrollLeft, top: frame.scrollTop }), { passive: true });
  dragged(frame);
  requestAnimationFrame(() => {
    frame.scrollTo(look.left, look.top);
    showChoice(frame);
  });
  roving(frame, "field");
  return element("div", { class: "rt-map-view" }, frame, toolsElement(table, frame, look, show));
}

/** @param {Table} table @param {HTMLElement} frame @param {Look} look @param {() => void} show */
function toolsElement(table, frame, look, show) {
  const zoom = (/** @type {number} */ by) => {
    const was = look.zoom;
    look.zoom = Math.min(MOST, Math.max(LEAST, was * by));
    show();
    const grown = look.zoom / was;
    const [x, y] = [frame.scrollLeft + frame.clientWidth / 2, frame.scrollTop + frame.clientHeight / 2];
    frame.scrollTo(x * grown - frame.clientWidth / 2, y * grown - frame.clientHeight / 2);
  };
  return element(
    "div",
    { class: "rt-map-tools", role: "group", "aria-label": "The map" },
    plainButton("+", { class: "rt-tool", "aria-label": "Larger", "data-key": "map:larger" }, () => zoom(STEP)),
    plainButton("−", { class: "rt-tool", "aria-label": "Smaller", "data-key": "map:smaller" }, () => zoom(1 / STEP)),
    plainButton("Full screen", { class: "rt-tool rt-map-full", "data-key": "map:full" }, () => switchFullScreen(table)),
  );
}

/** If cells may be chosen and none is in view, brings one into view. @param {HTMLElement} frame */
function showChoice(frame) {
  const view = frame.getBoundingClientRect();
  const ways = [...frame.querySelectorAll(".rt-free")].map((free) => {
    const { left, top, width, height } = free.getBoundingClientRect();
    return [left + width / 2 - view.left - view.width / 2, top + height / 2 - view.top - view.height / 2];
  });
  const inSight = ways.some(([across, down]) => Math.abs(across) < view.width / 2 && Math.abs(down) < view.height / 2);
  if (ways.length && !inSight) frame.scrollBy(ways[0][0], ways[0][1]);
}

/** With a mouse, the map is moved by dragging it. @param {HTMLElement} frame */
function dragged(frame) {
  frame.addEventListener("pointerdown", (event) => {
    if (event.pointerType !== "mouse" || event.button !== 0) return;
    const move = (/** @type {PointerEvent} */ moved) => frame.scrollBy(-moved.movementX, -moved.movementY);
    const stop = () => frame.removeEventListener("pointermove", move);
    frame.addEventListener("pointermove", move);
    for (const end of ["pointerup", "pointerleave", "pointercancel"]) frame.addEventListener(end, stop, { once: true });
  });
}

/** What a column is called: A to Z, then AA. @param {number} number @returns {string} */
function columnName(number) {
  const before = Math.floor(number / LETTERS);
  return (before ? columnName(before - 1) : "") + String.fromCharCode(65 + (number % LETTERS));
}

/** The names of the columns and rows along the edges. @param {number} columns @param {number} rows */
function names(columns, rows) {
  const across = Array.from({ length: columns }, (_, number) => named(columnName(number), 0, number + 1));
  const down = Array.from({ length: rows }, (_, number) => named(String(number + 1), number + 1, 0));
  return [...across, ...down];
}

/** @param {string} words @param {number} row @param {number} column */
function named(words, row, column) {
  return placed(element("span", { class: "rt-map-name", "aria-hidden": "true" }, words), row, column);
}

/** @param {HTMLElement} made @param {number} row @param {number} column */
function placed(made, row, column) {
  made.style.gridRow = String(row + 1);
  made.style.gridColumn = String(column + 1);
  return made;
}

/** A cell with a card, or one that may be chosen; nothing for any other. @param {Table} table @param {SceneZone} zone @param {Group} group */
function cellElement(table, zone, group) {
  const card = cardsOf(zone, group.key)[0];
  const may = table.on.has(groupThing(zone, group.key));
  if (!card && !may && group.state !== "current") return null;
  const made = card ? lotElement(table, zone, group, card) : spotElement(table, zone, group);
  const cell = element("div", { class: "rt-lot-of", "data-place": placeOf(zone, group.key) }, made);
  const [row, column] = group.at ?? [0, 0];
  return placed(cell, row + 1, column + 1);
}

/** A card on the map, with its owner's shield and its open ends. @param {Table} table @param {SceneZone} zone @param {Group} group @param {import("../card_face.js").CardFace} card */
function lotElement(table, zone, group, card) {
  const ends = group.badge.split(" ").filter(Boolean);
  const stumps = ends.map((side) => element("span", { class: `rt-stump rt-${side}` }));
  const mark = group.seat === null ? null : element("span", { class: "rt-lot-of-whom" }, seatShield(table.scene, group.seat));
  return groupThingElement(table, zone, group, `rt-lot${group.state === "latest" ? " rt-latest" : ""}`, lotWords(table.scene, group, card, ends), [
    roadTile(card),
    mark,
    ...stumps,
  ]);
}

/** Where a card lies, what it is, whose, and where its roads lead out. @param {Scene} scene @param {Group} group @param {import("../card_face.js").CardFace} card @param {string[]} ends */
function lotWords(scene, group, card, ends) {
  const owner = group.seat === scene.seat ? "yours" : scene.seats.find(({ seat }) => seat === group.seat)?.name ?? "";
  const open = ends.length ? `open to the ${ends.join(" and ")}` : "";
  return [`${group.title}: ${cardWords(card)}`, owner, open].filter(Boolean).join("; ");
}

/** A free cell: one that may be chosen, or the chosen one with the card as it would lie. @param {Table} table @param {SceneZone} zone @param {Group} group */
function spotElement(table, zone, group) {
  const chosen = group.state === "current";
  const turns = table.scene.zones.find(({ id }) => id === "turns")?.cards ?? [];
  const shown = turns.find(({ id }) => table.on.get(`card:${id}`)?.[0]?.action === table.pointed) ?? turns[0];
  const words = chosen ? `${group.title}: chosen` : group.title;
  return groupThingElement(table, zone, group, `rt-lot rt-free${chosen ? " rt-chosen" : ""}`, words, [chosen && shown ? roadTile(shown) : null]);
}

enterLayouts({ map: mapBody });
