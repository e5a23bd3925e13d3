/**
 * What a person has picked, pointed at or wished for but not sent yet; and sending it.
 *
 * @typedef {import("./scene.js").Choice} Choice
 * @typedef {import("./scene.js").Scene} Scene
 * @typedef {import("./scene.js").SceneZone} SceneZone
 * @typedef {import("../card_face.js").CardFace} CardFace
 * @typedef {import("./table.js").Table} Table
 * @typedef {{zone: SceneZone, card: CardFace, key: string}} Held
 */

import { cardKey } from "./moves.js";

/** The cards that may be picked for the requested set. @param {Scene} scene @returns {Held[]} */
export function pickable(scene) {
  if (!scene.selection) return [];
  return scene.zones.flatMap((zone) =>
    zone.cards
      .map((card, place) => ({ zone, card, key: cardKey(zone, card, place) }))
      .filter(({ card }) => card.action !== null && card.action !== undefined),
  );
}

/** The cards picked now, as they lie. @param {Table} table @returns {Held[]} */
export function pickedCards(table) {
  return pickable(table.scene).filter(({ key }) => table.picked.has(key));
}

/** Picks belong to one question: a new question starts with what the scene says is staged. @param {Table} table */
export function startPicks(table) {
  table.picked.clear();
  table.extras.clear();
  const usual = table.scene.choices.find(({ main, points }) => main && points);
  Object.assign(table, { pointed: usual?.action ?? null, using: "", reason: "" });
  for (const { card, key } of pickable(table.scene)) if (card.selected) table.picked.add(key);
}

/** Picks a card or puts it back; no more can be picked than may be sent. @param {Table} table @param {string} key */
export function toggleCard(table, key) {
  const selection = table.scene.selection;
  table.reason = "";
  if (!table.picked.delete(key)) {
    if (selection && table.picked.size >= selection.most) table.reason = `${atMost(selection.most)} Put one back first.`;
    else table.picked.add(key);
  }
  table.refresh();
}

/** @param {number} most */
function atMost(most) {
  return most === 0 ? "You may pick no card." : `You may pick at most ${most} ${most === 1 ? "card" : "cards"}.`;
}

/** Chooses what travels with the set, or takes it back. @param {Table} table @param {string} extra @param {number} action */
export function toggleExtra(table, extra, action) {
  if (table.extras.get(extra) === action) table.extras.delete(extra);
  else table.extras.set(extra, action);
  table.refresh();
}

/** Whether what is picked may be sent. @param {Table} table */
export function fits(table) {
  const selection = table.scene.selection;
  const picked = table.picked.size;
  if (selection === null || picked > selection.most) return false;
  return picked >= selection.least || selection.extras.some(({ key, enough }) => enough?.includes(Number(table.extras.get(key))));
}

/** How many are picked, and how many may be. @param {Table} table */
export function countWords(table) {
  const selection = table.scene.selection;
  if (!selection) return "";
  const allowed = selection.least === selection.most ? `${selection.least}` : `${selection.least} to ${selection.most}`;
  return `${table.picked.size} picked (${allowed})`;
}

/** The sentence that writes itself while cards are picked; empty where the scene has none. @param {Table} table */
export function pickedSentence(table) {
  const selection = table.scene.selection;
  if (!selection?.sentence || !table.picked.size) return "";
  const clauses = selection.extras.map((extra) => {
    const chosen = extra.choices.find(({ action }) => action === table.extras.get(extra.key));
    return chosen && extra.clause ? extra.clause.replace("{chosen}", chosen.label) : "";
  });
  const cards = pickedCards(table).map(({ card }) => card);
  const total = cards.reduce((sum, { value }) => sum + (Number(value) || 0), selection.base ?? 0);
  const words = selection.sentence.replace("{picked}", listed(cards.map(({ title }) => title))).replace("{total}", String(total));
  return `${words}${clauses.join("")}.`;
}

/** @param {string[]} names */
function listed(names) {
  return [...names.slice(0, -2), names.slice(-2).join(" and ")].join(", ");
}

/** The act that the set would be now. @param {Table} table @param {Choice} choice */
function actionsOf(table, choice) {
  const actions = pickedCards(table).map(({ card }) => Number(card.action));
  actions.sort((one, other) => one - other);
  return [...actions, ...table.extras.values(), choice.action];
}

/** Sends the set, with what travels along, as actions in ascending order. @param {Table} table @param {Choice} choice */
export function submit(table, choice) {
  act(table, actionsOf(table, choice));
}

/** The act somebody has in mind: what is picked, or what is pointed at. @param {Table} table @returns {number[]} */
export function thoughtOf(table) {
  const [main] = table.scene.selection?.submit ?? [];
  if (main && table.picked.size && fits(table)) return actionsOf(table, main);
  return table.pointed === null ? [] : [table.pointed];
}

/** Does what a choice says; one that only points at first is done on the second press. @param {Table} table @param {Choice} choice */
export function choose(table, choice) {
  if (choice.points && table.pointed !== choice.action) {
    table.pointed = choice.action;
    table.refresh();
  } else act(table, [choice.action]);
}

/** @param {Table} table @param {number[]} actions */
export function act(table, actions) {
  table.send({ type: "act", actions, asked: table.scene.asked ?? null });
}

/** Says why a thing cannot be taken now. @param {Table} table @param {string} why */
export function explain(table, why) {
  table.reason = why;
  table.refresh();
}

/** Takes a card that several things may be made of, or leaves it. @param {Table} table @param {string} thing */
export function use(table, thing) {
  Object.assign(table, { using: table.using === thing ? "" : thing, reason: "" });
  table.refresh();
}

/** Whether a choice is offered; a card's uses only once that card is taken. @param {Choice} choice @param {string} using */
export function isOpen({ using: cards }, using) {
  return !cards?.length || cards.includes(using);
}

/** The choices that lie on things, by what they lie on. @param {Scene} scene @param {string} [using] @returns {Map<string, Choice[]>} */
export function choicesOn(scene, using = "") {
  /** @type {Map<string, Choice[]>} */
  const found = new Map();
  for (const choice of scene.choices) if (choice.on && isOpen(choice, using)) found.set(choice.on, [...(found.get(choice.on) ?? []), choice]);
  return found;
}

/** What may be wished for on a thing: the extra and the choice. @param {Scene} scene @param {string} thing */
export function wishOn(scene, thing) {
  for (const extra of scene.selection?.extras ?? []) {
    const choice = extra.choices.find(({ on }) => on === thing);
    if (choice) return { extra, choice };
  }
  return null;
}
