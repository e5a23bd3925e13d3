/**
 * The panes of a studio: what is edited, and the proof beside it. F6 goes from one to the next and to the bar, Shift+F6
 * back; each remembers where the focus was. Where there is room for only one, two buttons below the bar choose it.
 */

import { button, element } from "../elements.js";
import { keyName } from "../keys.js";

const EDITED = "edited";
const PANES = [[EDITED, "Edit"], ["proof", "What it does"]];

const STOPS = 'td[tabindex="0"], button:not(:disabled), select, input, a[href], summary, [tabindex="0"]';

/** @type {WeakMap<Element, HTMLElement>} */
const left = new WeakMap();

/** @param {Element} part */
const isSeen = (part) => part.getClientRects().length > 0;

/** Where the focus was in a pane, else its cell or card, else the first pressable part. @param {Element} pane */
function stopOf(pane) {
  const before = left.get(pane);
  if (before?.isConnected && isSeen(before)) return before;
  const stops = /** @type {HTMLElement[]} */ ([...pane.querySelectorAll(STOPS)]).filter(isSeen);
  return stops.find((stop) => stop.matches('td, .rt-strip[tabindex="0"]')) ?? stops[0];
}

/** @param {Element[]} panes @param {KeyboardEvent} event */
function walk(panes, event) {
  if (keyName(event) !== "F6") return;
  const here = panes.findIndex((pane) => pane.contains(document.activeElement));
  if (here >= 0) left.set(panes[here], /** @type {HTMLElement} */ (document.activeElement));
  const next = panes[(here + (event.shiftKey ? -1 : 1) + panes.length) % panes.length];
  const stop = next && stopOf(next);
  if (!stop) return;
  stop.focus();
  event.preventDefault();
}

/** Hears F6 for the studio that a bar is in; the returned function ends that. @param {HTMLElement} bar */
export function walkPanes(bar) {
  const heard = (/** @type {KeyboardEvent} */ event) => {
    const studio = bar.closest(".rt-studio");
    if (!studio || !(studio.contains(document.activeElement) || document.activeElement === document.body)) return;
    walk([bar, ...studio.querySelectorAll(".rt-tabs")].filter(isSeen), event);
  };
  document.addEventListener("keydown", heard);
  return () => document.removeEventListener("keydown", heard);
}

/** Shows one of the panes where there is room for only one. @param {Element} inside the studio @param {string} [pane] */
export function showPane(inside, pane = EDITED) {
  const studio = inside.closest(".rt-studio");
  if (!studio) return;
  studio.setAttribute("data-pane", pane);
  for (const one of studio.querySelectorAll("[data-shows]")) one.setAttribute("aria-pressed", String(one.getAttribute("data-shows") === pane));
}

/** The buttons that choose between the panes; the style sheet shows them where only one has room. */
export function paneChoice() {
  const choices = PANES.map(([pane, words]) => {
    const made = button(words, () => showPane(made, pane));
    made.setAttribute("data-shows", pane);
    made.setAttribute("aria-pressed", String(pane === EDITED));
    return made;
  });
  return element("div", { class: "rt-pane-choice", role: "group", "aria-label": "Which half of the studio" }, ...choices);
}
