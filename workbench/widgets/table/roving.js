/** One tab stop for many things: arrow keys, Home and End move among them. */

import { keyName } from "../keys.js";

/** @type {Record<string, [number, number]>} where an arrow key points: across, down */
const ARROWS = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] };

const CHOOSABLE = "button[tabindex][data-action]:not(:disabled)";

/** @type {WeakSet<HTMLElement>} the zones whose keys are heard */
const heard = new WeakSet();

/**
 * One tab stop for a whole zone; arrow keys, Home and End move inside it: round and round in a ring, where they point
 * on a field.
 * @param {HTMLElement} zone @param {""|"ring"|"field"} [way]
 */
export function roving(zone, way = "") {
  const items = () => /** @type {HTMLElement[]} */ ([...zone.querySelectorAll("[tabindex]:not(:disabled)")]);
  const first =
    zone.querySelector(CHOOSABLE) ?? zone.querySelector("button[tabindex]:not(:disabled)") ?? zone.querySelector("[tabindex]");
  first?.setAttribute("tabindex", "0");
  if (heard.has(zone)) return zone; // it stays while its contents are redrawn: an arrow key moves by one thing
  heard.add(zone);
  const stopAt = (/** @type {EventTarget|null} */ stop) => {
    for (const item of zone.querySelectorAll("[tabindex]")) item.setAttribute("tabindex", item === stop ? "0" : "-1");
  };
  zone.addEventListener("focusin", (event) => stopAt(event.target));
  zone.addEventListener("focusout", (event) => {
    const left = /** @type {HTMLElement} */ (event.target);
    const choosable = zone.querySelector(CHOOSABLE); // people who come back find it, not what was pressed a turn ago
    if (choosable && !left.dataset.action && !zone.contains(/** @type {Node|null} */ (event.relatedTarget))) stopAt(choosable);
  });
  zone.addEventListener("keydown", (event) => {
    const from = /** @type {HTMLElement} */ (document.activeElement);
    const going = way === "ring" ? neighbour : way === "field" ? pointedAt : () => undefined;
    const key = keyName(event);
    const target = going(items(), from, key) ?? arrowTarget(items(), from, key);
    if (!target) return;
    event.preventDefault();
    if (target === from) return; // at its end, the zone around this one may lead on
    event.stopPropagation();
    target.focus();
  });
  return zone;
}

/**
 * The next place of a ring, clockwise or counterclockwise.
 * @param {HTMLElement[]} items @param {HTMLElement} from @param {string} key
 */
function neighbour(items, from, key) {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[key];
  return step && items.at((items.indexOf(from) + step) % items.length);
}

/**
 * The nearest thing where an arrow points; what can be pressed comes before what can only be read.
 * @param {HTMLElement[]} items @param {HTMLElement} from @param {string} key
 */
function pointedAt(items, from, key) {
  const [across, down] = ARROWS[key] ?? [0, 0];
  if (!across && !down) return undefined;
  const pressed = items.filter((item) => item.tagName === "BUTTON");
  const [x, y] = middle(from);
  const away = (/** @type {HTMLElement} */ item) => {
    const [there, below] = middle(item);
    const [ahead, aside] = across ? [(there - x) * across, below - y] : [(below - y) * down, there - x];
    return ahead < 2 ? Infinity : ahead + 2 * Math.abs(aside);
  };
  const best = (pressed.length ? pressed : items).filter((item) => item !== from).sort((one, other) => away(one) - away(other))[0];
  return best && away(best) < Infinity ? best : from;
}

/** @param {HTMLElement} item */
function middle(item) {
  const { left, right, top, bottom } = item.getBoundingClientRect();
  return [(left + right) / 2, (top + bottom) / 2];
}

/** @param {HTMLElement[]} items @param {HTMLElement} from @param {string} key @returns {HTMLElement|undefined} */
function arrowTarget(items, from, key) {
  const place = items.indexOf(from);
  if (place < 0) return undefined;
  if (key === "ArrowRight") return items[Math.min(place + 1, items.length - 1)];
  if (key === "ArrowLeft") return items[Math.max(place - 1, 0)];
  if (key === "Home") return items[0];
  if (key === "End") return items[items.length - 1];
  if (key === "ArrowDown" || key === "ArrowUp") return nearestRow(items, from, key === "ArrowDown");
  return undefined;
}

/**
 * The nearest item in the line of items above or below.
 * @param {HTMLElement[]} items @param {HTMLElement} from @param {boolean} below
 */
function nearestRow(items, from, below) {
  const here = from.getBoundingClientRect();
  const away = (/** @type {HTMLElement} */ item) => {
    const there = item.getBoundingClientRect();
    const down = below ? there.top - here.bottom : here.top - there.bottom;
    return down < -2 ? Infinity : down * 4 + Math.abs(there.left - here.left);
  };
  const rest = items.filter((item) => item !== from);
  const best = rest.sort((one, other) => away(one) - away(other))[0];
  return best && away(best) < Infinity ? best : from;
}

/** What can be operated or looked at under a key. @param {HTMLElement} part @param {string|undefined} key */
export function keyed(part, key) {
  const items = /** @type {HTMLElement[]} */ ([...part.querySelectorAll("[data-key]:not(:disabled)")]);
  return items.find((item) => item.dataset.key === key);
}

/**
 * Redraws without losing a keyboard user's place.
 * @param {HTMLElement} root @param {() => void} redraw @param {string} next where the focus goes if its thing is gone
 * @param {HTMLElement} last where it goes if there is nothing to do
 */
export function keepingFocus(root, redraw, next, last) {
  const active = /** @type {HTMLElement|null} */ (document.activeElement);
  const inside = active !== null && root.contains(active);
  const key = inside ? active.dataset.key : undefined;
  redraw();
  if (!inside || root.contains(document.activeElement)) return;
  const found = (key && keyed(root, key)) || root.querySelector(next) || last;
  /** @type {HTMLElement} */ (found).focus();
}
