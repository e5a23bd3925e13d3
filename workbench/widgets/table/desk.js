/**
 * What is said over the table, below its bar: messages that fade, what went wrong if no ribbon is visible, that nobody
 * answers anymore, and the head of what lies over the table. Nothing here moves the table.
 *
 * @typedef {import("./table.js").Table} Table
 */

import { element, plainButton } from "../elements.js";

const TITLES = { score: "Score so far", graphs: "How the game goes" };

/** @param {Table} table */
export function deskElement(table) {
  const { parts } = table;
  parts.said = element("p", { class: "rt-said-words" });
  const left = element("span", { class: "rt-time-left", "aria-hidden": "true" });
  const tick = element("span", { class: "rt-tick", "aria-hidden": "true" }, "✓");
  const close = plainButton("×", { class: "rt-said-close", "aria-label": "Close this message", "data-key": "said:close" }, () => fade(table));
  parts.news = element("div", { class: "rt-said-over", hidden: true }, tick, parts.said, close, left);
  left.addEventListener("animationend", () => fade(table));
  parts.live = element("div", { role: "status" }, parts.news);
  parts.lost = element("div", { class: "rt-lost", role: "alert", hidden: true });
  parts.fault = element("p", { class: "rt-fault", role: "alert", hidden: true });
  parts.over = element("div", { class: "rt-over-head", hidden: true });
  return element("div", { class: "rt-desk" }, parts.lost, parts.fault, parts.live, parts.over);
}

/** Says something that fades after four seconds, unless somebody points at or focuses it. @param {Table} table @param {string} words */
export function tell({ parts }, words) {
  parts.said.textContent = words;
  parts.news.hidden = true;
  void parts.news.offsetWidth; // the line starts over
  parts.news.hidden = !words;
}

/** @param {Table} table */
function fade({ parts }) {
  const inside = parts.news.contains(document.activeElement);
  parts.news.hidden = true;
  if (inside) parts.message.focus();
}

/** Says what is new, and what went wrong. @param {Table} table @param {string} fault */
export function drawDesk(table, fault) {
  const { parts, session, above } = table;
  const note = session?.note ?? "";
  if (note !== table.noted) {
    table.noted = note;
    if (note) tell(table, note);
  }
  const here = ribbonIsSeen(table) ? "" : fault;
  if (parts.fault.textContent !== here) parts.fault.textContent = here;
  parts.fault.hidden = !here;
  const title = TITLES[/** @type {keyof typeof TITLES} */ (above)] ?? "";
  if (parts.over.dataset.above !== above) drawOver(table, title);
  parts.over.dataset.above = above;
}

/** Whether nothing lies over the ribbon, which otherwise says what went wrong. @param {Table} table */
function ribbonIsSeen({ parts, above }) {
  const ending = parts.root.closest(".rt-game")?.querySelector(".wb-end:not([hidden], .wb-folded, :empty)");
  return above === "table" && !ending && !parts.root.classList.contains("rt-covered");
}

/** The head of what lies over the table, with the way back. @param {Table} table @param {string} title */
function drawOver(table, title) {
  const { parts } = table;
  const had = !parts.over.hidden;
  parts.over.hidden = !title;
  if (!title) {
    parts.over.replaceChildren();
    if (had && document.activeElement === document.body) parts.menuTool.focus();
    return;
  }
  const close = plainButton("Close", { class: "rt-close", "data-key": "over:close", "aria-keyshortcuts": "Escape" }, () => closeOver(table));
  parts.over.replaceChildren(element("h2", {}, title), close);
  close.focus();
}

/** Back to the table alone. @param {Table} table */
export function closeOver(table) {
  table.send({ type: "turn", to: "table" });
  table.parts.menuTool.focus();
}
