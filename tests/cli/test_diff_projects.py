"""The example projects against their repaired twins: whatever is wrong in a way that runs show is
seen in the difference, and its report is short."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from phaselint.report.difference.text import LINES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from cli.command import Command

PROJECTS = Path(__file__).parents[2] / "fixtures" / "projects"
NAMES = sorted(each.name for each in PROJECTS.iterdir() if Path(f"{each}-fixed").is_dir())

OF_RUNS = ("replay", "explore", "refusal", "static+replay", "static+explore")
"""How a finding is proved that runs tell of."""


def planted(phaselint: Command, name: str) -> dict[tuple[str, str], dict[str, Any]]:
    """The defects of a project that runs tell of, by contract and rule: those that are gone in its
    repaired twin."""

    def found(folder: str) -> dict[tuple[str, str], dict[str, Any]]:
        ended = phaselint("lint", "--dry-run", "--format=json", str(PROJECTS / folder))
        return {
            (os.path.relpath(each["contract"], PROJECTS / folder), each["name"]): each
            for each in json.loads(ended.out)["findings"]
            if each["proof"] and each["proof"]["status"] == "proved"
        }

    kept = found(f"{name}-fixed")
    return {
        key: each
        for key, each in found(name).items()
        if key not in kept
        and each["proof"]["method"] in OF_RUNS
        and key[1] != "failed-expectation"  # of a scenario, not of a contract
    }


def told(contract: dict[str, Any]) -> Iterator[str]:
    """What is told of the runs of a contract, as far as it differs."""
    runs = contract["runs"]
    for side in ("old", "new"):
        yield from filter(None, (contract["undecided"][side], runs and runs["refused"][side]))
    yield from (each["title"] for each in contract["policies"])
    yield from (each["unit"] for each in contract["costs"])
    if runs is not None:
        for each in (*runs["differences"], *runs["endings"]):
            yield f"{each['before']} {each['act']}"
        yield from (each["text"] for each in (*runs["lost_facts"], *runs["new_facts"]))
        for kind in ("added", "gone", "revived", "dead"):
            yield from runs["elements"][kind]


@pytest.mark.parametrize("name", NAMES)
def test_what_runs_tell_of_is_visible(phaselint: Command, name: str) -> None:
    defects = planted(phaselint, name)
    assert defects
    folders = (str(PROJECTS / name), str(PROJECTS / f"{name}-fixed"))
    data = json.loads(phaselint("diff", *folders, "--format=json").out)
    contracts = {each["path"]: each for each in data["contracts"]}
    named = 0
    for (path, rule), finding in defects.items():
        contract = contracts[path]
        words = " ".join(told(contract))
        assert words, f"{path}: {rule} is told by none of its runs"
        fixed = {each["name"] for each in contract["findings"]["fixed"]}
        fixed |= {"policy-violated"} if contract["policies"] else set()
        assert rule in fixed
        named += any(each in words for each in re.findall(r"`([^`]+)`", finding["message"]))
    # Others are about the text of a contract, and show in what its runs do elsewhere.
    assert named >= len(defects) / 3


@pytest.mark.parametrize("name", NAMES)
def test_its_report_is_short(phaselint: Command, name: str) -> None:
    ended = phaselint("diff", str(PROJECTS / name), str(PROJECTS / f"{name}-fixed"))
    assert (ended.status, ended.err) == (0, "")
    assert 3 < len(ended.lines) <= LINES
