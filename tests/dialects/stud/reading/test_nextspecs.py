"""What NextSpecs become as data (reference §3.3)."""

from __future__ import annotations

from typing import Any

import pytest

from dialects.stud.reading.documents import pipeline
from phaselint.dialects.stud.model import Condition, Result


class TestNextSpecs:
    def test_a_single_result(self) -> None:
        found = pipeline(next={"sow": {"execution": "parallel", "nextStages": ["a"], "join": "b"}})
        assert found.pipeline is not None
        spec = found.pipeline.specs["sow"]
        assert spec.only == Result("parallel", ("a",), "b", ("next", "sow"))
        assert (spec.sound, spec.branches, spec.inline) == (True, (), False)

    @pytest.mark.parametrize("key", ["nextStages", "stages", "stageIds"])
    def test_the_spellings_of_the_stages(self, key: str) -> None:
        found = pipeline(next={"sow": {key: ["a", "b"]}})
        assert found.pipeline is not None
        only = found.pipeline.specs["sow"].only
        assert only is not None
        assert (only.stages, only.name_at(1)) == (("a", "b"), ("next", "sow", key, 1))

    def test_branches(self) -> None:
        whens: list[Any] = [
            {},
            {"verdict": "ok", "capHit": False, "path": "parsed.a", "equals": None},
            {"verdict": ["fail", "skip"], "path": "output", "in": [1, "a"]},
            {"path": "parsed", "exists": True},
        ]
        branches = [{"when": when, "nextStages": ["sow"]} for when in whens]
        found = pipeline(next={"sow": {"branches": branches, "default": {}}})
        assert found.problems == ()
        assert found.pipeline is not None
        spec = found.pipeline.specs["sow"]
        at = [("next", "sow", "branches", index, "when") for index in range(4)]
        assert [branch.when for branch in spec.branches] == [
            Condition(at[0]),
            Condition(at[1], ("ok",), False, "parsed.a", (None,), single=True),
            Condition(at[2], ("fail", "skip"), None, "output", (1, "a")),
            Condition(at[3], path="parsed", exists=True),
        ]
        assert spec.default == Result("sequential", (), None, ("next", "sow", "default"))

    def test_the_mapping_wins_over_an_entry(self) -> None:
        entries = [{"file": "beds/sow.md", "next": {"nextStages": ["a"]}}]
        inner = pipeline(stages=entries).pipeline
        outer = pipeline(stages=entries, next={"sow": {}}).pipeline
        assert inner is not None
        assert outer is not None
        assert (inner.specs["sow"].inline, outer.specs["sow"].inline) == (True, False)
        assert inner.specs["sow"].pointer == ("stages", 0, "next")

    def test_those_of_nobody_are_kept(self) -> None:
        found = pipeline(next={"wos": {}}).pipeline
        assert found is not None
        assert list(found.specs) == ["wos"]

    @pytest.mark.parametrize(
        ("spec", "inner"),
        [
            (None, ()),
            ([], ()),
            ({"execution": "serial"}, ("execution",)),
            ({"nextStages": "a"}, ("nextStages",)),
            ({"nextStages": ["a", 1]}, ("nextStages", 1)),
            ({"nextStages": ["a"], "stages": ["b"]}, ()),
            ({"join": ""}, ("join",)),
            ({"branches": {}}, ("branches",)),
            ({"branches": [1]}, ("branches", 0)),
            ({"branches": [{"nextStages": []}]}, ("branches", 0)),
            ({"default": {}}, ()),
            ({"branches": [], "default": None}, ("default",)),
            *(
                ({"branches": [{"when": when}]}, ("branches", 0, "when", *inner))
                for when, inner in [
                    ([], ()),
                    ({"verdict": "okay"}, ("verdict",)),
                    ({"verdict": ["ok", "okay"]}, ("verdict", 1)),
                    ({"verdict": 1}, ("verdict",)),
                    ({"capHit": "yes"}, ("capHit",)),
                    ({"path": ""}, ("path",)),
                    ({"path": "a", "equals": {}}, ("equals",)),
                    ({"path": "a", "in": [[]]}, ("in", 0)),
                    ({"path": "a", "exists": 1}, ("exists",)),
                    ({"path": "a", "exists": True, "equals": 1}, ()),
                    ({"equals": 1}, ()),
                ]
            ),
        ],
    )
    def test_unsound_ones(self, spec: Any, inner: tuple[str | int, ...]) -> None:
        found = pipeline(next={"sow": spec})
        assert found.valid
        assert [problem.pointer for problem in found.problems] == [("next", "sow", *inner)]
        assert found.pipeline is not None
        assert not found.pipeline.specs["sow"].sound

    def test_names_before_a_fault_are_known(self) -> None:
        found = pipeline(next={"sow": {"nextStages": ["a", 1, "b"]}}).pipeline
        assert found is not None
        assert [result.stages for result in found.specs["sow"].alternatives] == [("a",)]

    def test_unknown_keys(self) -> None:
        when = {"verdict": "ok", "x-note": 1, "status": 1}
        spec = {"branches": [{"when": when, "then": 1}], "nextStages": []}
        found = pipeline(next={"sow": spec})
        assert [problem.pointer[2:] for problem in found.problems] == [
            ("branches", 0, "when", "status"),
            ("branches", 0, "then"),
            ("nextStages",),
        ]
        assert found.pipeline is not None
        assert found.pipeline.specs["sow"].sound
