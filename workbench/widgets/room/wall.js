/**
 * The wall in front of a class: who sits down, then the table as everybody may see it, then who has won. Nothing on it
 * can be pressed, and it links nowhere.
 *
 * @typedef {import("./about.js").Room} Room
 * @typedef {{screen: HTMLElement, table: HTMLElement, said: HTMLElement, model: ReturnType<typeof makeModel>, room: Room|null}} Wall
 */

import { element, say } from "../elements.js";
import { hear, makeModel, openThread } from "../table/socket_model.js";
import table from "../table/table.js";
import { noteTime, players, socketAddress, spokenTime, thinkingTime } from "./about.js";
import { drawCheckWall } from "./check_wall.js";
import { drawGathering } from "./gathering.js";
import { fill } from "./parts.js";
import { keepAlive } from "./pulse.js";
import { hangSlips, nameAt } from "./talk.js";
import { joinSmall, wallBar } from "./wall_parts.js";
import { drawStandings, drawTables } from "./wall_tables.js";
import { drawWinners } from "./winners.js";

const LOST = "The connection is lost. Nothing is lost of the game; this wall goes on by itself.";
const TURN_EVERY = 1_800; // milliseconds between the cards of a reveal, which nobody turns by hand on a wall
const REST = 2; // turns for which the outcome of a reveal stays
const SHOWN_AFTER = 30; // seconds of thinking after which the wall says for how long

/** @param {string} id */
const part = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/** The unit of the wall: a hundredth of its height at 16:9. */
function measure() {
  const unit = Math.min(innerHeight / 100, innerWidth / 177.8);
  part("screen").style.setProperty("--u", `${unit.toFixed(3)}px`);
  part("said").style.setProperty("--u", `${unit.toFixed(3)}px`);
}

/** Which page the wall shows now. @param {Wall} wall @param {Room} room */
function pageOf({ model }, room) {
  if (room.check && room.stage === "gathering") return "check";
  if (room.shows === "nothing" && room.stage !== "closed") return "nothing";
  if (room.stage === "gathering" || room.shows === "code") return "gathering";
  if (room.several) return room.shows === "standings" || room.stage === "closed" ? "standings" : "tables";
  const over = room.stage === "over" || room.stage === "closed";
  return over ? "over" : model.get("scene").seats ? "table" : "nothing";
}

/** @param {Wall} wall */
function show(wall) {
  const { room, screen } = wall;
  if (!room) return;
  const page = pageOf(wall, room);
  document.documentElement.dataset.state = page;
  document.title = `${room.game} · ${room.code}`;
  wall.table.hidden = page !== "table";
  screen.hidden = page === "table";
  if (page === "table") putCode(wall, room);
  else if (page === "check" && room.check) drawCheckWall(screen, room, room.check);
  else if (page === "gathering") drawGathering(screen, room);
  else if (page === "tables") drawTables(screen, room);
  else if (page === "standings") drawStandings(screen, room);
  else if (page === "over") drawWinners(screen, room, wall.model.get("scene"));
  else fill(screen, element("main", { class: "rm-wall rm-dark" }, wallBar(room, "")));
  tell(wall, room);
}

/** Code and address stay small in the bar of the table; its ribbon says how long somebody thinks. @param {Wall} wall @param {Room} room */
function putCode({ table: root }, room) {
  const [bar, words] = [root.querySelector(".rt-bar-of-table"), root.querySelector(".rt-words")];
  if (!bar || root.querySelector(".rm-join-small")) return;
  bar.append(joinSmall(room));
  words?.append(element("p", { class: "rm-how-long" }));
  bar.querySelector(".rt-story")?.setAttribute("tabindex", "-1"); // it is read, not pressed
}

/** Turns the cards of a reveal one by one and moves on after its outcome; all at once if nobody sees it. @param {HTMLElement} root */
function turnCards(root) {
  let rested = 0;
  const press = (/** @type {string} */ key) => {
    const button = /** @type {HTMLButtonElement|null} */ (root.querySelector(`[data-key="reveal:${key}"]:not(:disabled)`));
    button?.click();
    return button !== null;
  };
  return setInterval(() => {
    if (press(document.hidden ? "all" : "next")) rested = 0;
    else if (root.querySelector('[data-key="reveal:on"]') && (rested += 1) > REST && press("on")) rested = 0;
  }, TURN_EVERY);
}

/** What concerns all: a pause, over everything, or how long somebody thinks. @param {Wall} wall @param {Room} room */
function tell({ said, table: root }, room) {
  const thinks = /** @type {HTMLElement|null} */ (root.querySelector(".rm-how-long"));
  if (thinks) say(thinks, room.stage === "playing" && !room.paused ? thinkingWords(room) : "");
  say(said, room.paused);
}

/** Who thinks longest, and for how long, in steps that do not nag. @param {Room} room */
function thinkingWords(room) {
  const times = players(room).map((one) => ({ name: one.name, seconds: one.bot ? 0 : (thinkingTime(room, one) ?? 0) }));
  const [longest] = times.sort((one, other) => other.seconds - one.seconds);
  if (!longest || longest.seconds < SHOWN_AFTER) return "";
  const seconds = Math.floor(longest.seconds / SHOWN_AFTER) * SHOWN_AFTER;
  return `${longest.name} thinks for ${seconds < 60 ? `${seconds} seconds` : spokenTime(seconds)}`;
}

function begin() {
  const thread = openThread(socketAddress(), {
    greeting: () => ({ type: "watch" }),
    heard: (message) => {
      pulse.heard();
      if (message.alive !== undefined) return;
      if (message.said) return slip(message.said, nameAt(wall.model.get("scene"), message.said.seat));
      if (message.room) wall.room = noteTime(message.room);
      hear(wall.model, message);
      show(wall);
    },
    lost: () => say(wall.said, LOST),
    gone: (reason) => say(wall.said, reason),
  });
  /** @type {Wall} */
  const wall = { screen: part("screen"), table: part("table"), said: part("said"), room: null, model: makeModel((message) => watches(message) && thread.send(message)) };
  const pulse = keepAlive(thread);
  const slip = hangSlips(wall.table);
  table.render({ model: wall.model, el: wall.table });
  setInterval(() => wall.room && tell(wall, wall.room), 1_000);
  turnCards(wall.table);
  addEventListener("resize", measure);
  measure();
}

/** A wall sends nothing except that it has missed something. @param {any} message */
function watches(message) {
  return message.type === "whole";
}

begin();
