"""The tools that `function` evaluators name (reference sweny §5.8)."""

from __future__ import annotations

from phaselint.vocabulary.message import message, quote
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Literal

    from phaselint.dialects.sweny.analysis.facts import SwenyFacts
    from phaselint.dialects.sweny.model import Evaluator, Node
    from phaselint.vocabulary.finding import Place
    from phaselint.vocabulary.message import Message

    Key = Literal["any_tool_called", "all_tools_called", "no_tool_called"]


BAN: Key = "no_tool_called"


class Mention(NamedTuple):
    """A tool's name in a rule of a `function` evaluator."""

    node: Node
    evaluator: Evaluator
    key: Key
    number: int
    name: str

    def place(self, facts: SwenyFacts) -> Place:
        """Where it stands."""
        return facts.place((*self.evaluator.pointer, "rule", self.key, self.number))

    @property
    def gate(self) -> Message:
        """Its evaluator, in words."""
        return message("evaluator {} of {}", quote(self.evaluator.name), quote(self.node.id))


def mentions(node: Node) -> Iterator[Mention]:
    """The tools that the evaluators of a node name, each name once for each list."""
    for evaluator in node.evals:
        if evaluator.kind == "function":
            named: tuple[tuple[Key, tuple[str, ...]], ...] = (
                ("any_tool_called", evaluator.any_called),
                ("all_tools_called", evaluator.all_called),
                ("no_tool_called", evaluator.no_called),
            )
            for key, names in named:
                seen: set[str] = set()
                for number, name in enumerate(names):
                    if name not in seen:
                        seen.add(name)
                        yield Mention(node, evaluator, key, number, name)
