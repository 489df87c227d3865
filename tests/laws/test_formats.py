"""The law of formats: each report can be written of whatever is found, with its pictures."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING

import pytest

import phaselint
from cases import write
from laws.drawing import NAMES, SEED, cases_of, picker
from phaselint.report import FORMATS, Style, render

if TYPE_CHECKING:
    from pathlib import Path

COUNT = int(os.environ.get("PHASELINT_FORMATS", "3"))
"""Cases of each dialect, each in html and in a format that is drawn."""


@pytest.mark.parametrize("dialect", NAMES)
def test_each_case_can_be_reported(dialect: str, tmp_path: Path) -> None:
    pick = picker("formats", dialect)
    for number in range(COUNT):
        case = pick.choice(cases_of(dialect))
        folder = tmp_path / str(number)
        write(case.folder, folder)
        result = phaselint.lint((str(folder),), dry_run=True, pictures=True)
        names = {each.name for each in result.findings}
        assert "internal-error" not in names, f"PHASELINT_SEED={SEED}: {case}"
        for name in ("html", pick.choice(sorted(FORMATS))):
            assert "".join(render(name, result, Style())), (
                f"PHASELINT_SEED={SEED}: {case} as {name}"
            )


def test_agents_in_the_shape_of_an_older_release_can_be_reported(tmp_path: Path) -> None:
    pick, old = picker("formats", "older"), 0
    for number, case in enumerate(pick.sample(cases_of("climpt"), 4 * COUNT)):
        folder = tmp_path / str(number)
        write(case.folder, folder)
        for file in folder.rglob("agent.json"):
            old += _made_older(file)
        result = phaselint.lint((str(folder),), dry_run=True, pictures=True)
        assert "internal-error" not in {each.name for each in result.findings}, (SEED, case)
        for name in sorted(FORMATS):
            assert "".join(render(name, result, Style())), (SEED, case, name)
    assert old


def _made_older(file: Path) -> bool:
    """Whether an agent had the shape of 1.13, which it loses."""
    try:
        agent = json.loads(file.read_text(encoding="utf-8"))
    except ValueError:
        return False
    if not isinstance(agent, dict) or "runner" not in agent:
        return False
    del agent["runner"]
    most = {"maxIterations": 3}
    agent["behavior"] = {"completionType": "iterationBudget", "completionConfig": most}
    file.write_text(json.dumps(agent), encoding="utf-8")
    return True
