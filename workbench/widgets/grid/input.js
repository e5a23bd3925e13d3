/**
 * Keys, mouse and fingers in a card grid.
 *
 * @typedef {import("./list.js").Sheet} Sheet
 * @typedef {import("./list.js").Grid} Grid
 */

import { command, keyName, ownText, writes } from "../keys.js";
import { edit, placeList } from "./edit.js";
import { openFind } from "./find.js";
import { collapse, destination, enterColumn, focusHead, goTo, goToRows, tabOn } from "./focus.js";
import { current, placeOf, range } from "./list.js";
import { act, copy, fill, fillDown, paste } from "./steps.js";

/** What a key does in the grid; false if it is not the grid's. @param {Grid} grid @param {KeyboardEvent} event */
function press(grid, event) {
  const { sheet } = current(grid);
  const row = sheet.order.indexOf(sheet.place.row);
  const key = keyName(event);
  if (key !== "Tab" && key !== "Enter") grid.tabbed = null;
  if (writes(event) && !(key === " " && event.shiftKey)) return write(grid, ownText(event));
  if (event.altKey) return pressAlt(grid, key);
  if (key === "ArrowUp" && row === 0 && !event.shiftKey) return focusHead(sheet, sheet.place.column);
  const to = destination(grid, event);
  if (to) return goTo(grid, ...to, event.shiftKey), true;
  if (event.ctrlKey || event.metaKey) return pressControl(grid, event);
  switch (key) {
    case "Tab":
      return !grid.leaving && tabOn(grid, event.shiftKey ? -1 : 1);
    case "Enter":
      return goTo(grid, row + (event.shiftKey ? -1 : 1), enterColumn(grid)), true;
    case "Escape":
      return collapse(grid), true;
    case "F2":
      return edit(grid, false), true;
    case "Delete":
    case "Backspace":
      return fill(grid, () => ""), true;
    case " ":
      return event.shiftKey && (goToRows(grid, range(grid).top, range(grid).bottom), true);
    default:
      return false;
  }
}

/** The field takes the focus and so the key itself, dead keys and input methods included. @param {Grid} grid @param {string} text */
function write(grid, text) {
  edit(grid, true, text);
  return text !== "";
}

/** @param {Grid} grid @param {string} key */
function pressAlt(grid, key) {
  if (key === "ArrowUp") return act.up(grid), true;
  if (key === "ArrowDown") return act.down(grid), true;
  if (key === "Enter") return act.add(grid), true;
  return false;
}

/** @param {Grid} grid @param {KeyboardEvent} event */
function pressControl(grid, event) {
  const { sheet, table } = current(grid);
  const { left, right } = range(grid);
  const done = {
    z: () => (event.shiftKey ? act.redo(grid) : act.undo(grid)),
    y: () => act.redo(grid),
    d: () => fillDown(grid),
    f: () => openFind(grid),
    h: () => openFind(grid),
    a: () => goToRows(grid, 0, sheet.order.length - 1),
    " ": () => (goTo(grid, 0, left), goTo(grid, table.rows.length - 1, right, true)),
  }[command(event)];
  done?.();
  return done !== undefined;
}

/** @param {Grid} grid @param {Sheet} sheet */
export function listen(grid, sheet) {
  const { scroller } = sheet;
  scroller.addEventListener("focusin", () => (grid.leaving = false));
  scroller.addEventListener("copy", (event) => copy(grid, event));
  scroller.addEventListener("cut", (event) => copy(grid, event));
  scroller.addEventListener("paste", (event) => paste(grid, event));
  scroller.addEventListener("scroll", () => {
    scroller.classList.toggle("rt-sideways", scroller.scrollLeft > 0);
    placeList(grid);
  });
  listenToPointer(grid, sheet);
}

/**
 * The mouse selects by dragging; a finger scrolls, so only its taps count.
 * @param {Grid} grid @param {Sheet} sheet
 */
function listenToPointer(grid, sheet) {
  const { scroller } = sheet;
  let again = false; // whether the pressed cell already had the focus
  /** @type {number|null} */
  let row = null; // the row whose head is dragged
  let dragging = false;
  const select = (/** @type {PointerEvent} */ event) => {
    const place = placeOf(sheet, event.target);
    const head = rowOfHead(sheet, event.target);
    if (place) goTo(grid, sheet.order.indexOf(place.row), place.column, event.shiftKey || dragging);
    else if (head !== null) {
      row = dragging || event.shiftKey ? row ?? sheet.order.indexOf(sheet.place.row) : head;
      goToRows(grid, row, head);
    } else return false;
    return true;
  };
  const inField = (/** @type {Event} */ event) => grid.editing?.cell.contains(/** @type {Node} */ (event.target));
  scroller.addEventListener("pointerdown", (event) => {
    const cell = event.target instanceof Element ? event.target.closest("td") : null;
    again = cell !== null && cell === document.activeElement && sheet.selected.size === 1;
    dragging = false; // a drag may have ended outside the grid
    if (!inField(event) && event.pointerType === "mouse" && event.button === 0) dragging = select(event);
  });
  scroller.addEventListener("mousedown", (event) => {
    const mine = placeOf(sheet, event.target) || rowOfHead(sheet, event.target) !== null;
    if (mine && !inField(event)) event.preventDefault(); // the focus is ours to move
  });
  scroller.addEventListener("pointerover", (event) => {
    dragging &&= (event.buttons & 1) === 1;
    if (dragging) select(event);
  });
  scroller.addEventListener("pointerup", () => (dragging = false));
  scroller.addEventListener("click", (event) => {
    if (inField(event)) return;
    const mouse = /** @type {PointerEvent} */ (event).pointerType === "mouse";
    if (again && (!mouse || event.detail > 1 || onArrow(event))) edit(grid, false);
    else if (!mouse) select(/** @type {PointerEvent} */ (event));
  });
}

/** Whether the press is on the arrow that a cell with a list shows at its end. @param {MouseEvent} event */
function onArrow(event) {
  const cell = event.target instanceof Element ? event.target.closest("td") : null;
  return cell !== null && cell.dataset.offers === "true" && cell.getBoundingClientRect().right - event.clientX < 24;
}

/** @param {Sheet} sheet @param {EventTarget|null} target */
function rowOfHead(sheet, target) {
  const head = target instanceof Element ? target.closest("tbody th") : null;
  return head ? sheet.order.indexOf(Number(/** @type {HTMLElement} */ (head.parentElement).dataset.row)) : null;
}

/** @param {Grid} grid @param {KeyboardEvent} event */
export function hearKey(grid, event) {
  const { sheet } = current(grid);
  const inCell = placeOf(sheet, event.target) !== null;
  const anywhere = (grid.piles.on ? ["z", "y"] : ["z", "y", "f"]).includes(command(event));
  const typing = event.target instanceof HTMLInputElement;
  if (event.defaultPrevented) return;
  if (inCell ? press(grid, event) : anywhere && !typing && pressControl(grid, event)) event.preventDefault();
}
