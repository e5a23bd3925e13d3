/**
 * Cards that people turn one by one before the screen goes on.
 *
 * @typedef {import("../card_face.js").CardFace} CardFace
 * @typedef {import("./scene.js").Reveal} Reveal
 * @typedef {import("./scene.js").SceneZone} SceneZone
 * @typedef {import("./table.js").Table} Table
 */

import { read, write } from "../browser_storage.js";
import { element, plainButton } from "../elements.js";
import { drawCentre } from "./centre.js";
import { cardKey } from "./moves.js";
import { drawPeople, ownBanner } from "./people.js";
import { keyed, roving } from "./roving.js";
import { cardsOf, groupThing } from "./scene.js";

const SEEN_KEY = "roundtable-workbench:revealed";

/** The reveal before the scene, if there is a card to turn and this page has not yet shown it. @param {Table} table @returns {Reveal|null} */
export function comingReveal(table) {
  const { reveal } = table.scene;
  if (!reveal?.zone.cards.length || table.seen.has(reveal.key)) return null;
  if (table.turning !== reveal.key) Object.assign(table, { turning: reveal.key, turned: 0 });
  return reveal;
}

/**
 * The cards so far, what was said about them, and what turns the next one. Seats, phases and log stay as they were,
 * though nobody acts, and nothing of the scene behind is on the page: it would give away the ending.
 * @param {Table} table @param {Reveal} reveal
 */
export function drawReveal(table, reveal) {
  const { parts, turned } = table;
  const said = reveal.steps.slice(0, turned).map((step) => step.said);
  const done = turned >= reveal.steps.length;
  const sentence = done ? reveal.outcome : said.at(-1) ?? reveal.title;
  if (parts.message.textContent !== sentence) parts.message.textContent = sentence;
  parts.message.classList.add("rt-yours");
  parts.message.classList.toggle("rt-long-sentence", sentence.length > 90);
  const panels = withTotals(table, reveal);
  drawPeople(table, panels, false);
  parts.self.replaceChildren(...[ownBanner(table, panels)].filter((part) => part !== null));
  for (const part of [parts.own, parts.piles, parts.list, parts.cover, parts.passing, parts.ready, parts.steps]) part.replaceChildren();
  for (const part of [parts.own, parts.hint, parts.asides, parts.list, parts.cover]) part.hidden = true;
  parts.picked.textContent = "";
  drawCentre(table, [coveredZone(reveal, turned)]);
  mark(table, reveal, turned - 1, "rt-latest");
  mark(table, reveal, turned, "rt-next");
  parts.ask.hidden = false;
  parts.ask.replaceChildren(turningButtons(table, reveal), saidList(done ? [...said, reveal.outcome] : said, done));
}

/** The cards of the reveal that the page shows now, waiting ones face down. @param {Table} table @returns {SceneZone|null} */
export function shownReveal(table) {
  const reveal = comingReveal(table);
  return reveal && coveredZone(reveal, table.turned);
}

/** Marks the cards of a step. @param {Table} table @param {Reveal} reveal @param {number} number @param {string} look */
function mark(table, reveal, number, look) {
  const step = reveal.steps[number];
  if (!step) return;
  const cards = new Set(cardsOfStep(step));
  const board = reveal.zone.layout === "board"; // where the cell is what shows of its card
  const keyOf = (/** @type {CardFace} */ card) => (board ? groupThing(reveal.zone, card.group) : cardKey(reveal.zone, card, 0));
  for (const card of reveal.zone.cards) if (cards.has(card.id)) keyed(table.parts.round, keyOf(card))?.classList.add(look);
}

/** The cards that are turned together. @param {import("./scene.js").Turned} step */
function cardsOfStep({ card, also }) {
  return [card, ...(also ?? [])];
}

/** The seats as they were, with the totals of the cards turned so far. @param {Table} table @param {Reveal} reveal */
function withTotals(table, reveal) {
  const totals = new Map(reveal.steps[table.turned - 1]?.totals ?? reveal.steps[0]?.totals.map(([seat]) => [seat, 0]) ?? []);
  return table.panels.map((panel) => {
    const total = totals.get(panel.seat);
    return total === undefined || !panel.side ? panel : { ...panel, side: { ...panel.side, total: String(total) } };
  });
}

/** The zone of a reveal as it lies after so many steps. @param {Reveal} reveal @param {number} turned @returns {SceneZone} */
function coveredZone(reveal, turned) {
  const waiting = new Set(reveal.steps.slice(turned).flatMap(cardsOfStep));
  if (reveal.zone.layout === "board") return { ...reveal.zone, groups: unjudged(reveal, waiting) };
  const cards = reveal.zone.cards.map((card) =>
    waiting.has(card.id) ? { ...card, face_down: true, description: "", badge: "" } : card,
  );
  return { ...reveal.zone, cards, groups: coveredGroups(reveal, turned, waiting) };
}

/** The lanes of a reveal say no more than the cards in them. @param {Reveal} reveal @param {number} turned @param {Set<string>} waiting */
function coveredGroups(reveal, turned, waiting) {
  if (reveal.zone.layout !== "lanes") return reveal.zone.groups;
  const totals = new Map(reveal.steps[turned - 1]?.totals ?? []);
  const covered = (/** @type {string} */ key) => reveal.zone.cards.some(({ group, id }) => group === key && waiting.has(id));
  return reveal.zone.groups.map((group) => {
    const total = group.seat === null ? group.total : String(totals.get(group.seat) ?? "");
    return { ...group, total: group.seat === null && covered(group.key) ? "" : total, state: waiting.size ? "" : group.state };
  });
}

/** Cells do not say who wins them before their card is judged. @param {Reveal} reveal @param {Set<string>} waiting */
function unjudged({ zone }, waiting) {
  return zone.groups.map((group) => (cardsOf(zone, group.key).some(({ id }) => waiting.has(id)) ? { ...group, seat: null, notes: [], state: "ahead" } : { ...group, state: "past" }));
}

/** @param {Table} table @param {Reveal} reveal */
function turningButtons(table, reveal) {
  const count = reveal.steps.length;
  const done = table.turned >= count;
  const turn = (/** @type {number} */ number) => () => {
    table.turned = number;
    table.refresh();
  };
  const made = (/** @type {string} */ label, /** @type {string} */ key, /** @type {() => void} */ press) =>
    plainButton(label, { class: "rt-choice", "data-key": `reveal:${key}`, tabindex: -1 }, press);
  const step = reveal.steps[Math.min(table.turned, count - 1)];
  const next = made(step?.button || "Turn the next card", "next", turn(table.turned + 1));
  const all = made(reveal.at_once || "All at once", "all", turn(count));
  const on = made("Go on", "on", () => goOn(table, reveal));
  for (const main of [reveal.at_once ? all : next, on]) main.classList.add("rt-submit");
  for (const turner of [next, all]) turner.toggleAttribute("disabled", done);
  on.toggleAttribute("disabled", !done);
  return roving(element("div", { class: "rt-choices", role: "group", "aria-label": reveal.title }, ...(reveal.at_once ? [all, next] : [next, all]), on));
}

/** What was said so far, the latest first. @param {string[]} said @param {boolean} done */
function saidList(said, done) {
  const lines = said.map((line) => element("li", {}, line)).reverse();
  return element("ol", { class: `rt-said${done ? " rt-done" : ""}`, reversed: true }, ...lines);
}

/** @param {Table} table @param {Reveal} reveal */
function goOn(table, reveal) {
  table.seen.add(reveal.key);
  write("tab", SEEN_KEY, reveal.key);
  table.refresh();
}

/** For another match, or one taken back to before anything was revealed. @param {Table} table */
export function forgetReveals(table) {
  table.seen.clear();
  write("tab", SEEN_KEY, "");
}

/** What this window revealed last, before it was reloaded. */
export function keptKey() {
  return read("tab", SEEN_KEY);
}
