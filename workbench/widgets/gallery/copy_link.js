/** The button that copies the address of a page: hidden without a script, and where nothing can be copied it marks it. */

const BY_HAND = "The browser does not let it be copied. The address is marked: press Ctrl+C, or ⌘C on a Mac.";

/** Puts a text on the clipboard, also on a page that was not fetched over an encrypted way. @param {string} text */
async function copy(text) {
  try {
    return await navigator.clipboard.writeText(text);
  } catch {
    copyAsOfOld(text); // no clipboard there, or the browser has refused it
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

/** Shows the whole address in a field below the button, marked to be copied by hand. @param {HTMLButtonElement} button */
function mark(button) {
  const there = /** @type {HTMLInputElement|null} */ (button.parentElement?.querySelector(".wb-link-field"));
  const field = there ?? Object.assign(document.createElement("input"), { className: "wb-link-field", readOnly: true });
  field.setAttribute("aria-label", "The address of this page");
  field.value = button.dataset.link ?? "";
  button.after(field);
  field.focus();
  field.select();
}

for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll(".wb-copy"))) {
  const told = /** @type {HTMLElement} */ (button.parentElement?.querySelector("[role=status]"));
  button.hidden = false;
  button.addEventListener("click", async () => {
    try {
      await copy(button.dataset.link ?? "");
      button.focus();
      told.textContent = "Copied.";
    } catch {
      mark(button);
      told.textContent = BY_HAND;
    }
  });
}
