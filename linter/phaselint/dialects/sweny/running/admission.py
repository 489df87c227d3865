"""What the reference refuses a workflow for (reference §4): its errors, in its order.

Written against the document and the schema pass alone and apart from `lower` and the rules,
whose verdicts it confirms.
"""

from __future__ import annotations

from phaselint.dialects.keys import usable
from phaselint.dialects.sweny.running.refusals import (
    Refusal,
    ambiguous,
    edge_errors,
    entry_errors,
    unbounded,
    unknown_skills,
    unreachable,
    unsupported_policies,
)
from phaselint.javascript.members import in_key_order

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
    from typing import Any

    from phaselint.dialects.shape import Problem
    from phaselint.dialects.sweny.model import ReleaseName, SwenyContract

REPORTING: Mapping[str, frozenset[str]] = {
    "SCHEMA": frozenset(
        (
            *("schema-violation", "non-string-scalar", "legacy-verify"),
            *("max-iterations-too-large", "retry-max-too-large"),
            "inline-skill-without-instruction",
        )
    ),
    "SELF_LOOP": frozenset(("unbounded-self-loop",)),
    "AMBIGUOUS_EDGES": frozenset(("ambiguous-edges", "fan-out-not-parallel")),
    "SPEC_VERSION": frozenset(("spec-version-unsupported",)),
    "INVALID_INLINE_SKILL": frozenset(("inline-skill-without-instruction",)),
    "PERMISSION_CEILING": frozenset(("permission-above-ceiling",)),
    "BUDGET_CEILING": frozenset(("budget-above-ceiling",)),
    "AGENT_ENV_READ_ONLY": frozenset(("agent-env-on-read-node",)),
    "INVALID_WHEN_EXPRESSION": frozenset(("when-expression-invalid",)),
    "MIXED_EDGE_CONDITIONS": frozenset(("mixed-when-forms",)),
}
"""The rules that report what an error stands for, where none is called as its code is."""


def errors(
    contract: SwenyContract, known_skills: Collection[str] | None = None
) -> tuple[Refusal, ...]:
    """The errors of loading and validating a workflow; without any it may run.

    Args:
        known_skills: the ids of all registered skills; without them no skill is unknown.
    """
    document = contract.documents.get(contract.target.main)
    if document is None or any(p.kind == "unreadable-file" for p in document.problems):
        return (Refusal("IO"),)
    if not usable(document) or (document.bom and document.format == "json"):
        return (Refusal("PARSE"),)
    if contract.legacy:
        return (Refusal("SCHEMA"),)
    if contract.unsupported:
        return (Refusal("SPEC_VERSION"),)
    if issues := schema_issues(contract.problems):
        return (Refusal("SCHEMA"),) * issues
    return _STRUCTURAL[contract.release](contract, known_skills)


def schema_issues(problems: Sequence[Problem]) -> int:
    """How many issues the reference makes of the problems of a shape: one for each missing key,
    one for all unknown keys of a mapping, one for a value that fits no branch (§4.4)."""
    single, grouped = 0, set()
    for problem in problems:
        if problem.union is not None:
            grouped.add(("union", problem.union))
        elif problem.kind == "unknown-field":
            grouped.add(("keys", problem.pointer[:-1]))
        elif problem.kind == "missing-required-field":
            single += len(problem.names)
        else:
            single += 1
    return single + len(grouped)


def structural_errors(
    workflow: Mapping[str, Any], known_skills: Collection[str] | None = None
) -> Iterator[Refusal]:
    """The errors of the structural pass on a mapping of the right shape (§4.5)."""
    nodes = {id: node for id, node in in_key_order(workflow["nodes"]).items() if id != "__proto__"}
    edges = workflow["edges"]
    found = [*entry_errors(workflow, nodes), *edge_errors(nodes, edges)]
    found += ambiguous(nodes, edges)
    yield from found
    if found:
        return
    yield from unreachable(nodes, edges, workflow["entry"])
    yield from unbounded(nodes, edges)
    yield from unsupported_policies(nodes)
    inline = in_key_order(workflow.get("skills", {}))
    for skill in inline.values():
        if not skill.get("instruction") and "mcp" not in skill:
            yield Refusal("INVALID_INLINE_SKILL")
    if known_skills is not None:
        yield from unknown_skills(nodes, {*known_skills, *inline})


def _today(contract: SwenyContract, known_skills: Collection[str] | None) -> tuple[Refusal, ...]:
    value = contract.documents[contract.target.main].value
    return tuple(structural_errors(value, known_skills))


def _next(contract: SwenyContract, known_skills: Collection[str] | None) -> tuple[Refusal, ...]:
    from phaselint.dialects.sweny.running.nextadmission import next_errors, unseen_issues

    value, workflow = contract.documents[contract.target.main].value, contract.workflow
    if workflow is None:
        return ()
    unseen = unseen_issues(value)
    if unseen:
        return (Refusal("SCHEMA"),) * unseen
    return tuple(next_errors(value, workflow, known_skills))


_STRUCTURAL: Mapping[
    ReleaseName, Callable[[SwenyContract, Collection[str] | None], tuple[Refusal, ...]]
] = {"current": _today, "next": _next}
