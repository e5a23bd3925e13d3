/**
 * The layouts that a page can draw in the middle of the table, by their names. A script that draws some registers them
 * here as soon as it is loaded: a page brings those that its game uses, and draws any other as a row of cards.
 *
 * @typedef {import("./scene.js").SceneZone} SceneZone
 * @typedef {import("./table.js").Table} Table
 * @typedef {(table: Table, zone: SceneZone) => HTMLElement} Draw
 */

/** @type {Map<string, Draw>} */
const drawings = new Map();

/** Registers layouts with what draws them. @param {Record<string, Draw>} layouts */
export function enterLayouts(layouts) {
  for (const [name, draw] of Object.entries(layouts)) drawings.set(name, draw);
}

/** What draws a layout, if this page has it. @param {string} layout */
export const drawingOf = (layout) => drawings.get(layout);
