"""What the reference refuses a workflow for (reference §4): its errors, in its order.

Written against the document and the schema pass alone and apart from `lower` and the rules,
whose verdicts it confirms.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from phaselint.dialects.keys import usable
from phaselint.javascript.members import in_key_order
from phaselint.vocabulary.record import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence

    from phaselint.dialects.shape import Problem
    from phaselint.dialects.sweny.model import SwenyContract

SUPPORTED_POLICIES = ("all_pass",)


REPORTING = {"SCHEMA": frozenset(("schema-violation", "non-string-scalar", "legacy-verify"))}
"""The rules that report what an error stands for, where none is called as its code is."""


class Refusal(NamedTuple):
    """An error of the reference: its code, and the node it names, if any."""

    code: str
    node_id: str = ""


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
    issues = schema_issues(contract.problems)
    if issues:
        return (Refusal("SCHEMA"),) * issues
    return tuple(structural_errors(document.value, known_skills))


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
    found = [*_entry_errors(workflow, nodes), *_edge_errors(nodes, edges)]
    found += _ambiguous(nodes, edges)
    yield from found
    if found:
        return
    yield from _unreachable(nodes, edges, workflow["entry"])
    yield from _unbounded(nodes, edges)
    for id, node in nodes.items():
        if node.get("eval_policy", SUPPORTED_POLICIES[0]) not in SUPPORTED_POLICIES:
            yield Refusal("UNSUPPORTED_EVAL_POLICY", id)
    inline = in_key_order(workflow.get("skills", {}))
    for skill in inline.values():
        if not skill.get("instruction") and "mcp" not in skill:
            yield Refusal("INVALID_INLINE_SKILL")
    if known_skills is None:
        return
    for id, node in nodes.items():
        for skill in node.get("skills", ()):
            if skill not in known_skills and skill not in inline:
                yield Refusal("UNKNOWN_SKILL", id)


def _entry_errors(workflow: Mapping[str, Any], nodes: Mapping[str, Any]) -> Iterator[Refusal]:
    if workflow["entry"] not in nodes:
        yield Refusal("MISSING_ENTRY")


def _edge_errors(nodes: Mapping[str, Any], edges: Sequence[Any]) -> Iterator[Refusal]:
    for edge in edges:
        if edge["from"] not in nodes:
            yield Refusal("UNKNOWN_EDGE_SOURCE", edge["from"])
        if edge["to"] not in nodes:
            yield Refusal("UNKNOWN_EDGE_TARGET", edge["to"])
        if edge["from"] == edge["to"] and "max_iterations" not in edge:
            yield Refusal("SELF_LOOP", edge["from"])


def _ambiguous(nodes: Mapping[str, Any], edges: Sequence[Any]) -> Iterator[Refusal]:
    """Nodes with several out-edges without a condition, in the order of their first one."""
    counts: dict[str, int] = {}
    for edge in edges:
        if edge["from"] in nodes and not edge.get("when"):
            counts[edge["from"]] = counts.get(edge["from"], 0) + 1
    for id, count in counts.items():
        if count > 1:
            yield Refusal("AMBIGUOUS_EDGES", id)


def _unreachable(nodes: Mapping[str, Any], edges: Sequence[Any], entry: str) -> Iterator[Refusal]:
    after = _successors(nodes, edges)
    reached, waiting = {entry}, [entry]
    while waiting:
        new = after[waiting.pop()].keys() - reached
        reached |= new
        waiting += new
    for id in nodes:
        if id not in reached:
            yield Refusal("UNREACHABLE_NODE", id)


def _successors(nodes: Mapping[str, Any], edges: Sequence[Any]) -> dict[str, dict[str, None]]:
    """The targets of every node, each once, in file order."""
    after: dict[str, dict[str, None]] = {id: {} for id in nodes}
    for edge in edges:
        after[edge["from"]][edge["to"]] = None
    return after


def _unbounded(nodes: Mapping[str, Any], edges: Sequence[Any]) -> Iterator[Refusal]:
    """Cycles of edges without a bound, at most one for each root of the search.

    A search that finds one ends at once and leaves the nodes on its way marked as open, so that
    a later search which comes to one of them finds a cycle there, whether or not there is one.
    """
    free = [e for e in edges if "max_iterations" not in e and e["from"] != e["to"]]
    after = _successors(nodes, free)
    opened: set[str] = set()
    closed: set[str] = set()
    for root in nodes:
        if root in opened or root in closed:
            continue
        opened.add(root)
        way = [(root, iter(after[root]))]
        while way:
            id, targets = way[-1]
            target = next((each for each in targets if each not in closed), None)
            if target is None:
                closed.add(id)
                opened.discard(id)
                way.pop()
            elif target in opened:
                yield Refusal("UNBOUNDED_CYCLE", target)
                break
            else:
                opened.add(target)
                way.append((target, iter(after[target])))
