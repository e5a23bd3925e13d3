/**
 * What covers the table while a device goes from hand to hand: whose it is now and, once it is taken, what is new.
 * Nothing of the scene is built until the last button.
 *
 * @typedef {import("./scene.js").News} News
 * @typedef {import("./table.js").Cover} Cover
 * @typedef {import("./table.js").Table} Table
 */

import { emblemPicture } from "../card_face.js";
import { element, plainButton } from "../elements.js";
import { safeColour } from "../symbol_badge.js";
import { clothOf, seatShield } from "./arms.js";
import { withNames } from "./glossary.js";

/** Whether something lies over the table: a cover, or what is new for whoever took the device. @param {Table} table */
export function isCovered({ more, greeting }) {
  return more.cover !== null || greeting;
}

/** Remembers to say what is new when a cover has been lifted. @param {Table} table @param {Cover|null} before */
export function noteLifting(table, before) {
  const { scene, more } = table;
  if (more.cover) table.greeting = false;
  else if (before) table.greeting = scene.seat === before.seat && Boolean(scene.news?.length);
}

/** @param {Table} table */
export function drawCover(table) {
  const { more, parts } = table;
  parts.cover.hidden = !isCovered(table);
  if (more.cover) parts.cover.replaceChildren(...passOn(table, more.cover));
  else parts.cover.replaceChildren(...(table.greeting ? whatIsNew(table) : []));
}

/** One banner, one sentence, one button, and the order of play. @param {Table} table @param {Cover} cover */
function passOn(table, { seat, title, button }) {
  const panel = table.scene.seats.find((one) => one.seat === seat);
  const press = () => table.send({ type: "ready", seat });
  return [
    panel ? greatBanner(table, panel) : null,
    element("h3", {}, ...withNames(title, panel ? [panel.name] : [])),
    element("p", {}, "The cards are covered."),
    plainButton(button, { class: "rt-choice rt-submit rt-ready", "data-key": `ready:${seat}` }, press),
    orderOfPlay(table, seat),
  ].filter((part) => part !== null);
}

/** @param {Table} table @param {import("./scene.js").SeatPanel} panel */
function greatBanner({ scene }, { seat, name }) {
  const { field, emblem, paint } = clothOf(scene, seat);
  const charge = element("span", { class: "rt-charge" }, emblemPicture(emblem));
  const cloth = element("span", { class: `rt-cloth rt-field-${field} rt-great` }, charge, element("strong", {}, name));
  if (paint) cloth.style.setProperty("--metal", paint);
  return element("div", { class: "rt-banner", "aria-hidden": "true" }, cloth);
}

/** @param {Table} table @param {number} seat */
function orderOfPlay({ scene }, seat) {
  const items = scene.seats.map((panel) => {
    const now = panel.seat === seat ? { "aria-current": "true" } : {};
    return element("li", now, seatShield(scene, panel.seat), element("span", {}, panel.name));
  });
  return element("ol", { class: "rt-order", "aria-label": "Order of play" }, ...items);
}

/** What others have done since this seat acted last. @param {Table} table */
function whatIsNew(table) {
  const { scene } = table;
  const own = scene.seats.find(({ seat }) => seat === scene.seat);
  const press = () => {
    table.greeting = false;
    table.refresh();
  };
  return [
    element("h3", {}, scene.seat === null ? null : seatShield(scene, scene.seat), "Since your last turn, ", element("b", {}, own?.name ?? "")),
    element("ol", { class: "rt-news" }, ...(scene.news ?? []).map((news) => newsItem(table, news))),
    element("p", {}, "Your cards appear when you go on."),
    plainButton("To the table", { class: "rt-choice rt-submit rt-ready", "data-key": "to-the-table" }, press),
  ];
}

/** @param {Table} table @param {News} news */
function newsItem({ scene }, { actor, sentence, emblem, colour }) {
  const picture = emblemPicture(emblem);
  const sign = picture ? element("span", { class: "rt-sign" }, picture) : null;
  if (sign && colour) sign.style.setProperty("--a", safeColour(colour));
  return element("li", {}, seatShield(scene, actor), element("p", {}, ...withNames(sentence, scene.seats.map(({ name }) => name))), sign);
}

/** Nothing of the scene is built while a cover lies over it. @param {Table} table */
export function drawNothing({ parts }) {
  for (const part of [parts.own, parts.self, parts.round, parts.list, parts.seats, parts.piles, parts.ask, parts.passing, parts.ready, parts.steps]) part.replaceChildren();
  parts.asides.replaceChildren();
  for (const part of [parts.own, parts.list, parts.ask, parts.hint, parts.asides]) part.hidden = true;
  parts.picked.textContent = "";
}
