/**
 * The hall beside the desk: what the wall shows, how the game is played, and the one gold button.
 *
 * @typedef {import("./about.js").Room} Room
 * @typedef {import("./host.js").Host} Host
 */

import { element, plainButton } from "../elements.js";
import { CODE, counted, players } from "./about.js";
import { codeTiles, fill } from "./parts.js";

const SHOWN = /** @type {[Room["shows"], string][]} */ ([["table", "Table"], ["code", "Code"], ["nothing", "Nothing"]]);
const SHOWN_OF_SEVERAL = /** @type {typeof SHOWN} */ ([["table", "Tables"], ["standings", "Standings"], ["code", "Code"], ["nothing", "Nothing"]]);
const LIMITS = /** @type {[number, string][]} */ ([[0, "no limit"], [30, "30 seconds"], [60, "1 minute"], [120, "2 minutes"], [180, "3 minutes"], [300, "5 minutes"]]);
const TALKS = /** @type {[string, string][]} */ ([["off", "none"], ["on", "quick phrases"]]);

/** What the wall can show. @param {Room} room */
function shownBy({ several }) {
  return several ? SHOWN_OF_SEVERAL : SHOWN;
}

/** An address next to this page's. @param {string} path */
const beside = (path) => new URL(`../${path}`, location.href).href;

/** @param {HTMLElement} screen @param {Host} host */
export function drawHall(screen, host) {
  const hall = /** @type {HTMLElement} */ (screen.querySelector(".rm-hall"));
  if (!hall.firstChild) layHall(hall, host);
  const place = (/** @type {string} */ name) => /** @type {HTMLElement} */ (hall.querySelector(name));
  const { room } = host;
  fill(place(".rm-wall-shows"), ...wallParts(host));
  choose(place(".rm-limit"), LIMITS.map(([seconds, words]) => [String(seconds), words]), String(room.limit));
  choose(place(".rm-bots"), (room.bot_names ?? []).map(({ name, title }) => [name, title]), room.bot ?? "");
  choose(place(".rm-talks"), TALKS, room.talk.on ? "on" : "off");
  for (const key of ["title", "wifi"]) setText(/** @type {HTMLInputElement} */ (place(`.rm-${key}`)), room[/** @type {"title"|"wifi"} */ (key)]);
  fill(place(".rm-last"), ...lastParts(host));
}

/** The parts that last: fields keep what is typed in them. @param {HTMLElement} hall @param {Host} host */
function layHall(hall, { send }) {
  const pick = (/** @type {string} */ words, /** @type {string} */ look, /** @type {(value: string) => void} */ chosen) => {
    const select = /** @type {HTMLSelectElement} */ (element("select", { class: `rm-${look}`, "data-key": look }));
    select.addEventListener("change", () => chosen(select.value));
    return element("label", {}, element("span", {}, words), select);
  };
  const text = (/** @type {string} */ words, /** @type {string} */ look, /** @type {string} */ empty) => {
    const input = /** @type {HTMLInputElement} */ (element("input", { class: `rm-${look}`, "data-key": look, placeholder: empty, maxlength: 40, autocomplete: "off" }));
    input.addEventListener("change", () => send({ type: "called", [look]: input.value.trim() }));
    return element("label", {}, element("span", {}, words), input);
  };
  const safe = element("p", {}, element("span", {}, "Then plays"), element("b", {}, "the safe choice"));
  const rows = element("div", { class: "rm-rows" }, pick("Time for a choice", "limit", (value) => send({ type: "limit", seconds: Number(value) })), safe, pick("Bots", "bots", (name) => send({ type: "bots", name })), pick("Talk", "talks", (value) => send({ type: "talk", on: value === "on" })), text("Whose room", "title", "Ms Berger"), text("Wi-Fi", "wifi", "its name"));
  hall.replaceChildren(element("h2", { tabindex: -1 }, "The wall shows"), element("div", { class: "rm-wall-shows" }), rows, element("div", { class: "rm-last" }));
}

/** @param {HTMLElement} place @param {[string, string][]} options @param {string} value */
function choose(place, options, value) {
  const select = /** @type {HTMLSelectElement} */ (place);
  const all = options.some(([key]) => key === value) ? options : [...options, /** @type {[string, string]} */ ([value, value])];
  fill(select, ...all.map(([key, words]) => element("option", { value: key }, words)));
  if (select.value !== value && document.activeElement !== select) select.value = value;
}

/** @param {HTMLInputElement} input @param {string} value */
function setText(input, value) {
  if (input.value !== value && document.activeElement !== input) input.value = value;
}

/** What the class sees: the way in before play, then one of three. @param {Host} host */
function wallParts({ room, send }) {
  const wall = element("a", { class: "rm-to-wall", href: beside(`screen/${CODE}`), target: "_blank", rel: "noopener", "data-key": "wall" }, "Open the wall");
  const pattern = element("img", { class: "rm-small-pattern", src: beside(`screen/${CODE}/qr.svg`), alt: `The address of the room ${CODE} as a pattern for the camera` });
  const ways = element("div", { class: "rm-way-in" }, pattern, element("div", {}, codeTiles(room.code, "rm-host-code"), element("p", {}, room.address.replace(/^https?:\/\//, "").replace(/\/$/, "")), wall));
  const pills = shownBy(room).map(([key, words]) => plainButton(words, { class: "rm-pill", role: "radio", "aria-checked": String(room.shows === key), "data-key": `shows:${key}` }, () => send({ type: "wall", shows: key })));
  return [ways, element("div", { class: "rm-pills", role: "radiogroup", "aria-label": "The wall shows" }, ...pills)];
}

/** The gold button and what is below it; what ends something asks first. @param {Host} host */
function lastParts(host) {
  const { room, send } = host;
  if (host.question === "end" || host.question === "close" || host.question === "forget") return sure(host, host.question);
  if (room.stage === "closed") return closedParts(host);
  const gold = (/** @type {string} */ words, /** @type {string} */ key, /** @type {object} */ message, off = false) => plainButton(words, { class: "wb-button wb-main", "data-key": key, "aria-disabled": off ? "true" : null }, () => off || send(message));
  const close = plainButton("Close the room", { class: "wb-button", "data-key": "close" }, () => question(host, "close"));
  const shown = shownBy(room).find(([key]) => key === room.shows)?.[1].toLowerCase() ?? "";
  const wall = plainButton(`Wall: ${shown}`, { class: "wb-button rm-next-shown", "data-key": "next-shown" }, () => send({ type: "wall", shows: nextShown(room) }));
  if (room.stage === "gathering") return [gold("Deal the cards", "begin", { type: "begin" }, !players(room).length), fine(dealWords(room)), close, wall];
  if (room.stage === "over" && room.several) return [gold(`Deal round ${room.round + 1}`, "begin", { type: "begin" }), fine("Winners meet winners."), close, wall];
  if (room.stage === "over") return [gold("Play again", "begin", { type: "begin" }), fine("Same people, same game, new lot."), close, wall];
  const pause = room.paused ? gold("Go on", "pause", { type: "pause", on: false }) : gold("Pause everything", "pause", { type: "pause", on: true });
  const end = plainButton(room.several ? `End round ${room.round}` : "End the game", { class: "wb-button", "data-key": "end" }, () => question(host, "end"));
  return [pause, fine(room.paused ? "The clocks run again." : "All clocks stop, the phones say why."), element("div", { class: "rm-two" }, end, close), wall];
}

/** What can be done with what is kept. @param {Host} host */
function closedParts(host) {
  if (host.room.forgotten) return [fine("Nothing is kept of this room any more.")];
  const forget = plainButton("Delete what is kept", { class: "wb-button", "data-key": "forget" }, () => question(host, "forget"));
  return [fine("The code is free again. Everybody’s results are kept for 30 days."), forget];
}

/** @param {Room} room */
function dealWords(room) {
  const { length } = players(room);
  if (!length) return "As soon as somebody is in.";
  if (room.at_tables > 1) return `At up to ${counted(room.at_tables, "table")}, by lot.`;
  return length < room.places ? `Bots take the ${room.places - length === 1 ? "seat that is" : `${room.places - length} seats that are`} free.` : "Everybody is in.";
}

/** @param {Room} room */
function nextShown(room) {
  const all = shownBy(room);
  const place = all.findIndex(([key]) => key === room.shows);
  return all[(place + 1) % all.length][0];
}

/** @param {string} words */
function fine(words) {
  return element("p", { class: "rm-fine" }, words);
}

/** @param {Host} host @param {""|"end"|"close"|"forget"} asked */
function question(host, asked) {
  Object.assign(host, { question: asked, chosen: null });
  host.drawn = () => {
    document.querySelector(".rm-asks")?.scrollIntoView({ block: "center" });
    if (asked) /** @type {HTMLElement|null} */ (document.querySelector("[data-key='not-sure']"))?.focus();
  };
  host.draw();
}

/** @param {Host} host @param {"end"|"close"|"forget"} asked */
function sure(host, asked) {
  const [words, doing] = {
    end: [`End ${host.room.several ? "this round" : "the game"} as it stands?`, "End it"],
    close: ["Close the room? The code is free then, and nobody plays here any more.", "Close it"],
    forget: ["Delete names, acts and times of this room for good? Files that you have taken stay.", "Delete"],
  }[asked];
  const yes = plainButton(doing, { class: "wb-button", "data-key": `sure:${asked}` }, () => {
    host.send({ type: asked });
    question(host, "");
  });
  const no = plainButton("No", { class: "wb-button", "data-key": "not-sure" }, () => question(host, ""));
  return [element("p", { class: "rm-asks", role: "alert" }, words), element("div", { class: "rm-two" }, no, yes)];
}
