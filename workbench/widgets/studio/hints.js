/** Three hints for a designer's first visit: each says what one part of the studio is for; the style sheet marks that. */

import { read, write } from "../browser_storage.js";
import { button, element } from "../elements.js";

const SEEN = "workbench:studio:hints"; // in the browser, once they have been read or closed
const HINTS = [
  "Press any cell and type: every card can be changed, and Undo takes it back.",
  "After each change games are played anew, and the line under this bar says what it does to them.",
  "Play this deck begins a game with the list as it is. Your work is kept by itself.",
];

/** Shows the hints one after the other at the end of a bar, unless this browser has shown them. @param {HTMLElement} bar */
export function showHints(bar) {
  if (read("browser", SEEN)) return;
  const words = element("p", { role: "status" });
  const end = () => {
    write("browser", SEEN, "seen");
    root.remove();
  };
  const next = button("Next", () => turn(Number(root.dataset.hint) + 1));
  const root = element("aside", { class: "rt-hints", "aria-label": "First hints" }, words, next, button("Close the hints", end));
  const turn = (/** @type {number} */ number) => {
    root.dataset.hint = String(number);
    words.replaceChildren(element("b", {}, `${number + 1} of ${HINTS.length}: `), HINTS[number]);
    next.hidden = number + 1 === HINTS.length;
  };
  bar.append(root);
  turn(0);
}
