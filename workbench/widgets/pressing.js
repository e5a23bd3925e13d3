/**
 * What is pressed stays until it is let go: a table or lobby that was redrawn in between would swallow the press. So
 * does a field while an input method writes in it, which would otherwise start over with half a word.
 */

import { keyName } from "./keys.js";

const LONGEST = 1000; // milliseconds; a pointer released elsewhere makes a table wait no longer than that

/** @type {WeakMap<HTMLElement, {held: boolean, draw: (() => void)|null, timer: number}>} */
const presses = new WeakMap();

/** Draws, at once or as soon as nothing in `root` is held down; of those waiting, only the last. @param {HTMLElement} root @param {() => void} draw */
export function onceLetGo(root, draw) {
  const press = presses.get(root) ?? watch(root);
  if (press.held) press.draw = draw;
  else draw();
}

/** @param {HTMLElement} root */
function watch(root) {
  const press = { held: false, draw: /** @type {(() => void)|null} */ (null), timer: 0 };
  presses.set(root, press);
  let composing = false;
  const letGo = () => {
    clearTimeout(press.timer);
    if (composing) return;
    const { draw } = press;
    Object.assign(press, { held: false, draw: null });
    draw?.();
  };
  const later = () => {
    if (!press.held) return;
    clearTimeout(press.timer);
    press.timer = window.setTimeout(letGo); // the click comes first
  };
  const hold = () => {
    press.held = true;
    clearTimeout(press.timer);
    press.timer = window.setTimeout(letGo, LONGEST);
    for (const end of ["pointerup", "pointercancel", "keyup"]) window.addEventListener(end, later, { once: true });
  };
  root.addEventListener("pointerdown", hold);
  root.addEventListener("compositionstart", () => (press.held = composing = true));
  root.addEventListener("compositionend", () => {
    composing = false;
    later();
  });
  root.addEventListener("keydown", (event) => keyName(event) === " " && hold());
  return press;
}
