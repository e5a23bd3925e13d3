/**
 * What has happened: the last event as one sentence in the bar, and all lines in a panel that opens over the right.
 *
 * @typedef {import("./table.js").Table} Table
 */

import { element, plainButton } from "../elements.js";
import { shield } from "./arms.js";
import { withNames } from "./prompt.js";
import { actorOf } from "./scene.js";

/** Adds only the new lines, so that a screen reader reads only those. @param {Table} table */
export function showLog(table) {
  const list = table.parts.log;
  const lines = table.scene.log;
  const kept = overlap(table.log, lines);
  if (kept === 0) list.replaceChildren();
  for (let extra = list.children.length - kept; extra > 0; extra -= 1) list.firstElementChild?.remove();
  list.append(...lines.slice(kept).map((line) => lineElement(table, line)));
  table.log = [...lines];
  list.scrollTop = list.scrollHeight;
  filterLog(table);
}

/** @param {Table} table @param {string} line */
function lineElement(table, line) {
  const seat = actorOf(table.scene, line);
  const names = table.scene.seats.map(({ name }) => name);
  const concerned = table.scene.seats.filter(({ name }) => withNames(line, [name]).length > 1 || line === name).map((panel) => panel.seat);
  return element("p", { "data-of": concerned.join(" ") }, seat === null ? null : shield(seat), element("span", {}, ...withNames(line, names)));
}

/** How many of the first new lines are the last old ones. @param {string[]} old @param {string[]} lines */
function overlap(old, lines) {
  for (let size = Math.min(old.length, lines.length); size > 0; size -= 1) {
    const tail = old.slice(old.length - size);
    if (tail.every((line, place) => line === lines[place])) return size;
  }
  return 0;
}

/** The last event, with the shield of whose it is. @param {Table} table */
export function drawStory(table) {
  const { scene, parts } = table;
  const last = scene.log.at(-1) ?? "";
  const [seat, sentence] = scene.story ?? [actorOf(scene, last), last];
  parts.story.hidden = !sentence;
  parts.story.replaceChildren(...[seat === null ? null : shield(seat), element("span", {}, sentence)].filter((part) => part !== null));
}

/** Only the lines of one person, or all. @param {Table} table */
function filterLog(table) {
  for (const line of table.parts.log.children) {
    const of = String(/** @type {HTMLElement} */ (line).dataset.of).split(" ");
    /** @type {HTMLElement} */ (line).hidden = table.heard !== null && !of.includes(String(table.heard));
  }
}

/** The head of the panel: whose lines, and how to close it; and what piles hold, at its foot. @param {Table} table */
export function drawLogPanel(table) {
  const { parts, scene } = table;
  parts.panel.classList.toggle("rt-unfolded", table.unfolded);
  parts.panel.parentElement?.classList.toggle("rt-log-open", table.unfolded);
  parts.logTool.setAttribute("aria-expanded", String(table.unfolded));
  if (!table.unfolded) {
    parts.panelHead.replaceChildren();
    return parts.panelFoot.replaceChildren();
  }
  const close = plainButton("Close", { class: "rt-tool", "data-key": "log:close" }, () => table.showLogPanel(false));
  const everybody = filterButton(table, null, "All", null);
  const people = scene.seats.map(({ seat, name }) => filterButton(table, seat, name, shield(seat)));
  parts.panelHead.replaceChildren(
    element("h3", {}, "What has happened"),
    close,
    element("div", { class: "rt-filters", role: "group", "aria-label": "Whose lines" }, everybody, ...people),
  );
  const piles = scene.zones.filter(({ layout }) => layout === "pile");
  const counts = piles.map(({ title, count }) => element("span", {}, element("b", {}, String(count)), ` ${title}`));
  return parts.panelFoot.replaceChildren(...counts);
}

/** @param {Table} table @param {number|null} seat @param {string} label @param {SVGElement|Node|null} arms */
function filterButton(table, seat, label, arms) {
  const named = { class: "rt-filter", "aria-pressed": String(table.heard === seat), "data-key": `log:${seat ?? "all"}` };
  const made = plainButton("", named, () => {
    table.heard = seat;
    filterLog(table);
    drawLogPanel(table);
    /** @type {HTMLElement|null} */ (table.parts.panelHead.querySelector(`[data-key="log:${seat ?? "all"}"]`))?.focus();
  });
  made.append(...[arms, element("span", {}, label)].filter((part) => part !== null));
  return made;
}
