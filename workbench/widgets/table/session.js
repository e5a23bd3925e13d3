/**
 * What a page asks of the kernel about the match as a whole: taking back, loading and saving files, windows for hands.
 *
 * @typedef {{seat: number, name: string, url: string, status: string}} SeatWindow
 * @typedef {{slot: string, can_undo: boolean, can_redo: boolean, practice: boolean, undo_refusal: string, phase: string,
 *   note: string, error: string, kept: boolean, kept_words: string, largest_file: number, windows: SeatWindow[], in_room?: boolean,
 *   glossary?: [string, string][], shows?: {turn: boolean, hint: boolean, round: boolean}, paces?: [number, string][], pace?: number,
 *   drawing: {title: string, kinds: string[]}|null, ways?: [string, string, string][]}} State `ways` to other pages: words, address, and what is beside them
 * @typedef {import("../kernel_thread.js").Model} Model
 * @typedef {import("./table.js").Table} Table
 */

import { bytesOf, chosenFile, download, keep, kept, tie } from "../kernel_thread.js";
import { tell } from "./desk.js";

const NOTHING_YET = "There is nothing to take back.";
const NAMES = "roundtable-workbench:names"; // of the people, seat by seat, as last typed for any game

/** Whether the rules can be opened here: a room sends them later than its table. @param {Table} table */
export function hasRules({ session, rules }) {
  return session !== null && (!session.in_room || rules !== null);
}

/** Why nothing can be taken back now; empty if something can, or if nobody keeps a match. @param {State|null} session */
export function whyNot(session) {
  return session && !session.can_undo ? session.undo_refusal || NOTHING_YET : "";
}

/** Takes the last step back, or says why not. @param {Table} table */
export function undo(table) {
  const why = whyNot(table.session);
  if (why) tell(table, why);
  else if (table.session) table.send({ type: "undo" });
}

/**
 * Redoes the step that was taken back. Python knows whether there is one: a page shows the table as it was before it
 * hears that a step can be redone.
 * @param {Table} table
 */
export function redo({ session, send }) {
  if (session) send({ type: "redo" });
}

/** Sends the file that was chosen, or says that it is too large. @param {Table} table @param {HTMLInputElement} input */
export async function upload(table, input) {
  const file = chosenFile(input);
  if (!file || !table.session) return;
  const largest = table.session.largest_file;
  if (file.size > largest) table.refuse(`${file.name} has ${file.size} bytes; a saved match has at most ${largest}.`);
  else table.send({ type: "load", name: file.name.slice(0, 100), text: await file.text() });
}

/** The names that this browser keeps, if it keeps any. @returns {{names?: string[]}} */
function keptNames() {
  try {
    const names = JSON.parse(kept(NAMES));
    return Array.isArray(names) && names.length ? { names } : {};
  } catch {
    return {};
  }
}

/**
 * Ties a table to its kernel until the returned function is called.
 * @param {Model} model @param {HTMLElement} lost where the page says that nobody answers @param {() => void} show
 */
export function tieTable(model, lost, show) {
  const hear = (/** @type {any} */ message) => {
    if (message.type === "names") keep(NAMES, JSON.stringify(message.names));
  };
  model.on("msg:custom", hear);
  const untie = tie(model, {
    key: "match",
    lost,
    show,
    save: ({ name, text, data, kind = "application/json" }) => download(name, data === undefined ? text : bytesOf(data), kind),
    greeting: () => ({ ...keptNames(), host: location.hostname }),
  });
  return () => {
    untie();
    model.off("msg:custom", hear);
  };
}
