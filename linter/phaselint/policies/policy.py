"""A policy as a record: what its author demands of every run."""

from __future__ import annotations

from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any, Literal

    from phaselint.dialects.reaching import Over
    from phaselint.dialects.records import Grade
    from phaselint.policies.pattern import Pattern
    from phaselint.vocabulary.finding import Pointer, Severity

    Shape = Literal["never", "at-most", "never-both", "every-run", "every", "some-run"]
    Scope = Literal["", "before", "after", "between"]

ENDINGS = frozenset({"every-run", "every"})
"""The shapes that judge runs by how they end."""


class Policy(NamedTuple):
    """What every run must do, or must not.

    Attributes:
        shape: the key that says what is demanded.
        first: what it is about; of `never-both`, the first of the two. Any of the patterns counts.
        second: what opens or closes its scope, or must follow; of `never-both`, the second.
        third: what closes the scope `between`.
        scope: when it is asked.
        most: how often at most, for `at-most`.
        name: what its author calls it.
        why: why it is there, in the author's words.
        severity: how severe it is that it is violated.
        under: the worst choices that are asked; empty for what is usual for the shape.
        origin: who is at work where `first` must never be called, by its own hand or through
            others; empty for a policy about whole runs.
        over: by which ways others count.
        written: the mapping that its author wrote.
        pointer: where, in its file.
    """

    shape: Shape
    first: tuple[Pattern, ...]
    second: tuple[Pattern, ...] = ()
    third: tuple[Pattern, ...] = ()
    scope: Scope = ""
    most: int = 0
    name: str = ""
    why: str = ""
    severity: Severity = "error"
    under: Grade | Literal[""] = ""
    origin: str = ""
    over: Over = "calls"
    written: Mapping[str, Any] = {}
    pointer: Pointer = ()

    @property
    def patterns(self) -> tuple[Pattern, ...]:
        """All that it names, in every place."""
        return (*self.first, *self.second, *self.third)

    @property
    def title(self) -> str:
        """Its name, or its rule where it has none."""
        return self.name or self.rule

    @property
    def rule(self) -> str:
        """What it demands, in words: "never call issue_refund before call approve_refund"."""
        return f"{self._demand()}{self._when()}"

    @property
    def worst(self) -> Grade:
        """The worst choices that it is asked over: whatever is possible for what no run may do, and
        what happens in an orderly run for endings and possibilities, unless it says otherwise."""
        if self.under:
            return self.under
        return "fair" if self.shape in ENDINGS or self.shape == "some-run" else "hostile"

    def _demand(self) -> str:
        first, second = _any(self.first), _any(self.second)
        if self.shape == "at-most":
            return f"at most {self.most} of {first}"
        if self.shape == "never-both":
            return f"never both {first} and {second}"
        if self.shape == "every":
            return f"every {first} followed by {second}"
        if self.shape == "every-run":
            return f"every run does {first}"
        return f"some run does {first}" if self.shape == "some-run" else f"never {first}"

    def _when(self) -> str:
        if self.origin:
            further = " or its handoffs" if self.over != "calls" else ""
            return f" from {self.origin} or what it calls{further}"
        if self.scope == "between":
            return f" between {_any(self.second)} and {_any(self.third)}"
        return f" {self.scope} {_any(self.second)}" if self.scope else ""


def _any(patterns: Sequence[Pattern]) -> str:
    return " or ".join(each.text for each in patterns)
