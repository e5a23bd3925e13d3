/**
 * The thread between a page and its kernel: signs of life, the id that this browser keeps, and files both ways.
 *
 * The id of a work stays in this browser, so that a new kernel can be asked to bring the work back.
 *
 * @typedef {{get(name: string): any, on(event: string, listener: Function): void,
 *   off(event: string, listener: Function): void, send(message: object): void}} Model
 */

import { button, element } from "./elements.js";

// ---------------------------------------------------------------- the whole thread

/**
 * Ties a bar to its kernel until the function that is returned is called: greets it with the id of the work that this
 * browser keeps, shows the model's `state`, keeps ids, and says in `lost` when the kernel is silent.
 * @param {Model} model
 * @param {{key: string, work: string, lost: HTMLElement, show: () => void, save: (message: any) => void,
 *   greeting?: () => object}} bar `work` is what is kept, in words; `save` gets the messages that bring a file;
 *   `greeting` is what else the kernel is greeted with
 */
export function tie(model, { key, work, lost, show, save, greeting = () => ({}) }) {
  const silent = (/** @type {boolean} */ is) => showLost(lost, is ? lostWords(work, model.get("state").unkept) : "");
  const beats = heartbeat(model, silent);
  const slot = () => `roundtable-workbench:${key}:${model.get("state").slot}`;
  const hear = (/** @type {any} */ message) => {
    if (message.type === "pong") beats.answered();
    if (message.type === "keep" && message.id) keep(slot(), message.id);
    if (message.type === "file" && message.name) save(message);
  };
  silent(false);
  model.on("change:state", show);
  model.on("msg:custom", hear);
  show();
  model.send({ type: "hello", id: kept(slot()), ...greeting() });
  return () => {
    beats.stop();
    model.off("change:state", show);
    model.off("msg:custom", hear);
  };
}

/** @param {string} work @param {boolean} unkept whether the last steps could not be written */
function lostWords(work, unkept) {
  const kept = unkept ? `The last steps of your ${work} are not kept, those before are` : `Your ${work} is kept`;
  return `The kernel does not answer. ${kept}: reconnect (in JupyterLab, then run the cell again).`;
}

/** @param {HTMLElement} place @param {string} words empty while nothing is lost */
function showLost(place, words) {
  place.hidden = !words;
  if (!words) place.replaceChildren();
  else if (!place.children.length)
    place.append(
      element("span", {}, words),
      button("Reconnect", () => location.reload()),
    );
}

// ---------------------------------------------------------------- the work of this browser

/** What this tab keeps, else what this browser kept last; for a work that is its id. @param {string} slot */
export function kept(slot) {
  for (const storage of storages()) {
    const text = storage.getItem(slot);
    if (text) return text;
  }
  return "";
}

/** @param {string} slot @param {string} text */
export function keep(slot, text) {
  for (const storage of storages()) storage.setItem(slot, text);
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

/** Lets the browser save a file. @param {string} name @param {BlobPart} content @param {string} type */
export function download(name, content, type) {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** The file that was chosen, and the input is free for the same file again. @param {HTMLInputElement} input */
export function chosenFile(input) {
  const file = input.files?.[0];
  setTimeout(() => (input.value = ""));
  return file;
}

// ---------------------------------------------------------------- signs of life

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
