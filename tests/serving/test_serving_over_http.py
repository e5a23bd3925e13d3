"""What the dashboard server answers to requests, and what it refuses."""

from __future__ import annotations

import errno
import gzip
import json
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Callable
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import urlsplit

import psutil
import pytest

from tests.servers import RunningServer, environment_for_servers, running
from tests.serving.visitors import Answer, Visitor
from workbench.serving.server import DashboardServer, cannot_listen
from workbench.storage.errors import OptionError

UNKNOWN_KERNEL = "12345678-1234-1234-1234-123456789abc"


def ask(server: RunningServer, path: str, method: str = "GET", **headers: str) -> Answer:
    """One request of somebody without cookies, redirects not followed."""
    return Visitor(server).ask(path, method, **headers)


def test_the_front_door_leads_to_the_index_notebook(server: RunningServer) -> None:
    answer = ask(server, "/")
    assert (answer.status, answer.headers["location"]) == (302, "/voila/render/index.ipynb")


@pytest.mark.parametrize("path", ["/voila/tree", "/voila/tree/", "/voila/tree/sub/folder"])
def test_the_list_of_files_leads_to_the_index_notebook(server: RunningServer, path: str) -> None:
    assert ask(server, path).headers["location"] == "/voila/render/index.ipynb"


def test_a_page_is_compressed_and_says_what_it_may_load(server: RunningServer) -> None:
    answer = ask(server, "/voila/render/index.ipynb", Accept_Encoding="gzip")
    assert answer.status == 200
    assert answer.headers["content-encoding"] == "gzip"
    policy = answer.headers["content-security-policy"]
    assert "default-src 'self'" in policy
    assert "frame-ancestors 'self'" in policy
    assert "http" not in policy
    assert "unsafe-eval" not in policy
    page = gzip.decompress(answer.body).decode()
    assert 'role="main"' in page
    assert '<html lang="en">' in page
    assert 'name="viewport"' in page


def test_a_page_begins_before_its_kernel_is_there(server: RunningServer) -> None:
    connection = HTTPConnection("127.0.0.1", urlsplit(server.url).port, timeout=60)
    connection.request("GET", "/voila/render/other.ipynb")
    response = connection.getresponse()
    begins = response.read1().decode()
    while '</div>\n    <div id="loading"' not in begins:
        begins += response.read1().decode()
    rest = response.read().decode()
    connection.close()
    assert "<title>Other</title>" in begins
    assert 'class="wb-top"' in begins
    assert "kernelId" not in begins
    assert "kernelId" in rest
    assert rest.count("<title>") == rest.count("<body") == 0


def test_the_scripts_are_compressed(server: RunningServer) -> None:
    answer = ask(server, "/voila/static/voila.js", Accept_Encoding="gzip")
    assert answer.headers["content-encoding"] == "gzip"


@pytest.fixture(scope="module")
def front_page(server: RunningServer) -> str:
    """The text of a page whose visitor asks for another template and theme."""
    return ask(server, "/voila/render/index.ipynb?template=classic&theme=dark").body.decode()


def test_a_page_names_no_other_host_in_a_link_or_script(front_page: str) -> None:
    assert 'role="main"' in front_page
    assert re.findall(r"""(?:src|href)=["']?(?:https?:)?//[^"'> ]+""", front_page) == []


def test_only_the_three_extensions_that_draw_widgets_are_loaded(front_page: str) -> None:
    page = front_page
    found = re.search(r'<script id="jupyter-config-data"[^>]*>(.*?)</script>', page, re.DOTALL)
    assert found
    names = {extension["name"] for extension in json.loads(found[1])["federated_extensions"]}
    assert names == {"@voila-dashboards/widgets-manager8", "@jupyter-widgets/jupyterlab-manager", "anywidget"}


def test_a_cell_that_fails_does_not_show_its_traceback(server: RunningServer) -> None:
    page = ask(server, "/voila/render/broken.ipynb").body.decode()
    assert "a secret of the host" not in page


@pytest.mark.parametrize(
    "path",
    [
        "/api/kernels",
        f"/api/kernels/{UNKNOWN_KERNEL}",
        "/api/contents",
        "/api/sessions",
        "/api/terminals",
        "/voila/api/contents",
        "/voila/api/contents/other.ipynb",
        "/nothing/here",
        "/voila/render/nothing.ipynb",
    ],
)
def test_what_is_not_a_page_of_ours_is_not_found(server: RunningServer, path: str) -> None:
    assert ask(server, path).status == 404


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE"])
def test_no_kernel_can_be_started_or_changed_by_request(server: RunningServer, method: str) -> None:
    assert ask(server, "/api/kernels", method).status in (403, 404, 405)


@pytest.mark.parametrize(
    "name", ["secret.txt", "secret.svg", "index.ipynb", "..%2f..%2fetc%2fpasswd", "../secret.txt", ""]
)
def test_no_file_beside_the_notebooks_is_handed_out(server: RunningServer, name: str) -> None:
    answer = ask(server, f"/voila/files/{name}")
    assert answer.status in (403, 404)
    assert b"not for visitors" not in answer.body


def test_an_address_that_is_no_notebook_shows_no_file(server: RunningServer) -> None:
    answer = ask(server, "/voila/render/secret.txt")
    assert b"not for visitors" not in answer.body
    assert answer.status in (302, 403, 404)


def test_a_visitor_cannot_choose_another_template_or_theme(front_page: str) -> None:
    assert 'data-jp-theme-light="true"' in front_page
    assert '<style id="workbench-look">' in front_page


def test_a_missing_page_is_reported_in_our_own_look(server: RunningServer) -> None:
    page = ask(server, "/nothing/here").body.decode()
    assert "Nothing lies here" in page
    assert "https://" not in page


def test_a_foreign_name_that_points_at_this_machine_is_refused(server: RunningServer) -> None:
    assert ask(server, "/voila/render/index.ipynb", Host="evil.example").status == 403


def test_a_page_that_closes_ends_its_kernel_and_no_page_of_others_does(server: RunningServer) -> None:
    kernel = kernel_of_a_new_page(server)
    for headers in ({}, {"Origin": "https://evil.example"}, {"Origin": "null"}):
        assert ask(server, f"/voila/api/shutdown/{kernel}", "POST", **headers).status in (403, 404), headers
        assert ask(server, f"/api/kernels/{kernel}").status == 200, headers
    origin = server.url.rstrip("/")
    assert ask(server, f"/voila/api/shutdown/{kernel}", "POST", Origin=origin).status == 204
    assert ask(server, f"/api/kernels/{kernel}").status == 404
    assert ask(server, f"/voila/api/shutdown/{kernel}", "POST", Origin=origin).status == 404


def kernel_of_a_new_page(server: RunningServer) -> str:
    """Load a page and return the id of the kernel that runs for it."""
    return ask(server, "/voila/render/quiet.ipynb").kernel


ODD = [
    "/%00",
    "/%ff",
    "/static/%00",
    "/static/missing.js",
    "/login",
    "/logout",
    "/voila/files/%00",
    "/voila/render/%00.ipynb",
    "/voila/render/%ff.ipynb",
    "/voila/render/../index.ipynb",
    "/voila/render/index.ipynb/",
    f"/voila/render/{'a' * 5000}.ipynb",
    "/voila/static/",
    "/voila/static/%00",
    "/voila/static/missing.js",
    "/voila/static/..%2f..%2fsecret.txt",
    "/voila/static/..%5c..%5csecret.txt",
    "/voila/labextensions/missing/x.js",
    "/voila/labextensions/%2e%2e/x",
    "/voila/api/themes/missing/x",
    "/voila/templates/lab",
    "/voila/templates/lab/static/",
    "/voila/templates/lab/static/missing.js",
    "/voila/templates/missing/static/x.js",
    "/voila/templates/%2e%2e/x",
    "/voila/templates/..%2f..%2fx",
    "/voila/templates/lab/static/%2e%2e/%2e%2e/secret.txt",
    f"/api/kernels/{UNKNOWN_KERNEL}/channels",
]


def test_an_odd_address_is_refused_and_the_terminal_stays_quiet(server: RunningServer) -> None:
    before = len(server.log)  # a kernel that was ended in the middle of its work may have said so
    assert {path: status for path in ODD if (status := ask(server, path).status) not in (400, 403, 404)} == {}
    assert ask(server, "/").status == 302, "and the server goes on"
    assert "Traceback" not in "".join(server.log[before:])


def test_a_signal_ends_the_server_and_its_kernels_whatever_configuration_lies_where_it_was_started(
    serve_dashboards: Callable[[Path], RunningServer], notebooks: Path, tmp_path: Path
) -> None:
    wide_open = {"VoilaConfiguration": {"file_allowlist": [".*"], "show_tracebacks": True}}
    (tmp_path / "voila.json").write_text(json.dumps(wide_open))
    server = serve_dashboards(notebooks)
    assert ask(server, "/voila/files/secret.txt").status == 403
    assert b"a secret of the host" not in ask(server, "/voila/render/broken.ipynb").body
    ended_with_its_kernels(server, signal.SIGINT)


def test_a_taken_port_is_reported_and_the_next_free_one_used(
    server: RunningServer, notebooks: Path, tmp_path: Path
) -> None:
    taken = urlsplit(server.url).port
    assert taken
    command = [sys.executable, "-m", "workbench", "serve", str(notebooks), "--no-browser", "--port", str(taken)]
    with running(command, environment_for_servers(tmp_path), tmp_path) as other:
        used = urlsplit(other.url).port
        assert used > taken
        assert other.log[0] == f"Port {taken} is taken; using {used}.\n"
        kernel_of_a_new_page(other)
        ended_with_its_kernels(other, signal.SIGTERM)


def ended_with_its_kernels(server: RunningServer, number: int) -> None:
    """End a server that has a page open; fails if a process of a kernel keeps running."""
    children = psutil.Process(server.process.pid).children(recursive=True)
    assert children, "a page runs in a process of its own"
    assert server.end(number) == 0
    _, alive = psutil.wait_procs(children, timeout=10)
    assert alive == []


def refusal(tmp_path: Path, *arguments: str) -> str:
    """What `workbench serve` says when it refuses."""
    command = [sys.executable, "-m", "workbench", "serve", "--no-browser", *arguments]
    done = subprocess.run(
        command, env=environment_for_servers(tmp_path), capture_output=True, text=True, timeout=60, cwd=tmp_path
    )
    assert done.returncode == 2
    assert done.stdout == ""
    assert "Traceback" not in done.stderr
    return done.stderr


def test_a_host_that_is_not_this_machine_is_refused_in_words(notebooks: Path) -> None:
    with pytest.raises(OptionError, match=r"192\.0\.2\.1.*--host 127\.0\.0\.1"):
        DashboardServer(notebooks, "192.0.2.1", 0).open_port()


def test_a_folder_without_an_index_is_refused(tmp_path: Path) -> None:
    assert "index.ipynb" in refusal(tmp_path, str(tmp_path))


def test_the_last_port_taken_leaves_no_traceback(tmp_path: Path, notebooks: Path) -> None:
    with socket.socket() as listener:
        try:
            listener.bind(("127.0.0.1", 65535))
        except OSError:
            pytest.skip("port 65535 is in use by another program")
        listener.listen()
        assert "--port 0" in refusal(tmp_path, str(notebooks), "--port", "65535")


def test_a_port_that_needs_special_rights_is_explained() -> None:
    said = cannot_listen("127.0.0.1", 80, PermissionError(errno.EACCES, "Permission denied"))
    assert "above 1023" in said
