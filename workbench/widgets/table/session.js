/**
 * The bar above a table: undo, redo, save, load, windows for hands, and the thread to the kernel.
 *
 * @typedef {{seat: number, name: string, url: string, status: string}} SeatWindow
 * @typedef {{slot: string, can_undo: boolean, can_redo: boolean, practice: boolean, undo_refusal: string,
 *   note: string, error: string, kept_words: string, largest_file: number, windows: SeatWindow[],
 *   drawing: {title: string, kinds: string[]}|null}} State
 * @typedef {import("../kernel_thread.js").Model} Model
 */

import { button, element, say } from "../elements.js";
import { bytesOf, chosenFile, download, keep, kept, tie } from "../kernel_thread.js";

// ---------------------------------------------------------------- files

/** @param {Model} model @param {HTMLInputElement} input @param {(text: string) => void} complain */
async function upload(model, input, complain) {
  const file = chosenFile(input);
  if (!file) return;
  const largest = /** @type {State} */ (model.get("state")).largest_file;
  if (file.size > largest) complain(`${file.name} has ${file.size} bytes; a saved match has at most ${largest}.`);
  else model.send({ type: "load", name: file.name.slice(0, 100), text: await file.text() });
}

/** @param {Model} model @param {(text: string) => void} complain */
function loadButton(model, complain) {
  const input = /** @type {HTMLInputElement} */ (
    element("input", { type: "file", accept: ".json,application/json", class: "rt-bar-file" })
  );
  input.addEventListener("change", () => upload(model, input, complain));
  return element("label", { class: "rt-bar-button" }, "Load", input);
}

/** What of the table can be saved as a picture, one button for each kind of file. @param {Model} model @param {State} state */
function drawingButtons(model, { drawing }) {
  if (!drawing) return [];
  const buttons = drawing.kinds.map((kind) => {
    const made = button(kind.replace(".", "").toUpperCase(), () => model.send({ type: "draw", kind }));
    made.setAttribute("aria-label", `Save ${drawing.title} as ${made.textContent}`);
    return made;
  });
  return [element("span", { "aria-hidden": "true" }, `Save ${drawing.title}:`), ...buttons];
}

// ---------------------------------------------------------------- windows for hands

/** @param {Model} model @param {SeatWindow} place */
function windowItem(model, place) {
  const open = place.url
    ? element(
        "a",
        { class: "rt-bar-button", href: place.url, target: "_blank", rel: "noopener noreferrer" },
        `Open the hand of ${place.name}`,
      )
    : button(`New window for ${place.name}`, () => model.send({ type: "window", seat: place.seat }));
  return element(
    "li",
    { "data-seat": String(place.seat) },
    open,
    element("span", { class: "rt-bar-status" }, place.status),
  );
}

// ---------------------------------------------------------------- the bar

/** @param {Model} model */
function makeBar(model) {
  const complain = (/** @type {string} */ text) => say(parts.error, text);
  const parts = {
    undo: button("Undo", () => model.send({ type: "undo" })),
    redo: button("Redo", () => model.send({ type: "redo" })),
    save: button("Save", () => model.send({ type: "save" })),
    drawing: element("span", { class: "rt-bar-drawing" }),
    standing: element("p", { class: "rt-bar-note" }),
    note: element("p", { class: "rt-bar-note", role: "status" }),
    error: element("p", { class: "rt-bar-error", role: "alert" }),
    windows: element("ul", { class: "rt-bar-windows", "aria-label": "Windows for hands" }),
    lost: element("div", { class: "rt-bar-lost", role: "alert" }),
  };
  const row = element(
    "div",
    { class: "rt-bar-row", role: "group", "aria-label": "Match" },
    parts.undo,
    parts.redo,
    parts.save,
    loadButton(model, complain),
    parts.drawing,
  );
  return {
    ...parts,
    root: element("div", { class: "rt-bar" }, parts.lost, row, parts.standing, parts.windows, parts.note, parts.error),
  };
}

/** @param {Model} model @param {ReturnType<typeof makeBar>} bar */
function showState(model, bar) {
  const state = /** @type {State} */ (model.get("state"));
  bar.undo.disabled = !state.can_undo;
  bar.redo.disabled = !state.can_redo;
  say(bar.standing, [state.practice ? "Practice match." : "", state.undo_refusal].filter(Boolean).join(" "));
  say(bar.note, state.note);
  say(bar.error, state.error);
  const named = state.drawing ? [state.drawing.title, ...state.drawing.kinds].join(" ") : "";
  if (bar.drawing.dataset.kinds !== named) bar.drawing.replaceChildren(...drawingButtons(model, state)); // else it keeps the focus
  bar.drawing.dataset.kinds = named;
  bar.windows.hidden = !state.windows.length;
  bar.windows.replaceChildren(...state.windows.map((place) => windowItem(model, place)));
}

// ---------------------------------------------------------------- names

const NAMES = "roundtable-workbench:names"; // of the people, seat by seat, as typed last for any game

/** The names that this browser keeps, if it keeps any. @returns {{names?: string[]}} */
function keptNames() {
  try {
    const names = JSON.parse(kept(NAMES));
    return Array.isArray(names) && names.length ? { names } : {};
  } catch {
    return {};
  }
}

/** @param {{model: Model, el: HTMLElement}} view */
function render({ model, el }) {
  const bar = makeBar(model);
  el.append(bar.root);
  const hear = (/** @type {any} */ message) => {
    if (message.type === "names") keep(NAMES, JSON.stringify(message.names));
  };
  model.on("msg:custom", hear);
  const untie = tie(model, {
    key: "match",
    lost: bar.lost,
    show: () => showState(model, bar),
    save: ({ name, text, data, kind = "application/json" }) => download(name, data === undefined ? text : bytesOf(data), kind),
    greeting: () => ({ ...keptNames(), host: location.hostname }),
  });
  return () => {
    untie();
    model.off("msg:custom", hear);
  };
}

export default { render };
