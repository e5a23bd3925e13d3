/**
 * The bar above the table: what is played, which phase it is, what happened last, and the tools.
 *
 * @typedef {import("./scene.js").Scene} Scene
 * @typedef {import("./table.js").Table} Table
 */

import { element, plainButton } from "../elements.js";
import { keyName } from "../keys.js";
import { keepLargeType } from "../large_type.js";
import { grouped } from "./list.js";

const LONG = 18; // letters of a phase from which it is written smaller on a phone

/** @param {Scene} scene */
export function phaseElements(scene) {
  return scene.phases.map(([key, title]) =>
    element("li", { class: `rt-phase${title.length > LONG ? " rt-long-phase" : ""}`, "aria-current": key === scene.phase ? "step" : null }, title),
  );
}

/** What may be said beside the game, folded; it stays unfolded while somebody speaks. @param {Table} table */
export function drawAsides(table) {
  const { scene, parts } = table;
  const phrases = scene.choices.filter((choice) => choice.aside);
  parts.asides.hidden = !phrases.length;
  const summary = element("summary", { class: "rt-tool", "data-key": "asides" }, "Say something");
  const sheet = element("div", { class: "rt-sheet" }, ...grouped(table, phrases, "aside:"));
  parts.asides.replaceChildren(summary, sheet);
}

/** Tools that few need, behind one button. @param {Record<string, HTMLElement>} parts */
export function menuElement(parts) {
  parts.size = plainButton("Large type", { class: "rt-tool rt-size", "aria-pressed": "false" }, () => switchSize(parts));
  const full = plainButton("Full screen", { class: "rt-tool rt-full" }, () => switchFullScreen(parts.root));
  const fills = document.fullscreenEnabled ? " F fills the screen." : "";
  const keys = element("p", {}, `A card is shown large by a long press, the right key of the mouse, or I.${fills}`);
  const sheet = element("div", { class: "rt-sheet" }, parts.size, document.fullscreenEnabled ? full : null, keys);
  const menu = element("details", { class: "rt-menu" }, element("summary", { class: "rt-tool", "data-key": "menu" }, "Menu"), sheet);
  menu.addEventListener("keydown", (event) => {
    if (keyName(event) !== "Escape") return;
    /** @type {HTMLDetailsElement} */ (menu).open = false;
    menu.querySelector("summary")?.focus();
  });
  return menu;
}

/** The whole screen for the stage, or back. @param {HTMLElement} root */
export function switchFullScreen(root) {
  const stage = root.closest(".rt-stage") ?? root;
  const done = document.fullscreenElement ? document.exitFullscreen() : stage.requestFullscreen();
  done.catch(() => undefined); // a browser may refuse; the table stays as it is
}

/** @param {Record<string, HTMLElement>} parts */
function switchSize(parts) {
  const large = parts.size.getAttribute("aria-pressed") !== "true";
  keepLargeType(large);
  showSize(parts, large);
}

/** @param {Record<string, HTMLElement>} parts @param {boolean} large */
export function showSize(parts, large) {
  parts.root.classList.toggle("rt-projector", large);
  parts.size.setAttribute("aria-pressed", String(large));
}
