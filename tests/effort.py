"""How much work is it for an engine that backtracks to try an expression on a text?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from phaselint.patterns.automaton import BEGIN, END
from phaselint.patterns.charset import contains

if TYPE_CHECKING:
    from phaselint.patterns.automaton import Automaton

    Runs = dict[int, int]

MOST_STEPS = 300_000
"""More steps than this are not spent on counting."""


def effort(machine: Automaton, text: str) -> int | None:
    """Count the ways in which parts of a text in units can be read from any place on.

    A search that backtracks takes no more steps, up to a small factor. Each time something is
    looked at is taken to cost what looking everywhere costs. None when counting is too much.
    """
    edges = sum(len(ways) for ways in machine.follow) + len(machine.first) + 1
    if edges * (len(text) + 2) > MOST_STEPS:
        return None
    inner = [effort(each, text) for each in machine.inner]
    looked = 1
    for each in inner:
        if each is None:
            return None
        looked += each
    return (_runs(machine, text) + len(text) + 1) * looked


def _runs(machine: Automaton, text: str) -> int:
    active = _marked(machine, {}, BEGIN)
    total = sum(active.values())
    for unit in text:
        active = _step(machine, active, ord(unit))
        total += sum(active.values())
    return total + sum(_marked(machine, active, END).values())


def _step(machine: Automaton, active: Runs, code: int) -> Runs:
    after = dict(machine.first)
    for state, runs in active.items():
        for other, ways in machine.follow[state].items():
            after[other] = after.get(other, 0) + runs * ways
    states = machine.states
    return {state: runs for state, runs in after.items() if contains(states[state].accepts, code)}


def _marked(machine: Automaton, active: Runs, mark: int) -> Runs:
    """Add the runs that go on by taking a mark, once for each state that does."""
    found, newest = dict(active), active
    for _ in range(sum(state.mark == mark for state in machine.states)):
        newest = _step(machine, newest, mark)
        if not newest:
            break
        for state, runs in newest.items():
            found[state] = found.get(state, 0) + runs
    return found
