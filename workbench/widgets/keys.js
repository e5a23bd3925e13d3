/**
 * What a pressed key means, whatever the keyboard layout, input method and browser. Code that listens to keys asks here
 * instead of reading events.
 *
 * A letter is the one on the key if the layout is Latin (Ctrl+Z is on a different key in Dvorak than in QWERTY), and
 * otherwise the one in that place on a QWERTY keyboard (Cyrillic, Greek, Hebrew, Arabic ...).
 */

/** The number of a key that an input method takes; Safari says nothing else about the Enter that ends it. */
const INPUT_METHOD = 229;
/** A key without a name: it writes, or begins to write. */
const UNNAMED = ["Process", "Unidentified", "Dead"];
/** The name of a key that writes nothing: Enter, F2, ArrowUp. */
const NAME = /^[A-Z][A-Za-z0-9]+$/;
const LATIN = /^[a-z]$/;
/** Some Latin layouts (Dvorak, AZERTY, bépo) have signs where others have letters; there they are not letters. */
const OF_A_LATIN_LAYOUT = /^[\p{Script=Latin}'",<.>;:?!/_-]$/u;
const FULL_WIDTH = /^[\uff21-\uff3a\uff41-\uff5a]$/; // Latin letters as input methods of East Asia write them

/** Whether an input method is using this key, which is then nobody else's. @param {KeyboardEvent} event */
function composes({ isComposing, keyCode }) {
  return isComposing || keyCode === INPUT_METHOD;
}

/**
 * The name of a key that writes nothing (`Enter`, `Escape`, `ArrowUp`), or the space; nothing for any other key, and
 * nothing while an input method uses it.
 * @param {KeyboardEvent} event
 */
export function keyName(event) {
  const named = event.key === " " || (NAME.test(event.key) && !UNNAMED.includes(event.key));
  return named && !composes(event) ? event.key : "";
}

/** The Latin letter that a key stands for, in lower case. @param {KeyboardEvent} event */
function letter({ key, code }) {
  const own = key.toLowerCase();
  if (LATIN.test(own)) return own;
  const elsewhere = NAME.test(key) ? key !== "Process" : OF_A_LATIN_LAYOUT.test(key) && !FULL_WIDTH.test(key);
  return elsewhere ? "" : /^Key([A-Z])$/.exec(code)?.[1].toLowerCase() ?? "";
}

/** Whether the key is pressed together with AltGr. @param {KeyboardEvent} event */
const withAltGraph = (event) => event.getModifierState("AltGraph") || (event.ctrlKey && event.altKey);

/**
 * The letter, or the space, that is pressed with Ctrl or Cmd as a shortcut; else nothing. AltGr, which Windows reports
 * as Ctrl with Alt, makes no shortcut: it writes.
 * @param {KeyboardEvent} event
 */
export function command(event) {
  if (event.isComposing || event.ctrlKey === event.metaKey || event.altKey || withAltGraph(event)) return "";
  return event.key === " " ? " " : letter(event);
}

/** The letter that is pressed alone, a shortcut where nobody is typing; else nothing. @param {KeyboardEvent} event */
export function plainLetter(event) {
  if (event.isComposing || event.ctrlKey || event.metaKey || event.altKey || withAltGraph(event)) return "";
  return isField(event.target) ? "" : letter(event);
}

/** The sign, such as `/`, that a key writes where nobody is typing; else nothing. @param {KeyboardEvent} event */
export function plainSign(event) {
  return writes(event) && !composes(event) && !isField(event.target) && !letter(event) ? event.key : "";
}

/** Whether somebody types or chooses there; a slider takes no letters. @param {EventTarget|null} target */
export function isField(target) {
  return target instanceof Element && target.matches("select, input:not([type='range']), textarea, [contenteditable]");
}

/**
 * Whether the key writes, or begins to: anything printable, also with Option or AltGr, a dead key, and whatever goes to
 * an input method.
 * @param {KeyboardEvent} event
 */
export function writes(event) {
  const { key, ctrlKey, metaKey, altKey } = event;
  if (metaKey || (ctrlKey && !withAltGraph(event))) return false;
  if (UNNAMED.includes(key)) return key !== "Unidentified" || composes(event);
  return key !== "" && !NAME.test(key) && !(altKey && isOfTheBrowser(event));
}

/**
 * Option and AltGr write a sign other than the key's own; Alt with the key's own sign opens a menu or another tab,
 * except for the digits of the number pad, with which Windows writes.
 * @param {KeyboardEvent} event
 */
function isOfTheBrowser(event) {
  return /^[a-z0-9 ]$/i.test(event.key) && !event.code.startsWith("Numpad") && !event.getModifierState("AltGraph");
}

/**
 * What a key that writes would write, where a browser may write nothing for it: Ctrl with Alt is AltGr on Windows only,
 * and a key sent by a script, such as an on-screen keyboard, is not a real one. Whoever writes it keeps the browser
 * from writing it too.
 * @param {KeyboardEvent} event
 */
export function ownText(event) {
  const unsure = !event.isTrusted || (event.ctrlKey && event.altKey);
  return unsure && !UNNAMED.includes(event.key) && !composes(event) ? event.key : "";
}

/** Whether a key is pressed with Ctrl, Cmd, Alt or Option, but not in order to write. @param {KeyboardEvent} event */
export function isModified(event) {
  return (event.ctrlKey || event.metaKey || event.altKey) && !writes(event);
}
