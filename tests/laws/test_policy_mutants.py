"""Defects planted in what decides policies: brute force over drawn graphs finds each of them."""

from __future__ import annotations

import sys
from importlib import import_module
from typing import TYPE_CHECKING, NamedTuple

import pytest

from behavior.graphs import GraphRuntime
from fresh import SEED
from laws.test_policies_of_graphs import KINDS, asked

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from types import ModuleType

    from behavior.graphs import At
    from phaselint.dialects.records import Choice

GRAPHS = 5_000
"""How many graphs of each kind are drawn at most, until one shows a defect."""


class Mutant(NamedTuple):
    """A defect: in which module, and what is written for what."""

    module: str
    right: str
    wrong: str


AUTOMATON, ORDERS = "phaselint.policies.automaton", "phaselint.behavior.orders"
TRACKING, SEARCHING = "phaselint.behavior.tracking", "phaselint.behavior.searching"
SPACES, CUTTING = "phaselint.behavior.spaces", "phaselint.behavior.cutting"
HUNTING = "phaselint.behavior.hunting"
PRODUCT, MONITOR = "phaselint.behavior.product", "phaselint.policies.monitor"

MUTANTS = {
    "one too many is allowed": Mutant(AUTOMATON, "state > most + 1", "state > most + 2"),
    "an attempt is a deed": Mutant(AUTOMATON, 'act.ok != "no"', "True"),
    "a scope is not closed": Mutant(AUTOMATON, "if state and act & THIRD", "if act & 32"),
    "what must follow may be missing": Mutant(
        AUTOMATON, "return 1 if act & FIRST_TRIED", "return 1 if act == 0"
    ),
    "one of two is enough": Mutant(AUTOMATON, "MET if state == 3", "MET if state"),
    "threads are in order": Mutant(ORDERS, "if waiting or self._looked_at(act)", "if waiting"),
    "a possibility needs one order": Mutant(TRACKING, "if done == {MET}", "if MET in done"),
    "a bad choice is left out": Mutant(
        SPACES, "MILDEST_FIRST[: worst + 1]", "MILDEST_FIRST[:worst]"
    ),
    "an offer is not taken": Mutant(SEARCHING, "for act in offered:", "for act in ():"),
    "a run may end anywhere": Mutant(
        SEARCHING, "ended[state] and must_go_on", "False and must_go_on"
    ),
    "limits do not matter": Mutant(
        PRODUCT, "and self._limits_may_violate(or_before=names)", "and False"
    ),
    "a limit ends no step": Mutant(CUTTING, "if not kinds:", "if True:"),
    "runs with limits go no further": Mutant(
        HUNTING, "not self._passed(state, conf", "not (state, conf"
    ),
    "the monitor forgets how a run ends": Mutant(MONITOR, "ended and missing", "False"),
    "the monitor counts one too many": Mutant(MONITOR, "> policy.most", "> policy.most + 1"),
}


def names_of(module: ModuleType) -> dict[str, object]:
    return {name: each for name, each in vars(module).items() if not name.startswith("__")}


@pytest.fixture
def planted(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Mutant:
    """A defect, planted wherever its module's names are known."""
    mutant: Mutant = request.param
    module = import_module(mutant.module)
    assert module.__file__ is not None
    with open(module.__file__, encoding="utf-8") as file:
        source = file.read()
    assert source.count(mutant.right) == 1, "the code has changed: plant the defect anew"
    changed: dict[str, object] = {"__name__": mutant.module}
    exec(compile(source.replace(mutant.right, mutant.wrong), module.__file__, "exec"), changed)
    before = names_of(module)
    new = {name: each for name, each in changed.items() if _is_own(before.get(name), mutant.module)}
    for other in [each for name, each in sys.modules.items() if _may_know(name)]:
        for name, each in names_of(other).items():
            if name in new and each is before[name]:
                monkeypatch.setattr(other, name, new[name])
    return mutant


def _is_own(value: object, module: str) -> bool:
    return getattr(value, "__module__", "") == module and callable(value)


def _may_know(name: str) -> bool:
    return name.startswith(("phaselint.behavior", "phaselint.policies", "laws."))


def differences() -> Iterator[str]:
    """What brute force finds to be wrong."""
    for number in range(GRAPHS):
        for kind in KINDS:
            yield from (each.wrong for each in asked(kind, f"{SEED}/{kind}/{number}") if each.wrong)


@pytest.mark.parametrize("planted", MUTANTS.values(), ids=MUTANTS.keys(), indirect=True)
def test_brute_force_finds_a_planted_defect(planted: Mutant) -> None:
    assert next(differences(), ""), f"PHASELINT_SEED={SEED}: {planted}"


def test_brute_force_finds_a_lost_choice(monkeypatch: pytest.MonkeyPatch) -> None:
    def lossy(runtime: GraphRuntime, state: At) -> Sequence[Choice]:
        return runtime.choices(state)[:2]

    monkeypatch.setattr(GraphRuntime, "act_choices", lossy)
    assert next(differences(), ""), f"PHASELINT_SEED={SEED}"
