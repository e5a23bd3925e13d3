/**
 * What is drawn for a group, wherever one is a thing by itself: a guild of a tally, a cell of a board, a number of a
 * track.
 *
 * @typedef {import("./scene.js").Group} Group
 * @typedef {import("./scene.js").Scene} Scene
 * @typedef {import("./scene.js").SceneZone} SceneZone
 * @typedef {import("./table.js").Table} Table
 */

import { element } from "../elements.js";
import { seatShield } from "./arms.js";
import { pressable } from "./cards.js";
import { choose, explain, toggleExtra, wishOn } from "./picking.js";
import { groupThing } from "./scene.js";

/**
 * What is drawn for a group, as a button if a choice, a wish or a reason lies on it.
 * @param {Table} table @param {SceneZone} zone @param {Group} group @param {string} look @param {string} words
 * @param {(Node|null)[]} inside
 */
export function groupThingElement(table, zone, group, look, words, inside) {
  const thing = groupThing(zone, group.key);
  const choice = table.on.get(thing)?.[0];
  const wish = wishOn(table.scene, thing);
  const key = `group:${zone.id}/${group.key}`;
  const named = { class: look, "data-key": key, "aria-label": words };
  if (choice) {
    const made = element("button", { type: "button", tabindex: -1, ...named, "aria-label": [choice.label, words].filter(Boolean).join(". ") }, ...inside);
    if (choice.then) made.append(element("span", { class: "rt-then", "aria-hidden": "true" }, choice.then));
    if (table.pointed === choice.action) made.classList.add("rt-pointed");
    return pressable(table, made, choice.action, () => choose(table, choice), choice.tab);
  }
  if (wish) {
    const pressed = String(table.extras.get(wish.extra.key) === wish.choice.action);
    const label = { "aria-label": `${wish.extra.label}: ${wish.choice.label}. ${words}`, "aria-pressed": pressed };
    const made = element("button", { type: "button", tabindex: -1, ...named, ...label }, ...inside);
    made.addEventListener("click", () => toggleExtra(table, wish.extra.key, wish.choice.action));
    return made;
  }
  if (group.why) {
    const made = element("button", { type: "button", tabindex: -1, ...named, "aria-label": `${words || group.title}. ${group.why}` }, ...inside);
    made.classList.add("rt-cannot");
    made.addEventListener("click", () => explain(table, group.why));
    return made;
  }
  return element("div", { role: "img", tabindex: -1, ...named }, ...inside);
}

/** Who has how much of one thing, on the ribbon. @param {Scene} scene @param {Group} group */
export function standingsElement(scene, group) {
  const items = group.standing.map(([seat, number]) =>
    element("span", { class: seat === group.seat ? "rt-first" : null }, seatShield(scene, seat), element("b", {}, String(number))),
  );
  return element("div", { class: "rt-standings", role: "img", "aria-label": standingWords(scene, group) }, element("span", { class: "rt-standings-of" }, group.title), ...items);
}

/** Standings in words: "Food: Anna 4, Deniz 2". @param {Scene} scene @param {Group} group */
export function standingWords(scene, group) {
  const name = (/** @type {number} */ seat) => scene.seats.find((panel) => panel.seat === seat)?.name ?? "";
  const standing = group.standing.map(([seat, number]) => `${seat === scene.seat ? "you" : name(seat)} ${number}`);
  return [`${group.title}: ${standing.join(", ") || "nobody yet"}`, group.badge, group.total].filter(Boolean).join("; ");
}
