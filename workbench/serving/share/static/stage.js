/**
 * A page that is one table with words around it: the table fills the window, and the words fold into a corner.
 *
 * A page with more on it than that stays as it is and scrolls.
 */

const CELLS = "#rendered_cells [cell-index]";
const HAS_OUTPUT = ".jp-OutputArea-output :is(.jupyter-widgets, table, img, svg, pre, p)";

/** The cells of words, if the page shows one table and nothing else; else nothing. */
function words() {
  if (document.querySelector(".rt-studio")) return null;
  const cells = [...document.querySelectorAll(CELLS)];
  const tables = cells.filter((cell) => cell.querySelector(".rt-stage"));
  const others = cells.filter((cell) => !cell.querySelector(".rt-stage") && cell.querySelector(HAS_OUTPUT));
  if (tables.length !== 1 || others.length || tables[0].querySelectorAll(".rt-stage").length !== 1) return null;
  return cells.filter((cell) => cell !== tables[0]);
}

/** Folds the words of the page away; its heading stays for those who hear the page. @param {Element[]} cells */
function fold(cells) {
  const heading = cells.map((cell) => cell.querySelector("h1")).find((found) => found);
  heading?.classList.add("workbench-unseen");
  const about = document.createElement("details");
  about.className = "workbench-about";
  const summary = document.createElement("summary");
  summary.append("About");
  const sheet = document.createElement("div");
  sheet.className = "workbench-about-sheet";
  sheet.tabIndex = 0;
  sheet.setAttribute("role", "region");
  sheet.setAttribute("aria-label", "About this page");
  const ways = document.querySelector(".workbench-header nav");
  sheet.append(...(ways ? [ways] : []), ...cells);
  about.append(summary, sheet);
  about.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    about.open = false;
    summary.focus();
  });
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
