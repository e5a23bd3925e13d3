/**
 * What is wrong with a table, or what else is looked at, as it is drawn now, in words; nothing if all can be read and reached.
 * Measured are the window, what lies over what, texts that are cut or covered, the size of type, and the size of buttons.
 */
({ leastType, leastTarget, within }) => {
  const faults = new Set();
  const table = document.querySelector(within);
  const called = (one) => (one.tagName === "SPAN" || !one.classList.length ? `${one.parentElement.classList[0] ?? ""} > ` : "") + (one.classList[0] ? `.${one.classList[0]}` : one.tagName.toLowerCase());
  const said = (text) => `"${text.trim().slice(0, 40)}"`;

  // ---------------------------------------------------------------- what is seen
  const styles = new Map();
  const style = (one) => styles.get(one) ?? (styles.set(one, getComputedStyle(one)), styles.get(one));
  const hidden = new Map();
  const isHidden = (one) => {
    if (!one || one === document.body) return false;
    if (!hidden.has(one)) {
      const boxless = style(one).display === "contents";
      hidden.set(one, (!boxless && !one.checkVisibility({ visibilityProperty: true })) || style(one).clipPath === "inset(50%)" || isHidden(one.parentElement));
    }
    return hidden.get(one);
  };
  const scrolls = (one) => ["auto", "scroll"].includes(style(one).overflowX) || ["auto", "scroll"].includes(style(one).overflowY);
  const scrollers = new Map();
  const scroller = (one) => {
    if (!one || one === table) return null;
    if (!scrollers.has(one)) scrollers.set(one, scrolls(one) && (one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 1) ? one : scroller(one.parentElement));
    return scrollers.get(one);
  };
  const window_ = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
  const port = (one) => {
    let { left, top, right, bottom } = window_;
    for (let at = scroller(one); at; at = scroller(at.parentElement)) {
      const box = at.getBoundingClientRect();
      [left, top, right, bottom] = [Math.max(left, box.left), Math.max(top, box.top), Math.min(right, box.right), Math.min(bottom, box.bottom)];
    }
    return { left, top, right, bottom };
  };
  const leaves = (box, { left, top, right, bottom }) => box.left < left - 1 || box.top < top - 1 || box.right > right + 1 || box.bottom > bottom + 1;

  // ---------------------------------------------------------------- the window and its regions
  const page = document.documentElement;
  if (page.scrollHeight > innerHeight) faults.add(`the page is ${page.scrollHeight} high`);
  if (page.scrollWidth > innerWidth) faults.add(`the page is ${page.scrollWidth} wide`);
  const open = table.querySelector("dialog[open]") ?? table.querySelector(".rt-frame") ?? table;
  const parts = [...open.querySelectorAll(":scope > :is(.rt-bar-of-table, .rt-seats, .rt-field, .rt-prompt, .rt-self, .rt-own, .rt-piles)")];
  const boxes = parts.map((part) => [called(part), part.getBoundingClientRect()]).filter(([, { width, height }]) => width > 1 && height > 1);
  for (const [name, box] of boxes) if (leaves(box, window_)) faults.add(`${name} leaves the window`);
  for (const name of [".rt-ask:not([hidden])", ".rt-own:not([hidden])", ".rt-prompt"]) {
    const part = open.querySelector(name);
    if (part && !isHidden(part) && part.getBoundingClientRect().height < 30) faults.add(`${name} has no room`);
  }
  const field = open.querySelector(".rt-field");
  if (field && field.clientHeight < 100) faults.add("the field has no room");
  const centre = open.querySelector(".rt-round"); // a map, slips and the like scroll inside themselves
  if (centre && centre.scrollHeight > centre.clientHeight + 2) faults.add(`the centre is ${centre.scrollHeight - centre.clientHeight} px too high`);

  // ---------------------------------------------------------------- things over things
  const covering = table.querySelector(".rt-list:not([hidden]), .rt-log.rt-unfolded, .rt-cover:not([hidden])");
  const under = (one) => Boolean(covering) && !covering.contains(one);
  const things = [...open.querySelectorAll(":is(.rt-card, .rt-banner, .rt-guild, .rt-cell, .rt-choice, .rt-tool, .rt-bid, .rt-pile, .rt-group h4, .rt-place h4, .rt-zone-title, .wb-button, .wb-link, .wb-banner, .wb-place, .wb-whose > button, .wb-block, .wb-part h3)")]
    .filter((one) => !isHidden(one) && !under(one))
    .map((one) => ({ one, box: one.getBoundingClientRect(), port: port(one) }))
    .filter(({ box, port }) => box.width > 1 && box.right > port.left && box.left < port.right && box.bottom > port.top && box.top < port.bottom);
  const spread = (one) => one.closest(".rt-layout-hand, .rt-layout-board, .rt-pile, .rt-ahead > .rt-cards, .rt-lane > .rt-cards, .rt-slip");
  const chips = (one) => one.closest(".rt-seat");
  for (const { one, box, port } of things) {
    if (!scroller(one) && leaves(box, port)) faults.add(`${called(one)} ${said(one.getAttribute("aria-label") ?? one.innerText)} leaves the window`);
    const small = Math.min(box.width, box.height);
    if (one.tagName === "BUTTON" && small < leastTarget - 0.5) faults.add(`${called(one)} is ${small.toFixed(0)} px small to press`);
  }
  for (let first = 0; first < things.length; first += 1) {
    for (let second = first + 1; second < things.length; second += 1) {
      const [a, b] = [things[first], things[second]];
      const across = Math.min(a.box.right, b.box.right, a.port.right, b.port.right) - Math.max(a.box.left, b.box.left, a.port.left, b.port.left);
      const down = Math.min(a.box.bottom, b.box.bottom, a.port.bottom, b.port.bottom) - Math.max(a.box.top, b.box.top, a.port.top, b.port.top);
      if (across <= 2 || down <= 2 || a.one.contains(b.one) || b.one.contains(a.one)) continue;
      if (spread(a.one) && spread(a.one) === spread(b.one)) continue; // cards of a hand lie over each other, as those of a stage to come or of an offer do
      if (chips(a.one) && chips(a.one) === chips(b.one) && [a, b].some(({ one }) => one.matches(".rt-banner"))) continue; // played on the cloth
      faults.add(`${called(a.one)} ${said(a.one.getAttribute("aria-label") ?? a.one.innerText)} and ${called(b.one)} ${said(b.one.getAttribute("aria-label") ?? b.one.innerText)} overlap`);
    }
  }

  // ---------------------------------------------------------------- texts
  const isBroken = (node, { index, 0: word }) => {
    const range = document.createRange();
    range.setStart(node, index);
    range.setEnd(node, index + word.length);
    return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1;
  };
  for (const one of open.querySelectorAll(".rt-title, .rt-group-name")) {
    const node = one.firstChild;
    if (node?.nodeType !== Node.TEXT_NODE || isHidden(one) || under(one)) continue;
    for (const word of node.textContent.matchAll(/[^\s-]+/gu)) if (isBroken(node, word)) faults.add(`${called(one)} ${said(word[0])} is broken`);
  }
  const endOf = (one) => {
    const clamped = [one, one.parentElement].find((each) => !["none", "auto", ""].includes(style(each).webkitLineClamp));
    return clamped?.matches(".rt-text") ? clamped.getBoundingClientRect().bottom : Infinity;
  };
  const texts = [];
  const walker = document.createTreeWalker(table, NodeFilter.SHOW_TEXT);
  const clear = (one) => {
    const { backgroundColor, backgroundImage } = style(one);
    return backgroundImage === "none" && /rgba\(.*, 0\)|transparent/.test(backgroundColor) && !one.matches("svg, path");
  };
  const holds = (box, { x, y, width, height }) => box.left <= x + 1 && box.top <= y + 1 && box.right >= x + width - 1 && box.bottom >= y + height - 1;
  const kind = (text) => { // what a text lies in, up to the ground that covers all others under it; beyond that, what dims it
    let [told, covered] = ["", false];
    for (let at = text.one; at && at !== table.parentElement; at = at.parentElement) {
      const { backgroundColor, opacity, filter } = style(at);
      if (!covered) told += ` ${at.className.baseVal ?? at.className} ${backgroundColor}`;
      if (opacity !== "1" || filter !== "none") told += ` ${opacity} ${filter}`;
      covered ||= backgroundColor.startsWith("rgb(") && holds(at.getBoundingClientRect(), text);
    }
    return told;
  };
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const one = node.parentElement;
    if (!node.textContent.trim() || isHidden(one) || one.closest("option, select") || !open.contains(one) || under(one)) continue;
    const size = parseFloat(style(one).fontSize);
    if (size === 0) continue; // a sign stands in its place
    if (size < leastType - 0.05) faults.add(`${called(one)} ${said(node.textContent)} is in ${size.toFixed(1)} px`);
    const box = [one, one.parentElement].find((each) => style(each).textOverflow === "ellipsis" && each.scrollWidth > each.clientWidth + 1);
    if (box && !box.matches(".rt-story")) faults.add(`${called(one)} ${said(node.textContent)} is cut`);
    const range = document.createRange();
    range.selectNodeContents(node);
    const around = port(one);
    for (const rect of range.getClientRects()) {
      if (rect.width < 1 || rect.right < around.left || rect.left > around.right || rect.bottom < around.top || rect.top > around.bottom) continue;
      if (one.closest(".rt-story")) continue; // one line, of which the bar shows what fits
      if (rect.bottom > endOf(one)) continue; // after the ellipsis of a card's text, which is told whole where it is enlarged
      if (leaves(rect, around)) {
        if (!scroller(one)) faults.add(`${called(one)} ${said(node.textContent)} leaves the window`);
        continue;
      }
      const hand = one.closest(".rt-layout-hand, .rt-lane > .rt-cards");
      const seen = { x: rect.left, y: rect.top, width: rect.width, height: rect.height };
      const points = [[0.02, 0.5], [0.5, 0.5], [0.98, 0.5], [0.5, 0.28], [0.5, 0.78]];
      for (const [right, down] of points) {
        const stack = document.elementsFromPoint(Math.min(rect.right - 1.5, Math.max(rect.left + 1.5, rect.left + right * rect.width)), rect.top + down * rect.height);
        const top = stack.find((each) => one.contains(each) || each.contains(one) || !clear(each));
        if (!top || one.contains(top)) continue;
        if (hand && hand.contains(top) && !top.contains(one)) {
          seen.lost = true; // under another card of a spread hand
          continue;
        }
        faults.add(`${called(one)} ${said(node.textContent)} is ${top.contains(one) ? "cut" : `under ${called(top)}`}`);
        seen.lost = true;
        break;
      }
      if (!seen.lost) texts.push({ ...seen, one, hand, card: one.closest(".rt-card"), colour: style(one).color, large: size >= 24 || (size >= 18.66 && Number(style(one).fontWeight) >= 700), disabled: Boolean(one.closest(":disabled")), what: `${called(one)} ${said(node.textContent)}` });
    }
  }
  texts.forEach((a, number) => {
    for (let other = number + 1; other < texts.length; other += 1) {
      const b = texts[other];
      const across = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
      const down = Math.min(a.y + 0.8 * a.height, b.y + 0.8 * b.height) - Math.max(a.y + 0.25 * a.height, b.y + 0.25 * b.height);
      const apart = a.hand && a.hand === b.hand && a.card !== b.card;
      if (across > 1.5 && down > 1.5 && a.one !== b.one && !apart) faults.add(`${a.what} and ${b.what} are written over each other`);
    }
  });
  for (const text of texts) text.kind = kind(text);
  for (const text of texts) for (const part of ["one", "hand", "card"]) delete text[part];
  return { faults: [...faults], texts };
}
