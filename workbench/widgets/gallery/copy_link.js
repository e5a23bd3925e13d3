/** The button that copies a page's address: hidden without a script; where copying fails it selects the address. */

import { copy } from "../copying.js";

const BY_HAND = "The browser does not let it be copied. The address is marked: press Ctrl+C, or ⌘C on a Mac.";

/** Shows the whole address in a field below the button, selected to copy by hand. @param {HTMLButtonElement} button */
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
