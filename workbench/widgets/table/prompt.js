/**
 * The ribbon between table and hand: one sentence, a small line below it, and the buttons that are not on any thing.
 *
 * @typedef {import("./scene.js").Choice} Choice
 * @typedef {import("./scene.js").Extra} Extra
 * @typedef {import("./table.js").Table} Table
 */

import { element, plainButton } from "../elements.js";
import { symbolBadge } from "../symbol_badge.js";
import { dots, seatShield } from "./arms.js";
import { choose, countWords, explain, fits, isOpen, pickedSentence, submit } from "./picking.js";
import { withWords } from "./glossary.js";
import { roving } from "./roving.js";
import { answerOf } from "./weighing.js";

const MOST = 4; // buttons of the ribbon; the rest go into the list

/** @param {Choice} choice @param {Record<string, any>} attributes @param {() => void} press @param {string} [label] */
export function choiceButton(choice, attributes, press, label = choice.label) {
  const named = { class: "rt-choice", title: choice.hint || null, tabindex: -1, ...attributes };
  const made = plainButton("", named, press);
  made.dataset.action = String(choice.action);
  if (choice.symbol) made.append(symbolBadge(choice.symbol));
  made.append(element("span", {}, label));
  if (choice.hint) made.append(element("span", { class: "rt-hint" }, choice.hint));
  return made;
}

/** The buttons that send the set. @param {Table} table @param {string} [prefix] of their keys */
export function submitButtons(table, prefix = "") {
  const selection = table.scene.selection;
  return (selection?.submit ?? []).map((choice, number) => {
    const nothing = number === 0 && table.picked.size === 0 && selection?.none;
    const made = choiceButton(choice, { "data-key": `${prefix}submit:${choice.action}` }, () => submit(table, choice), nothing || choice.label);
    made.classList.add("rt-submit");
    if (nothing) made.classList.add("rt-nothing");
    made.toggleAttribute("disabled", !fits(table));
    return made;
  });
}

/** What travels with a set and is not on any thing. @param {Table} table @param {Extra} extra */
export function extraElement(table, extra) {
  const options = extra.choices.map((choice) =>
    element("option", { value: choice.action, selected: table.extras.get(extra.key) === choice.action }, choice.label),
  );
  const list = /** @type {HTMLSelectElement} */ (
    element("select", { "data-key": `extra:${extra.key}` }, element("option", { value: "" }, "none"), ...options)
  );
  list.addEventListener("change", () => {
    if (list.value === "") table.extras.delete(extra.key);
    else table.extras.set(extra.key, Number(list.value));
    table.refresh();
  });
  return element("label", { class: "rt-extra" }, element("span", {}, extra.label), list);
}

/** The choices that the ribbon offers: those that are not on anything drawn. @param {Table} table */
function offered(table) {
  const { root } = table.parts;
  const drawn = (/** @type {Choice} */ choice) => root.querySelector(`.rt-frame [data-action="${choice.action}"]:not(.rt-ask *)`) !== null;
  const { mark } = table.scene;
  const choices = table.scene.choices.filter((choice) => !choice.aside && isOpen(choice, table.using) && !((choice.on || mark?.of) && drawn(choice)));
  return choices.sort((one, other) => Number(other.main) - Number(one.main));
}

/** @param {Table} table @param {Choice[]} choices */
function choiceButtons(table, choices) {
  return choices.map((choice) => {
    const made = choiceButton(choice, { "data-key": `choice:${choice.action}` }, () => choose(table, choice));
    if (choice.main) made.classList.add("rt-submit");
    if (table.pointed === choice.action) made.classList.add("rt-pointed");
    return made;
  });
}

/** What is pointed at. @param {Table} table */
function pointedChoice({ scene, pointed }) {
  return scene.choices.find(({ action, on }) => on && action === pointed);
}

/** The thing that is pointed at, as the main button. @param {Table} table */
function pointedButton(table) {
  const choice = pointedChoice(table);
  if (!choice || table.scene.mark?.of) return null; // the mark leads to the thing itself
  const made = choiceButton({ ...choice, hint: "" }, { "data-key": `pointed:${choice.action}` }, () => choose(table, choice), choice.press || choice.label);
  made.classList.add("rt-submit");
  return made;
}

/** Buttons that will be here later and say why not now. @param {Table} table */
function buttonsNotYet(table) {
  return (table.scene.not_yet ?? []).map(([label, why]) => {
    const named = { class: "rt-choice rt-cannot", "data-key": `not-yet:${label}`, tabindex: -1, "aria-disabled": "true", title: why };
    return plainButton(label, named, () => explain(table, why));
  });
}

/** What one may ask for besides playing; the first of several is the main one. @param {Table} table */
function wayButtons({ scene, send }) {
  const ways = scene.ways ?? [];
  return ways.map(([label, to], number) => plainButton(label, { class: `rt-choice${number || ways.length < 2 ? "" : " rt-submit"}`, "data-key": `way:${to}`, tabindex: -1 }, () => send({ type: "way", to })));
}

/** A few acts with one press. @param {Table} table */
function seriesButtons({ scene, send }) {
  return (scene.series ?? []).map(([label], number) => plainButton(label, { class: "rt-choice", "data-key": `series:${number}`, tabindex: -1 }, () => send({ type: "series", number, asked: scene.asked ?? 0 })));
}

/** Whether some choice is on a thing, so that a list is useful. @param {Table} table */
function listable(table) {
  return table.scene.choices.some(({ aside, on, using }) => !aside && (on || using?.length)) || Boolean(table.scene.selection);
}

/** Buttons, and the way to the plain list. @param {Table} table */
export function drawAsk(table) {
  const { parts, scene } = table;
  const rest = offered(table);
  const buttons = [pointedButton(table), ...buttonsNotYet(table), ...submitButtons(table), ...seriesButtons(table), ...choiceButtons(table, rest.slice(0, MOST))].filter((made) => made !== null);
  const over = rest.length > MOST;
  const list = !scene.ways?.length && (over || (listable(table) && (buttons.length > 0 || table.may > 0)));
  const onThings = new Set(scene.selection?.extras.filter((extra) => extra.choices.every(({ on }) => on)) ?? []);
  const extras = (scene.selection?.extras ?? []).filter((extra) => !onThings.has(extra)).map((extra) => extraElement(table, extra));
  if (list) buttons.push(listButton(table));
  buttons.push(...wayButtons(table));
  parts.ask.replaceChildren(...extras, roving(element("div", { class: "rt-choices", role: "group", "aria-label": scene.selection?.prompt || "Choices" }, ...buttons)));
  parts.ask.hidden = !buttons.length && !extras.length;
  if (!list) table.listed = false;
}

/** @param {Table} table */
function listButton(table) {
  const named = { class: "rt-choice rt-as-list", "data-key": "list", tabindex: -1, "aria-expanded": String(table.listed) };
  return plainButton(table.listed ? "Close the list" : "As a list", named, () => table.showList(!table.listed));
}

/** Among those who choose in secret at once, who has chosen and who has not. @param {Table} table */
export function drawReady({ scene, parts }) {
  const ready = scene.ready ?? [];
  const asked = scene.seats.filter(({ seat, to_act: asks }) => asks || ready.includes(seat));
  const items = asked.map(({ seat, name }) => {
    const done = ready.includes(seat);
    const sign = done ? element("span", { class: "rt-tick", "aria-hidden": "true" }, "✓") : dots();
    return element("li", {}, seatShield(scene, seat), sign, element("span", { class: "rt-unseen" }, `${name} ${done ? "is ready" : "still chooses"}`));
  });
  parts.ready.replaceChildren(...(ready.length && asked.length > 1 ? items : []));
}

/** The sentence and the small line. @param {Table} table */
export function drawWords(table) {
  const { scene, parts } = table;
  const steps = (scene.steps ?? []).map(([words, now]) => element("li", { "aria-current": now ? "step" : null }, words));
  parts.steps.replaceChildren(...steps);
  const own = pickedSentence(table);
  const strong = own ? "" : scene.strong;
  const pointed = pointedChoice(table);
  sayNaming(table, parts.message, strong, own || pointed?.sentence || scene.prompt || scene.message);
  parts.picked.textContent = countWords(table);
  parts.picked.classList.toggle("rt-unseen", Boolean(scene.selection?.sentence)); // the sentence shows it
  const { sentence } = answerOf(table);
  const hint = sentence || pointed?.hint || scene.hint || (scene.selection && !own ? scene.selection.prompt : "");
  if (parts.hint.textContent !== hint) parts.hint.replaceChildren(...withWords(table, hint));
  parts.hint.classList.toggle("rt-answer", Boolean(sentence));
  parts.hint.hidden = !parts.hint.textContent;
  const yours = table.may > 0 || !parts.ask.hidden;
  parts.message.classList.toggle("rt-yours", yours || scene.over);
}

/** Says a sentence once, with the names of people in bold. @param {Table} table @param {HTMLElement} live @param {string} strong @param {string} text */
function sayNaming(table, live, strong, text) {
  const whole = [strong, text].filter(Boolean).join(" ");
  if (live.textContent === whole) return;
  const first = strong ? [element("b", {}, ...withWords(table, strong)), " "] : [];
  live.replaceChildren(...first, ...withWords(table, text, table.scene.seats.map(({ name }) => name)));
  live.classList.toggle("rt-long-sentence", whole.length > 90);
}
