/**
 * What is said of a variant when it is published, and under which address it is found then.
 *
 * @typedef {import("../kernel_thread.js").Model} Model
 * @typedef {{fields: Record<string, string>, emblems: [string, string][], licences: string[], choices: [string, string][], of: string,
 *   unlisted: boolean, ready: string, error: string, note: string, link: string, told: string, own: Own[]}} State
 * @typedef {{slug: string, title: string, newest: number, link: string}} Own
 */

import { button, choice, element, field, say } from "../elements.js";

const LINES = /** @type {[string, string, number][]} */ ([
  ["title", "Title", 80],
  ["line", "In one line", 160],
  ["author", "Your name, as readers see it", 80],
  ["licence", "Licence of your changes", 80],
  ["language", "Language of the texts", 20],
]);

/** A text of several lines with its title. @param {string} title @param {number} longest */
function textField(title, longest) {
  const input = /** @type {HTMLTextAreaElement} */ (element("textarea", { class: "rt-bar-input", rows: 4, maxlength: longest }));
  return { root: element("label", { class: "rt-bar-field" }, element("span", {}, title), input), input };
}

/** @param {Model} model */
function makeForm(model) {
  const lines = LINES.map(([key, title, longest]) => ({ key, ...field(title, { maxlength: String(longest), autocomplete: "off" }) }));
  const notes = { key: "notes", ...textField("Notes", 2000) };
  const emblem = choice("Emblem on the cover", () => {});
  const of = choice("Publish it as", () => {});
  const unlisted = field("Only those who have the address find it", { type: "checkbox", class: "rt-publish-check" });
  const send = /** @type {HTMLButtonElement} */ (element("button", { type: "submit", class: "rt-bar-button rt-bar-main" }, "Publish"));
  const texts = [...lines, notes];
  const form = element("form", { class: "rt-publish-form" }, ...texts.map(({ root }) => root), emblem.root, of.root, unlisted.root, send);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const about = Object.fromEntries(texts.map(({ key, input }) => [key, input.value]));
    model.send({ type: "publish", ...about, emblem: emblem.select.value, of: of.select.value, unlisted: unlisted.input.checked });
  });
  return { texts, emblem, of, unlisted, send, form };
}

/** The way to a page in a window of its own. @param {string} words @returns {HTMLAnchorElement} */
function pageLink(words) {
  return /** @type {HTMLAnchorElement} */ (element("a", { class: "rt-publish-link", target: "_blank", rel: "noopener" }, words));
}

/** A variant that was published: the way to its page, and folded beside it how it is taken back. @param {Model} model @param {Own} own */
function ownVariant(model, { slug, title, newest, link }) {
  const way = pageLink(title);
  way.href = link;
  const versions = newest === 1 ? "Its one version goes" : `Its ${newest} versions go`;
  const goes = element("p", {}, `${versions} for ever, and its address says so. What others have made from it stays.`);
  const take = button(`Take back ${title}`, () => model.send({ type: "take_back", slug }));
  return element("li", {}, way, element("details", {}, element("summary", {}, "Take it back"), goes, take));
}

/** What was published from here; drawn anew only when it is something else, so that a fold stays open. @param {Model} model */
function makeOwn(model) {
  const list = element("ul", {});
  const root = element("section", { class: "rt-publish-own", "aria-label": "What you have published" });
  root.append(element("h4", {}, "What you have published"), list);
  let drawn = "";
  const show = (/** @type {Own[]} */ own = []) => {
    root.hidden = !own.length;
    if (drawn === JSON.stringify(own)) return;
    drawn = JSON.stringify(own);
    list.replaceChildren(...own.map((one) => ownVariant(model, one)));
  };
  return { root, show };
}

/** @param {{model: Model, el: HTMLElement}} view */
function render({ model, el }) {
  const { texts, emblem, of, unlisted, send, form } = makeForm(model);
  const ready = element("p", { class: "rt-bar-note" });
  const error = element("p", { class: "rt-bar-error", role: "alert" });
  const note = element("p", { class: "rt-bar-note", role: "status" });
  const link = pageLink("");
  const own = makeOwn(model);
  const given = /** @type {Record<string, string>} */ ({});
  /** Shows a value that Python gives, unless somebody has changed the field since the last one. */
  const fill = (/** @type {string} */ key, /** @type {string} */ now, /** @type {string} */ value, /** @type {(value: string) => void} */ put) => {
    if (now === (given[key] ?? now)) put(value);
    given[key] = value;
  };
  for (const { key } of texts) given[key] = "";
  const show = () => {
    const state = /** @type {State} */ (model.get("state"));
    const fields = state.fields ?? {};
    // Before Python has filled the form nothing can be typed, which would be mixed with what comes, and nothing sent.
    for (const one of /** @type {Iterable<HTMLInputElement>} */ (form.elements)) one.disabled = !state.fields;
    for (const { key, input } of texts) fill(key, input.value, fields[key] ?? "", (value) => (input.value = value));
    fill("emblem", emblem.select.value, fields.emblem ?? "", (value) => emblem.show(state.emblems, value));
    fill("of", of.select.value, state.of ?? "", (value) => of.show(state.choices, value));
    emblem.show(state.emblems, emblem.select.value);
    of.show(state.choices, of.select.value);
    fill("unlisted", String(unlisted.input.checked), String(Boolean(state.unlisted)), (value) => (unlisted.input.checked = value === "true"));
    send.disabled ||= Boolean(state.ready);
    say(ready, state.ready);
    say(error, state.error);
    say(note, state.note);
    link.textContent = state.told;
    link.hidden = !state.link;
    if (state.link) link.href = state.link;
    own.show(state.own);
  };
  el.append(element("div", { class: "rt-bar rt-publish" }, form, ready, error, note, link, own.root));
  model.on("change:state", show);
  show();
  return () => model.off("change:state", show);
}

export default { render };
