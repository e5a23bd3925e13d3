/** One line over a phone's page: what is wrong, or what just changed. */

import { element, plainButton } from "../elements.js";

const FADES_AFTER = 4_000; // milliseconds
let fading = 0;

/**
 * Shows the most urgent of what there is to say, or nothing.
 * @param {HTMLElement} place
 * @param {{wrong?: string, paused?: string, over?: string, notice?: string, asks?: string, bot?: string, news?: string,
 *   back?: () => void, answer?: (yes: boolean) => void}} lines  `asks`: what is answered by yes or no
 */
export function showStrip(place, { wrong = "", paused = "", over = "", notice = "", asks = "", bot = "", news = "", back, answer }) {
  const words = wrong || paused || notice || asks || bot || over || news;
  if (!words && fading) return; // news stays for its time, whatever else is told about the room
  const kind = wrong ? "rm-wrong" : paused ? "rm-paused" : notice || asks || bot ? "rm-look" : "rm-good";
  const button = (/** @type {string} */ said, /** @type {() => void} */ press) => plainButton(said, { class: "rm-strip-button" }, press);
  const buttons = words === asks && answer ? [button("Yes", () => answer(true)), button("No", () => answer(false))] : words === bot && back ? [button("I am back", back)] : [];
  clearTimeout(fading);
  fading = 0;
  place.hidden = !words;
  if (place.dataset.words !== words) place.replaceChildren(element("span", {}, words), ...buttons);
  place.dataset.words = words;
  place.className = `rm-strip ${kind}`;
  if (words && words === news) fading = setTimeout(() => fade(place), FADES_AFTER);
}

/** @param {HTMLElement} place */
function fade(place) {
  fading = 0;
  showStrip(place, {});
}
