"""The mapping of a workflow file → typed data (reference §3.1, §3.3, §3.8, §3.9).

What is malformed is left out: the schema pass says what is wrong with it.
"""

from __future__ import annotations

from phaselint.dialects.shape import integer, string_at
from phaselint.dialects.sweny.model import Edge, Input, Skill, Workflow
from phaselint.dialects.sweny.reading import shapes
from phaselint.dialects.sweny.reading.fieldchecks import INPUT_NOUNS
from phaselint.dialects.sweny.reading.nodes import read_node
from phaselint.dialects.sweny.reading.sources import read_list
from phaselint.javascript.members import in_key_order
from phaselint.vocabulary.pure import pure

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping
    from typing import Any

    from phaselint.dialects.shape import Problem, Shape


def read_workflow(
    file: str, value: Mapping[str, Any], problems: Collection[Problem], shape: Shape
) -> Workflow:
    """The workflow of a file, as far as it is well formed; `problems` are those of its shape."""
    broken = {p.pointer[1] for p in problems if p.pointer[:1] == ("nodes",) and _spoils(p)}
    refused = {p.pointer[1] for p in problems if p.pointer[:1] == ("edges",) and _spoils(p)}
    nodes, edges = mapping_at(value, "nodes"), value.get("edges")
    listed = edges if isinstance(edges, list) else []
    read = _read_edges(listed)
    if refused:
        read = tuple(edge for edge in read if edge.number not in refused)
    inputs = value.get("inputs")
    return Workflow(
        file,
        id=string_at(value, "id"),
        name=string_at(value, "name"),
        description=string_at(value, "description"),
        entry=string_at(value, "entry"),
        nodes={id: read_node(node, id, id not in broken) for id, node in nodes.items()},
        edges=read,
        skills=dict(_read_skills(mapping_at(value, "skills"))),
        rules=read_list(value.get("rules"), ("rules",)),
        context=read_list(value.get("context"), ("context",)),
        model=string_at(value, "model"),
        judge_model=string_at(value, "judge_model"),
        judge_budget=integer(value.get("judge_budget")),
        inputs=dict(_read_inputs(inputs)) if isinstance(inputs, dict) else None,
        unknown_keys=tuple(key for key in value if key not in (shape.fields or ())),
        graph_ok=(
            isinstance(value.get("entry"), str)
            and isinstance(value.get("nodes"), dict)
            and isinstance(edges, list)
            and len(read) == len(edges)
        ),
    )


def keys_in(value: Any) -> frozenset[str]:
    """The keys of what a document holds, and of the nodes and edges in it."""
    found: set[str] = set()
    if isinstance(value, dict):
        nodes = value.get("nodes")
        entries = (*nodes.values(),) if isinstance(nodes, dict) else nodes
        for listed in ([value], entries, value.get("edges")):
            if isinstance(listed, (list, tuple)):
                found.update(*(each for each in listed if isinstance(each, dict)))
    return frozenset(found)


def mapping_at(value: Mapping[str, Any], key: str) -> dict[str, Any]:
    """The mapping at a key, in the order an object has; empty when there is none."""
    found = value.get(key)
    return in_key_order(found) if isinstance(found, dict) else {}


def _spoils(problem: Problem) -> bool:
    """Whether a problem in `nodes` or `edges` leaves its node or edge without sound values."""
    return len(problem.pointer) > 1 and not shapes.is_later(problem)


@pure
def _read_edges(edges: list[Any]) -> tuple[Edge, ...]:
    return tuple(_edges_in(edges))


def _edges_in(edges: list[Any]) -> Iterator[Edge]:
    """The edges that have two ends, and a prose condition or an expression if there is one; the
    shape tells which kinds exist."""
    for number, edge in enumerate(edges):
        if not isinstance(edge, dict):
            continue
        source, target, when = edge.get("from"), edge.get("to"), edge.get("when")
        most = integer(edge.get("max_iterations"))
        if not (isinstance(source, str) and isinstance(target, str)):
            continue
        if when is None or isinstance(when, str):
            yield Edge(number, source, target, when, most)
        elif isinstance(when, dict):
            words = string_at(edge, "description")
            expr = string_at(when, "expr")
            yield Edge(number, source, target, most=most, expr=expr, words=words)


def _read_skills(skills: Mapping[str, Any]) -> Iterator[tuple[str, Skill]]:
    for id, skill in skills.items():
        if isinstance(skill, dict):
            mcp = skill.get("mcp")
            yield (
                id,
                Skill(
                    id,
                    "inline",
                    string_at(skill, "name") or id,
                    instruction=string_at(skill, "instruction"),
                    mcp=mcp if isinstance(mcp, dict) else None,
                    pointer=("skills", id),
                ),
            )


def _read_inputs(inputs: Mapping[str, Any]) -> Iterator[tuple[str, Input]]:
    for name, field in in_key_order(inputs).items():
        if isinstance(field, dict) and string_at(field, "type") in INPUT_NOUNS:
            allowed = field.get("enum")
            yield (
                name,
                Input(
                    name,
                    pointer=("inputs", name),
                    type=field["type"],
                    required=field.get("required") is True,
                    has_default="default" in field,
                    default=field.get("default"),
                    enum=tuple(allowed) if isinstance(allowed, list) else None,
                ),
            )
