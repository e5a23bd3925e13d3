/** Puts a text on the clipboard, also on a page that was not fetched over an encrypted way; throws where that is refused. @param {string} text */
export async function copy(text) {
  try {
    return await navigator.clipboard.writeText(text);
  } catch {
    return copyAsOfOld(text); // no clipboard there, or the browser has refused it
  }
}

/** @param {string} text */
function copyAsOfOld(text) {
  const field = document.createElement("textarea");
  field.value = text;
  document.body.append(field);
  field.select();
  const done = document.execCommand("copy");
  field.remove();
  if (!done) throw new Error("refused");
}
