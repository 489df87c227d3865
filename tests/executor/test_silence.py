"""Certificates of silence: the right one is accepted, and one that is broken anywhere is not."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from dialects.vesanor.build import OPEN, files, load
from executor.soundness.toys import ToyRuntime, ToyState, toy
from phaselint.dialects.records import Choice, Element
from phaselint.dialects.vesanor.running.runtime import VesanorRuntime
from phaselint.executor.clean_certificate import Silence, Way, silence
from phaselint.executor.clean_certificate_checker import check
from phaselint.executor.explore import explore
from phaselint.executor.replay import Script
from phaselint.vocabulary.finding import Place

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Mapping

    from phaselint.dialects.records import Event

RUNTIME = VesanorRuntime()
GIVEN = files("a! b c z*", "a:b,c b:z c:z", ["x[a]->b", "y[a]->c", "e[b,c]->z", "more[a,z]"])
START = RUNTIME.relax(RUNTIME.start(load(GIVEN), OPEN, {}, {}))
ATLAS = explore(RUNTIME, START, 1000)
USED = (("a", "x"), ("a", "y"), ("b", "e"), ("c", "e"), ("a", "more"))
DEAD = ("z", "more")
ELEMENTS = tuple(
    Element(each, each[0], each[1], "called", Place(f"{each[1]}.yaml")) for each in (*USED, DEAD)
)
FOUND: Mapping[Hashable, tuple[str, ...]] = {DEAD: ("dead-element",)}
RIGHT = silence(RUNTIME, [ATLAS], (*USED, DEAD), {DEAD: "dead-element"})
WAYS = RIGHT.ways[0]


def verdict(certificate: Silence, findings: Mapping[Hashable, tuple[str, ...]] = FOUND) -> str:
    return check(RUNTIME, [START], ELEMENTS, findings, certificate)


def key_of(phase: str) -> Hashable:
    return next(RUNTIME.key(state) for state in ATLAS.states if state.phase == phase)


def with_way(phase: str, **changes: Any) -> Silence:
    key = key_of(phase)
    return RIGHT._replace(ways=({**WAYS, key: WAYS[key]._replace(**changes)},))


def with_script(element: Hashable, script: Script) -> Silence:
    return RIGHT._replace(uses={**RIGHT.uses, element: script})


def test_what_exploration_gives_is_accepted() -> None:
    assert verdict(RIGHT) == ""
    assert {element for element in (*USED, DEAD) if element in RIGHT.uses} == set(USED)
    assert {way.steps for way in WAYS.values()} == {0, 1, 2}


def _without_element() -> Silence:
    return RIGHT._replace(uses={k: v for k, v in RIGHT.uses.items() if k != ("a", "y")})


def _other_script() -> Silence:
    return with_script(("a", "y"), RIGHT.uses["a", "x"])


def _script_without_start() -> Silence:
    return with_script(("a", "x"), RIGHT.uses["a", "x"]._replace(start=1))


def _script_by_what_is_no_choice() -> Silence:
    script = RIGHT.uses["b", "e"]
    return with_script(("b", "e"), script._replace(choices=script.choices[1:]))


def _state_without_way() -> Silence:
    return RIGHT._replace(ways=({k: v for k, v in WAYS.items() if k != key_of("c")},))


def _way_that_does_not_fall() -> Silence:
    return with_way("b", steps=2)


def _way_by_no_choice() -> Silence:
    return with_way("b", choice=None)


def _way_by_what_is_not_legal() -> Silence:
    return with_way("b", choice=WAYS[key_of("a")].choice)


def _end_that_is_none() -> Silence:
    return with_way("b", steps=0, end="completed")


def _end_of_another_kind() -> Silence:
    return with_way("z", end="failed")


def _state_that_is_none() -> Silence:
    return RIGHT._replace(ways=({**WAYS, "nowhere": Way(0, None, "completed")},))


def _other_starts() -> Silence:
    return RIGHT._replace(ways=(WAYS, WAYS))


@pytest.mark.parametrize(
    ("broken", "says"),
    [
        (_without_element, "doesn't mention"),
        (_other_script, "doesn't use it"),
        (_script_without_start, "has no start"),
        (_script_by_what_is_no_choice, "doesn't use it"),
        (_state_without_way, "isn't in the certificate"),
        (_way_that_does_not_fall, "doesn't get closer"),
        (_way_by_no_choice, "makes an impossible choice"),
        (_way_by_what_is_not_legal, "makes an illegal choice"),
        (_end_that_is_none, "is listed as one"),
        (_end_of_another_kind, ""),
        (_state_that_is_none, "that no run reaches"),
        (_other_starts, "for other starts"),
    ],
)
def test_what_is_broken_is_refused(broken: Callable[[], Silence], says: str) -> None:
    wrong = verdict(broken())
    assert wrong
    assert says in wrong


class Obeying(ToyRuntime):
    """A runtime that also takes choices which none of its states has."""

    def step(self, state: ToyState, choice: Choice) -> tuple[ToyState, tuple[Event, ...]]:
        if choice not in self.choices(state):
            choice = Choice("model", str(choice.value).removesuffix("_unlisted"))
        return super().step(state, choice)


@pytest.mark.parametrize("answers", [("on_unlisted",), ("on", "end_unlisted")])
def test_a_script_takes_choices_that_its_states_have(answers: tuple[str, ...]) -> None:
    runtime, contract = Obeying(), toy("a: on -> b\n b: end -> z*")
    start = runtime.start(contract, {}, {}, {})
    element = ("a", "on") if len(answers) == 1 else ("b", "end")
    right = silence(runtime, [explore(runtime, start, 1000)], (element,), {})
    elements = (Element(element, element[0], element[1], "taken", Place("toy")),)
    assert check(runtime, [start], elements, {}, right) == ""
    script = Script(0, tuple(Choice("model", answer) for answer in answers))
    bent = right._replace(uses={element: script})
    assert "doesn't use it" in check(runtime, [start], elements, {}, bent)


def test_an_unused_element_needs_a_finding_that_is_there() -> None:
    assert "finding `dead-element`, which should explain" in verdict(RIGHT, findings={})


def test_a_contract_in_which_runs_get_stuck_has_no_certificate() -> None:
    late = {"preconditions": [{"requires_prior_tool": "f"}]}
    stuck = files("a! b z*", "a:b b:z", ["x[a]->b", "e[b]->z", "f[z]"], e=late)
    start = RUNTIME.relax(RUNTIME.start(load(stuck), OPEN, {}, {}))
    certificate = silence(RUNTIME, [explore(RUNTIME, start, 1000)], (), {})
    assert "isn't in the certificate" in check(RUNTIME, [start], (), {}, certificate)


def test_states_of_one_key_may_offer_different_choices() -> None:
    """Whether `first` or `third` was called, `first` is forbidden from then on, which is all that
    matters of either; a tool that does nothing a second time is offered once."""
    once = {"forbids_after": ["first"]}
    tools = ["first[a]", "second[a]->z", "third[a]"]
    given = files("a! z*", "a:z", tools, first=once, third=once)
    start = RUNTIME.relax(RUNTIME.start(load(given), OPEN, {}, {}))
    atlas = explore(RUNTIME, start, 1000)
    used = (("a", "first"), ("a", "second"), ("a", "third"))
    elements = [Element(each, *each, "called", Place("x.yaml")) for each in used]
    made = silence(RUNTIME, [atlas], used, {})
    assert check(RUNTIME, [start], elements, {}, made) == ""


class Counting(ToyRuntime):
    """A runtime that counts its steps."""

    steps = 0

    def step(self, state: ToyState, choice: Choice) -> tuple[ToyState, tuple[Event, ...]]:
        self.steps += 1
        return super().step(state, choice)


@pytest.mark.parametrize("length", [20, 200])
def test_scripts_that_begin_alike_take_no_step_twice(length: int) -> None:
    """Each element of a chain has a script of its own, as long as the way to it."""
    runtime = Counting()
    chain = "\n".join(f"s{at}: go -> s{at + 1}" for at in range(length))
    start = runtime.start(toy(f"{chain}\ns{length}: end -> z*"), {}, {}, {})
    used = [(f"s{at}", "go") for at in range(length)]
    made = silence(runtime, [explore(runtime, start, 1000)], used, {})
    elements = [Element(each, *each, "taken", Place("toy")) for each in used]
    runtime.steps = 0
    assert check(runtime, [start], elements, {}, made) == ""
    assert runtime.steps <= 6 * length
