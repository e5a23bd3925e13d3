/**
 * A mark over the table: a few words, and an arrow to the one thing that they are about. It covers nothing that can be
 * pressed, and darkens nothing behind it. On a phone the words are in the ribbon, whose point is below the thing.
 *
 * @typedef {import("./scene.js").Mark} Mark
 * @typedef {import("./table.js").Table} Table
 * @typedef {{x: number, y: number, width: number, height: number}} Box
 */

import { element } from "../elements.js";

const SVG = "http://www.w3.org/2000/svg";
const GAP = 6; // pixels between the point of the arrow and the thing
const HEAD = 22; // how long the head of the arrow is
const BEND = 90; // the arrow is bent from this far beside the words

/** @param {Table} table */
export function markElement({ parts }) {
  parts.mark = element("div", { class: "rt-coach", hidden: true });
  parts.coach = element("p", { class: "rt-coach-words", role: "note" });
  parts.arrow = element("div", { class: "rt-coach-arrow", "aria-hidden": "true" });
  parts.mark.append(parts.arrow, parts.coach);
  return parts.mark;
}

/** Shows the mark of the scene, or none. @param {Table} table @param {boolean} shown whether the scene itself is drawn */
export function drawMark(table, shown) {
  const { parts, scene } = table;
  const mark = shown ? scene.mark : null;
  parts.mark.hidden = !mark;
  parts.root.classList.toggle("rt-coached", Boolean(mark?.of));
  if (!mark) return parts.coach.replaceChildren();
  const upright = parts.root.classList.contains("rt-phone");
  const place = upright || !mark.of ? parts.prompt : parts.mark; // steps without a total are not a lesson
  if (parts.coach.parentElement !== place) place.prepend(parts.coach);
  say(parts.coach, mark);
  return point(table, mark, upright);
}

/** Says it only once, so that it is read aloud only once. @param {HTMLElement} words @param {Mark} mark */
function say(words, { words: said, number, of }) {
  if (words.dataset.said === `${number} ${said}` && words.childElementCount) return;
  words.dataset.said = `${number} ${said}`;
  const count = of ? element("i", {}, `${number} of ${of}`) : null;
  words.replaceChildren(...[element("b", { "aria-hidden": "true" }, String(number)), element("span", {}, said), count].filter((one) => one !== null));
}

/** The thing that a mark is about: what lies on the table, else a button. @param {Record<string, HTMLElement>} parts @param {Mark} mark */
function thingOf(parts, { at }) {
  const drawn = at.flatMap((action) => [...parts.frame.querySelectorAll(`[data-action="${action}"]`)]).filter((one) => one.getClientRects().length);
  return drawn.find((one) => !parts.ask.contains(one)) ?? drawn[0] ?? parts.ask.querySelector("[data-key^='way:']");
}

/** @param {Element} part @param {DOMRect} frame @returns {Box} */
function boxIn(part, frame) {
  const { x, y, width, height } = part.getBoundingClientRect();
  return { x: x - frame.x, y: y - frame.y, width, height };
}

/** Leads from the words to the thing. @param {Table} table @param {Mark} mark @param {boolean} upright */
function point({ parts }, mark, upright) {
  const thing = thingOf(parts, mark);
  const frame = parts.frame.getBoundingClientRect();
  if (!thing || !frame.width) return parts.arrow.replaceChildren();
  const to = boxIn(thing, frame);
  const from = boxIn(parts.prompt.contains(parts.coach) ? parts.prompt : parts.coach, frame);
  if (parts.prompt.contains(parts.coach) && parts.prompt.contains(thing)) return parts.arrow.replaceChildren(); // beside it
  if (!upright) return parts.arrow.replaceChildren(arrow(from, to, frame));
  const tip = element("div", { class: "rt-coach-point" });
  tip.style.setProperty("--at", `${(to.x + to.width / 2).toFixed(0)}px`);
  tip.style.top = `${from.y}px`;
  return parts.arrow.replaceChildren(tip);
}

/** @param {Box} from @param {Box} to @param {{width: number, height: number}} frame */
function arrow(from, to, frame) {
  const [begin, end] = ends(from, to);
  const straight = Math.abs(begin.x - end.x) < BEND;
  const turn = straight ? begin : { x: begin.x + (end.x - begin.x) * 0.1, y: end.y };
  const angle = Math.atan2(end.y - turn.y, end.x - turn.x);
  const neck = { x: end.x - HEAD * Math.cos(angle), y: end.y - HEAD * Math.sin(angle) };
  const made = svg("svg", { viewBox: `0 0 ${frame.width} ${frame.height}` });
  const wing = (/** @type {number} */ side) => `${neck.x + side * 0.6 * HEAD * Math.sin(angle)},${neck.y - side * 0.6 * HEAD * Math.cos(angle)}`;
  made.append(
    svg("path", { d: `M${begin.x} ${begin.y}Q${turn.x} ${turn.y} ${neck.x} ${neck.y}` }),
    svg("polygon", { points: `${end.x},${end.y} ${wing(1)} ${wing(-1)}` }),
  );
  return made;
}

/** Where an arrow begins at the words and ends at the thing. @param {Box} from @param {Box} to */
function ends(from, to) {
  const [middle, target] = [from, to].map(({ x, y, width, height }) => ({ x: x + width / 2, y: y + height / 2 }));
  const under = to.y > from.y + from.height;
  const over = to.y + to.height < from.y;
  if (under || over) {
    const x = Math.min(Math.max(target.x, from.x + from.width * 0.2), from.x + from.width * 0.8);
    return [{ x, y: under ? from.y + from.height : from.y }, { x: target.x, y: under ? to.y - GAP : to.y + to.height + GAP }];
  }
  const right = target.x > middle.x;
  return [{ x: right ? from.x + from.width : from.x, y: middle.y }, { x: right ? to.x - GAP : to.x + to.width + GAP, y: target.y }];
}

/** @param {string} name @param {Record<string, string>} about */
function svg(name, about) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(about)) made.setAttribute(key, value);
  return made;
}
