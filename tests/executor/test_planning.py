"""Runs by a plan, with answers that need no dialect to be made up, and what they say."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from dialects.vesanor.build import files, lab, load
from phaselint.executor.planning import (
    Astray,
    Plan,
    compared,
    ignored,
    replay_answers,
    run_plan,
    sampled,
    shown,
)
from phaselint.executor.proof import RunInput

if TYPE_CHECKING:
    from collections.abc import Sequence

    from phaselint.dialects.records import Event, Question
    from phaselint.executor.planning import PlannedRun
    from phaselint.executor.proof import ProofContext

TOOLS = ["go[a]->b", "end[b]->z", "note"]
LINE = files("a! b z*", "a:b b:z", TOOLS)
SAME = files("a! b z*", "a:b b:z", TOOLS, end={"timeouts": {"total_ms": 2}})
SHORT = files("a! b z*", "a:b,z b:z", ["go[a]->z", "end[b]->z", "note"])


class Calls:
    """Answers that call one tool after the other; `lost` where none is called any more."""

    def __init__(
        self, bench: ProofContext[Any], *tools: Any, most: int = 0, lost: str = ""
    ) -> None:
        self.bench = bench
        self.left = list(tools)
        self.most = most
        self.lost = lost
        self.seen: list[str] = []

    def begin(self) -> RunInput:
        return sampled(self.bench, Plan(("a",), options={"max-sequence-length": 7}))

    def answer(self, _state: Any, question: Question, events: Sequence[Event]) -> Any | None:
        self.seen += [event.phase for event in events]
        if not self.left and self.lost:
            raise Astray(f"{self.lost} in {question.phase}")
        tool = self.left.pop(0) if self.left else None
        return {"calls": [tool]} if isinstance(tool, str) else tool

    def noted(self, made: PlannedRun) -> PlannedRun:
        return made._replace(code="noted")


def made_of(*tools: Any, **how: Any) -> PlannedRun:
    bench = lab(LINE)
    return run_plan(bench, "a run", Calls(bench, *tools, **how))


class TestRuns:
    def test_a_run_takes_the_answers_of_its_plan(self) -> None:
        made = made_of("go", "end")
        assert made.visited == ("a", "b", "z")
        assert (made.run.outcome.kind, made.left, made.code) == ("completed", "", "noted")

    def test_its_script_is_that_of_the_answers(self) -> None:
        (scenario,) = made_of("go").script["scenarios"]
        assert scenario["name"] == "a run"
        assert scenario["model"] == [{"calls": ["go"]}]
        assert scenario["expect"] == {"phases": ["a", "b"]}

    def test_it_is_started_with_what_the_plan_says(self) -> None:
        assert made_of("go").setting == RunInput({}, {}, {"max-sequence-length": 7})

    def test_what_happened_since_the_last_answer_is_told_to_the_next(self) -> None:
        bench = lab(LINE)
        calls = Calls(bench, "go", "note", "end")
        made = run_plan(bench, "a run", calls)
        assert calls.seen == [event.phase for event in made.events][: len(calls.seen)]
        assert len(calls.seen) >= 2

    def test_it_ends_where_the_plan_does(self) -> None:
        made = made_of("go")
        assert (made.visited, made.left) == (("a", "b"), "")

    def test_it_gives_no_more_answers_than_it_may(self) -> None:
        assert len(made_of("note", "note", "go", most=2).choices) == 2

    def test_where_it_goes_astray_it_says_why(self) -> None:
        assert made_of("go", lost="no way on").left == "no way on in b"

    def test_an_answer_that_cannot_be_read_is_why_it_left_the_plan(self) -> None:
        made = made_of("go", {"calls": 1})
        assert len(made.choices) == 1
        assert "calls" in made.left

    def test_events_are_found_by_kind_and_phase(self) -> None:
        made = made_of("go", "end")
        kind = made.events[-1].kind
        both = made.of(kind)
        assert both == tuple(event.data for event in made.events if event.kind == kind)
        assert made.of(kind, made.events[-1].phase) == both[-1:]
        assert made.of("no such kind") == ()


class TestVerdicts:
    def test_a_run_shows_what_holds_of_it(self) -> None:
        made = made_of("go")
        assert shown(made, True).status == shown(made, lambda run: run is made).status == "proved"
        assert shown(made, False).status == "refuted"

    def test_one_that_left_its_plan_decides_nothing(self) -> None:
        made = made_of("go", lost="no way on")
        assert shown(made, True).status == "proved"
        proof = shown(made, False)
        assert (proof.status, proof.reason) == ("unproved", "no way on in b")

    def test_nor_does_one_that_something_else_stopped(self) -> None:
        proof = shown(made_of("go")._replace(stopped="it crashes first"), False)
        assert (proof.status, proof.reason) == ("unproved", "it crashes first")

    def test_stand_ins_are_named(self) -> None:
        made = made_of("go")._replace(stand_ins="the prompts of `a`")
        assert shown(made, True).reason == "with a stand-in for the prompts of `a`"

    def test_what_has_no_effect_is_compared_with_a_copy(self) -> None:
        bench, made = lab(LINE), made_of("note")
        assert compared(bench, made, load(SAME)).status == "proved"
        assert compared(bench, made, load(SAME), same=False).status == "refuted"

    def test_what_has_one_differs_from_it(self) -> None:
        bench, made = lab(LINE), made_of("go", "end")
        other = load(SHORT)
        assert compared(bench, made, other, same=False).status == "proved"
        assert compared(bench, made, other).reason == "the corrected copy behaves differently"
        left = compared(bench, made._replace(left="it went astray"), other)
        assert (left.status, left.reason) == ("unproved", "it went astray")

    def test_what_is_ignored_is_shown_first(self) -> None:
        bench, made = lab(LINE), made_of("note")
        proof = ignored(bench, made, True, load(SAME))
        assert (proof.status, proof.method) == ("proved", "differential")
        assert ignored(bench, made, False, load(SAME)).method == "replay"

    def test_the_same_answers_give_the_same_run(self) -> None:
        bench, made = lab(LINE), made_of("go", "end")
        again = replay_answers(bench, "a run", made.choices, made.setting)
        assert (again.events, again.script) == (made.events, made.script)
