/**
 * The words of a scene (workbench/kernel/scenes/scene.py), and what follows from them for any screen.
 *
 * @typedef {import("../symbol_badge.js").Symbol} Symbol
 * @typedef {import("../card_face.js").CardFace} CardFace
 * @typedef {[number, number][]} Standing  pairs of a seat and its number
 * @typedef {{key: string, title: string, symbol: Symbol|null, total: string, badge: string, standing: Standing,
 *   state: string, emblem: string, arms: string, seat: number|null, at: [number, number]|null, fault: string,
 *   why: string, notes: [number, string][], value: string, between?: [number, number]|null}} Group
 * @typedef {{key: string, between: [string, string], cards: CardFace[], ends: [string, string], why: string}} Edge
 * @typedef {{id: string, title: string, layout: string, owner: number|null, count: number, cards: CardFace[],
 *   groups: Group[], centre: string[], listing: boolean, region: string, edges: Edge[]}} SceneZone
 * @typedef {{card: string, said: string, totals: Standing, also: string[], button?: string}} Turned
 * @typedef {{key: string, title: string, zone: SceneZone, steps: Turned[], outcome: string, at_once?: string}} Reveal
 * @typedef {{action: number, label: string, group: string, symbol: Symbol|null, hint: string, aside: boolean,
 *   on: string, tab: string, then: string, main: boolean, points: boolean, using: string[], sentence: string, press: string}} Choice
 * @typedef {{key: string, label: string, choices: Choice[], clause: string, enough?: number[]}} Extra
 * @typedef {{prompt: string, least: number, most: number, submit: Choice[], extras: Extra[], sentence: string,
 *   none: string, base: number}} Selection
 * @typedef {[turn: number, whose: number|null, seats: number[], hidden: boolean, hearers: number[], round?: number]} LogNote
 * @typedef {{actor: number, sentence: string, emblem: string, colour: string}} News
 * @typedef {{seat: number, name: string, player: string, to_act: boolean, current: boolean,
 *   facts: [string, string][], held: number|null, state: string, marks: string[], side: Group|null}} SeatPanel
 * @typedef {{words: string, at: number[], number: number, of: number}} Mark  `at`: actions, at whose things it points
 * @typedef {{title: string, seat: number|null, phase: string, phases: [string, string][], message: string,
 *   over: boolean, seats: SeatPanel[], zones: SceneZone[], choices: Choice[], selection: Selection|null,
 *   reveal: Reveal|null, log: string[], prompt: string, strong: string, hint: string,
 *   story: [number|null, string]|null, focus: string, steps?: [string, boolean][], ready: number[], not_yet?: [string, string][], small?: string[],
 *   notes?: LogNote[], arms?: number[], series?: [string, number[][]][], mark?: Mark|null, ways?: [string, string][], dealt?: number, asked?: number, since?: number, news?: News[]}} Scene
 */

const CENTRAL = ["ring", "places", "board", "map", "stages", "story", "track", "lanes", "tally", "mat", "slips"];

/** Which part of the table a zone is, if it does not say so itself. @param {Scene} scene @param {SceneZone} zone */
export function regionOf(scene, { region, layout, owner }) {
  if (region) return region === "mine" && scene.seat === null ? "people" : region;
  if (layout === "hand") return "mine";
  if (layout === "pile") return "piles";
  if (CENTRAL.includes(layout) || owner === null) return "centre";
  return owner === scene.seat ? "mine" : "people";
}

/** The zones of one part of the table, in the order of the scene. @param {Scene} scene @param {string} region */
export function zonesIn(scene, region) {
  return scene.zones.filter((zone) => regionOf(scene, zone) === region);
}

/** Whether the middle of the table is about as tall as it is wide. @param {Scene} scene @param {SceneZone[]} [zones] */
export function isSquare(scene, zones = scene.zones) {
  return zones.some((zone) => ["ring", "board", "map"].includes(zone.layout) && regionOf(scene, zone) === "centre");
}

/** Everybody else, clockwise from the left of the viewing seat; for a spectator, everybody. @param {Scene} scene @param {SeatPanel[]} panels */
export function others(scene, panels) {
  if (scene.seat === null) return panels;
  const own = panels.findIndex(({ seat }) => seat === scene.seat);
  return own < 0 ? panels : [...panels.slice(own + 1), ...panels.slice(0, own)];
}

/** The zones, or those of their groups, that lie before a seat. @param {Scene} scene @param {string} region @param {number} seat @returns {SceneZone[]} */
export function zonesBefore(scene, region, seat) {
  return zonesIn(scene, region).flatMap((zone) => {
    if (zone.owner !== null) return zone.owner === seat ? [zone] : [];
    return zone.groups.filter((group) => group.seat === seat).map((group) => ({ ...zone, groups: [group], cards: cardsOf(zone, group.key) }));
  });
}

/** What a thing is called in `Choice.on`. @param {SceneZone} zone @param {string} group */
export function groupThing(zone, group) {
  return `group:${zone.id}/${group}`;
}

/** The cards of a group. @param {SceneZone} zone @param {string} group */
export function cardsOf(zone, group) {
  return zone.cards.filter((card) => card.group === group);
}

/** The last event as one sentence, and whose it is. @param {Scene} scene @returns {[number|null, string]} */
export function storyOf(scene) {
  if (scene.story) return scene.story;
  const told = scene.log.filter((line) => !(scene.small ?? []).some((words) => line.includes(words)));
  const last = told.at(-1) ?? scene.log.at(-1) ?? "";
  return [actorOf(scene, last), last];
}

/** Whose event it is: the seat whose name a line of the log begins with. @param {Scene} scene @param {string} line */
export function actorOf(scene, line) {
  const named = scene.seats.filter(({ name }) => line.startsWith(`${name} `) || line.startsWith(`${name}'`));
  return named.sort((one, other) => other.name.length - one.name.length)[0]?.seat ?? null;
}
