/**
 * The wall while people arrive: the QR code, the room code, the address, and everybody's banner in order of arrival.
 *
 * @typedef {import("./about.js").Room} Room
 */

import { element } from "../elements.js";
import { plainAddress, players, teacher, within } from "./about.js";
import { banner, codeTiles, fill, shield } from "./parts.js";
import { isStill } from "../table/stillness.js";
import { wallBar } from "./wall_parts.js";

const MOST_BANNERS = 30;
const FRESH = 4_000; // milliseconds for which the newest has a white edge
const SVG = "http://www.w3.org/2000/svg";

/** Who hung here last, since when the newest hangs, and the room as last drawn. */
const hung = { ids: /** @type {number[]} */ ([]), newest: 0, since: 0, timer: 0, room: /** @type {Room|null} */ (null) };

/** Shows who is here. @param {HTMLElement} screen @param {Room} room */
export function drawGathering(screen, room) {
  if (!screen.querySelector(".rm-gathering")) lay(screen, room);
  const place = (/** @type {string} */ name) => /** @type {HTMLElement} */ (screen.querySelector(name));
  hung.room = room;
  noteNewest(players(room), () => screen.querySelector(".rm-gathering") && hung.room && drawGathering(screen, hung.room));
  fill(place(".rm-how"), ...wayIn(room, room.stage === "gathering" ? "Who sits down?" : "Who comes in, too?"));
  fill(place(".rm-people-place"), peopleElement(room));
  fill(place(".rm-ribbon"), element("span", {}, ...ribbonWords(room)));
}

/** @param {HTMLElement} screen @param {Room} room */
function lay(screen, room) {
  const words = `The address of the room ${room.code} as a pattern for the camera`;
  const pattern = element("img", { class: "rm-pattern", src: within("qr.svg"), alt: words });
  const come = element("div", { class: "rm-come" }, pattern, element("div", { class: "rm-how" }));
  const ribbon = element("p", { class: "rm-ribbon", role: "status" });
  screen.replaceChildren(element("main", { class: "rm-wall rm-gathering" }, wallBar(room, ""), come, element("div", { class: "rm-people-place" }), ribbon));
}

/** How to come in. @param {Room} room @param {string} question */
export function wayIn(room, question) {
  const wifi = room.wifi ? ["Same Wi-Fi as this wall: ", element("b", {}, room.wifi)] : ["Same Wi-Fi as this wall"];
  return [
    element("h2", {}, question),
    codeTiles(room.code, "rm-gold-code"),
    element("p", { class: "rm-address" }, "Point the camera, or open ", element("b", {}, plainAddress(room))),
    element("p", { class: "rm-wifi" }, wave(), element("span", {}, ...wifi)),
  ];
}

/** The Wi-Fi sign. */
function wave() {
  const made = document.createElementNS(SVG, "svg");
  for (const [key, value] of Object.entries({ class: "rm-wave", viewBox: "0 0 40 30", "aria-hidden": "true" })) made.setAttribute(key, value);
  for (const course of ["M3 12a24 24 0 0 1 34 0", "M9 18.500a15.500 15.500 0 0 1 22 0", "M15 24.500a7 7 0 0 1 10 0"]) {
    const arc = document.createElementNS(SVG, "path");
    for (const [key, value] of Object.entries({ d: course, fill: "none", stroke: "currentColor", "stroke-width": "4", "stroke-linecap": "round" })) arc.setAttribute(key, value);
    made.append(arc);
  }
  return made;
}

/** Remembers who came last, as long as it is news. @param {import("./about.js").Person[]} all @param {() => void} again */
function noteNewest(all, again) {
  const came = all.filter(({ id }) => !hung.ids.includes(id));
  const first = !hung.since && hung.ids.length === 0 && came.length > 1; // a wall that opens late
  hung.ids = all.map(({ id }) => id);
  if (!came.length) return;
  hung.newest = first ? 0 : came[came.length - 1].id;
  hung.since = Date.now();
  clearTimeout(hung.timer);
  hung.timer = setTimeout(() => {
    hung.newest = 0;
    again();
  }, FRESH);
}

/** Banners in order of arrival, with the free places; above thirty, shields with names. @param {Room} room */
function peopleElement(room) {
  const all = players(room);
  const many = Math.max(all.length, room.places) > MOST_BANNERS;
  const fresh = (/** @type {number} */ id) => (id === hung.newest ? `rm-fresh${isStill() ? "" : " rm-sinks"}` : "");
  const items = all.map((one) => element("li", {}, many ? named(one, fresh(one.id)) : banner(one, { look: fresh(one.id) })));
  const free = many ? 0 : Math.max(0, room.places - all.length);
  const list = element("ul", { class: many ? "rm-shields" : "rm-banners" }, ...items, ...Array.from({ length: free }, () => element("li", { class: "rm-free", "aria-hidden": "true" })));
  const inRow = Math.min(10, Math.max(room.places, all.length));
  list.style.setProperty("--row", String(inRow <= 8 ? Math.max(4, inRow) : 10));
  list.classList.toggle("rm-large", !many && inRow <= 8);
  return list;
}

/** A shield with a name. @param {import("./about.js").Person} person @param {string} look */
function named({ name, arms }, look) {
  return element("span", { class: `rm-named ${look}` }, shield(arms), element("span", {}, name));
}

/** What is so now, in bold, then what comes next. @param {Room} room */
function ribbonWords(room) {
  const { length } = players(room);
  if (room.paused) return [element("b", {}, room.paused)];
  if (room.stage !== "gathering") return [element("b", {}, "The game has begun."), " Come in all the same: there is a way for everybody."];
  if (!length) return [element("b", {}, "Nobody is in yet."), ` There ${room.places === 1 ? "is one place" : `are ${room.places} places`}.`];
  if (length < room.places) return [element("b", {}, `${length} of ${room.places} ${length === 1 ? "is" : "are"} in.`), ` ${teacher(room, true)} begins when all are here.`];
  return [element("b", {}, length === 1 ? "One is in." : `All ${length} are in.`), ` ${teacher(room, true)} deals the cards.`];
}
