"""Scripted answers that a schema forbids: findings of a dry run, errors of a checked run."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import phaselint
from cases import write
from phaselint.cli import main

if TYPE_CHECKING:
    from collections.abc import Sequence

    from phaselint.vocabulary.diagnostic import Diagnostic

BAD = Path(__file__).parents[2] / "fixtures" / "rules" / "answer-against-schema" / "bad"
RULE = "answer-against-schema"


@pytest.fixture
def script(tmp_path: Path) -> Path:
    """The script of the bad case, beside its contract."""
    write(BAD, tmp_path)
    return tmp_path / "sorted.script.yaml"


def found(script: Path) -> Sequence[Diagnostic]:
    return phaselint.lint([str(script.parent)], dry_run=True, isolated=True).findings


def changed(script: Path, old: str, new: str) -> None:
    text = script.read_text("utf-8")
    assert old in text
    script.write_text(text.replace(old, new), "utf-8")


def test_the_run_goes_on_and_what_it_expects_is_compared(script: Path) -> None:
    changed(script, "outcome: completed", "outcome: failed")
    assert [each.name for each in found(script)] == [RULE, "failed-expectation"]


def test_to_have_answers_checked_changes_nothing_in_a_dry_run(script: Path) -> None:
    changed(script, "scenarios:", "options: {check-answers: true}\nscenarios:")
    assert [each.name for each in found(script)] == [RULE]


def test_an_answer_that_comes_again_is_told_of_once(script: Path) -> None:
    changed(script, "    expect", "    on_exhausted: repeat-last\n    expect")
    assert [each.name for each in found(script)] == [RULE]


def test_a_run_that_checks_answers_ends_there_and_says_why(
    script: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    contract = str(script.with_name("triage.yml"))
    arguments = ("run", contract, "--script", str(script))
    assert main(arguments) == 0
    capsys.readouterr()
    assert main((*arguments, "--set", "sweny.check-answers=true")) == 1
    told = 'the output schema of `sort` forbids this: `data.label` is `"defect"`'
    assert told in capsys.readouterr().out
