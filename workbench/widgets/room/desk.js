/**
 * The desk of the host: the worst that holds as its heading, strips with what helps, and everybody with how long they
 * think; who is pressed takes the place of the strips.
 *
 * @typedef {import("./about.js").Person} Person
 * @typedef {import("./about.js").Room} Room
 * @typedef {import("./host.js").Host} Host
 * @typedef {import("./troubles.js").Trouble} Trouble
 */

import { element, plainButton } from "../elements.js";
import { roving } from "../table/roving.js";
import { clockTime, players, spokenTime, thinkingTime } from "./about.js";
import { fill, markPicture, shield } from "./parts.js";
import { endParts } from "./results.js";
import { personStrips } from "./person.js";
import { act, choosePerson, skip, strip } from "./strips.js";
import { headingOf, shownTroubles, sublineOf, troublesOf } from "./troubles.js";

const LONG = 60; // seconds
const PATIENCE = 120_000; // milliseconds that *Wait* gives
const CALM = 10_000; // milliseconds between two changes of the heading that are read aloud

/** What lasts of the page. @param {HTMLElement} screen @param {Host} host */
export function layDesk(screen, { send }) {
  const check = plainButton("Check", { class: "rm-to-check", "data-key": "check", title: "Which phones reach this computer?" }, () => send({ type: "check", on: true }));
  const menu = plainButton("Menu", { class: "wb-button rm-menu", "data-key": "menu" }, () => /** @type {HTMLElement} */ (screen.querySelector(".rm-hall h2")).focus());
  const top = element("header", { class: "rm-desk-top" }, element("p", { class: "wb-brand" }, markPicture(), element("span", { class: "rm-which" })), check, menu);
  const head = element("div", { class: "rm-head" }, element("h1", { tabindex: -1 }), element("p", { class: "wb-soft" }));
  const live = element("p", { class: "wb-unseen rm-live", "aria-live": "polite" });
  const people = element("ul", { class: "rm-people", "aria-label": "People" });
  const legend = element("p", { class: "rm-legend", "aria-hidden": "true" }, ...[["thinks", "thinks, for how long"], ["long", "more than a minute"], ["waits", "waits"], ["lost", "silent"]].map(([look, words]) => element("span", { class: `rm-key rm-${look}` }, element("i"), words)));
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
  fill(place(".rm-which"), element("span", {}, "Room ", room.code), " ", element("em", {}, [room.game, room.variant].filter(Boolean).join(", ")));
  place(".rm-to-check").hidden = room.stage !== "gathering";
  write(place("h1"), heading);
  write(place(".rm-head p"), person ? aboutPerson(room, person) : sublineOf(room));
  readAloud(place(".rm-live"), headingOf(room, troubles));
  write(place(".rm-refused"), notice);
  place(".rm-refused").hidden = !notice;
  document.title = `${heading} · ${room.code}`;
  const strips = person ? personStrips(host, person) : shownTroubles(troubles).map((one) => stripElement(host, one));
  if (!writes(host, place(".rm-strips"))) fill(place(".rm-strips"), ...strips);
  fill(place(".rm-end"), ...endParts(host));
  drawPeople(place(".rm-people"), host);
}

/** Whether a name is being written there, which drawing anew would swallow. @param {Host} host @param {HTMLElement} place */
function writes({ question, chosen }, place) {
  const at = /** @type {HTMLElement|null} */ (document.activeElement);
  return question === "rename" && place.contains(at) && at?.dataset.key === `name:${chosen}`;
}

/** @param {HTMLElement} place @param {string} words */
function write(place, words) {
  if (place.textContent !== words) place.textContent = words;
}

/** The heading is read aloud when it changes, but not more often than every ten seconds. @param {HTMLElement} place @param {string} words */
function readAloud(place, words) {
  const last = Number(place.dataset.told ?? 0);
  if (place.textContent === words || Date.now() - last < CALM) return;
  place.textContent = words;
  place.dataset.told = String(Date.now());
}

/** What is known of somebody. @param {Room} room @param {Person} person */
function aboutPerson(room, person) {
  const seconds = thinkingTime(room, person);
  const thinks = seconds === null ? "Nothing is asked now." : `Has thought for ${spokenTime(seconds)}.`;
  const here = person.here ? "Is here." : "The phone is silent.";
  return [here, person.watching ? "Watches this game." : room.stage === "playing" ? thinks : "", person.bot ? "A bot plays on." : ""].filter(Boolean).join(" ");
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
    return strip(kind, person, [element("b", {}, `${name} asks to come back`), words], act("Yes, let in", `yes:${ask}`, nod(true)), act("No", `no:${ask}`, nod(false)));
  }
  const bot = act("Bot plays on", `bot:${id}`, () => host.send({ type: "bot", person: id, on: true }));
  if (kind === "stuck") return strip(kind, person, [element("b", {}, name), words], bot, wait, more);
  return strip(kind, person, [element("b", {}, name), words], act("Skip this choice", `skip:${id}`, () => skip(host, id)), wait, more);
}

// ---------------------------------------------------------------- people

/** How somebody is, in a word or a time. @param {Host} host @param {Person} person */
function stateOf({ room, silent }, person) {
  const seconds = thinkingTime(room, person);
  if (person.watching) return { look: "waits", words: "watches", said: "watches" };
  if (person.bot) return { look: "bot", words: "bot", said: "a bot plays on" };
  if (room.stage !== "playing") return person.here ? { look: "done", words: "is in", said: "is in" } : { look: "waits", words: "phone sleeps", said: "is in, the phone sleeps" };
  if (!person.here) {
    const since = Math.floor((Date.now() - (silent.get(person.id) ?? Date.now())) / 60_000);
    return { look: "lost", words: since ? `silent ${since} min` : "silent", said: "the phone is silent" };
  }
  if (seconds === null) return { look: "waits", words: "waits", said: "waits" };
  return { look: seconds >= LONG ? "long" : "thinks", words: clockTime(seconds), said: `thinks for ${spokenTime(seconds)}` };
}

/** Everybody: one stop, arrows; the names stay where they are. @param {HTMLElement} list @param {Host} host */
function drawPeople(list, host) {
  const { room } = host;
  const bots = room.bots.map((bot) => element("li", { class: "rm-person rm-bot" }, shield(bot.arms), element("span", { class: "rm-whom" }, bot.name), element("span", { class: "rm-state" }, "bot")));
  const empty = room.people.length ? [] : [element("li", { class: "wb-soft rm-nobody" }, "Whoever comes in stands here.")];
  const items = [...players(room), ...room.people.filter(({ watching }) => watching)].map((person) => element("li", {}, personElement(host, person)));
  const stop = /** @type {HTMLElement|null} */ (list.querySelector("[tabindex='0']"))?.dataset.key;
  const made = [...items, ...bots, ...empty];
  for (const button of made.flatMap((item) => [...item.querySelectorAll("button")])) if (button.dataset.key === stop) button.setAttribute("tabindex", "0");
  fill(list, ...made);
  if (!list.querySelector("[tabindex='0']")) list.querySelector("button")?.setAttribute("tabindex", "0");
}

/** @param {Host} host @param {Person} person */
function personElement(host, person) {
  const { look, words, said } = stateOf(host, person);
  const chosen = host.chosen === person.id;
  const named = { class: `rm-person rm-${look}${chosen ? " rm-chosen" : ""}`, "data-key": `person:${person.id}`, tabindex: -1, "aria-pressed": String(chosen), "aria-label": `${person.name}, ${said}` };
  const made = plainButton("", named, () => choosePerson(host, person.id));
  made.append(shield(person.arms), element("span", { class: "rm-whom" }, person.name), element("span", { class: "rm-state" }, words));
  return made;
}
