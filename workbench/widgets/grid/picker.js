/**
 * Choosing by pictures with names: a field to type in and, below it, a grid of what matches. In a card grid the field
 * is in its cell (edit.js); elsewhere it opens beside a button.
 *
 * @typedef {import("./cell_field.js").Offer} Offer
 * @typedef {import("./cell_field.js").Field} Field
 * @typedef {{frame: HTMLElement, label: string, type: string, text: string, offers: Offer[],
 *   take: (text: string) => void}} Choosing
 */

import { emblemPicture } from "../card_face.js";
import { element } from "../elements.js";
import { PATHS, SIGNS } from "../emblems.js";
import { makeField } from "./cell_field.js";

const FINGER = "(pointer: coarse)";
const LEAST_ROOM = 120; // pixels for a list, wherever it opens
let pickers = 0;

/** What people call an emblem. @param {string} name */
export function emblemWords(name) {
  return name.replaceAll("-", " ");
}

/**
 * All emblems that a card or a category may show; the first is none, which leaves it to the name.
 * @param {string} usual the one that is shown in that case
 * @returns {Offer[]}
 */
export function emblemOffers(usual) {
  const borne = [...PATHS.keys()].filter((name) => !SIGNS.includes(name));
  const offers = borne.map((value) => ({ value, label: emblemWords(value), picture: () => emblemPicture(value) }));
  return [{ value: "", label: "by its name", picture: () => emblemPicture(usual) }, ...offers];
}

/**
 * Enters a field of pictures: what is typed first replaces what it shows. On a touch screen one sees the pictures, and
 * the on-screen keyboard appears only when the field is touched.
 * @param {Field} field
 */
export function enterPictures({ input, list }) {
  if (window.matchMedia(FINGER).matches) {
    input.inputMode = "none";
    input.addEventListener("pointerdown", () => (input.inputMode = "text"));
  }
  input.focus({ preventScroll: true });
  input.select();
  const chosen = /** @type {HTMLElement|null} */ (list?.querySelector('[aria-selected="true"]') ?? null);
  if (list && chosen) list.scrollTop = chosen.offsetTop - (list.clientHeight - chosen.offsetHeight) / 2;
}

/**
 * Opens a picker at a button, which gets the focus back once it is closed. Enter or a press takes; Escape or leaving it
 * changes nothing.
 * @param {HTMLElement} anchor @param {Choosing} choosing
 */
export function openPicker(anchor, { frame, label, type, text, offers, take }) {
  if (anchor.getAttribute("aria-expanded") === "true") return;
  let open = true;
  const close = (/** @type {boolean} */ back) => {
    if (!open) return;
    open = false;
    box.remove();
    anchor.setAttribute("aria-expanded", "false");
    if (back) anchor.focus({ preventScroll: true });
  };
  const leave = (/** @type {string} */ chosen) => {
    close(true);
    if (chosen !== text) take(chosen);
  };
  const listId = `rt-picker-${(pickers += 1)}`;
  const field = makeField({ label, type, text, typing: false, offers, listId, leave, giveUp: () => close(true) });
  const box = element("div", { class: "rt-picker" }, field.input, field.list);
  field.input.setAttribute("placeholder", "Type what to look for");
  field.input.addEventListener("blur", () => close(false));
  box.addEventListener("mousedown", (event) => event.target !== field.input && event.preventDefault());
  anchor.setAttribute("aria-expanded", "true");
  frame.append(box);
  placeBy(anchor, box, frame);
  enterPictures(field);
  box.scrollIntoView({ block: "nearest" });
}

/**
 * Places a box below what it belongs to, or above it where there is more room; it is no taller than that room
 * (`--room`).
 * @param {HTMLElement} near @param {HTMLElement} box @param {HTMLElement} frame in which it lies
 */
export function placeBy(near, box, frame) {
  const [around, at] = [frame.getBoundingClientRect(), near.getBoundingClientRect()];
  const cuts = getComputedStyle(frame).overflowY !== "visible"; // what would stick out of it is clipped
  const over = at.top - (cuts ? Math.max(around.top, 0) : 0);
  const under = (cuts ? Math.min(around.bottom, window.innerHeight) : window.innerHeight) - at.bottom;
  box.style.setProperty("--room", `${Math.max(over, under, LEAST_ROOM)}px`);
  const above = box.offsetHeight > under && over > under;
  const left = Math.max(0, Math.min(at.left - around.left, around.width - box.offsetWidth));
  box.style.setProperty("top", `${(above ? at.top - box.offsetHeight : at.bottom) - around.top + frame.scrollTop}px`);
  box.style.setProperty("left", `${left}px`);
}
