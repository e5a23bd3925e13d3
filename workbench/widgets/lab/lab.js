/**
 * The lab: a question about a game, what is to be played, the answer in a sentence, and the proof as rows or as a table of
 * who beats whom. All of it comes from Python (lab_page.py).
 *
 * @typedef {{get(name: string): any, on(event: string, listener: Function): void,
 *   off(event: string, listener: Function): void, send(message: object): void}} Model
 * @typedef {{label: string, words: string, value: number, low: number, high: number, sure: boolean, note: string,
 *   early: [number, number][], was: number|null|undefined}} Row
 * @typedef {{bot: string, other: string, value: number, low: number, high: number, ahead: boolean}} Duel
 * @typedef {{question: string, asked: number, games: number, played: number, sentence: string, more: string, of: string, wide: number,
 *   line: number, line_words: string, mended: boolean, looks: number[], rows: Row[], bots: [string, string][], duels: Duel[]}} Answer
 * @typedef {{chosen: Record<string, string>, choices: Record<string, [string, string][]>, working: boolean,
 *   progress: [number, number], waits: string, answer: Answer|null, before: string[], against: number, numbers: boolean,
 *   note: string, error: string}} State
 */

import { choice, element, keepKeys, plainButton, say } from "../elements.js";
import { bytesOf, chosenFile, download } from "../kernel_thread.js";

const PARTS = [["aim", "What should be better?"], ["game", "Which game?"], ["deck", "Which cards?"], ["rules", "Which rules?"], ["bots", "Who plays?"], ["seats", "Seats?"], ["games", "Games?"]];
const MOST_READ = 100_001; // bytes of a file; no study is that large, and Python says so
const AIR = 0.08; // share of the axis left free beyond the outermost figures
/** @type {Record<string, string>} */
const UNSURE = { edits: "not there yet" }; // for a row that is not filled
/** @type {Record<string, string>} */
const FILLED = { edits: "Filled: as it should be." };
const HELD_AGAINST = "Hold against";

/** @param {number} share */
const whole = (share) => String(Math.round(share));

// ---------------------------------------------------------------- rows with intervals

/** Where a figure lies on an axis that holds all of them, from 0 to 100. @param {Answer} answer */
function axisOf({ rows, line }) {
  const ends = [line, ...rows.flatMap(({ low, high, early, was }) => [low, high, ...early.flat(), was ?? low])];
  const air = AIR * (Math.max(...ends) - Math.min(...ends) || 1);
  const [least, most] = [Math.min(...ends) - air, Math.max(...ends) + air];
  return (/** @type {number} */ share) => (100 * (share - least)) / (most - least);
}

/** @param {Row} row @param {(share: number) => number} at @param {number} line */
function bars({ value, low, high, early, was, sure }, at, line) {
  const span = (/** @type {number} */ from, /** @type {number} */ to, /** @type {string} */ look) =>
    element("i", { class: look, style: `left: ${at(from)}%; width: ${at(to) - at(from)}%` });
  const mark = (/** @type {number} */ share, /** @type {string} */ look) => element("b", { class: look, style: `left: ${at(share)}%` });
  const narrowing = early.map(([from, to], place) => span(from, to, `wb-early wb-early-${early.length - place}`));
  const parts = [mark(line, "wb-line"), ...narrowing, span(low, high, "wb-now"), mark(value, sure ? "wb-dot wb-sure" : "wb-dot")];
  if (typeof was === "number") parts.push(mark(was, "wb-was"));
  return element("span", { class: `wb-bars${early.length ? " wb-narrowing" : ""}`, "aria-hidden": "true" }, ...parts);
}

/** @param {Answer} answer */
function drawRows(answer) {
  const at = axisOf(answer);
  const { question } = answer;
  const lines = answer.rows.map((row) => {
    const { label, words, value, low, high, sure, note, was } = row;
    const chance = sure ? "" : UNSURE[question] ?? "may be chance";
    const small = [words, `${whole(low)} to ${whole(high)}`, typeof was === "number" ? `was ${whole(was)}` : ""].filter(Boolean).join("; ");
    const named = element("span", { class: "wb-row-name" }, element("b", {}, label), element("small", {}, small));
    const told = element("span", { class: "wb-row-value" }, element("b", {}, whole(value)), element("small", {}, [chance, note].filter(Boolean).join("; ")));
    return element("li", { class: sure ? "wb-row wb-beyond" : "wb-row" }, named, bars(row, at, answer.line), told);
  });
  const about = `Of 100 games. The line, at ${whole(answer.line)}: ${answer.line_words}. ${FILLED[question] ?? "Filled: beyond doubt."}`;
  return [element("ul", { class: "wb-rows" }, ...lines), element("p", { class: "wb-soft" }, about), lookKey(answer)];
}

/** What the bars of a row are, where there are several. @param {Answer} answer */
function lookKey({ looks }) {
  if (looks.length < 2) return element("p", { hidden: true });
  const early = looks.slice(0, -1).map((games) => games.toLocaleString("en"));
  return element("p", { class: "wb-soft" }, `Thin: after ${early.join(" and ")} games. Thick: now, surely in here.`);
}

// ---------------------------------------------------------------- who beats whom

/** @param {Answer} answer */
function drawDuels({ bots, duels }) {
  const head = element("tr", {}, element("td"), ...bots.map(([name]) => element("th", { scope: "col" }, name)));
  const lines = bots.map(([name, manner], place) => {
    const named = element("th", { scope: "row" }, element("i", { "aria-hidden": "true" }, String(place + 1)), element("span", {}, element("b", {}, name), element("small", {}, manner)));
    return element("tr", {}, named, ...bots.map(([other]) => duelCell(duels, name, other)));
  });
  const table = element("table", { class: "wb-duels" }, element("caption", { class: "wb-unseen" }, "Wins of 100 games, row against column"), element("thead", {}, head), element("tbody", {}, ...lines));
  const about = "Wins of the row, of 100 games that one of the two won; below, where it surely lies. Filled: more than half, beyond doubt.";
  return [element("div", { class: "wb-duel-frame", tabindex: 0, role: "region", "aria-label": "Who beats whom" }, table), element("p", { class: "wb-soft" }, about)];
}

/** @param {Duel[]} duels @param {string} bot @param {string} other */
function duelCell(duels, bot, other) {
  const duel = duels.find((one) => one.bot === bot && one.other === other);
  if (!duel) return element("td", { class: "wb-same" }, "·");
  const range = `${whole(duel.low)} to ${whole(duel.high)}`;
  return element("td", { class: duel.ahead ? "wb-won" : null }, element("b", {}, whole(duel.value)), element("span", {}, range));
}

// ---------------------------------------------------------------- the page

/** The sentence with its figures in bold, except what they are counted out of. @param {string} sentence */
function inBold(sentence) {
  const parts = sentence.split(/(\b\d+\b)/);
  return parts.map((part, place) => (place % 2 && !parts[place - 1].endsWith(" of ") ? element("b", {}, part) : part));
}

/** @param {State} state */
function verdictWords({ answer, working, waits }) {
  if (answer) return { said: answer.sentence, more: [working && waits, answer.more].filter(Boolean).join(" ") };
  if (working) return { said: "The first games are being played.", more: waits || "What they say stands here as soon as there are enough." };
  return { said: "Nothing is answered yet.", more: "Choose what is to be played, and play it." };
}

/** @param {State} state */
function playedWords({ answer, working, progress: [done, total] }) {
  if (working && total) return `${done.toLocaleString("en")} of ${total.toLocaleString("en")} games`;
  if (!answer) return "";
  const sure = `${answer.played.toLocaleString("en")} games, sure to ${Math.max(1, Math.round(answer.wide))} of 100`;
  return `${sure}; ${answer.of}`;
}

/** @param {Model} model */
function makeParts(model) {
  const send = (/** @type {string} */ type, more = {}) => model.send({ type, ...more });
  const fields = PARTS.map(([part, title]) => ({ part, ...choice(title, (value) => send("choose", { part, value })) }));
  const file = /** @type {HTMLInputElement} */ (element("input", { type: "file", class: "wb-unseen", accept: ".json" }));
  file.addEventListener("change", async () => {
    const chosen = chosenFile(file);
    if (chosen) send("open", { text: await chosen.slice(0, MOST_READ).text() });
  });
  const open = element("label", { class: "wb-button wb-open" }, "Open a study", file);
  return {
    questions: element("div", { class: "wb-questions", role: "group", "aria-label": "Questions" }),
    verdict: element("div", { class: "wb-verdict", role: "status" }),
    fields,
    play: plainButton("", { class: "wb-button wb-main" }, () => send(model.get("state").working ? "stop" : "run")),
    proof: element("div", { class: "wb-proof" }),
    numbers: plainButton("All numbers", { class: "wb-button" }, () => send("numbers")),
    table: plainButton("Save the figures", { class: "wb-button" }, () => send("export")),
    deck: plainButton("Save the deck with these edits", { class: "wb-button" }, () => send("deck")),
    save: plainButton("Save the study", { class: "wb-button" }, () => send("save")),
    open,
    against: choice(HELD_AGAINST, (number) => send("against", { number: Number(number) })),
    before: element("ul", { class: "wb-before" }),
    note: element("p", { class: "wb-note", role: "status" }),
    error: element("p", { class: "wb-error", role: "alert" }),
    send,
  };
}

/** @param {ReturnType<typeof makeParts>} parts @param {State} state */
function showQuestions({ questions, send }, { choices, chosen }) {
  const held = questions.contains(document.activeElement);
  questions.replaceChildren(
    ...choices.question.map(([value, words]) => plainButton(words, { class: "wb-question", "aria-pressed": String(value === chosen.question) }, () => send("choose", { part: "question", value }))),
  );
  if (held) /** @type {HTMLElement|null} */ (questions.querySelector('[aria-pressed="true"]'))?.focus();
}

/** @param {ReturnType<typeof makeParts>} parts @param {State} state */
function showVerdict({ verdict }, state) {
  const { said, more } = verdictWords(state);
  const [done, total] = state.progress;
  const told = element("div", {}, element("p", { class: "wb-said" }, ...inBold(said)), element("p", {}, more));
  const far = state.working && total ? element("i", { class: "wb-far", style: `width: ${(100 * done) / total}%` }) : null;
  verdict.classList.toggle("wb-working", state.working);
  verdict.replaceChildren(...[told, element("p", { class: "wb-played" }, playedWords(state)), far].filter((part) => part !== null));
}

/** @param {ReturnType<typeof makeParts>} parts @param {State} state */
function showBefore(parts, { before, against, answer }) {
  const choices = /** @type {[string, string][]} */ ([["-1", "nothing"], ...before.map((words, number) => [String(number), words])]);
  parts.against.root.hidden = !before.length || !answer?.rows.length;
  parts.against.show(choices, String(against));
  parts.before.hidden = !before.length;
  parts.before.replaceChildren(
    element("li", { class: "wb-soft" }, "Found before:"),
    ...before.map((words, number) => element("li", {}, plainButton(words, { class: "wb-again" }, () => parts.send("answer", { number })))).reverse(),
  );
}

/** @param {ReturnType<typeof makeParts>} parts @param {State} state */
function show(parts, state) {
  const { answer, working } = state;
  showQuestions(parts, state);
  showVerdict(parts, state);
  for (const { part, root, show: list } of parts.fields) {
    root.hidden = !state.choices[part];
    list(state.choices[part], state.chosen[part]);
  }
  parts.play.textContent = working ? "Stop here" : "Play the games";
  parts.proof.replaceChildren(...(answer ? (answer.duels.length ? drawDuels(answer) : drawRows(answer)) : []));
  for (const one of [parts.numbers, parts.table]) one.hidden = !answer;
  parts.deck.hidden = !answer?.mended;
  parts.numbers.textContent = state.numbers ? "Fold the numbers away" : "All numbers";
  parts.numbers.setAttribute("aria-expanded", String(state.numbers));
  showBefore(parts, state);
  say(parts.note, state.note);
  say(parts.error, state.error);
}

/** @param {{model: Model, el: HTMLElement}} view */
function render({ model, el }) {
  const parts = makeParts(model);
  const side = element("div", { class: "wb-side" }, ...parts.fields.map(({ root }) => root), parts.play);
  const files = element("div", { class: "wb-files" }, parts.numbers, parts.table, parts.deck, parts.save, parts.open, parts.against.root);
  const panel = element("div", { class: "wb-panel" }, parts.proof, files, parts.before);
  const body = element("div", { class: "wb-lab-body" }, side, panel);
  const root = keepKeys(element("div", { class: "wb wb-lab" }, parts.questions, parts.verdict, parts.note, parts.error, body));
  el.append(root);
  const drawn = () => show(parts, model.get("state"));
  const hear = (/** @type {any} */ { type, name, data, kind }) => type === "file" && download(name, bytesOf(data), kind);
  model.on("change:state", drawn);
  model.on("msg:custom", hear);
  drawn();
  return () => {
    model.off("change:state", drawn);
    model.off("msg:custom", hear);
  };
}

export default { render };
