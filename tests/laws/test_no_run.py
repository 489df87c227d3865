"""A contract of which no run completes never ends a dry run with status 0, unless that says what it
has not decided. Whether one completes is found out here by walking through everything the runtime
calls legal, with all limits, by no code of what reports it."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, Any

import pytest

from cases import listed, texts
from fresh import AGAIN, picker
from laws.bench import checks
from laws.random_contracts import random_contract
from phaselint.dialects.protocol import TooManyChoices
from phaselint.executor.proof import RunInput, proof_context

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterator, Mapping

    from phaselint.executor.proof import ProofContext
    from phaselint.linting.check import Checked
    from phaselint.vocabulary.hit import Hit

    Record = Callable[[str, object], None]

COUNT = 40
MOST_STATES = 1_500
BOUND = 3_000
DIALECTS = ("vesanor", "sweny", "climpt", "stud")
UNDECIDED = "analysis-incomplete"


def completes(lab: ProofContext[Any]) -> bool | None:
    """Whether a run of a contract completes; none where that takes too long to find out, where it
    declares nothing for runs to use, and of the later release of SWEny, of which nobody knows what
    runs do."""
    runtime, contract = lab.runtime, lab.facts.contract
    if not runtime.elements(contract) or getattr(contract, "release", "current") == "next":
        return None
    if runtime.refusal(lab.supplied):
        return False
    world = runtime.sample_world(contract)
    found = [
        _completes_from(lab, lab.begin(RunInput(given, world)))
        for given in runtime.sample_inputs(contract)
    ]
    if True in found:
        return True
    return None if None in found else False


def _completes_from(lab: ProofContext[Any], start: Any) -> bool | None:
    runtime = lab.runtime
    known: set[Hashable] = {runtime.key(start)}
    waiting = deque([start])
    while waiting:
        state = waiting.popleft()
        if runtime.outcome(state).kind in runtime.completions:
            return True
        try:
            legal = runtime.legal(state)
            choices = runtime.choices(state) if legal is None else legal
            after = [runtime.step(state, choice)[0] for choice in choices]
        except TooManyChoices:
            return None
        for each in after:
            key = runtime.key(each)
            if key not in known:
                known.add(key)
                waiting.append(each)
        if len(known) > MOST_STATES:
            return None
    return False


def silent(files: Mapping[str, str]) -> Iterator[Checked]:
    """The contracts of which no run completes, and a dry run says neither that nor what it has not
    decided."""
    for dialect, bound, checked in checks(files, bound=BOUND, dry_run=True):
        if dialect.name not in DIALECTS or checked.facts is None or any(map(_tells, checked.hits)):
            continue
        if completes(proof_context(dialect, checked.facts, bound)) is False:
            yield checked


def _tells(hit: Hit) -> bool:
    """Whether a finding is an error, or says that something is not known."""
    known = hit.rule.name != UNDECIDED and hit.rule.ends != "unknown"
    return hit.rule.level(hit.finding) == "error" or not known


def said(checked: Checked) -> list[str]:
    """What is found in a contract, to be shown where a test fails."""
    return [f"{hit.rule.name}: {hit.finding.message}" for hit in checked.hits]


def test_no_case_without_a_completing_run_ends_with_status_0() -> None:
    """Of half of the cases, drawn at random."""
    cases = [*listed(variant="bad*")]
    for case in picker("no run").sample(cases, len(cases) // 2):
        assert not [said(each) for each in silent(texts(case))], case


@pytest.mark.parametrize("dialect", DIALECTS)
def test_no_random_contract_without_a_completing_run_ends_with_status_0(
    dialect: str, record_property: Record
) -> None:
    record_property("drawn", [f"{AGAIN} drew {COUNT} contracts of {dialect}"])
    pick = picker("no run", dialect)
    for _ in range(COUNT):
        drawn = str(pick.randrange(10**9))
        found = [said(each) for each in silent(random_contract(dialect, drawn))]
        assert not found, f"random_contract({dialect!r}, {drawn!r})"


@pytest.mark.parametrize("dialect", DIALECTS)
def test_the_walk_tells_contracts_without_a_completing_run_from_others(dialect: str) -> None:
    found = {True: 0, False: 0}
    for case in listed(variant="*"):
        for made, bound, checked in checks(texts(case), bound=BOUND):
            if made.name == dialect and checked.facts is not None:
                known = completes(proof_context(made, checked.facts, bound))
                if known is not None:
                    found[known] += 1
        if min(found.values()) >= 3:
            return
    pytest.fail(f"{dialect}: {found}")
