"""What the client answers, and what comes of it: the results of visits (reference §5.2, §5.4)."""

from __future__ import annotations

from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any, Literal

    from phaselint.dialects.sweny.running.gates import Verdict

    Status = Literal["success", "failed", "skipped"]


class Ran(NamedTuple):
    """The answer to a model run: what the client returns."""

    status: Status = "success"
    data: Mapping[str, Any] = {}
    calls: tuple[Mapping[str, Any], ...] = ()

    def as_json(self) -> dict[str, Any]:
        """The answer as events have it."""
        return {"status": self.status, "data": dict(self.data), "toolCalls": list(self.calls)}


class Said(NamedTuple):
    """The answer to a route or a side question."""

    text: str


class Threw(NamedTuple):
    """A call to the client that throws."""

    text: str


Answer = Ran | Said | Threw


class Called(NamedTuple):
    """A tool call in a model run that goes on (`callparts`)."""

    tool: str
    ok: bool = True

    def as_json(self) -> dict[str, Any]:
        """The call as answers have it."""
        return {"input": {}, "tool": self.tool, "status": "success" if self.ok else "error"}


class Late(NamedTuple):
    """An answer given when every bounded edge is used up. Only an exploration without bounds has
    it: there, nothing else tells of what follows then."""

    answer: Answer


class Result(NamedTuple):
    """The result of a visit; without `evals` no gate was reached."""

    status: Status
    data: Mapping[str, Any] = {}
    calls: tuple[Mapping[str, Any], ...] = ()
    evals: tuple[Verdict, ...] | None = None

    def as_json(self) -> dict[str, Any]:
        """The result as the trace has it."""
        found = {"status": self.status, "data": dict(self.data), "toolCalls": list(self.calls)}
        if self.evals is not None:
            found["evals"] = [verdict.as_json() for verdict in self.evals]
        return found

    def named(self) -> dict[str, Any]:
        """The evaluators' results by name; of equal names the last one counts."""
        return {verdict.name: verdict.as_json() for verdict in self.evals or ()}


def prior_view(_: str, result: Result) -> Mapping[str, Any]:
    """What later nodes see of a finished one in a run of today: its data, and `evals` unless it
    has its own."""
    named = result.named()
    return {"evals": named, **result.data} if named else result.data
