"""Rules of the climpt dialect on verdicts, parameters, tools and commands: near misses."""

from __future__ import annotations

from typing import Any

import pytest

from climpt import STEPS, contract, findings, names, of, schema

RUNNER = {"command": "make", "args": ["--pr=${context.pr}", "${context.pr}"]}


def parameter(**change: Any) -> dict[str, Any]:
    return {"type": "string", "description": "What", "cli": "--topic", **change}


def agent(verdict: Any = None, tools: Any = None, **parameters: Any) -> dict[str, str]:
    """An agent with another verdict, other tools, or parameters."""
    runner: dict[str, Any] = {}
    if verdict is not None:
        runner["verdict"] = verdict
    if tools is not None:
        runner["boundaries"] = {"allowedTools": tools}
    return contract(agent_change={"parameters": parameters, "runner": runner})


@pytest.mark.parametrize(
    ("key", "cli", "filled"),
    [
        ("issue", "--issue", True),
        ("iterateMax", "--iterate-max", True),
        ("issue", "--ticket", False),
        ("iterateMax", "--iteratemax", False),
        ("dry-run", "--dry-run", True),
    ],
)
def test_the_flag_that_fills_a_parameter(key: str, cli: str, filled: bool) -> None:
    files = agent(**{key: parameter(cli=cli, required=True)})
    found = of("parameter-flag-name-mismatch", files)
    assert [finding.level for finding in found] == ([] if filled else ["error"])


def test_a_flag_given_twice_is_reported_once() -> None:
    files = agent(topic=parameter(), title=parameter())
    assert [f.name for f in findings(files)] == ["parameter-definition"]


def test_parameters_that_something_uses() -> None:
    files = agent(topic=parameter(), issue=parameter(cli="--issue"))
    assert [f.place.pointer[-1] for f in of("parameter-unused", files)] == ["topic"]


@pytest.mark.parametrize(
    ("verdict", "names"),
    [
        ({"type": "count:iteration"}, []),
        ({"type": "count:iteration", "config": {}}, ["maxIterations"]),
        ({"type": "detect:keyword", "config": {"verdictKeyword": ""}}, ["verdictKeyword"]),
        ({"type": "meta:composite", "config": {}}, ["operator", "conditions"]),
        (
            {"type": "meta:composite", "config": {"operator": "or", "conditions": []}},
            ["conditions"],
        ),
        ({"type": "meta:custom", "config": {"handlerPath": "verdict.ts"}}, []),
    ],
)
def test_what_a_verdict_needs(verdict: dict[str, Any], names: list[str]) -> None:
    change: dict[str, Any] = {"type": verdict["type"], "config": verdict.get("config")}
    files = contract(agent_change={"runner": {"verdict": change}})
    found = of("verdict-config-incomplete", _with_verdict(files, verdict))
    assert [name for f in found if f.witness for name in f.witness.data["names"]] == names


def _with_verdict(files: dict[str, str], verdict: Any) -> dict[str, str]:
    """The files with a verdict written over the one there is."""
    import json

    from climpt import AGENT

    value = json.loads(files[AGENT])
    value["runner"]["verdict"] = verdict
    return {**files, AGENT: json.dumps(value)}


def composite(operator: str, *types: str) -> dict[str, Any]:
    listed = [{"type": each, "config": {"verdictKeyword": "DONE"}} for each in types]
    return {"type": "meta:composite", "config": {"operator": operator, "conditions": listed}}


@pytest.mark.parametrize(
    ("operator", "types", "inert"),
    [
        ("and", ("poll:state",), False),
        ("and", ("poll:state", "detect:keyword"), True),
        ("or", ("poll:state", "detect:keyword"), False),
        ("or", ("detect:keyword", "count:iteration"), True),
        ("first", ("poll:state", "count:check"), False),
    ],
)
@pytest.mark.parametrize("clear", [True, False])
def test_composites_that_never_become_true(
    operator: str, types: tuple[str, ...], inert: bool, clear: bool
) -> None:
    loose = schema(("closing", "repeat"))
    loose["required"] = []
    files = contract(
        registry_change={"entryStep": "initial.issue"},
        agent_change={"parameters": {"issue": parameter(cli="--issue", required=True)}},
        schemas={} if clear else {"closure.issue": loose},
    )
    found = of("composite-condition-inert", _with_verdict(files, composite(operator, *types)))
    assert bool(found) is (inert and not clear)


def test_a_wildcard_is_reported_once_and_names_are_not() -> None:
    assert len(of("allowed-tools-wildcard", agent(tools=["*", "Read", "*"]))) == 1
    assert of("allowed-tools-wildcard", agent(tools=[])) == ()
    assert of("allowed-tools-wildcard", agent(tools=["mcp__*"])) == ()


def test_closure_steps_alone_may_have_boundary_tools() -> None:
    files = contract(
        STEPS[-1],
        agent_change={"runner": {"boundaries": {"allowedTools": ["githubIssueClose"]}}},
    )
    assert of("boundary-tool-listed", files) == ()


def test_a_tool_that_the_closing_step_of_the_run_gets_is_taken_from_the_others() -> None:
    files = contract(
        "initial.issue handoff>closure.issue",
        "closure.issue closing repeat",
        agent_change={"runner": {"boundaries": {"allowedTools": ["githubIssueClose", "Read"]}}},
    )
    (found,) = of("boundary-tool-listed", files, dry_run=True)
    assert found.proof is not None
    assert found.proof.status == "proved"
    assert "refuted-finding" not in names(files, dry_run=True)


def test_a_verification_step_with_a_mode_of_its_own() -> None:
    tools = {"runner": {"boundaries": {"allowedTools": ["Bash"]}}}
    mode = {"steps": {"verification.issue": {"permissionMode": "acceptEdits"}}}
    rule = "verification-cannot-run-tools"
    assert len(of(rule, contract(agent_change=tools))) == 1
    assert of(rule, contract(agent_change=tools, registry_change=mode)) == ()


def test_a_value_of_the_context_is_reported_once_for_a_step() -> None:
    change = {"steps": {"closure.issue": {"runner": RUNNER}}}
    files = contract(registry_change=change)
    assert len(of("subprocess-context-unknown", files)) == 1
    known = contract(
        registry_change=change, agent_change={"parameters": {"pr": parameter(cli="--pr")}}
    )
    assert of("subprocess-context-unknown", known) == ()
