/**
 * Cards travel from where they lay to where they lie now. The page shows the new state at once, and travel is
 * decoration on top: nobody waits for it, a press or Space ends it, and a card that is sent on continues from where it
 * is.
 *
 * Places carry `data-place`, cards `data-key`. Only `transform` and `opacity` are animated.
 *
 * @typedef {import("./moves.js").Move} Move
 * @typedef {import("./moves.js").Spot} Spot
 * @typedef {import("./scene.js").Scene} Scene
 * @typedef {{x: number, y: number, width: number, height: number}} Box
 * @typedef {{to: Spot, clone: HTMLElement, animation: Animation}} Flight
 * @typedef {{layer: HTMLElement, flights: Set<Flight>}} Sky
 */

import { element } from "../elements.js";
import { keyName } from "../keys.js";
import { cardKey, movesBetween } from "./moves.js";
import { isStill } from "./stillness.js";

const NEAR = 350; // milliseconds
const ACROSS = 500; // from one side of the table to the other
const SHIFT = 250; // inside a hand
const FADE = 150;
const WAITS = 600; // for the answer, when a card was let go
const STAGGER = 70; // between two cards of one act
const LONGEST = 1200; // for all cards of one act
const MOST = 20; // cards that travel at once; others just appear
const EASE = "cubic-bezier(.2, 0, 0, 1)";

/** @type {WeakMap<HTMLElement, Sky>} */
const skies = new WeakMap();

/** What flies over a table. @param {HTMLElement} root @returns {Sky} */
function skyOf(root) {
  const known = skies.get(root);
  if (known) return known;
  const sky = { layer: element("div", { class: "rt-sky", "aria-hidden": "true" }), flights: new Set() };
  root.append(sky.layer);
  root.addEventListener("pointerdown", () => land(sky));
  root.addEventListener("keydown", (event) => keyName(event) === " " && land(sky));
  skies.set(root, sky);
  return sky;
}

/** Ends all that flies. @param {Sky} sky */
function land(sky) {
  for (const { animation } of [...sky.flights]) animation.finish();
}

/** @param {HTMLElement} root @param {Spot} spot @returns {HTMLElement|null} */
function elementAt(root, { place, key }) {
  return root.querySelector(key ? `[data-key="${CSS.escape(key)}"]` : `[data-place="${CSS.escape(place)}"]`);
}

/** What is visible at a spot: for a person the arms, so that no name is covered, for a pile its card. @param {HTMLElement} root @param {Spot} spot @returns {HTMLElement|null} */
function lyingAt(root, spot) {
  const place = elementAt(root, spot);
  const parts = [place?.querySelector(".rt-charge, .rt-pile > :is(.rt-card, .rt-none)"), place?.querySelector(".rt-banner > .rt-tab"), place];
  const found = spot.key ? place : parts.find((part) => part?.getClientRects().length);
  return /** @type {HTMLElement|null} */ (found ?? null);
}

/** @param {HTMLElement} root @param {Element} part @returns {Box} */
function boxOf(root, part) {
  const [origin, { x, y, width, height }] = [root.getBoundingClientRect(), part.getBoundingClientRect()];
  return { x: x - origin.x, y: y - origin.y, width, height };
}

/** From the middle of one box to the middle of the other. @param {Box} from @param {Box} to */
function way(from, to) {
  const across = from.x + from.width / 2 - (to.x + to.width / 2);
  const down = from.y + from.height / 2 - (to.y + to.height / 2);
  return { across, down, transform: `translate(${across.toFixed(1)}px, ${down.toFixed(1)}px)` };
}

/**
 * Where a card starts: its place in flight, if it has not arrived yet.
 * @param {HTMLElement} root @param {Sky} sky @param {Spot} spot
 */
function start(root, sky, spot) {
  const flying = spot.key ? [...sky.flights].find(({ to }) => to.key === spot.key) : undefined;
  const part = flying?.clone ?? lyingAt(root, spot);
  if (!part) return null;
  const box = boxOf(root, part);
  const face = spot.key ? copyOf(part) : null;
  flying?.animation.cancel();
  return { box, face };
}

/** The cards of hands that stay in them. @param {Scene} before @param {Scene} after */
function staying(before, after) {
  const hands = (/** @type {Scene} */ scene) =>
    scene.zones
      .filter(({ layout }) => layout === "hand")
      .flatMap((zone) => zone.cards.flatMap((card, place) => (card.face_down ? [] : [cardKey(zone, card, place)])));
  const stay = new Set(hands(after));
  return hands(before).filter((key) => stay.has(key));
}

/** A copy of a card above the table, where the card lies, for a pointer to take along. @param {HTMLElement} root @param {HTMLElement} part */
export function lift(root, part) {
  const clone = copyOf(part);
  skyOf(root).layer.append(under(clone, part));
  lay(clone, null, boxOf(root, part));
  return clone;
}

/** The copy goes on from where it was let go if its card travels now; else it goes. @param {HTMLElement} root @param {HTMLElement} clone @param {string} key of the card, if it is to travel */
export function letGo(root, clone, key) {
  const animation = clone.animate([{}, {}], key && !isStill() ? WAITS : 0);
  keep(skyOf(root), { to: { place: "", key }, clone, animation });
}

/**
 * Measures what is about to change; call the returned function once the new scene is drawn.
 * None of one seat's cards stays above a cover or above what another seat sees.
 * @param {HTMLElement} root @param {Scene|null} before what the table shows, null for nothing or a cover
 * @param {Scene|null} after @returns {() => void}
 */
export function moving(root, before, after) {
  if (!before || !after || before.seat !== after.seat || document.hidden) return clear(root);
  const moves = movesBetween(before, after);
  if (isStill()) return () => appear(root, moves);
  const sky = skyOf(root);
  const starts = moves.map(({ from }) => start(root, sky, from));
  const stays = moves.length ? staying(before, after) : [];
  const boxes = stays.map((key) => start(root, sky, { place: "", key })?.box);
  return () => {
    resume(root, sky);
    const fits = moves.length <= MOST;
    moves.forEach((move, turn) => fits && fly(root, sky, move, starts[turn], delay(turn, moves.length)));
    if (!fits) appear(root, moves);
    stays.forEach((key, turn) => shift(root, key, boxes[turn]));
  };
}

/** Removes everything that flies over the table. @param {HTMLElement} root */
function clear(root) {
  for (const { animation } of [...(skies.get(root)?.flights ?? [])]) animation.cancel();
  skies.get(root)?.layer.replaceChildren();
  return () => undefined;
}

/** @param {number} turn @param {number} number of cards */
function delay(turn, number) {
  return turn * Math.min(STAGGER, (LONGEST - ACROSS) / Math.max(1, number - 1));
}

/** What has arrived fades in where it lies. @param {HTMLElement} root @param {Move[]} moves */
function appear(root, moves) {
  const parts = new Set(moves.map(({ to }) => elementAt(root, to)));
  for (const part of parts) part?.animate([{ opacity: 0.3 }, { opacity: 1 }], { duration: FADE });
}

/**
 * Sends a card over the table. One that the viewer sees nowhere is face down; one that turns face up does so when it
 * has landed.
 * @param {HTMLElement} root @param {Sky} sky @param {Move} move
 * @param {{box: Box, face: HTMLElement|null}|null} from @param {number} wait
 */
function fly(root, sky, move, from, wait) {
  const target = lyingAt(root, move.to);
  if (!from || !target) return;
  const seen = move.to.key && from.face ? copyOf(target) : from.face;
  const clone = seen ?? element("div", { class: `rt-card rt-mini rt-back rt-traveller${target.matches(".rt-chip") ? " rt-chip" : ""}` });
  sky.layer.append(under(clone, target));
  const landing = boxOf(root, target);
  lay(clone, move.to.key ? landing : null, from.box);
  const { across, transform } = way(from.box, boxOf(root, clone));
  const [own, small] = [boxOf(root, clone), target.matches(".rt-charge, .rt-tab, .rt-pile *")];
  const end = `${way(landing, own).transform}${small ? ` scale(${Math.min(1, landing.height / own.height).toFixed(3)})` : ""}`;
  const duration = Math.abs(across) > root.clientWidth / 2 ? ACROSS : NEAR;
  const frames = [{ transform, opacity: 1 }, { transform: end, opacity: 1 }];
  const animation = clone.animate(frames, { duration, delay: wait, easing: EASE, fill: "backwards" });
  keep(sky, { to: move.to, clone, animation });
  if (move.to.key) hide(target, duration + wait);
}

/** A card in flight is visual only, and looks as it did where it was copied. @param {HTMLElement} part */
function copyOf(part) {
  const face = [...part.childNodes].map((child) => child.cloneNode(true));
  const copy = element("div", { class: `${part.className} rt-traveller` }, ...face);
  const look = getComputedStyle(part);
  copy.style.cssText = /** @type {HTMLElement} */ (part).style.cssText; // its colours
  copy.style.fontSize = look.fontSize;
  copy.style.setProperty("--w", look.width);
  copy.style.setProperty("--n", look.getPropertyValue("--n"));
  return copy;
}

/** A frame without its own box, so that a copy looks like the cards of its zone. @param {HTMLElement} clone @param {HTMLElement} target */
function under(clone, target) {
  const looks = [".rt-zone", ".rt-group, .rt-place"].map((sort) => target.closest(sort)?.className ?? "");
  return looks.reduceRight((inner, look) => element("div", { class: `${look} rt-frameless` }, inner), clone);
}

/** Puts a traveller where it will land, or around where it starts. @param {HTMLElement} clone @param {Box|null} landing @param {Box} from */
function lay(clone, landing, from) {
  const box = landing ?? from;
  const sized = landing !== null || !clone.classList.contains("rt-back"); // a back that ends unseen has the usual size
  const size = sized ? { width: `${box.width}px`, height: `${box.height}px` } : {};
  Object.assign(clone.style, { left: `${box.x}px`, top: `${box.y}px`, ...size });
}

/** @param {Sky} sky @param {Flight} flight */
function keep(sky, flight) {
  const over = () => {
    flight.clone.closest(".rt-sky > *")?.remove();
    sky.flights.delete(flight);
  };
  sky.flights.add(flight);
  flight.animation.addEventListener("finish", over);
  flight.animation.addEventListener("cancel", over);
}

/** The card is there already, but unseen until its traveller has landed. @param {Element} target @param {number} time */
function hide(target, time) {
  target.animate([{ opacity: 0 }, { opacity: 0, offset: 0.99 }, { opacity: 1 }], { duration: Math.max(0, time) });
}

/** Flights continue over a redrawn table: to where their card lies now, or not at all. @param {HTMLElement} root @param {Sky} sky */
function resume(root, sky) {
  for (const flight of [...sky.flights]) {
    const target = elementAt(root, flight.to);
    const { currentTime, effect } = flight.animation;
    const left = Number(effect?.getComputedTiming().endTime) - Number(currentTime);
    if (!target) flight.animation.cancel();
    else if (flight.to.key) hide(target, left);
  }
}

/** A card of a hand moves up. @param {HTMLElement} root @param {string} key @param {Box|undefined} from */
function shift(root, key, from) {
  const part = elementAt(root, { place: "", key });
  if (!part || !from) return;
  const { across, down, transform } = way(from, boxOf(root, part));
  if (Math.hypot(across, down) < 1) return;
  part.animate([{ transform }, { transform: "none" }], { duration: SHIFT, easing: EASE });
}
