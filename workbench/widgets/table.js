/**
 * Draws a Scene (workbench/kernel/scene.py) and reports what a person does on it.
 *
 * In a notebook it is an anywidget; on a seat's own page a small model object stands in for the
 * notebook's. Every text comes from the scene and enters the page as a text node, never as markup.
 *
 * @typedef {{letter: string, sign: string, colour: string, name: string}} Symbol
 * @typedef {{id: string, title: string, symbols: Symbol[], text: string, face_down: boolean, group: string,
 *   action: number|null, selected: boolean, badge: string, description: string}} CardFace
 * @typedef {{key: string, title: string, symbol: Symbol|null, total: string, badge: string}} Group
 * @typedef {{id: string, title: string, kind: string, owner: number|null, count: number, cards: CardFace[],
 *   groups: Group[]}} SceneZone
 * @typedef {{action: number, label: string, group: string, symbol: Symbol|null, hint: string}} Choice
 * @typedef {{key: string, label: string, choices: Choice[]}} Extra
 * @typedef {{prompt: string, least: number, most: number, submit: Choice[], extras: Extra[]}} Selection
 * @typedef {{seat: number, name: string, kind: string, to_act: boolean, current: boolean,
 *   facts: [string, string][]}} SeatPanel
 * @typedef {{title: string, seat: number|null, phase: string, phases: [string, string][], message: string,
 *   over: boolean, seats: SeatPanel[], zones: SceneZone[], choices: Choice[], selection: Selection|null,
 *   log: string[], asked?: number}} Scene
 * @typedef {{seat: number, title: string, button: string}} Cover
 * @typedef {{get(name: string): any, on(event: string, listener: Function): void,
 *   off?(event: string, listener: Function): void, send(message: object): void}} Model
 * @typedef {{scene: Scene, send: (message: object) => void, parts: Record<string, HTMLElement>,
 *   picked: Set<string>, extras: Map<string, number>, log: string[]}} Table
 */

/** @type {WeakMap<HTMLElement, Table>} */
const tables = new WeakMap();
let tableCount = 0;

const SIZE_KEY = "roundtable-workbench:projector";

// ---------------------------------------------------------------- small bricks

/**
 * An element with attributes (true: present, false or null: absent) and children.
 * @param {string} tag
 * @param {Record<string, string|number|boolean|null|undefined>} attributes
 * @param {...(Node|string|null)} children
 * @returns {HTMLElement}
 */
function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === false || value === null || value === undefined) continue;
    made.setAttribute(name, value === true ? "" : String(value));
  }
  made.append(...children.filter((child) => child !== null));
  return made;
}

/** @param {string} label @param {Record<string, any>} attributes @param {() => void} press */
function button(label, attributes, press) {
  const made = element("button", { type: "button", ...attributes }, label);
  made.addEventListener("click", press);
  return made;
}

/** A colour from the data, or grey: nothing but six hexadecimal digits reaches a style. @param {string} colour */
function safeColour(colour) {
  return /^#[0-9a-f]{6}$/i.test(colour) ? colour : "#767676";
}

/** Black or white, whichever is read more easily on `colour`. @param {string} colour */
function inkOn(colour) {
  const channels = [1, 3, 5].map((start) => parseInt(safeColour(colour).slice(start, start + 2), 16) / 255);
  const [red, green, blue] = channels.map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  const light = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  return light > 0.179 ? "#000000" : "#ffffff";
}

/** A category as a card prints it: letter, sign and colour. @param {Symbol} symbol */
function symbolBadge(symbol) {
  const badge = element(
    "span",
    { class: "rt-symbol", title: symbol.name },
    element("span", { class: "rt-sign", "aria-hidden": "true" }, symbol.sign),
    element("span", { class: "rt-letter" }, symbol.letter),
  );
  badge.style.setProperty("--symbol", safeColour(symbol.colour));
  badge.style.setProperty("--symbol-ink", inkOn(symbol.colour));
  return badge;
}

/** The whole card in words. @param {CardFace} card */
function cardWords(card) {
  if (card.face_down) return card.description || "Face-down card";
  if (card.description) return card.description;
  const names = card.symbols.map((symbol) => symbol.name).join(" and ");
  return [card.title, names, card.text, card.badge].filter(Boolean).join(", ");
}

// ---------------------------------------------------------------- cards

/** What a card shows. @param {CardFace} card @param {boolean} small */
function cardFace(card, small) {
  const symbols = element("span", { class: "rt-symbols" }, ...card.symbols.map(symbolBadge));
  const title = element("span", { class: "rt-title" }, card.title);
  const badge = card.badge ? element("span", { class: "rt-badge" }, card.badge) : null;
  const text = card.text && !small ? element("span", { class: "rt-text" }, card.text) : null;
  return small ? [title, symbols, badge] : [symbols, title, text, badge];
}

/**
 * One card: a toggle or a button where it may be picked, else an image with a name.
 * @param {Table} table @param {SceneZone} zone @param {CardFace} card @param {number} place @param {boolean} small
 */
function cardElement(table, zone, card, place, small) {
  const key = `card:${zone.id}:${card.group}:${card.id || place}`;
  const look = `rt-card${small ? " rt-small" : ""}${card.face_down ? " rt-back" : ""}`;
  const named = { class: look, "data-key": key, "aria-label": cardWords(card) };
  const face = card.face_down ? [] : cardFace(card, small);
  if (card.action === null || card.action === undefined) {
    return element("div", { ...named, role: "img", tabindex: -1 }, ...face);
  }
  const toggles = table.scene.selection !== null;
  const pressed = toggles ? String(table.picked.has(key)) : null;
  const made = element("button", { type: "button", ...named, tabindex: -1, "aria-pressed": pressed }, ...face);
  made.dataset.action = String(card.action);
  made.addEventListener("click", () => (toggles ? toggleCard(table, made) : act(table, [Number(card.action)])));
  return made;
}

/** @param {Table} table @param {HTMLElement} card */
function toggleCard(table, card) {
  const key = String(card.dataset.key);
  if (!table.picked.delete(key)) table.picked.add(key);
  card.setAttribute("aria-pressed", String(table.picked.has(key)));
  showCount(table);
}

// ---------------------------------------------------------------- zones

/** @param {Table} table @param {SceneZone} zone */
function zoneElement(table, zone) {
  const id = `${table.parts.root.id}-${zone.id}`;
  const count = element("span", { class: "rt-count" }, String(zone.count));
  const heading = element("h3", { id }, zone.title, " ", zone.kind === "pile" ? null : count);
  const body =
    zone.kind === "groups"
      ? groupsBody(table, zone)
      : zone.kind === "pile"
        ? pileBody(table, zone)
        : rowBody(table, zone);
  return element(
    "section",
    { class: `rt-zone rt-kind-${zone.kind}`, "aria-labelledby": id, "data-zone": zone.id },
    heading,
    body,
  );
}

/** @param {Table} table @param {SceneZone} zone */
function rowBody(table, zone) {
  if (!zone.cards.length) return element("p", { class: "rt-empty" }, "no cards");
  const items = zone.cards.map((card, place) => element("li", {}, cardElement(table, zone, card, place, false)));
  return roving(element("ul", { class: "rt-cards" }, ...items));
}

/** A pile shows how many cards it holds and at most its top card. @param {Table} table @param {SceneZone} zone */
function pileBody(table, zone) {
  const top = zone.cards.length ? cardElement(table, zone, zone.cards[zone.cards.length - 1], 0, true) : null;
  const words = `${zone.count} ${zone.count === 1 ? "card" : "cards"}`;
  const body = element("div", { class: "rt-pile" }, element("span", { class: "rt-pile-count" }, words), top);
  return top ? roving(body) : body;
}

/**
 * Headings with their cards; headings without cards stand together, short.
 * @param {Table} table @param {SceneZone} zone
 */
function groupsBody(table, zone) {
  const filled = [];
  const empty = [];
  for (const group of zone.groups) {
    const cards = zone.cards.filter((card) => card.group === group.key);
    if (cards.length) filled.push(groupElement(table, zone, group, cards));
    else empty.push(element("li", {}, ...groupHeading(group, false)));
  }
  const body = element("div", { class: "rt-groups" }, ...filled);
  if (filled.length) roving(body);
  return element(
    "div",
    { class: "rt-grouped" },
    body,
    empty.length ? element("ul", { class: "rt-empty-groups" }, ...empty) : null,
  );
}

/** @param {Table} table @param {SceneZone} zone @param {Group} group @param {CardFace[]} cards */
function groupElement(table, zone, group, cards) {
  const items = cards.map((card, place) => element("li", {}, cardElement(table, zone, card, place, true)));
  return element(
    "div",
    { class: "rt-group" },
    element("h4", {}, ...groupHeading(group, true)),
    element("ul", { class: "rt-cards" }, ...items),
  );
}

/** @param {Group} group @param {boolean} named */
function groupHeading(group, named) {
  const symbol = group.symbol ? symbolBadge(group.symbol) : null;
  const name = element("span", { class: named || !symbol ? "rt-group-name" : "rt-unseen" }, group.title);
  const total = group.total ? element("span", { class: "rt-total" }, group.total) : null;
  return [symbol, name, total, group.badge ? element("span", { class: "rt-badge" }, group.badge) : null];
}

// ---------------------------------------------------------------- what may be done

/** @param {Table} table @param {Choice} choice @param {string} key @param {() => void} press */
function choiceButton(table, choice, key, press) {
  const made = button("", { class: "rt-choice", "data-key": key, title: choice.hint || null, tabindex: -1 }, press);
  if (choice.symbol) made.append(symbolBadge(choice.symbol));
  made.append(element("span", {}, choice.label));
  if (choice.hint) made.append(element("span", { class: "rt-hint" }, choice.hint));
  return made;
}

/** Buttons in the order the scene gives them, under headings where there are several groups. @param {Table} table */
function choicesElements(table) {
  /** @type {Map<string, Choice[]>} */
  const groups = new Map();
  for (const choice of table.scene.choices) groups.set(choice.group, [...(groups.get(choice.group) ?? []), choice]);
  return [...groups].map(([name, choices]) => {
    const buttons = choices.map((choice) =>
      choiceButton(table, choice, `choice:${choice.action}`, () => act(table, [choice.action])),
    );
    const row = roving(
      element("div", { class: "rt-choices", role: "group", "aria-label": name || "Choices" }, ...buttons),
    );
    return element(
      "div",
      { class: "rt-choice-group" },
      name && groups.size > 1 ? element("p", { class: "rt-group-title", "aria-hidden": "true" }, name) : null,
      row,
    );
  });
}

/** A set to pick: the count, what travels with it, and the buttons that send it. @param {Table} table */
function selectionElement(table) {
  const selection = table.scene.selection;
  if (!selection) return null;
  const extras = selection.extras.map((extra) => extraElement(table, extra));
  const buttons = selection.submit.map((choice) => {
    const made = choiceButton(table, choice, `submit:${choice.action}`, () => submit(table, choice));
    made.classList.add("rt-submit");
    return made;
  });
  const row = roving(
    element("div", { class: "rt-choices", role: "group", "aria-label": selection.prompt }, ...buttons),
  );
  const count = element("p", { class: "rt-picked", role: "status" });
  return element(
    "div",
    { class: "rt-selection" },
    element("p", { class: "rt-prompt" }, selection.prompt),
    count,
    ...extras,
    row,
  );
}

/** @param {Table} table @param {Extra} extra */
function extraElement(table, extra) {
  const options = extra.choices.map((choice) =>
    element("option", { value: choice.action, selected: table.extras.get(extra.key) === choice.action }, choice.label),
  );
  const none = element("option", { value: "" }, "none");
  const list = /** @type {HTMLSelectElement} */ (
    element("select", { "data-key": `extra:${extra.key}` }, none, ...options)
  );
  list.addEventListener("change", () => {
    if (list.value === "") table.extras.delete(extra.key);
    else table.extras.set(extra.key, Number(list.value));
  });
  return element("label", { class: "rt-extra" }, element("span", {}, extra.label), list);
}

/** The cards picked now, as actions in ascending order. @param {Table} table @returns {number[]} */
function pickedActions(table) {
  const cards = [...table.parts.root.querySelectorAll('.rt-card[aria-pressed="true"]')];
  return cards
    .map((card) => Number(/** @type {HTMLElement} */ (card).dataset.action))
    .sort((one, other) => one - other);
}

/** Says how many cards are picked and lets only a fitting number be sent. @param {Table} table */
function showCount(table) {
  const selection = table.scene.selection;
  const status = table.parts.ask.querySelector(".rt-picked");
  if (!selection || !status) return;
  const picked = pickedActions(table).length;
  const allowed = selection.least === selection.most ? `${selection.least}` : `${selection.least} to ${selection.most}`;
  status.textContent = `${picked} picked (${allowed})`;
  const fits = picked >= selection.least && picked <= selection.most;
  for (const made of table.parts.ask.querySelectorAll(".rt-submit")) made.toggleAttribute("disabled", !fits);
}

/** @param {Table} table @param {Choice} choice */
function submit(table, choice) {
  act(table, [...pickedActions(table), ...table.extras.values(), choice.action]);
}

/** @param {Table} table @param {number[]} actions */
function act(table, actions) {
  table.send({ type: "act", actions, asked: table.scene.asked ?? null });
}

// ---------------------------------------------------------------- seats, phases, log

/** @param {SeatPanel} panel @param {number|null} own */
function seatElement(panel, own) {
  const marks = [
    panel.seat === own ? "you" : panel.kind === "human" ? null : `bot: ${panel.kind}`,
    panel.current ? "on turn" : null,
  ];
  const waits = panel.to_act ? element("span", { class: "rt-acts" }, "▶ to act") : null;
  const name = element(
    "p",
    { class: "rt-seat-name" },
    element("strong", {}, panel.name),
    " ",
    element("span", { class: "rt-mark" }, marks.filter(Boolean).join(", ")),
    waits,
  );
  const facts = panel.facts.map(([label, value]) => element("span", {}, `${label} `, element("strong", {}, value)));
  const look = `rt-seat${panel.current ? " rt-current" : ""}${panel.to_act ? " rt-to-act" : ""}`;
  return element("li", { class: look, "data-seat": panel.seat }, name, element("p", { class: "rt-facts" }, ...facts));
}

/** @param {Scene} scene */
function phaseElements(scene) {
  return scene.phases.map(([key, title]) =>
    element("li", { class: "rt-phase", "aria-current": key === scene.phase ? "step" : null }, title),
  );
}

/** Adds only the new lines, so that a screen reader reads only those. @param {Table} table */
function showLog(table) {
  const list = table.parts.log;
  const lines = table.scene.log;
  const kept = overlap(table.log, lines);
  if (kept === 0) list.replaceChildren();
  for (let extra = list.children.length - kept; extra > 0; extra -= 1) list.firstElementChild?.remove();
  list.append(...lines.slice(kept).map((line) => element("p", {}, line)));
  table.log = [...lines];
  list.scrollTop = list.scrollHeight;
}

/** How many of the first new lines are the last old ones. @param {string[]} old @param {string[]} lines */
function overlap(old, lines) {
  for (let size = Math.min(old.length, lines.length); size > 0; size -= 1) {
    const tail = old.slice(old.length - size);
    if (tail.every((line, place) => line === lines[place])) return size;
  }
  return 0;
}

// ---------------------------------------------------------------- keyboard

/** One tab stop for a whole zone; arrow keys, Home and End move inside it. @param {HTMLElement} zone */
function roving(zone) {
  const items = () => /** @type {HTMLElement[]} */ ([...zone.querySelectorAll("[tabindex]:not(:disabled)")]);
  const first = zone.querySelector("button[tabindex]:not(:disabled)") ?? zone.querySelector("[tabindex]");
  first?.setAttribute("tabindex", "0");
  zone.addEventListener("focusin", (event) => {
    for (const item of zone.querySelectorAll("[tabindex]"))
      item.setAttribute("tabindex", item === event.target ? "0" : "-1");
  });
  zone.addEventListener("keydown", (event) => {
    const target = arrowTarget(items(), /** @type {HTMLElement} */ (document.activeElement), event.key);
    if (!target) return;
    event.preventDefault();
    event.stopPropagation();
    target.focus();
  });
  return zone;
}

/** @param {HTMLElement[]} items @param {HTMLElement} from @param {string} key @returns {HTMLElement|undefined} */
function arrowTarget(items, from, key) {
  const place = items.indexOf(from);
  if (place < 0) return undefined;
  if (key === "ArrowRight") return items[Math.min(place + 1, items.length - 1)];
  if (key === "ArrowLeft") return items[Math.max(place - 1, 0)];
  if (key === "Home") return items[0];
  if (key === "End") return items[items.length - 1];
  if (key === "ArrowDown" || key === "ArrowUp") return nearestRow(items, from, key === "ArrowDown");
  return undefined;
}

/**
 * The nearest item in the line of items above or below.
 * @param {HTMLElement[]} items @param {HTMLElement} from @param {boolean} below
 */
function nearestRow(items, from, below) {
  const here = from.getBoundingClientRect();
  const away = (/** @type {HTMLElement} */ item) => {
    const there = item.getBoundingClientRect();
    const down = below ? there.top - here.bottom : here.top - there.bottom;
    return down < -2 ? Infinity : down * 4 + Math.abs(there.left - here.left);
  };
  const others = items.filter((item) => item !== from);
  const best = others.sort((one, other) => away(one) - away(other))[0];
  return best && away(best) < Infinity ? best : from;
}

/** Draws again without losing the place of a keyboard user. @param {Table} table @param {() => void} redraw */
function keepingFocus(table, redraw) {
  const root = table.parts.root;
  const active = /** @type {HTMLElement|null} */ (document.activeElement);
  const inside = active !== null && root.contains(active);
  const key = inside ? active.dataset.key : undefined;
  redraw();
  if (!inside || root.contains(document.activeElement)) return;
  const keys = /** @type {HTMLElement[]} */ ([...root.querySelectorAll("[data-key]:not(:disabled)")]);
  const same = keys.find((item) => item.dataset.key === key);
  const next =
    same ?? root.querySelector(".rt-cover button, .rt-ask [tabindex='0']:not(:disabled), .rt-own button[tabindex='0']");
  /** @type {HTMLElement} */ (next ?? table.parts.message).focus();
}

// ---------------------------------------------------------------- the whole table

/** The lasting frame of a table; live regions must outlive a redraw to be read aloud. @param {HTMLElement} root */
function makeParts(root) {
  root.id = root.id || `rt-table-${(tableCount += 1)}`;
  root.classList.add("rt-table");
  const part = (/** @type {string} */ tag, /** @type {string} */ name, attributes = {}) =>
    element(tag, { class: `rt-${name}`, ...attributes });
  const parts = {
    root,
    title: part("h2", "heading"),
    phases: part("ol", "phases", { "aria-label": "Phases" }),
    size: button("Large type", { class: "rt-size", "aria-pressed": "false" }, () => switchSize(parts)),
    message: part("p", "message", { role: "status", tabindex: -1 }),
    notice: part("p", "notice", { role: "alert" }),
    cover: part("div", "cover"),
    own: part("div", "own"),
    ask: part("div", "ask", { role: "region", "aria-label": "Your move" }),
    seats: part("ul", "seats", { "aria-label": "Seats" }),
    piles: part("div", "piles"),
    cities: part("div", "cities"),
    log: part("div", "log-lines", { role: "log", "aria-label": "Log", tabindex: 0 }),
  };
  const log = element("section", { class: "rt-log" }, element("h3", {}, "Log"), parts.log);
  const head = element("header", { class: "rt-head" }, parts.title, parts.phases, parts.size);
  const main = element("div", { class: "rt-main" }, parts.message, parts.notice, parts.cover, parts.own, parts.ask);
  const side = element("div", { class: "rt-side" }, parts.seats, parts.piles, log);
  root.replaceChildren(element("div", { class: "rt-frame" }, head, main, side, parts.cities));
  showSize(parts);
  return parts;
}

/** @param {Record<string, HTMLElement>} parts */
function switchSize(parts) {
  const large = parts.size.getAttribute("aria-pressed") !== "true";
  try {
    localStorage.setItem(SIZE_KEY, large ? "1" : "");
  } catch {
    // a page that may store nothing still switches
  }
  showSize(parts, large);
}

/** @param {Record<string, HTMLElement>} parts @param {boolean} [large] */
function showSize(parts, large) {
  let wanted = large;
  try {
    wanted ??= localStorage.getItem(SIZE_KEY) === "1";
  } catch {
    wanted ??= false;
  }
  parts.root.classList.toggle("rt-projector", wanted);
  parts.size.setAttribute("aria-pressed", String(wanted));
  parts.log.scrollTop = parts.log.scrollHeight;
}

/** Picks belong to one question: a new question starts with what the scene says is staged. @param {Table} table */
function startPicks(table) {
  table.picked.clear();
  table.extras.clear();
  for (const zone of table.scene.zones) {
    zone.cards.forEach((card, place) => {
      if (card.selected && card.action !== null) table.picked.add(`card:${zone.id}:${card.group}:${card.id || place}`);
    });
  }
}

/** @param {Table} table */
function drawZones(table) {
  const { scene, parts } = table;
  const zones = (/** @type {(zone: SceneZone) => boolean} */ wanted) =>
    scene.zones.filter(wanted).map((zone) => zoneElement(table, zone));
  const spread = (/** @type {SceneZone} */ zone) => zone.kind === "groups";
  const pile = (/** @type {SceneZone} */ zone) => zone.kind === "pile";
  parts.own.replaceChildren(...zones((zone) => !spread(zone) && !pile(zone)));
  parts.piles.replaceChildren(...zones(pile));
  parts.cities.replaceChildren(...zones(spread));
}

/** @param {Table} table @param {Cover|null} cover */
function drawCover(table, cover) {
  table.parts.cover.hidden = !cover;
  if (!cover) return table.parts.cover.replaceChildren();
  const ready = button(cover.button, { class: "rt-choice rt-ready", "data-key": `ready:${cover.seat}` }, () =>
    table.send({ type: "ready", seat: cover.seat }),
  );
  return table.parts.cover.replaceChildren(element("h3", {}, cover.title), ready);
}

/** @param {Table} table */
function drawAsk(table) {
  const { scene, parts } = table;
  const selection = selectionElement(table);
  parts.ask.replaceChildren(...[selection, ...choicesElements(table)].filter((part) => part !== null));
  parts.ask.hidden = !parts.ask.children.length;
  showCount(table);
  parts.own.hidden = !parts.own.children.length;
  parts.message.classList.toggle("rt-yours", !parts.ask.hidden || scene.over);
}

/** @param {HTMLElement} live @param {string} text */
function say(live, text) {
  if (live.textContent !== text) live.textContent = text;
}

/**
 * Draws a scene into `root`; drawing again keeps focus, picks of the same question and the log.
 * @param {HTMLElement} root
 * @param {Scene} scene
 * @param {(message: object) => void} send
 * @param {{notice?: string, cover?: Cover|null}} [more] a line about the last act, and a cover over the hand
 */
export function draw(root, scene, send, { notice = "", cover = null } = {}) {
  let table = tables.get(root);
  const before = table?.scene;
  if (!table) {
    table = { scene, send, parts: makeParts(root), picked: new Set(), extras: new Map(), log: [] };
    tables.set(root, table);
  }
  const drawn = table;
  Object.assign(drawn, { scene, send });
  if (!before || before.asked !== scene.asked || before.seat !== scene.seat) startPicks(drawn);
  keepingFocus(drawn, () => {
    const { parts } = drawn;
    say(parts.title, scene.title);
    say(parts.message, scene.message);
    say(parts.notice, notice);
    parts.notice.hidden = !notice;
    parts.phases.replaceChildren(...phaseElements(scene));
    parts.seats.replaceChildren(...scene.seats.map((panel) => seatElement(panel, scene.seat)));
    drawCover(drawn, cover);
    drawZones(drawn);
    drawAsk(drawn);
    showLog(drawn);
    root.dataset.asked = String(scene.asked ?? 0);
    root.dataset.over = String(scene.over);
  });
}

/** @param {{model: Model, el: HTMLElement}} view */
function render({ model, el }) {
  const root = element("div");
  el.append(root);
  const send = (/** @type {object} */ message) => model.send(message);
  const redraw = () => {
    const scene = model.get("scene");
    const cover = model.get("cover");
    if (!scene || !scene.title) return;
    draw(root, scene, send, { notice: model.get("notice"), cover: cover && cover.title ? cover : null });
  };
  const events = ["change:scene", "change:notice", "change:cover"];
  for (const event of events) model.on(event, redraw);
  redraw();
  return () => events.forEach((event) => model.off?.(event, redraw));
}

export default { render };
