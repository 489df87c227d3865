"""Workflow files and packs of contract tests (reference vesanor §6.7)."""

from __future__ import annotations

from phaselint.dialects.shape import is_number, strings
from phaselint.vocabulary.finding import Finding, Place, Related
from phaselint.vocabulary.message import message, quote
from phaselint.vocabulary.rule import ERROR, WARNING, rule
from phaselint_rules.words import meant, respell

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from phaselint.dialects.vesanor.analysis.facts import VesanorFacts


@rule("VE601", ERROR, fix="unsafe")
def workflow_unknown_role(facts: VesanorFacts) -> Iterator[Finding]:
    """Handoff with an undeclared role

    What:
        `from` or `to` of a handoff isn't a `name` in `roles`.
    Why:
        The handoff can never happen.
    Bad:
        roles: [{name: planner, session_contract: planner/session.yaml}]
        handoffs: [{from: planner, to: codr}]
    Good:
        roles:
          - {name: planner, session_contract: planner/session.yaml}
          - {name: coder, session_contract: coder/session.yaml}
        handoffs: [{from: planner, to: coder}]
    Fix:
        Correct the name, or declare the role.
    Source:
        vesanor §2.6, §6.7
    """
    workflow = facts.workflow
    known = tuple(dict.fromkeys(name for _, name, _ in workflow.roles if name))
    for index, source, target in workflow.handoffs:
        for key, name in (("from", source), ("to", target)):
            if name and name not in known:
                place = Place(workflow.file, ("handoffs", index, key))
                yield Finding(
                    place,
                    message("{} isn't a declared role", quote(name)),
                    meant(name, known, "declare it in `roles`, or correct the name"),
                    fix=respell(name, known, place),
                )


@rule("VE602", ERROR)
def workflow_duplicate_role(facts: VesanorFacts) -> Iterator[Finding]:
    """Duplicate role name

    What:
        Two entries of `roles` have the same name.
    Why:
        A handoff to this role is ambiguous.
    Bad:
        roles:
          - {name: coder, session_contract: a/session.yaml}
          - {name: coder, session_contract: b/session.yaml}
    Good:
        roles:
          - {name: coder, session_contract: a/session.yaml}
          - {name: reviewer, session_contract: b/session.yaml}
    Fix:
        Rename one of them.
    Source:
        vesanor §2.6, §6.7
    """
    workflow = facts.workflow
    first: dict[str, int] = {}
    for index, name, _ in workflow.roles:
        other = first.setdefault(name, index)
        if name and other != index:
            yield Finding(
                Place(workflow.file, ("roles", index, "name")),
                message("role {} is declared twice", quote(name)),
                "rename one of them",
                related=(
                    Related(Place(workflow.file, ("roles", other, "name")), "first declared here"),
                ),
            )


@rule("VE603", WARNING)
def workflow_missing_session_contract(facts: VesanorFacts) -> Iterator[Finding]:
    """Missing session contract of a role

    What:
        `session_contract` is a path, relative to the workflow file, of a file that doesn't exist.
    Why:
        The role can't be started, and its contract isn't linted.
    Bad:
        roles: [{name: coder, session_contract: codr/session.yaml}]
    Good:
        roles: [{name: coder, session_contract: coder/session.yaml}]
    Fix:
        Correct the path, or add the file.
    Source:
        vesanor §2.6, §6.7
    """
    for file, pointer, path in facts.contract.missing:
        yield Finding(
            Place(file, pointer),
            message("file {} doesn't exist", quote(path)),
            "correct the path, which is relative to the workflow file, or add the file",
        )


@rule("VE604", ERROR)
def indexed_argument_path(facts: VesanorFacts) -> Iterator[Finding]:
    """Argument invariant with a path into the response

    What:
        A `path` in `argument_invariants` starts with `$.tool_calls`.
    Why:
        These paths are relative to the arguments of the call, so this path never matches and the
        test can't pass.
    Bad:
        argument_invariants: [{path: "$.tool_calls[0].arguments.city", exists: true}]
    Good:
        argument_invariants: [{path: $.city, exists: true}]
    Fix:
        Write the path relative to the arguments object.
    Source:
        vesanor §2.7, §6.7
    """
    for test in facts.contract.tests:
        for index, call in _listed(test.value.get("expected_tool_calls")):
            for number, invariant in _listed(call.get("argument_invariants")):
                path = invariant.get("path")
                if isinstance(path, str) and path.startswith("$.tool_calls"):
                    pointer = ("expected_tool_calls", index, "argument_invariants", number, "path")
                    yield Finding(
                        Place(test.file, pointer),
                        message(
                            "{} is a path into the response, not into the arguments", quote(path)
                        ),
                        "use a path relative to the arguments object, such as `$.city`",
                    )


def _listed(value: Any) -> Iterator[tuple[int, dict[str, Any]]]:
    for index, entry in enumerate(value if isinstance(value, list) else ()):
        if isinstance(entry, dict):
            yield index, entry


@rule("VE605", WARNING, fix="unsafe")
def expected_call_not_listed(facts: VesanorFacts) -> Iterator[Finding]:
    """Expected call missing from `expect_tools`

    What:
        A `name` in `expected_tool_calls` isn't in `expect_tools`.
    Why:
        The two lists contradict each other, so the test always fails.
    Bad:
        expect_tools: [search]
        expected_tool_calls: [{name: serch}]
    Good:
        expect_tools: [search]
        expected_tool_calls: [{name: search}]
    Fix:
        Correct the name, or add it to `expect_tools`.
    Source:
        vesanor §2.7, §6.7
    """
    for test in facts.contract.tests:
        known = strings(test.value.get("expect_tools"))
        if known is None:
            continue
        for index, call in _listed(test.value.get("expected_tool_calls")):
            name = call.get("name")
            if isinstance(name, str) and name not in known:
                place = Place(test.file, ("expected_tool_calls", index, "name"))
                yield Finding(
                    place,
                    message("{} isn't in `expect_tools`", quote(name)),
                    meant(name, known, "add it there, or correct the name"),
                    related=(Related(Place(test.file, ("expect_tools",), "key"), "listed tools"),),
                    fix=respell(name, known, place),
                )


@rule("VE606", ERROR)
def pass_threshold_range(facts: VesanorFacts) -> Iterator[Finding]:
    """Pass threshold outside 0 to 1

    What:
        `pass_threshold` of a contract test isn't a number from 0 to 1.
    Why:
        It is the fraction of runs that must pass.
    Bad:
        pass_threshold: 80
    Good:
        pass_threshold: 0.8
    Fix:
        Write the fraction as a number from 0 to 1.
    Source:
        vesanor §2.7, §6.7
    """
    for test in facts.contract.tests:
        value = test.value.get("pass_threshold", 0)
        if not is_number(value) or not 0 <= value <= 1:
            yield Finding(
                Place(test.file, ("pass_threshold",)),
                message("`pass_threshold` must be a number from 0 to 1"),
                "use a fraction such as 0.8",
            )


@rule("PL005", WARNING)
def path_outside_project(facts: VesanorFacts) -> Iterator[Finding]:
    """Path outside the project

    What:
        A path in a contract is absolute or points outside the project root.
    Why:
        phaselint reads only files inside the project, so it doesn't lint this file; on another
        machine the file might not exist.
    Bad:
        session_contract: ../../elsewhere/session.yaml
    Good:
        session_contract: roles/coder/session.yaml
    Fix:
        Move the file into the project and refer to it by a relative path.
    Source:
        design §1, §4
    """
    for file, pointer, path in facts.contract.outside:
        yield Finding(
            Place(file, pointer),
            message("{} is outside the project and wasn't read", quote(path)),
            "use a relative path to a file inside the project",
        )
