/**
 * The menu of a table: all that the bar has no room for, in groups; keys are at the right, switches say on or off.
 *
 * @typedef {import("./table.js").Table} Table
 * @typedef {{label: string, key: string, keys?: string, beside?: string, on?: boolean, href?: string, name?: string,
 *   off?: boolean, stays?: boolean, press?: () => void}} Item an item that looks `off` may still say why when pressed
 */

import { element } from "../elements.js";
import { home } from "../house.js";
import { keyName } from "../keys.js";
import { keepLargeType } from "../large_type.js";
import { openDrawer } from "./drawer.js";
import { fills, isFull, switchFullScreen } from "./full_screen.js";
import { grouped } from "./list.js";
import { hasRules, redo, undo, upload } from "./session.js";
import { keepStill, wantsStill } from "./stillness.js";

/** The menu, and the sheet of what may be said beside the game. @param {Table} table */
export function menuElements(table) {
  const { parts } = table;
  parts.menu = element("div", { class: "rt-menu", role: "menu", "aria-label": "Menu", hidden: true });
  parts.asides = element("div", { class: "rt-asides", role: "group", "aria-label": "Say something", hidden: true });
  parts.menu.addEventListener("keydown", (event) => walk(table, event));
  return [parts.menu, parts.asides];
}

/** Closes the menu when somebody presses elsewhere. @param {Table} table @returns {() => void} stops it */
export function watchPresses(table) {
  const { menu, menuTool } = table.parts;
  const pressed = (/** @type {PointerEvent} */ { target }) => {
    if (!menu.hidden && target instanceof Node && !menu.contains(target) && !menuTool.contains(target)) hideMenu(table);
  };
  document.addEventListener("pointerdown", pressed);
  return () => document.removeEventListener("pointerdown", pressed);
}

/** @param {Table} table */
export function toggleMenu(table) {
  if (table.parts.menu.hidden) showMenu(table);
  else closeMenu(table);
}

/** @param {Table} table */
function showMenu(table) {
  const { parts } = table;
  parts.asides.hidden = true;
  parts.menu.hidden = false;
  parts.menuTool.setAttribute("aria-expanded", "true");
  drawMenu(table);
  entries(table)[0]?.focus();
}

/** Closes the menu if it is open. @param {Table} table */
function hideMenu({ parts }) {
  parts.menu.hidden = true;
  parts.menu.replaceChildren();
  parts.menuTool.setAttribute("aria-expanded", "false");
}

/** Closes the menu and gives the focus back. @param {Table} table */
export function closeMenu(table) {
  hideMenu(table);
  table.parts.menuTool.focus();
}

/** @param {Table} table @returns {HTMLElement[]} the items that can take the focus */
function entries({ parts }) {
  return [.../** @type {NodeListOf<HTMLElement>} */ (parts.menu.querySelectorAll("[role^='menuitem']"))].filter((one) => one.getClientRects().length);
}

/** Arrows, Home and End go from one to the next; Tab leaves. @param {Table} table @param {KeyboardEvent} event */
function walk(table, event) {
  const all = entries(table);
  const now = all.indexOf(/** @type {HTMLElement} */ (document.activeElement));
  const places = /** @type {Record<string, number>} */ ({ ArrowDown: now + 1, ArrowUp: now - 1, Home: 0, End: -1 });
  const name = keyName(event);
  if (name === "Tab") return closeMenu(table);
  if (!(name in places)) return undefined;
  event.preventDefault();
  event.stopPropagation();
  return all.at(places[name] % all.length)?.focus();
}

// ---------------------------------------------------------------- what is in it

/** Updates the open menu; what had the focus keeps it. @param {Table} table */
export function drawMenu(table) {
  const { parts } = table;
  if (parts.menu.hidden) return;
  const had = document.activeElement instanceof HTMLElement && parts.menu.contains(document.activeElement) ? document.activeElement.dataset.key : "";
  const columns = columnsOf(table).map((groups) => element("div", { class: "rt-menu-column", role: "group" }, ...groups.map(([title, items]) => groupElement(table, title, items))));
  parts.menu.replaceChildren(groupElement(table, "", atHand(table)), ...columns);
  entries(table).at(0)?.setAttribute("tabindex", "0");
  if (had) /** @type {HTMLElement|null} */ (parts.menu.querySelector(`[data-key="${CSS.escape(had)}"]`))?.focus();
}

/** The tools that a phone's bar has no room for. @param {Table} table @returns {Item[]} */
function atHand(table) {
  const log = { label: "Log", key: "menu:log", press: () => openDrawer(table, "log") };
  if (!table.session) return [log];
  const rules = hasRules(table) ? [{ label: "Rules", key: "menu:rules", press: () => openDrawer(table, "rules") }] : [];
  return [{ label: "Undo", key: "menu:undo", off: !table.session.can_undo, press: () => undo(table) }, ...rules, log];
}

/** @param {Table} table @returns {[string, Item[]][][]} two columns of groups; empty ones are left out */
function columnsOf(table) {
  const columns = /** @type {[string, Item[]][][]} */ ([
    [["This match", matchItems(table)], ["Leave", leaveItems(table)]],
    [["Screens", screenItems(table)], ["Hands in windows", windowItems(table)], ["Seeing and hearing", seeingItems(table)], ["Help", helpItems(table)]],
  ]);
  return columns.map((groups) => groups.filter(([, items]) => items.length)).filter((groups) => groups.length);
}

/** @param {Table} table @returns {Item[]} */
function matchItems(table) {
  const { session, send, scene, parts } = table;
  if (!session) return [];
  if (session.in_room) return [{ label: "Somebody else on this device", key: "menu:hand-on", press: () => send({ type: "hand_on" }) }]; // the match is the host's
  const turn = (/** @type {string} */ to) => () => send({ type: "turn", to });
  const { title = "", kinds = [] } = session.drawing ?? {};
  const drawn = kinds.map((kind) => ({ label: `Save ${title}`, name: `Save ${title} as ${kind.slice(1).toUpperCase()}`, beside: kind.slice(1).toUpperCase(), key: `menu:draw:${kind}`, press: () => send({ type: "draw", kind }) }));
  return [
    { label: scene.over ? "The score" : "Score so far", key: "menu:score", keys: "S", beside: session.practice ? "practice match" : "", press: turn("score") },
    { label: "Redo", key: "menu:redo", keys: "Ctrl Y", off: !session.can_redo, press: session.can_redo ? () => redo(table) : undefined },
    { label: "Save as a file", key: "menu:save", press: () => send({ type: "save" }) },
    { label: "Open a file", key: "menu:load", press: () => parts.file.click() },
    ...drawn,
    { label: "New game", key: "menu:new", press: turn("lobby") },
  ];
}

/** @param {Table} table @returns {Item[]} */
function leaveItems({ session }) {
  const way = home();
  if (!way) return [];
  const ways = (session?.ways ?? []).map(([label, href, beside]) => ({ label, key: href, href, beside }));
  return [...ways, { label: "All games", key: "menu:home", href: way, beside: session?.kept ? "this match is kept" : "" }];
}

/** @param {Table} table @returns {Item[]} */
function screenItems(table) {
  if (!fills()) return [];
  return [
    { label: isFull(table) ? "Leave full screen" : "Full screen", key: "menu:full", keys: "F", press: () => switchFullScreen(table) },
    { label: "Show it on a projector", key: "menu:projector", keys: "P", press: () => toProjector(table) },
  ];
}

/** Large type on the whole screen, or neither. @param {Table} table */
export function toProjector(table) {
  const full = isFull(table);
  switchSize(table, !full);
  if (full === Boolean(document.fullscreenElement)) switchFullScreen(table);
}

/** Links that open the hands of people, each for whoever sits there. @param {Table} table @returns {Item[]} */
function windowItems({ session, send }) {
  return (session?.windows ?? []).map(({ seat, name, url, status }) => {
    const key = `menu:window:${seat}`;
    if (url) return { label: `Hand of ${name}`, name: `Open the hand of ${name}`, key, href: url, beside: status };
    return { label: `New window for ${name}`, key, beside: status, press: () => send({ type: "window", seat }) };
  });
}

/** @param {Table} table @returns {Item[]} */
function seeingItems(table) {
  const large = table.parts.root.classList.contains("rt-projector");
  const still = wantsStill();
  return [
    ...paceItems(table),
    { label: "Larger type", key: "menu:large", on: large, press: () => switchSize(table, !large) },
    { label: "Choices as a list", key: "menu:list", on: table.listed, press: () => table.showList(!table.listed) },
    { label: "Less motion", key: "menu:still", on: still, press: () => switchStill(table, !still) },
  ];
}

/** @param {Table} table @param {boolean} large */
function switchSize(table, large) {
  keepLargeType(large);
  table.parts.root.classList.toggle("rt-projector", large);
}

/** @param {Table} table @param {boolean} still */
function switchStill(table, still) {
  keepStill(still);
  table.parts.root.classList.toggle("rt-still", still);
}

/** @param {Table} table @returns {Item[]} */
function helpItems(table) {
  const { scene, session, send, parts } = table;
  const about = /** @type {HTMLDialogElement|null} */ (document.querySelector("dialog.workbench-about"));
  const rules = hasRules(table) ? [{ label: "How to play", key: "menu:how", beside: "half a page", press: () => table.showHowTo() }] : [];
  const graphs = session && !session.in_room ? [{ label: "How the game goes", key: "menu:graphs", press: () => send({ type: "turn", to: "graphs" }) }] : [];
  const page = about ? [{ label: "About this page", key: "menu:about", press: () => about.showModal() }] : [];
  const says = scene.choices.some(({ aside }) => aside) ? [{ label: "Say something", key: "menu:say", press: () => showAsides(parts) }] : [];
  return [...showItems(table), ...rules, ...graphs, ...page, ...says];
}

/** A turn that a bot plays for me, a hint, and what just happened. @param {Table} table @returns {Item[]} */
function showItems({ session, send }) {
  const { turn = false, hint = false, round = false } = session?.shows ?? {};
  const way = (/** @type {string} */ to) => () => send({ type: "way", to });
  const shown = [{ label: "Show me a turn", key: "menu:turn", beside: "a bot plays it", press: way("turn") }];
  const hinted = [{ label: "Give me a hint", key: "menu:hint", beside: "it looks ahead", press: way("hint") }];
  const again = [{ label: "See the last round again", key: "menu:round", press: way("round") }];
  return [...(turn ? shown : []), ...(hint ? hinted : []), ...(round ? again : [])];
}

/** How fast bots play: each press chooses the next pace. @param {Table} table @returns {Item[]} */
function paceItems({ session, send }) {
  const paces = session?.paces ?? [];
  const now = paces.findIndex(([seconds]) => seconds === session?.pace);
  const number = (now + 1) % paces.length;
  return paces.length ? [{ label: "Bots play", key: "menu:pace", beside: paces[now]?.[1] ?? "", stays: true, press: () => send({ type: "pace", number }) }] : [];
}

/** @param {Record<string, HTMLElement>} parts */
function showAsides(parts) {
  parts.asides.hidden = false;
  parts.asides.querySelector("button")?.focus();
}

/** What may be said beside the game; it stays open while somebody speaks. @param {Table} table */
export function drawAsides(table) {
  const { scene, parts } = table;
  const phrases = scene.choices.filter((choice) => choice.aside);
  if (!phrases.length) parts.asides.hidden = true;
  parts.asides.replaceChildren(...grouped(table, phrases, "aside:"));
}

// ---------------------------------------------------------------- how it looks

/** @param {Table} table @param {string} title @param {Item[]} items */
function groupElement(table, title, items) {
  const heading = title ? element("span", { class: "rt-menu-title", "aria-hidden": "true" }, title) : null;
  return element("div", { class: title ? "rt-menu-group" : "rt-at-hand", role: "group", "aria-label": title || "Tools" }, heading, ...items.map((item) => itemElement(table, item)));
}

/** @param {Table} table @param {Item} item */
function itemElement(table, item) {
  const { label, key, keys = "", beside = keys, on, href, name, off } = item;
  const isSwitch = on !== undefined;
  const state = isSwitch ? (on ? "on" : "off") : beside || keys;
  const named = { class: "rt-menu-item", role: isSwitch ? "menuitemcheckbox" : "menuitem", tabindex: -1, "data-key": key, "aria-checked": isSwitch ? String(on) : null, "aria-disabled": off ? "true" : null, "aria-label": name ?? null };
  const inside = [element("span", {}, label), state ? element("i", { "aria-hidden": isSwitch || state === keys ? "true" : null }, state) : null];
  if (href) return linkElement(table, named, href, inside);
  const made = element("button", { type: "button", ...named, "aria-keyshortcuts": keys ? keys.replace("Ctrl ", "Control+") : null }, ...inside);
  made.addEventListener("click", () => pressed(table, item));
  return made;
}

/** @param {Table} table @param {Item} item */
function pressed(table, { on, stays, press }) {
  if (!press) return;
  if (on !== undefined || stays) { // a switch: the menu stays open
    press();
    return drawMenu(table);
  }
  closeMenu(table);
  press();
}

/** A link; one to elsewhere opens its own window. @param {Table} table @param {Record<string, any>} named @param {string} href @param {(HTMLElement|null)[]} inside */
function linkElement(table, named, href, inside) {
  const elsewhere = /^https?:/.test(href) ? { target: "_blank", rel: "noopener noreferrer" } : { target: "_self" };
  const made = element("a", { href, ...elsewhere, ...named }, ...inside);
  made.addEventListener("click", () => setTimeout(() => closeMenu(table)));
  return made;
}

/** The field that asks for a file; it is outside the menu, hidden. @param {Table} table */
export function fileField(table) {
  const input = /** @type {HTMLInputElement} */ (element("input", { type: "file", accept: ".json,application/json", class: "rt-file", hidden: true, "aria-label": "A saved match" }));
  input.addEventListener("change", () => upload(table, input));
  return input;
}
