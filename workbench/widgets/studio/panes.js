/** F6 goes from pane to pane of a studio (its bar, what is edited, the proof), Shift+F6 back; each knows where one was. */

import { keyName } from "../keys.js";

const STOPS = 'td[tabindex="0"], button:not(:disabled), select, input, a[href], summary, [tabindex="0"]';

/** @type {WeakMap<Element, HTMLElement>} */
const left = new WeakMap();

/** @param {Element} part */
const isSeen = (part) => part.getClientRects().length > 0;

/** Where one was in a pane, else its cell or its card, else the first of what can be pressed. @param {Element} pane */
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

/** Hears F6 for the studio that a bar stands in; what is returned ends that. @param {HTMLElement} bar */
export function walkPanes(bar) {
  const heard = (/** @type {KeyboardEvent} */ event) => {
    const studio = bar.closest(".rt-studio");
    if (!studio || !(studio.contains(document.activeElement) || document.activeElement === document.body)) return;
    walk([bar, ...studio.querySelectorAll(".rt-tabs")].filter(isSeen), event);
  };
  document.addEventListener("keydown", heard);
  return () => document.removeEventListener("keydown", heard);
}
