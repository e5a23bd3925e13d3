/**
 * The timeline of a replayed match: who was expected to win as bands, the moments as seals above them, and a slider of
 * acts with a tick for each turn. Buttons and keys step by an act, a turn or a moment, or play on by themselves. It
 * also lets the browser save a match that Python sends.
 *
 * @typedef {{get: (name: string) => any, set: (name: string, value: number) => void, save_changes: () => void,
 *   on: (events: string, f: (message?: any) => void) => void, off: (events: string, f: (message?: any) => void) => void}} Model
 * @typedef {{name: string, colour: string, shares: number[]}} Band of a seat, at each of the acts in `band_acts`
 */

import { element, keepKeys, plainButton } from "../elements.js";
import { download } from "../kernel_thread.js";
import { keyName, plainSign } from "../keys.js";

const SHOWN_FOR = 700; // milliseconds that each act is shown while all are played
const [WIDE, HIGH] = [1000, 100]; // of the picture of bands, which is stretched to fit
const LEAST_NAMED = 0.3; // share of the win from which a band has room for a name
const LEAST_APART = 0.08; // share of the slider between two turn numbers below it
const SIGNS = { "Turn before": "M11 5v14L3 12zM20 5v14l-8-7z", "Act before": "M6 5h3v14H6zM19 5v14l-9-7z", Play: "M7 4v16l13-8z", Pause: "M6 4h4v16H6zM14 4h4v16h-4z", "Act after": "M15 5h3v14h-3zM5 5v14l9-7z", "Turn after": "M13 5v14l8-7zM4 5v14l8-7z" };
const SVG = "http://www.w3.org/2000/svg";
const TO_MOMENT = /** @type {Record<string, number>} */ ({ "[": -1, "]": 1 });

/** @param {{model: Model, el: HTMLElement}} view */
function render({ model, el }) {
  const range = /** @type {HTMLInputElement} */ (element("input", { type: "range", min: 0, step: 1, "aria-label": "Act" }));
  const where = element("p", { class: "rt-acts-where", "aria-hidden": "true" });
  const bands = element("div", { class: "rt-acts-bands" });
  const marks = element("div", { class: "rt-act-marks" });
  const ticks = element("div", { class: "rt-acts-ticks", "aria-hidden": "true" });
  let timer = 0;

  const last = () => Math.max(1, model.get("last"));
  const go = (/** @type {number} */ act) => {
    model.set("value", Math.min(Math.max(act, 0), model.get("last")));
    model.save_changes();
  };
  const pause = () => {
    clearInterval(timer);
    timer = 0;
    name(play, "Play");
  };
  const step = () => (model.get("value") < model.get("last") ? go(model.get("value") + 1) : pause());
  const turn = (/** @type {number} */ by) => go(beside([0, .../** @type {[number, number][]} */ (model.get("turns")).map(([act]) => act), model.get("last")], model.get("value"), by));
  const moment = (/** @type {number} */ by) => go(beside(/** @type {[number, string][]} */ (model.get("marks")).map(([act]) => act), model.get("value"), by));
  const tool = (/** @type {keyof typeof SIGNS} */ words, /** @type {() => void} */ press) => name(plainButton("", { class: "rt-acts-tool" }, press), words);
  const play = tool("Play", () => {
    if (timer) return pause();
    name(play, "Pause");
    timer = window.setInterval(step, SHOWN_FOR);
  });
  const tools = [tool("Turn before", () => turn(-1)), tool("Act before", () => go(model.get("value") - 1)), play, tool("Act after", () => go(model.get("value") + 1)), tool("Turn after", () => turn(1))];

  const show = () => {
    const [value, turns] = [model.get("value"), /** @type {[number, number][]} */ (model.get("turns"))];
    range.max = String(model.get("last"));
    range.value = String(value);
    range.setAttribute("aria-valuetext", model.get("words"));
    const now = turns.findLast(([act]) => act < value); // of the last act that has been done
    where.replaceChildren(element("b", {}, now ? `Turn ${now[1]}` : "Act"), now ? ` of ${turns.at(-1)?.[1]}, act ${value} of ${model.get("last")}` : ` ${value} of ${model.get("last")}`);
    el.style.setProperty("--now", String(value / last()));
    for (const seal of marks.querySelectorAll("button")) seal.toggleAttribute("aria-current", seal.dataset.act === String(value));
  };
  const mark = () => {
    const all = /** @type {[number, string][]} */ (model.get("marks"));
    marks.replaceChildren(...all.map(([act, words], number) => plainButton(String(number + 1), { style: `--at:${act / last()}`, "data-act": act, title: words, "aria-label": words }, () => go(act))));
    show();
  };
  const draw = () => {
    const turns = /** @type {[number, number][]} */ (model.get("turns"));
    let free = 0;
    ticks.replaceChildren(...turns.map(([, number], place) => {
      const at = (turns[place + 1]?.[0] ?? last()) / last(); // the end of the turn
      const fits = at >= free;
      if (fits) free = at + LEAST_APART;
      return element("i", { style: `--at:${at}` }, fits ? String(number) : "");
    }));
    bands.replaceChildren(...bandParts(model.get("bands"), model.get("band_acts").map((/** @type {number} */ act) => act / last())));
    bands.hidden = !model.get("bands").length;
  };

  range.addEventListener("input", () => go(Number(range.value)));
  const press = (/** @type {KeyboardEvent} */ event) => {
    const key = keyName(event);
    const by = TO_MOMENT[plainSign(event)] ?? 0;
    if (by) moment(by);
    else if (event.shiftKey && (key === "ArrowLeft" || key === "ArrowRight")) turn(key === "ArrowLeft" ? -1 : 1);
    else if (key === " " && event.target === range) play.click();
    else return;
    event.preventDefault();
  };
  const save = (/** @type {{name: string, text: string}} */ { name, text }) => download(name, text, "application/json");
  model.on("change:value change:last change:turns change:words", show);
  model.on("change:marks change:last", mark);
  model.on("change:bands change:band_acts change:turns change:last", draw);
  model.on("msg:custom", save);
  const caption = element("p", { class: "rt-acts-caption", "aria-hidden": "true" }, "Who was expected to win, of 100");
  const time = element("div", { class: "rt-acts-time" }, caption, marks, bands, element("div", { class: "rt-acts-track" }, range), ticks);
  const root = element("div", { class: "rt-acts" }, element("div", { class: "rt-acts-tools" }, where, element("div", {}, ...tools)), time);
  root.addEventListener("keydown", press);
  el.append(keepKeys(root));
  mark();
  draw();
  return () => {
    pause();
    model.off("change:value change:last change:turns change:words", show);
    model.off("change:marks change:last", mark);
    model.off("change:bands change:band_acts change:turns change:last", draw);
    model.off("msg:custom", save);
  };
}

/** Names a tool, and draws its sign. @param {HTMLElement} tool @param {keyof typeof SIGNS} words */
function name(tool, words) {
  const picture = document.createElementNS(SVG, "svg");
  const shape = document.createElementNS(SVG, "path");
  picture.setAttribute("viewBox", "0 0 24 24");
  picture.setAttribute("aria-hidden", "true");
  shape.setAttribute("d", SIGNS[words]);
  picture.append(shape);
  tool.replaceChildren(picture);
  tool.setAttribute("aria-label", words);
  tool.title = words;
  return tool;
}

/** The next of some acts before (-1) or after (1) `from`; else `from`. @param {number[]} acts @param {number} from @param {number} by */
function beside(acts, from, by) {
  return (by < 0 ? acts.findLast((act) => act < from) : acts.find((act) => act > from)) ?? from;
}

/** The bands one above the other, each with its name where it is widest. @param {Band[]} all @param {number[]} places from 0 to 1 */
function bandParts(all, places) {
  if (!all.length) return [];
  const picture = document.createElementNS(SVG, "svg");
  for (const [name, value] of Object.entries({ viewBox: `0 0 ${WIDE} ${HIGH}`, preserveAspectRatio: "none", "aria-hidden": "true" })) picture.setAttribute(name, value);
  const names = [];
  let below = places.map(() => 0);
  for (const { name, colour, shares } of all) {
    const above = shares.map((share, place) => below[place] + share);
    const edge = (/** @type {number[]} */ heights) => places.map((at, place) => `${(at * WIDE).toFixed(1)},${((1 - heights[place]) * HIGH).toFixed(1)}`);
    const shape = document.createElementNS(SVG, "polygon");
    shape.setAttribute("points", [...edge(above), ...edge(below).reverse()].join(" "));
    shape.setAttribute("fill", colour);
    picture.append(shape);
    const widest = shares.indexOf(Math.max(...shares));
    const at = Math.min(Math.max(places[widest], 0.04), 0.96);
    if (shares[widest] >= LEAST_NAMED) names.push(element("span", { style: `left:${100 * at}%;top:${100 * (1 - (below[widest] + above[widest]) / 2)}%` }, name));
    below = above;
  }
  return [picture, element("div", { class: "rt-acts-names", "aria-hidden": "true" }, ...names)];
}

export default { render };
