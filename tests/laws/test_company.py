"""The law of company: contracts side by side, and made one, are checked without harm to each
other. Nothing fails, nothing is refuted, and no proof is lost but with a reason."""

from __future__ import annotations

import os
from collections import Counter
from typing import TYPE_CHECKING

import pytest

from fresh import SEED, picker
from laws.drawing import NAMES, cases_of, files_of, hits_of
from laws.merging import below, beside, over, plain, through

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from laws.merging import Files
    from phaselint.vocabulary.hit import Hit

COUNT = int(os.environ.get("PHASELINT_PAIRS", "8"))
"""Pairs of cases of each dialect."""

WRONG = ("internal-error", "refuted-finding")


def wrong(hits: Iterable[Hit]) -> Iterator[str]:
    """What no contract may bring about: a failure, a refuted finding, one that is not proved and
    does not say why. No proof is asked of what the contract itself suppresses."""
    for hit in (each for each in hits if not each.finding.waiver):
        name, proof = hit.rule.name, hit.proof
        if name in WRONG or proof is None or proof.status == "refuted":
            yield f"{name}: {hit.finding.message} ({proof.status if proof else 'no proof'})"
        elif proof.status == "unproved" and not proof.reason:
            yield f"{name} is unproved without a reason: {hit.finding.message}"


def proved(hits: Iterable[Hit]) -> Counter[tuple[str, str]]:
    """How often each rule is proved in a file."""
    return Counter(
        (hit.rule.name, hit.finding.place.file)
        for hit in hits
        if hit.proof and hit.proof.status == "proved"
    )


def lost(left: Files, right: Files) -> Counter[tuple[str, str]]:
    """What is proved of a contract alone and not in company, where each is in its own folder."""
    alone = hits_of(below("left", left), dry_run=True)
    return proved(alone) - proved(hits_of(beside(left, right), dry_run=True))


@pytest.mark.parametrize("dialect", NAMES)
def test_contracts_do_no_harm_to_each_other(dialect: str) -> None:
    pick = picker("company", dialect)
    found = []
    for _ in range(COUNT):
        one, other = pick.sample(cases_of(dialect), 2)
        left, right = plain(files_of(one)), plain(files_of(other))
        told = [
            *(
                f"{each.__name__}: {line}"
                for each in (beside, over, through)
                for line in wrong(hits_of(each(left, right), dry_run=True))
            ),
            *(f"lost: {rule} in {file}" for rule, file in lost(left, right)),
        ]
        found += [f"{one} and {other}: {line}" for line in told]
    assert found == [], f"PHASELINT_SEED={SEED} PHASELINT_PAIRS={COUNT}"
