// What reaches a page comes later than it would: messages, answers, timers, frames and what waits for one.
// A test that looks at once, where a slow machine would not be done yet, then fails each time (see CONTRIBUTING.md).
(() => {
  const later = window.setTimeout.bind(window);
  const wait = () => new Promise((done) => later(done, MILLISECONDS));

  let last = 0; // what comes in several messages comes with a pause after each
  const Socket = window.WebSocket;
  window.WebSocket = class extends Socket {
    constructor(...given) {
      super(...given);
      this.addEventListener("message", (event) => {
        if (!event.isTrusted) return;
        event.stopImmediatePropagation();
        const now = performance.now();
        last = Math.max(now + MILLISECONDS, last + MILLISECONDS / 10);
        later(() => this.dispatchEvent(new MessageEvent("message", { data: event.data })), last - now);
      });
    }
  };

  const ask = window.fetch.bind(window);
  window.fetch = async (...given) => {
    const answer = await ask(...given);
    await wait();
    return answer;
  };

  window.setTimeout = (call, pause = 0, ...given) => later(call, pause + MILLISECONDS, ...given);

  const frame = window.requestAnimationFrame.bind(window);
  window.requestAnimationFrame = (call) => frame(() => later(() => frame(call), MILLISECONDS));

  for (const name of ["ResizeObserver", "IntersectionObserver"]) {
    const Observer = window[name];
    window[name] = class extends Observer {
      constructor(call, ...given) {
        super((...seen) => void later(() => call(...seen), MILLISECONDS), ...given);
      }
    };
  }

  let hear; // of the harness: what a test answers with
  Object.defineProperty(window, "hear", {
    configurable: true,
    enumerable: true,
    get: () => hear,
    set(answers) {
      hear = async (...given) => {
        const answer = await answers(...given);
        await wait();
        return answer;
      };
    },
  });
})();
