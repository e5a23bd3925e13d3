/** One line over a phone's page: what is wrong, or what just changed. */

import { element, plainButton } from "../elements.js";

const FADES_AFTER = 4_000; // milliseconds
let fading = 0;

/**
 * Shows the worst of what there is to say, or nothing.
 * @param {HTMLElement} place
 * @param {{wrong?: string, paused?: string, over?: string, notice?: string, bot?: string, news?: string, back?: () => void}} lines
 */
export function showStrip(place, { wrong = "", paused = "", over = "", notice = "", bot = "", news = "", back }) {
  const words = wrong || paused || notice || bot || over || news;
  if (!words && fading) return; // news stays for its time, whatever else is told of the room
  const kind = wrong ? "rm-wrong" : paused ? "rm-paused" : notice || bot ? "rm-look" : "rm-good";
  const button = bot && words === bot && back ? plainButton("I am back", { class: "rm-strip-button" }, back) : null;
  clearTimeout(fading);
  fading = 0;
  place.hidden = !words;
  if (place.dataset.words !== words) place.replaceChildren(...[element("span", {}, words), button].filter((one) => one !== null));
  place.dataset.words = words;
  place.className = `rm-strip ${kind}`;
  if (words && words === news) fading = setTimeout(() => fade(place), FADES_AFTER);
}

/** @param {HTMLElement} place */
function fade(place) {
  fading = 0;
  showStrip(place, {});
}
