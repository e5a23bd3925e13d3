/** Where the code of a room is typed: one field, drawn as five cells. */

import { element } from "../elements.js";
import { CODE_LENGTH, LETTERS } from "./about.js";
import { keptResult, resultBanner, resultWords } from "./own_result.js";
import { badNote, heading } from "./parts.js";
import { foot, form, mainButton, showScreen } from "./screen.js";
import { wallPicture } from "./wall_picture.js";

const ROOT = document.documentElement.dataset;
const screen = /** @type {HTMLElement} */ (document.getElementById("screen"));
const HELP = "Compare it with the wall, letter by letter. Or the room was closed: ask your teacher.";

/** The letters of a code in what was typed. @param {string} typed */
function lettersOf(typed) {
  return [...typed.toUpperCase()].filter((letter) => LETTERS.includes(letter)).slice(0, CODE_LENGTH).join("");
}

/** Opens the room. This page's address is beside those of rooms, or above them. @param {string} code */
function open(code) {
  const above = location.pathname.endsWith("/join") ? "r/" : "../r/";
  location.assign(above + code);
}

/** The field, over its picture. @param {string} typed @param {boolean} wrong @param {(code: string) => void} changed */
function codeField(typed, wrong, changed) {
  const input = /** @type {HTMLInputElement} */ (
    element("input", { "aria-label": "Code, five letters", autocomplete: "off", autocapitalize: "characters", spellcheck: "false", enterkeyhint: "go", value: typed, "aria-invalid": wrong })
  );
  const cells = element("span", { class: `rm-letters rm-code${wrong ? " rm-wrong-code" : ""}`, "aria-hidden": "true" });
  const draw = () => {
    const letters = lettersOf(input.value);
    if (input.value !== letters) input.value = letters;
    const all = Array.from({ length: CODE_LENGTH }, (_, at) => element("span", { class: at === letters.length ? "rm-caret" : null }, letters[at] ?? ""));
    cells.replaceChildren(...all);
    changed(letters);
  };
  input.addEventListener("input", draw);
  if (wrong) input.addEventListener("focus", () => input.select()); // typing replaces it
  draw();
  return { field: element("label", { class: "rm-code-field" }, cells, input), input };
}

/** Enables going in once a code is complete. @param {HTMLButtonElement} button @param {string} code @param {boolean} waits */
function allow(button, code, waits) {
  const may = code.length === CODE_LENGTH && !waits;
  button.setAttribute("aria-disabled", String(!may));
  return may;
}

/** What is said about a code that opens no room. @param {string} wrong @param {number} seconds to wait */
function wrongNote(wrong, seconds) {
  return seconds ? badNote(`Wait ${seconds} seconds, then look at the wall.`, "") : badNote(`There is no room ${wrong}.`, HELP);
}

/** Asks for the code. @param {string} wrong one that opens no room @param {number} seconds before another may be tried */
function showCode(wrong, seconds) {
  const go = mainButton(wrong ? "Type it again" : "Go in");
  let code = "";
  let waits = seconds > 0;
  let fresh = true; // a complete code is sent by itself, but not the wrong one that is shown
  const { field, input } = codeField(wrong, Boolean(wrong), (letters) => {
    code = letters;
    if (wrong && code !== wrong) [go.textContent, fresh] = ["Go in", false];
    if (allow(go, code, waits) && code !== wrong && !fresh) open(code);
    fresh = false;
  });
  const again = () => {
    input.value = "";
    input.dispatchEvent(new Event("input"));
    input.focus();
  };
  const act = async () => (wrong && code === wrong ? again() : allow(go, code, waits) ? open(code) : input.focus());
  const result = wrong && !seconds ? keptResult(wrong) : null;
  const note = result ? element("p", { class: "rm-note" }, element("b", {}, "The room is closed."), ` ${resultWords(wrong, result)}`) : wrong ? wrongNote(wrong, seconds) : null;
  const hint = wrong ? null : element("p", { class: "rm-hint" }, "Five letters. The room opens by itself with the last one.");
  const where = element("figure", { class: "rm-where" }, wallPicture(), element("figcaption", {}, "It stands on the wall, in gold. Or point the camera at the pattern beside it: then nothing need be typed."));
  const sheet = form(act, element("div", { class: "rm-in" }, heading("What is the code?"), field, hint, note), where, foot(go));
  const hang = result ? element("div", {}, resultBanner(result)) : element("div", { class: "rm-none" }, element("p", { class: "rm-big-words" }, "Come in, and take your place at the table."));
  showScreen(screen, wrong ? "wrong" : "code", hang, sheet);
  if (waits) count(seconds, /** @type {HTMLElement} */ (note), () => {
    waits = false;
    allow(go, code, waits);
  });
}

/** Counts down the seconds in which no code may be tried. @param {number} seconds @param {HTMLElement} note @param {() => void} done */
function count(seconds, note, done) {
  const words = seconds > 0 ? `Wait ${seconds} seconds, then look at the wall.` : "Look at the wall, and type the code.";
  /** @type {HTMLElement} */ (note.firstElementChild).textContent = words;
  if (seconds > 0) setTimeout(() => count(seconds - 1, note, done), 1_000);
  else done();
}

showCode(lettersOf(ROOT.wrong ?? "") || (ROOT.wrong ?? ""), Number(ROOT.wait ?? 0));
