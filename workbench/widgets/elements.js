/** Small building blocks of pages; every text enters the page as a text node. */

import { isModified, keyName } from "./keys.js";

/**
 * An element with attributes (true: present, false or null: absent) and children.
 * @param {string} tag
 * @param {Record<string, string|number|boolean|null|undefined>} attributes
 * @param {...(Node|string|null)} children
 * @returns {HTMLElement}
 */
export function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === false || value === null || value === undefined) continue;
    if (name === "style") made.style.cssText = String(value); // a page may forbid style attributes, but not this
    else made.setAttribute(name, value === true ? "" : String(value));
  }
  made.append(...children.filter((child) => child !== null));
  return made;
}

/**
 * Keeps plain keys within an element: JupyterLab would apply arrows and letters there to its own cells.
 * @param {HTMLElement} root @returns {HTMLElement}
 */
export function keepKeys(root) {
  root.addEventListener("keydown", (event) => {
    if (!isModified(event) && keyName(event) !== "Escape") event.stopPropagation();
  });
  return root;
}

/** @param {string} label @param {Record<string, any>} attributes @param {(event: MouseEvent) => void} press */
export function plainButton(label, attributes, press) {
  const made = element("button", { type: "button", ...attributes }, label);
  made.addEventListener("click", press);
  return made;
}

/** @param {string} label @param {() => void} press @returns {HTMLButtonElement} */
export function button(label, press) {
  return /** @type {HTMLButtonElement} */ (plainButton(label, { class: "rt-bar-button" }, press));
}

/**
 * A titled list of choices; `show` updates it without closing it while somebody chooses. Without options it is empty:
 * Python cannot say yet what there is.
 * @param {string} title @param {(value: string) => void} choose
 */
export function choice(title, choose) {
  const select = /** @type {HTMLSelectElement} */ (element("select", { class: "rt-bar-choice" }));
  const root = element("label", { class: "rt-bar-field" }, element("span", {}, title), select);
  let drawn = "";
  select.addEventListener("change", () => choose(select.value));
  const show = (/** @type {[string, string][]|undefined} */ options = [], /** @type {string} */ value) => {
    const wanted = JSON.stringify(options);
    if (wanted !== drawn) select.replaceChildren(...options.map(([key, label]) => element("option", { value: key }, label)));
    drawn = wanted;
    if (select.value !== value) select.value = value;
  };
  return { root, select, show };
}

/** @param {string} title @param {Record<string, string|boolean|null>} attributes */
export function field(title, attributes) {
  const input = /** @type {HTMLInputElement} */ (element("input", { class: "rt-bar-input", ...attributes }));
  return { root: element("label", { class: "rt-bar-field" }, element("span", {}, title), input), input };
}

/** Shows a line, or hides it where there is nothing to say. @param {HTMLElement} place @param {string} text */
export function say(place, text) {
  if (place.textContent !== text) place.textContent = text;
  place.hidden = !text;
}
