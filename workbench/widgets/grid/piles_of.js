/**
 * How the cards of a table can be laid out in piles, which pile each lies in, and what moving one writes into its cell.
 * Everything follows from the columns of the table, from what was measured, and from the chains that Python reports.
 *
 * @typedef {import("./list.js").Grid} Grid
 * @typedef {import("./list.js").CardTable} CardTable
 * @typedef {import("./list.js").Row} Row
 * @typedef {import("../symbol_badge.js").Symbol} Symbol
 * @typedef {"category"|"worth"|"measured"|"chain"} Kind
 * @typedef {{kind: Kind, key: string, title: string, column: number}} Way  `column`: the number of what moving changes, else -1
 * @typedef {{file: string, id: number, name: string, letters: Symbol[], tail: string, copies: number, depth: number}} Lying
 * @typedef {{key: string, title: string, symbol: Symbol|null, takes: boolean, cards: Lying[]}} Pile  `takes`: whether a card can be moved here
 */

import { FLAGS } from "./cells.js";
import { FIRST_ROW, tableOf, textAt } from "./list.js";

export const WAYS = /** @type {[Kind, string][]} */ ([
  ["category", "By category"],
  ["worth", "By worth"],
  ["measured", "By what was measured"],
  ["chain", "By bonuses"],
]);

const CHAINS = "bonus chains";

const NOTHING = "Nothing written"; // which is not a place for a card

const CATEGORIES = ["letters", "letter", "choice", "flag"];
const COPIES = "count"; // how many copies there are, which is not what a card is worth
const SPAN = 10; // from the least to the greatest worth, up to which worths without a card get piles too
const STEPS = [1, 2, 5, 10, 20, 50]; // of what was measured
const FEW = 8; // piles of what was measured

/** @param {string} text */
const isNumber = (text) => /^-?\d+$/.test(text);

// ---------------------------------------------------------------- ways

/** The ways in which a table can be laid out; `chosen` stays one of them whatever happens to its cards. @param {Grid} grid @param {string} file @param {string} chosen @returns {Way[]} */
export function waysOf(grid, file, chosen) {
  const table = tableOf(grid, file);
  const of = (/** @type {Kind} */ kind, /** @type {(type: string) => boolean} */ fits) =>
    table.columns.flatMap((column, number) =>
      fits(column.type) && column.key !== COPIES && (column.key === chosen || isShared(grid, table, number))
        ? [{ kind, key: column.key, title: column.title, column: number }]
        : [],
    );
  const { columns = [], files = {} } = grid.measured;
  const measured = columns.filter(({ key }) => Object.values(files[file] ?? {}).some((told) => typeof told[key]?.[0] === "number"));
  /** @type {Way[]} */
  const ways = [
    ...of("category", (type) => CATEGORIES.includes(type)),
    ...of("worth", (type) => type === "number"),
    ...measured.map(({ key, title }) => ({ kind: /** @type {Kind} */ ("measured"), key, title, column: -1 })),
  ];
  if (table.cards && grid.piles.told.chains.length) ways.push({ kind: "chain", key: CHAINS, title: "Bonus chains", column: -1 });
  return ways;
}

/** Whether cards have something in common there: two the same number, or on average two the same word. @param {Grid} grid @param {CardTable} table @param {number} number */
function isShared(grid, table, number) {
  const { type, required } = table.columns[number];
  const texts = table.rows.map((row) => meant(type, textAt(grid, table, row, number))).filter(Boolean);
  if (type === "letters" || type === "letter") return texts.length > 0 && (required || new Set(texts).size > 1) && grid.state.symbols.length > 1;
  const several = new Set(texts).size;
  return several > 1 && (type === "number" ? texts.length > several : texts.length >= 2 * several);
}

/** What a cell says, where even an empty one says something. @param {string} type @param {string} text */
function meant(type, text) {
  return type === "flag" ? text || "0" : text;
}

// ---------------------------------------------------------------- piles

/** The piles of a table in one way, including empty ones if a card can be moved there. @param {Grid} grid @param {string} file @param {Way} way @returns {Pile[]} */
export function pilesOf(grid, file, way) {
  if (way.kind === "chain") return chainPiles(grid);
  const table = tableOf(grid, file);
  if (way.kind === "measured") return measuredPiles(grid, table, way.key);
  const { type } = table.columns[way.column];
  const piles = new Map(placesOf(grid, table, way).map((pile) => [pile.key, pile]));
  for (const row of table.rows) {
    const text = meant(type, textAt(grid, table, row, way.column));
    const keys = type === "letters" && text ? [...new Set(text)] : [text];
    for (const key of keys) {
      const pile = piles.get(key) ?? { key, title: key || NOTHING, symbol: null, takes: false, cards: [] };
      piles.set(key, pile);
      pile.cards.push(lying(grid, table, row, way.column, key));
    }
  }
  return [...piles.values()].filter(({ key, takes, cards }) => cards.length || (takes && key !== ""));
}

/** Where a card may lie, by what its cell says, in order; other values come last. @param {Grid} grid @param {CardTable} table @param {Way} way @returns {Pile[]} */
function placesOf(grid, table, way) {
  const { type, required, choices } = table.columns[way.column];
  const pile = (/** @type {string} */ key, /** @type {string} */ title, /** @type {Symbol|null} */ symbol = null) => ({ key, title, symbol, takes: true, cards: [] });
  const without = `No ${way.title.toLowerCase()}`;
  const none = required || type === "flag" || type === "letters" ? [] : [pile("", without)];
  if (type === "letters" || type === "letter") return [...grid.state.symbols.map((one) => pile(one.letter, one.short ?? one.name, one)), ...none];
  if (type === "flag") return FLAGS.map(([value, words]) => pile(value, words === "yes" ? way.title : without));
  if (type === "choice") return [...choices.map(([value, words]) => pile(value, readable(words))), ...none];
  return [...worths(grid, table, way.column).map((worth) => pile(worth, worth)), ...none];
}

/** A declared name as people read it. @param {string} name */
function readable(name) {
  const words = name.replace(/_/g, " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The worths that cards have, and those in between if they are few. @param {Grid} grid @param {CardTable} table @param {number} column */
function worths(grid, table, column) {
  const known = table.rows.map((row) => textAt(grid, table, row, column)).filter(isNumber).map(Number);
  const [least, most] = [Math.min(...known), Math.max(...known)];
  const between = most - least <= SPAN ? Array.from({ length: most - least + 1 }, (_none, number) => least + number) : known;
  return [...new Set(between)].sort((one, other) => one - other).map(String);
}

/** @param {Grid} grid @param {CardTable} table @param {string} key @returns {Pile[]} */
function measuredPiles(grid, table, key) {
  const figures = grid.measured.files?.[table.file] ?? {};
  const now = (/** @type {Row} */ { id }) => figures[String(id)]?.[key]?.[0] ?? null;
  const known = table.rows.map(now).filter((figure) => figure !== null);
  const span = known.length ? Math.max(...known) - Math.min(...known) : 0;
  const step = STEPS.find((one) => span / one < FEW) ?? 100;
  /** @type {Map<number|null, Pile>} */
  const piles = new Map();
  for (const row of table.rows) {
    const figure = now(row);
    const from = figure === null ? null : Math.floor(Math.round(figure) / step) * step;
    const title = from === null ? "Not measured" : step === 1 ? `${from}` : `${from} to ${from + step - 1}`;
    const pile = piles.get(from) ?? { key: String(from), title, symbol: null, takes: false, cards: [] };
    piles.set(from, pile);
    pile.cards.push(lying(grid, table, row));
  }
  const order = (/** @type {[number|null, Pile]} */ [from]) => from ?? Number.POSITIVE_INFINITY;
  return [...piles].sort((one, other) => order(one) - order(other)).map(([, pile]) => pile);
}

/** The cards that bonuses connect, then the others. @param {Grid} grid @returns {Pile[]} */
function chainPiles(grid) {
  const tables = grid.state.tables.filter(({ cards }) => cards).map(({ file }) => tableOf(grid, file));
  const known = new Map(tables.flatMap((table) => table.rows.map((row) => [`${table.file} ${row.id}`, { table, row }])));
  const piles = grid.piles.told.chains.map((chain) => {
    const cards = chain.flatMap(([file, id, depth]) => {
      const card = known.get(`${file} ${id}`);
      known.delete(`${file} ${id}`);
      return card ? [lying(grid, card.table, card.row, -1, "", depth)] : [];
    });
    const [first, last] = [cards[0]?.name, cards.reduce((deep, one) => (one.depth > deep.depth ? one : deep), cards[0])?.name];
    return { key: chain[0].join(" "), title: first === last ? first : `${first} to ${last}`, symbol: null, takes: false, cards };
  });
  const alone = [...known.values()].map(({ table, row }) => lying(grid, table, row));
  return [...piles, { key: "", title: "No bonus", symbol: null, takes: false, cards: alone }].filter(({ cards }) => cards.length);
}

// ---------------------------------------------------------------- cards

/**
 * What a pile shows of a card: its name, and those of its categories and its worth that the pile does not say.
 * @param {Grid} grid @param {CardTable} table @param {Row} row @param {number} [laidBy] the column by which the pile is laid
 * @param {string} [said] what the pile says @param {number} [depth] in a chain @returns {Lying}
 */
function lying(grid, table, row, laidBy = -1, said = "", depth = 0) {
  const first = (/** @type {string[]} */ types) => table.columns.findIndex(({ type, key }) => types.includes(type) && key !== COPIES);
  const text = (/** @type {number} */ column) => (column < 0 ? "" : textAt(grid, table, row, column));
  const [letters, worth] = [first(["letters", "letter"]), first(["number"])];
  const copies = table.columns.findIndex(({ key }) => key === COPIES);
  return {
    file: table.file,
    id: row.id,
    name: text(table.name) || `Row ${row.number + FIRST_ROW}`,
    letters: grid.state.symbols.filter(({ letter }) => text(letters).includes(letter) && !(letters === laidBy && letter === said)),
    tail: worth === laidBy ? "" : text(worth),
    copies: Math.max(1, Number(text(copies)) || 1),
    depth,
  };
}

/** What the cell of a card holds once the card is moved from one pile to another. @param {string} type of the column @param {string} text @param {string} from @param {string} to */
export function moved(type, text, from, to) {
  return type === "letters" ? [...text].map((letter) => (letter === from ? to : letter)).join("") : to;
}
