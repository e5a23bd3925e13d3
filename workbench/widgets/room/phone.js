/**
 * The page of a phone: somebody sits down, waits, and plays. The server decides; this page shows what it says, and
 * covers the cards when somebody else may have picked up the phone.
 *
 * @typedef {import("./about.js").Room} Room
 * @typedef {{root: HTMLElement, table: HTMLElement, model: ReturnType<typeof makeModel>, thread: ReturnType<typeof openThread>,
 *   pulse: ReturnType<typeof keepAlive>|null, room: Room|null, kept: boolean, away: number, lines: number, there: boolean, renaming: boolean, noted: string, gone: boolean, fresh: boolean, rules: boolean, sits: string,
 *   secret: string, asking: boolean, untilThen: {moments: import("./minute.js").Moment[], practice: boolean}|null, endPractice: (() => void)|null, slip: ReturnType<typeof hangSlips>}} Phone  `fresh`: the room was told since the phone woke; `sits`: at which table of which round; `renaming`: another page than that of waiting is read
 */

import { plainButton } from "../elements.js";
import { learnEmblems } from "../emblems.js";
import { hear, lock, makeModel, openThread } from "../table/socket_model.js";
import table from "../table/table.js";
import { listed, myself, noteTime, players, socketAddress, standsWords, tableOf, teacher } from "./about.js";
import { showCheck } from "./check.js";
import { askAbout, askMinute, askPhrases, askRules, showClosed, showStart } from "./join.js";
import { showMinute } from "./minute.js";
import { banner, factLines } from "./parts.js";
import { showWhoHolds } from "./phone_of_several.js";
import { openPractice, openRule } from "./practice.js";
import { keepResult } from "./own_result.js";
import { keepAlive } from "./pulse.js";
import { forgetSecret, handOn, keepSecret, keptSecret, noteHolder, noteLeaving, noteReturn, seatsHere, timeAway } from "./seat_key.js";
import { showStrip } from "./strip.js";
import { closeTalk, hangSlips, nameAt, openTalk } from "./talk.js";
import { happenedSince, showAsleep, showWaiting } from "./waiting.js";

const FACTS = 2; // of a seat; a banner has no room for more
const LOST = "No connection. Your place and your cards are kept. It goes on by itself once the connection is back.";
const UNREACHED = "No connection yet. Keep this page open.";
const ELSEWHERE = /another phone|another page|elsewhere/;
const OURS = ["act", "series", "weigh", "undo", "way", "whole", "back", "rename"]; // what a room hears from a table

/** @param {string} id */
const part = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

// ---------------------------------------------------------------- a seat

/** Takes up the seat that the secret opens. @param {string} secret @param {boolean} kept @param {number} away milliseconds */
function sit(secret, kept, away) {
  /** @type {Phone} */
  const phone = {
    root: part("screen"), table: part("table"), pulse: null, room: null, kept, away, lines: 0, there: false, renaming: false, noted: "", gone: false, fresh: true, rules: false, sits: "", secret, asking: false, untilThen: null, endPractice: null, slip: hangSlips(part("table")),
    model: makeModel((message) => tell(phone, message)),
    thread: openThread(socketAddress(), {
      greeting: () => ({ type: "sit", secret }),
      heard: (message) => heard(phone, message),
      lost: () => cut(phone),
      gone: (reason) => leave(phone, reason),
    }),
  };
  phone.pulse = keepAlive(phone.thread);
  table.render({ model: phone.model, el: phone.table });
  watchSleep(phone);
  setTimeout(() => phone.room || cut(phone), 1_500);
}

/** @param {Phone} phone @param {any} message */
function tell(phone, message) {
  if (message.type === "rule") openRule(phone.model, message.rule);
  else if (message.type === "hand_on") passOn(phone);
  else if (OURS.includes(message.type)) phone.thread.send(message);
}

/** Puts the talk button into the bar of the table, if people may talk. @param {Phone} phone @param {Room} room */
function putTalk(phone, room) {
  const menu = phone.table.querySelector(".rt-tools > [data-key='menu']");
  const there = /** @type {HTMLElement|null} */ (phone.table.querySelector("[data-key='talk']"));
  const button = there ?? plainButton("Talk", { class: "rt-tool", "data-key": "talk" }, () => speak(phone));
  if (!there) menu?.before(button);
  button.hidden = !room.talk.on || typeof myself(room)?.seat !== "number";
}

/** Opens the phrases that may be said. @param {Phone} phone */
async function speak(phone) {
  const told = await askPhrases();
  if (told.phrases && phone.room && !phone.gone) openTalk(phone.room, phone.model.get("scene"), told, phone.thread.send);
}

/** Removes everything of the hand from this page. @param {Phone} phone */
function putAway(phone) {
  phone.gone = true;
  phone.endPractice?.();
  closeTalk();
  phone.thread.stop();
  phone.pulse?.stop();
  phone.table.remove();
  phone.root.hidden = false;
  showStrip(part("strip"), {});
}

/** Covers the hand, and asks who holds the phone now. @param {Phone} phone */
function passOn(phone) {
  putAway(phone);
  const take = (/** @type {string} */ secret) => {
    handOn(secret);
    location.reload();
  };
  showWhoHolds(phone.root, seatsHere(), take, () => take(""));
}

/** Fetches the rules, once, for the drawer of the table. @param {Phone} phone */
async function fetchRules(phone) {
  if (phone.rules) return;
  phone.rules = true;
  const page = await askRules();
  if (page.sections) phone.model.set({ page });
  else phone.rules = false; // the next scene asks again
}

/** @param {Phone} phone @param {any} message */
function heard(phone, message) {
  const back = !phone.there && phone.room !== null;
  phone.there = true;
  document.documentElement.classList.remove("rm-away");
  phone.pulse?.heard();
  if (message.alive !== undefined) return;
  if (message.said) return phone.slip(message.said, nameAt(phone.model.get("scene"), message.said.seat));
  lock(phone.table, false);
  if (message.room) Object.assign(phone, { room: noteTime(message.room), fresh: true });
  const me = message.room && myself(message.room);
  if (me && phone.noted !== me.name + me.arms) {
    phone.noted = me.name + me.arms;
    noteHolder(me.name, me.arms);
  }
  hear(phone.model, message);
  show(phone, (me && seatedAnew(phone, me)) || (back ? "Connected again" : ""), message.notice ?? "");
}

/** Which of several tables somebody sits at now, if that is new. @param {Phone} phone @param {import("./about.js").Person} me */
function seatedAnew(phone, me) {
  const { room } = phone;
  const sits = room?.several && me.table !== null ? `${room.round}:${me.table}` : "";
  if (!room || phone.sits === sits) return "";
  phone.sits = sits;
  if (!sits) return "";
  const others = [...players(room), ...room.bots].filter((one) => one.table === me.table && one.name !== me.name).map(({ name }) => name);
  return `You sit at table ${(me.table ?? 0) + 1} now${others.length ? `, with ${listed(others)}` : ""}.`;
}

/** @param {Phone} phone */
function cut(phone) {
  phone.there = false;
  lock(phone.table, true);
  showStrip(part("strip"), { wrong: phone.room ? LOST : UNREACHED });
  document.documentElement.classList.add("rm-away");
}

/** Shows the page that the room calls for. @param {Phone} phone @param {string} news @param {string} notice */
function show(phone, news, notice) {
  const { room } = phone;
  if (!room) return;
  const playing = room.stage === "playing" || (room.stage === "over" && Boolean(phone.model.get("scene").seats));
  const seen = playing && !phone.away;
  if (playing) phone.endPractice?.();
  phone.table.hidden = !seen;
  phone.root.hidden = seen || Boolean(phone.endPractice);
  if (room.stage === "closed") return leave(phone, `${teacher(room, true)} has closed the room. Your results are kept.`);
  if (playing) fetchRules(phone);
  if (playing) putTalk(phone, room);
  if (playing) phone.renaming = false;
  if (seen) document.documentElement.dataset.state = "table";
  else if (playing) cover(phone, room);
  else {
    if (phone.fresh) phone.away = 0; // otherwise play may have begun meanwhile
    if (!phone.untilThen) fetchUntilThen(phone);
    else if (!phone.renaming) showWaiting(phone.root, room, phone.kept, waitingActs(phone, phone.untilThen));
  }
  if (seen) document.title = `${myself(room)?.name ?? room.game} · ${room.game}`;
  tellStrip(phone, room, seen, news, notice);
}

/** What is over the table, or over the page before it. @param {Phone} phone @param {Room} room @param {boolean} seen @param {string} news @param {string} notice */
function tellStrip(phone, room, seen, news, notice) {
  const bot = seen && myself(room)?.bot;
  if (room.paused) lock(phone.table, true);
  const [ask] = (seen && room.asks) || [];
  const asking = ask && room.people.find(({ id }) => id === ask.sharer)?.name;
  const asks = asking ? `${asking} asks to share your seat, and would see your cards.` : "";
  const answer = (/** @type {boolean} */ yes) => phone.thread.send({ type: "nod", ask: ask.ask, yes });
  const lines = { paused: room.paused, asks, answer, over: seen ? overWords(phone, room) : "", notice: seen ? "" : notice, news, bot: bot ? "A bot plays for you." : "" };
  showStrip(part("strip"), { ...lines, back: () => phone.thread.send({ type: "back" }) });
}

/** What is said once nobody is playing anymore. @param {Phone} phone @param {Room} room */
function overWords({ model }, room) {
  const me = myself(room);
  const won = tableOf(room, me)?.winners.includes(me?.seat ?? -1);
  if (room.several && room.stage === "playing" && tableOf(room, me)?.over) return `${won ? "You have won. " : ""}Others still play. Keep this page open for the next round.`;
  if (room.stage !== "over") return "";
  const ended = model.get("scene").over ? "" : `${teacher(room, true)} has ended the game. `;
  return `${ended}${won ? "You have won. " : ""}${standsWords(room)}Keep this page open for the next ${room.several ? "round" : "game"}.`;
}

/** Covers the cards until a press. @param {Phone} phone @param {Room} room */
function cover(phone, room) {
  const scene = phone.model.get("scene");
  const away = { seconds: phone.away / 1_000, happened: happenedSince(scene, phone.lines), scene };
  showAsleep(phone.root, room, away, () => {
    phone.away = 0;
    show(phone, "", "");
  });
}

/** Finds out, once, what people can do until play begins. @param {Phone} phone */
async function fetchUntilThen(phone) {
  if (phone.asking) return;
  phone.asking = true;
  const { moments = [], emblems = {}, practice = false } = await askMinute();
  learnEmblems(emblems);
  phone.untilThen = { moments, practice };
  show(phone, "", "");
}

/** What one can do until play begins. @param {Phone} phone @param {NonNullable<Phone["untilThen"]>} there */
function waitingActs(phone, { moments, practice }) {
  const back = () => {
    phone.renaming = false;
    show(phone, "", "");
  };
  const practise = () => {
    back();
    phone.endPractice = openPractice(phone.secret, (said) => {
      phone.endPractice = null;
      if (!phone.gone) show(phone, said, "");
    });
    show(phone, "", "");
  };
  const read = () => {
    phone.renaming = true;
    showMinute(phone.root, moments, back, practice ? practise : null);
  };
  return { minute: moments.length ? read : null, practise: practice ? practise : null, rename: () => rename(phone), handOn: () => passOn(phone) };
}

/** Asks for a new name and new arms, as long as play has not begun. @param {Phone} phone */
async function rename(phone) {
  const { free_arms: free = [], error } = await askAbout();
  const me = phone.room && myself(phone.room);
  if (!me || !phone.room || error) return;
  phone.renaming = true;
  const joining = { root: phone.root, room: phone.room, name: me.name, arms: me.arms, free: [me.arms, ...free].slice(0, 12), seated: () => undefined };
  showStart({
    ...joining,
    rename: (name, arms) => {
      phone.renaming = false;
      phone.thread.send({ type: "rename", name, arms });
      show(phone, "", "");
    },
  });
}

// ---------------------------------------------------------------- sleep

/** Covers the cards whenever the page is hidden; after a while asks for the whole view again. @param {Phone} phone */
function watchSleep(phone) {
  const hide = () => {
    if (phone.gone) return;
    if (!phone.away) phone.lines = (phone.model.get("scene").log ?? []).length;
    noteLeaving();
    document.documentElement.classList.add("rm-unseen-page");
  };
  const wake = () => {
    if (phone.gone) return;
    const away = timeAway();
    noteReturn();
    if (away) wakeUp(phone, away);
    document.documentElement.classList.remove("rm-unseen-page");
  };
  document.addEventListener("visibilitychange", () => (document.hidden ? hide() : wake()));
  window.addEventListener("pagehide", hide);
  window.addEventListener("pageshow", wake);
}

/** @param {Phone} phone @param {number} away */
function wakeUp(phone, away) {
  Object.assign(phone, { away, fresh: false });
  if (phone.room) show(phone, "", "");
  phone.thread.renew();
}

// ---------------------------------------------------------------- leaving

/** This page has lost its seat: nothing of its hand stays here. @param {Phone} phone @param {string} reason */
function leave(phone, reason) {
  putAway(phone);
  const again = () => location.reload();
  const mine = ownResult(phone);
  if (ELSEWHERE.test(reason)) return showClosed(phone.root, reason, mine, plainButton("Use this one", { class: "wb-button wb-main" }, again));
  forgetSecret();
  const anew = phone.room?.stage === "closed" ? [] : [plainButton("Sit down anew", { class: "wb-button wb-main" }, again)];
  return showClosed(phone.root, reason, mine, ...anew);
}

/** My banner with what I had, once the room is closed. @param {Phone} phone */
function ownResult({ room, model }) {
  const me = room && myself(room);
  if (!me) return null;
  if (room.stage !== "closed") return banner(me, { look: "rm-great" });
  const tab = tableOf(room, me)?.winners.includes(me.seat ?? -1) ? "won" : "";
  const lines = factLines(model.get("scene"), me.seat, FACTS);
  keepResult({ name: me.name, arms: me.arms, tab, lines: lines.map(({ textContent }) => textContent ?? ""), words: standsWords(room).trim(), game: room.game, day: new Date().toLocaleDateString(undefined, { day: "numeric", month: "long" }) });
  return banner(me, { look: "rm-great", lines, tab });
}

// ---------------------------------------------------------------- beginning

let checked = -1; // the arms that this phone had while it was checked

/** Shows that this phone reaches the room, until the room opens. @param {Room} room */
function check(room) {
  const again = plainButton("Try again", { class: "wb-button wb-main" }, () => location.reload());
  showCheck(part("screen"), part("strip"), room, {
    over: (arms) => {
      checked = arms;
      welcome();
    },
    refused: (words) => showClosed(part("screen"), words, null, again),
  });
}

/** Asks who somebody is. */
async function welcome() {
  const { room, free_arms: free = [], most_arms: most = 0 } = await askAbout();
  if (!room) return setTimeout(welcome, 2_000);
  if (room.stage === "closed") return showClosed(part("screen"), `${teacher(room, true)} has closed the room.`, null);
  if (room.check) return check(room);
  const seated = (/** @type {string} */ secret) => sit(secret, keepSecret(secret), 0);
  const isFree = checked >= 0 && checked < most && room.people.every(({ arms }) => arms !== checked);
  if (isFree && !free.includes(checked)) free.splice(0, 1, checked);
  const arms = isFree ? checked : (free[Math.floor(Math.random() * free.length)] ?? 0); // so that thirty at once do not all want the first
  return showStart({ root: part("screen"), room: noteTime(room), name: "", arms, free, seated });
}

const away = timeAway();
noteReturn();
const secret = keptSecret();
if (secret) sit(secret, true, away);
else welcome();
