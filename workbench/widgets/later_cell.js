/**
 * Says when a cell that runs after its page is drawn is due: when somebody comes near it, or when the rest of the page
 * has had time to be drawn. Until then a line says so.
 *
 * @typedef {import("./kernel_thread.js").Model} Model
 */

const PATIENCE = 5_000; // milliseconds
const NEAR = "400px";

/** @param {{model: Model, el: HTMLElement}} view */
function render({ model, el }) {
  const due = () => {
    stop();
    model.send({ type: "due" });
  };
  const watcher = new IntersectionObserver((seen) => {
    if (seen.some((one) => one.isIntersecting)) due();
  }, { rootMargin: NEAR });
  const timer = setTimeout(due, PATIENCE);
  const stop = () => {
    watcher.disconnect();
    clearTimeout(timer);
  };
  const line = document.createElement("p");
  line.setAttribute("role", "status");
  const say = () => {
    line.textContent = model.get("words");
    line.hidden = !line.textContent;
  };
  say();
  el.append(line);
  model.on("change:words", say);
  watcher.observe(el);
  return () => {
    stop();
    model.off("change:words", say);
  };
}

export default { render };
