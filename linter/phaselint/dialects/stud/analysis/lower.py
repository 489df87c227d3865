"""Pipeline → machine (reference §3.3, §6.2): stages in their roles, ways, fan-outs and joins.

Names that no stage has are left out. Nothing in `running` imports this module.
"""

from __future__ import annotations

from phaselint.dialects.stud.analysis.roles import siblings_of
from phaselint.machine.model import Fork, Machine, Move, Phase
from phaselint.vocabulary.finding import Place

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from phaselint.dialects.stud.model import (
        Condition,
        Pipeline,
        Result,
        Spec,
        Stage,
        StudContract,
    )

END = "END"
"""Where the workflow is over."""

DEFAULT = "default"
ALWAYS = "always"
PARALLEL = "in parallel"
JOINED = "all succeeded"


def describe(condition: Condition) -> str:
    """A branch's condition in a few words, such as `verdict ok, parsed.decision = "approve"`."""
    from phaselint.javascript.texts import json_of

    parts = []
    if condition.verdicts is not None:
        parts.append(f"verdict {' or '.join(condition.verdicts)}")
    if condition.cap_hit is not None:
        parts.append(f"capHit {json_of(condition.cap_hit)}")
    if condition.path is not None:
        parts.append(f"{condition.path}{_test(condition)}")
    return ", ".join(parts) or ALWAYS


def _test(condition: Condition) -> str:
    if condition.values is not None:
        from phaselint.javascript.texts import json_of

        values = " or ".join(map(json_of, condition.values))
        return f" = {values}"
    if condition.exists is False:
        return " absent"
    return " present" if condition.exists else ""


def ways(spec: Spec) -> Iterator[tuple[str, Result]]:
    """Every result of a NextSpec with what leads to it."""
    for branch in spec.branches:
        yield describe(branch.when), branch.result
    if spec.default is not None:
        yield DEFAULT, spec.default
    if spec.only is not None:
        yield ALWAYS, spec.only


def results(pipeline: Pipeline, stages: Mapping[str, Stage]) -> Iterator[tuple[Stage, str, Result]]:
    """Every alternative of every NextSpec that is understood, with its stage and the condition
    under which it is chosen: what should be said about others is known only when they are
    mended."""
    for name, spec in pipeline.specs.items():
        if spec.sound and name in stages:
            for label, result in ways(spec):
                yield stages[name], label, result


def lower(contract: StudContract) -> Machine:
    """The machine of a pipeline; of a stage alone one phase that ends.

    A stage that runs both in its own turn and as a sibling is two phases, since a sibling hands
    nothing on (§6.2). A fan-out is a fork, and its serial reading the moves to each sibling and
    from there to the join: all of them run, so whatever is reached by a sibling is reached.
    """
    return _Lowering(contract).machine()


class _Lowering:
    """Phases, moves and forks as they come up."""

    def __init__(self, contract: StudContract) -> None:
        self._contract = contract
        self._stages = contract.named()
        self._phases: list[Phase] = []
        self._numbers: dict[tuple[str, bool], int] = {}
        self._labels: dict[str, int] = {}
        self._moves: list[Move] = []
        self._forks: list[Fork] = []

    def machine(self) -> Machine:
        pipeline = self._contract.pipeline
        if pipeline is None:
            for stage in self._contract.stages:
                self._phases.append(Phase(stage.id or stage.file, True, Place(stage.file)))
            return Machine(tuple(self._phases), tuple(range(len(self._phases))), (), ())
        beside = self._only_siblings(pipeline)
        for name in self._stages:
            self._number(name, name in beside)
        for name in self._stages:
            if name not in beside:
                self._leave(pipeline, name)
        entry = pipeline.entry
        initial = (self._number(entry, False),) if entry in self._stages else ()
        labels = tuple(self._labels)
        return Machine(
            tuple(self._phases), initial, tuple(self._moves), labels, forks=tuple(self._forks)
        )

    def _only_siblings(self, pipeline: Pipeline) -> frozenset[str]:
        """The stages that are named as siblings and nowhere else; unnamed ones lead on."""
        beside: set[str] = set()
        onward = {pipeline.entry}
        for spec in pipeline.specs.values():
            for result in spec.alternatives:
                if result.fork:
                    beside.update(siblings_of(result))
                    onward.add(result.join or "")
                else:
                    onward.update(result.stages)
        return frozenset(beside - onward)

    def _number(self, name: str, sibling: bool) -> int:
        key = (name, sibling)
        if key not in self._numbers:
            self._numbers[key] = len(self._phases)
            stage = self._stages.get(name)
            place = None
            if stage is not None:
                place = Place(stage.file, stage.at("id") if stage.usable else stage.entry)
            twice = sibling and (name, False) in self._numbers
            text = f"{name} (sibling)" if twice else name
            self._phases.append(Phase(text, name == END and stage is None, place))
        return self._numbers[key]

    def _end(self) -> int:
        return self._number(END if END not in self._stages else f"({END})", False)

    def _leave(self, pipeline: Pipeline, name: str) -> None:
        source = self._number(name, False)
        spec = pipeline.specs.get(name)
        found = tuple(ways(spec)) if spec is not None else ()
        if not found:
            self._move(source, self._finish(), ALWAYS, None)
        for label, result in found:
            place = Place(pipeline.file, result.pointer)
            if result.ends:
                self._move(source, self._finish(), label, place)
            elif result.fork:
                self._fork(source, result, label, place)
            else:
                for target in result.stages:
                    if target in self._stages:
                        self._move(source, self._number(target, False), label, place)

    def _finish(self) -> int:
        number = self._end()
        self._phases[number] = self._phases[number]._replace(terminal=True)
        return number

    def _fork(self, source: int, result: Result, label: str, place: Place) -> None:
        # Where the join is all that runs side by side, it does that too.
        names = siblings_of(result) or dict.fromkeys(result.stages)
        known = [name for name in names if name in self._stages]
        siblings = tuple(self._number(name, True) for name in known)
        if result.join is not None and result.join not in self._stages:
            join = None
        elif result.join is None:
            join = self._finish()
        else:
            join = self._number(result.join, False)
        self._forks.append(Fork(source, siblings, join, place))
        for sibling in siblings:
            self._move(source, sibling, f"{label}, {PARALLEL}", place)
            if join is not None:
                self._move(sibling, join, JOINED, place)

    def _move(self, source: int, target: int, label: str, place: Place | None) -> None:
        action = self._labels.setdefault(label, len(self._labels))
        self._moves.append(Move(source, target, action, place=place))
