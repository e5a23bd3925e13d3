/**
 * What all share, in the middle of the table: who leads what, places side by side, a round table, a trade. What only
 * some games have is sent only to their pages: stages and what is bid or shown in them (stages.js), cells with what
 * lies between them (board.js), a map (map.js), open offers (slips.js).
 *
 * @typedef {import("../card_face.js").CardFace} CardFace
 * @typedef {import("./scene.js").Group} Group
 * @typedef {import("./scene.js").SceneZone} SceneZone
 * @typedef {import("./table.js").Table} Table
 */

import { cardWords, emblemPicture } from "../card_face.js";
import { element } from "../elements.js";
import { safeColour } from "../symbol_badge.js";
import { knightShield, seatShield } from "./arms.js";
import { cardElement, pressable } from "./cards.js";
import { drawingOf, enterLayouts } from "./drawings.js";
import { withWords } from "./glossary.js";
import { groupThingElement, standingWords } from "./groups.js";
import { groupElement, groupHeading, groupsBody, paperBody, rowBody, zoneElement } from "./layouts.js";
import { cardKey, placeOf } from "./moves.js";
import { choose, pickedCards } from "./picking.js";
import { roving } from "./roving.js";
import { cardsOf, groupThing, zonesIn } from "./scene.js";
import { answerOf } from "./weighing.js";

const [WIDE, HIGH] = [38, 28.5]; // of the ring on which a round table's places lie
const OTHERS = 3; // that a column of a tally names besides the leader

/** Draws the middle of the table. @param {Table} table @param {SceneZone[]} zones */
export function drawCentre(table, zones = zonesIn(table.scene, "centre")) {
  const named = (/** @type {SceneZone} */ { layout }) => !drawingOf(layout) || layout === "groups";
  const inside = zones.some(({ layout }) => layout === "stages"); // bids are drawn in the stage they are for
  const bodies = zones.filter(({ layout }) => !(inside && layout === "track")).map((zone) => {
    const draw = drawingOf(zone.layout) ?? rowBody;
    return zoneElement(table, zone, draw(table, zone), named(zone));
  });
  table.parts.round.classList.toggle("rt-narrow", zones.length > 1);
  table.parts.round.replaceChildren(...bodies);
}

// ---------------------------------------------------------------- a tally

/** Who leads what: one column per group. @param {Table} table @param {SceneZone} zone */
function tallyBody(table, zone) {
  const columns = zone.groups.map((group) => element("li", {}, guildElement(table, zone, group)));
  const list = element("ul", { class: "rt-tally" }, ...columns);
  list.style.setProperty("--n", String(columns.length));
  return roving(list);
}

/** @param {Table} table @param {SceneZone} zone @param {Group} group */
function guildElement(table, zone, group) {
  const best = group.standing[0]?.[1];
  const leaders = group.standing.filter(([, number]) => number === best);
  const rest = group.standing.slice(leaders.length, leaders.length + OTHERS);
  const shared = leaders.length > 1 ? (leaders.length > 3 ? " rt-shared rt-by-many" : " rt-shared") : "";
  const lead = leaders.length
    ? element("span", { class: `rt-lead${shared}` }, ...leaders.slice(0, 4).map(([seat]) => seatShield(table.scene, seat)), element("b", {}, String(best)))
    : element("span", { class: "rt-lead rt-nobody" }, "–");
  const others = rest.map(([seat, number]) => element("span", {}, seatShield(table.scene, seat), String(number)));
  const sign = element("span", { class: "rt-sign" }, emblemPicture(group.emblem) ?? group.symbol?.sign ?? null);
  const then = group.total || answerOf(table).numbers?.[groupThing(zone, group.key)];
  const made = groupThingElement(table, zone, group, "rt-guild", standingWords(table.scene, group), [
    sign,
    element("span", { class: `rt-group-name${group.title.length > 9 ? " rt-long-name" : ""}` }, group.title),
    lead,
    element("span", { class: "rt-rest" }, ...others),
    then ? element("span", { class: "rt-then" }, table.scene.seat === null ? null : seatShield(table.scene, table.scene.seat), then) : null,
    group.badge ? element("span", { class: "rt-note" }, group.badge) : null,
  ]);
  made.style.setProperty("--a", safeColour(group.symbol?.colour ?? ""));
  return made;
}

// ---------------------------------------------------------------- places side by side

/** @param {Table} table @param {SceneZone} zone */
function placesBody(table, zone) {
  const places = zone.groups.map((group) => placeElement(table, zone, group));
  const most = Math.max(0, ...zone.groups.map(({ key }) => cardsOf(zone, key).length));
  if (most > 3) openOne(table, zone, places);
  const body = element("div", { class: `rt-side-by-side${most > 3 ? " rt-roomy" : ""}` }, ...places);
  body.style.setProperty("--n", String(Math.max(1, places.length)));
  return body.querySelector("[tabindex]") ? roving(body) : body;
}

/** On a phone one place is open below the heads of all: the one opened last, or the fullest. @param {Table} table @param {SceneZone} zone @param {HTMLElement[]} places */
function openOne(table, zone, places) {
  const counts = zone.groups.map(({ key }) => cardsOf(zone, key).filter(({ shape }) => shape !== "hole").length);
  const kept = zone.groups.findIndex(({ key }) => key === table.opened.get(zone.id));
  const open = kept >= 0 ? kept : counts.indexOf(Math.max(...counts));
  places.forEach((made, number) => {
    const { key, title } = zone.groups[number];
    made.classList.toggle("rt-shut", number !== open);
    const named = { type: "button", class: "rt-open-place", "data-key": `open:${zone.id}/${key}`, "aria-label": `Open ${title}`, "aria-expanded": String(number === open) };
    const opener = element("button", named);
    opener.addEventListener("click", () => {
      table.opened.set(zone.id, key);
      table.refresh();
    });
    made.querySelector("h4")?.append(opener);
  });
}

/** @param {Table} table @param {SceneZone} zone @param {Group} group */
function placeElement(table, zone, group) {
  const made = groupElement(table, zone, group, cardsOf(zone, group.key), "rt-slot");
  const gold = made.querySelectorAll(".rt-may").length;
  if (gold) made.classList.add("rt-may-inside");
  const choice = table.on.get(groupThing(zone, group.key))?.[0];
  if (!choice) return made;
  const named = { type: "button", class: "rt-zone-choice", "aria-label": choice.label, "data-key": `group:${choice.action}`, tabindex: -1 };
  const over = pressable(table, element("button", named), choice.action, () => choose(table, choice), choice.tab || choice.label);
  if (table.pointed === choice.action) over.classList.add("rt-pointed");
  made.append(over);
  return made;
}

// ---------------------------------------------------------------- a round table

/** Places in a circle, clockwise from the top; read and walked in that order. @param {Table} table @param {SceneZone} zone */
function ringBody(table, zone) {
  const lines = zone.centre.map((line) => element("p", {}, ...withWords(table, line)));
  const places = zone.groups.map((group, place) => ringPlace(table, zone, group, place));
  const list = element("ol", { class: "rt-places" }, ...places);
  const sword = swordOf(zone);
  return roving(element("div", { class: "rt-ring" }, element("div", { class: `rt-centre${sword ? " rt-armed" : ""}` }, sword, ...lines), list), "ring");
}

/** The sword in the middle, which points at the current place. @param {SceneZone} zone */
function swordOf({ groups }) {
  const at = groups.findIndex(({ state }) => state === "current");
  if (at < 0) return null;
  const angle = (2 * Math.PI * at) / groups.length;
  const sword = element("span", { class: "rt-blade" }, emblemPicture("sword"));
  sword.style.setProperty("--turn", `${(Math.atan2(WIDE * Math.sin(angle), HIGH * Math.cos(angle)) - Math.PI / 4).toFixed(3)}rad`);
  return sword;
}

/** @param {Table} table @param {SceneZone} zone @param {Group} group @param {number} place */
function ringPlace(table, zone, group, place) {
  const faces = cardsOf(zone, group.key);
  const cards = faces.map((face) => {
    const made = cardElement(table, zone, face, place, "rt-spot");
    const where = [group.title, group.symbol?.name, group.badge].filter(Boolean).join(", ");
    made.setAttribute("aria-label", `${where}: ${cardWords(face)}`);
    return made;
  });
  const named = { class: `rt-place${group.badge ? " rt-marked" : ""}`, "data-place": placeOf(zone, group.key) };
  const plate = element("h4", {}, emblemPicture(group.emblem), ...groupHeading(group));
  const spot = element("div", { class: "rt-spot-of" }, group.arms ? knightShield(group.arms) : null, ...cards);
  if (!cards.length) spot.append(emptyPlace(table, zone, group));
  const made = element("li", named, spot, plate);
  if (group.symbol) made.style.setProperty("--a", safeColour(group.symbol.colour));
  settle(made, place, zone.groups.length);
  return made;
}

/** A place without a card, which may be chosen or says why not. @param {Table} table @param {SceneZone} zone @param {Group} group */
function emptyPlace(table, zone, group) {
  const asked = group.why || table.on.has(groupThing(zone, group.key));
  return asked ? groupThingElement(table, zone, group, "rt-empty-place rt-spot", "", []) : element("div", { class: "rt-empty-place" });
}

/**
 * Where a place lies on the circle, and in the three columns of a narrow screen.
 * @param {HTMLElement} place @param {number} number @param {number} of
 */
function settle(place, number, of) {
  const angle = (2 * Math.PI * number) / of;
  const bulged = (/** @type {number} */ part) => Math.sign(part) * Math.abs(part) ** 0.25;
  const [across, down] = [Math.sin(angle), -Math.cos(angle)].map((part) => Number(part.toFixed(4)));
  const spot = { across, down, "square-across": bulged(across), "square-down": bulged(down) };
  for (const [name, value] of Object.entries(spot)) place.style.setProperty(`--${name}`, value.toFixed(4));
}

// ---------------------------------------------------------------- a trade

/** Two groups: who gives what. What I pick lies on my side. @param {Table} table @param {SceneZone} zone @param {string} look */
export function matBody(table, zone, look = "rt-lying") {
  const sides = zone.groups.map((group) => matSide(table, zone, group, look));
  const arrow = element("span", { class: "rt-swap", "aria-hidden": "true" });
  return roving(element("div", { class: "rt-mat" }, ...sides.slice(0, 1), arrow, ...sides.slice(1)));
}

/** @param {Table} table @param {SceneZone} zone @param {Group} group @param {string} look */
function matSide(table, zone, group, look) {
  const lying = cardsOf(zone, group.key).map((card, place) => element("li", {}, cardElement(table, zone, card, place, look)));
  const own = group.seat !== null && group.seat === table.scene.seat && table.scene.selection !== null;
  const picked = own ? pickedCards(table).map((held) => element("li", {}, pickedCard(table, held))) : [];
  const room = own ? element("li", { class: "rt-room", "aria-hidden": "true" }, picked.length ? "more, if you like" : "pick cards of your hand") : null;
  const heading = element("h4", {}, group.seat === null ? null : seatShield(table.scene, group.seat), element("span", { class: "rt-group-name" }, group.title));
  return element(
    "div",
    { class: `rt-side${own ? "" : " rt-came"}`, "data-place": placeOf(zone, group.key) },
    heading,
    element("ul", { class: "rt-cards" }, ...lying, ...picked, room),
  );
}

/** A card of the hand that lies on the mat. @param {Table} table @param {import("./picking.js").Held} held */
function pickedCard(table, { zone, card, key }) {
  const place = zone.cards.findIndex((one, number) => cardKey(zone, one, number) === key);
  return cardElement(table, zone, card, place, "rt-lying");
}

enterLayouts({ groups: groupsBody, places: placesBody, ring: ringBody, tally: tallyBody, mat: matBody, paper: (_table, zone) => paperBody(zone) });
