"""The command: reports, configuration, suppression, fixes, graphs; and as it is installed."""

from __future__ import annotations

import json
import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING
from xml.etree import ElementTree

import pytest

from cli.contracts import BOTH, SESSION, UNREACHABLE, contract
from phaselint.report import FORMATS

if TYPE_CHECKING:
    from cli.command import Command

UNQUOTED = SESSION.replace('"1.0"', "1.0")
"""One warning, which a safe fix mends."""


@pytest.mark.parametrize("name", FORMATS)
def test_every_format_reports(phaselint: Command, name: str) -> None:
    contract(phaselint.folder, BOTH)
    ended = phaselint("lint", f"--format={name}")
    assert (ended.status, ended.err) == (1, "")
    opening, closing = ("<code>", "</code>") if name == "html" else ("`", "`")
    said = f"phase {opening}review{closing} is unreachable from {opening}intake{closing}"
    assert said in ended.out
    if name in ("json", "sarif", "gitlab"):
        assert json.loads(ended.out)
    if name in ("junit", "checkstyle"):
        assert ElementTree.fromstring(ended.out.encode()) is not None


def test_a_configuration_selects(phaselint: Command) -> None:
    contract(phaselint.folder, BOTH)
    (phaselint.folder / "phaselint.toml").write_text('ignore = ["PL101"]\n', "utf-8")
    ended = phaselint("lint", "--format=concise")
    assert ended.status == 0
    assert ended.lines[-1] == "Checked 1 contract (2 files): 1 warning."


def test_a_configuration_that_is_wrong_is_refused(phaselint: Command) -> None:
    contract(phaselint.folder)
    (phaselint.folder / "phaselint.toml").write_text("ignroe = []\n", "utf-8")
    ended = phaselint("lint")
    assert ended.status == 2
    assert "a similar name exists: `ignore`" in ended.err


def test_a_comment_suppresses(phaselint: Command) -> None:
    comment = "{name: review}  # phaselint: ignore[unreachable-phase] comes with the next release"
    contract(phaselint.folder, UNREACHABLE.replace("{name: review}", comment))
    assert phaselint("lint").lines == ["No findings in 1 contract (2 files); 1 suppressed."]


def test_a_fix_is_shown_and_made(phaselint: Command) -> None:
    contract(phaselint.folder, UNQUOTED)
    assert '+schema_version: "1.0"' in phaselint("lint", "--diff").lines
    assert phaselint("lint", "--fix").status == 0
    assert (phaselint.folder / "session.yaml").read_text("utf-8") == SESSION


def test_a_graph_is_drawn(phaselint: Command) -> None:
    contract(phaselint.folder)
    assert phaselint("graph", ".").out.startswith("flowchart TD\n")


def test_the_module_runs(phaselint: Command) -> None:
    contract(phaselint.folder)
    assert phaselint.process("lint").lines == ["No findings in 1 contract (2 files)."]


@pytest.mark.posix
def test_the_installed_command_runs(phaselint: Command) -> None:
    script = shutil.which("phaselint", path=str(Path(sys.executable).parent))
    if script is None:
        pytest.skip("phaselint is not installed beside this Python")
    contract(phaselint.folder, UNREACHABLE)
    ended = phaselint.shell(f'"{script}" lint --dry-run')
    assert (ended.status, ended.err) == (1, "")
    assert "confirmed: no run does this" in ended.out
