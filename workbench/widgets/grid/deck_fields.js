/**
 * The fields of a deck: title and notes, categories, and the rules that the deck sets (deck_fields.py).
 *
 * @typedef {{level: string, text: string, fix: string, part: string}} Finding
 * @typedef {{key: string, title: string, help: string, type: string, text: string, choices: [string, string][],
 *   findings: Finding[], usual?: string}} Field
 * @typedef {{letter: string, name: string, short: string, sign: string, colour: string, findings: Finding[]}} Category
 * @typedef {{revision: number, answered: string, status: string, refused: boolean, meta: Field[],
 *   categories: Category[], room: number, about_categories: Finding[], options: Field[]}} State
 * @typedef {{root: HTMLElement, input: any, findings: HTMLElement}} Line
 * @typedef {{root: HTMLElement, group: HTMLElement, inputs: Record<string, any>, badge: HTMLElement,
 *   findings: HTMLElement, buttons: HTMLElement[]}} CategoryLine
 * @typedef {{root: HTMLElement, state: State, edits: Edits, parts: Record<string, any>, lines: Map<string, Line>,
 *   categories: CategoryLine[]}} Form
 * @typedef {{get(name: string): any, on(event: string, listener: Function): void,
 *   off?(event: string, listener: Function): void, send(message: object): void}} Model
 */

import { element, plainButton } from "../elements.js";
import { keyName } from "../keys.js";
import { wantsLargeType } from "../large_type.js";
import { symbolBadge } from "../symbol_badge.js";
import { findingParts } from "./findings.js";
import { Edits } from "./edits.js";

/** @type {WeakMap<HTMLElement, Form>} */
const forms = new WeakMap();
let formCount = 0;

const GREY = "#767676"; // what a colour field shows for a colour that is none
const PARTS = /** @type {[string, string, Record<string, any>][]} */ ([
  ["letter", "Letter", { maxlength: 4, class: "rt-short" }],
  ["name", "Name", {}],
  ["short", "Short name", { maxlength: 14 }],
  ["sign", "Sign", { maxlength: 8, class: "rt-short" }],
  ["colour", "Colour", { type: "color", class: "rt-short" }],
]);

// ---------------------------------------------------------------- one field

/** A field whose text Python knows; what is being typed in it is left alone. @param {any} input @param {string} text */
function showText(input, text) {
  const typing = document.activeElement === input && input.value !== input.dataset.kept;
  input.dataset.kept = text;
  delete input.dataset.sent;
  if (!typing && input.value !== text) input.value = text;
}

/**
 * Sends the text of a field when it is left, or when Enter is pressed in a line (which JupyterLab keeps from being
 * a change).
 * @param {any} input @param {(text: string) => void} say
 */
function listen(input, say) {
  const send = () => {
    if (input.value === (input.dataset.sent ?? input.dataset.kept)) return;
    input.dataset.sent = input.value;
    say(input.value);
  };
  input.addEventListener("change", send);
  if (input instanceof HTMLInputElement) input.addEventListener("keydown", (event) => keyName(event) === "Enter" && send());
}

/** @param {HTMLElement} list @param {Finding[]} findings @param {HTMLElement[]} inputs the fields they are about */
function showFindings(list, findings, inputs) {
  const key = JSON.stringify(findings);
  if (list.dataset.shown === key) return;
  list.dataset.shown = key;
  list.replaceChildren(...findings.map((finding) => element("li", {}, ...findingParts(finding))));
  for (const input of inputs) {
    const part = input.dataset.part;
    const wrong = findings.some((one) => one.level === "error" && (!part || one.part.endsWith(` ${part}`)));
    if (wrong) input.setAttribute("aria-invalid", "true");
    else input.removeAttribute("aria-invalid");
  }
}

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

// ---------------------------------------------------------------- categories

/** @param {Form} form @param {number} number @returns {CategoryLine} */
function makeCategory(form, number) {
  const { id } = form.root;
  /** @type {Record<string, any>} */
  const inputs = {};
  const fields = PARTS.map(([key, title, attributes]) => {
    const look = `rt-input ${attributes.class ?? ""}`;
    const about = `${id}-category-${number}`;
    const shared = { type: "text", autocomplete: "off", "data-part": key, "aria-describedby": about };
    inputs[key] = element("input", { ...shared, ...attributes, class: look });
    listen(inputs[key], (text) => tell(form, { type: "category", number, key, text }));
    return element("label", { class: `rt-part rt-part-${key}` }, element("span", {}, title), inputs[key]);
  });
  const badge = element("div", { class: "rt-badge-shown", "aria-hidden": "true" });
  const move = (/** @type {number} */ by) => () => {
    const then = () => form.categories[number + by]?.buttons[by < 0 ? 0 : 1].focus();
    tell(form, { type: "move_category", number, by }, then);
  };
  const remove = () => tell(form, { type: "delete_category", number }, () => afterDelete(form, number));
  const buttons = [
    plainButton("↑", { class: "rt-tool" }, move(-1)),
    plainButton("↓", { class: "rt-tool" }, move(1)),
    plainButton("Delete", { class: "rt-tool" }, remove),
  ];
  const findings = element("ul", { class: "rt-here", id: `${id}-category-${number}` });
  const tools = element("div", { class: "rt-row-tools" }, ...buttons);
  const row = element("div", { class: "rt-category-row" }, badge, ...fields, tools);
  const group = element("div", { role: "group" }, row, findings);
  return { root: element("li", {}, group), group, inputs, badge, findings, buttons };
}

/** @param {Form} form @param {number} number */
function afterDelete(form, number) {
  const next = form.categories[Math.min(number, form.categories.length - 1)];
  (next?.buttons[2] ?? form.parts.add).focus();
}

/** @param {Form} form */
function showCategories(form) {
  const { categories, room, about_categories: about } = form.state;
  while (form.categories.length > categories.length) form.categories.pop()?.root.remove();
  while (form.categories.length < categories.length) {
    const made = makeCategory(form, form.categories.length);
    form.categories.push(made);
    form.parts.categories.append(made.root);
  }
  categories.forEach((category, number) => showCategory(form, category, number));
  form.parts.add.setAttribute("aria-disabled", String(categories.length >= room));
  form.parts.room.textContent = `${categories.length} of at most ${room}`;
  showFindings(form.parts.about, about, []);
}

/** @param {Form} form @param {Category} category @param {number} number */
function showCategory(form, category, number) {
  const { group, inputs, badge, findings, buttons } = form.categories[number];
  const named = category.name || category.letter || `number ${number + 1}`;
  group.setAttribute("aria-label", `Category ${named}`);
  for (const [key] of PARTS) {
    const text = category[/** @type {"letter"|"name"|"short"|"sign"|"colour"} */ (key)];
    showText(inputs[key], key === "colour" && !/^#[0-9a-f]{6}$/i.test(text) ? GREY : text);
  }
  const last = form.state.categories.length - 1;
  const does = ["Move up", "Move down", "Delete"];
  buttons.forEach((one, place) => one.setAttribute("aria-label", `${does[place]}: ${named}`));
  buttons[0].setAttribute("aria-disabled", String(number === 0));
  buttons[1].setAttribute("aria-disabled", String(number === last));
  badge.replaceChildren(symbolBadge(category));
  showFindings(findings, category.findings, Object.values(inputs));
}

/** @param {Form} form */
function addCategory(form) {
  if (form.state.categories.length >= form.state.room) return;
  tell(form, { type: "add_category" }, () => {
    const { name } = form.categories[form.categories.length - 1].inputs;
    name.focus();
    name.select();
  });
}

// ---------------------------------------------------------------- the whole form

/** @param {Form} form @param {Record<string, any>} edit @param {() => void} [then] */
function tell(form, edit, then) {
  const { type, number, by } = edit;
  const last = form.state.categories.length - 1;
  if (type === "move_category" && (number + by < 0 || number + by > last)) return;
  form.edits.add(edit, form.state.revision, then ?? null);
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
  const parts = {
    status: element("p", { class: "rt-status", role: "status" }),
    meta: element("div", { class: "rt-lines" }),
    categories: element("ul", { class: "rt-categories" }),
    about: element("ul", { class: "rt-here" }),
    room: element("span", { class: "rt-help" }),
    options: element("div", { class: "rt-lines" }),
    add: plainButton("Add a category", { class: "rt-tool" }, () => addCategory(form)),
  };
  const edits = new Edits(() => say(form, "The kernel has not answered yet; what you did waits here.", false));
  const form = { root, state, edits, parts, lines: new Map(), categories: [] };
  const add = element("div", { class: "rt-row-tools" }, parts.add, parts.room);
  root.replaceChildren(
    element(
      "div",
      { class: "rt-fields-frame" },
      parts.status,
      section("of-the-deck", "The deck", parts.meta),
      section("of-categories", "Categories", parts.about, parts.categories, add),
      section("of-rules", "Rules that this deck sets", parts.options),
    ),
  );
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
 * Draws what a deck says of itself into `root`; drawing again keeps the focus and what is being typed.
 * @param {HTMLElement} root @param {State} state @param {(message: object) => void} send
 */
export function draw(root, state, send) {
  const form = forms.get(root) ?? makeForm(root, state);
  form.edits.send = send;
  const answered = form.edits.answeredBy(state);
  form.state = state;
  root.classList.toggle("rt-projector", wantsLargeType());
  showLines(form, form.parts.meta, state.meta, "meta");
  showCategories(form);
  showLines(form, form.parts.options, state.options, "option");
  say(form, state.status, state.refused);
  if (answered && state.refused) for (const line of form.lines.values()) line.input.value = line.input.dataset.kept;
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
