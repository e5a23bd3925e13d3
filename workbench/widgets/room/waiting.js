/**
 * The page for those who have sat down and wait for the game, and for those who have been away.
 *
 * @typedef {import("./about.js").Room} Room
 * @typedef {import("./about.js").Person} Person
 */

import { emblemPicture } from "../card_face.js";
import { element, plainButton } from "../elements.js";
import { banner, connection, factLines, fill, heading, shield } from "./parts.js";
import { myself, ordinal, players, shortTime, teacher, thinkingTime } from "./about.js";
import { foot, showScreen } from "./screen.js";

const MOST_LINES = 3;
const HIDDEN = 3; // of a note on a line of the log: whether some have not heard it
const MOST_SHIELDS = 30;
const MOST_BANNERS = 4;
const ROW = 10; // shields

// ---------------------------------------------------------------- waiting

/** @typedef {{minute: (() => void)|null, practise: (() => void)|null, rename: () => void, handOn: () => void}} Acts  null: not available here */

/** How many have arrived. @param {Room} room */
function hereWords(room) {
  const { length } = players(room);
  const begins = length < room.places ? "begins when all are" : "can begin";
  const watching = myself(room)?.watching;
  const rest = watching ? "You watch this game, and may sit down in the next." : "Your phone may sleep meanwhile.";
  return [element("b", {}, room.places > length ? `${length} of ${room.places}` : `All ${length}`), ` ${length === 1 && room.places > 1 ? "is" : "are"} here. ${teacher(room, true)} ${begins}. ${rest}`];
}

/** Everybody's shield, in order of arrival, and what is still free. @param {Room} room */
function shieldsElement(room) {
  const all = players(room);
  const place = all.findIndex(({ id }) => id === room.me);
  const mine = place < 0 ? "" : `; you hang in the ${ordinal(Math.floor(place / ROW) + 1)} row, ${ordinal((place % ROW) + 1)} from the left`;
  const holes = Math.max(0, Math.min(room.places, MOST_SHIELDS) - all.length);
  const shields = all.map((one) => element("li", { class: one.id === room.me ? "rm-me" : null }, shield(one.arms)));
  return element("ul", { class: "rm-others", "aria-label": `${all.length} are in${mine}` }, ...shields, ...Array.from({ length: holes }, () => element("li", { class: "rm-hole" })));
}

/**
 * Shows that one is in; called again, it updates the page without moving anything.
 * @param {HTMLElement} root @param {Room} room @param {boolean} kept whether this phone keeps the seat
 * @param {Acts} acts
 */
export function showWaiting(root, room, kept, acts) {
  const me = myself(room);
  if (!me) return;
  if (document.documentElement.dataset.state !== "wait") layWaiting(root, room, me, kept, acts);
  const [hang, lead, place] = [".rm-hang", ".rm-lead", ".rm-place-body"].map((one) => /** @type {HTMLElement} */ (root.querySelector(one)));
  const whose = room.title ? `Connected to ${room.title}’s room` : `Connected to the room ${room.code}`;
  fill(hang, connection(whose, true), banner(me, { look: "rm-great", tab: me.watching ? "watches" : "on the wall" }));
  fill(lead, element("span", {}, ...hereWords(room)));
  fill(place, shieldsElement(room));
  const title = /** @type {HTMLElement} */ (root.querySelector("h1"));
  const words = `You are in, ${me.name}`;
  if (title.textContent !== words) title.textContent = words;
}

/** @param {HTMLElement} root @param {Room} room @param {Person} me @param {boolean} kept @param {Acts} acts */
function layWaiting(root, room, me, kept, { minute, practise, rename, handOn }) {
  const words = "This window forgets your seat once it is closed. Keep it open, or ask to be let back in.";
  const forgets = kept ? null : element("p", { class: "rm-note rm-look", role: "status" }, words);
  const line = (/** @type {string} */ emblem, /** @type {string} */ title, /** @type {string} */ soft, /** @type {() => void} */ press) => element("p", { class: "rm-line" }, element("i", { "aria-hidden": "true" }, emblemPicture(emblem)), plainButton(title, { class: "rm-line-button" }, press), element("span", { class: "wb-soft" }, soft));
  const lines = [
    minute && line("book", `${room.game} in one minute`, practise ? "Five pictures, then you can play it" : "Five pictures", minute),
    practise && line("robot", "A hand against a bot", "Counts for nothing; stops by itself", practise),
    line("quill", "Other name, other arms", "As long as the game has not begun", rename),
    line("figure", "Somebody else on this device", "Two can hold one phone, each with a seat", handOn),
  ].filter((one) => one !== null);
  const sheet = element(
    "section",
    {},
    element("div", { class: "rm-in" }, heading(`You are in, ${me.name}`), element("p", { class: "rm-lead", role: "status" }), forgets),
    element("div", { class: "rm-do" }, element("h2", {}, "Until then"), ...lines),
    element("div", { class: "rm-place" }, element("h2", {}, "On the wall"), element("div", { class: "rm-place-body" })),
  );
  showScreen(root, "wait", element("div"), sheet);
}

// ---------------------------------------------------------------- away for a while

/** What is said about the time that is left. @param {Room} room @param {Person} me */
function timeLeft(room, me) {
  const thought = thinkingTime(room, me);
  if (thought === null) return "Nothing is asked of you now.";
  if (!room.limit) return "It is your move, and no clock runs.";
  const left = Math.max(0, room.limit - thought);
  return room.paused ? room.paused : `You have ${shortTime(left)}${left > 60 && left % 60 ? ` ${left % 60}` : ""} left. Then the safe choice is played for you.`;
}

/** My banner and a few others', those who are to act first. @param {Room} room @param {Person} me @param {any} scene */
function banners(room, me, scene) {
  const others = players(room).filter(({ id, table }) => id !== me.id && table === me.table);
  const bots = room.bots.filter(({ table }) => table === me.table);
  const sorted = [...others].sort((one, other) => Number(other.thinks !== null) - Number(one.thinks !== null));
  const tab = (/** @type {Person} */ { thinks, bot }) => (thinks === null ? "" : bot ? "bot chooses" : "chooses");
  const few = others.length + bots.length === 1;
  const lines = (/** @type {number|null} */ seat) => (few ? factLines(scene, seat, 1) : []);
  const mine = banner(me, { look: me.thinks === null ? "" : "rm-now", tab: me.thinks === null ? "" : "you choose", lines: lines(me.seat) });
  const all = [...sorted.map((one) => ({ ...one, tab: tab(one) })), ...bots.map((bot) => ({ ...bot, tab: "bot" }))];
  const rest = all.slice(0, MOST_BANNERS).map((one) => banner(one, { tab: one.tab, lines: lines(one.seat) }));
  return element("div", { class: `rm-row${rest.length === 1 ? " rm-duel" : ""}` }, mine, ...rest);
}

/** A line of what happened, with the shield of the person it begins with. @param {Room} room @param {string} line */
function happenedLine(room, line) {
  const actor = [...room.people, ...room.bots].filter(({ name }) => line.startsWith(name)).sort((one, other) => other.name.length - one.name.length)[0];
  const words = actor ? [element("b", {}, actor.name), line.slice(actor.name.length)] : [line];
  return element("li", {}, actor ? shield(actor.arms) : element("span"), element("p", {}, ...words));
}

/** The newest three lines that all may hear: somebody else may hold the phone now. @param {any} scene @param {number} from how many lines were seen before */
export function happenedSince({ log = [], notes = [] }, from) {
  const heardByAll = log.map((/** @type {string} */ line, /** @type {number} */ at) => (at < from || notes[at]?.[HIDDEN] ? "" : line));
  return heardByAll.filter(Boolean).slice(-MOST_LINES);
}

/** @typedef {{seconds: number, happened: string[], scene: any}} Away  `seconds`: 0 if somebody else held the phone meanwhile */

/**
 * What covers the cards after a while: it says what happened meanwhile, and one press shows them. Called again, it
 * updates the page.
 * @param {HTMLElement} root @param {Room} room @param {Away} away @param {() => void} show
 */
export function showAsleep(root, room, away, show) {
  const me = myself(room);
  if (!me) return show();
  if (document.documentElement.dataset.state !== "asleep") layAsleep(root, me, away, show);
  const [hang, lost, list, left] = [".rm-hang", ".rm-lost-nothing", ".rm-since", ".rm-left"].map((one) => /** @type {HTMLElement} */ (root.querySelector(one)));
  const nothing = element("li", {}, element("span"), element("p", {}, "Nothing new."));
  fill(hang, connection("Connected again", true), banners(room, me, away.scene));
  fill(lost, me.bot ? "A bot played for you meanwhile. It hands back at once." : "Nothing was lost, and nobody played for you.");
  fill(list, ...(away.happened.length ? away.happened.map((line) => happenedLine(room, line)) : [nothing]));
  return fill(left, timeLeft(room, me));
}

/** @param {HTMLElement} root @param {Person} me @param {Away} away @param {() => void} show */
function layAsleep(root, me, { seconds }, show) {
  const title = seconds < 1 ? `${me.name}, your cards are covered` : `You were away ${shortTime(seconds)}`;
  const button = plainButton(me.watching ? "Show the table" : "Show my cards", { class: "wb-button wb-main" }, show);
  const sheet = element(
    "section",
    {},
    element("div", { class: "rm-in" }, heading(title), element("p", { class: "rm-hint rm-lost-nothing" })),
    element("div", { class: "rm-do" }, element("h2", {}, "This happened"), element("ol", { class: "rm-since" })),
    foot(button, element("p", { class: "rm-hint rm-mid rm-left" })),
  );
  showScreen(root, "asleep", element("div"), sheet);
}
