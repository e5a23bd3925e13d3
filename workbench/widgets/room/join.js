/**
 * How somebody enters a room: a name and arms, and what is asked if the name is taken or play has begun.
 *
 * @typedef {import("./about.js").Room} Room
 * @typedef {import("./about.js").Way} Way
 * @typedef {{secret?: string, error?: string, at?: string, suggestion?: string, free_arms?: number[], free_seats?: number[]}} Answer
 * @typedef {{root: HTMLElement, room: Room, name: string, arms: number, free: number[], way?: Way, seated: (secret: string) => void,
 *   rename?: (name: string, arms: number) => void}} Joining  `rename`: somebody already seated wants another name
 */

import { element, plainButton } from "../elements.js";
import { noteTime, sentence, teacher, within } from "./about.js";
import { badNote, banner, codeTiles, emblemOf, fill, heading, shield } from "./parts.js";
import { foot, form, mainButton, showScreen } from "./screen.js";
import { waysForm, waysInto } from "./ways.js";

const MOST_LETTERS = 24;
const ASK_EVERY = 2_000; // milliseconds
const NO_ANSWER = "The room does not answer. Try again in a moment.";

/** @param {string} path @param {object} [message] posted, if there is one @returns {Promise<any>} */
async function ask(path, message) {
  const post = { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(message) };
  try {
    const answer = await fetch(within(path), message ? post : { cache: "no-store" });
    return await answer.json();
  } catch {
    return { error: NO_ANSWER };
  }
}

/** What is known about the room before anybody sits down. @returns {Promise<import("./about.js").About>} */
export const askAbout = () => ask("about");

/** The rules of the room's game, for the drawer of a table. @returns {Promise<any>} */
export const askRules = () => ask("rules.json");

/** What people can do until play begins. @returns {Promise<Partial<import("./minute.js").Minute>>} */
export const askMinute = () => ask("minute.json");

/** The phrases that may be said. @returns {Promise<any>} */
export const askPhrases = () => ask("talk.json");

// ---------------------------------------------------------------- name and arms

/** Which room it is. @param {Room} room */
export function roomLine(room) {
  const whose = room.title ? [element("br"), `with ${room.title}`] : [];
  return element("p", { class: "rm-room" }, codeTiles(room.code, "rm-tiny"), element("span", { class: "rm-what" }, element("b", {}, room.game), ...whose));
}

/** The field for a name; the cloth shows it as it is typed. @param {Joining} joining @param {string} label @param {boolean} seen @param {() => void} typed */
function nameField(joining, label, seen, typed) {
  const named = { value: joining.name, maxlength: MOST_LETTERS, autocomplete: "given-name", autocapitalize: "words", spellcheck: "false", enterkeyhint: "done" };
  const input = /** @type {HTMLInputElement} */ (element("input", named));
  input.addEventListener("input", () => {
    joining.name = input.value;
    typed();
  });
  return element("label", { class: "rm-field" }, element("span", { class: seen ? null : "wb-unseen" }, label), input);
}

/** Arms to choose from: one Tab stop, arrow keys. @param {Joining} joining @param {() => void} chosen */
function armsField(joining, chosen) {
  const all = joining.free.map((arms) => {
    const input = /** @type {HTMLInputElement} */ (element("input", { type: "radio", name: "arms", value: arms }));
    input.checked = arms === joining.arms;
    input.addEventListener("change", () => {
      joining.arms = arms;
      chosen();
    });
    return element("label", { class: "rm-arm" }, input, shield(arms), element("span", { class: "wb-unseen" }, emblemOf(arms)));
  });
  return element("fieldset", { class: "rm-arms" }, element("legend", {}, "Your arms"), element("div", { class: "rm-arm-row" }, ...all));
}

/** What the cloth shows. @param {Joining} joining */
function ownCloth({ name, arms }) {
  return banner({ name: name.trim() || "…", arms }, { look: "rm-great" });
}

/** The hall with the cloth, and what updates it. @param {Joining} joining */
function clothHall(joining) {
  const cloth = element("div", { class: "rm-own-cloth" });
  const draw = () => fill(cloth, ownCloth(joining));
  draw();
  return { hang: element("div", {}, roomLine(joining.room), cloth), draw };
}

/** Asks for name and arms. @param {Joining} joining @param {string} [wrong] what was wrong with them */
export function showStart(joining, wrong = "") {
  const { hang, draw } = clothHall(joining);
  const question = element(
    "div",
    { class: "rm-in" },
    heading("What is your name?"),
    wrong ? badNote(wrong, "") : null,
    nameField(joining, "Name", false, draw),
    element("p", { class: "rm-hint" }, "Your first name will do. The class sees it on the wall."),
  );
  const main = mainButton(joining.rename ? "Hang up this one" : "Hang up my banner");
  const sheet = form(() => join(joining), question, armsField(joining, draw), foot(main));
  showScreen(joining.root, "start", hang, sheet);
}

/** Sits down, or shows why not. Once play has begun, asks how first. @param {Joining} joining */
export async function join(joining) {
  const name = joining.name.trim();
  if (!name) return showStart(joining, "Type your name first.");
  if (joining.rename) return joining.rename(name, joining.arms);
  if (!joining.way && joining.room.stage === "playing") return offerWays(joining, "");
  const answer = /** @type {Answer} */ (await ask("join", { name, arms: joining.arms, way: joining.way ?? "sit" }));
  if (answer.secret) return joining.seated(answer.secret);
  return refused(joining, answer);
}

/** @param {Joining} joining @param {Answer} answer */
function refused(joining, { error = NO_ANSWER, at = "", suggestion = "", free_arms: free = [] }) {
  if (free.length) joining.free = free;
  if (free.length && !free.includes(joining.arms)) joining.arms = free[0];
  if (at === "taken") return showTaken(joining, suggestion);
  if (at === "full") return offerWays(joining, error);
  if (at === "check") return location.reload(); // the phones are checked before anybody sits down
  if (at === "closed") return showClosed(joining.root, error, null);
  return showStart(joining, error);
}

/** Looks up the ways in by now, and asks which it shall be. @param {Joining} joining @param {string} why if not because play has begun */
async function offerWays(joining, why) {
  const { room, free_seats: free = [], error } = await askAbout();
  if (!room) return showStart(joining, error ?? NO_ANSWER);
  joining.room = noteTime(room);
  return showLate(joining, waysInto(room, free), room.stage === "playing" ? "" : why);
}

// ---------------------------------------------------------------- a name that is taken

/** Asks who it is: the same person on a new phone, or a namesake. @param {Joining} joining @param {string} suggestion */
function showTaken(joining, suggestion) {
  const { room } = joining;
  const taken = joining.name.trim();
  joining.name = suggestion || joining.name;
  const main = mainButton("");
  const { hang, draw } = clothHall(joining);
  const typed = () => {
    draw();
    main.textContent = joining.name.trim() ? `I am ${joining.name.trim()}: go in` : "Go in";
  };
  const help = `If that is you on another phone: ask ${teacher(room)} to let you back in. The question stands on the teacher’s screen.`;
  const question = element("div", { class: "rm-in" }, heading(`Are you ${taken}?`), badNote(`A ${taken} is at the table already.`, help), nameField(joining, `Another ${taken}? Add a letter, so that we can tell you apart.`, true, typed));
  const same = plainButton(`I am that ${taken}: ask ${teacher(room)}`, { class: "wb-button" }, () => comeBack(joining, taken));
  typed();
  showScreen(joining.root, "taken", hang, form(() => join(joining), question, armsField(joining, typed), foot(main, same)));
}

/** Asks the host for the seat of the same name. @param {Joining} joining @param {string} name */
async function comeBack(joining, name) {
  const { ticket, error } = await ask("back", { name });
  if (!ticket) return showStart(joining, error ?? NO_ANSWER);
  showAsked(joining, name);
  return awaitNod(joining, name, ticket);
}

/** Checks every two seconds what the host has said, while this page is shown. @param {Joining} joining @param {string} name @param {string} ticket */
function awaitNod(joining, name, ticket) {
  const look = async () => {
    if (document.documentElement.dataset.state !== "asked") return;
    const { state, secret, error } = await ask(`back/${ticket}`);
    if (state === "yes" && secret) joining.seated(secret);
    else if (state === "no") showStart(joining, error || `${teacher(joining.room, true)} says that you are not ${name}. Choose another name.`);
    else setTimeout(look, ASK_EVERY);
  };
  setTimeout(look, ASK_EVERY);
}

/** While the host is asked; a code that the host reads out also opens the seat. @param {Joining} joining @param {string} name @param {string} [wrong] */
function showAsked(joining, name, wrong = "") {
  const { room } = joining;
  const input = /** @type {HTMLInputElement} */ (element("input", { autocomplete: "off", autocapitalize: "characters", spellcheck: "false" }));
  const enter = async () => {
    const { secret, error } = await ask("back", { name, code: input.value.trim() });
    if (secret) joining.seated(secret);
    else showWrongCode(sheet, error ?? NO_ANSWER);
  };
  const words = element("div", { class: "rm-in" }, heading(`${teacher(room, true)} is asked`), element("p", { class: "rm-lead", role: "status" }, "Keep this page open."), wrong ? badNote(wrong, "") : null);
  const field = element("label", { class: "rm-field" }, element("span", {}, "Were you told a code for your seat? Type it here."), input);
  const other = plainButton("Choose another name", { class: "wb-button" }, () => showStart(joining));
  const sheet = form(enter, words, field, foot(mainButton("Back to my seat"), other));
  showScreen(joining.root, "asked", clothHall({ ...joining, name }).hang, sheet);
}

/** @param {HTMLElement} sheet @param {string} error */
function showWrongCode(sheet, error) {
  sheet.querySelector(".rm-bad")?.remove();
  const note = badNote(error, "");
  sheet.querySelector(".rm-in")?.append(note);
  note.focus();
}

// ---------------------------------------------------------------- too late, closed

/** Offers the ways into a game that has begun. @param {Joining} joining @param {import("./ways.js").Kind[]} ways @param {string} why if not because it has begun */
function showLate(joining, ways, why) {
  const { room } = joining;
  const { sheet, hang } = waysForm(joining, ways, why, (way) => join(Object.assign(joining, { way })));
  hang.prepend(roomLine(room));
  showScreen(joining.root, "late", hang, sheet);
}

/** Says that there is no longer a way in. @param {HTMLElement} root @param {string} words @param {HTMLElement|null} hung my banner @param {...HTMLElement} buttons */
export function showClosed(root, words, hung, ...buttons) {
  const end = words.indexOf(". ") + 1 || words.length;
  const lead = element("p", { class: "rm-lead" }, words.slice(end).trim());
  const sheet = element("section", {}, element("div", { class: "rm-in" }, heading(sentence(words.slice(0, end).replace(/\.$/, ""))), lead), foot(...buttons));
  const hang = hung ? element("div", {}, hung) : element("div", { class: "rm-none" }, element("p", { class: "rm-big-words" }, "Until the next time."));
  showScreen(root, "closed", hang, sheet);
}
