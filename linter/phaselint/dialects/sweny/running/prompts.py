"""What a node's model run is given: prompt, tools, model, context (reference §5.3, §5.4)."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from typing import Any

    from phaselint.dialects.sweny.model import Node, Sources, Workflow

RULES = "## Rules — You MUST Follow These"
BACKGROUND = "## Background Context"
LEGACY = "## Additional Context & Rules"
SEPARATOR = "\n\n---\n\n"


def assemble(
    workflow: Workflow,
    node: Node,
    given: Any,
    texts: Mapping[str, str],
    guidance: Sequence[tuple[str, str]],
) -> str:
    """The prompt of a node: its sections, the node's own instruction last.

    `texts` are the resolved sources by field; `guidance` the names and the instructions of the
    node's skills, in order.
    """
    sections = []
    for heading, field, own, shared in (
        (RULES, "rules", node.rules, len(workflow.rules)),
        (BACKGROUND, "context", node.context, len(workflow.context)),
    ):
        found = "\n\n".join(filter(None, _cascade(field, node.id, own, shared, texts)))
        if found:
            sections.append(f"{heading}\n\n{found}")
    if not sections and isinstance(given, dict):
        legacy = given.get("additionalContext")
        if legacy and isinstance(legacy, str):
            sections.append(f"{LEGACY}\n\n{legacy}")
    sections += (f"## Skill: {name}\n\n{text}" for name, text in guidance)
    sections.append(texts[f"nodes.{node.id}.instruction"])
    return SEPARATOR.join(sections)


def _cascade(
    field: str, node: str, own: Sources, shared: int, texts: Mapping[str, str]
) -> Iterator[str]:
    """The text of a field in the order of the cascade: the run's, the workflow's, the node's."""
    if not own.only:
        number = 0
        while f"input.{field}.{number}" in texts:
            yield texts[f"input.{field}.{number}"]
            number += 1
        for number in range(shared):
            yield texts[f"workflow.{field}.{number}"]
    for number in range(len(own.sources)):
        yield texts[f"nodes.{node}.{field}.{number}"]


def offered(node: Node, tools: Sequence[str]) -> tuple[str, ...]:
    """The skill tools that the model sees: allowed ones, without the denied (reference §5.15)."""
    return tuple(
        tool
        for tool in tools
        if (node.allow is None or tool in node.allow) and tool not in (node.deny or ())
    )


def unmatched(node: Node, tools: Sequence[str]) -> tuple[str, ...]:
    """The filter's entries that name no tool of the node's skills."""
    return tuple(name for name in (*(node.allow or ()), *(node.deny or ())) if name not in tools)
