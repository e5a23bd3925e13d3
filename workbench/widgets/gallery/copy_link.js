/** The button that copies the address of a page: hidden without a script, and where nothing can be copied it says so. */

/** Puts a text on the clipboard, also on a page that was not fetched over an encrypted way. @param {string} text */
async function copy(text) {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const field = document.createElement("textarea");
  field.value = text;
  document.body.append(field);
  field.select();
  const done = document.execCommand("copy");
  field.remove();
  if (!done) throw new Error("refused");
}

for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll(".wb-copy"))) {
  const told = /** @type {HTMLElement} */ (button.nextElementSibling);
  button.hidden = false;
  button.addEventListener("click", async () => {
    try {
      await copy(button.dataset.link ?? "");
      button.focus();
      told.textContent = "Copied.";
    } catch {
      told.textContent = "The browser does not let it be copied. Mark the address above.";
    }
  });
}
