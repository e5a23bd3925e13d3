/**
 * A table over a WebSocket: what table.js expects of a notebook's model, a thread that comes back by itself after it
 * was cut, and what a page says and locks meanwhile.
 *
 * @typedef {{scene?: any, changes?: import("../differences.js").Change[], notice?: string, answer?: object, kept_words?: string,
 *   emblems?: Record<string, string>, state?: object, page?: object}} Heard  `page`: the rules (see rulebook.js)
 * @typedef {import("../kernel_thread.js").Model & {set: (fresh: Record<string, any>) => void}} TableModel
 */

import { changed } from "../differences.js";
import { learnEmblems } from "../emblems.js";

const GONE = 4001; // the server gave the place to another page
const FIRST_WAIT = 250; // milliseconds
const LONGEST_WAIT = 5_000;

/** What table.js expects of a notebook's model. @param {(message: object) => void} send @returns {TableModel} */
export function makeModel(send) {
  /** @type {Record<string, any>} */
  const values = { scene: {}, notice: "", cover: {}, answer: {}, kept_words: "" };
  /** @type {Set<Function>} */
  const listeners = new Set();
  return {
    get: (/** @type {string} */ name) => values[name],
    set: (/** @type {Record<string, any>} */ fresh) => {
      Object.assign(values, fresh);
      for (const listener of listeners) listener();
    },
    on: (/** @type {string} */ _change, /** @type {Function} */ listener) => listeners.add(listener),
    off: (/** @type {string} */ _change, /** @type {Function} */ listener) => listeners.delete(listener),
    send,
  };
}

/**
 * Gives a model what a server has sent. A notice without a scene leaves the scene as it is. Returns false if there is
 * no table yet to show it.
 * @param {TableModel} model @param {Heard} heard
 */
export function hear(model, { scene = model.get("scene"), changes = [], notice = "", answer, emblems = {}, ...rest }) {
  learnEmblems(emblems);
  scene = changed(scene, changes);
  if (answer) model.set({ answer });
  else if (scene.seats) model.set({ ...rest, scene, notice });
  return Boolean(answer || scene.seats);
}

/**
 * Keeps a socket open until `stop` is called or the server sends the page away: first it sends `greeting`, then it
 * passes on what it hears. `renew` reopens it at once, as after a sleep, when nobody knows whether it is still alive.
 * @param {string} address
 * @param {{greeting: () => object, heard: (message: any) => void, lost: () => void, gone: (reason: string) => void}} page
 */
export function openThread(address, { greeting, heard, lost, gone }) {
  let [wait, timer] = [FIRST_WAIT, 0];
  /** @type {WebSocket} */
  let socket;
  const open = () => {
    const own = (socket = new WebSocket(address));
    own.onopen = () => own.send(JSON.stringify(greeting()));
    own.onmessage = ({ data }) => {
      wait = FIRST_WAIT;
      heard(JSON.parse(data));
    };
    own.onclose = ({ code, reason }) => {
      if (code === GONE) return gone(reason);
      lost();
      timer = setTimeout(open, wait);
      wait = Math.min(2 * wait, LONGEST_WAIT);
    };
  };
  const stop = () => {
    clearTimeout(timer);
    socket.onmessage = socket.onclose = null;
    socket.close();
  };
  const renew = () => {
    stop();
    open();
  };
  const send = (/** @type {object} */ message) => socket.readyState === WebSocket.OPEN && socket.send(JSON.stringify(message));
  open();
  return { send, renew, stop };
}

/** What is said while nobody answers. @param {string} kept what is kept by now, in a sentence @param {string} help if it stays so */
export function lostWords(kept, help) {
  const back = `It goes on by itself once the connection is back; if it stays so, ${help}`;
  return ["The connection is lost.", kept, back].filter(Boolean).join(" ");
}

/** While no press would arrive, nothing can be pressed. @param {HTMLElement} table @param {boolean} locked */
export function lock(table, locked) {
  table.classList.toggle("rt-away", locked);
  table.toggleAttribute("inert", locked);
}
