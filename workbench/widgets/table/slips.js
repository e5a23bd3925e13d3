/**
 * The open floor: each open offer is a slip with who gives what to whom, what is asked for, and who has to act.
 *
 * @typedef {import("./scene.js").Group} Group
 * @typedef {import("./scene.js").SceneZone} SceneZone
 * @typedef {import("./table.js").Table} Table
 */

import { element } from "../elements.js";
import { seatShield } from "./arms.js";
import { cardElement } from "./cards.js";
import { enterLayouts } from "./drawings.js";
import { groupThingElement } from "./groups.js";
import { roving } from "./roving.js";
import { cardsOf, groupThing } from "./scene.js";

const MOST_IN_A_ROW = 7;

/** Every open offer, and a dashed slip that says how to make one. @param {Table} table @param {SceneZone} zone */
function slipsBody(table, zone) {
  const slips = zone.groups.map((group) => slipElement(table, zone, group));
  const own = zone.centre.map((words) => element("p", { class: "rt-slip rt-blank" }, words));
  const list = element("ul", { class: "rt-slips" }, ...[...slips, ...own].map((slip) => element("li", {}, slip)));
  list.style.setProperty("--n", String(Math.min(MOST_IN_A_ROW, Math.max(1, slips.length + own.length))));
  return slips.length ? roving(list) : list;
}

/** @param {Table} table @param {SceneZone} zone @param {Group} group */
function slipElement(table, zone, group) {
  const [giver, partner] = group.between ?? [0, 0];
  const pressed = table.on.has(groupThing(zone, group.key));
  const gone = smallCards(table, zone, group.key);
  const back = smallCards(table, zone, `${group.key}/back`);
  const arrow = element("span", { class: `rt-arrow${back.length ? " rt-both-ways" : ""}`, "aria-hidden": "true" });
  const passed = element("span", { class: "rt-passed" }, seatShield(table.scene, giver), ...gone, arrow, ...back, seatShield(table.scene, partner));
  const words = [group.title, group.badge, group.state].filter(Boolean).join("; ");
  return groupThingElement(table, zone, group, "rt-slip", words, [
    passed,
    element("span", { class: "rt-wants" }, group.badge),
    pressed ? null : element("span", { class: "rt-slip-state" }, group.state),
  ]);
}

/** Cards, just large enough to tell apart; the words of the slip name them. @param {Table} table @param {SceneZone} zone @param {string} key */
function smallCards(table, zone, key) {
  return cardsOf(zone, key).map((card, place) => {
    const made = cardElement(table, zone, card, place, "rt-mini");
    made.removeAttribute("tabindex");
    made.setAttribute("aria-hidden", "true");
    return made;
  });
}

enterLayouts({ slips: slipsBody });
