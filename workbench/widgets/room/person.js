/**
 * What a host can do for the person who was pressed.
 *
 * @typedef {import("./about.js").Person} Person
 * @typedef {import("./host.js").Host} Host
 */

import { element } from "../elements.js";
import { keyName } from "../keys.js";
import { codeTiles } from "./parts.js";
import { act, choosePerson, skip, strip } from "./strips.js";

/** The strips of a person: what may be done, or what is asked before it is done. @param {Host} host @param {Person} person */
export function personStrips(host, person) {
  const strips = [host.question ? questionStrip(host, person) : actsStrip(host, person)];
  if (host.code?.person === person.id) strips.push(codeStrip(host, person));
  return strips;
}

/** @param {Host} host @param {"rename"|"move"|"take_out"|"skip"|""} question */
function ask(host, question) {
  host.question = question;
  host.drawn = () => {
    const input = /** @type {HTMLInputElement|null} */ (document.querySelector(".rm-new-name"));
    input?.focus();
    input?.select();
  };
  host.draw();
}

/** @param {Host} host @param {Person} person */
function actsStrip(host, { id, name, arms, bot, thinks, seat, ...rest }) {
  const { room, send } = host;
  const playing = room.stage === "playing" && seat !== null;
  const buttons = [
    playing && thinks !== null && !bot ? act("Skip this choice", `skip:${id}`, () => skip(host, id)) : null,
    playing ? act(bot ? "No bot any more" : "Bot plays on", `bot:${id}`, () => send({ type: "bot", person: id, on: !bot })) : null,
    playing && placesOf(room).length ? act("Move", `move:${id}`, () => ask(host, "move")) : null,
    playing && room.talk.on ? act(room.talk.muted.includes(id) ? "Let talk" : "Mute", `mute:${id}`, () => send({ type: "mute", person: id, on: !room.talk.muted.includes(id) })) : null,
    act("Rename", `rename:${id}`, () => ask(host, "rename")),
    act(`Code for ${name}`, `code:${id}`, () => send({ type: "code_for", person: id })),
    act("Take out", `out:${id}`, () => ask(host, "take_out")),
    act("Everybody", `back:${id}`, () => choosePerson(host, null)),
  ].filter((one) => one !== null);
  const words = bot ? ": a bot plays on" : thinks !== null ? " thinks" : "";
  return strip("look", { id, name, arms, bot, thinks, seat, ...rest }, [element("b", {}, name), words], ...buttons);
}

/** @param {Host} host @param {Person} person */
function questionStrip(host, person) {
  const { id, name } = person;
  const done = (/** @type {object} */ message) => () => {
    host.question = "";
    host.send(message);
    host.draw();
  };
  const no = act("No", `no:${id}`, () => ask(host, ""));
  if (host.question === "rename") return renameStrip(host, person, no);
  if (host.question === "move") return moveStrip(host, person, no);
  if (host.question === "take_out") return strip("stuck", person, [element("b", {}, `Take ${name} out?`), " A bot plays on for this seat, if nobody shares it."], act(`Take ${name} out`, `yes:${id}`, done({ type: "take_out", person: id })), no);
  return strip("look", person, [element("b", {}, `Skip ${name} once more?`), " The safe choice was played a moment ago."], act("Skip again", `yes:${id}`, () => skip(host, id)), no);
}

/** The seats that bots play at tables still in play. @param {import("./about.js").Room} room */
function placesOf({ bots, tables }) {
  return bots.filter(({ table }) => !tables.find((one) => one.table === table)?.over);
}

/** @param {Host} host @param {Person} person @param {HTMLElement} no */
function moveStrip(host, person, no) {
  const places = placesOf(host.room);
  const where = (/** @type {import("./about.js").Bot} */ { name, table }) => `${name}’s seat${host.room.several ? `, table ${table + 1}` : ""}`;
  const select = /** @type {HTMLSelectElement} */ (element("select", { class: "rm-new-name", "aria-label": `New seat for ${person.name}`, "data-key": `place:${person.id}` }, ...places.map((place, at) => element("option", { value: at }, where(place)))));
  const move = () => {
    const { table, seat } = places[select.selectedIndex];
    host.question = "";
    host.send({ type: "move", person: person.id, table, seat });
    host.draw();
  };
  return strip("look", person, ["Move to ", select], act("Move", `yes:${person.id}`, move), no);
}

/** @param {Host} host @param {Person} person @param {HTMLElement} no */
function renameStrip(host, person, no) {
  const input = /** @type {HTMLInputElement} */ (element("input", { class: "rm-new-name", value: person.name, maxlength: 24, "aria-label": `New name for ${person.name}`, "data-key": `name:${person.id}` }));
  const call = () => {
    host.question = "";
    host.send({ type: "call", person: person.id, name: input.value.trim() });
    host.draw();
  };
  input.addEventListener("keydown", (event) => {
    if (keyName(event) !== "Enter") return;
    event.preventDefault(); // otherwise it would press whatever has the focus next
    call();
  });
  return strip("look", person, ["New name: ", input], act("Rename", `yes:${person.id}`, call), no);
}

/** A one-time code, covered until it is pressed. @param {Host} host @param {Person} person */
function codeStrip(host, person) {
  const { code } = host;
  if (!code) return element("span");
  const turn = (/** @type {boolean} */ seen) => () => {
    host.code = seen ? { ...code, seen } : null;
    host.draw();
  };
  const tiles = code.seen ? codeTiles(code.code, "rm-once") : element("span", { class: "rm-covered" }, "covered");
  const button = code.seen ? act("Done", `cover:${person.id}`, turn(false)) : act("Show it", `show:${person.id}`, turn(true));
  return strip("nod", person, ["Code of one use for ", element("b", {}, person.name), ": ", tiles], button);
}
