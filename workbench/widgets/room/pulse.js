/** Signs of life over a socket: a lost network closes no socket, so the page asks, and opens a new one. */

const ASK_AFTER = 12_000; // milliseconds of silence
const ANSWER_WITHIN = 6_000;
const LOOK_EVERY = 2_000;

/**
 * Watches a thread from now on; `heard` is to be called with whatever it hears.
 * @param {{send: (message: object) => unknown, renew: () => void}} thread
 */
export function keepAlive(thread) {
  let [last, asked, number] = [Date.now(), 0, 0];
  const look = () => {
    if (document.hidden) return;
    const now = Date.now();
    if (asked && now - asked > ANSWER_WITHIN) {
      [last, asked] = [now, 0];
      thread.renew();
    } else if (!asked && now - last > ASK_AFTER) {
      asked = now;
      thread.send({ type: "alive", number: (number += 1) });
    }
  };
  const timer = setInterval(look, LOOK_EVERY);
  const heard = () => {
    [last, asked] = [Date.now(), 0];
  };
  return { heard, stop: () => clearInterval(timer) };
}
