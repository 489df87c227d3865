"""The results of stages, and what matters of them (reference §2.6, §3.3)."""

from __future__ import annotations

from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Hashable
    from typing import Any

    from phaselint.dialects.stud.model import Stage


class Undecided(NamedTuple):
    """What of a stage's answers was not decided: the stage and the field that has the schema, and
    why, as the end of a sentence about that."""

    stage: Stage
    field: str
    why: str


class Relevance(NamedTuple):
    """What matters of a stage's result.

    `payloads`, `outputs` and `told` (reasons that code gives, as far as somebody looks at them)
    are small values that differ where somebody looks; none where there
    are too many, or nobody can tell whether there is one, as `undecided` says. `silent` tells that
    it matters whether the cap was hit, `own` that a condition looks at more than the verdict and
    the cap, `handed` that a successor reads the result, `reasons` that somebody looks at why a
    verdict is what it is, `branched` that conditions exist at all, `verdicts` the verdicts
    that they name. `stray` are classes of payloads that only properties make which nobody declares.
    """

    payloads: tuple[Any, ...] | None = ()
    outputs: tuple[Any, ...] | None = ()
    told: tuple[str, ...] | None = ()
    silent: bool = False
    own: bool = False
    handed: bool = False
    reasons: bool = False
    branched: bool = False
    verdicts: frozenset[str] = frozenset()
    undecided: Undecided | None = None
    stray: frozenset[Hashable] = frozenset()

    @property
    def read(self) -> bool:
        """Whether anything looks at more than the verdict."""
        return self.own or self.handed


class Reader(NamedTuple):
    """A stage that is given a result: what its placeholders read of it, as paths, and the schema
    that it demands of it."""

    paths: tuple[tuple[str | int, ...], ...]
    schema: Any


class Result(NamedTuple):
    """A StageResult (§2.6); `written` tells an output that is null from none."""

    stage: str
    verdict: str
    reason: str = ""
    parsed: Any = None
    accepted: bool = False
    cap_hit: bool = False
    attempts: int = 0
    output: Any = None
    written: bool = False

    def as_json(self) -> dict[str, Any]:
        """The result as a successor sees it."""
        found: dict[str, Any] = {"verdict": self.verdict}
        if self.reason:
            found["reason"] = self.reason
        if self.accepted:
            found["parsed"] = self.parsed
        found |= {"capHit": self.cap_hit, "attemptCount": self.attempts}
        if self.written:
            found["output"] = self.output
        return found
