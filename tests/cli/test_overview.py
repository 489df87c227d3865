"""`phaselint` without a command: what is here, and what to type next."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from phaselint.cli.overview import NOUNS
from phaselint.dialects import NAMES

if TYPE_CHECKING:
    from cli.command import Command

PROJECTS = Path(__file__).parents[2] / "fixtures" / "projects"


def brought(folder: Path, *names: str) -> None:
    """Copy example projects into a folder."""
    for name in names:
        shutil.copytree(PROJECTS / name, folder / name)


def test_contracts_and_problems_are_counted(phaselint: Command) -> None:
    brought(phaselint.folder, "release-crew", "refund-desk-fixed")
    ended = phaselint()
    listed = phaselint("lint", "--format=concise").out
    assert ended.status == 0
    assert ended.lines[0] == "3 Vesanor sessions, 2 agent teams (39 files)"
    errors, warnings = (listed.count(f" {level}[") for level in ("error", "warning"))
    assert ended.lines[2] == f"{errors} errors, {warnings} warnings:"
    counts = [int(line.split()[0]) for line in ended.lines[3:] if line[:6].strip().isdigit()]
    assert sum(counts) == errors + warnings
    assert "     1  handoff-to-hidden-agent  " in ended.out
    assert ended.lines[-4].split("  ")[1] == "phaselint lint"


def test_what_comes_next_where_nothing_is_wrong(phaselint: Command) -> None:
    brought(phaselint.folder, "refund-desk-fixed")
    ended = phaselint()
    assert ended.status == 0
    assert "No errors or warnings.\n" in ended.out
    assert "  phaselint policies --suggest  " in ended.out


@pytest.mark.parametrize("line", ["phaselint lint", "phaselint policies --suggest"])
def test_what_it_names_can_be_typed(phaselint: Command, line: str) -> None:
    brought(phaselint.folder, "refund-desk-fixed")
    assert phaselint(*line.split()[1:]).status in (0, 1)


def test_a_configuration_that_cannot_be_read_is_said(phaselint: Command) -> None:
    brought(phaselint.folder, "refund-desk-fixed")
    (phaselint.folder / "phaselint.toml").write_text("select = 1\n", encoding="utf-8")
    ended = phaselint()
    assert ended.status == 2
    assert ended.err.startswith("phaselint: phaselint.toml")


def test_every_dialect_has_a_noun() -> None:
    assert set(NOUNS) == set(NAMES)
