"""What the next release refuses a workflow for (reference §11.1 to §11.4): its errors, in order.

Written independently of the rules, whose verdicts it confirms. All errors of the structural pass
accumulate, but reachability isn't checked without an entry.
"""

from __future__ import annotations

from phaselint.dialects.sweny.policies import (
    APPLIERS,
    CLOSING,
    MOST_ITERATIONS,
    MOST_RETRIES,
    NUMBERED,
    RESERVED_SKILL,
    access,
)
from phaselint.dialects.sweny.reading.expressionfaults import faults
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
from phaselint.javascript.spaces import trim

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping
    from typing import Any

    from phaselint.dialects.sweny.model import Node, Workflow
    from phaselint.dialects.sweny.policies import Policy


def unseen_issues(value: Mapping[str, Any]) -> int:
    """How many issues of a file its shape leaves to rules: bounds above the ceilings, and inline
    skills without a word."""
    bounds = [edge.get("max_iterations", 0) for edge in value["edges"]]
    retries = [(node.get("retry") or {}).get("max", 0) for node in value["nodes"].values()]
    skills = value.get("skills", {}).values()
    found = [bound > MOST_ITERATIONS for bound in bounds]
    found += (most > MOST_RETRIES for most in retries)
    found += (not trim(skill.get("instruction", "")) for skill in skills)
    return found.count(True)


def next_errors(
    value: Mapping[str, Any], workflow: Workflow, known_skills: Collection[str] | None
) -> Iterator[Refusal]:
    """The errors of the structural pass on a mapping of the right shape (§11.3)."""
    nodes = {id: node for id, node in in_key_order(value["nodes"]).items() if id != "__proto__"}
    edges = [edge for edge in value["edges"] if {edge["from"], edge["to"]} <= nodes.keys()]
    missing = tuple(entry_errors(value, nodes))
    yield from missing
    yield from edge_errors(nodes, value["edges"])
    yield from ambiguous(nodes, value["edges"])
    if not missing:
        yield from unreachable(nodes, edges, value["entry"])
    yield from unbounded(nodes, edges)
    yield from unsupported_policies(nodes)
    inline = in_key_order(value.get("skills", {}))
    for id, skill in inline.items():
        if id == RESERVED_SKILL and "mcp" in skill:
            yield Refusal("INVALID_INLINE_SKILL")
    yield from _policy_errors(workflow)
    yield from _expression_errors(workflow)
    if known_skills is not None:
        yield from unknown_skills(nodes, {*known_skills, *inline})


def _policy_errors(workflow: Workflow) -> Iterator[Refusal]:
    root, nodes = workflow.policy, workflow.nodes.values()
    checks = (_permission, _budget, _environment, _twice, _not_allowed, _unsupported)
    for check in checks:
        for node in nodes:
            yield from check(root, node)


def _permission(root: Policy, node: Node) -> Iterator[Refusal]:
    given, own = root.permissions, node.policy.permissions
    if given is not None and given.access == "read" and own is not None and own.access == "write":
        yield Refusal("PERMISSION_CEILING", node.id)


def _budget(root: Policy, node: Node) -> Iterator[Refusal]:
    if root.budget is None or node.policy.budget is None:
        return
    for unit, limit in node.policy.budget.limits.items():
        if limit > root.budget.limits.get(unit, limit):
            yield Refusal("BUDGET_CEILING", node.id)


def _environment(root: Policy, node: Node) -> Iterator[Refusal]:
    if node.policy.agent_env is not None and access(root, node.policy) == "read":
        yield Refusal("AGENT_ENV_READ_ONLY", node.id)


def _twice(_: Policy, node: Node) -> Iterator[Refusal]:
    types = [declaration.type for declaration in node.policy.outputs]
    yield from (Refusal("DUPLICATE_OUTPUT", node.id) for _ in range(len(types) - len({*types})))


def _not_allowed(root: Policy, node: Node) -> Iterator[Refusal]:
    for declaration in node.policy.outputs:
        if root.allow is not None and declaration.type not in root.allow:
            yield Refusal("OUTPUT_NOT_ALLOWED", node.id)


def _unsupported(_: Policy, node: Node) -> Iterator[Refusal]:
    for declaration in node.policy.outputs:
        given, type = declaration.given, declaration.type
        wrong = (
            "via" in given and type not in APPLIERS.get(given["via"], ()),
            "number" in given and type not in NUMBERED,
            "state" in given and type != CLOSING,
            type == CLOSING and given.get("state") != "reopen" and "number" not in given,
        )
        yield from (Refusal("UNSUPPORTED_OUTPUT", node.id) for each in wrong if each)


def _expression_errors(workflow: Workflow) -> Iterator[Refusal]:
    found = faults(workflow)
    for edge in workflow.edges:
        for _ in found.get(edge.number, ()):
            yield Refusal("INVALID_WHEN_EXPRESSION", edge.source)
    for id in workflow.nodes:
        out = [edge for edge in workflow.edges if edge.source == id]
        if any(edge.expr for edge in out) and any(edge.when for edge in out):
            yield Refusal("MIXED_EDGE_CONDITIONS", id)
