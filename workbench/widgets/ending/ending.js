/**
 * The end of a game: who won and by what, people by place, what the score is made of, when it turned, and what comes
 * next.
 *
 * Beside a table, it covers the table once the match is over and the last reveal has been turned; alone, as on a tab,
 * it shows what can be told so far. In large type, or on a public screen, it is for a wall: who won and who led what,
 * the rest one press away. Python says what is told; every text enters the page as a text node.
 *
 * @typedef {{get: (name: string) => any, send: (message: object) => void, on: (event: string, f: () => void) => void,
 *   off: (event: string, f: () => void) => void}} Model
 * @typedef {{seat: number, name: string, won: boolean, place: string, depth: number, field: string, charge: string,
 *   emblem: string, lines: [string, string, string][]}} Banner
 * @typedef {{title: string, colour: string, emblem: string}} Column
 * @typedef {{seat: number, name: string, won: boolean, cells: [number, boolean][], figures: number[]}} Row
 * @typedef {{heading: string, note: string, marked: string, columns: Column[], figures: string[], rows: Row[]}} Sheet
 * @typedef {{name: string, points: number, bonus: boolean, why: string, emblem: string}} Block
 * @typedef {Column & {led: boolean, blocks: Block[], times: number, points: number, sum: number}} SourceRow
 * @typedef {{seat: number, name: string, total: number, rows: SourceRow[]}} Source
 * @typedef {{over: boolean, game: string, about: string, title: string, by: [string, boolean][], banners: Banner[],
 *   sheet: Sheet|null, sources: Source[], outcomes: {seat: number, name: string, lines: string[]}[],
 *   shields: string[], emblems: Record<string, string>, studio: string, replay: string}} Result
 * @typedef {{rows: {seat: number, name: string, won: boolean, turns: number[]}[], first: number, words: string, how?: string}} Turns
 * @typedef {{ahead: Turns|null, expected: Turns|null, changes: {turn: number, title: string, text: string}[],
 *   turning: {turn: number, title: string, text: string, rule: string}[], decided: string[],
 *   why_not: {seat: number, name: string, text: string}[]}} Story
 * @typedef {{model: Model, root: HTMLElement, whose: number, looking: boolean, result: Result, story: Story|null}} Ending
 */

import { element, plainButton } from "../elements.js";

const SVG = "http://www.w3.org/2000/svg";
const EMBLEM = 192; // the side of the square that an emblem lies in
const MANY_LETTERS = 44; // in a heading that has to be smaller
const MANY_WORDS = 160; // letters in a sentence that has to be smaller
const ROOM = 12; // points that fill the width of a row of blocks
const LONG_NAME = 9; // letters from which a name takes two lines
const LETTER = 0.15; // width of a letter of a card's name, as a share of a point's width
const MARGIN = 0.66; // the same for a block's emblem and edges
const ALONE = 2; // what the story says of a turn that somebody led alone

/** An emblem by its name. @param {Ending} ending @param {string} name @param {string} [look] */
function emblem({ result }, name, look = "wb-emblem") {
  const made = document.createElementNS(SVG, "svg");
  const shape = document.createElementNS(SVG, "path");
  for (const [key, value] of [["class", look], ["viewBox", `0 0 ${EMBLEM} ${EMBLEM}`], ["aria-hidden", "true"]]) made.setAttribute(key, value);
  for (const [key, value] of [["d", result.emblems[name] ?? ""], ["fill", "currentColor"], ["fill-rule", "evenodd"]]) shape.setAttribute(key, value);
  made.append(shape);
  return made;
}

/** @param {Ending} ending @param {number} seat */
function shield({ result }, seat) {
  return element("img", { class: "wb-shield", src: result.shields[seat], alt: "" });
}

/** The look of a name that takes two lines. @param {string} name */
function longName(name) {
  return name.length >= LONG_NAME ? "wb-long-name" : null;
}

/** Words for screen readers only. @param {string} words */
function unseen(words) {
  return element("span", { class: "wb-unseen" }, words);
}

// ---------------------------------------------------------------- the head

/** @param {Ending} ending */
function head(ending) {
  const { result } = ending;
  const look = plainButton("See the table", { class: "wb-link wb-look" }, () => lookAtTable(ending, true));
  const about = element("p", { class: "wb-about" }, element("b", {}, result.game), element("span", {}, result.about), look, ...files(ending));
  const by = result.by.map(([words, strong]) => element(strong ? "b" : "span", {}, words));
  const told = result.by.reduce((letters, [words]) => letters + words.length, 0) > MANY_WORDS ? "wb-by wb-many-words" : "wb-by";
  const many = result.title.length > MANY_LETTERS ? " wb-many-words" : "";
  const title = element("h2", { class: `wb-title${many}`, tabindex: -1 }, result.title);
  const won = element("div", { class: "wb-won" }, element("div", { role: "status" }, title, element("p", { class: told }, ...by)), acts(ending));
  return element("section", { class: "wb-end-head wb-hall", "aria-label": result.over ? "How it ended" : "How it stands" }, about, won, podium(ending));
}

/** The sheet as a file: only once the match is over. @param {Ending} ending */
function files({ model, result }) {
  if (!result.over) return [];
  return ["csv", "xlsx"].map((kind) => plainButton(kind.toUpperCase(), { class: "wb-link wb-file", "aria-label": `The sheet as ${kind.toUpperCase()}`, title: "Scores and acts for a spreadsheet" }, () => model.send({ type: "sheet", kind })));
}

/** What to do next: only once the match is over. @param {Ending} ending */
function acts({ model, result, root }) {
  if (!result.over) return null;
  const press = (/** @type {string} */ words, /** @type {string} */ type, /** @type {string} */ look) => plainButton(words, { class: `wb-button ${look}`, "data-act": type }, () => model.send({ type }));
  const way = (/** @type {string} */ words, /** @type {string} */ href) => (href && !root.closest(".rt-studio") ? element("a", { class: "wb-button", href, target: "_self" }, words) : null);
  const all = plainButton("How it came to this", { class: "wb-button wb-how-it-came" }, () => showAll(root));
  return element("p", { class: "wb-acts" }, press("Play again", "play_again", "wb-main"), all, press("New game", "new_game", "wb-big"), way("Replay", result.replay), way("Open in the studio", result.studio), press("Save", "save", ""));
}

/** On a wall, shows the rest of the page and goes there. @param {HTMLElement} root */
function showAll(root) {
  root.classList.add("wb-all");
  const came = /** @type {HTMLElement|null} */ (root.querySelector(".wb-right"));
  came?.focus({ preventScroll: true });
  came?.scrollIntoView({ block: "nearest" });
}

/** @param {Ending} ending */
function podium(ending) {
  const items = ending.result.banners.map((one) => {
    const lines = one.lines.map(([figure, words, short]) => element("p", {}, figure ? element("b", {}, figure) : null, figure ? " " : null, element("span", { class: short ? "wb-long" : null }, words), short ? element("span", { class: "wb-short", "aria-hidden": "true" }, short) : null));
    const cloth = element("div", { class: "wb-cloth" }, emblem(ending, one.emblem, "wb-charge"), element("b", { class: one.name.length >= LONG_NAME ? "wb-called wb-long-called" : "wb-called" }, element("span", {}, one.name)), ...lines);
    const place = one.place ? element("span", { class: "wb-place" }, one.place) : null;
    return element("li", { class: one.won ? "wb-winner" : null }, element("div", { class: `wb-banner wb-${one.field} wb-on-${one.charge} wb-depth-${one.depth}`, title: one.name }, cloth), place);
  });
  return element("ol", { class: "wb-podium", "aria-label": "Places" }, ...items);
}

// ---------------------------------------------------------------- who led what

/** @param {Ending} ending */
function sheetPart(ending) {
  const { sheet } = ending.result;
  if (!sheet) return null;
  const tops = sheet.columns.map(({ title, colour, emblem: sign }) => {
    const mark = element("span", { class: "wb-mark-of", style: `--c:${colour}` }, sign ? emblem(ending, sign) : null);
    return element("th", { scope: "col" }, sign ? mark : null, element("span", { class: sign ? "wb-column" : "wb-column wb-only" }, title));
  });
  const sums = sheet.figures.map((words) => element("th", { scope: "col", class: "wb-sum" }, words));
  const top = element("tr", {}, element("th", { class: "wb-who", scope: "col" }, unseen("Player")), ...tops, ...sums);
  const body = sheet.rows.map((row) => sheetRow(ending, sheet, row));
  const table = element("table", { class: "wb-sheet" }, element("caption", { class: "wb-unseen" }, sheet.heading), element("thead", {}, top), element("tbody", {}, ...body));
  return part("led", sheet.heading, sheet.note, element("div", { class: "wb-scrolls", tabindex: 0, role: "group", "aria-label": sheet.heading }, table));
}

/** @param {Ending} ending @param {Sheet} sheet @param {Row} row */
function sheetRow(ending, sheet, row) {
  const cells = row.cells.map(([points, led], number) => {
    const look = led ? "wb-led" : points ? null : "wb-nil";
    return element("td", { class: look, style: led ? `--c:${sheet.columns[number].colour}` : null }, points || led ? String(points) : "·", led ? unseen(` ${sheet.marked}`) : null);
  });
  const figures = row.figures.map((points, number) => element("td", { class: "wb-sum" }, number ? String(points) : element("b", {}, String(points))));
  const name = element("th", { scope: "row", class: row.won ? "wb-who wb-won-it" : "wb-who" }, shield(ending, row.seat), element("span", { class: longName(row.name), title: row.name }, row.name));
  return element("tr", {}, name, ...cells, ...figures);
}

/** A part of the page with its heading. @param {string} key @param {string} title @param {string} words @param {...(Node|null)} inside */
function part(key, title, words, ...inside) {
  const note = words ? element("p", { class: "wb-soft wb-how" }, words) : null;
  return element("section", { class: `wb-part wb-part-${key}`, "aria-label": title }, element("h3", {}, title), note, ...inside);
}

// ---------------------------------------------------------------- where the points came from

/** @param {Ending} ending */
function sourcesPart(ending) {
  const { sources } = ending.result;
  if (!sources.length) return null;
  const chosen = sources.find(({ seat }) => seat === ending.whose) ?? sources[0];
  const choose = (/** @type {Source} */ one) => () => {
    ending.whose = one.seat;
    const old = ending.root.querySelector(".wb-part-from");
    old?.replaceWith(/** @type {Node} */ (sourcesPart(ending)));
    /** @type {HTMLElement|null} */ (ending.root.querySelector(`[data-whose="${one.seat}"]`))?.focus();
  };
  const buttons = sources.map((one) => plainButton(one.name, { "aria-pressed": String(one === chosen), "data-whose": one.seat }, choose(one)));
  const tabs = element("p", { class: "wb-whose", role: "group", "aria-label": "Whose points" }, ...buttons);
  return part("from", "Where the points came from", "", tabs, sourceTable(ending, chosen));
}

/** @param {Ending} ending @param {Source} source */
function sourceTable(ending, { name, total, rows }) {
  const marked = ending.result.sheet?.marked ?? "most";
  const bonuses = rows.some(({ blocks }) => blocks.some(({ bonus }) => bonus));
  const key = (/** @type {string} */ look, /** @type {string} */ words, inside = "") => element("span", {}, element("i", { class: `wb-block ${look}` }, inside), ` ${words} `);
  const keys = [key("wb-of-led", marked), key("wb-of-other", `not ${marked}`), bonuses ? key("wb-bonus", "a bonus", "+1") : null];
  const top = element("tr", {}, element("td", {}), element("td", { class: "wb-keys" }, ...keys), element("th", { scope: "col", class: "wb-points" }, "points"), element("th", { scope: "col", class: "wb-running" }, "sum"));
  const body = rows.map((row) => {
    const most = Math.max(ROOM, ...rows.map(({ blocks }) => blocks.reduce((all, { points }) => all + Math.abs(points), 0)));
    const times = row.times > 1 ? element("span", { class: "wb-times" }, `× ${row.times}`) : null;
    const blocks = element("div", { class: "wb-blocks", style: `--most:${most}` }, ...row.blocks.map((one) => block(ending, one, ROOM / most)), times);
    const name = element("th", { scope: "row" }, row.title, row.led ? unseen(`, ${marked}`) : null);
    return element("tr", { class: row.led ? "wb-is-led" : null, style: `--c:${row.colour}` }, name, element("td", {}, blocks), element("td", { class: "wb-points" }, String(row.points)), element("td", { class: "wb-running" }, String(row.sum)));
  });
  const caption = element("caption", { class: "wb-unseen" }, `${name}: ${total} points, and the cards that they came from`);
  return element("table", { class: "wb-from" }, caption, element("thead", {}, top), element("tbody", {}, ...body));
}

/** Whether a name fits on two lines of a block without breaking a word. @param {string} name @param {number} width in points */
function isRoomFor(name, width) {
  const letters = (width - MARGIN) / LETTER;
  return name.length <= 2 * letters && name.split(" ").every((word) => word.length <= letters);
}

/** What a block shows: emblem and name as there is room. @param {Ending} ending @param {string} name @param {string} sign @param {number} width in points */
function given(ending, name, sign, width) {
  return [sign ? emblem(ending, sign) : null, !sign || (width > 1 && isRoomFor(name, width)) ? element("b", {}, name) : null].filter((one) => one !== null);
}

/** The same if it takes points: how many it takes. @param {Ending} ending @param {number} points @param {string} sign */
function taken(ending, points, sign) {
  return [sign ? emblem(ending, sign) : null, element("b", { class: "wb-less" }, String(points))].filter((one) => one !== null);
}

/** @param {Ending} ending @param {Block} block @param {number} scale how much narrower a point is where a row has many */
function block(ending, { name, points, bonus, why, emblem: sign }, scale) {
  const look = `wb-block${bonus ? " wb-bonus" : points > 1 ? " wb-wide" : ""}`;
  const inside = bonus ? [element("b", {}, `+${points}`)] : points < 0 ? taken(ending, points, -points * scale > 1 ? sign : "") : given(ending, name, sign, points * scale);
  for (const one of inside) one.setAttribute("aria-hidden", "true");
  return element("span", { class: look, style: `--p:${Math.abs(points)}`, title: `${why}: ${points}` }, ...inside, unseen(`${why}: ${points}; `));
}

// ---------------------------------------------------------------- what became of each, and the story

/** @param {Ending} ending @param {string} key @param {string} title @param {{seat: number, name: string, text: string}[]} people */
function peoplePart(ending, key, title, people) {
  if (!people.length) return null;
  const items = people.map(({ seat, name, text }) => element("li", {}, shield(ending, seat), element("p", {}, element("b", {}, name), ` ${text}`)));
  return part(key, title, "", element("ul", { class: "wb-people-said" }, ...items));
}

/**
 * A row of cells for each seat, a cell for each turn; turning points are numbered below.
 * @param {Ending} ending @param {Story} story @param {Turns} told @param {(figure: number, name: string, turn: number) => HTMLElement} cell
 */
function ribbon({ result }, story, { rows, first, words }, cell) {
  const fields = new Map(result.banners.map(({ seat, field }) => [seat, field]));
  const marks = new Map(story.turning.map(({ turn }, number) => [turn - first, number + 1]));
  const turns = rows[0].turns.length;
  const drawn = rows.map(({ seat, name, won, turns: figures }) => {
    const cells = figures.map((figure, turn) => {
      const made = cell(figure, name, turn + first);
      made.classList.toggle("wb-marked", marks.has(turn));
      return made;
    });
    return element("div", { class: `wb-turns wb-${fields.get(seat) ?? "sable"}` }, element("b", { class: won ? "wb-won-it" : null, title: name }, element("span", { class: longName(name) }, name)), ...cells);
  });
  const numbers = Array.from({ length: turns }, (_, turn) => element("i", {}, marks.has(turn) ? element("span", { class: "wb-number-of" }, String(marks.get(turn))) : null));
  const foot = element("div", { class: "wb-turns wb-numbers" }, element("span", { class: "wb-soft" }, "turn"), ...numbers);
  return element("div", { class: "wb-ribbon", role: "img", "aria-label": words, style: `--turns:${turns}` }, ...drawn, foot);
}

/** @param {Ending} ending */
function aheadPart(ending) {
  const { story } = ending;
  if (!story?.ahead) return null;
  const picture = ribbon(ending, story, story.ahead, (how) => element("i", { class: how === ALONE ? "wb-alone" : how ? "wb-with" : null }));
  const key = element("p", { class: "wb-soft wb-key" }, element("i", { class: "wb-alone" }), "alone", element("i", { class: "wb-with" }), "with others");
  return part("ahead", "Who was ahead", "", key, picture, story.expected ? null : turningPoints(story), leadChanges(story));
}

/** Every turn in which the leaders changed, and what they did in it, folded. @param {Story} story */
function leadChanges({ changes }) {
  if (!changes.length) return null;
  const items = changes.map(({ turn, title, text }) => element("li", {}, element("b", {}, title), element("span", { class: "wb-soft" }, ` turn ${turn} `), text));
  return element("details", { class: "wb-changes-of" }, element("summary", {}, `Every change of the lead (${changes.length})`), element("ul", {}, ...items));
}

/** Who would have won if bots had played on: each cell is filled according to the share. @param {Ending} ending */
function expectedPart(ending) {
  const { story } = ending;
  if (!story?.expected) return null;
  const { expected } = story;
  const picture = ribbon(ending, story, expected, (share, name, turn) => element("i", { class: "wb-share", style: `--s:${Math.round(100 * share)}%`, title: `${turn ? `Turn ${turn}` : "At the beginning"}: ${name} ${Math.round(100 * share)} of 100` }));
  return part("expected", "Who was expected to win", expected.how ?? "", picture, turningPoints(story));
}

/** @param {Story} story */
function turningPoints({ turning }) {
  const points = turning.map(({ turn, title, text, rule }, number) =>
    element("li", {}, element("span", { class: "wb-number-of", "aria-hidden": "true" }, String(number + 1)), element("div", { title: `Chosen as ${rule}` }, element("h4", {}, title, " ", element("span", { class: "wb-soft" }, `turn ${turn}`)), element("p", {}, text))),
  );
  return points.length ? element("ol", { class: "wb-turning" }, ...points) : null;
}

/** @param {Ending} ending */
function storyParts(ending) {
  const { story } = ending;
  if (!story) return [];
  const decided = story.decided.length ? part("decided", "What decided it", "", ...story.decided.map((words) => element("p", {}, words))) : null;
  return [aheadPart(ending), expectedPart(ending), decided, ending.result.outcomes.length ? null : peoplePart(ending, "why", "Why not the others?", story.why_not)];
}

// ---------------------------------------------------------------- drawing

/** @param {Ending} ending */
function draw(ending) {
  const { root, result } = ending;
  if (!result.title) return root.replaceChildren();
  const came = result.outcomes.map(({ seat, name, lines }) => ({ seat, name, text: lines.join(" ") }));
  const left = [sheetPart(ending), sourcesPart(ending), peoplePart(ending, "came", "What each has come to", came)].filter((one) => one !== null);
  const right = storyParts(ending).filter((one) => one !== null);
  const columns = element("div", { class: "wb-end-columns" }, element("div", { class: "wb-left" }, ...left), element("div", { class: "wb-right", tabindex: -1 }, ...right));
  const back = plainButton("How it ended", { class: "wb-button wb-main wb-back" }, () => lookAtTable(ending, false));
  root.replaceChildren(back, element("div", { class: "wb-end-page" }, head(ending), columns));
}

/** Shows what came later without redrawing the rest. @param {Ending} ending */
function drawStory(ending) {
  const right = ending.root.querySelector(".wb-right");
  right?.replaceChildren(...storyParts(ending).filter((one) => one !== null));
}

// ---------------------------------------------------------------- in the table's place

/** Folds the ending away to show the table, or unfolds it. @param {Ending} ending @param {boolean} looking */
function lookAtTable(ending, looking) {
  ending.looking = looking;
  ending.root.dispatchEvent(new Event("wb-look"));
  /** @type {HTMLElement|null} */ (ending.root.querySelector(looking ? ".wb-back" : ".wb-title"))?.focus();
}

/**
 * Lays the ending over the table beside it while the match is over and nothing is left to turn.
 * @param {Ending} ending @param {HTMLElement} game
 */
function takePlace(ending, game) {
  const { root } = ending;
  let shown = false;
  const settle = () => {
    const table = /** @type {HTMLElement|null} */ (game.querySelector(".rt-table"));
    const ended = ending.result.over && table?.dataset.over === "true" && !table.classList.contains("rt-revealing");
    if (!ended) ending.looking = false;
    root.hidden = !ended;
    root.classList.toggle("wb-folded", ending.looking);
    root.classList.toggle("wb-wall", table?.matches(".rt-projector, .rt-public") ?? false);
    const beside = table?.querySelector(".rt-log-open") !== null; // log or rules, which belong to the table
    table?.toggleAttribute("inert", Boolean(ended) && !ending.looking && !beside);
    if (ended && !shown) appear(root);
    shown = Boolean(ended);
  };
  root.addEventListener("wb-look", settle);
  const watcher = new MutationObserver(settle);
  watcher.observe(game, { subtree: true, childList: true, attributes: true, attributeFilter: ["data-over", "class"] });
  settle();
  return { settle, end: () => watcher.disconnect() };
}

/** The heading is read first; people appear from last to first, until somebody presses. @param {HTMLElement} root */
function appear(root) {
  const skip = () => root.classList.remove("wb-appearing");
  root.classList.add("wb-appearing");
  for (const event of ["pointerdown", "keydown"]) root.addEventListener(event, skip, { once: true });
  /** @type {HTMLElement|null} */ (root.querySelector(".wb-title"))?.focus({ preventScroll: true });
}

/** @param {{model: Model, el: HTMLElement}} view */
function render({ model, el }) {
  const root = element("div", { class: "wb wb-end" });
  /** @type {Ending} */
  const ending = { model, root, whose: -1, looking: false, result: model.get("result"), story: null };
  /** @type {ReturnType<typeof takePlace>|null} */
  let place = null;
  // The element is on the page a moment after it is made; only then is its place known.
  const lieDown = () => {
    const game = /** @type {HTMLElement|null} */ (el.closest(".rt-game"));
    if (game && !place) place = takePlace(ending, game);
  };
  const read = () => {
    const told = model.get("story");
    ending.result = model.get("result");
    ending.story = told && told.why_not ? told : null;
  };
  const show = () => {
    read();
    ending.whose = -1;
    root.classList.remove("wb-all");
    draw(ending);
    lieDown();
    place?.settle();
  };
  const showStory = () => {
    read();
    drawStory(ending);
  };
  model.on("change:result", show);
  model.on("change:story", showStory);
  el.append(root);
  show();
  requestAnimationFrame(lieDown);
  return () => {
    model.off("change:result", show);
    model.off("change:story", showStory);
    place?.end();
  };
}

export default { render };
