"""Suppressions and baselines of rules that other defects have turned off (design §10).

A slip elsewhere must not make anybody remove what is still needed.
"""

from __future__ import annotations

import json
from contextlib import chdir
from typing import TYPE_CHECKING

import pytest

from phaselint.linting.request import Request
from phaselint.linting.run import run
from phaselint_rules import RULES

if TYPE_CHECKING:
    from pathlib import Path

SESSION = """\
schema_version: "1.0"
agent: desk
phases:
  - {name: intake, initial: true}
  - {name: waiting}
  - {name: done, terminal: true}
transitions: {intake: [waiting, done], waiting: [done]}
"""
HIDDEN = SESSION.replace("waiting}", "waiting}  # phaselint: ignore[dead-phase] set by hand")
SOUND = (
    "tool: answer\nside_effect: read\ntransitions: {valid_in_phases: [intake], advances_to: done}\n"
)
SLIPS = {
    "a misspelt phase": SOUND.replace("[intake]", "[intak]"),
    "a file that does not parse": SOUND.replace("[intake]", "[intake"),
}


def write(folder: Path, session: str, tool: str) -> None:
    (folder / "session.yaml").write_text(session)
    (folder / "answer.yaml").write_text(tool)


def names(folder: Path, *, write_baseline: bool = False) -> set[str]:
    request = Request(
        (".",),
        select=("dead-phase", "invalid-enum", "unused-suppression", "stale-baseline-entry"),
        write_baseline=write_baseline,
    )
    with chdir(folder):
        return {finding.name for finding in run(request, RULES).findings}


@pytest.mark.parametrize("slip", SLIPS.values(), ids=list(SLIPS))
def test_a_suppression_is_not_unused(tmp_path: Path, slip: str) -> None:
    write(tmp_path, HIDDEN, SOUND)
    assert names(tmp_path) == set()
    write(tmp_path, HIDDEN, slip)
    assert names(tmp_path) == set()


def test_it_is_unused_once_the_rule_is_asked_again(tmp_path: Path) -> None:
    write(tmp_path, HIDDEN, SOUND.replace("[intake]", "[intake, waiting]"))
    assert names(tmp_path) == {"unused-suppression"}


@pytest.mark.parametrize("slip", SLIPS.values(), ids=list(SLIPS))
def test_an_entry_of_the_baseline_is_not_stale(tmp_path: Path, slip: str) -> None:
    write(tmp_path, SESSION, SOUND)
    names(tmp_path, write_baseline=True)
    write(tmp_path, SESSION, slip)
    assert names(tmp_path) == set()
    names(tmp_path, write_baseline=True)
    write(tmp_path, SESSION, SOUND)
    assert names(tmp_path) == set(), "the entry was lost when the baseline was written anew"


def test_an_entry_for_a_file_that_does_not_parse_now_is_not_stale(tmp_path: Path) -> None:
    write(tmp_path, SESSION, SOUND.replace("read", "reads"))
    names(tmp_path, write_baseline=True)
    listed = json.loads((tmp_path / "phaselint-baseline.json").read_text())["findings"]
    assert {entry["rule"] for entry in listed} == {"dead-phase", "invalid-enum"}
    write(tmp_path, SESSION, SLIPS["a file that does not parse"])
    assert names(tmp_path) == set()
