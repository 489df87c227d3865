"""Paths in gates, and the facts known about each (reference §5.6)."""

from __future__ import annotations

from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Literal

    from phaselint.dialects.sweny.model import Evaluator, Match, Node
    from phaselint.dialects.sweny.reading.pathgrammar import GatePath
    from phaselint.schema import Path
    from phaselint.vocabulary.finding import Pointer

    Fault = Literal[
        "unaddressable-node",  # names a node whose ID isn't an identifier
        "unaddressable-evaluator",  # names an evaluator whose name isn't an identifier
        "syntax",  # isn't a path
        "unknown-root",  # starts at something that is neither `input` nor a node
        "self",  # is in `requires` of the node that it names
        "not-upstream",  # names a node that no run finishes before
        "unknown-evaluator",  # `n.evals.x`, and `n` has no evaluator `x`
        "type-mismatch",  # has a step that the declared types make impossible
        "undeclared-input",  # `input.k`, and `k` is not declared
        "undeclared",  # has a name that is not declared
        "optional-element",  # has a name behind `[*]` that an element may lack
        "optional",  # has a declared name that is optional
        "",
    ]
    """What is wrong with a path, gravest first; empty when nothing is, or when nothing is known."""


class Use(NamedTuple):
    """A path in a gate, and what the declared schemas say about it.

    `node` has the gate; `evaluator` is the one with the path, none in `requires`; `match` is the
    entry of `output_matches`, none in `output_required`. `pointer` is that of the path's text.
    `root` is the node whose data the path looks into, or is meant to, or `input`. `schema` is
    what is declared of the data below which `steps` are, none where nothing is known.

    `fault` is about segment number `at`, with `wild` about its `[*]`. `names` are the names
    declared in its place, `closed` tells that there may be no others; `types` are those declared
    where a step cannot be taken. `places` are where that is declared. An unaddressable evaluator
    is in `names`.
    """

    node: Node
    text: str
    pointer: Pointer
    path: GatePath
    match: Match | None = None
    evaluator: Evaluator | None = None
    root: str = ""
    schema: Any = None
    steps: Path = ()
    fault: Fault = ""
    at: int = 0
    wild: bool = False
    names: tuple[str, ...] = ()
    closed: bool = False
    types: tuple[str, ...] = ()
    places: tuple[Pointer, ...] = ()

    @property
    def segment(self) -> str:
        """The name of the segment that the fault is about."""
        return self.path.segments[self.at].name

    @property
    def before(self) -> str:
        """The path up to that step, unchanged."""
        way = ".".join(map(str, self.path.segments[: self.at]))
        return f"{way}.{self.segment}".lstrip(".") if self.wild else way

    @property
    def taken(self) -> Path:
        """The steps below the data that come before what is wrong with the path; all of them where
        nothing is."""
        left = self.path.segments[self.at :] if self.fault else ()
        untaken = sum(1 + segment.wildcard for segment in left) - self.wild
        return self.steps[: len(self.steps) - untaken]

    @property
    def valued(self) -> bool:
        """Whether the path resolves to declared values, so other values can be compared with
        them."""
        return self.schema is not None and self.fault in ("", "optional-element", "optional")
