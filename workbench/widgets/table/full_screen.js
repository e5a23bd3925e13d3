/**
 * Full screen for a table. The mark and the tools go after three seconds without pointer or key; phase and story stay,
 * and for four seconds a line says how to get out.
 *
 * @typedef {import("./table.js").Table} Table
 */

const IDLE = 3_000; // milliseconds
const SAID = 4_000;

/** Whether this browser lets a table fill the screen. */
export function fills() {
  return document.fullscreenEnabled;
}

/** The stage, with all that lies over the table, which fills the screen and hears keys; else the table. @param {Table} table */
export function stageOf({ parts }) {
  return parts.root.closest(".rt-stage") ?? parts.root.parentElement ?? parts.root;
}

/** Whether the table fills the screen. @param {Table} table */
export function isFull({ parts }) {
  return document.fullscreenElement?.contains(parts.root) ?? false;
}

/** Full screen for the table, or back. @param {Table} table */
export function switchFullScreen(table) {
  const done = document.fullscreenElement ? document.exitFullscreen() : stageOf(table).requestFullscreen();
  done.catch(() => undefined); // a browser may refuse; the table stays as it is
}

/** Hides the tools while nobody moves. @param {Table} table @returns {() => void} stops watching */
export function watchFullScreen(table) {
  const { root, leaving } = table.parts;
  let [idle, said] = [0, 0];
  const wake = () => {
    clearTimeout(idle);
    root.classList.remove("rt-idle");
    if (isFull(table)) idle = window.setTimeout(rest, IDLE);
  };
  const rest = () => {
    const busy = table.drawer !== "" || !table.parts.menu.hidden;
    root.classList.toggle("rt-idle", isFull(table) && !busy);
  };
  const changed = () => {
    const full = isFull(table);
    root.classList.toggle("rt-full", full);
    clearTimeout(said);
    leaving.textContent = full ? "Esc leaves full screen" : "";
    if (full) said = window.setTimeout(() => (leaving.textContent = ""), SAID);
    wake();
  };
  document.addEventListener("fullscreenchange", changed);
  for (const event of ["pointermove", "pointerdown", "keydown"]) document.addEventListener(event, wake);
  return () => {
    document.removeEventListener("fullscreenchange", changed);
    for (const event of ["pointermove", "pointerdown", "keydown"]) document.removeEventListener(event, wake);
  };
}
