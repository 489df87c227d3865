"""What a workflow declares for runs to use, and how a run fails by it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from dialects.sweny.runs import NO_SKILLS, OPEN, RUNTIME, Scripted, load, workflow
from phaselint.dialects.records import Fault
from phaselint.dialects.sweny.running.elements import Success
from phaselint.vocabulary.finding import Place

if TYPE_CHECKING:
    from collections.abc import Mapping

    from phaselint.dialects.sweny.running.session import State

LINE = workflow("a>b?p b>c", a={}, b={}, c={})
URL = "https://example.com/x.md"


def begun(value: Any, world: Mapping[str, Any], files: Mapping[str, str] | None = None) -> State:
    return RUNTIME.start(load(value, files), OPEN, {}, {**NO_SKILLS, **world})


class TestElements:
    def test_are_the_nodes_but_the_entry_their_success_and_the_edges(self) -> None:
        ids = [each.id for each in RUNTIME.elements(load(LINE))]
        nodes = [Success("a"), "b", Success("b"), "c", Success("c")]
        assert ids == [*nodes, ("a", "b"), ("b", "c")]

    def test_say_where_they_stand_and_lead(self) -> None:
        first, b, *_, edge = RUNTIME.elements(load(LINE))
        assert (first.phase, first.success, first.is_phase) == ("a", True, False)
        assert (b.is_phase, b.success, b.use) == (True, False, "entered")
        assert b.place == Place("w.json", ("nodes", "b"), "key")
        assert (edge.phase, edge.targets, edge.use) == ("b", ("c",), "followed")
        assert edge.label == "the edge from `b` to `c`"
        assert edge.place == Place("w.json", ("edges", 1))

    def test_parallel_edges_are_one(self) -> None:
        found = RUNTIME.elements(load(workflow("a>b?p a>c?r a>b?q", a={}, b={}, c={})))
        pairs = {each.id: each.place.pointer for each in found if each.targets}
        assert pairs == {("a", "b"): ("edges", 0), ("a", "c"): ("edges", 1)}

    def test_moves_speak_of_them(self) -> None:
        done = Scripted(LINE, run=[{}, {"status": "failed"}, {}], route=["b"])
        used = set(RUNTIME.moves(done.run.events))
        unused = {each.id for each in RUNTIME.elements(load(LINE))} - used
        assert unused == {Success("b")}

    def test_the_opening_tells_what_is_used_before_the_first_answer(self) -> None:
        late = {"requires": {"output_required": ["b.x"]}}
        state = begun(workflow("a>b", a=late, b={}), {})
        assert set(RUNTIME.moves(state.opening)) == {"a", ("a", "b"), "b"}


class TestFaults:
    def test_an_exception_is_one_at_its_node(self) -> None:
        state = begun(workflow("a>b", a={}, b={"skills": ["gone"]}), {})
        assert RUNTIME.fault(state) is None
        state, _ = RUNTIME.step(state, RUNTIME.choices(state)[0])
        found = RUNTIME.fault(state)
        assert found is not None
        assert (found.phase, found.code, RUNTIME.phase(state)) == ("b", "Error", "b")
        assert found.why.startswith('Node "b" requires skills [gone]')

    def test_a_code_in_the_text_of_an_exception_is_its_code(self) -> None:
        state = begun(workflow(a={"instruction": "./gone.md"}), {})
        found = RUNTIME.fault(state)
        assert isinstance(found, Fault)
        assert found.code == "SOURCE_FILE_NOT_FOUND"
        assert found.why.startswith("file not found: ./gone.md")

    @pytest.mark.parametrize("source", [URL, "../outer.md", "/etc/rules.md"])
    def test_what_is_outside_the_project_is_no_fault_and_the_sample_world_has_it(
        self, source: str
    ) -> None:
        value = workflow(a={"instruction": source})
        state = begun(value, {})
        assert state.ended is not None
        assert RUNTIME.fault(state) is None
        assert begun(value, RUNTIME.sample_world(load(value))).ended is None

    def test_failed_nodes_end_no_run(self) -> None:
        done = Scripted(LINE, run={"a": {"status": "failed"}, "b": {}, "c": {}}, route=["b"])
        assert done.outcome == "failed(a)"
        assert RUNTIME.fault(done.run.last) is None
