"""Rules on the names of completion tools and on tools of stages: near misses and causes."""

from __future__ import annotations

from typing import Any

import pytest

from stud import ABSENT, FILE, STAGE, findings, markdown, names, of, pipeline, places, stage

RESERVED = "reserved-tool-collision"
OWN = "completion-tool-in-allowed-tools"
CROSS = "completion-tool-cross-stage-collision"
UNREGISTERED = "allowed-tool-unregistered"
BODY = "body-names-out-of-envelope-tool"
PARALLEL = "parallel-mutating-tools"
DEFAULT = {"bundled": "default"}


def lone(**change: Any) -> str:
    return markdown(stage("draft", **change))


@pytest.mark.parametrize(
    ("tool", "tools", "layer"),
    [
        ("write", DEFAULT, "a bundled tool"),
        ("write", ABSENT, "a bundled tool"),
        ("write", {"discovered": ["order"]}, ""),
        ("order", {"discovered": ["order"]}, "a discovered tool"),
        ("order", {"mcp": {"shop": ["order"]}}, "a tool of the MCP server `shop`"),
        ("Write", DEFAULT, ""),
        ("submit_draft", DEFAULT, ""),
    ],
)
def test_registered_names_by_layer(tool: str, tools: Any, layer: str) -> None:
    body = f"Call `{tool}`."
    value = pipeline("draft", stages={"draft": {"completionTool": tool, "body": body}}, tools=tools)
    found = of(RESERVED, value)
    assert places(found) == (["stages.0.completionTool"] if layer else [])
    assert all(layer in finding.message for finding in found)


def test_a_name_to_take_instead_is_free() -> None:
    value = pipeline(
        "draft",
        stages={"draft": {"completionTool": "submit_draft"}},
        tools={"discovered": ["submit_draft", "hand_in_draft"]},
    )
    (finding,) = of(RESERVED, value)
    assert finding.help.endswith("`finish_draft`")


@pytest.mark.parametrize("profile", ["documented", "reference"])
def test_names_are_looked_at_in_both_profiles(profile: str) -> None:
    value = pipeline(
        "draft",
        stages={"draft": {"completionTool": "write", "body": "Call `write`."}},
        options={"profile": profile},
        tools=DEFAULT,
    )
    (finding,) = of(RESERVED, value, dry_run=True)
    assert finding.proof is not None
    assert finding.proof.status == "proved"


def test_a_name_that_is_no_text_is_left_to_the_type() -> None:
    assert names(lone(completionTool=3), main=STAGE) == ["field-type"]


def test_own_completion_tool_twice_is_one_finding() -> None:
    (finding,) = of(OWN, lone(allowedTools=["submit_draft", "read", "submit_draft"]), main=STAGE)
    assert [related.message for related in finding.related] == [
        "the completion tool",
        "listed again",
    ]
    assert finding.fix is not None


def test_own_completion_tool_is_not_blamed_for_anything_else() -> None:
    fields = {"completionTool": "submit", "body": "Call `submit`.", "allowedTools": ["submit"]}
    value = pipeline("draft -> check", "check", stages={"draft": fields}, tools=DEFAULT)
    value["stages"][1] |= {"completionTool": "submit", "body": "Call `submit`."}
    assert names(value) == [OWN]


def test_an_entry_of_another_stage_with_and_without_a_registry() -> None:
    fields = {"draft": {"allowedTools": ["submit_check", "read", "submit_check"]}}
    for tools in (DEFAULT, ABSENT):
        value = pipeline("draft -> check", "check", stages=fields, tools=tools)
        assert names(value) == [CROSS]
    registered = pipeline(
        "draft -> check", "check", stages=fields, tools={**DEFAULT, "discovered": ["submit_check"]}
    )
    assert names(registered) == ["reserved-tool-collision"]


def test_another_stage_with_the_same_id_is_another_stage() -> None:
    value = pipeline("draft", stages={"draft": {"allowedTools": ["submit_other"]}})
    other = stage("draft", completionTool="submit_other", body="Call `submit_other`.")
    value["stages"].append(other)
    assert CROSS in names(value)


def test_unregistered_tools_need_a_registry() -> None:
    fields = {"draft": {"allowedTools": ["Grep", "grep", "Grep"]}}
    assert names(pipeline("draft", stages=fields)) == []
    assert names(lone(allowedTools=["Grep"]), main=STAGE) == []
    assert names(pipeline("draft", stages=fields, tools=DEFAULT)) == [UNREGISTERED]
    assert names(pipeline("draft", stages=fields, tools={})) == [UNREGISTERED] * 2


@pytest.mark.parametrize(
    ("registered", "better"), [(["grep"], True), (["grep", "GREP"], False), (["greps"], False)]
)
def test_a_tool_is_renamed_where_one_differs_by_case(registered: list[str], better: bool) -> None:
    fields = {"draft": {"allowedTools": ["Grep"]}}
    (finding,) = of(
        UNREGISTERED, pipeline("draft", stages=fields, tools={"discovered": registered})
    )
    assert (finding.fix is not None) == better
    assert finding.help.startswith("use `")


def test_only_the_first_unregistered_tool_is_what_stops_the_run() -> None:
    value = pipeline("draft", stages={"draft": {"allowedTools": ["a1", "b2"]}}, tools=DEFAULT)
    found = of(UNREGISTERED, value, dry_run=True)
    proofs = [finding.proof for finding in found if finding.proof]
    assert [proof.status for proof in proofs] == ["proved", "unproved"]
    assert "`a1`" in proofs[1].reason


def test_a_stage_that_fails_for_its_completion_tool_fails_for_nothing_else() -> None:
    fields = {"completionTool": "write", "allowedTools": ["nope"], "body": "Call `write`."}
    found = findings(pipeline("draft", stages={"draft": fields}, tools=DEFAULT), dry_run=True)
    statuses = {finding.name: finding.proof.status for finding in found if finding.proof}
    assert statuses == {RESERVED: "proved", UNREGISTERED: "unproved"}


BODIES = [
    ("Use `grep`, then `submit_draft`.", True),
    ("Use ``grep``, then `submit_draft`.", True),
    ("Use `` grep ``, then `submit_draft`.", True),
    ("Use grep, then `submit_draft`.", False),
    ("Use `grep -n`, then `submit_draft`.", False),
    ("Use `Grep`, then `submit_draft`.", False),
    ("Use `read`, then `submit_draft`.", False),
    ("Use \\`grep\\`, then `submit_draft`.", False),
    ("```\n`grep`\n```\nThen `submit_draft`.", False),
    ("~~~\n`grep`\n```\nThen `submit_draft`.", False),
    ("```sh\nx\n```\nUse `grep`, then `submit_draft`.", True),
    ("A stray ` here.\n\nUse `grep`, then `submit_draft`.", True),
    ("Use ``grep`, then `submit_draft`.", False),
]


@pytest.mark.parametrize(("body", "reported"), BODIES)
def test_spans_of_inline_code_that_name_tools(body: str, reported: bool) -> None:
    fields = {"draft": {"allowedTools": ["read"], "body": body}}
    found = of(BODY, pipeline("draft", stages=fields, tools=DEFAULT))
    assert len(found) == reported


def test_a_tool_named_twice_is_reported_once_at_its_first_place() -> None:
    body = "Use `grep`.\n\nOr `grep` or `glob`.\nThen `submit_draft`."
    text = lone(body=body)
    manifest = pipeline("draft", tools=DEFAULT)
    manifest["stages"] = ["draft.md"]
    found = of(BODY, manifest, files={STAGE: text})
    ranges = [finding.place.range for finding in found]
    lines = [text.splitlines()[r.start.line - 1][r.start.column - 1 :] for r in ranges if r]
    assert [line[:6] for line in lines] == ["`grep`", "`glob`"]


def test_a_body_needs_a_registry_and_a_list_of_tools() -> None:
    body = "Use `grep`, then `submit_draft`."
    assert not of(BODY, pipeline("draft", stages={"draft": {"body": body}}))
    without = {"draft": {"body": body, "allowedTools": ABSENT}}
    assert not of(BODY, pipeline("draft", stages=without, tools=DEFAULT))


FORK = ("draft => lint test | review", "lint", "test", "review")
WRITES = {"allowedTools": ["write"]}


@pytest.mark.parametrize(
    ("ways", "stages", "tools", "count"),
    [
        (FORK, {"lint": WRITES}, ABSENT, 1),
        (FORK, {"lint": WRITES, "test": WRITES}, ABSENT, 1),
        (FORK, {"review": WRITES, "draft": WRITES}, ABSENT, 0),
        (FORK, {"lint": WRITES}, {"bundled": "default", "mutating": []}, 0),
        (FORK, {"lint": {"allowedTools": ["read"]}}, {**DEFAULT, "mutating": ["read"]}, 1),
        (("draft", "other => lint test | review", *FORK[1:]), {"lint": WRITES}, ABSENT, 0),
        (("draft => lint lint | review", "lint", "review"), {"lint": WRITES}, ABSENT, 0),
        (("draft => lint test | test", "lint", "test"), {"lint": WRITES}, ABSENT, 0),
    ],
)
def test_siblings_that_change_things(ways: Any, stages: Any, tools: Any, count: int) -> None:
    found = of(PARALLEL, pipeline(*ways, stages=stages, tools=tools), dry_run=True)
    assert len(found) == count
    assert all(finding.proof and finding.proof.status == "proved" for finding in found)
    assert all(finding.place.file == FILE for finding in found)


def test_each_fan_out_is_one_finding() -> None:
    value = pipeline("draft", "lint", "test", "review", stages={"lint": WRITES})
    fork = {"execution": "parallel", "nextStages": ["lint", "test"], "join": "review"}
    value["next"]["draft"] = {"branches": [{"when": {"verdict": "ok"}, **fork}], "default": fork}
    assert len(of(PARALLEL, value)) == 2


@pytest.mark.parametrize(
    ("tool", "why"),
    [("a.b", "`.`"), ("a b", "a space"), ("é", "`é`"), ("x" * 65, "65"), ("x" * 64, "")],
)
def test_names_that_providers_refuse(tool: str, why: str) -> None:
    found = of("completion-tool-name-unportable", lone(completionTool=tool), main=STAGE)
    assert len(found) == bool(why)
    assert all(why in finding.message for finding in found)


@pytest.mark.parametrize(
    ("tools", "expected"),
    [
        (ABSENT, [RESERVED]),
        (DEFAULT, [RESERVED]),
        ({"discovered": ["edit"]}, [RESERVED]),
        ({"discovered": ["read"]}, [CROSS, UNREGISTERED]),
    ],
)
def test_a_tool_that_no_completion_tool_may_be_called_is_used(tools: Any, expected: Any) -> None:
    """Who names a completion tool like a registered one is told; who uses that one is not."""
    stages: dict[str, dict[str, Any]] = {
        "draft": {"completionTool": "edit", "body": "Call `edit`."},
        "print": {"allowedTools": ["edit"]},
    }
    found = names(pipeline("draft -> print", "print", stages=stages, tools=tools))
    assert set(found) <= set(expected)
    assert expected[0] in found
