"""Which payload and verdict lead from a stage to another (reference §3.3, §6.2)."""

from __future__ import annotations

from phaselint.dialects.stud.analysis.payloads import domain
from phaselint.dialects.stud.running.branches import choose
from phaselint.dialects.stud.running.records import Result
from phaselint.schema import Equals, Present, Typed, minimal
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from phaselint.dialects.stud import model
    from phaselint.dialects.stud.analysis.facts import StudFacts
    from phaselint.schema import Path, Test

    Demand = tuple[Path, Test]

PARSED = "parsed"


class Steer(NamedTuple):
    """How a stage is taken through one visit: its gate, the payload, or with `capped` only text
    until the cap, and the verdict of every assert."""

    payload: Any = None
    verdict: str = "ok"
    gate: str = "proceed"
    capped: bool = False


def payload(facts: StudFacts, stage: model.Stage, *demands: Demand) -> Any | None:
    """The smallest payload that a stage accepts and that meets demands; none for none."""
    found = minimal(facts.schema_of(stage), [((), Typed("object")), *demands])
    return found if isinstance(found, dict) else None


def plain(facts: StudFacts, stage: model.Stage) -> Steer:
    """The simplest way through a stage that does not end the run with an error, if there is."""
    spec = facts.pipeline.specs.get(stage.id)
    options = list(_steers(facts, stage, spec))
    if spec is not None:
        for option in options:
            if choose(spec, _result(stage, option)) is not None:
                return option
    return options[0]


def steer(facts: StudFacts, stage: model.Stage, following: str) -> Steer | None:
    """The simplest way through a stage after which another runs next; none for none."""
    spec = facts.pipeline.specs.get(stage.id)
    if spec is None:
        # A sibling has no say in what follows.
        return plain(facts, stage)
    if _joined(facts, stage.id, following):
        return plain(facts, stage)
    for option in _steers(facts, stage, spec):
        way = choose(spec, _result(stage, option))
        if way is not None and not way.ends and following in (*way.stages, way.join):
            return option
    return None


def _joined(facts: StudFacts, stage: str, following: str) -> bool:
    """Whether one stage is a sibling and the other the join or a sibling of one fan-out."""
    if facts.alone or "control" in facts.roles.roles.get(stage, ()):
        return False
    return any(
        stage in fan.siblings and following in (*fan.siblings, fan.join) for fan in facts.roles.fans
    )


def _result(stage: model.Stage, option: Steer) -> Result:
    """The StageResult that a visit ends with."""
    if option.gate != "proceed":
        return Result(stage.id, option.verdict, f"gate-{option.gate}")
    if option.capped:
        return Result(stage.id, option.verdict, cap_hit=True, attempts=1)
    return Result(stage.id, option.verdict, parsed=option.payload, accepted=True, attempts=1)


def _steers(facts: StudFacts, stage: model.Stage, spec: model.Spec | None) -> Iterator[Steer]:
    """Ways through a stage, the simplest first."""
    values = list(_payloads(facts, stage, spec))
    for verdict in ("ok", "fail"):
        yield from (Steer(value, verdict) for value in values)
        yield Steer(verdict=verdict, capped=True)
    yield Steer(verdict="skip", gate="skip")
    yield Steer(verdict="retry", gate="retry")


def _payloads(facts: StudFacts, stage: model.Stage, spec: model.Spec | None) -> Iterator[Any]:
    """Payloads that the conditions of a NextSpec may tell apart."""
    found = [payload(facts, stage)]
    for branch in spec.branches if spec else ():
        head, *rest = branch.when.segments or ("",)
        if head != PARSED or not rest:
            continue
        path: Path = tuple(rest)
        listed = branch.when.values or ()
        known = domain(facts.schema_of(stage), rest) or ()
        tests: list[Test] = [*map(Equals, listed), *map(Equals, known), Present()]
        found += [payload(facts, stage, (path, test)) for test in tests]
    seen: list[Any] = []
    for value in found:
        if value is not None and value not in seen:
            seen.append(value)
            yield value
