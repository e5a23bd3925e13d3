/**
 * The ways into a game that has begun: a bot's seat, a seat with somebody, or watching.
 *
 * @typedef {import("./about.js").Room} Room
 * @typedef {import("./about.js").Way} Way
 * @typedef {import("./join.js").Joining} Joining
 */

import { element } from "../elements.js";
import { counted, players } from "./about.js";
import { banner, eyePicture, heading, shield } from "./parts.js";
import { foot, form, mainButton } from "./screen.js";

const MOST_BANNERS = 5;

/**
 * One way, or one of several of its kind: a bot's seat, a seat with somebody, watching.
 * @typedef {{ways: Way[], names: string[], arms: number[], one: (name: string) => string, several: string, words: (name: string) => string}} Kind
 */

/** @param {Room} room @param {import("./about.js").Place[]} free @returns {Kind[]} */
export function waysInto(room, free) {
  const bots = free.map((place) => botAt(room, place) ?? { ...place, name: "the bot", arms: place.seat });
  const where = (/** @type {{name: string, table: number|null}} */ { name, table }) => (room.several && table !== null ? `${name}, table ${table + 1}` : name);
  const people = players(room);
  const share = (/** @type {string} */ name) => `You see ${ofName(name)} cards, too, and choose together.`;
  /** @type {Kind[]} */
  const kinds = [
    { ways: free, names: bots.map(where), arms: bots.map(({ arms }) => arms), one: (name) => `Take ${ofName(name)} seat`, several: "Take a bot’s seat", words: () => "A bot has played for it so far." },
    { ways: people.map(({ id }) => ({ share: id })), names: people.map(where), arms: people.map(({ arms }) => arms), one: (name) => `Share a seat with ${name}`, several: "Share a seat", words: share },
    { ways: ["watch"], names: [""], arms: [], one: () => "Watch", several: "", words: () => "You see what the wall sees, no hands. You may sit down in the next game." },
  ];
  return kinds.filter(({ ways }) => ways.length);
}

/** @param {Room} room @param {import("./about.js").Place} place */
function botAt({ bots }, place) {
  return bots.find(({ table, seat }) => table === place.table && seat === place.seat);
}

/** @param {string} name */
function ofName(name) {
  return name.endsWith("s") ? `${name}’` : `${name}’s`;
}

/** Those at the table, and the seat that one would take. @param {Room} room @param {Way} chosen */
function rowOfPeople(room, chosen) {
  const taken = typeof chosen === "object" && "seat" in chosen ? botAt(room, chosen) : null;
  const share = typeof chosen === "object" && "share" in chosen ? chosen.share : null;
  const asked = [...room.bots.map((bot) => ({ ...bot, tab: "bot", asked: bot === taken })), ...players(room).map((one) => ({ ...one, tab: one.bot ? "bot" : "", asked: one.id === share }))];
  const shown = [...asked].sort((one, other) => Number(other.asked) - Number(one.asked)).slice(0, MOST_BANNERS);
  return element("div", { class: "rm-row" }, ...shown.map((one) => banner(one, { look: one.asked ? "rm-asked" : "", tab: one.tab })));
}

/** A way to choose; if there are several of its kind, one chooses whose seat. @param {Kind} kind @param {boolean} first @param {(way: Way) => void} choose */
function wayElement({ ways, names, arms, one, several, words }, first, choose) {
  const input = element("input", { type: "radio", name: "way", checked: first });
  const [title, hint, picture] = [element("b"), element("span", { class: "wb-soft" }), element("span")];
  const select = /** @type {HTMLSelectElement} */ (element("select", { class: "rm-whose", "aria-label": `${several}: whose?` }, ...names.map((name, at) => element("option", { value: at }, name))));
  const show = () => {
    const at = select.selectedIndex;
    title.textContent = ways.length > 1 ? several : one(names[at]);
    hint.textContent = words(names[at]);
    picture.replaceChildren(arms.length ? shield(arms[at]) : eyePicture());
  };
  const chosen = () => choose(ways[select.selectedIndex]);
  input.addEventListener("change", chosen);
  select.addEventListener("change", () => {
    /** @type {HTMLInputElement} */ (input).checked = true;
    show();
    chosen();
  });
  show();
  const label = element("label", { class: "rm-way" }, input, element("span", {}, title, hint), picture);
  return element("div", {}, label, ways.length > 1 ? select : null);
}

/** The form and the hall beside it. @param {Joining} joining @param {Kind[]} kinds @param {string} why @param {(way: Way) => Promise<void>} go */
export function waysForm({ room, name }, kinds, why, go) {
  let chosen = kinds[0].ways[0];
  const row = element("div");
  const draw = (/** @type {Way} */ way) => {
    chosen = way;
    row.replaceChildren(rowOfPeople(room, chosen));
  };
  draw(chosen);
  const hint = `${room.game}. There ${kinds.length === 1 ? "is one way" : `are ${counted(kinds.length, "way")}`} in.`;
  const head = element("div", { class: "rm-in" }, heading(why.replace(/\.$/, "") || `The game has begun, ${name}`), element("p", { class: "rm-hint" }, hint));
  const list = element("div", { class: "rm-ways", role: "radiogroup", "aria-label": "Ways in" }, ...kinds.map((kind, at) => wayElement(kind, at === 0, draw)));
  return { sheet: form(() => go(chosen), head, list, foot(mainButton("Go in"))), hang: element("div", { class: "rm-few" }, row) };
}
