/**
 * The bar above a table: undo, redo, save, load, windows for hands, and the thread to the kernel.
 *
 * The id of the match stays in this browser, so that a new kernel can be asked to bring the match back.
 *
 * @typedef {{seat: number, name: string, url: string, status: string}} SeatWindow
 * @typedef {{slot: string, can_undo: boolean, can_redo: boolean, note: string, error: string,
 *   largest_file: number, windows: SeatWindow[]}} State
 * @typedef {{get(name: string): any, on(event: string, listener: Function): void,
 *   off(event: string, listener: Function): void, send(message: object): void}} Model
 */

const KEY = "roundtable-workbench:match:";

/** @param {string} tag @param {Record<string, string>} attributes @param {...(Node|string)} children */
function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

/** @param {string} label @param {() => void} press @returns {HTMLButtonElement} */
function button(label, press) {
  const made = /** @type {HTMLButtonElement} */ (element("button", { type: "button", class: "rt-bar-button" }, label));
  made.addEventListener("click", press);
  return made;
}

// ---------------------------------------------------------------- the match this browser plays

/** This tab's match, else the last one of this browser. @param {string} slot */
function keptId(slot) {
  for (const storage of storages()) {
    const id = storage.getItem(KEY + slot);
    if (id) return id;
  }
  return "";
}

/** @param {string} slot @param {string} id */
function keepId(slot, id) {
  for (const storage of storages()) storage.setItem(KEY + slot, id);
}

/** The tab's own storage first; none where a page may store nothing. @returns {Storage[]} */
function storages() {
  try {
    return [window.sessionStorage, window.localStorage];
  } catch {
    return [];
  }
}

// ---------------------------------------------------------------- files

/** @param {string} name @param {string} text */
function download(name, text) {
  const url = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  const link = element("a", { href: url, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** @param {Model} model @param {HTMLInputElement} input @param {(text: string) => void} complain */
async function upload(model, input, complain) {
  const file = input.files?.[0];
  if (!file) return;
  const largest = /** @type {State} */ (model.get("state")).largest_file;
  if (file.size > largest) complain(`${file.name} has ${file.size} bytes; a saved match has at most ${largest}.`);
  else model.send({ type: "load", name: file.name.slice(0, 100), text: await file.text() });
  input.value = "";
}

/** @param {Model} model @param {(text: string) => void} complain */
function loadButton(model, complain) {
  const input = /** @type {HTMLInputElement} */ (
    element("input", { type: "file", accept: ".json,application/json", class: "rt-bar-file" })
  );
  input.addEventListener("change", () => upload(model, input, complain));
  return element("label", { class: "rt-bar-button" }, "Load", input);
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

// ---------------------------------------------------------------- the thread to the kernel

/**
 * Sends signs of life and calls `lost(true)` when two in a row stay unanswered.
 * @param {Model} model @param {(lost: boolean) => void} lost
 */
function heartbeat(model, lost) {
  let silent = 0;
  const beat = () => {
    if (document.hidden) return;
    lost(silent >= 2);
    silent += 1;
    try {
      model.send({ type: "ping" });
    } catch {
      // a thread that is cut stays silent
    }
  };
  const timer = setInterval(beat, model.get("beat"));
  const answered = () => {
    silent = 0;
    lost(false);
  };
  return { answered, stop: () => clearInterval(timer) };
}

// ---------------------------------------------------------------- the bar

/** @param {Model} model */
function makeBar(model) {
  const complain = (/** @type {string} */ text) => say(parts.error, text);
  const parts = {
    undo: button("Undo", () => model.send({ type: "undo" })),
    redo: button("Redo", () => model.send({ type: "redo" })),
    save: button("Save", () => model.send({ type: "save" })),
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
  );
  return {
    ...parts,
    root: element("div", { class: "rt-bar" }, parts.lost, row, parts.windows, parts.note, parts.error),
  };
}

/** @param {HTMLElement} place @param {string} text */
function say(place, text) {
  if (place.textContent !== text) place.textContent = text;
  place.hidden = !text;
}

/** @param {Model} model @param {ReturnType<typeof makeBar>} bar */
function showState(model, bar) {
  const state = /** @type {State} */ (model.get("state"));
  bar.undo.disabled = !state.can_undo;
  bar.redo.disabled = !state.can_redo;
  say(bar.note, state.note);
  say(bar.error, state.error);
  bar.windows.hidden = !state.windows.length;
  bar.windows.replaceChildren(...state.windows.map((place) => windowItem(model, place)));
}

/** @param {ReturnType<typeof makeBar>} bar @param {boolean} lost */
function showLost(bar, lost) {
  bar.lost.hidden = !lost;
  if (!lost) bar.lost.replaceChildren();
  else if (!bar.lost.children.length) {
    const words = "The kernel does not answer. Your match is kept: reconnect (in JupyterLab, then run the cell again).";
    bar.lost.append(
      element("span", {}, words),
      button("Reconnect", () => location.reload()),
    );
  }
}

/** @param {{model: Model, el: HTMLElement}} view */
function render({ model, el }) {
  const bar = makeBar(model);
  el.append(bar.root);
  showLost(bar, false);
  const beats = heartbeat(model, (lost) => showLost(bar, lost));
  const show = () => showState(model, bar);
  const hear = (/** @type {{type: string, id?: string, slot?: string, name?: string, text?: string}} */ message) => {
    if (message.type === "pong") beats.answered();
    if (message.type === "keep" && message.slot && message.id) keepId(message.slot, message.id);
    if (message.type === "file" && message.name && message.text) download(message.name, message.text);
  };
  model.on("change:state", show);
  model.on("msg:custom", hear);
  show();
  model.send({ type: "hello", id: keptId(model.get("state").slot) });
  return () => {
    beats.stop();
    model.off("change:state", show);
    model.off("msg:custom", hear);
  };
}

export default { render };
