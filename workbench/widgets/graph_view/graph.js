/**
 * A graph on a page: a picture that Python has drawn and escaped, zoomed and moved here, and asked about node by node.
 *
 * @typedef {import("../kernel_thread.js").Model} Model
 * @typedef {{frame: HTMLElement, said: HTMLElement, open: HTMLElement, asked: string|null, awaited: string, drawn: string, scale: number,
 *   chosen: string|null, title: string, size: [number, number], nodes: import("./asking.js").Asked}} Shown `chosen`: the title of the graph
 *   that somebody has zoomed; `title`: that of the one that is drawn
 */

import { button, element, keepKeys } from "../elements.js";
import { download } from "../kernel_thread.js";
import { light, makeReachable, press } from "./asking.js";

const STEP = 1.25; // of a zoom
const [LEAST, MOST] = [0.2, 6];
const GROWN = 1.6; // at most, of a picture with room to spare
const [SMALLEST, READABLE] = [12, 0.8]; // pixels of the smallest type in a picture that does not state it; its least share of the page's type
const MOVED = 4; // pixels beyond which a press is a drag
const ROOM = 24; // pixels below a picture, where its frame scrolls

/** @param {Shown} shown */
function picture(shown) {
  return shown.frame.querySelector("svg");
}

/** @param {Shown} shown @param {string|null} key @returns {SVGElement|null} */
function nodeOf({ frame }, key) {
  return key === null ? null : frame.querySelector(`[data-key="${CSS.escape(key)}"]`);
}

/**
 * A way from a node as a bar: where to, by which acts, how many of 100.
 * @param {[string, string, number]} way
 */
function wayBar([to, by, share]) {
  const bar = element("span", { class: "rt-graph-bar" }, element("i", { style: `width: ${share}%` }));
  const words = element("span", {}, to, by ? element("small", {}, by) : null);
  return element("li", {}, words, bar, element("b", {}, share < 1 ? "under 1" : String(Math.round(share))));
}

/** All there is to say about a node, in parts if its graph knows them. @param {Model} model @param {string} key @returns {Node[]} */
function about(model, key) {
  const facts = model.get("facts")[key];
  if (!facts) return [element("p", {}, model.get("nodes")[key] ?? "")];
  const parts = [element("h3", {}, `${facts.title} `, element("small", {}, facts.often))];
  if (facts.sentence) parts.push(element("p", { class: "rt-graph-sentence" }, facts.sentence));
  if (facts.ways.length) parts.push(element("ul", { "aria-label": "Of 100 decisions here" }, ...facts.ways.map(wayBar)));
  return [...parts, ...facts.more.map((/** @type {string} */ sentence) => element("p", { class: "rt-graph-more" }, sentence))];
}

/** Says all about a node; null says how to ask. @param {Model} model @param {Shown} shown @param {string|null} key */
function tell(model, shown, key) {
  shown.asked = key;
  shown.open.hidden = key === null || !model.get("opens");
  shown.open.textContent = model.get("opens");
  const words = key === null ? [element("p", {}, "Press a node, or walk with the arrow keys, to read about it.")] : about(model, key);
  shown.said.replaceChildren(...words);
}

/** Marks the node that is selected elsewhere too: Tab leads to it, and all about it is said. @param {Model} model @param {Shown} shown */
function showChosen(model, shown) {
  const { frame } = shown;
  frame.querySelector(".rt-chosen")?.classList.remove("rt-chosen");
  const node = nodeOf(shown, model.get("chosen") ?? "");
  if (!node) return;
  node.classList.add("rt-chosen");
  if (node.contains(document.activeElement)) return;
  frame.querySelector("[data-key][tabindex='0']")?.setAttribute("tabindex", "-1");
  node.setAttribute("tabindex", "0");
  tell(model, shown, model.get("chosen"));
  node.scrollIntoView({ block: "nearest", inline: "nearest" });
}

/** @param {Shown} shown @param {number} scale */
function zoom(shown, scale) {
  const svg = picture(shown);
  if (!svg) return;
  const { frame } = shown;
  const middle = [frame.scrollLeft + frame.clientWidth / 2, frame.scrollTop + frame.clientHeight / 2];
  const grown = Math.min(Math.max(scale, LEAST), MOST) / shown.scale;
  shown.scale *= grown;
  svg.setAttribute("width", String(shown.size[0] * shown.scale));
  svg.setAttribute("height", String(shown.size[1] * shown.scale));
  frame.scrollTo(middle[0] * grown - frame.clientWidth / 2, middle[1] * grown - frame.clientHeight / 2);
}

/** The scale at which the whole picture is visible. @param {Shown} shown */
function fitting({ frame, size }) {
  return Math.min(GROWN, frame.clientWidth / size[0], frame.clientHeight / size[1]);
}

/** The scale at which the smallest type of a picture can be read, on a projector from afar. @param {Shown} shown */
function readable({ frame, drawn }) {
  const smallest = Number(/data-least="([\d.]+)/.exec(drawn)?.[1] ?? SMALLEST);
  return (READABLE * parseFloat(getComputedStyle(frame).fontSize)) / smallest;
}

/** Scrolls to the place of a match, else to the first node: on a phone a picture is wider than its frame. @param {Shown} shown */
function bringIntoSight({ frame }) {
  const now = frame.querySelector(".rt-now .rt-box");
  const box = (now ?? frame.querySelector("[data-key] .rt-box"))?.getBoundingClientRect();
  if (!box) return;
  const seen = frame.getBoundingClientRect();
  frame.scrollLeft += box.left + box.width / 2 - seen.left - frame.clientWidth / 2;
  if (now || box.bottom > seen.bottom) frame.scrollTop += box.top - seen.top - frame.clientHeight / 2;
}

/** Opens what the asked node stands for. @param {Model} model @param {Shown} shown */
function openAsked(model, shown) {
  if (shown.asked !== null && model.get("opens")) model.send({ type: "stand", node: shown.asked });
}

/** The widest picture of a graph that can be read whole without scrolling sideways. @param {Model} model @param {Shown} shown @returns {string} */
function fittingPicture(model, shown) {
  const pictures = [model.get("picture"), ...model.get("narrow")];
  const wide = (/** @type {string} */ drawn) => Number(/viewBox="0 0 ([\d.]+)/.exec(drawn)?.[1]);
  return pictures.find((drawn) => wide(drawn) * readable({ ...shown, drawn }) <= shown.frame.clientWidth) ?? pictures[pictures.length - 1];
}

/**
 * Asks again about the node that somebody had asked about, if this is the same graph with more known by now. Of another
 * graph it says where most is decided, if the graph knows that. The node that had the keyboard focus gets it back.
 * @param {Model} model @param {Shown} shown @param {{asked: string|null, focused: boolean}} before
 */
function askAgain(model, shown, { asked, focused }) {
  const node = shown.title === model.get("title") ? nodeOf(shown, asked) : null;
  light(shown.nodes, node && asked);
  tell(model, shown, node ? asked : (Object.keys(model.get("facts"))[0] ?? null));
  if (node && focused) node.focus({ preventScroll: true });
  shown.title = model.get("title");
}

/** Redraws the picture, as large as somebody has made it if it is the same graph. @param {Model} model @param {Shown} shown */
function draw(model, shown) {
  const same = shown.chosen === model.get("title");
  if (!same) shown.chosen = null;
  const { scale, frame: { scrollLeft, scrollTop } } = shown;
  shown.drawn = fittingPicture(model, shown);
  const asked = shown.frame.classList.contains("rt-asking") ? shown.asked : null;
  const focused = Boolean(nodeOf(shown, asked)?.contains(document.activeElement));
  const made = document.createRange().createContextualFragment(shown.drawn);
  shown.frame.replaceChildren(made);
  const svg = picture(shown);
  if (!svg) return;
  shown.size = [svg.viewBox.baseVal.width, svg.viewBox.baseVal.height];
  shown.scale = 1;
  svg.setAttribute("role", "group");
  shown.nodes.ways = model.get("ways");
  shown.nodes.far = model.get("far");
  makeReachable(shown.nodes);
  askAgain(model, shown, { asked, focused });
  shown.frame.style.height = "";
  zoom(shown, same ? scale : Math.max(fitting(shown), readable(shown)));
  const high = shown.size[1] * shown.scale + ROOM;
  if (high < shown.frame.clientHeight) shown.frame.style.height = `${high}px`; // a small picture needs no large frame
  shown.frame.scrollTo(0, 0);
  if (same && !shown.frame.querySelector(".rt-now")) shown.frame.scrollTo(scrollLeft, scrollTop);
  else bringIntoSight(shown);
  showChosen(model, shown);
}

/** @param {Model} model @param {Shown} shown @param {number} scale */
function choose(model, shown, scale) {
  shown.chosen = model.get("title");
  zoom(shown, scale);
}

/** Dragging moves the picture; a press on a node asks about it, one elsewhere none. @param {Model} model @param {Shown} shown */
function listen(model, shown) {
  const { frame } = shown;
  /** @type {{x: number, y: number, left: number, top: number}|null} */
  let from = null;
  frame.addEventListener("pointerdown", (event) => {
    if (event.pointerType !== "mouse") return; // a finger scrolls by itself
    from = { x: event.clientX, y: event.clientY, left: frame.scrollLeft, top: frame.scrollTop };
  });
  frame.addEventListener("pointermove", (event) => {
    if (from && event.buttons) frame.scrollTo(from.left + from.x - event.clientX, from.top + from.y - event.clientY);
  });
  frame.addEventListener("click", (event) => {
    const moved = from ? Math.hypot(event.clientX - from.x, event.clientY - from.y) : 0;
    from = null;
    if (moved > MOVED) return;
    press(shown.nodes, event);
  });
  frame.addEventListener("dblclick", () => openAsked(model, shown));
  frame.addEventListener("wheel", (event) => {
    if (!event.ctrlKey) return; // without it the page scrolls
    event.preventDefault();
    choose(model, shown, shown.scale * (event.deltaY < 0 ? STEP : 1 / STEP));
  }, { passive: false });
}

// ---------------------------------------------------------------- files

/** @param {Model} model @param {string} ending @param {BlobPart} content @param {string} type */
function save(model, ending, content, type) {
  const name = model.get("title").replace(/[^A-Za-z0-9]+/g, "-").replace(/^-|-$/g, "").toLowerCase() || "graph";
  download(`${name}${ending}`, content, type);
}

/** Python writes the text for other programs on request; this view saves what it has requested. @param {Model} model @param {Shown} shown @param {string} ending */
function askForText(model, shown, ending) {
  shown.awaited = ending;
  model.send({ type: "write", ending });
}

/** The picture at twice its size as PNG. @param {Model} model @param {Shown} shown */
function savePng(model, shown) {
  const [width, height] = shown.size;
  const image = new Image();
  image.onload = () => {
    const canvas = /** @type {HTMLCanvasElement} */ (element("canvas", { width: 2 * width, height: 2 * height }));
    const context = canvas.getContext("2d");
    if (!context) return;
    context.fillStyle = "#fbf7ee";
    context.fillRect(0, 0, 2 * width, 2 * height);
    context.drawImage(image, 0, 0, 2 * width, 2 * height);
    canvas.toBlob((blob) => blob && save(model, ".png", blob, "image/png"));
  };
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(shown.drawn)}`;
}

/** @param {Model} model @param {Shown} shown */
function makeTools(model, shown) {
  const files = element(
    "details",
    { class: "rt-graph-files" },
    element("summary", {}, "Save as"),
    button("SVG", () => save(model, ".svg", shown.drawn, "image/svg+xml")),
    button("PNG", () => savePng(model, shown)),
    button("GraphML", () => askForText(model, shown, ".graphml")),
    button("DOT", () => askForText(model, shown, ".dot")),
  );
  return element(
    "div",
    { class: "rt-graph-tools" },
    button("Larger", () => choose(model, shown, shown.scale * STEP)),
    button("Smaller", () => choose(model, shown, shown.scale / STEP)),
    button("The whole picture", () => choose(model, shown, fitting(shown))),
    files,
  );
}

/** @param {{model: Model, el: HTMLElement}} view */
function render({ model, el }) {
  const frame = element("div", { class: "rt-graph-frame", role: "group" });
  const said = element("div", { class: "rt-graph-said", role: "status" });
  const open = button("", () => openAsked(model, shown));
  open.hidden = true;
  /** @type {import("./asking.js").Asked} */
  const nodes = {
    frame,
    ways: [],
    far: false,
    words: (key) => model.get("nodes")[key] ?? key,
    tell: (key) => {
      tell(model, shown, key);
      if (key !== null && model.get("shared")) model.send({ type: "ask", node: key });
    },
    open: () => openAsked(model, shown),
  };
  /** @type {Shown} */
  const shown = { frame, said, open, asked: null, awaited: "", drawn: "", scale: 1, chosen: null, title: "", size: [1, 1], nodes };
  const tools = makeTools(model, shown);
  tools.append(open);
  const root = keepKeys(element("section", { class: "rt-graph" }, tools, frame, said));
  const show = () => {
    root.setAttribute("aria-label", model.get("title"));
    frame.setAttribute("aria-label", `Picture: ${model.get("title")}`);
    if (frame.clientWidth) draw(model, shown);
    else shown.drawn = ""; // it is in a fold, or on a tab that nobody has opened
  };
  const unfolded = new ResizeObserver(() => {
    if (frame.clientWidth && !shown.drawn) show();
  });
  const hear = (/** @type {any} */ message) => {
    if (message.type !== "file" || message.ending !== shown.awaited) return;
    shown.awaited = "";
    save(model, message.ending, message.text, "text/plain");
  };
  listen(model, shown);
  const choose = () => showChosen(model, shown);
  model.on("change:picture", show);
  model.on("change:chosen", choose);
  model.on("msg:custom", hear);
  el.append(root);
  unfolded.observe(frame); // it has its size only once it is on the page
  return () => {
    unfolded.disconnect();
    model.off("change:picture", show);
    model.off("change:chosen", choose);
    model.off("msg:custom", hear);
  };
}

export default { render };
