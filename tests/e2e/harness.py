"""Pages that work with our scripts alone: no kernel, no notebook, the strictest policy.

One draws scenes with table.js, one the end of a match with ending.js; another edits a deck with card_grid.js and the
CardGrid of the test itself, and one has the widgets of a whole DeckStudio on it, one below the other.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from workbench.widgets.script import HERE, MADE, source
from workbench.widgets.table.drawn_by import LARGE, style_names

PAGE = """<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>{title}</title>
    <link rel="icon" href="data:,">
    {styles}
    <script type="module" src="/{name}_harness.js"></script>
  </head>
  <body><main><h1>{title}</h1><div id="{name}"></div></main></body>
</html>
"""
# In a new element a table, a grid or a form is like one just opened: all that it knows is tied to its element.
RENEWED = """
const given = new Set([...Object.keys(window), "fresh", "show", "showCell", "sent", "hear", "axe"]);
const renewed = (id) => {
  for (const one of Object.keys(window)) if (!given.has(one)) delete window[one];
  const [old, root] = [document.getElementById(id), document.createElement("div")];
  root.id = id;
  old.replaceWith(root);
  document.adoptedStyleSheets = [];
  window.scrollTo(0, 0);
  return root;
};
"""
LAYOUTS = "".join(f'import "/table/{name}.js";\n' for name in LARGE)
TABLE_SCRIPT = (
    f"{LAYOUTS}\n"
    + """
import { draw } from "/table/table.js";
let root, send;
window.fresh = () => {
  root = document.createElement("div");
  renewed("table").append(root);
  const sent = (window.sent = []);
  send = (message) => sent.push(message);
};
window.show = (scene, more) => draw(root, scene, send, more);
"""
)
GRID_SCRIPT = """
import { draw, show, showCard, showMeasured, showPiles } from "/grid/card_grid.js";
let root, send;
window.fresh = () => {
  const [mine, sent] = [renewed("grid"), (window.sent = [])];
  root = mine;
  send = async (message) => {
    sent.push(message);
    if (window.silent) return;
    const { grid, face, piles } = JSON.parse(await window.hear(message));
    if (message.type === "look") showCard(mine, face);
    else if (message.type !== "lay") draw(mine, grid, send, face);
    showPiles(mine, piles);
  };
};
window.show = ({ grid, face, measured, piles }) => {
  draw(root, grid, send, face);
  showMeasured(root, measured);
  showPiles(root, piles);
};
window.showCell = (file, row, column) => show(root, file, row, column);
"""
FIELDS_SCRIPT = """
import { draw } from "/grid/deck_fields.js";
let root, send;
window.fresh = () => {
  const [mine, sent] = [renewed("fields"), (window.sent = [])];
  root = mine;
  send = async (message) => {
    sent.push(message);
    draw(mine, JSON.parse(await window.hear(message)), send);
  };
};
window.show = (fields) => draw(root, fields, send);
"""
ENDING_SCRIPT = """
import ending from "/ending/ending.js";
let root, gone;
window.fresh = () => {
  gone?.();
  [root, gone] = [renewed("ending"), null];
  root.className = "rt-game jupyter-widgets";
  window.sent = [];
};
window.show = ({ result, story }, projector) => {
  gone?.();
  const table = document.createElement("div");
  table.className = projector ? "rt-table rt-projector" : "rt-table";
  table.dataset.over = result.over;
  const [below, above] = [document.createElement("div"), document.createElement("div")];
  below.append(table);
  root.replaceChildren(below, above);
  const send = (message) => window.sent.push(message);
  const model = { get: (name) => ({ result, story })[name], send, on() {}, off() {} };
  gone = ending.render({ model, el: above });
};
"""
KEYS_SCRIPT = """
import * as keys from "/keys.js";
window.meanings = (presses) => presses.map((about) => {
  const { altGraph = false, ...given } = about;
  const event = new KeyboardEvent("keydown", { ...given, modifierAltGraph: altGraph });
  return [keys.keyName(event), keys.command(event), keys.plainLetter(event), keys.writes(event)];
});
"""
LOBBY_SCRIPT = """
import lobby from "/lobby/lobby.js";
let root;
window.fresh = () => {
  root = renewed("lobby");
  window.sent = [];
};
window.show = (state) => {
  const send = async (message) => {
    window.sent.push(message);
    if (window.hear) window.answer(JSON.parse(await window.hear(message)));
  };
  const model = { get: () => state, send, off() {} };
  model.on = (event, draw) => event === "change:state" && (window.answer = (next) => void ((state = next), draw()));
  root.replaceChildren();
  lobby.render({ model, el: root });
};
"""
ACTS_SCRIPT = """
import slider from "/graph/act_slider.js";
let [gone, listening] = [() => {}, []];
window.show = (given) => {
  gone();
  const traits = { turns: [], marks: [], bands: [], band_acts: [], words: "", ...given };
  const root = document.getElementById("acts");
  listening = [];
  const hears = (events, name) => events.split(" ").includes(`change:${name}`);
  const set = (name, value) => {
    traits[name] = value;
    for (const [events, hear] of listening) if (hears(events, name)) hear();
  };
  const on = (...given) => void listening.push(given);
  const model = { get: (name) => traits[name], set, save_changes() {}, on, off() {} };
  root.replaceChildren();
  gone = slider.render({ model, el: root });
  window.act = () => traits.value;
};
"""
MAP_SCRIPT = """
import graph from "/graph_view/graph.js";
let [gone, traits, listening] = [() => {}, {}, []];
window.show = (given) => {
  gone();
  window.sent = [];
  [traits, listening] = [{ narrow: [], facts: {}, far: true, opens: "", chosen: "", shared: false, ...given }, []];
  const on = (...given) => void listening.push(given);
  const send = (message) => window.sent.push(message);
  const root = document.getElementById("map");
  root.replaceChildren();
  gone = graph.render({ model: { get: (name) => traits[name], send, on, off() {} }, el: root });
};
window.change = (name, value) => {
  traits[name] = value;
  for (const [event, hear] of listening) if (event === `change:${name}`) hear();
};
"""
STUDIO_SCRIPT = """
import bar from "/studio/bar.js";
import grid from "/grid/card_grid.js";
import part from "/studio/part.js";
import publish from "/studio/publish.js";
import versions from "/studio/versions.js";
const scripts = { bar, grid, part, publish, versions };
let root, widgets, tell, gone = [], waiting = Promise.resolve();
const heard = async (given) => tell(JSON.parse(await window.hear(given)));
const mounted = (name, traits) => {
  const [listening, place] = [[], document.createElement("div")];
  const on = (event, listener) => void listening.push([event, listener]);
  const off = (event, listener) => void listening.splice(listening.findIndex((one) => one[1] === listener), 1);
  const send = (message) => {
    window.sent.push(message);
    waiting = waiting.then(() => heard([name, message])).then(() => heard(null)); // what came a moment later, too
  };
  const happens = (event, about) => {
    for (const [one, listener] of [...listening]) if (one === event) listener(about);
  };
  root.append(place);
  const widget = { traits, place, happens };
  const [kind] = name.split(" ");
  gone.push(scripts[kind].render({ model: { get: (key) => widget.traits[key], on, off, send }, el: place }));
  return widget;
};
window.fresh = () => {
  gone.forEach((leave) => leave?.());
  [root, widgets, gone] = [renewed("studio"), {}, []];
  root.className = "rt-studio";
  window.sent = [];
};
window.show = tell = ({ shown, said }) => {
  for (const [name, traits] of Object.entries(shown)) {
    const widget = (widgets[name] ??= mounted(name, traits));
    const before = widget.traits;
    widget.traits = traits;
    for (const key of Object.keys(traits)) {
      if (JSON.stringify(before[key]) !== JSON.stringify(traits[key])) widget.happens(`change:${key}`);
    }
  }
  for (const [name, message] of said) widgets[name].happens("msg:custom", message);
};
"""
STYLE = '<link rel="stylesheet" href="/{}">'
STAGE = """
body { margin: 0; }
h1 { position: absolute; width: 1px; height: 1px; margin: 0; overflow: hidden; clip-path: inset(50%); }
#table, #ending { height: 100dvh; }
"""
PAGES = {
    "table": ("Table", (*style_names(), "table_harness.css"), TABLE_SCRIPT),
    "ending": ("The end", ("parts.css", "ending/ending.css", "table_harness.css"), ENDING_SCRIPT),
    "fields": (
        "Deck",
        ("card_face.css", "grid/editing.css", "grid/deck_fields.css"),
        FIELDS_SCRIPT,
    ),
    "lobby": ("Lobby", ("parts.css", "lobby/lobby.css"), LOBBY_SCRIPT),
    "keys": ("Keys", (), KEYS_SCRIPT),
    "map": ("Map of bonuses", ("graph_view/graph.css",), MAP_SCRIPT),
    "studio": (
        "Studio",
        ("parts.css", "tool_bar.css", "card_face.css", "grid/editing.css", "grid/card_grid.css", "studio/studio.css"),
        STUDIO_SCRIPT,
    ),
    "acts": ("All time", ("graph/replay.css",), ACTS_SCRIPT),
    "grid": (
        "Card grid",
        ("card_face.css", "grid/editing.css", "grid/card_grid.css", "grid/piles.css"),
        GRID_SCRIPT,
    ),
}
POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; connect-src 'self'"


@cache
def parts() -> dict[str, tuple[str, str]]:
    """Everything that is served: the pages, their scripts, and the files under test."""
    served = {
        f"/{path.relative_to(HERE).as_posix()}": (kind, path.read_text(encoding="utf-8"))
        for pattern, kind in (("*.js", "text/javascript"), ("*.css", "text/css"))
        for path in HERE.rglob(pattern)
    }
    served["/table_harness.css"] = ("text/css", STAGE)
    served |= {f"/{name}": ("text/javascript", source(name)) for name in MADE}
    for name, (title, styles, script) in PAGES.items():
        links = "".join(map(STYLE.format, styles))
        served["/" if name == "table" else f"/{name}"] = (
            "text/html",
            PAGE.format(title=title, name=name, styles=links),
        )
        whole = RENEWED + script + "window.fresh();" if "window.fresh" in script else script
        served[f"/{name}_harness.js"] = ("text/javascript", whole)
    return served


class Harness(BaseHTTPRequestHandler):
    """Serves the pages, their scripts and the files under test."""

    def do_GET(self) -> None:
        """Answer with one of the parts."""
        kind, text = parts().get(self.path, ("", ""))
        self.send_response(200 if kind else 404)
        self.send_header("Content-Type", f"{kind or 'text/plain'}; charset=utf-8")
        self.send_header("Content-Security-Policy", POLICY)
        if not kind.endswith("html"):  # a page that is opened again asks only for itself
            self.send_header("Cache-Control", "max-age=3600")
        self.end_headers()
        self.wfile.write(text.encode())

    def log_message(self, *_args: Any) -> None:
        """Say nothing."""


@contextmanager
def running_harness() -> Iterator[str]:
    """The address of the page."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), Harness)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}/"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def answer_with(page: Any, hear: Callable[[object], Any]) -> None:
    """Let this function hear and answer what the page says from now on."""
    if not hasattr(page, "answer"):
        page.expose_function("hear", lambda message: json.dumps(page.answer(message)))
    page.answer = hear


def fresh(page: Any, address: str) -> Any:
    """The page at this address as if just opened; really opening it takes longer than most of what is asked of it."""
    if page.url == address:
        page.evaluate("window.fresh()")
    else:
        page.goto(address)
    return page


def show(page: Any, scene: dict[str, Any], **more: Any) -> None:
    """Draw a scene on the page, to which it goes as one text: Playwright is slow with values of many parts."""
    page.evaluate("(told) => void window.show(...JSON.parse(told))", json.dumps([scene, more]))


def resized(page: Any, width: int, height: int = 900) -> Any:
    """The page, in a window of another size."""
    page.set_viewport_size({"width": width, "height": height})
    return page


def sent(page: Any) -> list[dict[str, Any]]:
    """What the page has said so far, except what it only asked about."""
    return [message for message in page.evaluate("window.sent") if message["type"] != "weigh"]


def weighed(page: Any) -> list[dict[str, Any]]:
    """What the page has asked about so far."""
    return [message for message in page.evaluate("window.sent") if message["type"] == "weigh"]
