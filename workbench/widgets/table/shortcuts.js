/**
 * The keys of a table: Ctrl Z, Ctrl Y, R, L, M, F, P, S, `/` and Escape, wherever the focus is, except where somebody
 * is typing.
 *
 * @typedef {import("./table.js").Table} Table
 */

import { command, isField, keyName, plainLetter, plainSign } from "../keys.js";
import { closeOver } from "./desk.js";
import { openDrawer, toggleDrawer } from "./drawer.js";
import { stageOf, switchFullScreen } from "./full_screen.js";
import { closeMenu, toggleMenu, toProjector } from "./menu.js";
import { redo, undo } from "./session.js";

/** @type {Record<string, (table: Table) => void>} */
const LETTERS = {
  r: (table) => toggleDrawer(table, "rules"),
  l: (table) => toggleDrawer(table, "log"),
  m: toggleMenu,
  f: switchFullScreen,
  p: toProjector,
  s: (table) => (table.above === "score" ? closeOver(table) : table.session && table.send({ type: "turn", to: "score" })),
};

/** Listens until the returned function is called. @param {Table} table */
export function listen(table) {
  const hear = (/** @type {KeyboardEvent} */ event) => {
    if (!isMine(table, event) || !done(table, event)) return;
    event.preventDefault();
    event.stopPropagation();
  };
  document.addEventListener("keydown", hear, true);
  return () => document.removeEventListener("keydown", hear, true);
}

/**
 * Whether a key is meant for this table: pressed within its stage, or nowhere in particular on a page that has no other
 * use for it. Nothing below a dialog hears keys.
 * @param {Table} table @param {KeyboardEvent} event
 */
function isMine(table, { target }) {
  const stage = stageOf(table);
  if (!stage.isConnected || document.querySelector("dialog[open]") || table.above === "lobby") return false;
  if (target instanceof Node && stage.contains(target)) return true;
  const nowhere = target === document.body || target === document.documentElement;
  return nowhere && !document.querySelector(".jp-NotebookPanel") && document.querySelectorAll(".rt-table").length === 1;
}

/** Does what a key asks for; returns whether it asks for anything. @param {Table} table @param {KeyboardEvent} event */
function done(table, event) {
  if (keyName(event) === "Escape") return back(table);
  const given = command(event);
  if (isField(event.target)) return false;
  if (given === "z") return acted(() => (event.shiftKey ? redo(table) : undo(table)));
  if (given === "y") return acted(() => redo(table));
  if (plainSign(event) === "/") return acted(() => seek(table));
  const act = LETTERS[plainLetter(event)];
  return act ? acted(() => act(table)) : false;
}

/** @param {() => void} act */
function acted(act) {
  act();
  return true;
}

/** Goes to the search of what is open, or to that of the log if nothing is. @param {Table} table */
function seek(table) {
  openDrawer(table, table.drawer || "log");
  const drawer = table.drawer === "log" ? table.parts.panel : table.drawer ? table.parts.rulebook : null;
  /** @type {HTMLElement|null|undefined} */ (drawer?.querySelector(".rt-search"))?.focus();
}

/** Closes what was opened last and gives the focus back; returns whether anything was open. @param {Table} table */
function back(table) {
  const { parts } = table;
  if (!parts.menu.hidden) return acted(() => closeMenu(table));
  if (!parts.asides.hidden) {
    parts.asides.hidden = true;
    return acted(() => parts.menuTool.focus());
  }
  if (table.drawer) return acted(() => table.shut());
  if (table.above === "score" || table.above === "graphs") return acted(() => closeOver(table));
  return false;
}
