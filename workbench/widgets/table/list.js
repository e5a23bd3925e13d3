/**
 * Everything that may be chosen, as a plain list over the middle of the table: for switch devices, for things too small
 * to hit, and for people who prefer words. Closed, it is not on the page, so no choice is heard twice.
 *
 * @typedef {import("./scene.js").Choice} Choice
 * @typedef {import("./table.js").Table} Table
 */

import { read, write } from "../browser_storage.js";
import { cardWords } from "../card_face.js";
import { element, plainButton } from "../elements.js";
import { choose, pickable, toggleCard } from "./picking.js";
import { choiceButton, extraElement, submitButtons } from "./prompt.js";
import { roving } from "./roving.js";

const KEY = "roundtable-workbench:as-list";

/** Whether this browser last wanted the list. */
export function wantsList() {
  return read("browser", KEY) === "1";
}

/** @param {boolean} listed */
export function keepList(listed) {
  write("browser", KEY, listed ? "1" : "");
}

/** @param {Table} table */
export function drawList(table) {
  const { parts, scene } = table;
  parts.list.hidden = !table.listed;
  if (!table.listed) return parts.list.replaceChildren();
  const columns = [...picks(table), ...grouped(table, scene.choices.filter(({ aside }) => !aside))];
  if (scene.selection) {
    const extras = scene.selection.extras.map((extra) => extraElement(table, extra));
    columns.push(column("Then", [...extras, ...submitButtons(table, "list:")]));
  }
  return parts.list.replaceChildren(...columns);
}

/** @param {string} title @param {HTMLElement[]} items */
function column(title, items) {
  const list = roving(element("ul", { "aria-label": title }, ...items.map((item) => element("li", {}, item))));
  return element("section", { class: "rt-list-column" }, element("h3", {}, title), list);
}

/** What may be picked, as toggles. @param {Table} table */
function picks(table) {
  const held = pickable(table.scene);
  if (!held.length) return [];
  const items = held.map(({ card, key }) => {
    const pressed = String(table.picked.has(key));
    const named = { class: "rt-choice rt-pick", "data-key": `list:${key}`, tabindex: -1, "aria-pressed": pressed };
    return plainButton(cardWords(card), named, () => toggleCard(table, key));
  });
  return [column(table.scene.selection?.prompt || "Pick", items)];
}

/** Choices under their headings. @param {Table} table @param {Choice[]} choices */
export function grouped(table, choices, prefix = "list:") {
  /** @type {Map<string, Choice[]>} */
  const groups = new Map();
  for (const choice of choices) groups.set(choice.group, [...(groups.get(choice.group) ?? []), choice]);
  return [...groups].map(([name, together]) => {
    const buttons = together.map((choice) => choiceButton(choice, { "data-key": `${prefix}${choice.action}` }, () => choose(table, choice)));
    return column(name || "Choices", buttons);
  });
}
