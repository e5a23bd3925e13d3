/**
 * The bar above a deck that is being edited: which deck, undo and redo, loading and saving files, and a game with it.
 *
 * @typedef {import("../kernel_thread.js").Model} Model
 * @typedef {{slot: string, games: [string, string][], game: string, decks: [string, string][], deck: string,
 *   undo: string, redo: string, files: [string, string][], largest_file: number, note: string, error: string, kept: string,
 *   kept_words: string, offer: string, taken_over: boolean}} State
 */

import { button, choice, element, say } from "../elements.js";
import { home, markPicture, wayTo } from "../house.js";
import { keyName } from "../keys.js";
import { bytesOf, chosenFile, download, tie } from "../kernel_thread.js";
import { showHints } from "./hints.js";
import { paneChoice, walkPanes } from "./panes.js";

// ---------------------------------------------------------------- files

/** The bytes of a file as text that a message can hold. @param {File} file @returns {Promise<string>} */
function inBase64(file) {
  return new Promise((done, fail) => {
    const reader = new FileReader();
    reader.onload = () => done(String(reader.result).replace(/^[^,]*,?/, ""));
    reader.onerror = () => fail(reader.error);
    reader.readAsDataURL(file);
  });
}

/** @param {Model} model @param {File|undefined} file @param {(text: string) => void} complain */
async function upload(model, file, complain) {
  if (!file) return;
  const largest = /** @type {State} */ (model.get("state")).largest_file;
  const size = (/** @type {number} */ bytes) => bytes.toLocaleString("en");
  if (file.size > largest) {
    complain(`${file.name} has ${size(file.size)} bytes; a card list has at most ${size(largest)}. Take out what is no card list.`);
    return;
  }
  try {
    model.send({ type: "import", name: file.name.slice(0, 100), data: await inBase64(file) });
  } catch {
    complain(`${file.name} cannot be read by this browser. Choose the file again.`);
  }
}

/** A menu of the bar; a press elsewhere or Escape closes it. @param {string} title @param {Node[]} parts */
function makeMenu(title, parts) {
  const summary = element("summary", { class: "rt-bar-button" }, title);
  const menu = /** @type {HTMLDetailsElement} */ (element("details", { class: "rt-bar-menu" }, summary, element("div", {}, ...parts)));
  const close = (/** @type {Event} */ event) => {
    if (!menu.contains(/** @type {Node} */ (event.target))) menu.open = false;
  };
  menu.addEventListener("keydown", (event) => {
    if (keyName(event) !== "Escape" || !menu.open) return;
    menu.open = false;
    summary.focus();
  });
  menu.addEventListener("toggle", () => document[menu.open ? "addEventListener" : "removeEventListener"]("pointerdown", close));
  return menu;
}

// ---------------------------------------------------------------- the bar

/** @param {Model} model */
function makeBar(model) {
  const error = element("p", { class: "rt-bar-error", role: "alert" });
  const file = /** @type {HTMLInputElement} */ (
    element("input", { type: "file", class: "rt-bar-file", accept: ".csv,.tsv,.txt,.toml,.xlsx" })
  );
  const used = () => (menu.open = false);
  file.addEventListener("change", () => {
    used();
    upload(model, chosenFile(file), (text) => say(error, text));
  });
  const parts = {
    error,
    game: choice("Game", (game) => model.send({ type: "open", game, deck: "" })),
    deck: choice("Deck", (deck) => model.send({ type: "open", game: model.get("state").game, deck })),
    undo: button("Undo", () => model.send({ type: "undo" })),
    redo: button("Redo", () => model.send({ type: "redo" })),
    share: button("Share", () => model.send({ type: "share" })),
    play: button("Play this deck", () => model.send({ type: "play" })),
    files: choice("as", () => {}),
    save: button("Save a file", () => {
      used();
      model.send({ type: "export", kind: parts.files.select.value });
    }),
    offer: button("", () => model.send({ type: "take" })),
    note: element("p", { class: "rt-bar-note", role: "status" }),
    kept: element("span", { class: "rt-bar-status" }),
    lost: element("div", { class: "rt-bar-lost", role: "alert" }),
  };
  parts.share.classList.add("rt-bar-share");
  parts.play.classList.add("rt-bar-main");
  const open = element("label", { class: "rt-bar-button" }, "Open a file", file);
  const gallery = wayTo("Gallery");
  const fork = gallery ? [element("a", { class: "rt-bar-button", href: gallery, target: "_self" }, "Fork a variant of the gallery")] : [];
  const menu = makeMenu("File", [open, element("p", {}, parts.save, parts.files.root), ...fork]);
  const house = element("a", { class: "rt-studio-home", href: home() || null, target: "_self", "aria-label": "The Round Table Workbench, all games" }, markPicture());
  const fields = [house, parts.game.root, parts.deck.root, parts.kept, parts.undo, parts.redo, menu, parts.share, parts.play];
  const row = element("div", { class: "rt-bar-row", role: "group", "aria-label": "Deck" }, ...fields);
  return { ...parts, row, root: element("div", { class: "rt-bar" }, parts.lost, row, parts.note, parts.error, parts.offer, paneChoice()) };
}

/** @param {Model} model @param {ReturnType<typeof makeBar>} bar */
function showState(model, bar) {
  const state = /** @type {State} */ (model.get("state"));
  bar.game.show(state.games, state.game);
  bar.deck.show(state.decks, state.deck);
  bar.files.show(state.files, bar.files.select.value || state.files?.[0][0]);
  bar.undo.disabled = !state.undo;
  bar.redo.disabled = !state.redo;
  bar.undo.title = state.undo ? `Undo: ${state.undo}` : "There is nothing to undo";
  bar.redo.title = state.redo ? `Redo: ${state.redo}` : "There is nothing to redo";
  bar.kept.textContent = state.kept;
  bar.row.hidden = state.taken_over;
  say(bar.offer, state.offer);
  say(bar.note, state.note);
  say(bar.error, state.error);
}

/** @param {{model: Model, el: HTMLElement}} view */
function render({ model, el }) {
  const bar = makeBar(model);
  el.append(bar.root);
  showHints(bar.root);
  const stay = walkPanes(bar.root);
  const untie = tie(model, {
    key: "deck",
    lost: bar.lost,
    show: () => showState(model, bar),
    save: ({ name, data, kind = "" }) => download(name, bytesOf(data), kind),
  });
  return () => {
    stay();
    untie();
  };
}

export default { render };
