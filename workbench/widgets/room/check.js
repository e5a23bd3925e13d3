/**
 * The page of a phone before anybody sits down: it has arms, measures how quickly it is answered, and moves on by
 * itself once the room opens.
 *
 * @typedef {import("./about.js").Room} Room
 * @typedef {{arms: number, milliseconds: number|null, forgets: boolean, tooOld: boolean}} Measured
 */

import { read, write } from "../browser_storage.js";
import { element } from "../elements.js";
import { openThread } from "../table/socket_model.js";
import { checkAddress, CODE, teacher } from "./about.js";
import { checkLine } from "./check_line.js";
import { pace } from "./checked.js";
import { emblemOf, heading, shield } from "./parts.js";
import { keepAlive } from "./pulse.js";
import { foot, form, mainButton, showScreen } from "./screen.js";
import { keepsSeats } from "./seat_key.js";
import { showStrip } from "./strip.js";

const TICKET = `roundtable-workbench:check:${CODE}`;
const ANSWERS = 5; // of which the median counts
const FIRST_NUMBER = 1_000_000; // of the questions here, apart from those of the signs of life
const OVER = /check is over/;
const UNREACHED = "No connection yet. Keep this page open.";
const NEEDED = ["selector(:has(a))", "container-type: inline-size", "aspect-ratio: 1", "inset: 0"]; // what tables are drawn with

/** Whether this browser lacks something that tables need. */
function isTooOld() {
  return !NEEDED.every((one) => CSS.supports(one.startsWith("selector") ? one : `(${one})`)) || !("structuredClone" in window);
}

/**
 * Shows that this phone reaches the room, until the room opens.
 * @param {HTMLElement} root @param {HTMLElement} strip @param {Room} room @param {{over: (arms: number) => void, refused: (words: string) => void}} page
 */
export function showCheck(root, strip, room, { over, refused }) {
  /** @type {Measured} */
  const own = { arms: -1, milliseconds: null, forgets: !keepsSeats(), tooOld: isTooOld() };
  const draw = () => drawCheck(root, room, own, measure);
  const thread = openThread(checkAddress(), {
    greeting: () => ({ type: "come", ticket: read("tab", TICKET) }),
    heard: (message) => {
      pulse.heard();
      showStrip(strip, {});
      if (message.ticket) {
        write("tab", TICKET, message.ticket);
        own.arms = message.arms;
        draw();
        if (own.milliseconds === null) measure();
        else report();
      }
      if (message.alive >= FIRST_NUMBER) series.answered(message.alive);
    },
    lost: () => showStrip(strip, { wrong: UNREACHED }),
    gone: (reason) => {
      pulse.stop();
      document.removeEventListener("visibilitychange", wake);
      showStrip(strip, {});
      if (OVER.test(reason)) over(own.arms);
      else refused(reason);
    },
  });
  const series = timeAnswers(thread.send, (milliseconds) => {
    Object.assign(own, { milliseconds, forgets: !keepsSeats() });
    report();
    draw();
  });
  const report = () => thread.send({ type: "measured", milliseconds: own.milliseconds, too_old: own.tooOld, forgets: own.forgets });
  const measure = () => {
    own.milliseconds = null;
    series.begin();
  };
  const pulse = keepAlive(thread);
  const wake = () => document.hidden || thread.renew(); // the room may have opened meanwhile
  document.addEventListener("visibilitychange", wake);
}

/** Asks again and again, and tells the median time until an answer. @param {(message: object) => unknown} send @param {(milliseconds: number) => void} done */
function timeAnswers(send, done) {
  let [number, asked] = [FIRST_NUMBER, 0];
  /** @type {number[]} */
  let times = [];
  const ask = () => {
    asked = performance.now();
    send({ type: "alive", number: (number += 1) });
  };
  const begin = () => {
    times = [];
    ask();
  };
  const answered = (/** @type {number} */ one) => {
    if (one !== number) return;
    times.push(performance.now() - asked);
    if (times.length < ANSWERS) return ask();
    const sorted = [...times].sort((first, second) => first - second);
    return done(Math.min(Math.round(sorted[Math.floor(ANSWERS / 2)]), 60_000));
  };
  return { begin, answered };
}

// ---------------------------------------------------------------- what it shows

const PACES = { quick: "It answers quickly", fair: "It answers", slow: "It answers slowly" };

/** @param {Measured} own */
function paceLine({ milliseconds }) {
  if (milliseconds === null) return element("li", { class: "rm-check-waits" }, element("i"), element("p", {}, element("b", {}, "How quickly does it answer?"), element("span", { class: "rm-check-soft" }, "One moment.")));
  const slow = pace(milliseconds) === "slow";
  const time = `${milliseconds} ${milliseconds === 1 ? "thousandth" : "thousandths"} of a second`;
  return checkLine(!slow, PACES[pace(milliseconds)], slow ? `${time}. Sit nearer to the Wi-Fi, or close other apps.` : time);
}

/** @param {Measured} own */
function linesOf(own) {
  const old = own.tooOld ? checkLine(false, "It is too old", "Share a seat with somebody.") : checkLine(true, "It is new enough", "All the tables will work");
  const seat = own.forgets ? checkLine(false, "It forgets your seat", "This window is private. Open the page in a usual one.") : checkLine(true, "It keeps your seat", "Reload, lock, come back: your cards wait");
  return [paceLine(own), old, seat];
}

/** @param {HTMLElement} root @param {Room} room @param {Measured} own @param {() => void} again */
function drawCheck(root, room, own, again) {
  const slow = own.milliseconds !== null && pace(own.milliseconds) === "slow";
  const words = slow ? "It reaches us, but slowly" : "Your phone reaches us";
  const lead = slow ? "Your choices will arrive late. Nothing is lost by it." : `${teacher(room, true)} sees these arms, too. Put the phone down; it may sleep.`;
  const hint = element("p", { class: "rm-hint rm-check-hint" }, "You have not sat down yet: this page asks for your name once the room opens.");
  const retry = async () => again();
  const last = slow || own.forgets ? foot(mainButton("Try again")) : hint;
  const sheet = form(retry, element("div", { class: "rm-in" }, heading(words), element("p", { class: "rm-lead", role: "status" }, lead)), element("ul", { class: "rm-checks" }, ...linesOf(own)), last);
  const arms = element("div", { class: "rm-check-arms", role: "img", "aria-label": `Your arms: ${emblemOf(own.arms)}` }, shield(own.arms));
  if (document.documentElement.dataset.state !== "check") return showScreen(root, "check", element("div", {}, arms), sheet);
  const before = /** @type {HTMLElement} */ (root.querySelector(".rm-sheet"));
  const held = before.contains(document.activeElement);
  before.replaceWith(sheet);
  sheet.classList.add("rm-sheet");
  if (held) /** @type {HTMLElement} */ (sheet.querySelector("h1")).focus();
  /** @type {HTMLElement} */ (root.querySelector(".rm-hang")).replaceChildren(arms);
  document.title = words;
}
