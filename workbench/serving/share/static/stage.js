/**
 * A page with one table and text around it: the table fills the window, and its menu opens the text.
 *
 * A page with more on it stays as it is and scrolls.
 */

const CELLS = "#rendered_cells [cell-index]";
const HAS_OUTPUT = ".jp-OutputArea-output :is(.jupyter-widgets, table, img, svg, pre, p)";

/** The cells of text, if the page shows one table and nothing else; otherwise nothing. */
function words() {
  if (document.querySelector(".rt-studio")) return null;
  const cells = [...document.querySelectorAll(CELLS)];
  const tables = cells.filter((cell) => cell.querySelector(".rt-stage"));
  const others = cells.filter((cell) => !cell.querySelector(".rt-stage") && cell.querySelector(HAS_OUTPUT));
  if (tables.length !== 1 || others.length || tables[0].querySelectorAll(".rt-stage").length !== 1) return null;
  return cells.filter((cell) => cell !== tables[0]);
}

/**
 * Moves the page's text into a dialog that the table's menu opens; the heading stays for screen readers.
 * @param {Element[]} cells
 */
function fold(cells) {
  const heading = cells.map((cell) => cell.querySelector("h1")).find((found) => found);
  heading?.classList.add("workbench-unseen");
  const about = document.createElement("dialog");
  about.className = "workbench-about";
  about.setAttribute("aria-label", "About this page");
  const close = document.createElement("button");
  close.type = "button";
  close.className = "workbench-about-close";
  close.append("Close");
  close.addEventListener("click", () => about.close());
  const ways = document.querySelector(".workbench-header nav")?.cloneNode(true);
  about.append(close, ...(ways ? [ways] : []), ...cells);
  document.getElementById("rendered_cells")?.append(...(heading ? [heading] : []), about);
  document.body.classList.add("workbench-stage");
}

const watcher = new MutationObserver(() => {
  if (!document.querySelector(".rt-stage :is(.rt-frame, .wb-lobby)")) return;
  watcher.disconnect();
  const cells = words();
  if (cells) fold(cells);
});
watcher.observe(document.documentElement, { childList: true, subtree: true });
