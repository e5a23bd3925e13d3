/**
 * The desk of the host: the worst trouble as its heading, strips with what helps, and everybody; a pressed person takes
 * the place of the strips.
 *
 * @typedef {import("./about.js").Person} Person
 * @typedef {import("./about.js").Room} Room
 * @typedef {import("./host.js").Host} Host
 * @typedef {import("./troubles.js").Trouble} Trouble
 */

import { element, plainButton } from "../elements.js";
import { roving } from "../table/roving.js";
import { spokenTime, thinkingTime } from "./about.js";
import { drawEverybody } from "./everybody.js";
import { fill, markPicture } from "./parts.js";
import { endParts } from "./results.js";
import { personStrips } from "./person.js";
import { act, choosePerson, skip, strip } from "./strips.js";
import { headingOf, shownTroubles, sublineOf, troublesOf } from "./troubles.js";

const PATIENCE = 120_000; // milliseconds that *Wait* gives
const CALM = 10_000; // milliseconds between two changes of the heading that are read aloud

/** The parts of the page that last. @param {HTMLElement} screen @param {Host} host */
export function layDesk(screen, { send }) {
  const check = plainButton("Check", { class: "rm-to-check", "data-key": "check", title: "Which phones reach this computer?" }, () => send({ type: "check", on: true }));
  const menu = plainButton("Menu", { class: "wb-button rm-menu", "data-key": "menu" }, () => /** @type {HTMLElement} */ (screen.querySelector(".rm-hall h2")).focus());
  const top = element("header", { class: "rm-desk-top" }, element("p", { class: "wb-brand" }, markPicture(), element("span", { class: "rm-which" })), check, menu);
  const head = element("div", { class: "rm-head" }, element("h1", { tabindex: -1 }), element("p", { class: "wb-soft" }));
  const live = element("p", { class: "wb-unseen rm-live", "aria-live": "polite" });
  const people = element("ul", { class: "rm-people", "aria-label": "People" });
  const legend = element("p", { class: "rm-legend", "aria-hidden": "true" }, ...[["thinks", "thinks, for how long"], ["long", "more than a minute"], ["waits", "waits"], ["done", "done"], ["lost", "silent"]].map(([look, words]) => element("span", { class: `rm-key rm-${look}` }, element("i"), words)));
  const desk = element("main", { class: "rm-desk" }, top, head, live, element("p", { class: "rm-refused", role: "alert", hidden: true }), element("div", { class: "rm-strips" }), element("section", { class: "rm-end", "aria-label": "The end" }), people, legend);
  const hall = element("aside", { class: "wb-hall rm-hall", "aria-label": "What the class sees" });
  screen.replaceChildren(element("div", { class: "rm-host" }, desk, hall));
  roving(people, "field");
}

/** @param {HTMLElement} screen @param {Host} host */
export function drawDesk(screen, host) {
  const { room, notice } = host;
  const place = (/** @type {string} */ name) => /** @type {HTMLElement} */ (screen.querySelector(name));
  const troubles = troublesOf(host);
  const person = room.people.find(({ id }) => id === host.chosen);
  const heading = person ? person.name : headingOf(room, troubles);
  fill(place(".rm-which"), element("span", {}, "Room ", room.code), " ", element("em", {}, [room.game, room.variant, room.several ? `round ${room.round}` : ""].filter(Boolean).join(", ")));
  place(".rm-to-check").hidden = room.stage !== "gathering";
  write(place("h1"), heading);
  write(place(".rm-head p"), person ? aboutPerson(room, person) : sublineOf(room, troubles.length > 0));
  readAloud(place(".rm-live"), headingOf(room, troubles));
  write(place(".rm-refused"), notice);
  place(".rm-refused").hidden = !notice;
  document.title = `${heading} · ${room.code}`;
  const strips = person ? personStrips(host, person) : shownTroubles(troubles).map((one) => stripElement(host, one));
  if (!writes(host, place(".rm-strips"))) fill(place(".rm-strips"), ...strips);
  fill(place(".rm-end"), ...endParts(host));
  drawEverybody(place(".rm-people"), host);
}

/** Whether a name is being written there, which redrawing would swallow. @param {Host} host @param {HTMLElement} place */
function writes({ question, chosen }, place) {
  const at = /** @type {HTMLElement|null} */ (document.activeElement);
  /** @type {Partial<Record<typeof question, string>>} */
  const fields = { rename: `name:${chosen}`, move: `place:${chosen}` };
  const asked = fields[question];
  return asked !== undefined && place.contains(at) && at?.dataset.key === asked;
}

/** @param {HTMLElement} place @param {string} words */
function write(place, words) {
  if (place.textContent !== words) place.textContent = words;
}

/** The heading is read aloud when it changes, but at most every ten seconds. @param {HTMLElement} place @param {string} words */
function readAloud(place, words) {
  const last = Number(place.dataset.told ?? 0);
  if (place.textContent === words || Date.now() - last < CALM) return;
  place.textContent = words;
  place.dataset.told = String(Date.now());
}

/** What is known about somebody. @param {Room} room @param {Person} person */
function aboutPerson(room, person) {
  const seconds = thinkingTime(room, person);
  const thinks = seconds === null ? "Nothing is asked now." : `Has thought for ${spokenTime(seconds)}.`;
  const here = person.here ? "Is here." : "The phone is silent.";
  const where = room.several && person.table !== null ? `Sits at table ${person.table + 1}.` : "";
  return [here, where, person.watching ? "Watches this game." : room.stage === "playing" ? thinks : "", person.bot ? "A bot plays on." : ""].filter(Boolean).join(" ");
}

// ---------------------------------------------------------------- strips

/** @param {Host} host @param {Trouble} trouble */
function stripElement(host, { kind, person, words, ask = "" }) {
  const { id, name } = person;
  const more = act("More", `more:${id}`, () => choosePerson(host, id));
  const wait = act("Wait", `wait:${id}`, () => {
    host.waits.set(id, Date.now() + PATIENCE);
    host.draw();
  });
  if (kind === "nod") {
    const nod = (/** @type {boolean} */ yes) => () => host.send({ type: "nod", ask, yes });
    return strip(kind, person, [element("b", {}, name), words], act("Yes, let in", `yes:${ask}`, nod(true)), act("No", `no:${ask}`, nod(false)));
  }
  const bot = act("Bot plays on", `bot:${id}`, () => host.send({ type: "bot", person: id, on: true }));
  if (kind === "stuck") return strip(kind, person, [element("b", {}, name), words], bot, wait, more);
  return strip(kind, person, [element("b", {}, name), words], act("Skip this choice", `skip:${id}`, () => skip(host, id)), wait, more);
}
