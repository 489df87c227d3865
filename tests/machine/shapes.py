"""Machines for tests: written by hand in a short notation, or drawn at random."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from hypothesis import strategies as st

from phaselint.machine.model import Machine, Move, Phase

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


def tools(
    phases: str,
    calls: Sequence[str],
    needs: Mapping[str, str] | None = None,
    bans: Mapping[str, str] | None = None,
    joint: bool = True,
) -> Machine:
    """Build a machine as a contract of tools gives it.

    `phases` are words, a terminal one with a star; the first is initial. A call is
    `tool@phase` or `tool@phase->phase`. `needs` and `bans` map a tool to words: the tools
    called before, the tools forbidden after. Each tool's call is a fact.
    """
    words = phases.split()
    names = [word.rstrip("*") for word in words]
    parts = [_call(text) for text in calls]
    actions = list(dict.fromkeys(tool for tool, _, _ in parts))

    def bits(table: Mapping[str, str] | None, tool: str) -> int:
        return sum(1 << actions.index(word) for word in (table or {}).get(tool, "").split())

    moves = tuple(
        Move(
            source=names.index(source),
            target=names.index(target) if target else None,
            action=actions.index(tool),
            needs=bits(needs, tool),
            gains=1 << actions.index(tool),
            bans=bits(bans, tool),
        )
        for tool, source, target in parts
    )
    return Machine(
        phases=tuple(Phase(word.rstrip("*"), word.endswith("*")) for word in words),
        initial=(0,),
        moves=moves,
        actions=tuple(actions),
        facts=tuple(actions),
        joint=joint,
    )


def _call(text: str) -> tuple[str, str, str]:
    tool, _, rest = text.partition("@")
    source, _, target = rest.partition("->")
    return tool, source, target


def names(machine: Machine, response: Sequence[int]) -> list[str]:
    """Give the actions of a response by name, sorted."""
    return sorted(machine.actions[machine.moves[move].action] for move in response)


def random_machine(seed: int, joint: bool | None = None) -> Machine:
    """Build a small machine from a seed: up to 4 phases, 7 actions, 9 moves.

    Most are like contracts: moves stay or go on, needs name earlier tools, bans are few; of
    what is drawn evenly, as for the others, hardly anything could move.
    """
    pick = random.Random(seed)
    phases, actions = pick.randint(2, 4), pick.randint(3, 7)
    wild = pick.random() < 0.25
    banning = pick.choice((0, 0.1, 0.25, 0.5))
    moves = []
    for action in range(actions):
        for _ in range(pick.choice((0, 1, 1, 2) if wild else (1, 1, 1, 2))):
            source = pick.randrange(phases - 1)
            target = pick.choice((None, source + 1, source + 1, pick.randrange(phases)))
            needs = _some(pick, actions if wild else action, 0.2)
            gains = _some(pick, actions, 0.3) if wild else 1 << action
            bans = _some(pick, actions, banning)
            moves.append(
                Move(
                    source=source, target=target, action=action, needs=needs, gains=gains, bans=bans
                )
            )
    return Machine(
        phases=tuple(Phase(f"p{k}", k == phases - 1) for k in range(phases)),
        initial=pick.choice(((0,), (0,), (0, 1))),
        moves=tuple(moves),
        actions=tuple(f"a{k}" for k in range(actions)),
        facts=tuple(f"f{k}" for k in range(actions)),
        joint=pick.random() < 0.7 if joint is None else joint,
    )


def _some(pick: random.Random, count: int, share: float) -> int:
    return sum(1 << k for k in range(count) if pick.random() < share)


def machines(joint: bool | None = None) -> st.SearchStrategy[Machine]:
    """Draw seeds: ten times as fast as drawing every part, and a failure names its machine."""
    return st.integers(0, 2**32 - 1).map(lambda seed: random_machine(seed, joint))
