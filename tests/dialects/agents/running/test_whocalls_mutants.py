"""Defects planted in what says who reaches a call: the oracle finds each of them."""

from __future__ import annotations

import sys
from collections import Counter
from importlib import import_module
from typing import TYPE_CHECKING, NamedTuple

import pytest

from dialects.agents.running.test_whocalls import compared
from fresh import SEED

if TYPE_CHECKING:
    from collections.abc import Iterator

RUNNING = "phaselint.dialects.agents.running"
TEAMS = 600
"""Teams that are drawn at most, until a defect shows in one: each shows in one of twenty."""


class Mutant(NamedTuple):
    """A defect: in which module, and what is written for what."""

    module: str
    right: str
    wrong: str


MUTANTS = {
    "handoffs are calls": Mutant("reaching", 'over == "calls" or session.stack', "session.stack"),
    "nobody hands off": Mutant("reaching", "for label in idle.shown:", "for label in ():"),
    "Claude Code has no agents": Mutant("reaching", "(*cast.known, *foreign(cast))", "cast.known"),
    "Explore calls others": Mutant("reaching", "session.frame in childless(cast)", "False"),
    "a server does nothing": Mutant("reaching", "unsure is None and way", "False and way"),
    "subagents are as others": Mutant("reaching", "frame, bool(session.stack)", "frame, False"),
    "a shell only executes": Mutant("held", "{TERMINAL} if name in SHELL", "set() if name"),
    "the mildest program counts": Mutant("answering", "told, worst = min(", "told, worst = max("),
}


@pytest.fixture
def planted(request: pytest.FixtureRequest) -> Iterator[Mutant]:
    """A defect, planted wherever its module's names are known, and removed."""
    mutant: Mutant = request.param
    module = import_module(f"{RUNNING}.{mutant.module}")
    assert module.__file__ is not None
    with open(module.__file__, encoding="utf-8") as file:
        source = file.read()
    assert source.count(mutant.right) == 1, "the code has changed: plant the defect anew"
    before = dict(vars(module))
    wrong = source.replace(mutant.right, mutant.wrong)
    exec(compile(wrong, module.__file__, "exec"), vars(module))
    others = [each for name, each in sys.modules.items() if name.startswith(RUNNING)]
    changed = [
        (other, name, each)
        for other in others
        for name, each in vars(other).items()
        if name in before and each is before[name] and vars(module)[name] is not each
    ]
    for other, name, _ in changed:
        setattr(other, name, vars(module)[name])
    yield mutant
    vars(module).update(before)
    for other, name, each in changed:
        setattr(other, name, each)


@pytest.mark.parametrize("planted", MUTANTS.values(), ids=MUTANTS.keys(), indirect=True)
def test_a_defect_in_who_calls_whom_is_found(planted: Mutant) -> None:
    seen: Counter[str] = Counter()
    found = (each for number in range(TEAMS) for each in compared(number, seen, verify=False))
    assert next(found, ""), f"PHASELINT_SEED={SEED}: {planted}"
