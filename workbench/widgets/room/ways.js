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

/** What a way is called, what it means, and whose arms stand beside it. @param {Room} room @param {Way} way */
function wayWords({ bots, people }, way) {
  if (way === "watch") return { title: "Watch", words: "You see what the wall sees, no hands. You may sit down in the next game.", picture: eyePicture() };
  if (way === "sit") return { title: "Take a seat that is free", words: "You play from now on.", picture: null };
  if ("seat" in way) {
    const bot = bots.find(({ seat }) => seat === way.seat) ?? { name: "a bot", arms: way.seat };
    return { title: `Take ${ofName(bot.name)} seat`, words: "A bot has played for it so far.", picture: shield(bot.arms) };
  }
  const partner = people.find(({ id }) => id === way.share) ?? { name: "somebody", arms: 0 };
  const words = `You see ${ofName(partner.name)} cards, too, and choose together. ${partner.name} has to say yes.`;
  return { title: `Share a seat with ${partner.name}`, words, picture: shield(partner.arms) };
}

/** @param {string} name */
function ofName(name) {
  return name.endsWith("s") ? `${name}’` : `${name}’s`;
}

/** Those at the table, and the seat that one would take. @param {Room} room @param {Way} chosen */
function rowOfPeople(room, chosen) {
  const seat = typeof chosen === "object" && "seat" in chosen ? chosen.seat : null;
  const share = typeof chosen === "object" && "share" in chosen ? chosen.share : null;
  const asked = [...room.bots.map((bot) => ({ ...bot, tab: "bot", asked: bot.seat === seat })), ...players(room).map((one) => ({ ...one, tab: one.bot ? "bot" : "", asked: one.id === share }))];
  const shown = [...asked].sort((one, other) => Number(other.asked) - Number(one.asked)).slice(0, MOST_BANNERS);
  return element("div", { class: "rm-row" }, ...shown.map((one) => banner(one, { look: one.asked ? "rm-asked" : "", tab: one.tab })));
}

/** The form and the hall beside it. @param {Joining} joining @param {Way[]} ways @param {string} why @param {(way: Way) => Promise<void>} go */
export function waysForm({ room, name }, ways, why, go) {
  let chosen = ways[0];
  const row = element("div");
  const draw = () => row.replaceChildren(rowOfPeople(room, chosen));
  const choices = ways.map((way, number) => {
    const { title, words, picture } = wayWords(room, way);
    const input = /** @type {HTMLInputElement} */ (element("input", { type: "radio", name: "way", value: number, checked: number === 0 }));
    input.addEventListener("change", () => {
      chosen = way;
      draw();
    });
    return element("label", { class: "rm-way" }, input, element("span", {}, element("b", {}, title), element("span", { class: "wb-soft" }, words)), picture);
  });
  draw();
  const hint = `${room.game}. There ${ways.length === 1 ? "is one way" : `are ${counted(ways.length, "way")}`} in.`;
  const head = element("div", { class: "rm-in" }, heading(why || `The game has begun, ${name}`), element("p", { class: "rm-hint" }, hint));
  const list = element("div", { class: "rm-ways", role: "radiogroup", "aria-label": "Ways in" }, ...choices);
  return { sheet: form(() => go(chosen), head, list, foot(mainButton("Go in"))), hang: element("div", { class: "rm-few" }, row) };
}
