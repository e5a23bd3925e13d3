/**
 * The host's page: a desk, which shows who needs help, beside the hall, which says what the class sees. The host sees
 * nobody's hand.
 *
 * @typedef {import("./about.js").Room} Room
 * @typedef {""|"rename"|"move"|"take_out"|"skip"|"end"|"close"|"forget"} Question what is asked before it is done
 * @typedef {{room: Room, key: string, send: (message: object) => void, silent: Map<number, number>, waits: Map<number, number>, chosen: number|null,
 *   question: Question, skipped: Map<number, number>, code: {person: number, code: string, seen: boolean}|null,
 *   notice: string, arms: boolean, awake: boolean, draw: () => void, drawn: () => void}} Host  `silent`: since when somebody's phone is; `waits`: until when it may be; `awake`: this page keeps the computer so;
 *   `drawn`: what is done once, after the next redraw
 */

import { read, write } from "../browser_storage.js";
import { keyName } from "../keys.js";
import { onceLetGo } from "../pressing.js";
import { keepingFocus } from "../table/roving.js";
import { openThread } from "../table/socket_model.js";
import { CODE, noteTime, socketAddress } from "./about.js";
import { drawCheckDesk, layCheckDesk } from "./check_desk.js";
import { drawDesk, layDesk } from "./desk.js";
import { drawHall } from "./hall.js";
import { keepAlive } from "./pulse.js";
import { showStrip } from "./strip.js";

const KEY = `roundtable-workbench:host:${CODE}`;
const LOST = "The connection is lost. The room goes on, and this page with it once the connection is back.";

/** @param {string} id */
const part = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/** The host's key. The address tells it once and this browser keeps it, so a closed tab does not lose the room. */
function takeKey() {
  const told = location.hash.slice(1);
  if (told) {
    keepKey(told);
    history.replaceState(history.state, "", location.pathname);
  }
  return told || read("tab", KEY) || read("browser", KEY);
}

/** @param {string} key empty: there is no longer anything to host */
function keepKey(key) {
  write("browser", KEY, key);
  write("tab", KEY, read("browser", KEY) === key ? "" : key);
}

/** Keeps the screen on, where the browser lets a page do so. @param {Host} host */
async function stayAwake(host) {
  if (document.hidden || !("wakeLock" in navigator)) return;
  const lock = await navigator.wakeLock.request("screen").catch(() => null);
  host.awake = lock !== null;
  lock?.addEventListener("release", () => (host.awake = false));
}

/** Notes since when phones have been silent. @param {Host} host */
function noteSilence({ room, silent, waits }) {
  for (const { id, here } of room.people) {
    if (here) {
      silent.delete(id);
      waits.delete(id);
    } else if (!silent.has(id)) silent.set(id, Date.now());
  }
}

/** @param {Host} host @param {any} message */
function hear(host, message) {
  if (message.room) host.room = noteTime(message.room);
  if (message.room) noteSilence(host);
  if (host.room.stage === "closed") keepKey("");
  if (message.code) host.code = { ...message.code, seen: false };
  if (message.notice !== undefined) host.notice = message.notice;
  if (!host.room.people.some(({ id }) => id === host.chosen)) host.chosen = null;
  host.draw();
}

/** F6 goes from the desk to the hall and back. @param {KeyboardEvent} event */
function walk(event) {
  if (keyName(event) !== "F6") return;
  const [desk, hall] = [".rm-desk", ".rm-hall"].map((name) => /** @type {HTMLElement} */ (document.querySelector(name)));
  const to = desk.contains(document.activeElement) ? hall : desk;
  event.preventDefault();
  /** @type {HTMLElement|null} */ (to.querySelector("h1, h2"))?.focus();
}

/** @param {string} key */
function begin(key) {
  const screen = part("screen");
  const thread = openThread(socketAddress(), {
    greeting: () => ({ type: "host", key }),
    heard: (message) => {
      pulse.heard();
      showStrip(part("strip"), {});
      if (message.alive !== undefined) return;
      if (message.room || host.room) hear(host, message);
    },
    lost: () => showStrip(part("strip"), { wrong: LOST }),
    gone: (reason) => {
      pulse.stop();
      clearInterval(clock);
      keepKey(""); // it no longer opens anything
      showStrip(part("strip"), { wrong: reason });
      screen.toggleAttribute("inert", true);
    },
  });
  /** @type {Host} */
  const host = {
    room: /** @type {any} */ (null), key, send: thread.send, silent: new Map(), waits: new Map(), chosen: null, question: "", skipped: new Map(), code: null, notice: "", arms: false, awake: false,
    drawn: () => undefined,
    draw: () => onceLetGo(screen, () => host.room && drawAll(screen, host)),
  };
  const pulse = keepAlive(thread);
  const clock = setInterval(host.draw, 1_000);
  document.addEventListener("visibilitychange", () => stayAwake(host));
  document.addEventListener("keydown", walk);
  stayAwake(host);
}

/** Lays out the desk, or that of the check; whoever asked for it continues at its heading. @param {HTMLElement} screen @param {Host} host */
function layAnew(screen, host) {
  const first = !screen.firstChild;
  if (host.room.check) layCheckDesk(screen, host);
  else layDesk(screen, host);
  if (!first) /** @type {HTMLElement} */ (screen.querySelector("h1")).focus();
}

/** @param {HTMLElement} screen @param {Host} host */
function drawAll(screen, host) {
  const { check } = host.room;
  if (!screen.querySelector(check ? ".rm-check-desk" : ".rm-people")) layAnew(screen, host);
  document.documentElement.dataset.state = check ? "check" : host.room.stage;
  const heading = /** @type {HTMLElement} */ (screen.querySelector("h1"));
  keepingFocus(screen, () => {
    if (check) return drawCheckDesk(screen, host, check);
    drawDesk(screen, host);
    return drawHall(screen, host);
  }, ".rm-strips button, .rm-person", heading);
  host.drawn();
  host.drawn = () => undefined;
}

const key = takeKey();
if (key) begin(key);
else showStrip(part("strip"), { wrong: "This page has lost the host’s key. Open the host’s page by its whole address again." });
