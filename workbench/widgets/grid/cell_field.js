/**
 * The field in which one text is edited, with a list of what it may hold where something is offered: for a cell, and
 * for whatever else is chosen by its picture (picker.js).
 *
 * Whatever is typed can be kept: Python judges what is not in the list.
 *
 * @typedef {{value: string, label: string, picture: (() => Node|null)|null}} Offer
 * @typedef {{label: string, type: string, text: string, typing: boolean, offers: Offer[], listId: string,
 *   leave: (text: string, rows: number, columns: number) => void, giveUp: () => void}} Setup
 * @typedef {{input: HTMLInputElement|HTMLTextAreaElement, list: HTMLElement|null, text: () => string,
 *   write: (text: string) => void, touched: boolean}} Field
 */

import { element } from "../elements.js";
import { keyName } from "../keys.js";

/** @param {string} text */
const folded = (text) => text.trim().toLocaleLowerCase();

/** Such a cell holds several letters or ids: choosing one adds it. @param {Setup} setup */
const adds = (setup) => setup.type === "letters" || setup.type === "keys";

/** What it holds is recognized by its picture: the list is a grid of pictures. @param {Setup} setup */
const inPictures = (setup) => setup.type === "emblem" || setup.type === "colour";

/**
 * A field for one cell. `leave` is called with the new text and where to go next (rows down, columns to the right),
 * `giveUp` when nothing is to change. The page puts `input` into the cell and `list` beside it.
 * @param {Setup} setup @returns {Field}
 */
export function makeField(setup) {
  const input = makeInput(setup);
  const look = inPictures(setup) ? "rt-offers rt-pictures" : "rt-offers";
  const list = setup.offers.length
    ? element("ul", { class: look, role: "listbox", id: setup.listId, "aria-label": setup.label })
    : null;
  /** @type {Field} */
  const field = { input, list, touched: false, text: () => finalText(setup, field), write: (text) => write(input, text) };
  if (list) offer(setup, input, list, false);
  input.addEventListener("input", () => {
    field.touched = true;
    if (list) offer(setup, input, list, true);
  });
  input.addEventListener("keydown", (event) => press(setup, field, /** @type {KeyboardEvent} */ (event)));
  return field;
}

/** Inserts a text as if it had been typed. @param {HTMLInputElement|HTMLTextAreaElement} input @param {string} text */
function write(input, text) {
  input.value += text;
  input.dispatchEvent(new Event("input"));
}

/** @param {Setup} setup */
function makeInput(setup) {
  const { label, type, text, typing, offers, listId } = setup;
  const combines = offers.length
    ? { role: "combobox", "aria-autocomplete": "list", "aria-expanded": "true", "aria-controls": listId }
    : {};
  const shared = { class: "rt-field", "aria-label": label, spellcheck: type === "text" ? "true" : "false" };
  const made = /** @type {HTMLInputElement} */ (
    type === "text"
      ? element("textarea", { ...shared, rows: 1 })
      : element("input", { ...shared, ...combines, type: "text", autocomplete: "off" })
  );
  if (type === "number") made.inputMode = "numeric";
  made.value = typing ? "" : text;
  return made;
}

// ---------------------------------------------------------------- what is offered

/**
 * Shows what matches what is typed; marks the first that begins with it, or among pictures the first in any case.
 * @param {Setup} setup @param {HTMLInputElement|HTMLTextAreaElement} input @param {HTMLElement} list
 * @param {boolean} typed
 */
function offer(setup, input, list, typed) {
  const said = typed || setup.typing ? folded(input.value) : "";
  const filters = said && !adds(setup);
  const sought = filters && inPictures(setup) ? setup.offers.filter((one) => one.value) : setup.offers;
  const begins = filters ? sought.filter((one) => beginsWith(one, said)) : [];
  const holds = filters
    ? sought.filter((one) => !begins.includes(one) && folded(one.label).includes(said))
    : sought;
  const shown = [...begins, ...holds];
  list.replaceChildren(...shown.map((one, place) => offerElement(setup, input, list, one, place)));
  list.hidden = !shown.length;
  const current = typed || adds(setup) ? -1 : shown.findIndex((one) => one.value === input.value);
  mark(input, list, begins.length || (filters && inPictures(setup)) ? 0 : current);
}

/** @param {Offer} one @param {string} said */
function beginsWith(one, said) {
  return folded(one.value).startsWith(said) || folded(one.label).startsWith(said);
}

/**
 * @param {Setup} setup @param {HTMLInputElement|HTMLTextAreaElement} input @param {HTMLElement} list
 * @param {Offer} one @param {number} place
 */
function offerElement(setup, input, list, one, place) {
  const made = element(
    "li",
    { role: "option", id: `${setup.listId}-${place}`, "aria-selected": "false", "data-value": one.value },
    one.picture?.() ?? null,
    element("span", {}, one.label),
  );
  if (inPictures(setup) && one.value === setup.text) made.setAttribute("aria-current", "true"); // what is chosen now
  made.addEventListener("pointerdown", (event) => event.preventDefault()); // the field keeps the focus
  made.addEventListener("click", () => {
    if (adds(setup)) add(setup, input, one.value);
    else setup.leave(one.value, 0, 0);
  });
  return made;
}

/** @param {Setup} setup @param {HTMLInputElement|HTMLTextAreaElement} input @param {string} one */
function add(setup, input, one) {
  input.value += (setup.type === "keys" && input.value ? "|" : "") + one;
  input.focus();
}

/** @param {HTMLInputElement|HTMLTextAreaElement} input @param {HTMLElement} list @param {number} place */
function mark(input, list, place) {
  const options = [...list.children];
  options.forEach((option, number) => option.setAttribute("aria-selected", String(number === place)));
  if (options[place]) {
    input.setAttribute("aria-activedescendant", options[place].id);
    options[place].scrollIntoView({ block: "nearest" });
  } else input.removeAttribute("aria-activedescendant");
}

/** The marked offer. @param {HTMLElement|null} list */
function marked(list) {
  return /** @type {HTMLElement|null} */ (list?.querySelector('[aria-selected="true"]') ?? null);
}

// ---------------------------------------------------------------- what is typed

/**
 * The new text of the cell: the marked offer, else what is typed, with letters in capitals. A key that began the edit
 * but wrote nothing (a dead key alone, a key that the browser took for itself) leaves the text as it was.
 * @param {Setup} setup @param {Field} field
 */
function finalText(setup, { input, list, touched }) {
  if (setup.typing && !touched && !input.value) return setup.text;
  if (setup.type === "letters") return inCapitals(input.value, setup.offers);
  if (adds(setup)) return input.value;
  return marked(list)?.dataset.value ?? input.value;
}

/** Letters of the deck in capitals, however they were typed. @param {string} text @param {Offer[]} offers */
function inCapitals(text, offers) {
  const known = new Set(offers.map((one) => one.value));
  return [...text].map((sign) => (known.has(sign.toUpperCase()) ? sign.toUpperCase() : sign)).join("");
}

/** @param {Setup} setup @param {Field} field @param {KeyboardEvent} event */
function press(setup, field, event) {
  event.stopPropagation();
  const key = keyName(event);
  const way = wayOut(setup, field, event);
  if (key === "Escape") setup.giveUp();
  else if (key === "Enter" && event.altKey && setup.type === "text") breakLine(field);
  else if (key === "Enter" && adds(setup) && marked(field.list)) takeMarked(setup, field);
  else if (way) setup.leave(field.text(), ...way);
  else if (!(inPictures(setup) ? walkPictures(field, key) : walk(field, key))) return;
  event.preventDefault();
}

/**
 * Where a key that ends the edit leads; an edit begun by typing also ends with an arrow.
 * @param {Setup} setup @param {Field} field @param {KeyboardEvent} event @returns {[number, number]|null}
 */
function wayOut(setup, field, event) {
  const [key, back] = [keyName(event), event.shiftKey];
  if (key === "Enter" && (event.ctrlKey || event.metaKey)) return [0, 0];
  if (key === "Enter") return [back ? -1 : 1, 0];
  if (key === "Tab") return [0, back ? -1 : 1];
  if (setup.typing && !field.list && key === "ArrowDown") return [1, 0];
  if (setup.typing && !field.list && key === "ArrowUp") return [-1, 0];
  return null;
}

/** @param {Field} field */
function breakLine({ input }) {
  const end = input.value.length;
  input.setRangeText("\n", input.selectionStart ?? end, input.selectionEnd ?? end, "end");
}

/** @param {Setup} setup @param {Field} field */
function takeMarked(setup, { input, list }) {
  add(setup, input, marked(list)?.dataset.value ?? "");
  if (list) mark(input, list, -1);
}

/** Up and down the list. @param {Field} field @param {string} key */
function walk(field, key) {
  const { input, list } = field;
  const step = { ArrowDown: 1, ArrowUp: -1 }[key];
  if (!step || !list || list.hidden) return false;
  const options = [...list.children];
  const place = options.findIndex((option) => option.getAttribute("aria-selected") === "true");
  field.touched = true;
  mark(input, list, (place + step + options.length + (place < 0 && step < 0 ? 1 : 0)) % options.length);
  return true;
}

/** To another picture; they are in rows. @param {Field} field @param {string} key */
function walkPictures(field, key) {
  const { input, list } = field;
  const options = /** @type {HTMLElement[]} */ ([...(list?.children ?? [])]);
  if (!list || list.hidden || !options.length) return false;
  const place = options.findIndex((option) => option.getAttribute("aria-selected") === "true");
  const next = pictureAt(options, place, key);
  if (next === null) return false;
  field.touched = true;
  mark(input, list, next);
  return true;
}

/** Where a key leads from a place among pictures. @param {HTMLElement[]} options @param {number} place @param {string} key */
function pictureAt(options, place, key) {
  const last = options.length - 1;
  const across = options.filter(({ offsetTop }) => offsetTop === options[0].offsetTop).length;
  const step = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: across, ArrowUp: -across }[key];
  if (key === "Home") return 0;
  if (key === "End") return last;
  if (!step) return null;
  if (place < 0) return step > 0 ? 0 : last;
  const next = place + step;
  if (next > last) return Math.floor(place / across) < Math.floor(last / across) ? last : place;
  return next < 0 ? place : next;
}
