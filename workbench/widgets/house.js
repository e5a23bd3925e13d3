/** The house of the workbench on its pages: its sign, and the way to all games. */

const SVG = "http://www.w3.org/2000/svg";
const PEOPLE = 8; // around the round table

/** The way to all games, where the page has one. */
export function home() {
  return document.querySelector(".workbench-header a[href]")?.getAttribute("href") ?? "";
}

/** The way to another page of the house, by its name in the head of the page; empty where that leads nowhere. @param {string} name */
export function wayTo(name) {
  const ways = [...document.querySelectorAll(".workbench-header a[href]")];
  return ways.find((way) => way.textContent?.trim() === name)?.getAttribute("href") ?? "";
}

/** The sign of the house: a round table and the people around it. */
export function markPicture() {
  const made = document.createElementNS(SVG, "svg");
  made.setAttribute("viewBox", "0 0 64 64");
  made.setAttribute("class", "rt-mark");
  made.setAttribute("aria-hidden", "true");
  const round = (/** @type {Record<string, string|number>} */ about) => {
    const shape = document.createElementNS(SVG, "circle");
    for (const [name, value] of Object.entries({ fill: "currentColor", ...about })) shape.setAttribute(name, String(value));
    made.append(shape);
  };
  round({ cx: 32, cy: 32, r: 20, fill: "none", stroke: "currentColor", "stroke-width": 4.5 });
  round({ cx: 32, cy: 32, r: 6.5 });
  for (let seat = 0; seat < PEOPLE; seat += 1) {
    const angle = ((seat + 0.5) * 2 * Math.PI) / PEOPLE;
    round({ cx: 32 + 28 * Math.cos(angle), cy: 32 + 28 * Math.sin(angle), r: 3.4 });
  }
  return made;
}
