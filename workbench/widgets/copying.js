/** Copies a text to the clipboard, even on a page that was not served over HTTPS; throws if that is refused. @param {string} text */
export async function copy(text) {
  try {
    return await navigator.clipboard.writeText(text);
  } catch {
    return copyAsOfOld(text); // no clipboard here, or the browser refused it
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
