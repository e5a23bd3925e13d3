/**
 * A room as the server describes it to phones, wall and host, and what follows from that for each of these pages.
 *
 * @typedef {{id: number, name: string, arms: number, here: boolean, table: number|null, seat: number|null, bot: boolean, watching: boolean,
 *   thinks: number|null}} Person  `thinks`: for how many seconds, when the room was described; null while nothing is asked
 * @typedef {{table: number, seat: number, name: string, arms: number}} Bot
 * @typedef {{table: number, seat: number}} Place  both counted from 0
 * @typedef {{table: number, over: boolean, winners: number[], facts?: [string, string][], goal?: number}} Table  `facts`: what all know of each
 *   seat, such as its points; `goal`: how many of it win, 0 where nothing says so; both only where a page sees several tables
 * @typedef {{after: number, called: string, rows: [number, number, number, number][]}} Standings  after so many rounds, the best first: whose,
 *   matches won, what speaks for and against them; `called`: what that counts
 * @typedef {"sit"|"watch"|Place|{share: number}} Way into a game that has begun
 * @typedef {{ask: string, person: number, kind: string, sharer?: number|null}} Ask  `sharer`: who wants to share the person's seat
 * @typedef {{room: Room, free_arms: number[], most_arms: number, free_seats: Place[], error?: string}} About  before anybody sits down
 * @typedef {{code: string, game: string, variant: string, title: string, wifi: string, address: string,
 *   stage: "gathering"|"playing"|"over"|"closed", paused: string, places: number, shows: "table"|"standings"|"code"|"nothing",
 *   limit: number, people: Person[], bots: Bot[], me?: number|null, talk: {on: boolean, muted: number[]}, round: number, several: boolean, at_tables: number, tables: Table[], standings?: Standings, stands?: [number, number]|null, check?: import("./checked.js").Check|null,
 *   results?: import("./results.js").Results, telling?: {name: string, arms: number, words: string}[], asks?: Ask[], bot_names?: {name: string, title: string}[], bot?: string, forgotten?: boolean}} Room
 */

/** @type {WeakMap<Room, number>} */
const heardAt = new WeakMap();

export const LETTERS = "ACEFHKMNPRTWXY"; // of codes
export const CODE_LENGTH = 5;

/** The code of the room: the last part of the page's address. */
export const CODE = location.pathname.split("/").pop() ?? "";

/** An address of this room, as reached from this page. @param {string} path */
export function within(path) {
  return new URL(`${CODE}/${path}`, location.href).href;
}

/** The address of this room's socket for the page. */
export function socketAddress() {
  const address = new URL(within("socket"));
  address.protocol = address.protocol.replace("http", "ws");
  return address.href;
}

/** The socket address for a phone that is checked before anybody sits down. */
export function checkAddress() {
  return socketAddress().replace(/socket$/, "check");
}

/** The address of a room as it is typed, without what a browser adds itself. @param {Room} room */
export function plainAddress({ address }) {
  return (address || location.host).replace(/^https?:\/\//, "").replace(/\/$/, "");
}

/** The socket address for a hand against a bot. */
export function practiceAddress() {
  return socketAddress().replace(/socket$/, "practice");
}

/** Notes when a room was described; its clocks have run on since then. @param {Room} room */
export function noteTime(room) {
  heardAt.set(room, Date.now());
  return room;
}

/** How many seconds somebody has thought by now; null while nothing is asked of them. @param {Room} room @param {Person} person */
export function thinkingTime(room, { thinks }) {
  if (thinks === null) return null;
  const since = room.paused ? 0 : (Date.now() - (heardAt.get(room) ?? Date.now())) / 1000;
  return Math.floor(thinks + since);
}

/** Who is at this page. @param {Room} room */
export function myself({ me, people }) {
  return people.find(({ id }) => id === me);
}

/** Those who sit or will sit at the table. @param {Room} room */
export function players({ people }) {
  return people.filter(({ watching }) => !watching);
}

/** The table at which somebody sits, if this page is told of it. @param {Room} room @param {{table: number|null}|undefined} person */
export function tableOf({ tables }, person) {
  return tables.find(({ table }) => table === person?.table);
}

/** Who has won, if there is one table. @param {Room} room */
export function winnersOf({ tables }) {
  return tables[0]?.winners ?? [];
}

const ORDINALS = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"];
const ENDINGS = /** @type {Record<string, string>} */ ({ one: "st", two: "nd", few: "rd", other: "th" });

/** A rank, as it is said. @param {number} place */
export function ordinal(place) {
  return ORDINALS[place - 1] ?? `${place}${ENDINGS[new Intl.PluralRules("en", { type: "ordinal" }).select(place)]}`;
}

/** Where I stand among all tables, as the end of a sentence; empty if there is one table. @param {Room} room */
export function standsWords({ stands }) {
  if (!stands) return "";
  const [place, won] = stands;
  return `You stand ${ordinal(place)}, with ${won ? counted(won, "match", "matches") : "no match"} won. `;
}

/** Whose room it is. @param {Room} room @param {boolean} [begins] whether a sentence begins with it */
export function teacher({ title }, begins = false) {
  return title || (begins ? "Your teacher" : "your teacher");
}

export const SMALL = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];

/** A number of things, as it is said. @param {number} count @param {string} thing @param {string} [things] */
export function counted(count, thing, things = `${thing}s`) {
  return `${SMALL[count] ?? count} ${count === 1 ? thing : things}`;
}

/** A time, as it is said. @param {number} seconds */
export function spokenTime(seconds) {
  if (seconds < 60) return counted(Math.round(seconds), "second");
  if (seconds < 3600) return counted(Math.round(seconds / 60), "minute");
  return counted(Math.round(seconds / 3600), "hour");
}

/** A time in figures. @param {number} seconds */
export function shortTime(seconds) {
  const [minutes, rest] = [Math.floor(seconds / 60), Math.round(seconds % 60)];
  if (!minutes) return `${rest} ${rest === 1 ? "second" : "seconds"}`;
  if (minutes >= 60) return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
  return `${minutes} ${minutes === 1 ? "minute" : "minutes"}`;
}

/** A time as a clock shows it. @param {number} seconds */
export function clockTime(seconds) {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** Names one after the other. @param {string[]} names */
export function listed(names) {
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}

/** A sentence that begins with a capital letter. @param {string} words */
export function sentence(words) {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
