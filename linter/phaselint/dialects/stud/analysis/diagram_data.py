"""What a picture of a pipeline says besides its machine (reference §2.1, §3.3, §6.2): results that
nothing takes, stages that never succeed, and what bounds stages."""

from __future__ import annotations

from phaselint.dialects.diagram_data import Sketch
from phaselint.dialects.stud.analysis.branch_shadowing import takers_of
from phaselint.dialects.stud.analysis.coverage import misfit, schema_known
from phaselint.dialects.stud.analysis.lower import JOINED
from phaselint.dialects.stud.analysis.never_succeeds import unfinished, unstarted
from phaselint.dialects.stud.analysis.payloads import lookup
from phaselint.dialects.stud.model import RESULT_FIELDS
from phaselint.dialects.stud.reading.policies import profile_in_force
from phaselint.vocabulary.finding import Place
from phaselint.vocabulary.message import quote
from phaselint.vocabulary.suggest import plural

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from phaselint.dialects.stud.analysis.facts import StudFacts
    from phaselint.dialects.stud.model import Condition, Spec, Stage

PARALLEL = "parallel"
JOIN = "join"

FEWEST = 2
"""Stages that a fan-out has at least (§5.9 R35)."""


def sketch(facts: StudFacts) -> Sketch:
    """What there is to say about a pipeline, or of a stage alone."""
    machine = facts.machine
    bounds = {name: tuple(_bounds(stage)) for name, stage in facts.stages.items()}
    refused = {
        phase: why
        for phase, stage, beside in _phases(facts)
        if (why := unstarted(facts, stage, beside=beside))
    }
    failing = {
        phase: why for phase, stage, _ in _phases(facts) if (why := unfinished(facts, stage))
    }
    hopeless = {**failing, **refused}
    if facts.alone:
        return Sketch(machine, unusable=hopeless, bounds=bounds)
    forks = {fork.place: fork for fork in machine.forks}
    return Sketch(
        machine,
        unusable=hopeless,
        dead={
            **dict(_unjoined(facts, hopeless)),
            **dict(_untaken_moves(facts)),
            **dict(_unleft(facts, refused)),
        },
        bounds=bounds,
        kinds={
            number: JOIN if machine.actions[move.action] == JOINED else PARALLEL
            for number, move in enumerate(machine.moves)
            if move.place in forks
        },
        known=facts.graph_known,
    )


def _phases(facts: StudFacts) -> Iterator[tuple[str, Stage, bool]]:
    """The phases of the machine with their stages, as far as these can be read, and whether it is
    the stage in addition to others where it runs in its own turn too."""
    stages = {
        Place(stage.file, () if facts.alone else stage.at("id")): stage for stage in facts.usable
    }
    for phase in facts.machine.phases:
        if phase.place in stages:
            stage = stages[phase.place]
            yield phase.name, stage, phase.name != stage.id


def _unleft(facts: StudFacts, refused: Collection[str]) -> Iterator[tuple[int, str]]:
    """The moves out of stages that do not start."""
    names = [phase.name for phase in facts.machine.phases]
    for number, move in enumerate(facts.machine.moves):
        if names[move.source] in refused:
            yield number, f"{quote(names[move.source])} doesn't start"


def _unjoined(facts: StudFacts, hopeless: Collection[str]) -> Iterator[tuple[int, str]]:
    """The moves to joins that wait for a sibling which never succeeds."""
    machine = facts.machine
    failing = {
        fork.place: name
        for fork in machine.forks
        for each in fork.siblings
        if (name := machine.phases[each].name) in hopeless
    }
    for number, move in enumerate(machine.moves):
        if machine.actions[move.action] == JOINED and move.place in failing:
            yield number, f"{quote(failing[move.place])} never succeeds"


def _untaken_moves(facts: StudFacts) -> Iterator[tuple[int, str]]:
    untaken = dict(_untaken(facts))
    for number, move in enumerate(facts.machine.moves):
        if move.place in untaken:
            yield number, untaken[move.place]


def _untaken(facts: StudFacts) -> Iterator[tuple[Place, str]]:
    """The results that a rule knows nothing to take, by their places, each with why."""
    for name, spec in facts.pipeline.specs.items():
        if name not in facts.stages or not spec.sound:
            continue
        yield from _unforked(facts, spec)
        for number, branch in enumerate(spec.branches):
            takers = takers_of(facts, name, number)
            if takers is not None:
                yield facts.place(branch.result.pointer), _why(takers)
            elif why := _impossible(facts, facts.stages[name], branch.when):
                yield facts.place(branch.result.pointer), why
        free = [number for number, branch in enumerate(spec.branches) if branch.when.free]
        if free and spec.default is not None:
            yield facts.place(spec.default.pointer), _why(free[:1])


def _unforked(facts: StudFacts, spec: Spec) -> Iterator[tuple[Place, str]]:
    """The fan-outs with which a run ends, since they have fewer stages than one needs."""
    if profile_in_force(facts.pipeline, None, facts.options) != "reference":
        for result in spec.alternatives:
            if result.fork and len(result.stages) < FEWEST:
                yield facts.place(result.pointer), "a fan-out needs at least two stages"


def _why(takers: tuple[int, ...] | list[int]) -> str:
    """Why a branch is never taken, by the numbers of those that are taken in its place."""
    if not takers:
        return "no result meets its condition"
    numbers = " and ".join(str(number + 1) for number in takers)
    noun, verb = ("branch", "takes") if len(takers) == 1 else ("branches", "take")
    return f"{noun} {numbers} {verb} all that it would"


def _impossible(facts: StudFacts, stage: Stage, when: Condition) -> str:
    """Why no result of a stage has what a condition waits for, where a rule says so of its path or
    of each of its values; empty where one may have it."""
    if when.path is None or when.exists is False:
        return ""
    if not _possible(facts, stage, when.segments):
        return f"no result of {quote(stage.id)} has {quote(when.path)}"
    values = when.values or ()
    if not values or not all(misfit(facts, stage, when.segments, each) for each in values):
        return ""
    from phaselint.javascript.texts import json_of

    return f"{quote(when.path)} is never {' or '.join(quote(json_of(each)) for each in values)}"


def _possible(facts: StudFacts, stage: Stage, segments: Sequence[str]) -> bool:
    """Whether a result of a stage can have something at a path, as far as is known."""
    if segments[0] not in RESULT_FIELDS:
        return False
    if segments[0] != "parsed" or not schema_known(facts, stage):
        return True
    return lookup(stage.completion_schema, segments[1:]).answer != "no"


def _bounds(stage: Stage) -> Iterator[str]:
    if stage.turn_cap is not None:
        yield f"at most {plural(stage.turn_cap, 'turn')}"
    if stage.retry is not None and stage.retry.max_attempts is not None:
        yield f"at most {plural(stage.retry.max_attempts, 'attempt')}"
