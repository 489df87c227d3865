"""What a prompt shows of finished nodes (reference §5.4, §11.5): all, or what a node needs."""

from __future__ import annotations

import re

from phaselint.dialects.sweny.model import INPUT
from phaselint.dialects.sweny.reading.pathgrammar import parse
from phaselint.dialects.sweny.running.session import context, results

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from typing import Any

    from phaselint.dialects.sweny.model import Edge, Node
    from phaselint.dialects.sweny.running.session import State

RUNTIME_KEYS = ("error", "fail_soft", "skipped_reason", "evals", "safe_outputs")


def prompt_context(state: State) -> Mapping[str, Any]:
    """The context map as the prompt of the node a run is at shows it."""
    whole = context(state)
    law = state.law
    node = law.workflow.nodes.get(state.node)
    if node is None or not law.workflow.policy.bounded:
        return whole
    instruction = law.texts.get(f"nodes.{node.id}.instruction", "")
    finished = results(state.log)
    wanted = {
        *_ancestors(node.id, law.workflow.edges),
        *_required(node),
        *(name for name in finished if _is_word(name, instruction)),
    }
    shown = {INPUT: whole[INPUT]}
    for name, result in finished.items():
        if name in wanted:
            declared = law.workflow.nodes[name].properties if result.status == "success" else {}
            shown[name] = _declared(whole[name], declared)
    return shown


def _declared(view: Mapping[str, Any], properties: Mapping[str, Any]) -> Mapping[str, Any]:
    if not properties:
        return view
    return {k: value for k, value in view.items() if k in properties or k in RUNTIME_KEYS}


def _ancestors(name: str, edges: Iterable[Edge]) -> set[str]:
    into: dict[str, list[str]] = {}
    for edge in edges:
        into.setdefault(edge.target, []).append(edge.source)
    waiting = [*into.get(name, ())]
    found = set(waiting)
    while waiting:
        fresh = [each for each in into.get(waiting.pop(), ()) if each not in found]
        found.update(fresh)
        waiting += fresh
    return found


def _required(node: Node) -> Iterator[str]:
    if node.requires is not None:
        paths = [check.path for check in node.requires.required]
        paths += (check.path for check in node.requires.matches)
        yield from (parse(path).root for path in paths)


def _is_word(name: str, text: str) -> bool:
    return bool(re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", text))
