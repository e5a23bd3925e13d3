/**
 * A strip of the desk: whose arms, one sentence, and what helps.
 *
 * @typedef {import("./about.js").Person} Person
 * @typedef {import("./host.js").Host} Host
 */

import { element, plainButton } from "../elements.js";
import { shield } from "./parts.js";

const SOON = 10_000; // milliseconds after a skip, within which a second one asks first

/** @param {string} words @param {string} key @param {() => void} press */
export function act(words, key, press) {
  return plainButton(words, { class: "wb-button", "data-key": key }, press);
}

/** A strip: whose arms, one sentence, and its buttons. @param {string} kind @param {Person} person @param {(Node|string)[]} words @param {...HTMLElement} buttons */
export function strip(kind, person, words, ...buttons) {
  return element("section", { class: `rm-look-at rm-${kind}`, "aria-label": person.name }, shield(person.arms), element("p", {}, ...words), element("div", { class: "rm-acts" }, ...buttons));
}

/** Plays the safe choice for somebody, once; a second one soon after asks first. @param {Host} host @param {number} id */
export function skip(host, id) {
  const again = Date.now() - (host.skipped.get(id) ?? 0) < SOON;
  if (again && !(host.chosen === id && host.question === "skip")) {
    Object.assign(host, { chosen: id, question: "skip" });
    return host.draw();
  }
  host.skipped.set(id, Date.now());
  host.question = "";
  return host.send({ type: "skip", person: id });
}

/** Opens the strips of a person, or closes them again. @param {Host} host @param {number|null} id */
export function choosePerson(host, id) {
  Object.assign(host, { chosen: host.chosen === id ? null : id, question: "", notice: "" });
  if (host.code?.person !== id) host.code = null;
  host.drawn = () => document.querySelector(".rm-head")?.scrollIntoView({ block: "nearest" });
  host.draw();
}
