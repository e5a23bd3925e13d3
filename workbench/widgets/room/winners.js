/**
 * The wall when a game is over: who has won, and everybody ordered by what they have.
 *
 * @typedef {import("./about.js").Room} Room
 */

import { element } from "../elements.js";
import { listed, winnersOf } from "./about.js";
import { banner, factLines, fill } from "./parts.js";
import { joinSmall, wallBar } from "./wall_parts.js";

const MOST_BESIDE = 8; // of those who did not win
const ROW = 4;
const BESIDE_MANY = 6; // if several have won
const FACTS = 2;

/** @param {Room} room @param {any} scene the table as it lies @param {number} seat */
function bearer(room, scene, seat) {
  const panel = (scene.seats ?? []).find((/** @type {{seat: number}} */ one) => one.seat === seat);
  const person = room.people.find((one) => one.seat === seat);
  const bot = room.bots.find((one) => one.seat === seat);
  const arms = scene.arms?.[seat] ?? person?.arms ?? bot?.arms ?? seat;
  return { seat, name: panel?.name ?? person?.name ?? bot?.name ?? `Seat ${seat + 1}`, arms };
}

/** @param {any} scene @param {ReturnType<typeof bearer>} one @param {string} look @param {string} tab */
function cloth(scene, one, look, tab) {
  return banner(one, { look, tab, lines: factLines(scene, one.seat, FACTS) });
}

/** @param {Room} room @param {string[]} names */
function verdict(room, names) {
  if (!names.length) return room.stage === "closed" ? "The room is closed" : "The game is over";
  return names.length === 1 ? `${names[0]} has won` : `${listed(names)} have won together`;
}

/** Shows who has won. @param {HTMLElement} screen @param {Room} room @param {any} scene */
export function drawWinners(screen, room, scene) {
  const winners = winnersOf(room).map((seat) => bearer(room, scene, seat));
  const others = (scene.seats ?? []).map((/** @type {{seat: number}} */ { seat }) => bearer(room, scene, seat)).filter((/** @type {{seat: number}} */ { seat }) => !winnersOf(room).includes(seat));
  const closed = room.stage === "closed";
  const words = closed ? "The room is closed. Everybody’s results are kept." : scene.over ? scene.message : "The game was ended as it stood.";
  const hung = element("div", { class: "rm-winners" }, ...winners.map((one) => cloth(scene, one, "rm-won", "won")));
  const shown = others.slice(0, winners.length > 2 ? BESIDE_MANY : MOST_BESIDE);
  const beside = element("div", { class: `rm-beside${shown.length > ROW ? " rm-many" : ""}` }, ...shown.map((/** @type {ReturnType<typeof bearer>} */ one) => cloth(scene, one, "", "")));
  beside.style.setProperty("--row", String(Math.min(shown.length, winners.length > 2 ? ROW - 1 : ROW)));
  const head = element("div", { class: "rm-verdict" }, element("h2", {}, verdict(room, winners.map(({ name }) => name))));
  const main = element("main", { class: "rm-wall rm-over" }, wallBar(room, "", closed ? undefined : joinSmall(room)), head, element("div", { class: "rm-hung" }, hung, others.length ? beside : ""), element("p", { class: "rm-ribbon", role: "status" }, element("span", {}, words)));
  fill(screen, main);
}
