/**
 * The check before a lesson at the host's desk: which phones reach this computer, what helps those that do not, and
 * what state this computer is in.
 *
 * @typedef {import("./about.js").Room} Room
 * @typedef {import("./host.js").Host} Host
 * @typedef {import("./checked.js").Check} Check
 * @typedef {import("./checked.js").CheckedPhone} CheckedPhone
 */

import { copy } from "../copying.js";
import { element, plainButton } from "../elements.js";
import { plainAddress, sentence, SMALL } from "./about.js";
import { checkLine } from "./check_line.js";
import { howMany, missing, pace, phonePicture, reaching } from "./checked.js";
import { emblemOf, fill, markPicture, shield } from "./parts.js";

const MOST_NAMED = 3; // phones
const TALLEST = 640; // milliseconds; a bar grows no higher
const LOOPBACK = /^(127\.|localhost$|\[?::1)/;

/** Shows the check. @param {HTMLElement} screen @param {Host} host @param {Check} check */
export function drawCheckDesk(screen, host, check) {
  const { room } = host;
  const place = (/** @type {string} */ name) => /** @type {HTMLElement} */ (screen.querySelector(name));
  const heading = `${howMany(room, check).join(" ")} this computer`;
  write(place("h1"), heading);
  write(place(".rm-head p"), sublineOf(check));
  write(place(".rm-refused"), host.notice);
  place(".rm-refused").hidden = !host.notice;
  document.title = `${heading} · ${room.code}`;
  fill(place(".rm-which"), element("span", {}, "Room ", room.code), " ", element("em", {}, "the check before the lesson"));
  fill(place(".rm-check-phones"), ...phoneItems(room, check));
  fill(place(".rm-check-legend"), ...legend(check));
  write(place(".rm-check-asks"), asks(room, check));
  fill(place(".rm-check-wifi"), ...wifiWords(room));
  fill(place(".rm-checks"), ...computerLines(host, check));
  for (const button of /** @type {NodeListOf<HTMLElement>} */ (screen.querySelectorAll("[data-shows]"))) button.setAttribute("aria-pressed", String(button.dataset.shows === check.shows));
  fill(place(".rm-check-last"), ...lastParts(host, check));
  const wifi = /** @type {HTMLInputElement} */ (place(".rm-wifi"));
  if (wifi.value !== room.wifi && document.activeElement !== wifi) wifi.value = room.wifi;
}

/** @param {HTMLElement} place @param {string} words */
function write(place, words) {
  if (place.textContent !== words) place.textContent = words;
}

/** A small number in words. @param {number} count */
function inWords(count) {
  return SMALL[count] ?? String(count);
}

// ---------------------------------------------------------------- what lasts

/** @param {HTMLElement} screen @param {Host} host */
export function layCheckDesk(screen, host) {
  const top = element("header", { class: "rm-desk-top" }, element("p", { class: "wb-brand" }, markPicture(), element("span", { class: "rm-which" })));
  const head = element("div", { class: "rm-head" }, element("h1", { tabindex: -1 }), element("p", { class: "wb-soft", role: "status" }));
  const phones = element("ol", { class: "rm-check-phones", "aria-label": "Phones, and after how many thousandths of a second each is answered" });
  const desk = element("main", { class: "rm-desk rm-check-desk" }, element("div", {}, top, head), element("p", { class: "rm-refused", role: "alert", hidden: true }), phones, element("p", { class: "rm-check-legend" }), element("h2", { class: "rm-check-asks" }), causes(host), letterPart(host));
  const wifi = element("input", { class: "rm-wifi", "data-key": "wifi", placeholder: "its name", maxlength: 40, autocomplete: "off" });
  wifi.addEventListener("change", () => host.send({ type: "called", wifi: /** @type {HTMLInputElement} */ (wifi).value.trim() }));
  const row = element("div", { class: "rm-rows" }, element("label", {}, element("span", {}, "Wi-Fi"), wifi));
  const computer = element("section", { class: "rm-check-part" }, element("h2", { tabindex: -1 }, "This computer"), element("ul", { class: "rm-checks" }), row);
  const wall = element("section", { class: "rm-check-part" }, element("h2", {}, "The wall"), element("p", {}, "Stand in the last row. Can you read the five letters?"), showButton(host, "letters", "Show the letters"));
  const hall = element("aside", { class: "wb-hall rm-hall", "aria-label": "This computer and the wall" }, computer, wall, element("div", { class: "rm-last rm-check-last" }));
  screen.replaceChildren(element("div", { class: "rm-host" }, desk, hall));
}

/** A button that puts something on the wall and shows whether it is there. @param {Host} host @param {"letters"|"help"} shows @param {string} words @param {string} [key] */
function showButton({ send }, shows, words, key = shows) {
  return plainButton(words, { class: "wb-button rm-check-show", "data-shows": shows, "data-key": `shows:${key}`, "aria-pressed": "false" }, () => send({ type: "check_shows", shows }));
}

/** The three kinds of failure, and what helps. @param {Host} host */
function causes(host) {
  const letter = plainButton("The letter", { class: "wb-button", "data-key": "letter", "aria-expanded": "false", "aria-controls": "letter" }, () => turnLetter(letter));
  const cause = (/** @type {"waits"|"signs"|"alone"} */ shows, /** @type {string} */ title, /** @type {HTMLElement} */ words, /** @type {HTMLElement} */ button) => element("li", {}, phonePicture(shows), element("h3", {}, title), words, element("p", {}, button));
  return element(
    "ol",
    { class: "rm-check-causes" },
    cause("waits", "A page that waits and waits", element("p", {}, "The school’s Wi-Fi keeps its devices apart. A hotspot helps; or send this letter to your technician."), letter),
    cause("signs", "A page that asks to sign in", element("p", {}, "The phone is on the Wi-Fi, but not yet let in. Sign in there, then point the camera again."), showButton(host, "help", "Show it on the wall", "signs")),
    cause("alone", "“No connection”, or mobile data", element("p", { class: "rm-check-wifi" }), showButton(host, "help", "Show it on the wall", "alone")),
  );
}

// ---------------------------------------------------------------- the letter

/** What a technician needs to know. @param {Room} room */
function letterText(room) {
  const wifi = room.wifi ? `the Wi-Fi “${room.wifi}”` : "our Wi-Fi";
  return [
    "Hello,",
    `in my lesson pupils play a card game from their phones. My computer serves its pages at http://${plainAddress(room)}/ to whoever is on ${wifi}. The phones are on it, too, but the page waits and waits: it seems that the Wi-Fi keeps its devices apart (“client isolation”, “AP isolation” or “guest mode”), or that a firewall lets no connection in.`,
    `Could you let devices on ${wifi} open TCP connections to that address and port, or give me a Wi-Fi for the lesson on which they may? Plain HTTP and WebSockets are used. Nothing goes to the internet, and nobody needs an account.`,
    "Thank you!",
  ].join("\n\n");
}

/** @param {Host} host */
function letterPart(host) {
  const text = element("div", { class: "rm-check-letter-text" });
  const told = element("span", { role: "status" });
  const take = async () => {
    const words = letterText(host.room);
    told.textContent = await copy(words).then(() => "Copied.", () => "The browser does not let it be copied: mark the text, and press Ctrl+C, or ⌘C on a Mac.");
  };
  const button = plainButton("Copy the letter", { class: "wb-button", "data-key": "copy" }, take);
  const part = element("section", { class: "rm-check-letter", id: "letter", tabindex: -1, "aria-label": "The letter", hidden: true }, text, element("p", {}, button, " ", told));
  part.addEventListener("focus", () => {
    told.textContent = "";
    text.replaceChildren(...letterText(host.room).split("\n\n").map((words) => element("p", {}, words)));
  });
  return part;
}

/** @param {HTMLElement} button */
function turnLetter(button) {
  const part = /** @type {HTMLElement} */ (document.getElementById("letter"));
  part.hidden = !part.hidden;
  button.setAttribute("aria-expanded", String(!part.hidden));
  if (part.hidden) return;
  part.focus();
  part.scrollIntoView({ block: "nearest" });
}

// ---------------------------------------------------------------- phones

/** @param {Check} check */
function sublineOf(check) {
  const all = reaching(check);
  const ask = "Ask the class: whose phone shows no arms?";
  const counts = (/** @type {[string, string][]} */ ([["quick", "quick"], ["fair", "fair"], ["slow", "slow"]]))
    .map(([kind, words]) => ({ words, count: all.filter(({ milliseconds }) => pace(milliseconds ?? 0) === kind).length }))
    .filter(({ count }) => count);
  if (!all.length) return "Let the class point the camera at the wall, or type the address and the letters.";
  if (counts.length === 1) return `${ask} ${all.length === 1 ? "The one that does is" : "All that do are"} ${counts[0].words}.`;
  return `${ask} Of those that do, ${counts.map(({ words, count }, at) => `${inWords(count)}${at ? "" : count === 1 ? " is" : " are"} ${words}`).join(", ")}.`;
}

/** One phone: its arms, and the time until an answer as a bar. @param {CheckedPhone} phone */
function phoneItem({ arms, milliseconds, too_old: old, forgets }) {
  const kind = milliseconds === null ? "waits" : pace(milliseconds);
  const faults = [old ? "too old" : "", forgets ? "forgets its seat" : ""].filter(Boolean);
  const bar = element("i");
  bar.style.setProperty("--h", `${(0.25 + 0.0058 * Math.min(milliseconds ?? 0, TALLEST)).toFixed(2)}rem`);
  const said = element("span", { class: "wb-unseen" }, `${emblemOf(arms)}: `);
  const more = [kind === "waits" ? "is measured" : kind, ...faults].join(", ");
  const sign = faults.length ? element("em", { title: faults.join(", "), "aria-hidden": "true" }, "!") : null;
  return element("li", { class: `rm-check-${kind}` }, shield(arms), said, element("b", {}, milliseconds === null ? "…" : String(milliseconds)), bar, sign, element("span", { class: "wb-unseen" }, more));
}

/** @param {Room} room @param {Check} check */
function phoneItems(room, { phones }) {
  const holes = Math.max(0, room.places - phones.length);
  return [...phones.map(phoneItem), ...Array.from({ length: holes }, () => element("li", { class: "rm-check-none" }, element("span", { class: "rm-check-hole" }), element("span", { class: "rm-check-not-yet" }, "not yet")))];
}

/** The emblems of phones, in words. @param {CheckedPhone[]} phones */
function emblems(phones) {
  const names = phones.map(({ arms }) => `the ${emblemOf(arms).replaceAll("-", " ")}`);
  return names.length > MOST_NAMED ? `${names.slice(0, MOST_NAMED).join(", ")} and ${names.length - MOST_NAMED} more` : names.join(", ");
}

/** What the bars mean, and which phones need attention. @param {Check} check */
function legend(check) {
  const all = reaching(check);
  const of = (/** @type {string} */ kind) => all.filter(({ milliseconds }) => pace(milliseconds ?? 0) === kind);
  const times = (/** @type {CheckedPhone[]} */ phones) => (phones.length === 1 ? `: ${phones[0].milliseconds}` : phones.length ? ` (${phones.length})` : "");
  const [fair, slow] = [of("fair"), of("slow")];
  const [old, forgets] = [all.filter(({ too_old: one }) => one), all.filter((one) => one.forgets)];
  const key = (/** @type {string} */ kind, /** @type {string} */ words) => element("span", { class: `rm-check-key rm-check-${kind}` }, element("i"), words);
  const fault = (/** @type {string} */ words) => element("span", { class: "rm-check-key rm-check-fault" }, element("em", { "aria-hidden": "true" }, "!"), words);
  return [
    key("quick", "quick"),
    key("fair", `fair${times(fair)}`),
    key("slow", slow.length ? `slow${times(slow)}, ${emblems(slow)}. Sit nearer to the Wi-Fi.` : "slow"),
    ...(old.length ? [fault(`${sentence(emblems(old))}: too old. Share a seat.`)] : []),
    ...(forgets.length ? [fault(`${sentence(emblems(forgets))}: a private window, which forgets its seat.`)] : []),
    element("span", { class: "rm-check-ends" }, "thousandths of a second"),
  ];
}

/** What is asked about the phones that do not get through. @param {Room} room @param {Check} check */
function asks(room, check) {
  const count = missing(room, check);
  if (!count) return "If one does not: what does it show?";
  return count === 1 ? "One does not. What does it show?" : `${sentence(inWords(count))} do not. What do they show?`;
}

/** @param {Room} room */
function wifiWords(room) {
  const ours = room.wifi ? ["This computer is on ", element("b", {}, room.wifi), "."] : ["It needs the one that this computer is on."];
  return ["The phone is on mobile data or another Wi-Fi. ", ...ours];
}

// ---------------------------------------------------------------- this computer

/** The state of this computer. @param {Host} host @param {Check} check */
function computerLines({ room, awake }, check) {
  const [name, port] = splitAddress(plainAddress(room));
  const reached = !LOOPBACK.test(name);
  return [
    reached ? checkLine(true, "May be reached", `${name}, port ${port}`) : checkLine(false, "Is reached from itself alone", "Start the server with --host 0.0.0.0"),
    check.came_through ? checkLine(true, "No firewall in the way", "A phone has come through") : checkLine(false, "No phone has come through yet", "If none does, a firewall may keep them out"),
    awake ? checkLine(true, "Stays awake", "As long as this page is seen") : checkLine(false, "May fall asleep", "Let its settings keep it awake for the lesson"),
    check.keeps ? checkLine(true, "Keeps every act", "Even if the power goes") : checkLine(false, "Cannot keep what is played", "Look whether its disk is full"),
  ];
}

/** Name and port of an address. @param {string} address */
function splitAddress(address) {
  const at = address.lastIndexOf(":");
  return at > 0 && !address.endsWith("]") ? [address.slice(0, at), address.slice(at + 1)] : [address, "80"];
}

/** The gold button, and what happens to the others. @param {Host} host @param {Check} check */
function lastParts({ room, send }, check) {
  const { length } = reaching(check);
  const gold = plainButton("", { class: "wb-button wb-main", "data-key": "open" }, () => send({ type: "check", on: false }));
  gold.append(element("span", {}, "Open ", element("span", { class: "rm-check-long" }, "the room "), length ? `with ${length}` : ""));
  const count = missing(room, check);
  const others = count === 1 ? "The one can come in later, share a phone, or use this screen." : `The ${inWords(count)} can come in later, share a phone, or use this screen.`;
  const words = !length ? "The check ends, and pupils sit down." : count ? others : "Each of them is asked for a name.";
  const next = check.shows === "letters" ? "help" : "letters";
  const wall = plainButton(`Wall: ${check.shows}`, { class: "wb-button rm-next-shown", "data-key": "next-shown" }, () => send({ type: "check_shows", shows: next }));
  return [gold, element("p", { class: "rm-fine" }, words), wall];
}
