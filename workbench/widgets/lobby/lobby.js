/**
 * The lobby: a table set in four answers, each already answered. Python says what there is and what has been chosen;
 * every press goes there as a message, and what comes back is drawn.
 *
 * @typedef {{get: (name: string) => any, send: (message: object) => void, on: (event: string, f: (message: any) => void) => void,
 *   off: (event: string, f: (message: any) => void) => void}} Model
 * @typedef {{seat: number, number: number, called: string, name: string, bot: string, field: string, charge: string,
 *   course: string, colours: [number, string, boolean][]}} Seat
 * @typedef {{key: string, question: string, rule: string, value: any, number: boolean, least: number, most: number,
 *   word: string[], choices: [any, string][], changed: boolean, help: string}} Rule
 * @typedef {{title: string, told: string, changed: boolean, rules: Rule[]}} Group
 * @typedef {{key: string, title: string, help: string, told: string, choices: [string, string, boolean][]}} Presets
 * @typedef {{key: string, title: string, help: string, minutes: number, chosen: boolean}} Length
 * @typedef {{key: string, title: string, lines: string[], picture: string, chosen: boolean, can: boolean}} Deck
 * @typedef {{key: string, title: string, words: string, chosen: boolean, can: boolean}} Screen
 * @typedef {{number: number, title: string, words: string, people: number[], chosen: boolean}} WayToSit
 * @typedef {{opened: boolean, title: string, mark: string, ways: [string, string][], variants: [string, string, boolean, string][],
 *   seats: Seat[], bots: [string, string][], usual_bot: string, filling: number, free: number, decks: Deck[], words: string,
 *   school_words: boolean, lengths: {key: string, own: boolean, presets: Length[]}, presets: Presets[], groups: Group[],
 *   changed: boolean, more: {paces: [number, string][], pace: number, seed: string, told: string}, screens: Screen[],
 *   join: boolean, picture: string, company: string, sentence: string, minutes: number, ready: boolean, people: number,
 *   tables: WayToSit[], in_play: boolean, usual: boolean, may_keep: boolean, error: string, error_at: string}} State
 * @typedef {{model: Model, open: Set<string>, state: State, drawing: boolean}} Lobby  `drawing`: whether fields leave the page to be redrawn
 */

import { element, plainButton } from "../elements.js";
import { keyName } from "../keys.js";
import { onceLetGo } from "../pressing.js";

const SVG = "http://www.w3.org/2000/svg";
const EMBLEM = 64; // the side of the square that an emblem lies in
const DECKS_SHOWN = 3; // of a game that has many; all of them are one press away
const ALL_DECKS = "all decks"; // among what has been opened

/** @param {string} name @param {Record<string, string|number>} attributes */
function drawn(name, attributes) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  return made;
}

/** @param {string} course */
function charge(course) {
  const made = drawn("svg", { class: "wb-charge", viewBox: `0 0 ${EMBLEM} ${EMBLEM}`, "aria-hidden": "true" });
  made.append(drawn("path", { d: course, fill: "currentColor", "fill-rule": "evenodd" }));
  return made;
}

/** A part of the page with its heading. @param {string} title @param {string} words @param {...(Node|null)} inside */
function part(title, words, ...inside) {
  const small = words ? element("span", { class: "wb-soft" }, words) : null;
  return element("section", { "aria-label": title }, element("h2", {}, title, small ? " " : null, small), ...inside);
}

/** What was refused, beside what it is about. @param {Lobby} lobby @param {string} place */
function refusal(lobby, place) {
  const said = lobby.state.error && lobby.state.error_at === place;
  return said ? element("p", { class: "wb-refusal", role: "alert" }, lobby.state.error) : null;
}

/**
 * Says what somebody has written once they leave a field, and only if it is new. A field may be redrawn meanwhile, so
 * its own idea of what is new is of no use; one that is taken off the page that way has not been left.
 * @param {Lobby} lobby @param {HTMLInputElement} input @param {string} before @param {(text: string) => void} write
 */
function whenWritten(lobby, input, before, write) {
  let said = before;
  const say = () => {
    if (lobby.drawing || input.value === said) return;
    said = input.value;
    write(said);
  };
  input.addEventListener("blur", say);
  input.addEventListener("keydown", (event) => keyName(event) === "Enter" && say());
}

/** @param {Lobby} lobby @param {object} message */
const tell = (lobby, message) => lobby.model.send(message);

// ---------------------------------------------------------------- who plays

/** @param {Lobby} lobby */
function people(lobby) {
  const { seats, free, filling, usual_bot: bot } = lobby.state;
  const fill = filling > 1 ? plainButton(`Fill with ${filling} bots`, { class: "wb-add-button", "data-key": "fill" }, () => tell(lobby, { type: "fill", bot })) : null;
  const more = element(
    "li",
    { class: "wb-add" },
    addButton(lobby, "a person", ""),
    addButton(lobby, "a bot", bot),
    fill,
    element("p", { class: "wb-soft" }, free === 1 ? "1 place left" : `${free} places left`),
  );
  const list = element("ul", { class: "wb-seats" }, ...seats.map((seat) => banner(lobby, seat)), free ? more : null);
  const how = `Write the names on the banners, or paste a list there${seats.some(({ colours }) => colours.length) ? ", and choose colours" : ""}.`;
  const heading = element("h1", {}, "Who plays? ", element("span", { class: "wb-soft" }, how));
  return element("section", { "aria-label": "Who plays?" }, heading, list, refusal(lobby, "seats"));
}

/** How many come with their phones; names and arms come from these. @param {Lobby} lobby */
function onPhones(lobby) {
  const { people: many, tables } = lobby.state;
  const step = (/** @type {string} */ sign, /** @type {string} */ words, /** @type {number} */ by) =>
    plainButton(sign, { class: "wb-step", "aria-label": words, "data-key": `people:${by}`, disabled: many + by < 1 }, () => tell(lobby, { type: "people", people: many + by }));
  const input = /** @type {HTMLInputElement} */ (element("input", { class: "wb-many", inputmode: "numeric", "aria-label": "How many people", value: String(many), "data-key": "people" }));
  whenWritten(lobby, input, String(many), (text) => tell(lobby, { type: "people", people: Number.parseInt(text, 10) || 0 }));
  const row = element("div", { class: "wb-how-many" }, step("\u2212", "One less", -1), input, step("+", "One more", 1), element("p", { class: "wb-soft" }, "More may come in later."));
  const heading = element("h1", {}, "Who plays? ", element("span", { class: "wb-soft" }, "Names and arms come from the phones."));
  return element("section", { "aria-label": "Who plays?" }, heading, element("h3", {}, "How many?"), row, waysToSit(lobby, tables), refusal(lobby, "seats"));
}

/**
 * At how many tables they sit.
 * @param {Lobby} lobby @param {WayToSit[]} tables
 */
function waysToSit(lobby, tables) {
  const ways = tables.map(({ number, title, words, people: at, chosen }) =>
    radio("at_tables", String(number), chosen, "wb-length wb-sits", () => tell(lobby, { type: "at_tables", tables: number }), element("b", {}, title), tablesPicture(at), element("span", { class: "wb-soft" }, words)),
  );
  return element("div", { class: "wb-ways-to-sit", role: "radiogroup", "aria-label": "At how many tables?" }, ...ways);
}

const MOST_DRAWN = { tables: 5, people: 8 };

/** A few tables, each with those who sit around it. @param {number[]} at how many sit at each */
function tablesPicture(at) {
  const shown = at.slice(0, MOST_DRAWN.tables);
  const places = (/** @type {number} */ many) => Array.from({ length: Math.min(many, MOST_DRAWN.people) }, (_, place) => (2 * Math.PI * place) / Math.min(many, MOST_DRAWN.people));
  const picture = drawn("svg", { class: "wb-tables-picture", viewBox: `0 0 ${30 * shown.length} 30`, "aria-hidden": "true" });
  for (const [number, many] of shown.entries()) {
    const middle = 15 + 30 * number;
    picture.append(drawn("circle", { cx: middle, cy: 15, r: 6.5, class: "wb-table-round" }));
    for (const angle of places(many)) picture.append(drawn("circle", { cx: (middle + 11 * Math.sin(angle)).toFixed(1), cy: (15 - 11 * Math.cos(angle)).toFixed(1), r: 2.6 }));
  }
  return picture;
}

/** Asks the server of this page for a room, and goes to its host's page. @param {object} setting */
async function openRoom(setting) {
  const answer = await fetch(new URL("../../rooms", location.href), { method: "POST", body: JSON.stringify({ setting }) });
  const { host, error } = await answer.json();
  if (!host) throw new Error(error);
  location.assign(new URL(`../../${host}`, location.href));
}

/** @param {Lobby} lobby @param {string} words @param {string} bot */
function addButton(lobby, words, bot) {
  const made = plainButton("", { class: "wb-add-button", "data-key": `sit:${words}` }, () => tell(lobby, { type: "sit_down", bot }));
  made.append(element("span", { class: "wb-plus", "aria-hidden": "true" }, "+"), words);
  return made;
}

/** @param {Lobby} lobby @param {Seat} seat */
function banner(lobby, seat) {
  const cloth = element("div", { class: "wb-cloth" }, charge(seat.course), nameOn(lobby, seat), playerOf(lobby, seat), colourOf(lobby, seat));
  const leave = { class: "wb-leave", "aria-label": `Remove ${seat.called}`, "data-key": `leave:${seat.seat}` };
  const gone = plainButton("×", leave, () => tell(lobby, { type: "leave", seat: seat.seat }));
  return element("li", {}, element("div", { class: `wb-banner wb-${seat.field} wb-on-${seat.charge}`, title: seat.called }, cloth), gone);
}

/** @param {Lobby} lobby @param {Seat} seat */
function nameOn(lobby, seat) {
  if (seat.bot) return element("b", { class: "wb-name" }, seat.called);
  const label = `Name of Seat ${seat.number}`;
  const named = { class: "wb-name", "aria-label": label, placeholder: `Seat ${seat.number}`, maxlength: 40, "data-key": `name:${seat.seat}` };
  const input = /** @type {HTMLInputElement} */ (element("input", { ...named, value: seat.name, autocomplete: "off" }));
  whenWritten(lobby, input, seat.name, (name) => tell(lobby, { type: "name", seat: seat.seat, name }));
  input.addEventListener("paste", (event) => pasteNames(lobby, seat, event));
  input.addEventListener("keydown", (event) => {
    if (keyName(event) !== "Enter" || event.ctrlKey) return;
    const all = [.../** @type {HTMLElement} */ (input.closest(".wb-seats")).querySelectorAll("input.wb-name")];
    const next = /** @type {HTMLElement|undefined} */ (all[all.indexOf(input) + 1]);
    next ? next.focus() : input.blur();
  });
  return input;
}

/** A pasted list of names seats one person per name, from this banner on. @param {Lobby} lobby @param {Seat} seat @param {ClipboardEvent} event */
function pasteNames(lobby, { seat }, event) {
  const names = (event.clipboardData?.getData("text") ?? "").split(/[\r\n\t;,]+/u).map((name) => name.trim()).filter(Boolean);
  if (names.length < 2) return;
  event.preventDefault();
  /** @type {HTMLElement} */ (event.currentTarget).blur(); // what is written there is redrawn
  tell(lobby, { type: "names", seat, names: names.map((name) => name.slice(0, 100)).slice(0, 100) });
}

/** @param {Lobby} lobby @param {Seat} seat */
function playerOf(lobby, seat) {
  const players = [["", "a person"], ...lobby.state.bots];
  const options = players.map(([name, words]) => /** @type {[string, string, boolean]} */ ([name, words, name === seat.bot]));
  return listOn(`Who plays Seat ${seat.number}`, `player:${seat.seat}`, options, (bot) => tell(lobby, { type: "player", seat: seat.seat, bot }));
}

/** The colour of a person, where the game has some to choose from. @param {Lobby} lobby @param {Seat} seat */
function colourOf(lobby, seat) {
  if (!seat.colours.length) return null;
  const choose = (/** @type {string} */ colour) => tell(lobby, { type: "colour", seat: seat.seat, colour: Number(colour) });
  return listOn(`Colour of Seat ${seat.number}`, `colour:${seat.seat}`, seat.colours, choose);
}

/**
 * A list on a banner. Its words may take two lines, which a list's own never do, so the list lies over them, unseen.
 * @param {string} label @param {string} key @param {[string|number, string, boolean][]} options @param {(value: string) => void} choose
 */
function listOn(label, key, options, choose) {
  const select = /** @type {HTMLSelectElement} */ (element("select", { class: "wb-player", "aria-label": label, "data-key": key }));
  for (const [value, words, selected] of options) select.append(element("option", { value: String(value), selected }, words));
  select.addEventListener("change", () => choose(select.value));
  const shown = element("span", { "aria-hidden": "true" }, select.selectedOptions[0]?.textContent ?? "");
  return element("span", { class: "wb-player-of" }, shown, select);
}

// ---------------------------------------------------------------- which cards, and how long

/**
 * A choice among several as radio buttons: each `inside` is what a label shows beside its button.
 * @param {string} name @param {string} key @param {boolean} checked @param {string} look @param {() => void} choose
 * @param {...(Node|string|null)} inside
 */
function radio(name, key, checked, look, choose, ...inside) {
  const input = /** @type {HTMLInputElement} */ (element("input", { type: "radio", name, checked, "data-key": `${name}:${key}` }));
  input.addEventListener("change", choose);
  return element("label", { class: look }, input, ...inside);
}

/** The usual deck, the chosen one, and as many of the others as fit beside them. @param {Lobby} lobby */
function shownDecks(lobby) {
  const all = lobby.state.decks;
  if (all.length <= DECKS_SHOWN + 1 || lobby.open.has(ALL_DECKS)) return all;
  const chosen = all.findIndex((deck) => deck.chosen);
  return chosen < DECKS_SHOWN ? all.slice(0, DECKS_SHOWN) : [...all.slice(0, DECKS_SHOWN - 1), all[chosen]];
}

/** Shows all decks of a game that has many, or a few again. @param {Lobby} lobby */
function moreDecks(lobby) {
  const { length } = lobby.state.decks;
  if (length <= DECKS_SHOWN + 1) return null;
  const open = lobby.open.has(ALL_DECKS);
  const named = { class: "wb-link wb-all-decks", "data-key": "all-decks", "aria-expanded": String(open) };
  return plainButton(open ? "Fewer decks" : `All ${length} decks`, named, (event) => {
    if (open) lobby.open.delete(ALL_DECKS);
    else lobby.open.add(ALL_DECKS);
    const root = /** @type {HTMLElement} */ (/** @type {HTMLElement} */ (event.currentTarget).closest(".wb-decks-part"));
    root.replaceWith(decks(lobby));
    /** @type {HTMLElement|null} */ (document.querySelector('[data-key="all-decks"]'))?.focus();
  });
}

/** @param {Lobby} lobby */
function decks(lobby) {
  const items = shownDecks(lobby).map((deck) => {
    const picture = deck.picture ? element("img", { src: deck.picture, alt: "", class: "wb-deck-fan" }) : null;
    const words = element("span", { class: "wb-deck-words" }, element("b", {}, deck.title), ...deck.lines.map((line) => element("span", { class: "wb-soft", title: line }, line)));
    const choose = () => tell(lobby, { type: "choose_deck", deck: deck.key });
    const label = radio("deck", deck.key, deck.chosen, "wb-deck", choose, picture, words);
    label.querySelector("input")?.toggleAttribute("disabled", !deck.can);
    return element("li", {}, label);
  });
  const made = part("Which cards?", "", element("ul", { class: "wb-decks" }, ...items), moreDecks(lobby), words(lobby), refusal(lobby, "decks"));
  made.classList.add("wb-decks-part");
  return made;
}

/** What cards are called, where a deck has other words for a classroom. @param {Lobby} lobby */
function words(lobby) {
  if (!lobby.state.words) return null;
  const printed = /** @type {HTMLInputElement} */ (element("input", { type: "checkbox", checked: !lobby.state.school_words, "data-key": "words" }));
  printed.addEventListener("change", () => tell(lobby, { type: "words", school: !printed.checked }));
  return element("p", { class: "wb-words wb-soft" }, lobby.state.words, " ", element("label", {}, printed, " as the list is printed"));
}

/** @param {Lobby} lobby */
function variants(lobby) {
  const { variants: all } = lobby.state;
  if (all.length < 2) return null;
  const pills = all.map(([key, title, chosen, pitch]) => radio("variant", key, chosen, "wb-pill wb-variant", () => tell(lobby, { type: "variant", variant: key }), element("span", {}, title), pitch ? element("small", {}, pitch) : null));
  return part("Which game of it?", "", element("p", { class: "wb-pills" }, ...pills));
}

/** @param {Lobby} lobby */
function lengths(lobby) {
  const { key, own, presets } = lobby.state.lengths;
  if (!presets.length) return null;
  const rows = presets.map((preset) => {
    const minutes = preset.minutes ? element("span", { class: "wb-minutes" }, `${preset.minutes} min`) : null;
    const choose = () => tell(lobby, { type: "preset", group: key, preset: preset.key });
    return radio("length", preset.key, preset.chosen, "wb-length", choose, element("b", {}, preset.title), minutes, element("span", { class: "wb-soft" }, preset.help));
  });
  if (own) {
    const words = element("span", { class: "wb-soft" }, "A rule below is not as printed.");
    rows.push(radio("length", "own", true, "wb-length", () => {}, element("b", {}, "Our own rules"), words));
  }
  return part("How long?", "", element("div", { class: "wb-lengths", role: "radiogroup", "aria-label": "How long?" }, ...rows));
}

// ---------------------------------------------------------------- house rules

/** @param {Lobby} lobby */
function rules(lobby) {
  const { groups, presets, changed, more } = lobby.state;
  const rows = [
    ...presets.map((preset) => folded(lobby, preset.title, `${preset.told}. ${preset.help}`, false, [pillsOf(lobby, preset)])),
    ...groups.map((group) => folded(lobby, group.title, group.told, group.changed, group.rules.map((rule) => ruleRow(lobby, rule)))),
    folded(lobby, "Bots and chance", more.told, false, [paceRow(lobby), seedRow(lobby)]),
  ];
  const back = changed ? plainButton("As printed", { class: "wb-as-printed", "data-key": "as-printed" }, () => tell(lobby, { type: "as_printed" })) : null;
  const made = part("House rules", changed ? "not all as printed" : "as printed, unless you change one", back, element("ul", { class: "wb-rules" }, ...rows));
  return made;
}

/** @param {Lobby} lobby @param {string} title @param {string} told @param {boolean} changed @param {Node[]} inside */
function folded(lobby, title, told, changed, inside) {
  const mark = changed ? element("i", { class: "wb-changed" }, "changed") : null;
  const summary = element("summary", { "data-key": `group:${title}` }, element("b", {}, title, mark ? " " : null, mark), element("span", {}, told));
  const details = /** @type {HTMLDetailsElement} */ (element("details", { open: lobby.open.has(title), "data-group": title }, summary, element("div", { class: "wb-choices" }, ...inside)));
  return element("li", {}, details);
}

/** Keeps what is unfolded open when all is redrawn, even if its event has not come yet. @param {Lobby} lobby @param {HTMLElement} root */
function keepUnfolded(lobby, root) {
  for (const details of /** @type {NodeListOf<HTMLDetailsElement>} */ (root.querySelectorAll("details[data-group]"))) {
    const title = details.dataset.group ?? "";
    if (details.open) lobby.open.add(title);
    else lobby.open.delete(title);
  }
}

/** @param {Lobby} lobby @param {Presets} preset */
function pillsOf(lobby, preset) {
  const pills = preset.choices.map(([key, title, chosen]) =>
    radio(`preset-${preset.key}`, key, chosen, "wb-pill", () => tell(lobby, { type: "preset", group: preset.key, preset: key }), element("span", {}, title)),
  );
  return question(preset.help, "", preset.key, element("span", { class: "wb-pills" }, ...pills), null);
}

/** A question with its rule's number and what answers it. @param {string} words @param {string} rule @param {string} key @param {Node} answer @param {Node|null} wrong */
function question(words, rule, key, answer, wrong) {
  const asked = element("p", { class: "wb-question" }, words, rule ? " " : null, rule ? element("span", { class: "wb-soft" }, rule) : null);
  return element("div", { class: "wb-rule-row", role: "group", "aria-label": words, "data-option": key }, asked, answer, wrong);
}

/** @param {Lobby} lobby @param {Rule} rule */
function ruleRow(lobby, rule) {
  const set = (/** @type {any} */ value) => tell(lobby, { type: "option", option: rule.key, value });
  const pills = rule.choices.map(([value, words]) => radio(rule.key, String(value), value === rule.value, "wb-pill", () => set(value), element("span", {}, words)));
  if (rule.number) {
    if (rule.word.length) pills.push(radio(rule.key, rule.word[0], rule.value === rule.word[0], "wb-pill", () => set(rule.word[0]), element("span", {}, rule.word[1])));
    pills.push(numberField(lobby, rule, set));
  }
  return question(rule.question, rule.rule, rule.key, element("span", { class: "wb-pills" }, ...pills), refusal(lobby, rule.key));
}

/** @param {Lobby} lobby @param {Rule} rule @param {(value: any) => void} set */
function numberField(lobby, rule, set) {
  const value = rule.value === rule.word[0] ? "" : Array.isArray(rule.value) ? rule.value.join(", ") : String(rule.value);
  const words = Array.isArray(rule.value);
  const named = { class: "wb-number", inputmode: words ? "text" : "numeric", size: words ? 24 : 6, value, "data-key": `number:${rule.key}` };
  const input = /** @type {HTMLInputElement} */ (element("input", named));
  whenWritten(lobby, input, value, (text) => set(text.trim()));
  return element("label", { class: "wb-number-field" }, input, element("span", { class: "wb-soft" }, rule.help));
}

/** @param {Lobby} lobby */
function paceRow(lobby) {
  const { paces, pace } = lobby.state.more;
  const pills = paces.map(([seconds, words]) => radio("pace", String(seconds), seconds === pace, "wb-pill", () => tell(lobby, { type: "pace", seconds }), element("span", {}, words)));
  return question("How fast do bots play?", "", "pace", element("span", { class: "wb-pills" }, ...pills), null);
}

/** @param {Lobby} lobby */
function seedRow(lobby) {
  const input = /** @type {HTMLInputElement} */ (element("input", { class: "wb-number wb-seed", inputmode: "numeric", value: lobby.state.more.seed, placeholder: "by lot", "data-key": "seed" }));
  whenWritten(lobby, input, lobby.state.more.seed, (seed) => tell(lobby, { type: "seed", seed }));
  const label = element("label", { class: "wb-number-field" }, input, element("span", { class: "wb-soft" }, "a whole number deals the same cards again"));
  return question("Deal the same cards again?", "", "seed", label, refusal(lobby, "more"));
}

// ---------------------------------------------------------------- the table

/** @param {Lobby} lobby */
function screens(lobby) {
  const rows = lobby.state.screens.map(({ key, title, words, chosen, can }) => {
    const choose = () => tell(lobby, { type: "screen", screen: key });
    const row = radio("screen", key, chosen, "wb-screen", choose, element("span", {}, element("b", {}, title), " ", words));
    row.querySelector("input")?.toggleAttribute("disabled", !can);
    return row;
  });
  const join = lobby.state.join ? [element("a", { class: "wb-join-here", href: new URL("../../join", location.href).href, target: "_self" }, "Join with a code")] : [];
  return element("fieldset", {}, element("legend", {}, "Where do the hands lie?"), ...rows, ...join);
}

/** @param {Lobby} lobby */
function side(lobby) {
  const { company, picture, ready, in_play: inPlay, usual, may_keep: mayKeep } = lobby.state;
  const deal = plainButton(lobby.state.people ? "Open the room" : "Deal the cards", { class: "wb-button wb-main", "data-key": "deal", disabled: !ready }, () => tell(lobby, { type: "deal" }));
  const keep = /** @type {HTMLInputElement} */ (element("input", { type: "checkbox", checked: usual, "data-key": "usual" }));
  keep.addEventListener("change", () => tell(lobby, { type: "usual", kept: keep.checked }));
  return [
    element("img", { class: "wb-set-table", src: picture, alt: `${company} at the table` }),
    element("h2", {}, ready ? "The table is set" : "The table is not full"),
    screens(lobby),
    refusal(lobby, ""),
    deal,
    lobby.state.people ? element("p", { class: "wb-later" }, "Cards are dealt when all are in.") : null,
    inPlay ? plainButton("Back to the match", { class: "wb-button", "data-key": "back" }, () => tell(lobby, { type: "back" })) : null,
    mayKeep ? element("label", { class: "wb-usual" }, keep, " Keep this as our usual table") : null,
  ].filter((one) => one !== null);
}

/** @param {Lobby} lobby */
function top(lobby) {
  const links = lobby.state.ways.map(([title, address]) => element("a", { href: address, target: "_self" }, title));
  const how = plainButton("How it is played", { class: "wb-link", "data-key": "how" }, () => tell(lobby, { type: "how_to_play" }));
  const brand = element("a", { class: "wb-brand", href: lobby.state.ways[0][1], target: "_self", "aria-label": `${lobby.state.title}, to all games` }, element("img", { src: lobby.state.mark, alt: "" }), lobby.state.title);
  return [brand, element("nav", { "aria-label": "Main" }, how, ...links)];
}

// ---------------------------------------------------------------- drawing

/** Where the focus is, by the key of what has it, and what has been written there. @param {HTMLElement} root */
function keptFocus(root) {
  const at = /** @type {HTMLInputElement|null} */ (root.ownerDocument.activeElement);
  const key = at && root.contains(at) ? at.dataset.key : undefined;
  const writes = at?.matches("input:not([type]), input[inputmode]") ?? false;
  const [text, start, end] = at && writes ? [at.value, at.selectionStart, at.selectionEnd] : ["", 0, 0];
  return () => {
    const again = key ? /** @type {HTMLInputElement|null} */ (root.querySelector(`[data-key="${CSS.escape(key)}"]`)) : null;
    again?.focus({ preventScroll: true });
    if (!again || !writes) return;
    again.value = text;
    again.setSelectionRange(start, end);
  };
}

/** @param {{model: Model, el: HTMLElement}} view */
function render({ model, el }) {
  /** @type {Lobby} */
  const lobby = { model, open: new Set(), state: model.get("state"), drawing: false };
  const parts = {
    top: element("header", { class: "wb-top" }),
    form: element("div", { class: "wb-form" }),
    side: element("div", { class: "wb-side-in" }),
    sentence: element("p", { class: "wb-sentence", "aria-live": "polite" }),
  };
  const grid = element("div", { class: "wb-lobby" }, element("div", { class: "wb-left" }, parts.top, parts.form), element("aside", { class: "wb-side wb-hall", "aria-label": "The table" }, parts.side));
  const root = element("div", { class: "wb wb-lobby-page" }, grid);
  const draw = () => {
    keepUnfolded(lobby, root);
    lobby.state = model.get("state");
    grid.hidden = !lobby.state.opened;
    const focus = keptFocus(root);
    const scrolled = root.scrollTop;
    lobby.drawing = true;
    parts.top.replaceChildren(...top(lobby));
    const two = element("div", { class: "wb-two" }, decks(lobby), lengths(lobby) ?? element("div"));
    parts.form.replaceChildren(...[lobby.state.people ? onPhones(lobby) : people(lobby), variants(lobby), two, rules(lobby)].filter((one) => one !== null));
    const [picture, heading, ...rest] = side(lobby);
    const { sentence, minutes } = lobby.state;
    const told = minutes ? [`${sentence} About `, element("b", {}, `${minutes} minutes`), "."] : [sentence];
    const after = element("p", {}, ...told);
    if (parts.sentence.textContent !== after.textContent) parts.sentence.replaceChildren(...after.childNodes);
    for (const old of [...parts.side.children]) if (old !== parts.sentence) old.remove();
    if (!parts.sentence.parentNode) parts.side.append(parts.sentence);
    parts.sentence.before(picture, heading);
    parts.sentence.after(...rest);
    root.scrollTop = scrolled;
    lobby.drawing = false;
    focus();
  };
  const show = () => onceLetGo(root, draw);
  root.addEventListener("keydown", (event) => {
    if (keyName(event) !== "Enter" || !event.ctrlKey || !lobby.state.ready) return;
    /** @type {HTMLElement|null} */ (root.ownerDocument.activeElement)?.blur?.();
    tell(lobby, { type: "deal" });
  });
  const hear = (/** @type {any} */ message) => {
    if (message.type === "open_room") openRoom(message.setting).catch(({ message: why }) => (parts.sentence.textContent = why || "No room could be opened. Is the server still there?"));
  };
  model.on("change:state", show);
  model.on("msg:custom", hear);
  show();
  el.append(root);
  return () => {
    model.off("change:state", show);
    model.off("msg:custom", hear);
  };
}

export default { render };
