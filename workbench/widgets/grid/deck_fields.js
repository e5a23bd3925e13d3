/**
 * The fields of a deck: title and notes, categories, and the rules that the deck sets (deck_fields.py).
 *
 * @typedef {import("./deck_field.js").Finding} Finding
 * @typedef {import("./category_chips.js").Chips} Chips
 * @typedef {{key: string, title: string, help: string, type: string, text: string, choices: [string, string][],
 *   findings: Finding[], usual?: string}} Field
 * @typedef {{revision: number, answered: string, status: string, refused: boolean, meta: Field[],
 *   options: Field[]} & import("./category_chips.js").State} State
 * @typedef {{root: HTMLElement, input: any, findings: HTMLElement}} Line
 * @typedef {{root: HTMLElement, state: State, edits: Edits, parts: Record<string, any>, lines: Map<string, Line>,
 *   chips: Chips}} Form
 * @typedef {{get(name: string): any, on(event: string, listener: Function): void,
 *   off?(event: string, listener: Function): void, send(message: object): void}} Model
 */

import { element } from "../elements.js";
import { wantsLargeType } from "../large_type.js";
import { answerChips, makeChips, showChips } from "./category_chips.js";
import { listen, restore, showFindings, showText } from "./deck_field.js";
import { Edits } from "./edits.js";

/** @type {WeakMap<HTMLElement, Form>} */
const forms = new WeakMap();
let formCount = 0;

// ---------------------------------------------------------------- lines

/** @param {Form} form @param {Field} field @param {string} type of the message that a change sends @returns {Line} */
function makeLine(form, field, type) {
  const id = `${form.root.id}-${type}-${field.key}`;
  const input = makeInput(field, { id, class: "rt-input", "aria-describedby": `${id}-help ${id}-findings` });
  listen(input, (text) => tell(form, { type, key: field.key, text }));
  const findings = element("ul", { class: "rt-here", id: `${id}-findings` });
  const help = element("p", { class: "rt-help", id: `${id}-help` }, field.help);
  const root = element("div", { class: "rt-line" }, element("label", { for: id }, field.title), input, help, findings);
  return { root, input, findings };
}

/** @param {Field} field @param {Record<string, any>} shared @returns {any} */
function makeInput({ type, choices, usual }, shared) {
  if (type === "choice") return element("select", shared, ...choices.map(choiceElement));
  if (type === "lines" || type === "text") return element("textarea", { ...shared, rows: type === "text" ? 3 : 2 });
  const digits = type === "number" ? "numeric" : null;
  const placeholder = usual === undefined ? null : `as in the rules (${usual})`;
  return element("input", { ...shared, type: "text", autocomplete: "off", inputmode: digits, placeholder });
}

/** @param {[string, string]} choice */
function choiceElement([value, label]) {
  return element("option", { value }, label);
}

/** @param {Form} form @param {HTMLElement} place @param {Field[]} fields @param {string} type */
function showLines(form, place, fields, type) {
  for (const field of fields) {
    const key = `${type} ${field.key}`;
    const line = form.lines.get(key) ?? makeLine(form, field, type);
    if (!form.lines.has(key)) place.append(line.root);
    form.lines.set(key, line);
    const offered = JSON.stringify(field.choices);
    if (field.type === "choice" && line.input.dataset.offered !== offered) {
      line.input.replaceChildren(...field.choices.map(choiceElement));
      line.input.dataset.offered = offered;
    }
    showText(line.input, field.text);
    showFindings(line.findings, field.findings, [line.input]);
  }
}

// ---------------------------------------------------------------- the whole form

/** @param {Form} form @param {Record<string, any>} edit @param {(() => void)|null} [then] once it is done */
function tell(form, edit, then = null) {
  form.edits.add(edit, form.state.revision, then);
  form.root.dataset.waiting = String(form.edits.waiting.length);
}

/** @param {HTMLElement} root @param {State} state @returns {Form} */
function makeForm(root, state) {
  root.id = root.id || `rt-fields-${(formCount += 1)}`;
  root.classList.add("rt-fields");
  root.dataset.lmSuppressShortcuts = "true";
  const section = (/** @type {string} */ name, /** @type {string} */ title, /** @type {HTMLElement[]} */ ...parts) => {
    const id = `${root.id}-${name}`;
    return element("section", { class: `rt-${name}`, "aria-labelledby": id }, element("h3", { id }, title), ...parts);
  };
  const frame = element("div", { class: "rt-fields-frame" });
  const chips = makeChips({ id: root.id, frame, tell: (edit, then) => tell(form, edit, then) }, state);
  const { about, list, add, room } = chips.parts;
  const parts = {
    status: element("p", { class: "rt-status", role: "status" }),
    meta: element("div", { class: "rt-lines" }),
    options: element("div", { class: "rt-lines" }),
    categories: section("of-categories", "Categories", list, element("div", { class: "rt-row-tools" }, add, room), about),
  };
  const edits = new Edits(() => say(form, "The kernel has not answered yet; what you did waits here.", false));
  const form = { root, state, edits, parts, lines: new Map(), chips };
  const [ofTheDeck, ofRules] = [section("of-the-deck", "The deck", parts.meta), section("of-rules", "Rules that this deck sets", parts.options)];
  frame.append(parts.status, ofTheDeck, parts.categories, ofRules);
  root.replaceChildren(frame);
  forms.set(root, form);
  return form;
}

/** @param {Form} form @param {string} text @param {boolean} refused */
function say(form, text, refused) {
  const { status } = form.parts;
  if (status.textContent !== text) status.textContent = text;
  status.classList.toggle("rt-refused", refused);
}

/**
 * Draws what a deck says about itself into `root`; redrawing keeps the focus and what is being typed.
 * @param {HTMLElement} root @param {State} state @param {(message: object) => void} send
 */
export function draw(root, state, send) {
  const form = forms.get(root) ?? makeForm(root, state);
  form.edits.send = send;
  const answered = form.edits.answeredBy(state);
  form.state = state;
  root.classList.toggle("rt-projector", wantsLargeType());
  showLines(form, form.parts.meta, state.meta, "meta");
  form.parts.categories.hidden = !state.lettered && !state.categories.length; // a game whose cards have none
  showChips(form.chips, state);
  showLines(form, form.parts.options, state.options, "option");
  say(form, state.status, state.refused);
  if (answered && state.refused) for (const line of form.lines.values()) restore(line.input);
  if (answered) answerChips(form.chips, answered.message, state.refused ? state.status : "");
  if (answered && !state.refused) answered.then?.();
  form.edits.go();
  root.dataset.waiting = String(form.edits.waiting.length);
}

/** @param {{model: Model, el: HTMLElement}} view */
function render({ model, el }) {
  const root = element("div");
  el.append(root);
  const redraw = () => {
    const state = structuredClone(model.get("fields"));
    if (state?.meta) draw(root, state, (message) => model.send(message));
  };
  model.on("change:fields", redraw);
  redraw();
  return () => model.off?.("change:fields", redraw);
}

export default { render };
