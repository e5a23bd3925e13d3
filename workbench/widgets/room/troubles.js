/**
 * What a host should look after now, the worst first, and the sentence for it.
 *
 * @typedef {import("./about.js").Room} Room
 * @typedef {import("./about.js").Person} Person
 * @typedef {import("./host.js").Host} Host
 * @typedef {{kind: "stuck"|"look"|"nod", person: Person, words: string, ask?: string, seconds: number}} Trouble
 */

import { counted, listed, players, sentence, spokenTime, thinkingTime, winnersOf } from "./about.js";

const LONG = 60; // seconds, from which somebody counts as thinking long
const MOST = 3; // strips

/** @param {Person[]} people who else waits meanwhile @param {Person} person */
function othersWait(people, person) {
  const waiting = people.filter(({ id, table, thinks, bot }) => id !== person.id && table === person.table && thinks === null && !bot).map(({ name }) => name);
  if (!waiting.length) return "";
  return waiting.length > 2 ? ` ${sentence(counted(waiting.length, "other"))} wait.` : ` ${listed(waiting)} ${waiting.length === 1 ? "waits" : "wait"}.`;
}

/** Where somebody sits, among other tables. @param {Room} room @param {Person} person */
function at({ several }, { table }) {
  return several && table !== null ? `, table ${table + 1}` : "";
}

/** Phones that are silent although they are asked for something. @param {Host} host @returns {Trouble[]} */
function stuck({ room, silent, waits }) {
  const away = players(room).filter(({ id, here, bot, thinks }) => !here && !bot && thinks !== null && (waits.get(id) ?? 0) < Date.now());
  return away.map((person) => {
    const seconds = Math.floor((Date.now() - (silent.get(person.id) ?? Date.now())) / 1_000);
    const since = seconds < LONG ? "" : ` for ${spokenTime(seconds)}`;
    const words = `${at(room, person)}: the phone has been silent${since}.${seconds < LONG ? " Often the screen is only locked." : othersWait(players(room), person)}`;
    return { kind: /** @type {const} */ ("stuck"), person, words, seconds };
  });
}

/** Those who think long. @param {Host} host @returns {Trouble[]} */
function slow({ room, waits }) {
  const long = players(room).filter((one) => one.here && !one.bot && (thinkingTime(room, one) ?? 0) >= LONG && (waits.get(one.id) ?? 0) < Date.now());
  return long.map((person) => ({ kind: /** @type {const} */ ("look"), person, words: `${at(room, person)}${room.several ? "," : ""} thinks.${othersWait(players(room), person)}`, seconds: thinkingTime(room, person) ?? 0 }));
}

/** Those who ask for the host's nod. @param {Room} room @returns {Trouble[]} */
function asking({ asks = [], people }) {
  return asks.flatMap(({ ask, person: of, kind }) => {
    const person = people.find(({ id }) => id === of);
    if (!person) return [];
    const words = kind === "share" ? " is asked to share a seat." : ` asks to come back from another phone. Is it really ${person.name}?`;
    return [{ kind: /** @type {const} */ ("nod"), person, words, ask, seconds: 0 }];
  });
}

/** All troubles, the worst first. @param {Host} host */
export function troublesOf(host) {
  const worst = (/** @type {Trouble} */ one, /** @type {Trouble} */ other) => other.seconds - one.seconds;
  const paused = Boolean(host.room.paused);
  return [...(paused ? [] : [...stuck(host).sort(worst), ...slow(host).sort(worst)]), ...asking(host.room)];
}

/** As many as the desk shows; whoever asks for a nod is always heard. @param {Trouble[]} troubles */
export function shownTroubles(troubles) {
  const nods = troubles.filter(({ kind }) => kind === "nod");
  if (troubles.length <= MOST || !nods.length) return troubles.slice(0, MOST);
  return [...troubles.filter(({ kind }) => kind !== "nod").slice(0, MOST - 1), ...nods].slice(0, MOST);
}

/** The worst trouble now, as a sentence. @param {Room} room @param {Trouble[]} troubles */
export function headingOf(room, troubles) {
  const { stage, paused, places } = room;
  if (stage === "closed") return "The room is closed";
  if (stage === "over") return overWords(room);
  if (paused) return "Everything is paused";
  const stuckOnes = troubles.filter(({ kind }) => kind === "stuck");
  if (stuckOnes.length > 1) return `${sentence(counted(stuckOnes.length, "pupil"))} cannot go on`;
  if (stuckOnes.length) return `${stuckOnes[0].person.name} cannot go on`;
  const [first] = troubles;
  if (first?.kind === "look") return `${first.person.name} has thought for ${spokenTime(first.seconds)}`;
  if (first) return `${first.person.name} asks to come back`;
  const { length } = players(room);
  if (stage === "gathering") return !length ? "Nobody is in yet" : length < places ? `${length} of ${places} ${length === 1 ? "is" : "are"} in` : length === 1 ? "One is in" : `All ${length} are in`;
  return thinkingWords(room);
}

/** @param {Room} room */
function overWords(room) {
  const { people, bots, standings, round } = room;
  if (room.several) {
    const first = people.find(({ id }) => id === standings?.rows[0]?.[0])?.name;
    return `Round ${round} is over${first ? `: ${first} stands first` : ""}`;
  }
  const names = winnersOf(room).map((seat) => (people.find((one) => one.seat === seat) ?? bots.find((one) => one.seat === seat))?.name ?? "");
  return names.length ? `${listed(names)} ${names.length === 1 ? "has" : "have"} won` : "The game is over";
}

/** Who is to act while nothing is wrong. @param {Room} room */
function thinkingWords(room) {
  if (room.several) return tablesWords(room, "");
  const names = players(room).filter(({ thinks, bot }) => thinks !== null && !bot).map(({ name }) => name);
  if (!names.length) return "A bot plays";
  if (names.length === 1) return `${names[0]} chooses`;
  return names.length < 4 ? `${listed(names)} choose` : `${sentence(counted(names.length, "pupil"))} choose`;
}

/** How many tables play, and how many are done. @param {Room} room @param {string} end of the sentence */
function tablesWords({ tables }, end) {
  const done = tables.filter(({ over }) => over).length;
  const play = tables.length - done;
  const all = done ? sentence(counted(play, "table")) : `All ${counted(play, "table")}`;
  return `${all} ${play === 1 ? "plays" : "play"}${done ? `, ${done} ${done === 1 ? "is" : "are"} done` : ""}${end}`;
}

/** @param {Person[]} all @param {number} here */
function hereWords(all, here) {
  if (all.length === 1) return `${all[0].name} is ${here ? "" : "not "}`.trimEnd();
  return `${here === all.length ? `All ${here}` : `${here} of ${all.length}`} ${here === 1 ? "is" : "are"}`;
}

/** What else is so: how many are here, and for whom bots play. @param {Room} room @param {boolean} troubled whether the heading is about somebody */
export function sublineOf(room, troubled) {
  const all = players(room);
  const here = all.filter((one) => one.here).length;
  const bots = all.filter(({ bot }) => bot).map(({ name }) => name);
  const watching = room.people.length - all.length;
  const botWords = bots.length > 2 ? `bots play for ${bots.length} of them` : bots.length ? `a bot plays for ${listed(bots)}` : "";
  const sits = room.bots.length ? `${room.bots.length === 1 ? "a bot sits" : `${counted(room.bots.length, "bot")} sit`} with them` : "";
  const asleep = all.length - here;
  const sleeping = asleep ? `${counted(asleep, "phone")} ${asleep === 1 ? "sleeps" : "sleep"}, which may be` : "";
  const counts = room.stage !== "playing" ? sleeping : all.length ? `${hereWords(all, here)} here` : "";
  const watch = watching ? `${counted(watching, "pupil")} ${watching === 1 ? "watches" : "watch"}` : "";
  const rest = [counts, botWords, sits, watch].filter(Boolean).join("; ");
  const tables = room.several && room.stage === "playing" && (troubled || room.paused) ? tablesWords(room, ". ") : "";
  const sub = tables + (rest && `${sentence(rest)}.`);
  return room.paused ? `${room.paused} ${sub}`.trim() : sub;
}
