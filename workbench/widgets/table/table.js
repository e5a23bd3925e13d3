/**
 * Draws a Scene and reports what a person does on it.
 *
 * In a notebook it is an anywidget; on a seat's own page a small model object replaces the notebook's. Every text comes
 * from the scene and enters the page as a text node, never as markup. The parts of the table, in the order in which
 * they are read: prompt.js, layouts.js (hand), centre.js, people.js, bar.js with menu.js, drawer.js with log.js and
 * rulebook.js, desk.js; list.js offers the same choices in words, enlarged.js shows one card large, cover.js lies over
 * all.
 *
 * @typedef {import("./scene.js").Choice} Choice
 * @typedef {import("./scene.js").Scene} Scene
 * @typedef {import("./scene.js").SceneZone} SceneZone
 * @typedef {import("./scene.js").SeatPanel} SeatPanel
 * @typedef {{seat: number, title: string, button: string}} Cover
 * @typedef {{get(name: string): any, on(event: string, listener: Function): void,
 *   off?(event: string, listener: Function): void, set?(values: object): void, send(message: object): void}} Model
 * @typedef {{notice: string, cover: Cover|null, answer?: import("./weighing.js").Answer, session?: import("./session.js").State|null,
 *   rules?: import("./rulebook.js").Page|null, opened?: string}} More
 * @typedef {{scene: Scene, more: More, send: (message: object) => void, parts: Record<string, HTMLElement>,
 *   on: Map<string, Choice[]>, may: number, pointed: number|null, using: string, reason: string, listed: boolean,
 *   drawer: import("./drawer.js").Which, from: string, heard: number|null, round: number|null, sought: string, noted: string, drawn: Scene|null, picked: Set<string>, extras: Map<string, number>, opened: Map<string, string>,
 *   log: string[],
 *   panels: SeatPanel[], seen: Set<string>, turning: string, turned: number, large: string, greeting: boolean,
 *   answer: import("./weighing.js").Answer, weighed: string, weighing: number, refresh: () => void,
 *   session: import("./session.js").State|null, rules: import("./rulebook.js").Page|null, book: import("./rulebook.js").Rulebook, above: string,
 *   showList: (listed: boolean) => void, shut: () => void, stop: () => void, showHowTo: () => void, refuse: (reason: string) => void}} Table
 */

import { changed } from "../differences.js";
import { element, plainButton } from "../elements.js";
import { learnEmblems } from "../emblems.js";
import { wantsLargeType } from "../large_type.js";
import { barElement, drawTools, phaseElements } from "./bar.js";
import { drawCentre, matBody } from "./centre.js";
import { drawMark, markElement } from "./coach.js";
import { drawCover, drawNothing, isCovered, noteLifting } from "./cover.js";
import { deskElement, drawDesk } from "./desk.js";
import { watchDrags } from "./dragging.js";
import { closeDrawer, drawDrawer, openDrawer } from "./drawer.js";
import { drawEnlarged, largePart, watchCards } from "./enlarged.js";
import { watchFullScreen } from "./full_screen.js";
import { standingsElement } from "./groups.js";
import { handBody, listingElement, lyingElsewhere, paperBody, pileBody, rowBody, tokensBody, zoneElement } from "./layouts.js";
import { drawList, keepList, wantsList } from "./list.js";
import { drawStory, logPanel, showLog } from "./log.js";
import { drawAsides, drawMenu, fileField, menuElements, watchPresses } from "./menu.js";
import { moving } from "./motion.js";
import { drawPeople, ownBanner } from "./people.js";
import { choicesOn, startPicks } from "./picking.js";
import { onceLetGo } from "../pressing.js";
import { drawAsk, drawReady, drawWords } from "./prompt.js";
import { comingReveal, drawReveal, forgetReveals, keptKey } from "./reveal.js";
import { keepingFocus, roving } from "./roving.js";
import { choose as chooseRules, citedRule, closedBook, goToRule, rulebookPanel } from "./rulebook.js";
import { isSquare, zonesBefore, zonesIn } from "./scene.js";
import { tieTable } from "./session.js";
import { listen } from "./shortcuts.js";
import { wantsStill } from "./stillness.js";
import { weigh } from "./weighing.js";

/** @type {WeakMap<HTMLElement, Table>} */
const tables = new WeakMap();
let tableCount = 0;

const OPEN = ["tokens", "counts", "groups"]; // layouts of what lies open before me, not in my hand
const MARGIN = 24; // pixels around a cell of a notebook
const NEXT = ".rt-cover button, .rt-ask :is([data-action], [data-key^='reveal'])[tabindex='0']:not(:disabled), .rt-own button[tabindex='0'], .rt-frame [data-action][tabindex='0']";

// ---------------------------------------------------------------- the frame

/** The lasting frame of a table; live regions must outlive a redraw to be read aloud. @param {HTMLElement} root */
function makeParts(root) {
  root.id = root.id || `rt-table-${(tableCount += 1)}`;
  root.classList.add("rt-table");
  const part = (/** @type {string} */ tag, /** @type {string} */ name, attributes = {}) =>
    element(tag, { class: `rt-${name}`, ...attributes });
  /** @type {Record<string, HTMLElement>} */
  const parts = {
    root,
    title: part("h2", "heading"),
    phases: part("ol", "phases", { "aria-label": "Phases" }),
    steps: part("ol", "act-steps", { "aria-label": "Steps" }),
    ready: part("ul", "asked", { "aria-label": "Who has chosen" }),
    message: part("p", "message", { role: "status", tabindex: -1 }),
    hint: part("p", "small-line", { "aria-live": "polite" }),
    picked: part("p", "picked", { role: "status" }),
    notice: part("p", "notice", { role: "alert" }),
    cover: part("div", "cover"),
    own: part("div", "own"),
    self: part("div", "self"),
    round: part("div", "round"),
    list: part("div", "list", { role: "region", "aria-label": "As a list", tabindex: 0 }),
    passing: part("div", "passing"),
    ask: part("div", "ask", { role: "region", "aria-label": "Your move" }),
    seats: part("ul", "seats", { "aria-label": "Seats" }),
    piles: part("div", "piles"),
    leaving: part("p", "leaving", { role: "status" }),
    log: part("div", "log-lines", { role: "log", "aria-label": "Log", tabindex: 0 }),
    large: largePart(() => /** @type {Table} */ (tables.get(root))),
  };
  return parts;
}

/** Puts the parts where they belong, in the order in which they are read. @param {Table} table */
function arrange(table) {
  const { parts } = table;
  const words = element("div", { class: "rt-words" }, parts.steps, parts.message, parts.hint, parts.picked, parts.notice);
  parts.prompt = element("div", { class: "rt-prompt" }, parts.passing, words, parts.ready, parts.ask);
  const field = element("div", { class: "rt-field" }, parts.round, parts.list);
  parts.bar = barElement(table);
  parts.panel = logPanel(table);
  parts.rulebook = rulebookPanel(table);
  parts.file = fileField(table);
  const beside = [parts.bar, ...menuElements(table), parts.panel, parts.rulebook, parts.file];
  parts.frame = element("div", { class: "rt-frame" }, parts.cover, parts.prompt, parts.own, parts.self, field, parts.seats, parts.piles, ...beside);
  parts.desk = deskElement(table);
  parts.frame.append(markElement(table));
  parts.root.replaceChildren(parts.frame, parts.large);
  parts.root.after(parts.desk);
  parts.root.classList.toggle("rt-projector", wantsLargeType());
  parts.root.classList.toggle("rt-still", wantsStill());
  watchCards(table);
  watchDrags(table);
}

/** The unit of the stage: a hundredth of its height at 16:9; on a tall stage, the parts lie as on a phone. @param {Table} table */
function measure({ parts: { root, desk, bar } }) {
  const { clientWidth: wide, clientHeight: high } = root;
  if (!wide || !high) return;
  const upright = wide < high * 1.05;
  const unit = upright ? Math.min(wide / 48, high / 98.7) : Math.min(high / 100, wide / 177.8);
  const stage = /** @type {HTMLElement|null} */ (root.closest(".rt-stage"));
  for (const part of [root, desk, stage]) part?.style.setProperty("--unit", `${unit.toFixed(3)}px`);
  for (const part of [root, desk, stage]) part?.classList.toggle("rt-phone", upright);
  root.classList.toggle("rt-boxy", !upright && wide < 1.5 * high);
  for (const part of [root, desk, stage]) part?.style.setProperty("--bar", `${bar.offsetHeight}px`);
}

// ---------------------------------------------------------------- drawing

/** My hand, what lies open before me, and the piles. @param {Table} table */
function drawZones(table) {
  const { scene, parts } = table;
  const mine = zonesIn(scene, "mine");
  const held = mine.filter(({ layout }) => !OPEN.includes(layout));
  const hands = held.map((zone) => {
    const hand = zone.layout === "hand";
    return zoneElement(table, zone, hand ? handBody(table, zone, lyingElsewhere(table, zone)) : rowBody(table, zone), held.length > 1 && !hand);
  });
  const before = scene.seat === null ? [] : zonesBefore(scene, "people", scene.seat);
  const played = scene.over ? [] : before.filter(({ layout, cards }) => layout === "places" && cards.some(({ face_down: down }) => !down));
  hands.unshift(...played.map((zone) => zoneElement(table, { ...zone, title: "You have played this." }, rowBody(table, zone), true)));
  const open = [...mine.filter(({ layout }) => OPEN.includes(layout)), ...before.filter((zone) => !played.includes(zone))].map((zone) => tokensBody(table, zone));
  parts.own.replaceChildren(...hands);
  parts.own.hidden = !hands.length;
  parts.self.replaceChildren(...[ownBanner(table, scene.seats), ...open].filter((part) => part !== null));
  parts.piles.replaceChildren(...zonesIn(scene, "piles").map((zone) => (zone.listing ? listingElement(table, zone) : besideElement(table, zone))));
  drawCentre(table);
  parts.passing.replaceChildren(...zonesIn(scene, "prompt").map((zone) => (zone.layout === "tally" ? standingsElement(scene, zone.groups[0]) : zoneElement(table, zone, zone.layout === "mat" ? matBody(table, zone, "rt-token") : tokensBody(table, zone)))));
  drawPeople(table, scene.seats);
  roving(parts.seats);
}

/** A pile, tokens, or lines to be read, beside the table. @param {Table} table @param {SceneZone} zone */
function besideElement(table, zone) {
  if (zone.layout === "paper") return zoneElement(table, zone, paperBody(zone), true);
  return zoneElement(table, zone, zone.layout === "pile" ? pileBody(table, zone) : tokensBody(table, zone));
}

/** Marks the thing to look at now. @param {Table} table */
function lookAt({ scene, parts }) {
  const { focus } = scene;
  const ends = focus.startsWith("card:") ? `:${focus.slice("card:".length)}` : "";
  for (const thing of parts.root.querySelectorAll(".rt-frame [data-key]")) {
    const key = /** @type {HTMLElement} */ (thing).dataset.key ?? "";
    if (focus && (key === focus || (ends && key.startsWith("card:") && key.endsWith(ends)))) thing.classList.add("rt-looked-at");
  }
}

/** @param {Table} table */
function drawScene(table) {
  const { scene, parts } = table;
  parts.phases.replaceChildren(...phaseElements(scene));
  table.panels = scene.seats.map((panel) => ({ ...panel, to_act: false, current: false, state: "" }));
  drawCover(table);
  if (isCovered(table)) {
    drawNothing(table);
    parts.message.textContent = scene.message;
  } else {
    drawZones(table);
    drawAsk(table);
    drawWords(table);
    drawReady(table);
    lookAt(table);
    drawList(table);
    drawAsides(table);
  }
  showLog(table);
  drawStory(table);
  drawTools(table);
  drawDrawer(table);
  drawMenu(table);
}

/** @param {Table} table */
function redraw(table) {
  const { scene, parts } = table;
  const reveal = comingReveal(table);
  const shown = reveal || isCovered(table) ? null : scene;
  const travel = moving(parts.root, table.drawn, shown);
  keepingFocus(parts.root, () => drawAll(table, reveal), NEXT, parts.message);
  drawDesk(table, parts.notice.textContent ?? "");
  table.drawn = shown;
  if (table.large) drawEnlarged(table);
  weigh(table);
  travel();
  drawMark(table, Boolean(shown));
}

/** @param {Table} table @param {import("./scene.js").Reveal|null} reveal */
function drawAll(table, reveal) {
  const { scene, more, parts } = table;
  if (parts.title.textContent !== scene.title) parts.title.textContent = scene.title;
  const notice = more.notice || table.reason || table.session?.error || "";
  if (parts.notice.textContent !== notice) parts.notice.textContent = notice;
  parts.notice.hidden = !notice;
  const covered = isCovered(table) && !reveal;
  table.on = reveal || covered ? new Map() : choicesOn(scene, table.using);
  table.may = 0;
  const looks = { "rt-revealing": reveal !== null, "rt-covered": covered, "rt-watching": scene.seat === null && !covered };
  for (const [name, so] of Object.entries(looks)) parts.root.classList.toggle(name, so);
  parts.root.classList.toggle("rt-square", isSquare(scene, reveal ? [reveal.zone] : scene.zones));
  if (reveal) drawReveal(table, reveal);
  else drawScene(table);
  parts.root.classList.toggle("rt-gold-many", table.may > 12);
  parts.root.dataset.asked = String(scene.asked ?? 0);
  parts.root.dataset.over = String(scene.over);
}

/**
 * Draws a scene into `root`; redrawing keeps focus, picks for the same question, and the log.
 * @param {HTMLElement} root
 * @param {Scene} scene
 * @param {(message: object) => void} send
 * @param {Partial<More>} [more] a line about the last act, a cover over the hand, and what an act would lead to
 */
export function draw(root, scene, send, more = {}) {
  onceLetGo(root, () => drawNow(root, scene, send, more));
}

/** @param {HTMLElement} root @param {Scene} scene @param {(message: object) => void} send @param {Partial<More>} more */
function drawNow(root, scene, send, { notice = "", cover = null, answer = {}, session = null, rules = null, opened = "table" }) {
  const known = tables.get(root);
  const before = known?.scene;
  const table = known ?? makeTable(root, scene, send);
  if (before?.reveal && !scene.reveal) forgetReveals(table);
  const another = before && (before.title !== scene.title || before.dealt !== scene.dealt);
  if (another) table.seen.add(scene.reveal?.key ?? ""); // another match: this page came too late for its reveal
  if (before && String(before.arms) !== String(scene.arms)) table.log = []; // its lines have different shields now
  const covered = table.more.cover;
  Object.assign(table, { scene, send, more: { notice, cover }, answer, session, rules, above: opened });
  noteLifting(table, covered);
  if (notice) table.reason = "";
  if (!before || before.asked !== scene.asked || before.seat !== scene.seat) startPicks(table);
  measure(table);
  redraw(table);
}

/**
 * A table that has drawn nothing yet. What its first scene would reveal is past: people arrived too late for it.
 * @param {HTMLElement} root @param {Scene} scene @param {(message: object) => void} send @returns {Table}
 */
function makeTable(root, scene, send) {
  /** @type {Table} */
  const table = {
    scene, send, more: { notice: "", cover: null }, parts: makeParts(root), on: new Map(), may: 0, pointed: null, using: "", reason: "",
    listed: wantsList(), drawer: "", from: "", heard: null, round: null, sought: "", noted: "", drawn: null, picked: new Set(), extras: new Map(), opened: new Map(), log: [], panels: [],
    seen: new Set([scene.reveal?.key ?? "", keptKey()]), turning: "", turned: 0, large: "", greeting: false,
    answer: {}, weighed: "", weighing: 0, session: null, rules: null, book: closedBook(), above: "table",
    refresh: () => redraw(table),
    showList: (listed) => {
      table.listed = listed;
      keepList(listed);
      redraw(table);
    },
    shut: () => closeDrawer(table),
    stop: () => undefined,
    showHowTo: () => {
      table.book.which = "how";
      openDrawer(table, "rules");
    },
    refuse: (reason) => {
      table.reason = reason;
      redraw(table);
    },
  };
  arrange(table);
  tables.set(root, table);
  const sizes = new ResizeObserver(() => {
    measure(table);
    drawMark(table, table.drawn !== null);
  });
  sizes.observe(root);
  const stops = [watchFullScreen(table), listen(table), watchPresses(table), () => sizes.disconnect()];
  table.stop = () => stops.forEach((stop) => stop());
  return table;
}

/**
 * In a notebook the stage is as tall as the room that the window leaves for cells, unless its height was given.
 * @param {HTMLElement} el
 */
function fitNotebook(el) {
  const notebook = el.closest(".jp-WindowedPanel-outer, .jp-NotebookPanel-notebook");
  const stage = /** @type {HTMLElement|null} */ (el.closest(".rt-stage"));
  if (notebook && stage) stage.style.setProperty("--stage", `${notebook.clientHeight - MARGIN}px`);
}

/** Opens the rules at one of them when its number is pressed on the same stage. @param {HTMLElement} el @param {Model} model */
function openCited(el, model) {
  const press = (/** @type {Event} */ event) => {
    const place = /** @type {Node} */ (event.target);
    const stage = el.closest(".rt-stage");
    if (!stage?.contains(place) || (place instanceof Element && place.closest(".rt-rules"))) return;
    const rule = citedRule(event);
    if (rule) model.send({ type: "rule", rule });
  };
  document.addEventListener("click", press);
  return () => document.removeEventListener("click", press);
}

/** @param {HTMLElement} root @param {{rule?: string}} [wanted] none on a page that has no rules */
function openWanted(root, wanted) {
  const table = tables.get(root);
  if (!table || !wanted) return;
  const { rule = "" } = wanted;
  if (table.drawer !== "rules") openDrawer(table, "rules");
  if (rule) goToRule(table, rule);
  else if (table.book.which !== "how") chooseRules(table, "phase");
}

/**
 * Makes the scene from the changes that came, which apply to the one before; a page with another one asks for the
 * whole.
 * @param {Model} model
 */
function followSteps(model) {
  const [step, scene] = [model.get("step"), model.get("scene")];
  const has = scene?.step ?? 0;
  if (!step || has === step.number) return;
  if (has === step.number - 1) model.set?.({ scene: changed(scene, step.changes) });
  else model.send({ type: "whole" });
}

/** What the bar of a match says; nothing for a table that only shows a position. @param {Model} model */
function sessionOf(model) {
  const state = model.get("state");
  return state?.slot === undefined ? null : state;
}

/** @param {{model: Model, el: HTMLElement}} view */
function render({ model, el }) {
  const root = element("div");
  el.append(element("div", { class: "rt-table-place" }, root));
  const fit = () => fitNotebook(el);
  const watcher = new ResizeObserver(fit); // of the root, which reaches the page after it is made
  watcher.observe(root);
  window.addEventListener("resize", fit);
  const send = (/** @type {object} */ message) => model.send(message);
  /** @type {(() => void)|undefined} */
  let untie; // of the thread to the kernel, which begins with the first scene; a room's socket has its own thread
  const show = () => {
    followSteps(model); // here, since a notebook's model announces no change made within "change:step"
    const scene = model.get("scene");
    const cover = model.get("cover");
    if (!scene || !scene.title) return;
    const page = model.get("page");
    draw(root, scene, send, {
      notice: model.get("notice"), cover: cover && cover.title ? cover : null, answer: model.get("answer"),
      session: sessionOf(model), rules: page && page.title ? page : null, opened: model.get("opened"),
    });
    if (sessionOf(model) && model.get("beat")) untie ??= tieTable(/** @type {any} */ (model), /** @type {Table} */ (tables.get(root)).parts.lost, () => undefined);
  };
  const go = () => openWanted(root, model.get("wanted"));
  const deaf = openCited(el, model);
  model.on("change", show);
  model.on("change:wanted", go);
  show();
  return () => {
    untie?.();
    tables.get(root)?.stop();
    deaf();
    watcher.disconnect();
    window.removeEventListener("resize", fit);
    model.off?.("change", show);
    model.off?.("change:wanted", go);
  };
}

/** Learns the emblems that the model brings, before any view draws them. @param {{model: Model}} given */
function initialize({ model }) {
  const learn = () => learnEmblems(model.get("emblems") ?? {});
  model.on("change:emblems", learn);
  learn();
  return () => model.off?.("change:emblems", learn);
}

export default { initialize, render };
