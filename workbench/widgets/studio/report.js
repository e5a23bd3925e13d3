/**
 * What a deck's report is about: how fresh it is, what it is compared with, and how its games are played.
 *
 * @typedef {import("../kernel_thread.js").Model} Model
 * @typedef {{verdict: string, words: string, error: string, mood: string}} Status mood: fresh, working, stand-in, unsound or failed
 * @typedef {{baselines: [string, string][], baseline: string, seats: [string, string][], seat_count: number,
 *   bots: [string, string][], seated: string[], games: [string, string][], game_count: number, seed: string}} Request
 */

import { button, choice, element, field, say } from "../elements.js";

/** @param {Model} model */
function makeHead(model) {
  const verdict = element("p", { class: "rt-report-verdict" });
  const words = element("p", { class: "rt-report-words" });
  const error = element("p", { class: "rt-bar-error", role: "alert" });
  const bar = element("progress", { class: "rt-report-progress", "aria-label": "Games played", max: "1", value: "0" });
  const baseline = choice("Compared with", (id) => model.send({ type: "baseline", id }));
  const said = element("div", { class: "rt-report-said", role: "status" }, verdict, words);
  return { verdict, words, error, bar, baseline, status: element("div", { class: "rt-report-status" }, said, bar) };
}

/** How the games are played. @param {Model} model */
function makeRequest(model) {
  const send = () => model.send(measure());
  const seats = choice("Seats", () => {
    showPlayers(Number(seats.select.value));
    send();
  });
  const games = choice("Games", send);
  const seed = field("Seed", { inputmode: "numeric", autocomplete: "off", size: "8" });
  seed.input.addEventListener("change", send);
  const players = element("div", { class: "rt-bar-row" });
  /** @type {ReturnType<typeof choice>[]} */
  const seated = [];
  const measure = () => ({
    type: "measure",
    seats: Number(seats.select.value),
    bots: seated.slice(0, Number(seats.select.value)).map(({ select }) => select.value),
    games: Number(games.select.value),
    seed: seed.input.value.trim().slice(0, 40),
  });
  /** @param {number} count */
  function showPlayers(count) {
    const state = /** @type {Request} */ (model.get("request"));
    while (seated.length < count) seated.push(choice(`Seat ${seated.length + 1}`, send));
    seated.forEach((player, seat) => player.show(state.bots, state.seated[seat] ?? state.seated[0]));
    players.replaceChildren(...seated.slice(0, count).map(({ root }) => root));
  }
  const show = () => {
    const state = /** @type {Request} */ (model.get("request"));
    seats.show(state.seats, String(state.seat_count));
    games.show(state.games, String(state.game_count));
    if (document.activeElement !== seed.input) seed.input.value = state.seed;
    showPlayers(state.seat_count);
  };
  const first = element("div", { class: "rt-bar-row" }, seats.root, games.root, seed.root);
  const again = button("Measure with another seed", () => model.send({ type: "again" }));
  const title = element("summary", {}, "How the games are played");
  const fold = element("details", { class: "rt-report-request" }, title, first, players, again);
  return { fold, show };
}

/** @param {Model} model @param {ReturnType<typeof makeHead>} head */
function showStatus(model, head) {
  const status = /** @type {Status} */ (model.get("status"));
  say(head.verdict, status.verdict);
  say(head.words, status.words);
  say(head.error, status.error);
  head.status.dataset.mood = status.mood;
}

/** @param {Model} model @param {ReturnType<typeof makeHead>} head */
function showProgress(model, head) {
  const share = model.get("progress");
  head.bar.hidden = share >= 1;
  head.bar.setAttribute("value", String(share));
}

/** @param {{model: Model, el: HTMLElement}} view */
function render({ model, el }) {
  const head = makeHead(model);
  const request = makeRequest(model);
  const parts = [head.status, head.error, head.baseline.root, request.fold];
  el.append(element("div", { class: "rt-bar rt-report-head" }, ...parts));
  const status = () => showStatus(model, head);
  const progress = () => showProgress(model, head);
  const requested = () => {
    const { baselines, baseline } = model.get("request");
    head.baseline.show(baselines, baseline);
    request.show();
  };
  const heard = /** @type {[string, Function][]} */ ([
    ["change:status", status],
    ["change:progress", progress],
    ["change:request", requested],
  ]);
  for (const [event, listener] of heard) model.on(event, listener);
  for (const [, listener] of heard) listener();
  return () => heard.forEach(([event, listener]) => model.off(event, listener));
}

export default { render };
