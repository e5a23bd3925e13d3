/**
 * Edits found by playing games: what they are meant to bring, and each of them to be taken on its own.
 *
 * @typedef {import("../kernel_thread.js").Model} Model
 * @typedef {{words: string, brings: string, taken: boolean}} Edit
 * @typedef {{aims: [string, string][], aim: string, working: boolean, words: string, edits: Edit[], sure: string}} State
 */

import { button, choice, element, say } from "../elements.js";

/** @param {Model} model @param {Edit} edit @param {number} number */
function editLine(model, { words, brings, taken }, number) {
  const take = button(taken ? "Taken" : "Take it", () => model.send({ type: "edit", number }));
  take.disabled = taken;
  take.setAttribute("aria-label", `${take.textContent}: ${words}`);
  return element("li", { class: "rt-suggested" }, element("span", {}, element("b", {}, words), " ", brings), take);
}

/** @param {{model: Model, el: HTMLElement}} view */
function render({ model, el }) {
  const aims = choice("What should be better?", () => {});
  const find = button("", () => {
    const { working } = /** @type {State} */ (model.get("state"));
    model.send(working ? { type: "stop" } : { type: "suggest", aim: aims.select.value });
  });
  const words = element("p", { class: "rt-suggested-words", role: "status" });
  const list = element("ol", { class: "rt-suggested-edits" });
  const sure = element("p", { class: "rt-suggested-sure" });
  const row = element("div", { class: "rt-bar-row" }, aims.root, find);
  const title = element("h3", { class: "rt-block-title" }, "What should I change?");
  const drawn = { edits: "" };
  const show = () => {
    const state = /** @type {State} */ (model.get("state"));
    if (!state.aims) return;
    if (!aims.select.options.length || !state.working) aims.show(state.aims, aims.select.value || state.aim);
    find.textContent = state.working ? "Stop" : "Find edits";
    say(words, state.words);
    say(sure, state.sure);
    const edits = JSON.stringify(state.edits);
    if (edits !== drawn.edits) list.replaceChildren(...state.edits.map((edit, number) => editLine(model, edit, number)));
    list.hidden = !state.edits.length;
    drawn.edits = edits;
  };
  el.append(element("section", { class: "rt-block rt-bar rt-suggest", "aria-label": "What should I change?" }, title, row, words, list, sure));
  model.on("change:state", show);
  show();
  return () => model.off("change:state", show);
}

export default { render };
