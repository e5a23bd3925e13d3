/** Cells as spreadsheets put them on the clipboard: tabs between cells, line breaks between rows. */

const FIELD = /"([^"]*(?:""[^"]*)*)"(?=[\t\n]|$)|[^\t\n]*/y; // a cell in quotes may hold tabs and line breaks

/**
 * The rows of a text that was copied from a spreadsheet.
 * @param {string} text @returns {string[][]}
 */
export function fromTabSeparated(text) {
  const plain = text.replace(/\r\n?/g, "\n").replace(/\n$/, "");
  /** @type {string[][]} */
  const rows = [[]];
  for (let at = 0; ; at += 1) {
    FIELD.lastIndex = at;
    const [whole, quoted] = /** @type {RegExpExecArray} */ (FIELD.exec(plain));
    rows[rows.length - 1].push(quoted === undefined ? whole : quoted.replaceAll('""', '"'));
    at += whole.length;
    if (at >= plain.length) return rows;
    if (plain[at] === "\n") rows.push([]);
  }
}

/** Rows as a text that a spreadsheet can paste. @param {string[][]} rows */
export function toTabSeparated(rows) {
  return rows.map((cells) => cells.map(inQuotes).join("\t")).join("\n");
}

/** @param {string} cell */
function inQuotes(cell) {
  return /[\t\n\r]|^"/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
