/**
 * One phone for several people: the hand is covered, and whoever holds the phone now says who they are.
 *
 * @typedef {import("./seat_key.js").Held} Held
 */

import { element, plainButton } from "../elements.js";
import { banner, heading } from "./parts.js";
import { foot, showScreen } from "./screen.js";

/**
 * Asks who holds the phone now.
 * @param {HTMLElement} root @param {Held[]} seats of this phone @param {(secret: string) => void} take @param {() => void} another
 */
export function showWhoHolds(root, seats, take, another) {
  const hung = seats.map((one) => {
    const made = plainButton("", { class: "rm-holder", "aria-label": `I am ${one.name}` }, () => take(one.secret));
    made.append(banner(one));
    return element("li", {}, made);
  });
  const words = element("div", { class: "rm-in" }, heading("Who holds this phone?"), element("p", { class: "rm-hint" }, "The cards are covered. Press your banner; another press shows your cards."));
  const sheet = element("section", {}, words, element("ul", { class: "rm-holders" }, ...hung), foot(plainButton("Somebody new", { class: "wb-button" }, another)));
  showScreen(root, "holds", element("div", { class: "rm-none" }, element("p", { class: "rm-big-words" }, "Hand it on.")), sheet);
}
