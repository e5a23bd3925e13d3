/**
 * Talk beside the game: slips that hang for a while from the banner of whoever has spoken, on phones and on the wall;
 * and, on a phone, the phrases to choose from.
 *
 * @typedef {import("./about.js").Room} Room
 * @typedef {{table: number, seat: number, words: string}} Said
 * @typedef {{element: HTMLElement, seat: number, timer: number}} Slip
 */

import { element, plainButton } from "../elements.js";
import { isStill } from "../table/stillness.js";
import { myself, teacher } from "./about.js";
import { heading } from "./parts.js";

const SHOWN = 8_000; // milliseconds
const FADES = 350;
const MOST = 4; // slips
const LOOK_EVERY = 200; // milliseconds: a table redraws its banners, and slips stay with them
const EDGE = 4; // pixels from the edge of the table
const LEAST = 132; // pixels that a slip is wide
const LOW = 64; // pixels of a banner too low for a slip below its name
const TIP = 2.4; // units of the table: the point by which a slip hangs

/**
 * Hangs slips over a table from now on. Returns a function that shows one.
 * @param {HTMLElement} table
 */
export function hangSlips(table) {
  const layers = ["rm-slips", "rm-slips rm-slips-high"].map((look) => element("div", { class: look, role: "log", "aria-live": "polite" }));
  /** @type {Slip[]} */
  let slips = [];
  let looking = 0;
  const place = () => {
    const home = table.querySelector(".rt-table") ?? table; // whose measures slips use
    for (const layer of layers) if (layer.parentElement !== home) home.append(layer);
    for (const { element: made, seat } of slips) {
      const layer = layers[placeSlip(table, made, seat) ? 0 : 1];
      if (made.parentElement !== layer) layer.append(made);
    }
  };
  const drop = (/** @type {Slip} */ slip, soft = true) => {
    clearTimeout(slip.timer);
    slips = slips.filter((one) => one !== slip);
    slip.element.classList.add("rm-slip-gone");
    setTimeout(() => slip.element.remove(), soft ? FADES : 0);
    for (const home of homesOf(table, slip.seat)) home.classList.remove("rm-spoken");
    if (!slips.length) clearInterval(looking);
  };
  return (/** @type {Said} */ { seat, words }, /** @type {string} */ name) => {
    for (const slip of slips.filter((one) => one.seat === seat)) drop(slip, false);
    if (slips.length >= MOST) drop(slips[0], false);
    for (const { element: made } of slips) made.classList.remove("rm-slip-new");
    const made = element("p", { class: `rm-slip rm-slip-new${isStill() ? "" : " rm-slip-rises"}` }, element("b", { class: "rm-slip-who" }, `${name}: `), words);
    const slip = { element: made, seat, timer: window.setTimeout(() => drop(slip), SHOWN) };
    slips.push(slip);
    layers[0].append(made);
    clearInterval(looking);
    looking = window.setInterval(place, LOOK_EVERY);
    place();
  };
}

/** What a seat is called at its table. @param {any} scene @param {number} seat @returns {string} */
export function nameAt(scene, seat) {
  return (scene.seats ?? []).find((/** @type {{seat: number}} */ one) => one.seat === seat)?.name ?? "";
}

/** Where a seat is on the table. @param {HTMLElement} table @param {number} seat */
function homesOf(table, seat) {
  return /** @type {HTMLElement[]} */ ([...table.querySelectorAll(`[data-seat="${seat}"]`)]);
}

/**
 * Hangs a slip from the banner of its seat, replacing its tab: on a wall below what lies open there, elsewhere over the
 * banner's foot, or beside the name if the banner is low. A speaker who is not in view is named; it then returns false.
 * @param {HTMLElement} table @param {HTMLElement} slip @param {number} seat
 */
function placeSlip(table, slip, seat) {
  const home = homesOf(table, seat).find((one) => one.getClientRects().length);
  const frame = table.getBoundingClientRect();
  const banner = (home?.querySelector(".rt-banner") ?? home)?.getBoundingClientRect();
  const middle = banner ? banner.left + banner.width / 2 - frame.left : -1;
  const way = !banner || middle < 0 || middle > frame.width ? "far" : table.querySelector(".rt-watching") ? "below" : banner.height < LOW ? "beside" : "over";
  for (const one of ["far", "beside", "over"]) slip.classList.toggle(`rm-slip-${one}`, one === way);
  if (!banner || !home || way === "far") {
    const bar = table.querySelector(".rt-bar-of-table")?.getBoundingClientRect().bottom ?? 0;
    put(slip, "", EDGE, Math.max(EDGE, bar - frame.top - slip.offsetHeight - EDGE));
    return false;
  }
  home.classList.add("rm-spoken");
  const [top, foot] = [banner.top - frame.top, banner.bottom - frame.top];
  if (way === "beside") {
    put(slip, "", banner.right - frame.left - slip.offsetWidth - EDGE, top + (banner.height - slip.offsetHeight) / 2);
    return true;
  }
  const width = way === "over" ? banner.width : Math.max(banner.width * 1.04, LEAST);
  const left = Math.min(Math.max(middle - width / 2, EDGE), frame.width - width - EDGE);
  slip.style.setProperty("--at", `${middle - left}px`);
  put(slip, `${width}px`, left, way === "over" ? foot - slip.offsetHeight : belowAll(home, banner) - frame.top);
  return true;
}

/** The place below a banner and all that lies open there. @param {HTMLElement} home @param {DOMRect} banner */
function belowAll(home, banner) {
  const feet = [...home.children].map((one) => one.getBoundingClientRect()).filter(({ height }) => height).map(({ bottom }) => bottom);
  const lowest = Math.max(banner.bottom, ...feet);
  const point = TIP * parseFloat(getComputedStyle(home).getPropertyValue("--unit")); // nor may the point cover it
  return lowest > banner.bottom + EDGE ? lowest + point : lowest;
}

/** @param {HTMLElement} slip @param {string} width @param {number} left @param {number} top */
function put({ style }, width, left, top) {
  Object.assign(style, { width, left: `${left}px`, top: `${top}px` });
}

// ---------------------------------------------------------------- choosing a phrase

/** Why somebody cannot speak; empty if they can. @param {Room} room */
export function talkRefusal(room) {
  if (!room.talk.on) return "No talk in this game.";
  const mine = room.talk.muted.includes(myself(room)?.id ?? -1);
  return mine ? `${teacher(room, true)} has closed your talk.` : "";
}

/**
 * Opens the phrases; one that names somebody or a kind of card then asks for that.
 * @param {Room} room @param {any} scene @param {{phrases: string[], kinds: string[]}} told @param {(message: object) => void} send
 */
export function openTalk(room, scene, told, send) {
  const dialog = /** @type {HTMLDialogElement} */ (element("dialog", { class: "wb rm-talk", "aria-label": "Say something" }));
  const close = () => dialog.close();
  dialog.addEventListener("close", () => dialog.remove());
  dialog.addEventListener("click", (event) => event.target === dialog && close());
  const refusal = talkRefusal(room);
  const say = (/** @type {object} */ message) => {
    close();
    send(message);
  };
  const show = (/** @type {string} */ title, /** @type {HTMLElement[]} */ buttons) => {
    const list = element("ul", {}, ...buttons.map((one) => element("li", {}, one)));
    dialog.replaceChildren(heading(title), list, plainButton("Close", { class: "wb-button" }, close));
    dialog.querySelector("button")?.focus();
  };
  if (refusal) show(refusal, []);
  else show("Say something", told.phrases.map((words, phrase) => phraseButton({ words, phrase }, room, scene, told, show, say)));
  document.body.append(dialog);
  dialog.showModal();
}

/** Closes the phrases: nobody says anything anymore. */
export function closeTalk() {
  /** @type {HTMLDialogElement|null} */ (document.querySelector("dialog.rm-talk"))?.close();
}

/**
 * @param {{words: string, phrase: number}} chosen @param {Room} room @param {any} scene @param {{kinds: string[]}} told
 * @param {(title: string, buttons: HTMLElement[]) => void} show @param {(message: object) => void} say
 */
function phraseButton({ words, phrase }, room, scene, { kinds }, show, say) {
  const shown = words.replace(/\{(?:seat|kind)\}\.?/, "…");
  const button = (/** @type {string} */ label, /** @type {() => void} */ press) => plainButton(label, { class: "wb-button" }, press);
  const others = /** @type {{seat: number, name: string}[]} */ (scene.seats ?? []).filter(({ seat }) => seat !== myself(room)?.seat);
  if (words.includes("{seat}")) return button(shown, () => show(shown, others.map(({ seat, name }) => button(words.replace("{seat}", name), () => say({ type: "say", phrase, seat })))));
  if (words.includes("{kind}")) return button(shown, () => show(shown, kinds.map((name, kind) => button(words.replace("{kind}", name), () => say({ type: "say", phrase, kind })))));
  return button(shown, () => say({ type: "say", phrase }));
}
