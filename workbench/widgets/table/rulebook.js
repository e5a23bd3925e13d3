/**
 * The rules beside the table: those of this phase first, all of them, or those of the house; searched as one types, and
 * opened from where they are cited.
 *
 * The page is plain data (workbench/widgets/table/rules.py); its texts enter as text nodes.
 *
 * @typedef {{text: string, look: string, rule: string}} Run
 * @typedef {{kind: string, rule?: string, runs?: Run[], rows?: Run[][][], source?: string, words?: string}} Block
 * @typedef {{title: string, how_to_play: Block[], sections: {title: string, house: boolean, blocks: Block[]}[],
 *   phases: Record<string, string[]>, printed?: string}} Page
 * @typedef {"phase"|"all"|"house"|"how"} Which
 * @typedef {{block: Block, rule: string, text: string, section: string, house: boolean}} Entry
 * @typedef {{page: Page|null, entries: Entry[], which: Which, wanted: string, sought: string, drawn: string}} Rulebook
 * @typedef {import("./table.js").Table} Table
 */

import { element, plainButton } from "../elements.js";
import { home } from "../house.js";
import { hasAll, marked, wordsOf } from "./searching.js";

const PICTURE = /^data:image\/(webp|png);base64,/;
const LOOKS = { strong: "strong", emphasis: "em", code: "code" };
const CHOICES = /** @type {[Which, string][]} */ ([["phase", "This phase"], ["all", "All rules"], ["house", "House rules"]]);
const KINDS = { table: "table", code: "pre" };

/** A book that nobody has opened. @returns {Rulebook} */
export function closedBook() {
  return { page: null, entries: [], which: "phase", wanted: "", sought: "", drawn: "" };
}

// ---------------------------------------------------------------- its parts

/** The drawer of the rules, which stays on the page. @param {Table} table */
export function rulebookPanel(table) {
  const { parts } = table;
  const close = plainButton("Close", { class: "rt-close", "data-key": "rules:close", "aria-keyshortcuts": "Escape" }, () => table.shut());
  const search = /** @type {HTMLInputElement} */ (element("input", { type: "search", maxlength: 100, class: "rt-search", placeholder: "Search", "aria-label": "Search the rules", "data-key": "rules:search" }));
  search.addEventListener("input", () => {
    table.book.sought = search.value;
    table.book.wanted = "";
    if (table.book.which === "how") table.book.which = "all";
    drawRulebook(table);
  });
  parts.ruleSearch = search;
  parts.which = element("div", { class: "rt-rounds rt-which", role: "group", "aria-label": "Which rules" });
  parts.ruleCount = element("p", { class: "rt-filtered", role: "status" });
  parts.rules = element("div", { class: "rt-rules", tabindex: 0, role: "region", "aria-label": "Rules" });
  parts.ruleFoot = element("p", { class: "rt-panel-foot" });
  parts.rules.addEventListener("click", (event) => followed(table, event));
  const head = element("div", { class: "rt-panel-head" }, element("h3", {}, "The rules"), close);
  return element("section", { class: "rt-rulebook", "aria-label": "The rules", hidden: true }, head, search, parts.which, parts.ruleCount, parts.rules, parts.ruleFoot);
}

/** Goes to a rule that is cited in another one. @param {Table} table @param {Event} event */
function followed(table, event) {
  const rule = citedRule(event);
  if (rule) goToRule(table, rule);
}

/** The rule that a press asks for, if it asks for one; the browser does not follow the link. @param {Event} event */
export function citedRule(event) {
  const link = event.target instanceof Element ? event.target.closest("[data-rule]") : null;
  if (link) event.preventDefault();
  return link?.getAttribute("data-rule") ?? "";
}

/** Opens the book at a rule. @param {Table} table @param {string} rule */
export function goToRule(table, rule) {
  const { book, parts } = table;
  const there = ofPhase(table).some((entry) => entry.rule === rule);
  Object.assign(book, { wanted: rule, sought: "", which: there && book.which === "phase" ? "phase" : "all" });
  /** @type {HTMLInputElement} */ (parts.ruleSearch).value = "";
  drawRulebook(table);
  const found = /** @type {HTMLElement|null} */ (parts.rules.querySelector(".rt-wanted"));
  found?.scrollIntoView({ block: "center" });
  found?.focus({ preventScroll: true });
}

// ---------------------------------------------------------------- what is in it

/** @param {Page} page @returns {Entry[]} */
function entriesOf(page) {
  return page.sections.flatMap(({ title, house, blocks }) =>
    blocks.filter(({ kind }) => kind !== "heading" && kind !== "picture").map((block) => {
      const runs = block.kind === "table" ? (block.rows ?? []).flat(2) : block.runs ?? [];
      const rule = block.rule ?? "";
      return { block, rule, section: title, house: Boolean(house), text: [rule, ...runs.map(({ text }) => text)].join(" ") };
    }),
  );
}

/** The rules of the match's phase, which a scene may call something else. @param {Table} table @returns {Entry[]} */
function ofPhase({ book, session, scene }) {
  const here = book.page?.phases?.[session?.phase ?? scene.phase] ?? [];
  return book.entries.filter(({ rule }) => rule && here.includes(rule));
}

/** @param {Table} table @returns {Entry[]} those to choose from */
function chosen(table) {
  const { book } = table;
  if (book.which === "phase") return ofPhase(table);
  return book.which === "house" ? book.entries.filter(({ house }) => house) : book.entries;
}

/**
 * Entries with all words, else those with some, best matches first; a number means that of a rule.
 * @param {Entry[]} entries @param {string[]} words
 */
function nearest(entries, words) {
  const having = (/** @type {Entry} */ { text, rule }) => words.filter((word) => hasAll(text, [word]) || (/^\d+$/.test(word) && Number(rule.slice(-3)) === Number(word))).length;
  const scored = entries.map((entry) => ({ entry, words: having(entry) })).filter((one) => one.words > 0);
  const whole = scored.filter((one) => one.words === words.length);
  const found = whole.length ? whole : scored;
  found.sort((one, other) => other.words - one.words || Number(!one.entry.rule) - Number(!other.entry.rule) || one.entry.text.length - other.entry.text.length);
  return { all: whole.length > 0, found: found.map(({ entry }) => entry) };
}

// ---------------------------------------------------------------- drawing

/** @param {Table} table */
export function drawRulebook(table) {
  const { parts, book } = table;
  if (table.rules && book.page !== table.rules) Object.assign(book, { page: table.rules, entries: entriesOf(table.rules), drawn: "" });
  if (table.drawer !== "rules" || !book.page) return;
  if (book.which === "phase" && !ofPhase(table).length) book.which = "all";
  const now = [book.which, book.wanted, book.sought, book.which === "phase" ? ofPhase(table).map(({ rule }) => rule) : ""].join("|");
  if (book.drawn === now) return; // readers stay where they are
  book.drawn = now;
  drawChoices(table);
  if (book.which === "how") drawHowTo(table, book.page);
  else drawEntries(table);
  parts.ruleFoot.replaceChildren(...footLinks(table));
}

/** @param {Table} table */
function drawChoices(table) {
  const { parts, book } = table;
  const had = document.activeElement instanceof HTMLElement && parts.which.contains(document.activeElement) ? document.activeElement.dataset.key : "";
  const offered = CHOICES.filter(([which]) => (which === "phase" ? ofPhase(table).length : which === "house" ? book.entries.some(({ house }) => house) : true));
  parts.which.replaceChildren(...offered.map(([which, words]) => plainButton(words, { class: "rt-round-of", "aria-pressed": String(which === book.which), "data-key": `rules:${which}` }, () => choose(table, which))));
  if (had) /** @type {HTMLElement|null} */ (parts.which.querySelector(`[data-key="${had}"]`))?.focus();
}

/** @param {Table} table @param {Which} which */
export function choose(table, which) {
  Object.assign(table.book, { which, wanted: "" });
  drawRulebook(table);
  table.parts.rules.scrollTop = 0;
}

/** @param {Table} table */
function drawEntries(table) {
  const { parts, book } = table;
  const words = wordsOf(book.sought);
  const from = chosen(table);
  const { all, found } = words.length ? nearest(from, words) : { all: true, found: from };
  const made = found.map((entry, number) => entryElement(table, entry, words, words.length > 0 && number === 0));
  parts.rules.replaceChildren(...(words.length || book.which === "phase" ? made.map((one) => one.element) : underHeadings(found, made)));
  parts.ruleCount.replaceChildren(...countWords(book, found, all));
}

/** @param {Rulebook} book @param {Entry[]} found @param {boolean} all whether each has all words */
function countWords({ which, sought }, found, all) {
  const noun = found.length === 1 ? "rule" : "rules";
  const where = { phase: " of this phase", all: "", house: " of the house", how: "" }[which];
  if (!wordsOf(sought).length) return [element("b", {}, `${found.length} ${noun}`), `${where}.`];
  if (!found.length) return ["Nothing matches. Try fewer words, or the number of a rule."];
  const says = found.length === 1 ? "says" : "say";
  return [element("b", {}, `${found.length} ${noun}`), `${where} ${all ? says : `${says} a part of`} “${sought.trim()}”. `, element("span", {}, "The nearest is first.")];
}

/** @param {Entry[]} entries @param {{element: HTMLElement}[]} made */
function underHeadings(entries, made) {
  return entries.flatMap(({ section }, number) => (number && entries[number - 1].section === section ? [made[number].element] : [element("h4", {}, section), made[number].element]));
}

/** @param {Table} table @param {Entry} entry @param {string[]} words @param {boolean} first @returns {{element: HTMLElement}} */
function entryElement({ book }, { block, rule, section }, words, first) {
  const wanted = rule !== "" && rule === book.wanted;
  const tag = KINDS[/** @type {keyof typeof KINDS} */ (block.kind)] ?? "p";
  const inside = block.kind === "table" ? tableRows(block.rows ?? [], words) : [...(block.kind === "item" ? ["• "] : []), ...runNodes(block.runs ?? [], words)];
  const number = rule ? element("span", { class: "rt-number" }, ...marked(rule, words)) : null;
  const from = first || wanted ? element("small", {}, section) : null;
  const look = `rt-entry${wanted ? " rt-wanted" : ""}${first ? " rt-nearest" : ""}`;
  const named = rule ? { id: `rule-${rule}`, tabindex: -1 } : tag === "p" ? {} : { tabindex: 0, role: "group", "aria-label": `A table: ${section}` }; // it may scroll
  return { element: element("div", { class: look, ...named }, number, element(tag, {}, ...inside), from) };
}

/** @param {Run[]} runs @param {string[]} words */
function runNodes(runs, words = []) {
  return runs.map(({ text, look, rule }) => {
    const parts = marked(text, words);
    const cited = rule ? [element("a", { href: `#rule-${rule}`, "data-rule": rule }, ...parts)] : parts;
    return element(LOOKS[/** @type {keyof typeof LOOKS} */ (look)] ?? "span", {}, ...cited);
  });
}

/** @param {Run[][][]} rows @param {string[]} words */
function tableRows(rows, words) {
  return rows.map((cells, row) => element("tr", {}, ...cells.map((runs) => element(row ? "td" : "th", {}, ...runNodes(runs, words)))));
}

/** @param {Table} table @param {Page} page */
function drawHowTo({ parts }, page) {
  const words = page.how_to_play.filter(({ kind }) => kind !== "picture");
  const pictures = page.how_to_play.filter(({ kind, source }) => kind === "picture" && PICTURE.test(source ?? ""));
  const told = words.map(({ runs }) => element("p", {}, ...runNodes(runs ?? [])));
  const seen = pictures.map(({ source, words: said }) => element("figure", {}, element("img", { src: source, alt: said })));
  parts.rules.replaceChildren(element("div", { class: "rt-how" }, element("h4", {}, `How to play ${page.title}`), ...told, ...seen));
  parts.rules.scrollTop = 0;
  parts.ruleCount.textContent = "Half a page; the rules have all of it.";
}

/** @param {Table} table */
function footLinks(table) {
  const how = table.book.which === "how";
  const printed = home() && table.book.page?.printed;
  return [
    plainButton(how ? "The rules" : "How to play, half a page", { class: "rt-foot-link", "data-key": "rules:how" }, () => choose(table, how ? "phase" : "how")),
    printed ? element("a", { class: "rt-foot-link", href: printed, target: "_blank", rel: "noopener" }, "Print the rules") : null,
  ].filter((one) => one !== null);
}
