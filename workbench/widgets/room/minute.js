/**
 * The game in one minute, for those who wait: five moments, each a row of signs and two sentences.
 *
 * @typedef {{kind: "card"|"back"|"chip"|"arms"|"sign", emblem?: string, value?: string, words?: string, bright?: boolean}} Sign
 * @typedef {{title: string, words: string, picture: (Sign|string)[]}} Moment  with words or arrows between signs
 * @typedef {{moments: Moment[], emblems: Record<string, string>, practice: boolean}} Minute  `practice`: whether a hand against a bot can be played
 */

import { emblemPicture } from "../card_face.js";
import { element, plainButton } from "../elements.js";
import { heading } from "./parts.js";
import { foot, showScreen } from "./screen.js";

/**
 * Shows the moments one by one; `back` returns to where one was, `play` leads on to a hand against a bot, if there is
 * one.
 * @param {HTMLElement} root @param {Moment[]} moments @param {() => void} back @param {(() => void)|null} play
 */
export function showMinute(root, moments, back, play) {
  showMoment(root, moments, 0, back, play);
}

/** @param {HTMLElement} root @param {Moment[]} moments @param {number} at @param {() => void} back @param {(() => void)|null} play */
function showMoment(root, moments, at, back, play) {
  const { title, words, picture } = moments[at];
  const to = (/** @type {number} */ other) => () => showMoment(root, moments, other, back, play);
  const button = (/** @type {string} */ label, /** @type {() => void} */ press, main = false) => plainButton(label, { class: `wb-button${main ? " wb-main" : ""}` }, press);
  const last = at === moments.length - 1;
  const next = last ? (play ? button("Play a hand against a bot", play, true) : null) : button("Next", to(at + 1), true);
  const before = at ? button("Back", to(at - 1)) : null;
  const buttons = [next, before, button("To the room", back, last && !play)].filter((one) => one !== null);
  const dots = element("p", { class: "rm-hint" }, `${at + 1} of ${moments.length}`);
  const bottom = foot(.../** @type {HTMLElement[]} */ (buttons));
  bottom.classList.add("rm-minute-foot");
  const sheet = element("section", {}, element("div", { class: "rm-in" }, dots, heading(title), element("p", { class: "rm-lead" }, words)), bottom);
  showScreen(root, "minute", element("div", {}, pictureElement(picture)), sheet);
}

/** A row of signs, visual only: the words beside it say the same. @param {Moment["picture"]} picture */
function pictureElement(picture) {
  const signs = picture.map((one) => (typeof one === "string" ? element("span", { class: "rm-between" }, one) : signElement(one)));
  return element("div", { class: "rm-moment", "aria-hidden": "true" }, ...signs);
}

/** @param {Sign} sign */
function signElement({ kind, emblem = "", value = "", words = "", bright = false }) {
  const face = element("span", { class: "rm-moment-face" }, emblem ? emblemPicture(emblem) : null, value ? element("b", {}, value) : null);
  return element("span", { class: `rm-moment-sign rm-moment-kind-${kind}${bright ? " rm-moment-bright" : ""}` }, face, words ? element("span", {}, words) : null);
}
