/**
 * The versions of a deck: save one with a note, bring one back, compare any two.
 *
 * @typedef {import("../kernel_thread.js").Model} Model
 * @typedef {{number: number, title: string, note: string, saved_at: string, digest: string, changed: string, wins: string}} Version
 * @typedef {{versions: Version[], error: string, choices: [string, string][], first: string,
 *   second: string}} State
 */

import { button, choice, element, field, say } from "../elements.js";

/** @param {Model} model @param {Version} version */
function versionRow(model, version) {
  const back = button("Bring back", () => model.send({ type: "restore", number: version.number }));
  back.setAttribute("aria-label", `Bring back version ${version.number}`);
  const saved = new Date(version.saved_at);
  const time = element("time", { datetime: version.saved_at }, saved.toLocaleString());
  return element(
    "tr",
    {},
    element("th", { scope: "row" }, String(version.number)),
    element("td", {}, version.note || "(no note)"),
    element("td", {}, version.changed),
    element("td", {}, version.wins || "not measured"),
    element("td", { title: `${version.title}, digest ${version.digest.slice(0, 12)}` }, time),
    element("td", {}, back),
  );
}

/** @param {Model} model @param {Version[]} versions */
function versionTable(model, versions) {
  if (!versions.length) return element("p", {}, "No version has been saved yet.");
  const heads = ["Version", "Note", "What changed", "Who wins", "Saved", ""].map((text) =>
    text ? element("th", { scope: "col" }, text) : element("td", {}),
  );
  const rows = [...versions].reverse().map((version) => versionRow(model, version));
  const table = element("table", {}, element("thead", {}, element("tr", {}, ...heads)), element("tbody", {}, ...rows));
  return element("div", { class: "rt-versions-frame", tabindex: "0", role: "region", "aria-label": "Saved versions" }, table);
}

/** @param {Model} model */
function makeForm(model) {
  const note = field("Note", { maxlength: "2000", autocomplete: "off", placeholder: "what is new in it" });
  const save = element("button", { type: "submit", class: "rt-bar-button rt-bar-main" }, "Save this version");
  const form = element("form", { class: "rt-bar-row" }, note.root, save);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    model.send({ type: "save", note: note.input.value });
    note.input.value = "";
  });
  return form;
}

/** @param {Model} model */
function makeCompare(model) {
  const send = () => {
    const [id, other] = [first, second].map(({ select }) => select.value);
    model.send({ type: "compare", id, other });
  };
  const first = choice("What changes from", () => {});
  const second = choice("to", () => {});
  const parts = [first.root, second.root, button("Compare", send)];
  const row = element("div", { class: "rt-bar-row", role: "group", "aria-label": "Compare" }, ...parts);
  return { first, second, row };
}

/** @param {{model: Model, el: HTMLElement}} view */
function render({ model, el }) {
  const error = element("p", { class: "rt-bar-error", role: "alert" });
  const list = element("div");
  const { first, second, row } = makeCompare(model);
  let drawn = "";
  const show = () => {
    const state = /** @type {State} */ (model.get("state"));
    say(error, state.error);
    first.show(state.choices, state.first);
    second.show(state.choices, state.second);
    const versions = JSON.stringify(state.versions ?? []);
    if (versions !== drawn) list.replaceChildren(versionTable(model, state.versions ?? []));
    drawn = versions;
  };
  el.append(element("div", { class: "rt-bar rt-versions" }, makeForm(model), error, list, row));
  model.on("change:state", show);
  show();
  return () => model.off("change:state", show);
}

export default { render };
