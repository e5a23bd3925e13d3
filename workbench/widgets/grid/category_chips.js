/**
 * The categories of a deck as chips: colour, emblem, letter, name, and how many cards have it. One of them at a time is
 * open, and is changed in place; each change is one edit, which Python makes or refuses.
 *
 * @typedef {import("./deck_field.js").Finding} Finding
 * @typedef {{letter: string, name: string, short: string, sign: string, colour: string, emblem: string, usual: string,
 *   usual_short: string, cards: number, findings: Finding[]}} Category  `usual`: the emblem that its name suggests
 * @typedef {{categories: Category[], room: number, lettered: boolean, about_categories: Finding[],
 *   colours: [string, string][]}} State
 * @typedef {{id: string, frame: HTMLElement, tell: (edit: Record<string, any>, then?: (() => void)|null) => void}} Host
 * @typedef {{root: HTMLElement, button: HTMLElement, strip: HTMLElement, inputs: Record<string, any>,
 *   pickers: Record<string, HTMLElement>, badge: HTMLElement, why: HTMLElement, findings: HTMLElement,
 *   tools: HTMLElement[]}} Chip  `why`: why its last change was refused
 * @typedef {{host: Host, parts: Record<string, HTMLElement>, chips: Chip[], opened: number, stop: number,
 *   state: State}} Chips  `stop`: the chip to which Tab leads
 */

import { emblemPicture } from "../card_face.js";
import { element, plainButton } from "../elements.js";
import { keyName } from "../keys.js";
import { dyed, safeColour, symbolBadge } from "../symbol_badge.js";
import { listen, restore, showFindings, showText } from "./deck_field.js";
import { emblemOffers, emblemWords, openPicker } from "./picker.js";

const COLOUR = /^#[0-9a-f]{6}$/i;
const KEYS = "Arrow keys go from one to the next, Enter opens one, Delete takes out one that no card has.";
const LINES = /** @type {[string, string, Record<string, any>][]} */ ([
  ["name", "Name", {}],
  ["colour", "Any colour", { type: "color", class: "rt-short" }],
  ["letter", "Letter", { maxlength: 4, class: "rt-short" }],
  ["short", "Short name", { maxlength: 14 }],
  ["sign", "Sign", { maxlength: 8, class: "rt-short" }],
]);

/** @param {Host} host @param {State} state @returns {Chips} */
export function makeChips(host, state) {
  const parts = {
    about: element("ul", { class: "rt-here" }),
    list: element("ul", { class: "rt-categories", "aria-description": KEYS }),
    add: plainButton("Add a category", { class: "rt-tool" }, () => addCategory(chips)),
    room: element("span", { class: "rt-help" }),
  };
  const chips = { host, parts, chips: [], opened: -1, stop: 0, state };
  parts.list.addEventListener("keydown", (event) => {
    if (press(chips, event)) event.preventDefault();
  });
  return chips;
}

// ---------------------------------------------------------------- one chip

/** @param {Chips} chips @param {number} number @returns {Chip} */
function makeChip(chips, number) {
  const id = `${chips.host.id}-category-${number}`;
  const button = plainButton("", { class: "rt-category", "aria-expanded": "false", "aria-controls": `${id}-strip` }, () =>
    chips.opened === number ? closeChip(chips) : openChip(chips, number),
  );
  const { inputs, fields } = makeLines(chips, number, `${id}-findings`);
  const pickers = { emblem: pickerButton(() => chooseEmblem(chips, number)), colour: pickerButton(() => chooseColour(chips, number)) };
  const badge = element("div", { class: "rt-badge-shown", "aria-hidden": "true" });
  const tools = makeTools(chips, number);
  const [name, anyColour, ...further] = fields;
  const strip = element(
    "div",
    { class: "rt-category-strip", role: "group", id: `${id}-strip`, hidden: true },
    ...[name, pickers.emblem, pickers.colour, anyColour, ...further, badge, element("div", { class: "rt-row-tools" }, ...tools)],
  );
  const why = element("p", { class: "rt-status rt-refused" });
  const findings = element("ul", { class: "rt-here", id: `${id}-findings` });
  return { root: element("li", {}, button, why, strip, findings), button, strip, inputs, pickers, badge, why, findings, tools };
}

/** @param {Chips} chips @param {number} number @param {string} about id of what is wrong with it */
function makeLines(chips, number, about) {
  /** @type {Record<string, any>} */
  const inputs = {};
  const fields = LINES.map(([key, title, attributes]) => {
    const look = `rt-input ${attributes.class ?? ""}`;
    const shared = { type: "text", autocomplete: "off", "data-part": key, "aria-describedby": about };
    inputs[key] = element("input", { ...shared, ...attributes, class: look });
    listen(inputs[key], (text, then) => change(chips, number, key, text, then), () => closeChip(chips));
    return element("label", { class: `rt-part rt-part-${key}` }, element("span", {}, title), inputs[key]);
  });
  return { inputs, fields };
}

/** @param {Chips} chips @param {number} number */
function makeTools(chips, number) {
  const move = (/** @type {number} */ by) => () => moveCategory(chips, number, by);
  return [
    plainButton("Earlier", { class: "rt-tool" }, move(-1)),
    plainButton("Later", { class: "rt-tool" }, move(1)),
    plainButton("Remove", { class: "rt-tool" }, () => removeCategory(chips, number)),
    plainButton("Done", { class: "rt-tool" }, () => closeChip(chips)),
  ];
}

/** @param {() => void} open */
function pickerButton(open) {
  return plainButton("", { class: "rt-tool rt-picks", "aria-haspopup": "listbox", "aria-expanded": "false" }, open);
}

// ---------------------------------------------------------------- showing

/** @param {Chips} chips @param {State} state */
export function showChips(chips, state) {
  const { parts, chips: all } = chips;
  const { categories, room, about_categories: about } = state;
  chips.state = state;
  while (all.length > categories.length) all.pop()?.root.remove();
  while (all.length < categories.length) {
    all.push(makeChip(chips, all.length));
    parts.list.append(all[all.length - 1].root);
  }
  if (chips.opened >= all.length) chips.opened = -1;
  chips.stop = Math.max(0, Math.min(chips.stop, all.length - 1));
  categories.forEach((category, number) => showChip(chips, category, number));
  parts.add.setAttribute("aria-disabled", String(categories.length >= room));
  parts.room.textContent = `${categories.length} of at most ${room}`;
  showFindings(parts.about, about, []);
}

/**
 * After an edit: what was refused is not shown; the reason appears at its chip, where people look, and the line of the
 * whole form tells screen readers.
 * @param {Chips} chips @param {Record<string, any>} edit @param {string} refused why, or nothing
 */
export function answerChips(chips, edit, refused) {
  const at = /category$/.test(edit.type) && refused ? edit.number : -1;
  chips.chips.forEach(({ inputs, why }, number) => {
    if (refused) Object.values(inputs).forEach(restore);
    why.textContent = number === at ? refused : "";
  });
  chips.chips[at]?.why.scrollIntoView({ block: "nearest" });
}

/** @param {Chips} chips @param {Category} category @param {number} number */
function showChip(chips, category, number) {
  const { root, button, strip, inputs, pickers, badge, findings, tools } = chips.chips[number];
  const open = chips.opened === number;
  const named = nameOf(category, number);
  const emblem = category.emblem || category.usual;
  dyed(button, category.colour).replaceChildren(...chipParts(category, named, emblem));
  button.setAttribute("aria-expanded", String(open));
  button.setAttribute("tabindex", chips.stop === number ? "0" : "-1");
  root.classList.toggle("rt-open", open);
  strip.hidden = !open;
  strip.setAttribute("aria-label", `Category ${named}`);
  for (const [key] of LINES) showText(inputs[key], textOf(category, key));
  inputs.short.placeholder = category.usual_short;
  const called = emblemWords(emblem);
  showPicker(pickers.emblem, "Emblem", emblemPicture(emblem), category.emblem ? called : `${called}, by its name`);
  const colour = chips.state.colours.find(([code]) => code === category.colour.toLowerCase())?.[1] ?? category.colour;
  showPicker(pickers.colour, "Colour", swatch(category.colour), colour);
  for (const tool of tools) tool.setAttribute("aria-label", `${tool.textContent}: ${named}`);
  tools[0].setAttribute("aria-disabled", String(number === 0));
  tools[1].setAttribute("aria-disabled", String(number === chips.state.categories.length - 1));
  badge.replaceChildren(symbolBadge(category));
  showFindings(findings, category.findings, Object.values(inputs));
}

/** @param {Category} category @param {string} key of one of its lines */
function textOf(category, key) {
  const text = category[/** @type {"letter"|"name"|"short"|"sign"|"colour"} */ (key)];
  return key === "colour" ? safeColour(text).toLowerCase() : text;
}

/** @param {Category} category @param {number} number */
function nameOf({ name, letter }, number) {
  return name || letter || `number ${number + 1}`;
}

/** @param {Category} category @param {string} named @param {string} emblem @returns {(Node|string)[]} */
function chipParts({ letter, cards, findings }, named, emblem) {
  const wrong = findings.some(({ level }) => level === "error");
  const parts = [
    emblemPicture(emblem),
    element("span", { class: "rt-category-letter" }, letter),
    " ",
    element("span", {}, named),
    " ",
    element("span", { class: "rt-category-cards" }, String(cards), element("span", { class: "rt-unseen" }, cards === 1 ? " card" : " cards")),
    wrong ? element("span", { class: "rt-level rt-level-error" }, "wrong") : null,
  ];
  return parts.filter((one) => one !== null);
}

/** @param {HTMLElement} button @param {string} title @param {Node|null} picture @param {string} chosen */
function showPicker(button, title, picture, chosen) {
  const parts = [element("span", { class: "rt-picks-title" }, `${title}: `), picture, element("span", {}, chosen)];
  button.replaceChildren(...parts.filter((one) => one !== null));
}

/** @param {string} colour */
function swatch(colour) {
  return dyed(element("span", { class: "rt-swatch", "aria-hidden": "true" }), colour);
}

// ---------------------------------------------------------------- what is done

/** @param {Chips} chips @param {number} number @param {string} key @param {string} text @param {(() => void)|null} [then] */
function change(chips, number, key, text, then = null) {
  chips.host.tell({ type: "category", number, key, text }, then);
}

/** Opens a chip in place; its name is what people change most often. @param {Chips} chips @param {number} number */
function openChip(chips, number) {
  chips.opened = chips.stop = number;
  showChips(chips, chips.state);
  const { name } = chips.chips[number].inputs;
  name.focus();
  name.select();
}

/** @param {Chips} chips */
function closeChip(chips) {
  if (chips.opened < 0) return;
  const { button, inputs } = chips.chips[chips.opened];
  Object.values(inputs).forEach(restore);
  chips.opened = -1;
  showChips(chips, chips.state);
  button.focus();
}

/** @param {Chips} chips */
function addCategory(chips) {
  if (chips.state.categories.length >= chips.state.room) return;
  chips.host.tell({ type: "add_category" }, () => openChip(chips, chips.chips.length - 1));
}

/** Removes a category, unless cards have it: then Python says which. @param {Chips} chips @param {number} number */
function removeCategory(chips, number) {
  chips.host.tell({ type: "delete_category", number }, () => {
    chips.opened = -1;
    chips.stop = number;
    showChips(chips, chips.state);
    (chips.chips[chips.stop]?.button ?? chips.parts.add).focus();
  });
}

/** @param {Chips} chips @param {number} number @param {number} by */
function moveCategory(chips, number, by) {
  const to = number + by;
  if (to < 0 || to >= chips.state.categories.length) return;
  chips.host.tell({ type: "move_category", number, by }, () => {
    chips.opened = chips.stop = to;
    showChips(chips, chips.state);
    chips.chips[to].tools[by < 0 ? 0 : 1].focus();
  });
}

/** @param {Chips} chips @param {number} number */
function chooseEmblem(chips, number) {
  const { emblem, usual } = chips.state.categories[number];
  pick(chips, number, { key: "emblem", label: "Emblem", text: emblem, offers: emblemOffers(usual) });
}

/** @param {Chips} chips @param {number} number */
function chooseColour(chips, number) {
  const { categories, colours } = chips.state;
  const offers = colours.map(([value, name]) => {
    const other = categories.find((one, place) => place !== number && one.colour.toLowerCase() === value);
    const label = other ? `${name}, of ${other.letter || other.name}` : name;
    return { value, label, picture: () => swatch(value) };
  });
  const text = categories[number].colour;
  pick(chips, number, { key: "colour", label: "Colour", text: COLOUR.test(text) ? text.toLowerCase() : text, offers });
}

/**
 * @param {Chips} chips @param {number} number
 * @param {{key: string, label: string, text: string, offers: import("./cell_field.js").Offer[]}} choosing
 */
function pick(chips, number, { key, label, text, offers }) {
  const { host, state } = chips;
  const named = nameOf(state.categories[number], number);
  const take = (/** @type {string} */ chosen) => change(chips, number, key, chosen);
  openPicker(chips.chips[number].pickers[key], { frame: host.frame, label: `${label} of ${named}`, type: key, text, offers, take });
}

// ---------------------------------------------------------------- keys

/** What a key does on a chip, or in the open one; false if nothing. @param {Chips} chips @param {KeyboardEvent} event */
function press(chips, event) {
  const key = keyName(event);
  const target = /** @type {HTMLElement} */ (event.target);
  const on = chips.chips.findIndex(({ button }) => button === target);
  if (key === "Escape") return chips.opened >= 0 && (closeChip(chips), true);
  if (on < 0) return false;
  const last = chips.chips.length - 1;
  const to = { ArrowRight: on + 1, ArrowDown: on + 1, ArrowLeft: on - 1, ArrowUp: on - 1, Home: 0, End: last }[key];
  if (key === "Delete") removeCategory(chips, on);
  else if (key === "F2") openChip(chips, on);
  else if (to !== undefined) goTo(chips, Math.max(0, Math.min(to, last)));
  else return false;
  return true;
}

/** @param {Chips} chips @param {number} number */
function goTo(chips, number) {
  chips.chips[chips.stop].button.setAttribute("tabindex", "-1");
  chips.stop = number;
  chips.chips[number].button.setAttribute("tabindex", "0");
  chips.chips[number].button.focus();
}
