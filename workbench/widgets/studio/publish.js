/**
 * What is said about a variant when it is published, and the address at which it is then found.
 *
 * @typedef {import("../kernel_thread.js").Model} Model
 * @typedef {{fields: Record<string, string>, emblems: [string, string][], licences: string[], choices: [string, string][], of: string,
 *   address: string, play: string, unlisted: boolean, ready: string, error: string, note: string, link: string, told: string, own: Own[]}} State
 * @typedef {{slug: string, title: string, newest: number, link: string}} Own
 */

import { copy } from "../copying.js";
import { button, choice, element, field, say } from "../elements.js";
import { BOX, PATHS } from "../emblems.js";

const SVG = "http://www.w3.org/2000/svg";
const AT_ONCE = 18; // emblems that are visible before all of them are unfolded
const PAUSE = 250; // milliseconds after the last letter, until others' view is redrawn
const BY_HAND = "The browser does not let it be copied. Open its page, and copy the address there.";
let pickers = 0;

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

/** An emblem as a picture. @param {string} name */
function picture(name) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", `0 0 ${BOX} ${BOX}`);
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", PATHS.get(name) ?? "");
  path.setAttribute("fill-rule", "evenodd");
  svg.append(path);
  return svg;
}

/** The emblems as pictures, one of which is chosen; those of the list's own cards come first. @param {() => void} changed */
function emblemPicker(changed) {
  const group = `rt-emblem-${(pickers += 1)}`;
  const few = element("div", { class: "rt-cover-choices" });
  const all = element("div", { class: "rt-cover-choices" });
  const fold = element("details", {}, element("summary", {}, "All emblems"), all);
  const note = element("span", { class: "rt-publish-hint" }, " from your cards first");
  const root = element("fieldset", { class: "rt-publish-emblems" }, element("legend", {}, "Picture on the cover", note), few, fold);
  let drawn = "";
  const inputs = () => /** @type {NodeListOf<HTMLInputElement>} */ (root.querySelectorAll("input"));
  const one = (/** @type {[string, string]} */ [name, words]) => {
    const input = element("input", { type: "radio", name: group, value: name, "aria-label": words });
    input.addEventListener("change", changed);
    return element("label", { class: "rt-cover-choice", title: words }, input, picture(name));
  };
  const value = () => [...inputs()].find(({ checked }) => checked)?.value ?? "";
  const put = (/** @type {string} */ name) => inputs().forEach((input) => (input.checked = input.value === name));
  const show = (/** @type {[string, string][]} */ emblems) => {
    const names = JSON.stringify(emblems);
    if (names === drawn) return;
    const chosen = value();
    drawn = names;
    few.replaceChildren(...emblems.slice(0, AT_ONCE).map(one));
    all.replaceChildren(...emblems.slice(AT_ONCE).map(one));
    put(chosen);
  };
  return { root, value, put, show };
}

/** @param {Model} model */
function makeForm(model) {
  let waiting = 0;
  const later = () => {
    clearTimeout(waiting);
    waiting = window.setTimeout(() => {
      model.send({ type: "preview", ...written(seen), ...chosen() });
    }, PAUSE);
  };
  const lines = LINES.map(([key, title, longest]) => ({ key, ...field(title, { maxlength: String(longest), autocomplete: "off" }) }));
  const notes = { key: "notes", ...textField("Notes", 2000) };
  const emblem = emblemPicker(later);
  const of = choice("Publish it as", later);
  const unlisted = field("Only those who have the address find it. It is then drawn by lot.", { type: "checkbox", class: "rt-publish-check" });
  const send = /** @type {HTMLButtonElement} */ (element("button", { type: "submit", class: "rt-bar-button rt-bar-main" }, "Publish"));
  const texts = [...lines, notes];
  const written = (/** @type {typeof texts} */ some) => Object.fromEntries(some.map(({ key, input }) => [key, input.value]));
  const chosen = () => ({ emblem: emblem.value(), of: of.select.value, unlisted: unlisted.input.checked });
  const address = element("p", { class: "rt-publish-address", role: "status" });
  const back = element("p", { class: "rt-publish-hint" }, "You may take it back at any time. What others made from it stays.");
  const further = texts.filter(({ key }) => key === "language" || key === "notes");
  const seen = texts.filter((one) => !further.includes(one));
  const more = element("details", { class: "rt-publish-more" }, element("summary", {}, "Notes and language"), ...further.map(({ root }) => root));
  const inside = [...seen.map(({ root }) => root), emblem.root, more, of.root, unlisted.root, address, send, back];
  const form = /** @type {HTMLFormElement} */ (element("form", { class: "rt-publish-form" }, ...inside));
  form.addEventListener("input", later);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    clearTimeout(waiting);
    model.send({ type: "publish", ...written(texts), ...chosen() });
  });
  const author = /** @type {HTMLInputElement} */ (lines.find(({ key }) => key === "author")?.input);
  author.required = true;
  return { texts, emblem, of, unlisted, send, form, address, author };
}

/** What one can do with what is published: pass on the link, play it, see its page. */
function makeOut() {
  const note = element("span", { role: "status", class: "rt-publish-hint" });
  const link = pageLink("Open its page");
  const play = pageLink("Play it now");
  const copyLink = button("Copy the link", async () => {
    try {
      await copy(link.href);
      note.textContent = "Copied.";
    } catch {
      note.textContent = BY_HAND;
    }
  });
  copyLink.classList.add("rt-bar-main");
  const root = element("div", { class: "rt-publish-out" }, copyLink, link, play, note);
  const show = (/** @type {State} */ state) => {
    root.hidden = !state.link;
    if (!state.link) return;
    if (link.getAttribute("href") !== state.link) note.textContent = "";
    link.href = state.link;
    play.href = state.play;
  };
  return { root, show };
}

/** A link that opens a page in its own window. @param {string} words @returns {HTMLAnchorElement} */
function pageLink(words) {
  return /** @type {HTMLAnchorElement} */ (element("a", { class: "rt-publish-link", target: "_blank", rel: "noopener" }, words));
}

/** A published variant: a link to its page and, folded beside it, how to take it back. @param {Model} model @param {Own} own */
function ownVariant(model, { slug, title, newest, link }) {
  const way = pageLink(title);
  way.href = link;
  const versions = newest === 1 ? "Its one version goes" : `Its ${newest} versions go`;
  const goes = element("p", {}, `${versions} for ever, and its address says so. What others have made from it stays.`);
  const take = button(`Take back ${title}`, () => model.send({ type: "take_back", slug }));
  return element("li", {}, way, element("details", {}, element("summary", {}, "Take it back"), goes, take));
}

/** What was published from here; redrawn only when that changes, so that a fold stays open. @param {Model} model */
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
  const { texts, emblem, of, unlisted, send, form, address, author } = makeForm(model);
  const title = element("h3", { class: "rt-publish-title" });
  let filled = false;
  const ready = element("p", { class: "rt-bar-note" });
  const error = element("p", { class: "rt-bar-error", role: "alert" });
  const note = element("p", { class: "rt-bar-note", role: "status" });
  const out = makeOut();
  const own = makeOwn(model);
  const given = /** @type {Record<string, string>} */ ({});
  /** Shows a value from Python, unless somebody has changed the field since the last one. */
  const fill = (/** @type {string} */ key, /** @type {string} */ now, /** @type {string} */ value, /** @type {(value: string) => void} */ put) => {
    if (now === (given[key] ?? now)) put(value);
    given[key] = value;
  };
  for (const { key } of texts) given[key] = "";
  const show = () => {
    const state = /** @type {State} */ (model.get("state"));
    const fields = state.fields ?? {};
    // Until Python has filled the form, nothing can be typed, which would mix with what comes, and nothing sent.
    for (const one of /** @type {Iterable<HTMLInputElement>} */ (form.elements)) one.disabled = !state.fields;
    for (const { key, input } of texts) fill(key, input.value, fields[key] ?? "", (value) => (input.value = value));
    emblem.show(state.emblems ?? []);
    fill("emblem", emblem.value(), fields.emblem ?? "", emblem.put);
    fill("of", of.select.value, state.of ?? "", (value) => of.show(state.choices, value));
    of.show(state.choices, of.select.value);
    fill("unlisted", String(unlisted.input.checked), String(Boolean(state.unlisted)), (value) => (unlisted.input.checked = value === "true"));
    send.disabled ||= Boolean(state.ready);
    say(ready, state.ready);
    say(error, state.error);
    say(note, state.note);
    say(address, state.address ?? "");
    title.textContent = state.link ? "It is out. Who shall see it?" : "How will others see it?";
    out.show(state);
    send.classList.toggle("rt-bar-main", !state.link);
    if (!filled && state.fields && !author.value && author.offsetParent) author.focus({ preventScroll: true });
    filled ||= Boolean(state.fields);
    own.show(state.own);
  };
  el.append(element("div", { class: "rt-bar rt-publish" }, title, form, ready, error, note, out.root, own.root));
  model.on("change:state", show);
  show();
  return () => model.off("change:state", show);
}

export default { render };
