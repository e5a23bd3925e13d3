/**
 * What a pressed key means, whatever the layout of the keyboard, the input method and the browser. Whoever listens to
 * keys asks here and reads no event.
 *
 * A letter is the one on the key where the layout is Latin (Ctrl+Z is pressed on another key in Dvorak than in QWERTY),
 * and the one in that place of a QWERTY keyboard where it is not (Cyrillic, Greek, Hebrew, Arabic ...).
 */

/** The number of a key that an input method takes; Safari says nothing else of its last Enter. */
const INPUT_METHOD = 229;
/** A key without a name: it writes, or begins to write. */
const UNNAMED = ["Process", "Unidentified", "Dead"];
/** Of a key that writes nothing: Enter, F2, ArrowUp. */
const NAME = /^[A-Z][A-Za-z0-9]+$/;
const LATIN = /^[a-z]$/;
/** Signs stand in the place of a letter in some Latin layouts (Dvorak, AZERTY, bépo): there they are no letter. */
const OF_A_LATIN_LAYOUT = /^[\p{Script=Latin}'",<.>;:?!/_-]$/u;
const FULL_WIDTH = /^[\uff21-\uff3a\uff41-\uff5a]$/; // Latin letters as input methods of East Asia write them

/** Whether an input method is at work with this key, which then is nobody else's. @param {KeyboardEvent} event */
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

/** The Latin letter that a key stands for, small. @param {KeyboardEvent} event */
function letter({ key, code }) {
  const own = key.toLowerCase();
  if (LATIN.test(own)) return own;
  const elsewhere = NAME.test(key) ? key !== "Process" : OF_A_LATIN_LAYOUT.test(key) && !FULL_WIDTH.test(key);
  return elsewhere ? "" : /^Key([A-Z])$/.exec(code)?.[1].toLowerCase() ?? "";
}

/** Whether the key is pressed together with AltGr. @param {KeyboardEvent} event */
const withAltGraph = (event) => event.getModifierState("AltGraph") || (event.ctrlKey && event.altKey);

/**
 * The letter, or the space, that is pressed with Ctrl or Cmd and is a shortcut then; else nothing. AltGr, which Windows
 * reports as Ctrl with Alt, makes no shortcut: it writes.
 * @param {KeyboardEvent} event
 */
export function command(event) {
  if (event.isComposing || event.ctrlKey === event.metaKey || event.altKey || withAltGraph(event)) return "";
  return event.key === " " ? " " : letter(event);
}

/** The letter that is pressed alone and is a shortcut where nobody writes; else nothing. @param {KeyboardEvent} event */
export function plainLetter(event) {
  if (event.isComposing || event.ctrlKey || event.metaKey || event.altKey || withAltGraph(event)) return "";
  return isField(event.target) ? "" : letter(event);
}

/** The sign, such as `/`, that a key writes where nobody writes; else nothing. @param {KeyboardEvent} event */
export function plainSign(event) {
  return writes(event) && !composes(event) && !isField(event.target) && !letter(event) ? event.key : "";
}

/** Whether somebody writes or chooses there; a slider takes no letters. @param {EventTarget|null} target */
export function isField(target) {
  return target instanceof Element && target.matches("select, input:not([type='range']), textarea, [contenteditable]");
}

/**
 * Whether the key writes, or begins to: anything that can be printed, also with Option or AltGr, a dead key, and what
 * goes to an input method.
 * @param {KeyboardEvent} event
 */
export function writes(event) {
  const { key, ctrlKey, metaKey, altKey } = event;
  if (metaKey || (ctrlKey && !withAltGraph(event))) return false;
  if (UNNAMED.includes(key)) return key !== "Unidentified" || composes(event);
  return key !== "" && !NAME.test(key) && !(altKey && isOfTheBrowser(event));
}

/**
 * Option and AltGr write another sign than the key's own; with Alt the own one opens a menu or another tab, but for the
 * digits of the number pad, with which Windows writes.
 * @param {KeyboardEvent} event
 */
function isOfTheBrowser(event) {
  return /^[a-z0-9 ]$/i.test(event.key) && !event.code.startsWith("Numpad") && !event.getModifierState("AltGraph");
}

/**
 * What a key that writes would write, where a browser may write nothing for it: Ctrl with Alt is AltGr on Windows only,
 * and a key of a script, such as one of a keyboard on the screen, is none. Whoever writes it keeps the browser from it.
 * @param {KeyboardEvent} event
 */
export function ownText(event) {
  const unsure = !event.isTrusted || (event.ctrlKey && event.altKey);
  return unsure && !UNNAMED.includes(event.key) && !composes(event) ? event.key : "";
}

/** Whether a key is pressed with Ctrl, Cmd, Alt or Option, and not in order to write. @param {KeyboardEvent} event */
export function isModified(event) {
  return (event.ctrlKey || event.metaKey || event.altKey) && !writes(event);
}
