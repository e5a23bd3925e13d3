/**
 * A part of the studio's page: HTML that Python has made and escaped, under a heading, visibly out of date or fresh.
 *
 * What a reader has opened stays open when the part is redrawn.
 *
 * @typedef {{get(name: string): any, on(event: string, listener: Function): void,
 *   off(event: string, listener: Function): void, send(message: object): void}} Model
 */

import { element } from "../elements.js";
import { showPane } from "./panes.js";

/** What tells a fold from the other folds of a part. @param {Element} fold */
function nameOf(fold) {
  return fold.querySelector("summary")?.textContent ?? "";
}

/** @param {HTMLElement} body @param {string} html */
function showContent(body, html) {
  const open = new Set([...body.querySelectorAll("details[open]")].map(nameOf));
  const made = document.createRange().createContextualFragment(html);
  for (const fold of made.querySelectorAll("details")) if (open.has(nameOf(fold))) fold.setAttribute("open", "");
  body.replaceChildren(made);
}

/** Where a finding is. @param {HTMLElement} finding @returns {[string, number, string]} */
function placeOf({ dataset: { file = "", row = "", column = "" } }) {
  return [file, Number(row) || 0, column];
}

/** What was pressed: the place of a finding, for Python to go there, or the correct text, to be written there. @param {Model} model @param {Event} event */
function follow(model, event) {
  const pressed = event.target instanceof Element ? event.target.closest("button") : null;
  const finding = /** @type {HTMLElement|null|undefined} */ (pressed?.closest(".rt-finding"));
  if (pressed?.matches(".rt-mend-all")) {
    const mended = [...(pressed.closest(".rt-together, section")?.querySelectorAll(".rt-mend") ?? [])].map((one) => one.closest(".rt-finding"));
    model.send({ type: "mend", places: mended.map((one) => placeOf(/** @type {HTMLElement} */ (one))) });
  } else if (finding && pressed?.matches(".rt-mend")) model.send({ type: "mend", places: [placeOf(finding)] });
  else if (finding && pressed?.matches(".rt-finding-place")) {
    const [file, row, column] = placeOf(finding);
    model.send({ type: "go", file, row, column });
    showPane(pressed);
  }
}

/** The title as a button that opens and closes the part; on a phone it is closed at first. @param {HTMLElement} title @param {HTMLElement} body */
function makeOpener(title, body) {
  const opener = element("button", { type: "button", class: "rt-block-opener" });
  const open = (/** @type {boolean} */ wide) => {
    opener.setAttribute("aria-expanded", String(wide));
    body.hidden = !wide;
  };
  opener.addEventListener("click", () => open(body.hidden));
  open(window.matchMedia("(min-width: 900px)").matches);
  title.append(opener);
  return opener;
}

/** @param {{model: Model, el: HTMLElement}} view */
function render({ model, el }) {
  const title = element("h3", { class: "rt-block-title" });
  const mark = element("span", { class: "rt-block-stale" });
  const body = element("div", { class: "rt-block-body" });
  const header = element("header", {}, title, mark);
  const part = element("section", { class: "rt-block" }, header, body);
  const opener = model.get("folds") ? makeOpener(title, body) : null;
  if (model.get("scrolls")) {
    part.classList.add("rt-scrolls");
    for (const [key, value] of Object.entries({ tabindex: "0", role: "group", "aria-label": model.get("title") }))
      body.setAttribute(key, value);
  }
  const show = () => showContent(body, model.get("html"));
  const name = () => {
    (opener ?? title).textContent = model.get("title");
    part.setAttribute("aria-label", model.get("title"));
  };
  const age = () => {
    const stale = model.get("stale");
    part.classList.toggle("rt-stale", Boolean(stale));
    mark.textContent = stale;
    mark.hidden = !stale;
  };
  body.addEventListener("click", (event) => follow(model, event));
  const heard = /** @type {[string, Function][]} */ ([
    ["change:html", show],
    ["change:title", name],
    ["change:stale", age],
  ]);
  for (const [event, listener] of heard) model.on(event, listener);
  for (const [, listener] of heard) listener();
  el.append(part);
  return () => heard.forEach(([event, listener]) => model.off(event, listener));
}

export default { render };
