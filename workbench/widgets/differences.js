/**
 * Applies the changes that a kernel or a server sends, as found by `differences` in `workbench/play/differences.py`.
 *
 * @typedef {[place: (string|number)[], value: any, begins?: number]} Change
 */

/**
 * Plain data with the changes applied. The original stays as it is; parts that do not change are shared.
 * @param {any} before
 * @param {Change[]} changes
 */
export function changed(before, changes) {
  return changes.reduce((part, change) => withChange(part, change, 0), before);
}

/** @param {any} part @param {Change} change @param {number} depth how many steps of its place have been taken @returns {any} */
function withChange(part, change, depth) {
  const [place, value, begins] = change;
  if (depth === place.length) return begins === undefined ? value : [...part.slice(0, begins), ...value];
  const copy = Array.isArray(part) ? [...part] : { ...part };
  const step = place[depth];
  copy[step] = withChange(part[step], change, depth + 1);
  return copy;
}
