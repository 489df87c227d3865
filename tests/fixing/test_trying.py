"""Fixes tried one by one in a copy: what they leave, and that nothing is written."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cli.contracts import SESSION, TOOL, contract
from phaselint.api import builtin_rules
from phaselint.fixing.trying import tried, with_trials
from phaselint.linting.request import Request
from phaselint.linting.run import run

if TYPE_CHECKING:
    from pathlib import Path

    from phaselint.linting.result import Result

RULES = builtin_rules()
TYPO = TOOL.replace("valid_in_phases: [intake]", "valid_in_phases: [intak]")
NUMBER = SESSION.replace('"1.0"', "1.0")


def result_of(request: Request) -> Result:
    """What a request finds, with its fixes tried."""
    return with_trials(run(request, RULES), request, RULES)


def test_each_fix_is_tried_by_itself_and_nothing_is_written(tmp_path: Path) -> None:
    contract(tmp_path, NUMBER, answer=TYPO)
    before = {path: path.read_bytes() for path in tmp_path.iterdir()}
    result = result_of(Request((str(tmp_path),), jobs=1))
    assert [(each.why, each.before - each.left) for each in result.trials] == [("", 1), ("", 1)]
    assert {edit.old for each in result.trials for edit in each.edits} == {"1.0", "intak"}
    assert {path: path.read_bytes() for path in tmp_path.iterdir()} == before


def test_a_dry_run_is_made_even_if_only_a_lint_is_asked_for(tmp_path: Path) -> None:
    script = (
        "version: 1\ncontract: .\nscenarios:\n"
        "  - name: it is refused\n    expect: {outcome: refused}\n"
    )
    contract(tmp_path, answer=TYPO)
    (tmp_path / "desk.script.yaml").write_text(script, "utf-8")
    [trial] = result_of(Request((str(tmp_path),), jobs=1)).trials
    assert trial.why.startswith("it would cause `failed-expectation`: ")


def test_texts_that_are_not_saved_are_what_is_changed(tmp_path: Path) -> None:
    contract(tmp_path)
    overlay = {str(tmp_path / "answer.yaml"): TYPO.encode()}
    [trial] = result_of(Request((str(tmp_path),), overlay=overlay, jobs=1)).trials
    assert (trial.why, [edit.new for edit in trial.edits]) == ("", ["intake"])


def test_without_fixes_nothing_is_linted_again(tmp_path: Path) -> None:
    contract(tmp_path)
    request = Request((str(tmp_path),), jobs=1)
    assert [*tried(run(request, RULES).findings, request, ())] == []
