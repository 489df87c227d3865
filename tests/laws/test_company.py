"""The law of company: contracts side by side, and mixed, are checked without harm to each other."""

from __future__ import annotations

import os
from collections import Counter
from typing import TYPE_CHECKING

import pytest

from laws.drawing import NAMES, SEED, cases_of, files_of, hits_of, picker
from phaselint.config import FILE

if TYPE_CHECKING:
    from collections.abc import Mapping

    from phaselint.vocabulary.diagnostic import Hit

COUNT = int(os.environ.get("PHASELINT_PAIRS", "4"))
"""Pairs of cases of each dialect."""

WRONG = ("internal-error", "refuted-finding")


def plain(files: Mapping[str, str]) -> dict[str, str]:
    """Files without the configuration, which is that of a project."""
    return {path: text for path, text in files.items() if path != FILE}


def below(folder: str, files: Mapping[str, str]) -> dict[str, str]:
    """Files in a folder."""
    return {f"{folder}/{path}": text for path, text in files.items()}


def wrong(hits: list[Hit]) -> list[str]:
    """What no contract may bring about."""
    told = [hit.rule.name for hit in hits if hit.rule.name in WRONG]
    return told + [hit.rule.name for hit in hits if hit.proof and hit.proof.status == "refuted"]


def proved(hits: list[Hit]) -> Counter[tuple[str, str]]:
    """How often each rule is proved in a file."""
    return Counter(
        (hit.rule.name, hit.finding.place.file)
        for hit in hits
        if hit.proof and hit.proof.status == "proved"
    )


@pytest.mark.parametrize("dialect", NAMES)
def test_contracts_do_no_harm_to_each_other(dialect: str) -> None:
    pick = picker("company", dialect)
    for _ in range(COUNT):
        one, other = pick.sample(cases_of(dialect), 2)
        left, right = plain(files_of(one)), plain(files_of(other))
        what = f"PHASELINT_SEED={SEED}: {one} and {other}"
        assert wrong(hits_of({**right, **left}, dry_run=True)) == [], what
        alone = hits_of(below("left", left), dry_run=True)
        both = hits_of({**below("left", left), **below("right", right)}, dry_run=True)
        assert wrong(both) == [], what
        assert not proved(alone) - proved(both), what
