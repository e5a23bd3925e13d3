/**
 * The one bar above the table: what is played, which phase it is, what happened last, and four tools. All else is in the
 * menu.
 *
 * @typedef {import("./scene.js").Scene} Scene
 * @typedef {import("./table.js").Table} Table
 */

import { element, plainButton } from "../elements.js";
import { toggleDrawer } from "./drawer.js";
import { toggleMenu } from "./menu.js";
import { hasRules, home, undo, whyNot } from "./session.js";

const LONG = 18; // letters of a phase from which it is written smaller on a phone
const SVG = "http://www.w3.org/2000/svg";
const PEOPLE = 8; // around the mark of the house

/** @param {Scene} scene */
export function phaseElements(scene) {
  return scene.phases.map(([key, title]) =>
    element("li", { class: `rt-phase${title.length > LONG ? " rt-long-phase" : ""}`, "aria-current": key === scene.phase ? "step" : null }, title),
  );
}

/** The bar and its tools. @param {Table} table */
export function barElement(table) {
  const { parts } = table;
  const tool = (/** @type {string} */ label, /** @type {string} */ key, /** @type {string} */ keys, /** @type {() => void} */ press, more = {}) =>
    plainButton(label, { class: "rt-tool", "data-key": key, "aria-keyshortcuts": keys, ...more }, press);
  parts.home = element("a", { class: "rt-home", target: "_self", "aria-label": "The Round Table Workbench, all games" }, markPicture());
  parts.story = plainButton("", { class: "rt-story", "data-key": "story", title: "Show all that has happened" }, () => toggleDrawer(table, "log"));
  parts.undo = tool("Undo", "undo", "Control+Z", () => undo(table));
  parts.rulesTool = tool("Rules", "rules", "R", () => toggleDrawer(table, "rules"), { "aria-expanded": "false" });
  parts.logTool = tool("Log", "log", "L", () => toggleDrawer(table, "log"), { "aria-expanded": "false" });
  parts.menuTool = tool("Menu", "menu", "M", () => toggleMenu(table), { "aria-expanded": "false", "aria-haspopup": "menu" });
  parts.tools = element("nav", { class: "rt-tools", "aria-label": "Table" }, parts.undo, parts.rulesTool, parts.logTool, parts.menuTool);
  return element("header", { class: "rt-bar-of-table" }, parts.home, parts.title, parts.phases, parts.story, parts.leaving, parts.tools);
}

/** What the tools can do now. @param {Table} table */
export function drawTools(table) {
  const { parts, session, scene } = table;
  const way = home();
  parts.home.hidden = !way || scene.seat === null;
  if (way) parts.home.setAttribute("href", way);
  parts.root.classList.toggle("rt-public", Boolean(session?.windows?.length)); // a wall, with hands elsewhere
  parts.undo.hidden = !session;
  parts.rulesTool.hidden = !hasRules(table);
  const refused = whyNot(session);
  parts.undo.setAttribute("aria-disabled", String(Boolean(refused)));
  parts.undo.title = refused;
}

/** The sign of the house: a round table and the people around it. */
function markPicture() {
  const made = document.createElementNS(SVG, "svg");
  made.setAttribute("viewBox", "0 0 64 64");
  made.setAttribute("class", "rt-mark");
  made.setAttribute("aria-hidden", "true");
  const round = (/** @type {Record<string, string|number>} */ about) => {
    const shape = document.createElementNS(SVG, "circle");
    for (const [name, value] of Object.entries({ fill: "currentColor", ...about })) shape.setAttribute(name, String(value));
    made.append(shape);
  };
  round({ cx: 32, cy: 32, r: 20, fill: "none", stroke: "currentColor", "stroke-width": 4.5 });
  round({ cx: 32, cy: 32, r: 6.5 });
  for (let seat = 0; seat < PEOPLE; seat += 1) {
    const angle = ((seat + 0.5) * 2 * Math.PI) / PEOPLE;
    round({ cx: 32 + 28 * Math.cos(angle), cy: 32 + 28 * Math.sin(angle), r: 3.4 });
  }
  return made;
}
