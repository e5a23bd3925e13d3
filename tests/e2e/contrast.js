/**
 * Texts that the ground under them does not let one read: the contrast of WCAG 2 against a picture of the page
 * without its texts, at the worst tenth of the points that each text covers.
 */
async ({ picture, texts }) => {
  const image = new Image();
  image.src = `data:image/png;base64,${picture}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [image.width, image.height];
  const context = canvas.getContext("2d", { willReadFrequently: true });
  context.drawImage(image, 0, 0);
  const { data, width, height } = context.getImageData(0, 0, image.width, image.height);
  const worked = (part) => (part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4);
  const table = Array.from({ length: 256 }, (_, part) => worked(part));
  const linear = (part) => table[part] ?? worked(part); // a colour that is mixed is between two whole ones
  const light = ([red, green, blue]) => 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
  const faults = new Set();
  for (const { x, y, width: wide, height: high, colour, large, disabled, what } of texts) {
    if (disabled) continue; // WCAG asks nothing of what cannot be pressed
    const [red, green, blue, alpha = 1] = colour.match(/[\d.]+/g).map(Number);
    const ratios = [];
    for (let across = 0; across <= 12; across += 1) {
      for (let down = 1; down <= 4; down += 1) {
        const at = (Math.min(height - 1, Math.round(y + (high * down) / 5)) * width + Math.min(width - 1, Math.round(x + (wide * across) / 12))) * 4;
        const ground = [data[at], data[at + 1], data[at + 2]];
        const ink = [red, green, blue].map((part, number) => part * alpha + ground[number] * (1 - alpha));
        const [bright, dark] = [light(ink), light(ground)].sort((one, other) => other - one);
        ratios.push((bright + 0.05) / (dark + 0.05));
      }
    }
    ratios.sort((one, other) => one - other);
    const ratio = ratios[Math.floor(ratios.length / 10)];
    if (ratio < (large ? 3 : 4.5) - 0.05) faults.add(`${what} has a contrast of ${ratio.toFixed(1)}`);
  }
  return [...faults];
}
