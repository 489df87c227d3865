"""Each declared element of a contract is used by a run, reported, or named as not decided."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from cases import listed, texts
from fresh import AGAIN, picker
from laws.bench import checks
from laws.random_contracts import random_contract
from phaselint.dialects import NAMES
from phaselint.executor.proof import proof_context
from phaselint.executor.soundness.search import search

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from phaselint.executor.proof import ProofContext
    from phaselint.executor.soundness.search import SearchResult

    Record = Callable[[str, object], None]

CASES = 25
DRAWN = 10
BOUND = 3_000


def looked_into(
    files: Mapping[str, str], name: str, bound: int = BOUND
) -> Iterator[tuple[ProofContext[Any], SearchResult, bool]]:
    """The contracts of a dialect among files, what is found, and whether rules say something."""
    for dialect, _, checked in checks(files, bound=bound):
        known = checked.facts is not None and getattr(checked.facts, "runs_known", False)
        if dialect.name == name and known and checked.facts is not None:
            lab = proof_context(dialect, checked.facts, bound)
            yield lab, search(lab), any(hit.explains for hit in checked.hits)


def hold(lab: ProofContext[Any], found: SearchResult, *, said: bool) -> int:
    """Hold the census of a contract to what it says; how many elements it has."""
    runtime = lab.runtime
    ids = {each.id for each in runtime.elements(lab.facts.contract)}
    used, reported, undecided = found.census
    assert used | reported | undecided == ids
    assert sum(found.census.tally) == len(ids)
    if found.runs is not None:
        for each in used:
            script = found.runs.shown[each]
            state = found.starts[script.start]
            seen = set(runtime.moves(runtime.opening(state)))
            for choice in script.choices:
                state, events = runtime.step(state, choice)
                seen.update(runtime.moves(events))
            assert each in seen
    assert not reported or said or found.told
    named = set().union(*(each.elements for each in found.doubts))
    assert found.stopped or undecided <= named
    return len(ids)


@pytest.mark.parametrize("dialect", NAMES)
def test_each_element_is_in_one_of_the_three(dialect: str, record_property: Record) -> None:
    record_property("drawn", [f"{AGAIN} drew fixtures and contracts of {dialect}"])
    pick, count = picker("census", dialect), 0
    cases = pick.sample(listed(), 12 * CASES)
    for files in (texts(case) for case in cases):
        for lab, found, said in looked_into(files, dialect):
            count += hold(lab, found, said=said)
    for _ in range(DRAWN):
        files = random_contract(dialect, str(pick.randrange(10**9)))
        for lab, found, said in looked_into(files, dialect):
            count += hold(lab, found, said=said)
    assert count > 0


def test_where_the_bound_is_hit_nothing_is_reported_for_want_of_a_run() -> None:
    undecided = 0
    for case in listed("dead-element", "bad*"):
        for name in NAMES:
            for lab, found, said in looked_into(texts(case), name, bound=1):
                hold(lab, found, said=said)
                assert not found.census.reported
                undecided += len(found.census.undecided)
    assert undecided > 0
