"""Voila's inside: all that the dashboard server takes from Voila 0.5.13 and Jupyter Server 2, which promise none of it.

The rest of the server imports it from here. RELIED_ON lists what is extended or called by name; when another version
is installed, a test says which of it has moved. The server also relies on this:

- Voila renders a notebook by `TornadoVoilaHandler` at /voila/render/, and its page asks for files at /voila/templates/,
  for its kernel at /api/kernels/, and says goodbye at /voila/api/shutdown/;
- the first handler of an address wins, so that ours, put before Voila's, stand in for them;
- `template_paths` and `static_paths` are searched in order;
- nobody here checks non-ASCII addresses with jsonschema, which builds a grammar for them when it is imported: half of
  a server's start-up time.
"""

from __future__ import annotations

import sys
from typing import Any

sys.modules.setdefault("rfc3987_syntax", None)  # type: ignore[arg-type]  # jsonschema does without

from jupyter_server.services.kernels.connection.channels import ZMQChannelsWebsocketConnection
from jupyter_server.services.kernels.kernelmanager import AsyncMappingKernelManager
from voila.app import Voila
from voila.handler import BaseVoilaHandler
from voila.paths import collect_static_paths
from voila.shutdown_kernel_handler import VoilaShutdownKernelHandler
from voila.static_file_handler import TemplateStaticFileHandler
from voila.tornado.handler import TornadoVoilaHandler
from voila.tornado.kernel_websocket_handler import VoilaKernelWebsocketHandler

__all__ = [
    "RELIED_ON",
    "AsyncMappingKernelManager",
    "BaseVoilaHandler",
    "TemplateStaticFileHandler",
    "TornadoVoilaHandler",
    "Voila",
    "VoilaKernelWebsocketHandler",
    "VoilaShutdownKernelHandler",
    "ZMQChannelsWebsocketConnection",
    "collect_static_paths",
]

# Owner -> the parts of it that we extend or call.
RELIED_ON: dict[Any, tuple[str, ...]] = {
    Voila: ("init_settings", "init_handlers", "setup_template_dirs", "stop", "initialize"),
    AsyncMappingKernelManager: (
        "new_kernel_id",
        "start_kernel",
        "shutdown_kernel",
        "remove_kernel",
        "notify_connect",
        "notify_disconnect",
        "cull_kernels",
        "cull_kernel_if_idle",
    ),
    ZMQChannelsWebsocketConnection: ("connect", "_open_sessions"),
    TemplateStaticFileHandler: ("parse_url_path",),
    VoilaShutdownKernelHandler: ("post",),
    TornadoVoilaHandler: ("get", "prepare"),
    VoilaKernelWebsocketHandler: ("open", "pre_get", "on_close"),
}
