/**
 * A story told in the middle of the table: its card, its stages in order, the bids in one of them, and the lanes of
 * those who show their cards together.
 *
 * @typedef {import("./scene.js").Choice} Choice
 * @typedef {import("./scene.js").Group} Group
 * @typedef {import("./scene.js").SceneZone} SceneZone
 * @typedef {import("./table.js").Table} Table
 */

import { emblemPicture } from "../card_face.js";
import { element } from "../elements.js";
import { seatShield } from "./arms.js";
import { cardElement, pressable } from "./cards.js";
import { enterLayouts } from "./drawings.js";
import { groupThingElement, standingWords } from "./groups.js";
import { zoneElement } from "./layouts.js";
import { placeOf } from "./moves.js";
import { choose } from "./picking.js";
import { roving } from "./roving.js";
import { cardsOf, groupThing } from "./scene.js";

/** One whole card. @param {Table} table @param {SceneZone} zone */
function storyBody(table, zone) {
  const cards = zone.cards.map((card, place) => element("li", {}, cardElement(table, zone, card, place, "rt-told")));
  return roving(element("ul", { class: "rt-cards" }, ...cards));
}

// ---------------------------------------------------------------- stages

/** Groups in order: those past and to come small, the current one large. @param {Table} table @param {SceneZone} zone */
function stagesBody(table, zone) {
  const between = zone.centre[0] ?? "";
  const stages = zone.groups.map((group, number) => stageElement(table, zone, group, number ? between : ""));
  const list = element("ol", { class: `rt-stages${between ? " rt-being-set" : ""}` }, ...stages);
  list.style.setProperty("--n", String(stages.length));
  return list.querySelector("[tabindex]") ? roving(list) : list;
}

/** @param {Table} table @param {SceneZone} zone @param {Group} group @param {string} between what stands between it and the one before */
function stageElement(table, zone, group, between) {
  const cards = cardsOf(zone, group.key);
  const current = group.state === "current";
  const [first] = table.on.get(groupThing(zone, group.key)) ?? [];
  const room = first?.using?.length ? roomElement(table, first, `room:${zone.id}/${group.key}`) : null;
  const items = [...cards.map((card, place) => cardElement(table, zone, card, place, "rt-lying")), ...(room ? [room] : [])];
  if (!items.length && !group.state) items.push(element("span", { class: "rt-empty-room", "aria-hidden": "true" }));
  const standing = group.standing.map(([seat]) => element("li", {}, seatShield(table.scene, seat)));
  const track = current ? table.scene.zones.find(({ layout }) => layout === "track") : undefined;
  const look = `rt-step rt-${group.state || "open-stage"}${track ? " rt-with-track" : ""}`;
  return element(
    "li",
    { class: look, "aria-current": current ? "step" : null, "data-place": placeOf(zone, group.key) },
    between ? element("span", { class: "rt-between" }, between) : null,
    stageHeading(table, zone, group, room !== null),
    element("ul", { class: "rt-cards" }, ...items.map((item) => element("li", {}, item))),
    group.total || group.fault ? element("p", { class: `rt-total${/^\d+$/.test(group.total) ? "" : " rt-words-only"}` }, totalWords(group, current)) : null,
    group.fault ? element("p", { class: "rt-fault" }, group.fault) : null,
    group.badge ? element("p", { class: "rt-badge" }, group.badge) : null,
    notesOf(group).length ? notesList(table, group) : null,
    standing.length && !current ? element("ul", { class: "rt-standing" }, ...standing) : null,
    track ? zoneElement(table, track, trackBody(table, track)) : null,
  );
}

/** The total of a stage and, in the current one, what it is. @param {Group} group @param {boolean} current */
function totalWords({ total }, current) {
  const number = /^\d+$/.test(total);
  return element("span", {}, element(number ? "b" : "span", {}, total), current && number ? element("span", { class: "rt-needed" }, " needed") : null);
}

/** @param {Table} table @param {SceneZone} zone @param {Group} group @param {boolean} room */
function stageHeading(table, zone, group, room) {
  const inside = [element("span", { class: "rt-group-name" }, group.title)];
  if (room) return element("h4", { class: "rt-stage-title" }, ...inside);
  const fought = group.state === "current" && group.standing.length > 0;
  const told = fought ? [standingWords(table.scene, group)] : [group.title, group.total, group.badge, ...passedBy(table, group)];
  const words = [...told, group.fault].filter(Boolean).join("; ");
  return groupThingElement(table, zone, group, "rt-stage-title", words, inside);
}

/** @param {Table} table @param {Group} group */
function passedBy({ scene }, { standing }) {
  const names = standing.map(([seat]) => (seat === scene.seat ? "you" : scene.seats.find((panel) => panel.seat === seat)?.name ?? ""));
  return names.length ? [`passed by ${names.join(", ")}`] : [];
}

/** Where the taken card may lie: what it adds, and what it makes. @param {Table} table @param {Choice} choice @param {string} key */
function roomElement(table, choice, key) {
  const inside = [element("b", {}, choice.tab), choice.then ? element("span", { class: "rt-makes" }, choice.then) : null];
  const label = [choice.label, choice.then].filter(Boolean).join(": ");
  const named = { type: "button", class: "rt-gold-room", "aria-label": label, "data-key": key, tabindex: -1 };
  return pressable(table, element("button", named, ...inside), choice.action, () => choose(table, choice), "");
}

/** What is said of seats in a group: its notes, else their numbers during its fight. @param {Group} group @returns {[number, string][]} */
function notesOf({ notes, standing, state }) {
  if (notes?.length || state !== "current") return notes ?? [];
  return standing.map(([seat, number]) => [seat, String(number)]);
}

/** What is said about seats, in order. @param {Table} table @param {Group} group */
function notesList({ scene }, group) {
  const items = notesOf(group).map(([seat, words]) => {
    const name = seat === scene.seat ? "" : scene.seats.find((panel) => panel.seat === seat)?.name ?? "";
    return element("li", {}, seatShield(scene, seat), element("span", { class: "rt-unseen" }, `${name} `), numberFirst(words));
  });
  return element("ul", { class: "rt-notes" }, ...items);
}

/** "30 you": the number large. @param {string} words */
function numberFirst(words) {
  const found = /^(\d+)(.*)$/.exec(words);
  return found ? element("span", {}, element("b", {}, found[1]), found[2]) : element("span", {}, words);
}

// ---------------------------------------------------------------- a track

const TRACK_LOOKS = ["free", "standing", "open", "beyond"];

/** Numbers in order, some of which may be bid. @param {Table} table @param {SceneZone} zone */
function trackBody(table, zone) {
  const numbers = zone.groups.map((group) => {
    const look = TRACK_LOOKS.includes(group.state) ? group.state : "beyond";
    const words = [group.title, look === "standing" ? "stands" : "", group.badge].filter(Boolean).join(", ");
    return element("li", {}, groupThingElement(table, zone, group, `rt-bid rt-bid-${look}`, words, [
      group.seat === null ? null : seatShield(table.scene, group.seat),
      element("b", {}, group.title),
      group.badge ? element("span", { class: "rt-cost" }, group.badge) : null,
    ]));
  });
  const list = element("ol", { class: "rt-track" }, ...numbers);
  const from = zone.groups.findIndex(({ state }) => state === "standing" || state === "open");
  list.style.setProperty("--n", String(numbers.length));
  numbers.forEach((item, number) => item.classList.toggle("rt-far", number < from - 1 || number > from + 6));
  return roving(list);
}

// ---------------------------------------------------------------- lanes

/** A lane for each seat: the cards that it shows, what its rank is worth, its total. @param {Table} table @param {SceneZone} zone */
function lanesBody(table, zone) {
  const made = zone.groups.map((group) => laneElement(table, zone, group));
  const list = element("ul", { class: "rt-lanes" }, ...made);
  list.style.setProperty("--n", String(made.length));
  return list.querySelector("[tabindex]") ? roving(list) : list;
}

/** @param {Table} table @param {SceneZone} zone @param {Group} group */
function laneElement(table, zone, group) {
  const items = cardsOf(zone, group.key).map((card, place) => element("li", {}, cardElement(table, zone, card, place, "rt-lying")));
  const sign = group.seat === null ? emblemPicture(group.emblem) : seatShield(table.scene, group.seat);
  const words = [group.title, group.badge, group.total].filter(Boolean).join(", ");
  const heading = element("h4", {}, sign, element("span", { class: "rt-group-name" }, group.title));
  const sum = element("p", { class: "rt-sum", "aria-label": words }, element("span", {}, group.badge), element("b", { class: /^\d*$/.test(group.total) ? "" : "rt-word" }, group.total));
  const look = `rt-lane${group.state ? ` rt-lane-${group.state}` : ""}`;
  return element("li", { class: look, "data-place": placeOf(zone, group.key) }, heading, element("ul", { class: "rt-cards" }, ...items), sum);
}

enterLayouts({ stages: stagesBody, story: storyBody, lanes: lanesBody, track: trackBody });
