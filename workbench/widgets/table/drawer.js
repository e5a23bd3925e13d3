/**
 * What opens at the right, beside the table: the log or the rules. It covers nothing of the table; on a phone it covers
 * all but the bar.
 *
 * @typedef {import("./table.js").Table} Table
 * @typedef {"" | "log" | "rules"} Which
 */

import { drawLogPanel, toNewest } from "./log.js";
import { drawRulebook } from "./rulebook.js";

/** @param {Table} table @param {Which} which */
export function toggleDrawer(table, which) {
  if (table.drawer === which) closeDrawer(table);
  else openDrawer(table, which);
}

/** Opens the drawer; if the rules are not here yet, asks for them and opens once they have come. @param {Table} table @param {Which} which */
export function openDrawer(table, which) {
  const { parts } = table;
  if (which === "rules" && !table.rules) return table.session && table.send({ type: "turn", to: "rules" });
  const held = document.activeElement;
  if (!table.drawer && held instanceof HTMLElement && parts.root.contains(held)) table.from = held.dataset.key ?? "";
  table.drawer = which;
  parts.root.removeAttribute("inert"); // inert below the end of a match
  drawDrawer(table);
  if (which === "log") toNewest(parts.log);
  const search = parts.root.classList.contains("rt-phone") ? ".rt-close" : ".rt-search"; // no keyboard over a phone's screen
  /** @type {HTMLElement|null} */ (parts[which === "log" ? "panel" : "rulebook"].querySelector(search))?.focus({ preventScroll: true });
  return undefined;
}

/** Closes the drawer; what opened it gets the focus. @param {Table} table */
export function closeDrawer(table) {
  const { parts, drawer } = table;
  const before = table.from ? parts.root.querySelector(`[data-key="${CSS.escape(table.from)}"]`) : null;
  const ways = [before, drawer === "rules" ? parts.rulesTool : parts.logTool, parts.menuTool];
  Object.assign(table, { drawer: "", from: "" });
  drawDrawer(table);
  /** @type {HTMLElement|undefined} */ (ways.find((one) => one instanceof HTMLElement && one.getClientRects().length))?.focus();
}

/** @param {Table} table */
export function drawDrawer(table) {
  const { parts, drawer } = table;
  parts.panel.classList.toggle("rt-unfolded", drawer === "log");
  parts.rulebook.hidden = drawer !== "rules";
  parts.frame.classList.toggle("rt-log-open", drawer !== "");
  parts.root.closest(".rt-stage")?.classList.toggle("rt-drawn", drawer !== "");
  parts.logTool.setAttribute("aria-expanded", String(drawer === "log"));
  parts.rulesTool.setAttribute("aria-expanded", String(drawer === "rules"));
  drawLogPanel(table);
  drawRulebook(table);
}
