/**
 * A seat's own window: sits down with the one-time ticket of the address, keeps the seat's secret in
 * this tab, and hands table.js a model that speaks over a WebSocket.
 */

import { read, write } from "../browser_storage.js";
import { hear, lock, lostWords, makeModel, openThread } from "./socket_model.js";
import table from "./table.js";

const TICKET = location.pathname.split("/").pop() ?? "";
const KEY = `roundtable-workbench:seat:${TICKET}`;
const HELP = "open your hand again from the shared screen.";

/** @param {string} id */
const part = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/** @param {string} text */
function say(text) {
  part("status").textContent = text;
  part("status").hidden = !text;
}

/** @param {string} secret */
function connect(secret) {
  const thread = openThread(`ws://${location.host}/socket`, {
    greeting: () => ({ type: "sit", secret }),
    heard: (message) => {
      lock(part("table"), false);
      show(model, message);
    },
    lost: () => {
      say(lostWords(model.get("kept_words"), HELP));
      lock(part("table"), true);
    },
    gone: leave,
  });
  const model = makeModel(thread.send);
  table.render({ model, el: part("table") });
}

/** @param {ReturnType<typeof makeModel>} model @param {import("./socket_model.js").Heard} message */
function show(model, message) {
  if (!hear(model, message)) return say(message.notice ?? ""); // there is no table yet to show it
  if (message.answer) return undefined;
  say("");
  const { seats, seat } = model.get("scene");
  const own = seats.find((/** @type {{seat: number}} */ panel) => panel.seat === seat);
  part("heading").textContent = document.title = own ? own.name : "Your hand";
  return undefined;
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
