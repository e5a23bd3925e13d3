/**
 * The slider of a replay: a range of acts with its name and number, marks where something turned, and a button that
 * goes on from act to act by itself.
 * It also lets the browser save a match that Python sends.
 *
 * @typedef {{get: (name: string) => any, set: (name: string, value: number) => void, save_changes: () => void,
 *   on: (events: string, f: (message?: any) => void) => void, off: (events: string, f: (message?: any) => void) => void}} Model
 */

import { button, element, keepKeys } from "../elements.js";
import { download } from "../kernel_thread.js";

const SHOWN_FOR = 900; // milliseconds that an act stays while all are played

/** @param {{model: Model, el: HTMLElement}} view */
function render({ model, el }) {
  const range = /** @type {HTMLInputElement} */ (element("input", { type: "range", min: 0, step: 1 }));
  const number = element("output", {});
  const marks = element("span", { class: "rt-act-marks", "aria-hidden": "true" }); // the list of moments says the same
  let timer = 0;

  const go = (/** @type {number} */ act) => {
    model.set("value", act);
    model.save_changes();
  };
  const pause = () => {
    clearInterval(timer);
    timer = 0;
    play.textContent = "Play";
  };
  const step = () => (model.get("value") < model.get("last") ? go(model.get("value") + 1) : pause());
  const play = button("Play", () => {
    if (timer) return pause();
    play.textContent = "Pause";
    timer = window.setInterval(step, SHOWN_FOR);
  });
  const show = () => {
    range.max = String(model.get("last"));
    range.value = String(model.get("value"));
    number.textContent = `${model.get("value")} of ${model.get("last")}`;
  };
  const mark = () => {
    const last = Math.max(1, model.get("last"));
    const all = /** @type {[number, string][]} */ (model.get("marks"));
    marks.replaceChildren(...all.map(([act, words]) => element("i", { style: `--at:${act / last}`, title: words })));
  };

  range.addEventListener("input", () => (number.textContent = `${range.value} of ${range.max}`));
  range.addEventListener("change", () => go(Number(range.value)));
  const save = (/** @type {{name: string, text: string}} */ { name, text }) => download(name, text, "application/json");
  model.on("change:value change:last", show);
  model.on("change:marks change:last", mark);
  model.on("msg:custom", save);
  const slider = element("label", {}, element("span", {}, "Act"), element("span", { class: "rt-act-range" }, range, marks), number);
  el.append(keepKeys(element("div", { class: "rt-graph rt-acts" }, play, slider)));
  show();
  mark();
  return () => {
    pause();
    model.off("change:value change:last", show);
    model.off("change:marks change:last", mark);
    model.off("msg:custom", save);
  };
}

export default { render };
