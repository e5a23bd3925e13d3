/**
 * Where a host opens a room on a server that others reach: with the key shown in the server's terminal.
 *
 * @typedef {{game: string, variant: string, title: string, most: number, usual: number}} Playable
 */

import { element } from "../elements.js";
import { badNote, heading } from "./parts.js";
import { foot, form, mainButton, showScreen } from "./screen.js";

const screen = /** @type {HTMLElement} */ (document.getElementById("screen"));
const ASK_EVERY = 2_000; // milliseconds
const NO_ANSWER = "The server does not answer. Try again in a moment.";

/** The key, which the address tells only once. */
function takeKey() {
  const told = location.hash.slice(1);
  if (told) history.replaceState(history.state, "", location.pathname);
  return told;
}

/** @param {string} words @param {HTMLElement} input */
function field(words, input) {
  return element("label", { class: "rm-field" }, element("span", {}, words), input);
}

/** @param {object} asked @returns {Promise<{host?: string, error?: string}>} */
async function openRoom(asked) {
  try {
    const answer = await fetch("rooms", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(asked) });
    if (answer.status === 403) return { error: "This is not the key of this server. It stands in the terminal in which the server was started." };
    return await answer.json();
  } catch {
    return { error: NO_ANSWER };
  }
}

/** @param {{games: Playable[], most_people: number}} there @param {string} given the key, if the address told it */
function show({ games, most_people: most }, given) {
  const key = /** @type {HTMLInputElement} */ (element("input", { type: "password", autocomplete: "off", value: given }));
  const game = /** @type {HTMLSelectElement} */ (element("select", {}, ...games.map(({ title }, at) => element("option", { value: at }, title))));
  const many = /** @type {HTMLInputElement} */ (element("input", { type: "number", min: 1, max: most, value: games[0].usual, inputmode: "numeric" }));
  const wrong = element("div");
  const seats = element("p", { class: "rm-hint" });
  const tell = () => (seats.textContent = `Up to ${games[game.selectedIndex].most} at a table; with more, a class plays at several.`);
  game.addEventListener("change", () => {
    many.value = String(games[game.selectedIndex].usual);
    tell();
  });
  tell();
  const open = async () => {
    const chosen = games[game.selectedIndex];
    const { host, error } = await openRoom({ key: key.value.trim(), game: chosen.game, variant: chosen.variant, places: Number(many.value) });
    if (host) location.assign(host);
    else wrong.replaceChildren(badNote("There is no room yet.", error ?? NO_ANSWER));
  };
  const head = element("div", { class: "rm-in" }, heading("Which room?"), wrong, given ? null : field("Key of the server", key), field("Game", game), field("How many people?", many), seats);
  showScreen(screen, "open", element("div", { class: "rm-none" }, element("p", { class: "rm-big-words" }, "You lead, they play.")), form(open, head, foot(mainButton("Open the room"))));
}

/** Asks which games there are, until the server answers. */
async function begin() {
  try {
    const answer = await fetch("rooms/games.json", { cache: "no-store" });
    show(await answer.json(), takeKey());
  } catch {
    screen.textContent = NO_ANSWER;
    setTimeout(begin, ASK_EVERY);
  }
}

begin();
