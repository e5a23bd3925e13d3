/** A page of a phone: a hall with a banner of who I am, above parchment with the question. */

import { element } from "../elements.js";
import { brand } from "./parts.js";

/**
 * Shows a page within `root`. The heading, or what went wrong, takes the focus, except on the first page.
 * @param {HTMLElement} root @param {string} name of the page, for its looks @param {HTMLElement} hang @param {HTMLElement} sheet
 */
export function showScreen(root, name, hang, sheet) {
  const first = !root.firstChild;
  document.documentElement.dataset.state = name;
  hang.classList.add("rm-hang");
  sheet.classList.add("rm-sheet");
  const side = element("section", { class: "wb-hall rm-side", "aria-label": "You" }, brand(), hang);
  root.replaceChildren(element("main", { class: "rm-join" }, side, element("div", { class: "rm-right" }, sheet)));
  const heading = sheet.querySelector("h1");
  document.title = heading?.textContent ?? document.title;
  const focused = /** @type {HTMLElement|null} */ (sheet.querySelector("[role='alert']") ?? (first ? null : heading));
  focused?.focus();
  window.scrollTo(0, 0);
}

/** The foot of a page: its main button, and others. @param {...HTMLElement} parts */
export function foot(...parts) {
  return element("div", { class: "rm-foot" }, ...parts);
}

/** The main button of a page. @param {string} words */
export function mainButton(words) {
  return /** @type {HTMLButtonElement} */ (element("button", { class: "wb-button wb-main", type: "submit" }, words));
}

/**
 * A form whose button waits for the answer, so that one press means one act.
 * @param {() => Promise<void>} act @param {...(Node|null)} parts
 */
export function form(act, ...parts) {
  const made = element("form", { novalidate: true }, ...parts);
  made.addEventListener("submit", (event) => {
    event.preventDefault();
    if (made.dataset.waits) return;
    made.dataset.waits = "true";
    act().finally(() => delete made.dataset.waits);
  });
  return made;
}
