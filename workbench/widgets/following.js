/**
 * Follows a pointer from press to release, wherever it goes. The caller says what begins once it has moved, what each
 * move does, and what letting go does.
 */

import { keyName } from "./keys.js";

const STILL = 8; // pixels that a press may move and still count as a press
const ENDS = /** @type {const} */ (["pointerup", "pointercancel", "keydown"]);

/**
 * `begin` makes what is dragged, or returns null if nothing can be dragged now; `end` gets the event of letting go, or
 * null if Escape or the browser ended the drag.
 * @template Drag
 * @param {PointerEvent} down
 * @param {{begin: () => Drag|null, move: (drag: Drag, event: PointerEvent, across: number, along: number) => void,
 *   end: (drag: Drag, event: PointerEvent|null) => void}} dragging
 */
export function follow(down, { begin, move, end }) {
  /** @type {Drag|null} */
  let drag = null;
  const moved = (/** @type {PointerEvent} */ event) => {
    const [across, along] = [event.clientX - down.clientX, event.clientY - down.clientY];
    if (!drag && Math.hypot(across, along) < STILL) return;
    drag ??= begin();
    if (drag) move(drag, event, across, along);
  };
  const ended = (/** @type {PointerEvent|KeyboardEvent} */ event) => {
    if (event instanceof KeyboardEvent && keyName(event) !== "Escape") return;
    window.removeEventListener("pointermove", moved);
    for (const name of ENDS) window.removeEventListener(name, ended);
    if (drag) end(drag, event instanceof PointerEvent && event.type === "pointerup" ? event : null);
  };
  window.addEventListener("pointermove", moved);
  for (const name of ENDS) window.addEventListener(name, ended);
}
