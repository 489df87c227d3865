"""Whatever the net finds, a certificate that is made without it is refused: the checker asks for
itself what the finder is blind to, each kind of it for itself and all of them together."""

from __future__ import annotations

import os
from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest

from cases import listed, texts
from fresh import AGAIN, picker
from laws.bench import checks
from laws.random_contracts import random_contract
from phaselint.dialects import NAMES
from phaselint.executor.proof import proof_context
from phaselint.executor.soundness import search as search_module
from phaselint.executor.soundness.folding import folded
from phaselint.executor.soundness.model import Claims
from phaselint.executor.soundness.search import search
from phaselint.linting.certifying import certificate_doubt
from phaselint.linting.exploration import KINDS
from phaselint.linting.internal_errors import rule_named
from phaselint.vocabulary.hit import Hit
from phaselint_rules import RULES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from phaselint.executor.proof import ProofContext
    from phaselint.executor.soundness.model import Claim
    from phaselint.executor.soundness.search import SearchResult

    Record = Callable[[str, object], None]

COUNT = int(os.environ.get("PHASELINT_BLINDED", "25"))
"""Random contracts of each dialect; from 100 on, all cases of all rules as well."""

TOO_FAR = ("iteration-budget-too-small",)
"""A rule about contracts of which the net says that something is too far."""

CASES = [case for kind in (*sorted(KINDS), *TOO_FAR) for case in listed(kind, "bad*")]
KIND_OF_CLAIMS = Claims._fields
FATAL = ("failures", "unanswerable", "traps", "no_run")
"""The kinds that keep a certificate from being made; elements that are not used may be excused."""


class Blinded:
    """A finder that does not see some kinds of claims, and what there is to see."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._blind: tuple[str, ...] = ()
        self.present: tuple[str, ...] = ()
        monkeypatch.setattr(search_module, "folded", self._folded)

    def _folded(self, found: Claims) -> tuple[Claim, ...]:
        self.present = tuple(kind for kind in KIND_OF_CLAIMS if getattr(found, kind))
        return folded(found._replace(**dict.fromkeys(self._blind, ())))

    def search(self, lab: ProofContext[Any], blind: Sequence[str]) -> SearchResult:
        self._blind = tuple(blind)
        return search(lab)

    def doubts(self, lab: ProofContext[Any]) -> Iterator[tuple[str, str]]:
        """For each kind of claims about a contract what is said of a certificate that is made
        without it, or with nothing at all: empty where it is accepted. All that remains of what
        is not used has a finding that says so; what else would keep the certificate from being
        made is not seen either."""
        found = self.search(lab, ())
        if not found.decided or found.outlived or found.runs is None:
            return
        present = self.present
        fatal = tuple(kind for kind in present if kind in FATAL)
        for kind in present:
            yield kind, self._doubt(lab, (*fatal, kind))
            if fatal == (kind,):
                yield f"{kind} alone", self._doubt(lab, fatal)
        if present:
            yield "all", self._doubt(lab, present)

    def _doubt(self, lab: ProofContext[Any], blind: Sequence[str]) -> str:
        found = self.search(lab, blind)
        dead = rule_named(RULES, "dead-element")
        excused = [(each, (Hit(dead, each.finding),)) for each in found.told]
        doubt = certificate_doubt(lab, found, excused)
        assert doubt is not None
        return doubt


def labs(files: Mapping[str, str]) -> Iterator[ProofContext[Any]]:
    """The contracts among some files whose runs are known."""
    for dialect, _, checked in checks(files, bound=3000):
        if checked.facts is not None and getattr(checked.facts, "runs_known", False):
            yield proof_context(dialect, checked.facts, 3000)


def test_what_is_not_seen_in_a_case_of_the_net_is_not_certified(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    finder, seen, accepted = Blinded(monkeypatch), Counter[str](), []
    for case in CASES if COUNT < 100 else listed():
        for lab in labs(texts(case)):
            for kind, doubt in finder.doubts(lab):
                seen[kind] += 1
                accepted += [] if doubt else [f"{case} without {kind}"]
    assert accepted == []
    assert {*KIND_OF_CLAIMS, *(f"{kind} alone" for kind in FATAL)} <= {*seen}


@pytest.mark.parametrize("dialect", NAMES)
def test_what_is_not_seen_in_a_random_contract_is_not_certified(
    dialect: str, record_property: Record, monkeypatch: pytest.MonkeyPatch
) -> None:
    record_property("drawn", [f"{AGAIN} drew {COUNT} contracts of {dialect}"])
    pick, finder, accepted = picker("blind", dialect), Blinded(monkeypatch), []
    for _ in range(COUNT):
        drawn = str(pick.randrange(10**9))
        for lab in labs(random_contract(dialect, drawn)):
            doubts = finder.doubts(lab)
            what = f"random_contract({dialect!r}, {drawn!r})"
            accepted += [f"{what} without {kind}" for kind, doubt in doubts if not doubt]
    assert accepted == []
