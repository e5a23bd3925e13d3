/** What the pages of a wall share: its bar, and the code and address that stay small in it. */

import { element } from "../elements.js";
import { codeTiles, markPicture } from "./parts.js";

/** How to come in later. @param {import("./about.js").Room} room */
export function joinSmall(room) {
  return element("p", { class: "rm-join-small" }, element("span", {}, "Join: "), element("b", {}, room.address.replace(/^https?:\/\//, "").replace(/\/$/, "")), codeTiles(room.code, ""));
}

/** @param {import("./about.js").Room} room @param {string} middle @param {Node} [end] at the right */
export function wallBar(room, middle, end = element("span", {}, room.title ? `with ${room.title}` : "")) {
  return element("header", { class: "rm-bar" }, markPicture(), element("h1", {}, room.game), element("p", { class: "rm-middle" }, middle), element("div", { class: "rm-end" }, end));
}
