/**
 * A seat's own window: sits down with the one-time ticket of the address, keeps the seat's secret in
 * this tab, and hands table.js a model that speaks over a WebSocket.
 */

import { read, write } from "../browser_storage.js";
import { changed } from "../differences.js";
import { learnEmblems } from "../emblems.js";
import table from "./table.js";

const TICKET = location.pathname.split("/").pop() ?? "";
const KEY = `roundtable-workbench:seat:${TICKET}`;
const GONE = 4001; // the server gave the seat to another window
const LONGEST_WAIT = 5_000;

/** @param {string} id */
const part = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/** @param {string} text */
function say(text) {
  part("status").textContent = text;
  part("status").hidden = !text;
}

/** @param {string} kept what is kept by now, in a sentence */
function lostWords(kept) {
  const back = "It goes on by itself once the connection is back; if it stays so, open your hand again from the shared screen.";
  return ["The connection is lost.", kept, back].filter(Boolean).join(" ");
}

/** While nothing that is pressed would arrive, nothing can be pressed. @param {boolean} locked */
function lock(locked) {
  part("table").classList.toggle("rt-away", locked);
  part("table").toggleAttribute("inert", locked);
}

/** What table.js expects of a notebook's model, over a WebSocket. @param {(message: object) => void} send */
function makeModel(send) {
  /** @type {Record<string, any>} */
  const values = { scene: {}, notice: "", cover: {}, answer: {}, kept_words: "" };
  /** @type {Set<Function>} */
  const listeners = new Set();
  return {
    get: (/** @type {string} */ name) => values[name],
    set: (/** @type {Record<string, any>} */ changed) => {
      Object.assign(values, changed);
      for (const listener of listeners) listener();
    },
    on: (/** @type {string} */ _change, /** @type {Function} */ listener) => listeners.add(listener),
    off: (/** @type {string} */ _change, /** @type {Function} */ listener) => listeners.delete(listener),
    send,
    save_changes: () => undefined,
  };
}

/** @param {string} secret */
function connect(secret) {
  /** @type {WebSocket} */
  let socket;
  let wait = 250;
  const model = makeModel((message) => socket.readyState === WebSocket.OPEN && socket.send(JSON.stringify(message)));
  table.render({ model, el: part("table") });
  const open = () => {
    socket = new WebSocket(`ws://${location.host}/socket`);
    socket.addEventListener("open", () => socket.send(JSON.stringify({ type: "sit", secret })));
    socket.addEventListener("message", (event) => {
      wait = 250;
      lock(false);
      show(model, JSON.parse(event.data));
    });
    socket.addEventListener("close", (event) => {
      if (event.code === GONE) return leave(event.reason);
      say(lostWords(model.get("kept_words")));
      lock(true);
      setTimeout(open, wait);
      wait = Math.min(2 * wait, LONGEST_WAIT);
    });
  };
  open();
}

/**
 * A notice without a scene leaves the scene as it is.
 * @param {ReturnType<typeof makeModel>} model
 * @param {{scene?: any, changes?: import("../differences.js").Change[], notice?: string, answer?: object, kept_words?: string,
 *   emblems?: Record<string, string>}} message
 */
function show(model, { scene = model.get("scene"), changes = [], notice = "", answer, kept_words = model.get("kept_words"), emblems = {} }) {
  learnEmblems(emblems);
  scene = changed(scene, changes);
  if (answer) return model.set({ answer });
  if (!scene.seats) return say(notice); // there is no table yet that could show it
  say("");
  const own = scene.seats.find((/** @type {{seat: number}} */ panel) => panel.seat === scene.seat);
  part("heading").textContent = document.title = own ? own.name : "Your hand";
  model.set({ scene, notice, kept_words });
}

/** The seat is somebody else's now: nothing of its hand stays on this page. @param {string} reason */
function leave(reason) {
  write("tab", KEY, "");
  part("table").remove();
  say(reason);
}

async function sitDown() {
  const answer = await fetch(`${location.pathname}/claim`, { method: "POST" });
  const { secret, error } = await answer.json();
  if (!secret) return say(error);
  write("tab", KEY, secret);
  return start(secret);
}

/** @param {string} secret */
function start(secret) {
  part("sit").hidden = true;
  say("Connecting…");
  connect(secret);
}

const kept = read("tab", KEY);
if (kept) start(kept);
else {
  part("sit").addEventListener("click", () => sitDown().catch(() => say("The shared screen does not answer.")));
  part("sit").removeAttribute("disabled"); // a press before this would not be heard
}
