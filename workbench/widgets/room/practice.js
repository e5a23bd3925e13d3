/** A hand against a bot, for those who wait: the same table, private, put away as soon as the room deals cards. */

import { element, plainButton } from "../elements.js";
import { hear, lock, makeModel, openThread } from "../table/socket_model.js";
import table from "../table/table.js";
import { practiceAddress } from "./about.js";
import { askRules } from "./join.js";

const HEARD = ["act", "series", "weigh", "undo", "redo", "whole"];
const COUNTS = "It counts for nothing.";
const LOST = "No connection. It goes on by itself once the connection is back.";

/** Opens the rules at one of them; told once, as a table looks at what is wanted on every change. @param {import("../table/socket_model.js").TableModel} model @param {string} rule */
export function openRule(model, rule) {
  if (!model.get("page")) return;
  model.set({ wanted: { rule } });
  model.set({ wanted: undefined });
}

/**
 * Opens a private table over the page. Returns a function that puts it away.
 * @param {string} secret @param {(words: string) => void} ended called once, with what to say
 */
export function openPractice(secret, ended) {
  const place = element("div", { class: "rm-practice-table" });
  const words = element("span", {}, COUNTS);
  const anew = plainButton("Another hand", { class: "rm-strip-button", hidden: true }, () => thread.send({ type: "begin" }));
  const bar = element("div", { class: "rm-strip rm-look" }, words, anew, plainButton("Back to the room", { class: "rm-strip-button" }, () => end("")));
  const root = element("div", { class: "rm-practice" }, bar, place);
  document.body.append(root);
  const model = makeModel((/** @type {any} */ message) => {
    if (message.type === "rule") openRule(model, message.rule);
    else if (HEARD.includes(message.type)) thread.send(message);
  });
  const thread = openThread(practiceAddress(), {
    greeting: () => ({ type: "practise", secret }),
    heard: (message) => {
      lock(place, false);
      words.textContent = COUNTS;
      hear(model, message);
      anew.hidden = !model.get("scene").over;
    },
    lost: () => {
      lock(place, true);
      words.textContent = LOST;
    },
    gone: (reason) => end(reason),
  });
  const end = (/** @type {string} */ said) => {
    if (!root.isConnected) return;
    thread.stop();
    root.remove();
    ended(said);
  };
  table.render({ model, el: place });
  askRules().then((page) => page.sections && model.set({ page }));
  return () => end("");
}
