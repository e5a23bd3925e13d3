"""A long check shows how far it is where its results are shown."""

from __future__ import annotations

from jupyter_client.manager import start_new_kernel

from workbench.checks.kit import usual_progress

CODE = "import workbench as wb\nreport = wb.check_game('guile', checks=['conservation', 'scores'])\nreport"


def test_a_notebook_shows_one_line_that_changes_and_then_the_report() -> None:
    manager, kernel = start_new_kernel()
    try:
        heard: list[dict] = []
        kernel.execute_interactive(CODE, output_hook=heard.append, timeout=120)
    finally:
        kernel.stop_channels()
        manager.shutdown_kernel(now=True)
    lines = [message["content"] for message in heard if message["msg_type"] in ("display_data", "update_display_data")]
    assert len({line["transient"]["display_id"] for line in lines}) == 1
    said = [line["data"]["text/plain"] for line in lines]
    assert "conservation: 0 of 5 matches" in said
    assert said[-1] == "scores: 5 of 5 matches"
    result = next(message["content"]["data"] for message in heard if message["msg_type"] == "execute_result")
    assert "passed" in result["text/html"]


def test_outside_a_notebook_nothing_is_shown(capfd) -> None:
    usual_progress()("secrecy", 1, 2)
    assert capfd.readouterr() == ("", "")
