/**
 * Dragging a card to where it can go, by mouse or finger: the same presses as without it, in one move. A card that goes
 * to one of several places is taken first, so that these become visible; any other is pressed once it lies on the table
 * or, if it lay there, in the hand.
 *
 * @typedef {import("./table.js").Table} Table
 * @typedef {{key: string, mine: boolean, usable: boolean, ghost: HTMLElement, over: HTMLElement|null}} Drag
 */

import { follow } from "../following.js";
import { letGo, lift } from "./motion.js";
import { use } from "./picking.js";

const CARDS = ":is(.rt-own, .rt-field) button.rt-card.rt-may[data-key]";

/** Lets the cards that may be pressed be dragged. @param {Table} table */
export function watchDrags(table) {
  table.parts.root.addEventListener("pointerdown", (event) => {
    const card = event.isPrimary && event.button === 0 && event.target instanceof Element ? event.target.closest(CARDS) : null;
    if (card) drag(table, /** @type {HTMLElement} */ (card), event);
  });
}

/** @param {Table} table @param {HTMLElement} card @param {PointerEvent} down */
function drag(table, card, down) {
  follow(down, {
    begin: () => (table.large ? null : begin(table, card, down.pointerId)),
    move: (held, { clientX, clientY }, across, along) => {
      if (table.large) return;
      held.ghost.style.transform = `translate(${across}px, ${along}px)`;
      mark(held, placeAt(table, held, clientX, clientY)?.[0] ?? null);
    },
    end: (held, event) => finish(table, held, event && placeAt(table, held, event.clientX, event.clientY)),
  });
}

/** @param {Table} table @param {HTMLElement} card @param {number} pointer @returns {Drag} */
function begin(table, card, pointer) {
  const { root } = table.parts;
  const key = card.dataset.key ?? "";
  const usable = card.dataset.action === undefined;
  root.setPointerCapture(pointer); // the card itself may be redrawn
  root.classList.add("rt-dragging");
  const drag = { key, mine: card.closest(".rt-own") !== null, usable, ghost: lift(root, card), over: null };
  if (usable && card.getAttribute("aria-pressed") !== "true") card.click();
  cardOf(table, key)?.classList.add("rt-lifted");
  return drag;
}

/** @param {Table} table @param {string} key @returns {HTMLElement|null} */
function cardOf({ parts }, key) {
  return parts.frame.querySelector(`[data-key="${CSS.escape(key)}"]`);
}

/** Where a card may be let go: what is marked, and what is then pressed. @param {Table} table @param {Drag} drag @param {number} x @param {number} y @returns {HTMLElement[]|null} */
function placeAt(table, drag, x, y) {
  const { frame, own, self } = table.parts;
  const under = document.elementsFromPoint(x, y).filter((part) => frame.contains(part) && part !== frame);
  if (drag.usable) return roomAmong(table, under);
  const card = cardOf(table, drag.key);
  const home = under.some((part) => own.contains(part) || self.contains(part));
  if (!card || !under.length || home === drag.mine) return null;
  if (drag.mine && card.getAttribute("aria-pressed") === "true") return null; // it is already picked
  return [drag.mine ? /** @type {HTMLElement} */ (table.parts.round.parentElement) : own, card];
}

/** The place for the taken card. @param {Table} table @param {Element[]} under */
function roomAmong({ scene, using }, under) {
  const actions = scene.choices.filter((choice) => choice.using?.includes(using)).map(({ action }) => `[data-action="${action}"]`);
  const rooms = actions.join() || "none";
  for (const part of under) {
    const inside = part.closest("[data-place]")?.querySelectorAll(rooms) ?? [];
    const room = part.closest(rooms) ?? (inside.length === 1 ? inside[0] : null);
    if (room instanceof HTMLElement) return [room, room];
  }
  return null;
}

/** @param {Drag} drag @param {HTMLElement|null} over */
function mark(drag, over) {
  if (over === drag.over) return;
  drag.over?.classList.remove("rt-held-over");
  over?.classList.add("rt-held-over");
  drag.over = over;
}

/** Presses where the card was let go; the click that a browser makes of it is ignored. @param {Table} table @param {Drag} drag @param {HTMLElement[]|null} place */
function finish(table, drag, place) {
  const { root } = table.parts;
  const swallow = (/** @type {Event} */ event) => event.stopPropagation();
  root.addEventListener("click", swallow, true);
  mark(drag, null);
  root.classList.remove("rt-dragging");
  cardOf(table, drag.key)?.classList.remove("rt-lifted");
  letGo(root, drag.ghost, place ? drag.key : "");
  setTimeout(() => {
    root.removeEventListener("click", swallow, true);
    if (place) place[1].click();
    else if (drag.usable && table.using) use(table, table.using);
  });
}
