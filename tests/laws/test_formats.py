"""The law of formats: each report can be written of whatever is found, with its pictures, and is
what a report of its format has to be."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING

import pytest

import phaselint
from cases import write
from fresh import SEED, picker
from laws.drawing import NAMES, cases_of, files_of, some
from laws.merging import over, plain, through
from phaselint.report import FORMATS, Style, render

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator
    from pathlib import Path

    from laws.merging import Files
    from phaselint.linting.result import Result

COUNT = int(os.environ.get("PHASELINT_FORMATS", "10"))
"""Cases of each dialect, each in html and in a format that is drawn: all where there are no more.
A fourth as many pairs of cases, made one contract, in all formats."""

PAIRS = 20

EVERY = bool(os.environ.get("PHASELINT_EVERY_FORMAT"))
"""Whether the cases, too, are reported in all formats."""


def shown(folder: Path) -> Result:
    """What a dry run finds in a folder, with pictures."""
    return phaselint.lint((str(folder),), dry_run=True, pictures=True)


def wrong(result: Result, formats: Collection[str]) -> Iterator[str]:
    """What is wrong with the reports of a result in some formats."""
    from fuzz.reports import CHECKS

    yield from (str(each.message) for each in result.findings if each.name == "internal-error")
    for name in formats:
        try:
            text = "".join(render(name, result, Style()))
            text.encode()
            CHECKS[name](text, result)
        except Exception as error:  # whatever is raised, the report is not what it should be
            yield f"{name}: {type(error).__name__} {str(error)[:200]}"


@pytest.mark.parametrize("dialect", NAMES)
def test_each_case_can_be_reported(dialect: str, tmp_path: Path) -> None:
    pick, found = picker("formats", dialect), []
    for number, case in enumerate(some(pick, cases_of(dialect), COUNT)):
        folder = tmp_path / str(number)
        write(case.folder, folder)
        formats = sorted(FORMATS) if EVERY else ("html", pick.choice(sorted(FORMATS)))
        found += [f"{case}: {line}" for line in wrong(shown(folder), formats)]
    assert found == [], f"PHASELINT_SEED={SEED} PHASELINT_FORMATS={COUNT}"


@pytest.mark.parametrize("dialect", NAMES)
def test_pairs_of_cases_can_be_reported(dialect: str, tmp_path: Path) -> None:
    pick, found = picker("formats of pairs", dialect), []
    for number in range(min(PAIRS, (COUNT + 3) // 4)):
        one, other = pick.sample(cases_of(dialect), 2)
        merge = pick.choice((over, through))
        folder = tmp_path / str(number)
        put(folder, merge(plain(files_of(one)), plain(files_of(other))))
        lines = wrong(shown(folder), sorted(FORMATS))
        found += [f"{one} {merge.__name__} {other}: {line}" for line in lines]
    assert found == [], f"PHASELINT_SEED={SEED} PHASELINT_FORMATS={COUNT}"


def put(folder: Path, files: Files) -> None:
    """Write files into a folder."""
    for path, text in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text, encoding="utf-8")


def test_agents_in_the_shape_of_an_older_release_can_be_reported(tmp_path: Path) -> None:
    pick, old = picker("formats", "older"), 0
    for number, case in enumerate(some(pick, cases_of("climpt"), 4 * COUNT)):
        folder = tmp_path / str(number)
        write(case.folder, folder)
        for file in folder.rglob("agent.json"):
            old += _made_older(file)
        assert [*wrong(shown(folder), sorted(FORMATS))] == [], f"PHASELINT_SEED={SEED}: {case}"
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
