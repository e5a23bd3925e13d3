/**
 * One field of what a deck says about itself: it shows what Python has, sends what is typed, and lists what is wrong.
 *
 * @typedef {{level: string, text: string, fix: string, part: string}} Finding
 */

import { element } from "../elements.js";
import { keyName } from "../keys.js";
import { findingParts } from "./findings.js";

/** A field whose text Python knows; what is being typed in it is left alone. @param {any} input @param {string} text */
export function showText(input, text) {
  const typing = document.activeElement === input && input.value !== input.dataset.kept;
  input.dataset.kept = text;
  delete input.dataset.sent;
  if (!typing && input.value !== text) input.value = text;
}

/** Shows what Python has again. @param {any} input */
export function restore(input) {
  if (input.value !== input.dataset.kept) input.value = input.dataset.kept;
  delete input.dataset.sent;
}

/**
 * Sends the text of a field when it is left, or when Enter is pressed in a line (where JupyterLab suppresses the change
 * event).
 * @param {any} input @param {(text: string, then: (() => void)|null) => void} say
 * @param {(() => void)|null} [entered] called once what Enter sent is done, or if there was nothing to send
 */
export function listen(input, say, entered = null) {
  const send = (/** @type {(() => void)|null} */ then) => {
    if (input.value === (input.dataset.sent ?? input.dataset.kept)) return then?.();
    input.dataset.sent = input.value;
    say(input.value, then);
  };
  input.addEventListener("change", () => send(null));
  if (input instanceof HTMLInputElement && input.type !== "color")
    input.addEventListener("keydown", (event) => keyName(event) === "Enter" && send(entered));
}

/** @param {HTMLElement} list @param {Finding[]} findings @param {HTMLElement[]} inputs the fields they are about */
export function showFindings(list, findings, inputs) {
  const key = JSON.stringify(findings);
  if (list.dataset.shown === key) return;
  list.dataset.shown = key;
  list.replaceChildren(...findings.map((finding) => element("li", {}, ...findingParts(finding))));
  for (const input of inputs) {
    const part = input.dataset.part;
    const wrong = findings.some((one) => one.level === "error" && (!part || one.part.endsWith(` ${part}`)));
    if (wrong) input.setAttribute("aria-invalid", "true");
    else input.removeAttribute("aria-invalid");
  }
}
