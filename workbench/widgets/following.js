/**
 * Follows a pointer from where it went down until it is let go, wherever it goes: what drags something says what begins
 * once it has moved, what each move does, and what letting go does.
 */

import { keyName } from "./keys.js";

const STILL = 8; // pixels that a press may move and still be one
const ENDS = /** @type {const} */ (["pointerup", "pointercancel", "keydown"]);

/**
 * `begin` makes what is dragged, or nothing if nothing can be dragged now; `end` is told where it was let go, or null
 * where it was given up: by Escape, or by the browser.
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
