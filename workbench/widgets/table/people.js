/**
 * People as banners with their arms, and under each what lies open before them.
 *
 * @typedef {import("./scene.js").Scene} Scene
 * @typedef {import("./scene.js").SeatPanel} SeatPanel
 * @typedef {import("./table.js").Table} Table
 */

import { emblemPicture } from "../card_face.js";
import { element } from "../elements.js";
import { safeColour } from "../symbol_badge.js";
import { clothOf, dots, seatShield } from "./arms.js";
import { pressable } from "./cards.js";
import { tokensBody } from "./layouts.js";
import { seatPlace } from "./moves.js";
import { choose } from "./picking.js";
import { others, zonesBefore } from "./scene.js";

const CROWD = 9; // from this many others, only those who are to act have whole banners
const COUNTERS = 8;
const FAIR = 7; // letters from which a name is written smaller on a phone
const LONG = 9; // and from which it is smaller everywhere
const LONGER = 15; // and from which it takes two lines
const LONG_FACT = 12;
const LONG_WORD = 13; // letters from which a word may break at the end of its line

/** Two words for the tab of a banner. @param {SeatPanel} panel @param {boolean} own */
function stateWords(panel, own) {
  if (panel.state) return panel.state;
  if (panel.to_act) return own ? "your turn" : panel.player === "human" ? "to act" : "bot chooses";
  return panel.current ? "on turn" : "";
}

/** Of the first two facts, those that are short enough for a banner. @param {SeatPanel} panel */
function shownFacts(panel) {
  return panel.facts.slice(0, 2).filter(([, value]) => value.length <= LONG_FACT);
}

/** A fact: its number over its words, of which only the last is shown where there is little room. @param {[string, string]} fact */
function factElement([label, value]) {
  const words = label.split(" ");
  const last = words.pop() ?? "";
  const before = words.length ? element("span", { class: "rt-long" }, `${words.join(" ")} `) : null;
  return element("span", { class: `rt-fact${value.length > 5 ? " rt-long-fact" : ""}${value.length > 7 ? " rt-longer-fact" : ""}` }, element("b", {}, value), " ", element("span", {}, before, last));
}

/** All that a banner says, in words. @param {SeatPanel} panel @param {boolean} own */
function bannerWords(panel, own) {
  const bot = panel.player === "human" ? "" : `bot: ${panel.player}`;
  const facts = panel.facts.map(([label, value]) => `${value} ${label}`);
  return [panel.name, panel.side?.title, own ? "you" : bot, stateWords(panel, own), ...facts, ...panel.marks].filter(Boolean).join(", ");
}

/** The side that a seat plays, tall beside a round table: its sign, its name, whose it is, and its total. @param {Scene} scene @param {SeatPanel} panel @param {import("./scene.js").Group} side */
function pennon(scene, panel, side) {
  const made = element(
    "span",
    { class: "rt-cloth rt-pennon" },
    element("span", { class: "rt-charge" }, emblemPicture(side.emblem)),
    element("span", { class: "rt-side-name" }, side.title),
    element("span", { class: "rt-name" }, seatShield(scene, panel.seat), element("strong", {}, panel.name)),
    side.total ? element("span", { class: "rt-sum" }, side.total) : null,
    element("span", { class: "rt-facts" }, ...shownFacts(panel).map(factElement)),
  );
  made.style.setProperty("--field", safeColour(side.symbol?.colour ?? ""));
  return made;
}

/** @param {Scene} scene @param {SeatPanel} panel @param {boolean} own */
function cloth(scene, panel, own) {
  if (panel.side) return pennon(scene, panel, panel.side);
  const { field, emblem, paint } = clothOf(scene, panel.seat);
  const length = panel.name.length;
  const word = Math.max(...panel.name.split(/[\s-]/).map((one) => one.length));
  const size = length >= LONGER || word >= LONG_WORD ? " rt-longer-name" : length >= LONG ? " rt-long-name" : length >= FAIR ? " rt-fair-name" : "";
  const bot = panel.player === "human" || own ? null : element("span", { class: "rt-bot" }, "bot");
  const who = element(
    "span",
    { class: "rt-who" },
    element("span", { class: `rt-name${size}` }, element("strong", {}, panel.name), bot),
    element("span", { class: "rt-facts" }, ...shownFacts(panel).map(factElement)),
  );
  who.style.setProperty("--letters", String(length >= LONGER ? word : length));
  const made = element("span", { class: `rt-cloth rt-field-${field}` }, element("span", { class: "rt-charge" }, emblemPicture(emblem)), who);
  if (paint) made.style.setProperty("--metal", paint);
  return made;
}

/**
 * A banner: a button where a choice lies on the seat.
 * @param {Table} table @param {SeatPanel} panel @param {boolean} own
 */
export function bannerElement(table, panel, own) {
  const choice = table.on.get(`seat:${panel.seat}`)?.[0];
  const words = stateWords(panel, own);
  const inside = [cloth(table.scene, panel, own), ...panel.marks.map((name) => element("span", { class: "rt-on-rod" }, emblemPicture(name)))];
  const label = bannerWords(panel, own);
  const key = `seat:${panel.seat}`;
  if (!choice) {
    const tab = words ? element("span", { class: "rt-tab" }, words, !own && panel.to_act && panel.player !== "human" ? dots() : null) : null;
    return element("div", { class: "rt-banner", role: "img", "aria-label": label, "data-key": key, tabindex: -1 }, ...inside, tab);
  }
  const named = { class: "rt-banner", type: "button", "aria-label": `${choice.label}. ${label}`, "data-key": key, tabindex: -1 };
  const made = element("button", named, ...inside);
  if (table.pointed === choice.action) made.classList.add("rt-pointed");
  return pressable(table, made, choice.action, () => choose(table, choice), choice.tab || choice.label);
}

/** The look of a seat, as told in `data-` attributes and classes. @param {Scene} scene @param {SeatPanel} panel */
function seatLook(scene, panel) {
  const { field } = clothOf(scene, panel.seat);
  const out = ["passed", "out", "away"].includes(panel.state) ? " rt-out" : "";
  return {
    class: `rt-seat rt-of-${field}${panel.current ? " rt-current" : ""}${panel.to_act ? " rt-to-act" : ""}${out}`,
    "data-seat": panel.seat,
    "data-place": seatPlace(panel.seat),
  };
}

/** Everybody else on the wall. @param {Table} table @param {SeatPanel[]} panels @param {boolean} [open] with what lies before them */
export function drawPeople(table, panels, open = true) {
  const { scene, parts } = table;
  const shown = others(scene, panels).filter(({ seat }) => seat !== scene.seat);
  const size = shown.length >= CROWD ? "rt-crowd" : shown.length > 5 ? "rt-many" : shown.length > 3 ? "rt-some" : "rt-few";
  parts.seats.className = `rt-seats ${size}`;
  parts.seats.style.setProperty("--people", String(Math.max(1, shown.length)));
  parts.seats.replaceChildren(...shown.map((panel) => element("li", seatLook(scene, panel), bannerElement(table, panel, false), ...(open ? openBefore(table, panel) : []))));
}

/** What lies open before somebody. @param {Table} table @param {SeatPanel} panel */
function openBefore(table, panel) {
  const zones = zonesBefore(table.scene, "people", panel.seat);
  const chips = zones.some(({ layout }) => layout === "places");
  if (chips && panel.held && zones.every(({ cards }) => !cards.length)) return [countersElement(panel.held)];
  return zones.map((zone) => tokensBody(table, zone));
}

/** Chips that somebody holds, visual only: the banner says how many. @param {number} count */
function countersElement(count) {
  const counters = Array.from({ length: Math.min(count, COUNTERS) }, () => element("span", { class: "rt-counter" }));
  return element("div", { class: "rt-counters", "aria-hidden": "true" }, ...counters);
}

/** My own banner. @param {Table} table @param {SeatPanel[]} panels */
export function ownBanner(table, panels) {
  const own = panels.find(({ seat }) => seat === table.scene.seat);
  return own ? element("div", seatLook(table.scene, own), bannerElement(table, own, true)) : null;
}
