/**
 * Everybody at the host's desk, with how long they think: in order of arrival, or table by table.
 *
 * @typedef {import("./about.js").Person} Person
 * @typedef {import("./about.js").Bot} Bot
 * @typedef {import("./about.js").Table} Table
 * @typedef {import("./host.js").Host} Host
 */

import { element, plainButton } from "../elements.js";
import { clockTime, players, spokenTime, tableOf, thinkingTime } from "./about.js";
import { fill, shield } from "./parts.js";
import { choosePerson } from "./strips.js";

const LONG = 60; // seconds
const COLUMNS = 3; // of tables

/** How somebody is doing, in a word or a time. @param {Host} host @param {Person} person */
function stateOf({ room, silent }, person) {
  const seconds = thinkingTime(room, person);
  if (person.watching) return { look: "waits", words: "watches", said: "watches" };
  if (person.bot) return { look: "bot", words: "bot", said: "a bot plays on" };
  if (room.stage !== "playing") return person.here ? { look: "done", words: "is in", said: "is in" } : { look: "waits", words: "phone sleeps", said: "is in, the phone sleeps" };
  if (tableOf(room, person)?.over) return { look: "done", words: "done", said: "is done" };
  if (!person.here) {
    const since = Math.floor((Date.now() - (silent.get(person.id) ?? Date.now())) / 60_000);
    return { look: "lost", words: since ? `silent ${since} min` : "silent", said: "the phone is silent" };
  }
  if (seconds === null) return { look: "waits", words: "waits", said: "waits" };
  return { look: seconds >= LONG ? "long" : "thinks", words: clockTime(seconds), said: `thinks for ${spokenTime(seconds)}` };
}

/** Shows everybody: one Tab stop, arrow keys; the names stay put. @param {HTMLElement} list @param {Host} host */
export function drawEverybody(list, host) {
  const { room } = host;
  const stop = /** @type {HTMLElement|null} */ (list.querySelector("[tabindex='0']"))?.dataset.key;
  const made = room.several ? byTable(host) : inOrder(host);
  for (const button of made.flatMap((item) => [...item.querySelectorAll("button")])) if (button.dataset.key === stop) button.setAttribute("tabindex", "0");
  list.classList.toggle("rm-by-table", room.several);
  const rows = Math.max(1, Math.ceil(room.tables.length / COLUMNS));
  list.style.setProperty("--rows", String(rows));
  list.style.setProperty("--columns", String(Math.ceil(room.tables.length / rows)));
  fill(list, ...made);
  if (!list.querySelector("[tabindex='0']")) list.querySelector("button")?.setAttribute("tabindex", "0");
}

/** @param {Host} host */
function inOrder(host) {
  const { room } = host;
  const people = [...players(room), ...room.people.filter(({ watching }) => watching)].map((person) => element("li", {}, personElement(host, person)));
  const empty = room.people.length ? [] : [element("li", { class: "wb-soft rm-nobody" }, "Whoever comes in stands here.")];
  return [...people, ...room.bots.map((bot) => element("li", {}, botElement(bot))), ...empty];
}

/** @param {Host} host */
function byTable(host) {
  const { room } = host;
  const without = room.people.filter(({ table }) => table === null);
  const rest = without.length ? [element("li", { class: "rm-without" }, ...without.map((person) => personElement(host, person)))] : [];
  return [...room.tables.map((table) => tableElement(host, table)), ...rest];
}

/** @param {Host} host @param {Table} table */
function tableElement(host, { table, facts = [] }) {
  const { people, bots } = host.room;
  const rows = facts.map(([label, value], seat) => {
    const here = people.filter((one) => one.table === table && one.seat === seat);
    const bot = bots.find((one) => one.table === table && one.seat === seat);
    const seated = here.length ? here.map((person) => personElement(host, person)) : bot ? [botElement(bot)] : [];
    return element("div", { class: "rm-seat" }, element("div", {}, ...seated), element("b", { title: label }, value, element("span", { class: "wb-unseen" }, ` ${label}`)));
  });
  return element("li", { class: "rm-one-table" }, element("b", { class: "rm-number" }, String(table + 1)), element("div", {}, ...rows));
}

/** @param {Bot} bot */
function botElement({ arms, name }) {
  return element("p", { class: "rm-person rm-bot" }, shield(arms), element("span", { class: "rm-whom" }, name), element("span", { class: "rm-state" }, "bot"));
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
