"""What stage files and configurations become as data (reference §1, §2)."""

from __future__ import annotations

import json

import pytest

from dialects.stud.reading.documents import HEADER, OBJECT, STAGE, contract, said, stage
from phaselint.dialects.stud.model import Body, RetryPolicy, Stage


class TestStageFiles:
    def test_all_fields(self) -> None:
        found = stage(STAGE)
        assert found.problems == ()
        assert found._replace(value={}, body=Body("")) == Stage(
            0,
            (),
            "sow.md",
            "markdown",
            "documented",
            id="sow",
            name="Sow",
            allowed=("read",),
            completion_tool="submit_bed",
            completion_schema={"type": "object"},
            inputs_schema=True,
            retry=RetryPolicy(2, "linear"),
            turn_cap=4,
            resolution="retry-later",
        )
        assert found.body.text == "Sow {{ctx.seed}}.\n"
        assert STAGE[found.body.start :] == found.body.text

    def test_windows_line_breaks_and_a_byte_order_mark(self) -> None:
        found = stage("\ufeff" + STAGE.replace("\n", "\r\n") + "a\r\nb")
        assert found.body.text == "Sow {{ctx.seed}}.\na\nb"
        assert (found.id, found.problems) == ("sow", ())

    def test_one_line_break_after_the_header_is_not_the_bodys(self) -> None:
        assert stage(STAGE.replace("---\nSow", "--- \n\n Sow")).body.text.startswith("\n Sow")
        assert stage(f"---\n{HEADER}---").body.text == ""

    @pytest.mark.parametrize(
        ("line", "value"), [("id: yes", "yes"), ("id: 2024-05-01", "2024-05-01"), ("id: no", "no")]
    )
    def test_words_and_dates_are_strings(self, line: str, value: str) -> None:
        found = stage(STAGE.replace("id: sow", line))
        assert (found.id, found.problems) == (value, ())

    def test_a_json_stage_is_one_of_the_reference(self) -> None:
        found = stage(json.dumps(OBJECT), "rake.json")
        assert (found.form, found.profile, found.problems) == ("json", "reference", ())
        assert (found.id, found.turn_cap, found.body) == ("rake", 2, Body("Rake.", ("body",)))

    def test_every_required_field(self) -> None:
        found = stage("---\nx-owner: a\n---\n")
        assert [(p.kind, p.pointer, p.names) for p in found.problems] == [
            ("missing-required-field", (), found.required)
        ]
        assert found.required[0] == "id"
        assert len(found.required) == 8

    def test_the_required_fields_of_the_reference(self) -> None:
        assert said(stage("{}", "a.json")) == [
            (
                "missing-required-field",
                (),
                ("id", "body", "turnCap", "completionTool", "completionSchema"),
            )
        ]

    def test_of_a_retry_policy_both(self) -> None:
        found = stage(STAGE.replace("{maxAttempts: 2, backoff: linear}", "{}"))
        assert said(found) == [
            ("missing-required-field", ("retryPolicy",), ("maxAttempts", "backoff"))
        ]
        assert found.retry == RetryPolicy()

    def test_unknown_keys(self) -> None:
        more = "owner: a\nx-owner: b\ncontractVersion: 1\nnext: {}\nbody: c\n"
        retry = "{maxAttempts: 2, backoff: linear, retries: 1, x-y: 1, contractVersion: 1}"
        text = STAGE.replace("{maxAttempts: 2, backoff: linear}", retry)
        found = stage(text.replace("tags:", f"{more}tags:"))
        assert [(kind, pointer) for kind, pointer, _ in said(found)] == [
            ("unknown-field", ("retryPolicy", "retries")),
            ("unknown-field", ("retryPolicy", "contractVersion")),
            ("unknown-field", ("owner",)),
            ("unknown-field", ("next",)),
            ("unknown-field", ("body",)),
        ]

    def test_the_next_of_a_json_stage_is_elsewhere(self) -> None:
        assert stage(json.dumps({**OBJECT, "next": None}), "a.json").problems == ()


class TestFieldTypes:
    @pytest.mark.parametrize(
        ("key", "value"),
        [
            *(("turnCap", value) for value in ('"12"', "2.5", "2.0", "true", "null", "1e3")),
            *((key, "''") for key in ("id", "name", "completionTool")),
            *((key, "7") for key in ("id", "name", "completionTool", "description", "tags")),
            *(("allowedTools", value) for value in ("read", "{}", "null")),
            *((key, "text") for key in ("completionSchema", "inputsSchema", "retryPolicy")),
            *((key, "null") for key in ("completionSchema", "inputsSchema", "retryPolicy")),
            ("resolutionPolicy", "[a]"),
        ],
    )
    def test_of_a_field(self, key: str, value: str) -> None:
        lines = [line for line in HEADER.splitlines() if not line.startswith(f"{key}:")]
        found = stage("\n".join(["---", *lines, f"{key}: {value}", "---", ""]))
        assert [problem.pointer for problem in found.problems] == [(key,)]
        assert found.problems[0].kind in ("invalid-type", "too-short")
        assert not found.has(key)

    @pytest.mark.parametrize("value", ["[read, '']", "[read, 1]", "[null]"])
    def test_of_an_item(self, value: str) -> None:
        found = stage(STAGE.replace("[read]", value))
        [problem] = found.problems
        assert problem.pointer[0] == "allowedTools"
        assert found.allowed is None

    def test_inside_the_retry_policy(self) -> None:
        found = stage(
            STAGE.replace("maxAttempts: 2, backoff: linear", "maxAttempts: 2.0, backoff: 1")
        )
        assert [problem.pointer for problem in found.problems] == [
            ("retryPolicy", "maxAttempts"),
            ("retryPolicy", "backoff"),
        ]
        assert found.retry == RetryPolicy()

    @pytest.mark.parametrize("value", ["0", "-3"])
    def test_numbers_out_of_range_are_no_matter_of_types(self, value: str) -> None:
        found = stage(STAGE.replace("turnCap: 4", f"turnCap: {value}"))
        assert (found.turn_cap, found.problems) == (int(value), ())


class TestFaults:
    @pytest.mark.parametrize(
        "text", ["", "# Sow\n", f"\n{STAGE}", f"---\n{HEADER}", "--- x\n---\n"]
    )
    def test_no_header(self, text: str) -> None:
        found = stage(text)
        assert (found.fault, found.id, found.problems) == ("frontmatter-missing", "", ())

    @pytest.mark.parametrize("header", ["", "# only a comment\n", "- a\n", "text\n", "null\n"])
    def test_no_mapping(self, header: str) -> None:
        assert stage(f"---\n{header}---\n").fault == "no-mapping"

    @pytest.mark.parametrize(
        "header",
        [
            "allowedTools: [read\n",
            "id: a\nid: b\n",
            "retryPolicy: {backoff: a, backoff: b}\n",
            "id: !secret a\n",
            "id: *nothing\n",
        ],
    )
    def test_no_yaml_that_counts(self, header: str) -> None:
        assert stage(f"---\n{header}---\n").fault == "unreadable"

    def test_anchors_are_fine(self) -> None:
        text = STAGE.replace("id: sow", "id: &id sow").replace("name: Sow", "name: *id")
        assert (stage(text).name, stage(text).problems) == ("sow", ())

    @pytest.mark.parametrize(
        ("text", "fault"), [("[]", "no-mapping"), ("{", "unreadable"), ("null", "no-mapping")]
    )
    def test_of_json(self, text: str, fault: str) -> None:
        assert stage(text, "a.json").fault == fault


class TestConfigurations:
    @pytest.mark.parametrize(
        ("name", "text"), [("sm-config.a.json", '{"x": 1}'), ("a.json", '{"entry": ""}')]
    )
    def test_they_have_nothing_to_check(self, name: str, text: str) -> None:
        found = contract({name: text}, name)
        assert (found.configuration, found.stages, found.valid) == (True, (), True)
