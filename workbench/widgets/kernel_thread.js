/**
 * The thread between a page and its kernel: signs of life, the id that this browser keeps, and files both ways.
 *
 * The id of the work stays in this browser, so that a new kernel can be asked to bring the work back.
 *
 * @typedef {{get(name: string): any, on(event: string, listener: Function): void,
 *   off(event: string, listener: Function): void, send(message: object): void}} Model
 * @typedef {"" | "server" | "kernel"} Away who does not answer
 */

import { read, whenUnkept, write } from "./browser_storage.js";
import { button, element } from "./elements.js";
import { watchServer } from "./server_watch.js";

// ---------------------------------------------------------------- the whole thread

/**
 * Ties a bar to its kernel until the returned function is called: greets it with the id of the work that this browser
 * keeps, shows the model's `state`, keeps ids, and says in `lost` when nobody answers, and what is kept by then (the
 * state's `kept_words`). The stage around it is locked until somebody answers: presses would be lost.
 * @param {Model} model
 * @param {{key: string, lost: HTMLElement, show: () => void, save: (message: any) => void,
 *   greeting?: () => object}} bar `save` gets the messages that bring a file; `greeting` is what else the kernel is
 *   greeted with
 */
export function tie(model, { key, lost, show, save, greeting = () => ({}) }) {
  const away = (/** @type {Away} */ who) => {
    showLost(lost, who && lostWords(who, model.get("state").kept_words), who === "kernel");
    lock(lost, who !== "");
  };
  const signs = watchOver(model, away);
  const slot = () => `roundtable-workbench:${key}:${model.get("state").slot}`;
  const hear = (/** @type {any} */ message) => {
    if (message.type === "pong") signs.answered();
    if (message.type === "keep" && message.id) keep(slot(), message.id);
    if (message.type === "file" && message.name) save(message);
  };
  const deaf = whenUnkept((words) => showUnkept(lost, words));
  away("");
  model.on("change:state", show);
  model.on("msg:custom", hear);
  show();
  model.send({ type: "hello", id: kept(slot()), ...greeting() });
  return () => {
    signs.stop();
    deaf();
    model.off("change:state", show);
    model.off("msg:custom", hear);
  };
}

/** @param {Away} who @param {string} kept what is kept by now, in a sentence */
function lostWords(who, kept) {
  if (who === "server") return `The connection is lost. ${kept} It goes on by itself once the connection is back.`;
  return `Nothing answers. ${kept} Reconnect (in JupyterLab, then run the cell again).`;
}

/** Whether each locked part was inert before, as a table is below the end of its match. @type {WeakMap<HTMLElement, boolean>} */
const before = new WeakMap();
const LOCKED = ".rt-table, .rt-score, .rt-graphs-page, .wb-lobby-page, .rt-game > :has(> .wb-end)"; // not what says why

/** `rt-away` on the stage is for styling. @param {HTMLElement} place within the stage @param {boolean} locked */
function lock(place, locked) {
  const stage = place.closest(".rt-stage");
  stage?.classList.toggle("rt-away", locked);
  for (const part of /** @type {NodeListOf<HTMLElement>|[]} */ (stage?.querySelectorAll(LOCKED) ?? [])) {
    if (locked && !before.has(part)) before.set(part, part.inert);
    if (before.has(part)) part.inert = locked || before.get(part) === true;
    if (!locked) before.delete(part);
  }
}

/** @param {HTMLElement} place @param {string} words empty while nothing is lost @param {boolean} reload whether that helps */
function showLost(place, words, reload) {
  place.hidden = !words;
  if (words === (place.firstElementChild?.textContent ?? "")) return;
  place.replaceChildren();
  if (words) place.append(element("span", {}, words));
  if (reload) place.append(button("Reconnect", () => location.reload()));
}

/** What the browser cannot keep, until somebody has read it. @param {HTMLElement} lost after which it stands @param {string} words */
function showUnkept(lost, words) {
  const told = element("p", { class: "rt-bar-note rt-bar-unkept", role: "status" }, words, " ");
  told.append(button("Understood", () => told.remove()));
  lost.after(told);
}

// ---------------------------------------------------------------- the work of this browser

/** What this tab keeps, else what this browser kept last; for a work, its id. @param {string} slot */
export function kept(slot) {
  return read("tab", slot) || read("browser", slot);
}

/** @param {string} slot @param {string} text */
export function keep(slot, text) {
  write("tab", slot, text);
  write("browser", slot, text);
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

/** @param {string} text in base64 */
export function bytesOf(text) {
  return Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
}

/** The chosen file; the input is then free for the same file again. @param {HTMLInputElement} input */
export function chosenFile(input) {
  const file = input.files?.[0];
  setTimeout(() => (input.value = ""));
  return file;
}

// ---------------------------------------------------------------- signs of life

const LONGEST_RETURN = 8; // looks at a server that is back, until a silent kernel counts as away itself

/**
 * Says who is away: the server when it does not answer; the kernel when two signs of life in a row go unanswered though
 * it is not busy. Both are back as soon as the kernel answers.
 * @param {Model} model @param {(who: Away) => void} away
 */
function watchOver(model, away) {
  let silent = 0;
  let idle = false; // whether the server has said so since the kernel fell silent
  let gone = false;
  const tell = () => away(gone ? "server" : silent >= 2 && idle ? "kernel" : "");
  const ping = () => {
    try {
      model.send({ type: "ping" });
    } catch {
      // a thread that was cut stays silent
    }
  };
  const beat = () => {
    if (document.hidden) return;
    tell();
    if (silent < 2) idle = false;
    silent += 1;
    ping();
  };
  const stopWatching = watchServer((seen) => {
    if (silent >= 2) idle = !seen.busy;
    if (!seen.there) [gone, silent] = [true, 0];
    else if (gone) {
      silent += 1;
      gone = silent <= LONGEST_RETURN;
      ping();
    }
    tell();
  });
  const timer = setInterval(beat, model.get("beat"));
  const answered = () => {
    silent = 0;
    gone = false;
    tell();
  };
  const stop = () => {
    clearInterval(timer);
    stopWatching();
  };
  return { answered, stop };
}
