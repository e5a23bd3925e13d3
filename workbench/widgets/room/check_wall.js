/**
 * The wall while phones are checked: the way in with the arms of those that have arrived, or what helps those that have
 * not.
 *
 * @typedef {import("./about.js").Room} Room
 * @typedef {import("./checked.js").Check} Check
 */

import { element } from "../elements.js";
import { teacher, within } from "./about.js";
import { howMany, phonePicture, shieldRow } from "./checked.js";
import { wayIn } from "./gathering.js";
import { fill } from "./parts.js";
import { joinSmall, wallBar } from "./wall_parts.js";

const DOWN = "Does yours show arms? Then put it down.";

/** @param {HTMLElement} screen @param {Room} room @param {Check} check */
export function drawCheckWall(screen, room, check) {
  const shields = shieldRow(room, check);
  shields.classList.toggle("rm-check-many", shields.childElementCount > 30);
  fill(screen, check.shows === "help" ? helpPage(room, check, shields) : lettersPage(room, check, shields));
}

/** The address of the room as a QR code. @param {Room} room */
function pattern(room) {
  return element("img", { class: "rm-pattern", src: within("qr.svg"), alt: `The address of the room ${room.code} as a pattern for the camera` });
}

/** @param {Room} room @param {Check} check @param {HTMLElement} shields */
function lettersPage(room, check, shields) {
  const come = element("div", { class: "rm-come" }, pattern(room), element("div", { class: "rm-how" }, ...wayIn(room, "Does your phone reach us?")));
  const ribbon = element("p", { class: "rm-ribbon", role: "status" }, element("span", {}, element("b", {}, `${howMany(room, check).join(" ")} us.`), ` ${DOWN}`));
  return element("main", { class: "rm-wall rm-gathering" }, wallBar(room, "Before we begin"), come, element("div", { class: "rm-people-place" }, shields), ribbon);
}

/** @param {Room} room @param {Check} check @param {HTMLElement} shields */
function helpPage(room, check, shields) {
  const [count, words] = howMany(room, check);
  const says = element("div", {}, element("h2", {}, element("b", {}, count), ` ${words} us.`), element("p", { role: "status" }, `${DOWN} If not, which of these is it?`));
  const cause = (/** @type {"waits"|"signs"|"alone"} */ shows, /** @type {string} */ title, /** @type {(string|Node)[]} */ ...help) => element("li", {}, phonePicture(shows), element("h3", {}, title), element("p", {}, ...help));
  const wifi = room.wifi ? ["Join ", element("b", {}, room.wifi)] : ["Join the Wi-Fi of this wall"];
  const causes = element(
    "ol",
    { class: "rm-check-three" },
    cause("alone", "No Wi-Fi", ...wifi, " and switch mobile data off."),
    cause("signs", "It asks you to sign in", "Sign in. Then point the camera once more."),
    cause("waits", "It waits and waits", `Raise your hand. ${teacher(room, true)} has another way in.`),
  );
  return element("main", { class: "rm-wall rm-check-help" }, wallBar(room, "Before we begin", joinSmall(room)), element("div", { class: "rm-check-says" }, says, pattern(room)), causes, shields);
}
