/** A small picture of the wall, for those looking for the code: the QR code, the five letters, banners on a rod. */

const SVG = "http://www.w3.org/2000/svg";
const CLOTHS = ["#a81d29", "#1f4fa3", "#1d6b3a", "#6a2a7b", "#1d1d1f", "#f7f3e8", "#d8a431", "#1d6b3a", "#a81d29", "#6a2a7b"];
const CORNERS = "M28 30h22v22h-22zM32 34v14h14v-14zM36 38h6v6h-6zM74 30h22v22h-22zM78 34v14h14v-14zM82 38h6v6h-6zM28 76h22v22h-22zM32 80v14h14v-14zM36 84h6v6h-6z";
const DOTS = "M56 30h4v8h-4zM64 34h6v4h-6zM56 46h8v4h-8zM28 58h8v4h-8zM42 56h4v8h-4zM54 58h6v6h-6zM66 56h4v4h-4zM74 60h8v4h-8zM88 56h8v6h-8zM56 70h4v8h-4zM64 72h8v4h-8zM78 72h4v8h-4zM88 74h8v4h-8zM60 84h8v4h-8zM74 86h4v10h-4zM84 84h6v6h-6zM56 92h8v4h-8zM88 94h8v4h-8z";

/** @param {string} name @param {Record<string, string|number>} attributes @param {string} [words] */
function drawn(name, attributes, words = "") {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  made.textContent = words;
  return made;
}

/** One tile of the code, whose letter is not shown. @param {number} place */
function tile(place) {
  const left = 118 + 34 * place;
  const letter = { x: left + 15, y: 62, "font-size": 30, "font-weight": 700, "text-anchor": "middle", fill: "#241a12", class: "rm-tile-letter" };
  return [drawn("rect", { x: left, y: 30, width: 30, height: 42, rx: 4, fill: "#f6c544" }), drawn("text", letter, "?")];
}

/** The wall, small. */
export function wallPicture() {
  const made = drawn("svg", { class: "rm-small-wall", viewBox: "0 0 300 172", role: "img", "aria-label": "The wall: a pattern at the left, the five letters beside it" });
  made.append(
    drawn("rect", { width: 300, height: 172, rx: 8, fill: "#1e3038" }),
    drawn("path", { d: "M0 60C60 40 240 40 300 60", fill: "none", stroke: "#263b44", "stroke-width": 26 }),
    drawn("rect", { x: 20, y: 22, width: 84, height: 84, rx: 4, fill: "#fffdf8" }),
    drawn("path", { d: CORNERS, fill: "#1b140d", "fill-rule": "evenodd" }),
    drawn("path", { d: DOTS, fill: "#1b140d" }),
    ...[0, 1, 2, 3, 4].flatMap(tile),
    drawn("rect", { x: 118, y: 86, width: 120, height: 7, rx: 3, fill: "#c9d3d3" }),
    ...CLOTHS.map((colour, place) => drawn("path", { d: `M${22 + 26.5 * place} 124h20v28l-10 -6l-10 6z`, fill: colour })),
    drawn("path", { d: "M16 123H290", stroke: "#c79a58", "stroke-width": 4, "stroke-linecap": "round" }),
  );
  return made;
}
