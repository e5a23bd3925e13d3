/**
 * A drawn graph that can be asked about node by node, by mouse, finger or keyboard, wherever its picture is.
 *
 * A node lights what it is connected to: its neighbours, or the whole chain in a graph whose nodes feed each other.
 *
 * @typedef {[string, string]} Way
 * @typedef {{frame: Element, ways: Way[], far: boolean, words: (key: string) => string,
 *   tell: (key: string|null) => void, open: () => void}} Asked
 */

import { keyName } from "../keys.js";

/** The nodes connected to one. @param {Way[]} ways @param {boolean} far @param {string} node */
export function lit(ways, far, node) {
  const reach = (/** @type {0|1} */ from) => {
    const found = new Set([node]);
    const waiting = [node];
    while (waiting.length) {
      const here = waiting.pop();
      for (const way of ways) {
        const other = way[1 - from];
        if (way[from] !== here || found.has(other)) continue;
        found.add(other);
        if (far) waiting.push(other);
      }
    }
    return found;
  };
  return new Set([...reach(0), ...reach(1)]);
}

/** @param {Element} frame @returns {SVGElement[]} */
function nodesOf(frame) {
  return [...frame.querySelectorAll("[data-key]")].map((node) => /** @type {SVGElement} */ (node));
}

/** The two ends of a drawn edge. @param {Element} edge @returns {Way} */
function endsOf(edge) {
  const [from = "", to = ""] = (/** @type {SVGElement} */ (edge).dataset.edge ?? "").split(" > ");
  return [from, to];
}

/** Lights a node and what it is connected to; null lights all. @param {Asked} asked @param {string|null} key */
export function light(asked, key) {
  const { frame, ways, far } = asked;
  const keys = key === null ? null : lit(ways, far, key);
  frame.classList.toggle("rt-asking", keys !== null);
  for (const node of nodesOf(frame)) node.classList.toggle("rt-lit", Boolean(keys?.has(node.dataset.key ?? "")));
  for (const edge of frame.querySelectorAll("[data-edge]")) {
    const [from, to] = endsOf(edge);
    edge.classList.toggle("rt-lit", Boolean(far ? keys?.has(from) && keys.has(to) : from === key || to === key));
  }
}

/** Asks about a node: lights it and says all; null asks about none. @param {Asked} asked @param {string|null} key */
function ask(asked, key) {
  light(asked, key);
  asked.tell(key);
}

/** The node that an arrow key leads to. @param {Asked} asked @param {SVGElement} from @param {string} key */
function next({ frame, ways }, from, key) {
  const nodes = nodesOf(frame);
  const place = nodes.indexOf(from);
  const named = (/** @type {string|undefined} */ name) => nodes.find((node) => node.dataset.key === name);
  const own = from.dataset.key;
  if (key === "ArrowDown") return nodes[Math.min(place + 1, nodes.length - 1)];
  if (key === "ArrowUp") return nodes[Math.max(place - 1, 0)];
  if (key === "ArrowRight") return named(ways.find(([here, there]) => here === own && there !== own)?.[1]);
  if (key === "ArrowLeft") return named(ways.find(([here, there]) => there === own && here !== own)?.[0]);
  if (key === "Home") return nodes[0];
  if (key === "End") return nodes[nodes.length - 1];
  return undefined;
}

/** Makes nodes reachable: one stop for the tab key, arrows from node to node. @param {Asked} asked */
export function makeReachable(asked) {
  const { frame } = asked;
  nodesOf(frame).forEach((node, number) => {
    const own = node.dataset.key ?? "";
    node.setAttribute("tabindex", number ? "-1" : "0");
    node.setAttribute("role", "img");
    node.setAttribute("aria-label", asked.words(own));
    node.addEventListener("focus", () => {
      frame.querySelector("[data-key][tabindex='0']")?.setAttribute("tabindex", "-1");
      node.setAttribute("tabindex", "0");
      ask(asked, own);
    });
    node.addEventListener("keydown", (event) => {
      const key = keyName(event);
      if (key === "Enter") asked.open();
      const target = key === "Escape" ? null : next(asked, node, key);
      if (target === undefined) return;
      event.preventDefault();
      event.stopPropagation();
      if (target) target.focus();
      else ask(asked, null);
    });
  });
}

/** A press on a node asks about it, a press elsewhere about none. @param {Asked} asked @param {Event} event */
export function press(asked, event) {
  const node = event.target instanceof Element ? event.target.closest("[data-key]") : null;
  if (node) /** @type {SVGElement} */ (node).focus();
  else ask(asked, null);
}
