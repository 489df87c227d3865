"""Whatever the net finds, a certificate that is made without it is refused: the checker asks for
itself what the finder is blind to."""

from __future__ import annotations

import os
import random
import secrets
from typing import TYPE_CHECKING, Any

import pytest

from cases import listed, texts
from laws.bench import checks
from laws.random_contracts import random_contract
from phaselint.dialects import NAMES
from phaselint.executor.proof import lab_for
from phaselint.executor.soundness.search import search
from phaselint.linting.certifying import certificate_doubt
from phaselint.linting.net import KINDS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from cases import Case
    from phaselint.executor.proof import Lab
    from phaselint.executor.soundness.search import Found

    Record = Callable[[str, object], None]

COUNT = 25
CASES = [case for kind in sorted(KINDS) for case in listed(kind, "bad*")]


def found_in(files: Mapping[str, str]) -> Iterator[tuple[Lab[Any], Found]]:
    """What the net finds in the contracts among some files, as far as all is decided."""
    for dialect, _, checked in checks(files, bound=3000):
        if checked.facts is not None and getattr(checked.facts, "runs_known", False):
            lab = lab_for(dialect, checked.facts, 3000)
            found = search(lab)
            if found.decided and not found.outlived and found.runs is not None:
                yield lab, found


def blinded(lab: Lab[Any], found: Found) -> Iterator[str]:
    """What the checker says of a contract where nothing is seen of what is found."""
    if any(each.claim is not None for each in found.told):
        yield certificate_doubt(lab, found._replace(told=()), ()) or ""


@pytest.mark.parametrize("case", CASES, ids=str)
def test_what_is_not_seen_in_a_case_of_the_net_is_not_certified(case: Case) -> None:
    for lab, found in found_in(texts(case)):
        assert all(blinded(lab, found))


@pytest.mark.parametrize("dialect", NAMES)
def test_what_is_not_seen_in_a_random_contract_is_not_certified(
    dialect: str, record_property: Record
) -> None:
    seed = int(os.environ.get("PHASELINT_SEED") or secrets.randbelow(10**6))
    record_property("drawn", [f"PHASELINT_SEED={seed} drew {COUNT} contracts of {dialect}"])
    pick = random.Random(seed)
    for _ in range(COUNT):
        drawn = str(pick.randrange(10**9))
        for lab, found in found_in(random_contract(dialect, drawn)):
            assert all(blinded(lab, found)), f"random_contract({dialect!r}, {drawn!r})"
