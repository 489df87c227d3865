"""What inputs read, from which steps (reference climpt §4.6, §7.6)."""

from __future__ import annotations

from typing import Any

import pytest

from climpt import contract, declaring, names, of, parameters
from contracts import only

CLOSURE, CHECK = "closure.issue", "verification.issue"
RESULT = {"type": "string", "enum": ["pass", "fail"]}
SKIPPING = "continuation.issue next>verification.issue handoff>closure.issue"
SOURCE = {CHECK: {"structuredGate": {"handoffFields": ["check.result"]}}}
SCHEMA = {
    CHECK: {
        "required": ["next_action", "check"],
        "properties": {
            "check": {
                "type": "object",
                "required": ["result"],
                "properties": {"result": RESULT},
            }
        },
    }
}


class TestInputs:
    def reading(
        self, source: str, *steps: str, variable: str = "", handoff: bool = True, **fields: Any
    ) -> dict[str, str]:
        """An agent whose closure step reads from another, and uses what it reads."""
        declared = [variable] if variable else []
        reader = {"inputs": {"r": {"from": source, **fields}}, "uvVariables": declared}
        change = {"steps": {**(SOURCE if handoff else {}), CLOSURE: reader}}
        text = f"{{uv-{variable}}}" if variable else "Close."
        return contract(
            *steps,
            registry_change=change,
            schemas=SCHEMA,
            prompts={"closure/issue": text},
        )

    @pytest.mark.parametrize(
        ("source", "fields", "expected"),
        [
            ("verification.issue.result", {"required": True}, []),
            ("verification.issue.result", {}, []),
            ("result", {"required": True}, ["input-from-format error"]),
            (".result", {"default": "x"}, ["input-from-format error"]),
            ("verification.isue.result", {"required": True}, ["input-source-unknown error"]),
            ("verification.isue.result", {}, ["input-source-unknown warning"]),
            ("verification.isue.r", {"default": 1}, ["input-source-unknown warning"]),
            ("verification.issue.reslt", {"required": True}, ["input-never-supplied error"]),
            ("verification.issue.reslt", {"required": False}, ["input-key-not-handed-off warning"]),
            # what is handed off takes the place of everything else
            ("verification.issue.check", {"required": True}, ["input-never-supplied error"]),
            ("verification.issue.iteration", {}, ["input-key-not-handed-off warning"]),
        ],
    )  # fmt: skip
    def test_what_an_input_reads(
        self, source: str, fields: dict[str, Any], expected: list[str]
    ) -> None:
        found = [
            finding
            for name in dict.fromkeys(names(self.reading(source, **fields)))
            for finding in of(name, self.reading(source, **fields))
        ]
        assert [f"{finding.name} {finding.level}" for finding in found] == expected

    @pytest.mark.parametrize(
        ("key", "expected"),
        [
            ("check", []),
            ("iteration", []),
            ("sessionId", []),
            ("result", ["input-never-supplied"]),
        ],
    )  # fmt: skip
    def test_without_handoff_fields_the_whole_answer_is_left(
        self, key: str, expected: list[str]
    ) -> None:
        files = self.reading(f"verification.issue.{key}", handoff=False, required=True)
        assert names(files) == expected

    def test_a_variable_of_a_defective_input_is_not_reported_again(self) -> None:
        files = self.reading(
            "verification.isue.result", variable="verification_issue_result", required=True
        )
        assert names(files) == ["input-source-unknown"]
        files = self.reading("result", variable="verification_issue_result")
        assert names(files) == ["input-from-format"]

    def test_errors_are_proved(self) -> None:
        for source in ("result", "verification.isue.result", "verification.issue.other"):
            for name in set(names(self.reading(source, required=True))):
                found = of(name, self.reading(source, required=True), dry_run=True)
                assert [f.proof.status for f in found if f.proof] == ["proved"]

    LONG = ("initial.issue next>continuation.issue", "verification.issue next>closure.issue")
    CLOSE = "closure.issue closing repeat"

    @pytest.mark.parametrize(
        ("middle", "fields", "expected"),
        [
            ("continuation.issue next>verification.issue", {"required": True}, 0),
            (SKIPPING, {"required": True}, 1),
            (SKIPPING, {}, 0),
            (SKIPPING, {"variable": "verification_issue_result"}, 1),
            (SKIPPING, {"variable": "verification_issue_result", "required": False}, 1),
            (SKIPPING, {"default": "x"}, 0),
        ],
    )  # fmt: skip
    def test_a_source_that_a_way_does_not_pass(
        self, middle: str, fields: dict[str, Any], expected: int
    ) -> None:
        first, check = self.LONG
        source = "verification.issue.result"
        files = self.reading(source, first, middle, check, self.CLOSE, **fields)
        assert len(of("input-source-may-not-run", files)) == expected

    def test_a_step_cannot_read_from_itself_before_it_ran(self) -> None:
        files = self.reading("closure.issue.next_action", required=True)
        found = of("input-never-supplied", files)
        assert "the step itself" in only(found, "input-never-supplied").message

    def test_a_name_that_a_parameter_has_too(self) -> None:
        fields = {"inputs": {"topic": {"default": "x"}}}
        change = parameters(topic={"default": "y"})
        files = declaring(CHECK, "topic", fields=fields, agent_change=change)
        assert names(files) == ["uv-collision"]
        assert names(declaring(CHECK, "topic", fields=fields)) == []

    @pytest.mark.parametrize(
        ("taken", "expected"),
        [
            ({"default": "x"}, ["uv-collision"]),
            ({"default": None}, ["uv-collision"]),
            ({}, ["uv-collision", "uv-optional-no-default"]),
        ],
    )
    def test_an_input_takes_the_place_of_a_parameter_that_is_not_given(
        self, taken: dict[str, Any], expected: list[str]
    ) -> None:
        fields = {"inputs": {"topic": taken}}
        files = declaring(CHECK, "topic", fields=fields, agent_change=parameters(topic={}))
        assert names(files) == expected
        dropped = only(of("uv-collision", files), "uv-collision")
        assert dropped.message.endswith("its value is dropped if the parameter is given")
        assert "refuted-finding" not in names(files, dry_run=True)
