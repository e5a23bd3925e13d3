/**
 * How to play, and below it the numbered rules: folded by section, searched as one types, opened from where they are cited.
 *
 * The page is plain data (workbench/widgets/table/rules.py); its texts enter as text nodes. Whatever has the attribute
 * `data-rule` on the same tabs, such as a rule id in the score, opens that rule.
 *
 * @typedef {{text: string, look: string, rule: string}} Run
 * @typedef {{kind: string, rule?: string, runs?: Run[], rows?: Run[][][], source?: string, words?: string}} Block
 * @typedef {{title: string, how_to_play: Block[], sections: {title: string, blocks: Block[]}[]}} Page
 * @typedef {{root: HTMLElement, text: string, rule: string, marked: boolean, fill: (words: string[]) => void}} Entry
 * @typedef {{root: HTMLDetailsElement, count: HTMLElement, entries: Entry[], headings: HTMLElement[],
 *   open: boolean}} Section
 * @typedef {{root: HTMLElement, input: HTMLInputElement, status: HTMLElement, sections: Section[],
 *   searching: boolean}} View
 */

import { element, plainButton } from "../elements.js";

const PICTURE = /^data:image\/(webp|png);base64,/;
const LOOKS = { strong: "strong", emphasis: "em", code: "code" };

// ---------------------------------------------------------------- texts

/** A text whose parts that are searched for are marked. @param {string} text @param {string[]} words */
function markedText(text, words) {
  if (!words.length) return [text];
  const escaped = words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  const parts = text.split(new RegExp(`(${escaped.join("|")})`, "gi"));
  return parts.map((part, place) => (place % 2 ? element("mark", {}, part) : part));
}

/** @param {Run[]} runs @param {string[]} words */
function runNodes(runs, words = []) {
  return runs.map(({ text, look, rule }) => {
    const parts = markedText(text, words);
    const cited = rule ? [element("a", { href: `#rule-${rule}`, "data-rule": rule }, ...parts)] : parts;
    const tag = LOOKS[/** @type {keyof typeof LOOKS} */ (look)] ?? "span";
    return element(tag, {}, ...cited);
  });
}

/** @param {Run[][][]} rows @param {string[]} words */
function tableRows(rows, words) {
  return rows.map((cells, row) =>
    element("tr", {}, ...cells.map((runs) => element(row ? "td" : "th", {}, ...runNodes(runs, words)))),
  );
}

// ---------------------------------------------------------------- how to play

/** @param {Page} page */
function howToPlay(page) {
  const words = page.how_to_play.filter(({ kind }) => kind !== "picture");
  const pictures = page.how_to_play.filter(({ kind, source }) => kind === "picture" && PICTURE.test(source ?? ""));
  return element(
    "section",
    { class: "rt-how" },
    element("h2", {}, `How to play ${page.title}`),
    element("div", { class: "rt-how-words" }, ...words.map(({ runs }) => element("p", {}, ...runNodes(runs ?? [])))),
    element("div", { class: "rt-how-pictures" }, ...pictures.map(pictureElement)),
  );
}

/** @param {Block} block */
function pictureElement({ source, words }) {
  return element("figure", {}, element("img", { src: source, alt: words }));
}

// ---------------------------------------------------------------- sections

/** What can be found: a rule, a paragraph, a table. @param {Block} block @returns {Entry} */
function makeEntry(block) {
  const { kind, rule = "", runs = [], rows = [] } = block;
  const texts = kind === "table" ? rows.flat(2) : runs;
  const named = rule ? { class: "rt-numbered", id: `rule-${rule}`, tabindex: -1 } : {};
  const root = element(kind === "table" ? "table" : kind === "code" ? "pre" : "p", named);
  const fill = (/** @type {string[]} */ words) => {
    if (kind === "table") return root.replaceChildren(...tableRows(rows, words));
    const number = rule ? [element("span", { class: "rt-number" }, ...markedText(rule, words))] : [];
    root.replaceChildren(...number, ...(kind === "item" ? ["• "] : []), ...runNodes(runs, words));
  };
  fill([]);
  const text = [rule, ...texts.map((run) => run.text)].join(rule ? " " : "").toLowerCase();
  return { root, rule, marked: false, fill, text };
}

/** @param {{title: string, blocks: Block[]}} section @param {boolean} open @returns {Section} */
function makeSection({ title, blocks }, open) {
  const headings = [];
  const entries = [];
  const body = element("div", { class: "rt-section" });
  for (const block of blocks) {
    if (block.kind === "heading") headings.push(element("h3", {}, ...runNodes(block.runs ?? [])));
    else if (block.kind !== "picture") entries.push(makeEntry(block));
    const made = block.kind === "heading" ? headings.at(-1) : block.kind !== "picture" ? entries.at(-1)?.root : null;
    if (made) body.append(made);
  }
  const count = element("span", { class: "rt-rules-count" }, ` (${entries.length})`);
  const root = /** @type {HTMLDetailsElement} */ (
    element("details", { open }, element("summary", {}, title, count), body)
  );
  return { root, count, entries, headings, open };
}

// ---------------------------------------------------------------- search

/** Shows what matches all words, unfolded and marked; without words everything, folded as before. @param {View} view */
function search(view) {
  const words = view.input.value.toLowerCase().split(/\s+/).filter(Boolean);
  const searching = words.length > 0;
  if (searching && !view.searching) for (const section of view.sections) section.open = section.root.open;
  let found = 0;
  for (const section of view.sections) found += searchSection(section, words, view.searching);
  view.searching = searching;
  view.status.textContent = statusWords(view, searching, found);
}

/** @param {Section} section @param {string[]} words @param {boolean} before whether words were searched for before */
function searchSection(section, words, before) {
  const searching = words.length > 0;
  let found = 0;
  for (const entry of section.entries) {
    const matches = words.every((word) => entry.text.includes(word));
    entry.root.hidden = !matches;
    const marks = searching && matches;
    if (marks || entry.marked) entry.fill(marks ? words : []);
    entry.marked = marks;
    found += Number(matches);
  }
  for (const heading of section.headings) heading.hidden = searching;
  section.root.hidden = found === 0;
  section.count.textContent = ` (${found})`;
  if (searching) section.root.open = found > 0;
  else if (before) section.root.open = section.open;
  return found;
}

/** @param {View} view @param {boolean} searching @param {number} found */
function statusWords(view, searching, found) {
  const entries = view.sections.flatMap((section) => section.entries);
  const noun = entries.some(({ rule }) => rule) ? "rules and notes" : "passages";
  if (!searching) return `${entries.length} ${noun} in ${view.sections.length} sections`;
  return found ? `${found} of ${entries.length} ${noun} match` : "Nothing matches. Try fewer words, or the id of a rule.";
}

// ---------------------------------------------------------------- going to a rule

/** Does something as soon as a part of the page is seen. @param {HTMLElement} part @param {() => void} act */
function whenSeen(part, act) {
  if (part.getClientRects().length) return act();
  const watcher = new ResizeObserver(() => {
    if (!part.getClientRects().length) return;
    watcher.disconnect();
    act();
  });
  watcher.observe(part);
}

/** Unfolds a rule, marks it and goes there. @param {View} view @param {string} rule */
export function openRule(view, rule) {
  const section = view.sections.find(({ entries }) => entries.some((entry) => entry.rule === rule));
  const entry = section?.entries.find((one) => one.rule === rule);
  if (!section || !entry) {
    view.status.textContent = `There is no rule ${rule} here.`;
    return;
  }
  if (entry.root.hidden) {
    view.input.value = "";
    search(view);
  }
  section.root.open = true;
  for (const marked of view.root.querySelectorAll(".rt-wanted")) marked.classList.remove("rt-wanted");
  entry.root.classList.add("rt-wanted");
  whenSeen(view.root, () => {
    entry.root.scrollIntoView({ block: "center" });
    entry.root.focus({ preventScroll: true });
  });
}

// ---------------------------------------------------------------- the page

/** @param {View} view */
function bar(view) {
  const fold = (/** @type {boolean} */ open) => () => view.sections.forEach(({ root }) => (root.open = open));
  return element(
    "div",
    { class: "rt-rules-bar", role: "search" },
    element("label", {}, "Search the rules", view.input),
    plainButton("Unfold all", {}, fold(true)),
    plainButton("Fold all", {}, fold(false)),
  );
}

/** Draws a page of rules into an element. @param {HTMLElement} el @param {Page} page @returns {View} */
export function draw(el, page) {
  const parts = page.sections ?? [];
  const root = element("div", { class: "rt-rules" });
  const input = /** @type {HTMLInputElement} */ (element("input", { type: "search", maxlength: 100 }));
  const status = element("p", { class: "rt-rules-status", role: "status" });
  const sections = parts.map((section) => makeSection(section, parts.length === 1));
  const view = { root, input, status, sections, searching: false };
  input.addEventListener("input", () => search(view));
  root.addEventListener("click", (event) => {
    const rule = citedRule(event);
    if (rule) openRule(view, rule);
  });
  if (page.how_to_play?.length) root.append(howToPlay(page));
  if (parts.length) {
    root.append(element("h2", {}, "The rules"), bar(view), status, ...sections.map((section) => section.root));
    search(view);
  }
  el.replaceChildren(root);
  return view;
}

/** The rule that a press asks for, where it asks for one; the browser follows no link. @param {Event} event */
function citedRule(event) {
  const link = event.target instanceof Element ? event.target.closest("[data-rule]") : null;
  if (link) event.preventDefault();
  return link?.getAttribute("data-rule") ?? "";
}

/** @param {{model: import("../kernel_thread.js").Model, el: HTMLElement}} widget */
function render({ model, el }) {
  let view = draw(el, model.get("page"));
  const redraw = () => void (view = draw(el, model.get("page")));
  const go = () => openRule(view, model.get("wanted").rule);
  const elsewhere = (/** @type {Event} */ event) => {
    const place = /** @type {Node} */ (event.target);
    if (el.contains(place) || !el.closest(".rt-tabs")?.contains(place)) return;
    const rule = citedRule(event);
    if (rule) model.send({ type: "rule", rule });
  };
  model.on("change:page", redraw);
  model.on("change:wanted", go);
  document.addEventListener("click", elsewhere);
  return () => {
    model.off("change:page", redraw);
    model.off("change:wanted", go);
    document.removeEventListener("click", elsewhere);
  };
}

export default { render };
