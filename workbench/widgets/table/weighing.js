/**
 * What would follow from what is picked or pointed at: Python is asked a moment after the last press, and the answer is
 * shown when it comes. Nothing waits for it.
 *
 * @typedef {import("./table.js").Table} Table
 * @typedef {{asked?: number, actions?: number[], sentence?: string, numbers?: Record<string, string>}} Answer
 */

import { thoughtOf } from "./picking.js";

const MOMENT = 150; // milliseconds without a press, so that it does not ask about every card of a set

/** The question about the act in mind, as one string; empty while there is none. @param {Table} table */
function questionOf(table) {
  const actions = table.scene.asked ? thoughtOf(table) : [];
  return actions.length ? JSON.stringify([table.scene.asked, actions]) : "";
}

/** Asks about the act in mind, if it differs from the last one asked about. @param {Table} table */
export function weigh(table) {
  const question = questionOf(table);
  if (question === table.weighed) return;
  table.weighed = question;
  clearTimeout(table.weighing);
  if (!question) return;
  const [asked, actions] = JSON.parse(question);
  table.weighing = window.setTimeout(() => table.send({ type: "weigh", actions, asked }), MOMENT);
}

/** The answer about the act in mind; nothing until it has come. @param {Table} table @returns {Answer} */
export function answerOf(table) {
  const { asked, actions, sentence, numbers } = table.answer;
  if (!sentence && !numbers) return {};
  return JSON.stringify([asked, actions]) === questionOf(table) ? table.answer : {};
}
