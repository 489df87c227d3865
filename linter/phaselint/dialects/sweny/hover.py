"""What an author of a SWEny workflow is told while writing (reference §3.11, §5.4, §5.7)."""

from __future__ import annotations

from phaselint.dialects.hover import Hint, Inside, Insight, Offer, split_path
from phaselint.dialects.sweny.model import DEFAULT_JUDGE_MODEL, INPUT
from phaselint.dialects.symbols import follow
from phaselint.schema import declared
from phaselint.vocabulary.finding import Place

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from phaselint.dialects.sweny.analysis.facts import SwenyFacts
    from phaselint.dialects.sweny.model import Evaluator, Node
    from phaselint.dialects.symbols import SymbolKind
    from phaselint.vocabulary.finding import Pointer

DEFAULT_POLICY = "all_pass"
_PREFIXES = ("all:", "any:")
_AGENT_TOOLS = "disallowed_tools"


class SwenyInsight(Insight):
    """Insight into a workflow."""

    def __init__(self, facts: SwenyFacts) -> None:
        self._facts = facts

    def tools(self, phase: str) -> tuple[str, ...] | None:
        """The skill tools that the model is offered on a node; those of a server nobody knows."""
        node = self._facts.nodes.get(phase)
        if node is None or not self._facts.catalogue_known(node):
            return None
        return self._facts.visible(node)

    def hints(self, file: str) -> Iterator[Hint]:
        """Policies, models and edges that apply without being written."""
        if file != self._facts.file:
            return
        for node in self._facts.sound_nodes:
            if node.evals and not node.eval_policy:
                why = "`eval_policy` isn't set"
                yield _hint(file, (*node.pointer, "eval"), DEFAULT_POLICY, why, key=True)
            if node.requires is not None and not self._has(node.requires.pointer, "on_fail"):
                why = "`on_fail` isn't set, so the node fails"
                yield _hint(file, node.requires.pointer, "on_fail: fail", why, key=True)
            for evaluator in node.evals:
                if evaluator.kind == "judge" and not evaluator.model:
                    model, why = self._judge_model(node)
                    yield _hint(file, (*evaluator.pointer, "kind"), model, why)
        for name, edges in self._facts.ways.out.items():
            plain = [edge for edge in edges if not edge.condition]
            if len(edges) > 1 and len(plain) == 1:
                why = f"the edge out of `{name}` if no condition is true"
                yield _hint(file, (*plain[0].pointer, "to"), "default", why)

    def _judge_model(self, node: Node) -> tuple[str, str]:
        if node.judge_model:
            return node.judge_model, "`judge_model` of the node"
        if self._facts.workflow.judge_model:
            return self._facts.workflow.judge_model, "`judge_model` of the workflow"
        return DEFAULT_JUDGE_MODEL, "neither `model` nor `judge_model` is set"

    def _has(self, pointer: Pointer, key: str) -> bool:
        """Whether a key is written in a mapping of the workflow."""
        document = self._facts.contract.documents[self._facts.file]
        value = follow(document.value, pointer)
        return isinstance(value, dict) and key in value

    def names(self, kind: SymbolKind, _file: str, pointer: Pointer) -> Iterator[Offer]:
        """Skills that are registered, and the tools that they and the agent bring."""
        facts = self._facts
        if kind == "skill":
            for skill in facts.contract.registry.values():
                yield Offer(skill.id, f"{skill.origin} skill")
        elif kind == "tool" and _AGENT_TOOLS in pointer:
            yield from (Offer(tool, "tool of the agent") for tool in sorted(facts.agent_tools))
        elif kind == "tool":
            node = facts.nodes.get(str(pointer[1])) if len(pointer) > 1 else None
            own = facts.tools_of(node) if node is not None else ()
            skills = facts.known_tools
            for tool in own or skills:
                yield Offer(tool, f"tool of skill `{skills[tool]}`" if tool in skills else "")
            if "eval" in pointer:  # what the agent called by itself counts as well
                yield from (Offer(tool, "tool of the agent") for tool in sorted(facts.agent_tools))

    def inside(self, _file: str, pointer: Pointer, before: str) -> Inside | None:
        """The steps of gate paths: those of `requires` start in the context, those of evaluators
        in the node's own data."""
        node = self._facts.nodes.get(str(pointer[1])) if pointer[:1] == ("nodes",) else None
        inner = pointer[2:]
        if node is None or not _is_path(inner):
            return None
        for prefix in _PREFIXES:
            before = before.removeprefix(prefix)
        steps, typed = split_path(before)
        names = tuple(str(step) for step in steps)
        if inner[0] == "requires":
            return Inside(typed, tuple(self._in_context(node, names)))
        return Inside(typed, tuple(_fields(node.output, names)))

    def _in_context(self, node: Node, names: tuple[str, ...]) -> Iterator[Offer]:
        facts = self._facts
        if not names:
            yield Offer(INPUT, "input of the run")
            before = facts.ways.ancestors(node.id) if facts.graph_known else facts.nodes.keys()
            yield from (Offer(name, "node") for name in facts.nodes if name in before)
            return
        root = facts.nodes.get(names[0])
        if root is None:
            inputs = facts.declared_inputs if names == (INPUT,) else None
            for name, field in (inputs or {}).items():
                yield Offer(name, f"input, {field.type}")
        elif names[1:] == ("evals",):
            yield from (Offer(each.name, f"{each.kind} evaluator") for each in root.evals)
        elif names[1:2] == ("evals",):
            yield from (Offer(name, "of the evaluator") for name in _outcome(root.evals, names[2]))
        else:
            yield from _fields(root.output, names[1:])
            if len(names) == 1 and root.evals:
                yield Offer("evals", f"results of the evaluators of `{root.id}`")


def _fields(schema: Any, names: tuple[str, ...]) -> Iterator[Offer]:
    """The declared names below a path in a schema."""
    if isinstance(schema, dict):
        yield from (Offer(name, "output field") for name in declared(schema, (*names, "")).names)


def _outcome(evaluators: tuple[Evaluator, ...], name: str) -> tuple[str, ...]:
    known = any(each.name == name for each in evaluators)
    return ("pass", "reasoning", "kind", "name") if known else ()


def _is_path(inner: Pointer) -> bool:
    """Whether a scalar of a node is a gate path."""
    if inner[:1] not in (("requires",), ("eval",)):
        return False
    return inner[-2:-1] == ("output_required",) or (
        inner[-1:] == ("path",) and inner[-3:-2] == ("output_matches",)
    )


def _hint(file: str, pointer: Pointer, text: str, why: str, *, key: bool = False) -> Hint:
    return Hint(Place(file, pointer, "key" if key else "value"), text, why)
