/**
 * The one bar above the table: what is played, which phase it is, what happened last, and four tools. Everything else
 * is in the menu.
 *
 * @typedef {import("./scene.js").Scene} Scene
 * @typedef {import("./table.js").Table} Table
 */

import { element, plainButton } from "../elements.js";
import { home, markPicture } from "../house.js";
import { toggleDrawer } from "./drawer.js";
import { toggleMenu } from "./menu.js";
import { hasRules, undo, whyNot } from "./session.js";

const LONG = 18; // letters from which a phase is written smaller on a phone

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
