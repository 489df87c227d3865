"""Command lines whose streams are bytes."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from cases import FIXTURES
from phaselint.embedding.command import main, run
from phaselint.version import __version__

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

DESK = FIXTURES / "projects" / "refund-desk"


def test_output_and_status_are_the_result(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(DESK)
    found = run(["lint", "--format", "concise", "."])
    assert found.status == 1
    assert b"refunds/session.yaml:" in found.stdout
    assert found.stderr == b""


def test_a_wrong_command_line_is_a_line_on_standard_error() -> None:
    found = run(["lint", "nowhere"])
    assert (found.status, found.stdout) == (2, b"")
    assert found.stderr.startswith(b"phaselint: ")
    assert found.stderr.count(b"\n") == 1


def test_standard_input_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    contract = (DESK / "refunds" / "session.yaml").read_bytes()
    words = ["lint", "--format", "json", "--stdin-filename", "refunds/session.yaml", "-"]
    assert b'"refunds/session.yaml"' in run(words, contract).stdout
    assert run(words, b"").stdout != run(words, contract).stdout


def test_output_has_no_colors_and_is_utf_8(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("FORCE_COLOR", raising=False)
    monkeypatch.chdir(DESK)
    found = run(["lint", "."])
    assert b"\x1b[" not in found.stdout
    assert found.stdout.decode("utf-8")


def test_the_streams_of_the_process_are_the_same_afterwards() -> None:
    before = sys.stdin, sys.stdout, sys.stderr
    run(["--version"])
    run(["--no-such-option"])
    assert (sys.stdin, sys.stdout, sys.stderr) == before


def test_one_run_after_another_gives_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(DESK)
    words = ["lint", "--dry-run", "--format", "json", "."]
    assert run(words) == run(words)


def test_a_command_with_the_streams_of_the_process(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["other"])
    assert main(["--version"]) == 0
    assert capsys.readouterr().out == f"phaselint {__version__}\n"
