"""The start of a run: what is refused, and what fails at once (reference §5.2 R1, R2)."""

from __future__ import annotations

from phaselint.dialects.records import Event, Outcome
from phaselint.dialects.stud.model import REQUIRED, RESERVED, RETRY_REQUIRED, Pipeline, RetryPolicy
from phaselint.dialects.stud.reading.placeholders import lex
from phaselint.dialects.stud.reading.policies import (
    join_policy,
    profile_in_force,
    profile_of,
    registered,
)
from phaselint.dialects.stud.running.events import broken
from phaselint.dialects.stud.running.memo import nothing_known
from phaselint.dialects.stud.running.script import read_context, read_world
from phaselint.dialects.stud.running.session import Failure, Law, State, Todo, World
from phaselint.dialects.stud.running.steps import proceed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator, Mapping, Sequence
    from typing import Any

    from phaselint.dialects.stud.model import Stage, StageFault, StudContract
    from phaselint.dialects.stud.running.events import Events
    from phaselint.dialects.stud.running.memo import Memos

MANIFEST_INVALID = "manifest-invalid"
NO_PIPELINE = "no-pipeline"

DEFINITION_INVALID = "StageDefinitionInvalid"
CAP_TOO_LOW = "StageTurnCapTooLow"
NO_WORLD = World()

REFUSALS: Mapping[StageFault, str] = {
    "absent": "stage-file-missing",
    "outside": "stage-file-missing",
    "unreadable": "syntax-error",
    "no-mapping": "syntax-error",
    "frontmatter-missing": "frontmatter-missing",
}
"""The rule that says about a stage without fields what is wrong with it."""


def begin(
    contract: StudContract,
    options: Mapping[str, Any],
    given: Any,
    world: Mapping[str, Any],
    memos: Memos,
) -> State:
    """The state before the first question, with all that happened before it; `memos` is what is
    known of the stages of the contract.

    Raises ScriptError where the input or the world is not well formed.
    """
    lone = contract.stage
    profile = profile_in_force(contract.pipeline, lone, options)
    ctx = read_context(given)
    scripted = read_world(world, reference=profile == "reference")
    pipeline = pipeline_of(contract)
    reasons = refusals(contract, pipeline, strict=options["refuse-invalid"])
    if reasons or pipeline is None:
        return State(ended=Outcome("refused", ", ".join(reasons or (NO_PIPELINE,))))
    law = law_of(contract, pipeline, options, memos)._replace(ctx=ctx)
    if scripted != NO_WORLD:
        law = law._replace(world=scripted, memo=nothing_known())
    events: list[Event] = []
    state = State(law, todo=Todo(pipeline.entry, (), None))
    state = _admitted(state, pipeline, contract.stages, options, events)
    return proceed(state, events)._replace(opening=tuple(events))


def law_of(
    contract: StudContract,
    pipeline: Pipeline,
    options: Mapping[str, Any],
    memos: Memos,
) -> Law:
    """What stays the same for all runs of a pipeline under these options, in no world of their
    own."""
    profile = profile_in_force(contract.pipeline, contract.stage, options)
    reference = profile == "reference"
    return Law(
        stages=contract.named(),
        specs=pipeline.specs,
        registry=_registry(pipeline, options),
        policy=join_policy(pipeline, options),
        outputs=pipeline.outputs or {},
        asked=options["hooks"] == "asked",
        reference=reference,
        most=options["max-stage-executions"],
        memo=memos.of(reference=reference),
        joins=_joins(pipeline),
    )


def pipeline_of(contract: StudContract) -> Pipeline | None:
    """The pipeline that runs; a stage alone is one of its own that then ends."""
    lone = contract.stage
    if contract.pipeline is not None or lone is None or lone.fault:
        return contract.pipeline
    return Pipeline(contract.file, lone.id, lone.id, (lone,), profile=lone.profile)


def refusals(contract: StudContract, pipeline: Pipeline | None, *, strict: bool) -> tuple[str, ...]:
    """Why no run is begun, each reason once: the manifest, and where it is `strict` a stage that
    cannot be read."""
    if contract.configuration:
        return (NO_PIPELINE,)
    if not contract.valid:
        return (MANIFEST_INVALID,)
    faults = [REFUSALS[stage.fault] for stage in contract.stages if stage.fault]
    return tuple(dict.fromkeys(faults)) if strict or pipeline is None else ()


def _registry(pipeline: Pipeline, options: Mapping[str, Any]) -> frozenset[str] | None:
    """The names of all registered tools; none where none are declared."""
    tools = registered(pipeline, options)
    return None if tools is None else frozenset(tools)


def _joins(pipeline: Pipeline) -> Mapping[str, tuple[str, ...]]:
    """Stage → the joins of the fan-outs that it is a sibling in."""
    found: dict[str, dict[str, None]] = {}
    for spec in pipeline.specs.values():
        for way in spec.alternatives:
            if way.fork and way.join is not None:
                for name in way.stages:
                    found.setdefault(name, {})[way.join] = None
    return {name: tuple(joins) for name, joins in found.items()}


def _admitted(
    state: State,
    pipeline: Pipeline,
    stages: Sequence[Stage],
    options: Mapping[str, Any],
    events: Events,
) -> State:
    """The state, ended if R1 finds something and should be obeyed."""
    if not options["refuse-invalid"]:
        return state
    found = tuple(_invalid(pipeline, stages, options))
    if not found:
        return state
    defects = tuple((f"{failure.kind}/{failure.code}", place) for failure, place in found)
    return broken(state, found[0][0], events)._replace(defects=defects)


def _invalid(
    pipeline: Pipeline, stages: Sequence[Stage], options: Mapping[str, Any]
) -> Iterator[tuple[Failure, Hashable]]:
    """What keeps the stages from being run (R1), each with its place: a file and a pointer. A run
    ends with the first. A field of a wrong type is as good as missing."""
    for stage in stages:
        own = (stage.file, *stage.base)
        for field in _lacking(stage, REQUIRED[profile_of(stage, options)]):
            failure = Failure("Validation", DEFINITION_INVALID, stage.id or None, field)
            yield failure, (*own, *field.split("."))
        if stage.turn_cap is not None and stage.turn_cap < 1:
            yield Failure("Validation", CAP_TOO_LOW, stage.id), (*own, "turnCap")
    ids: set[str] = set()
    for stage in stages:
        if stage.id in ids:
            entry = (pipeline.file, *stage.entry)
            yield Failure("Validation", DEFINITION_INVALID, stage.id), (*entry, "id")
        ids.add(stage.id)
    if pipeline.entry not in ids:
        key = "entryStage" if ids else "stages"
        yield Failure("Validation", DEFINITION_INVALID), (pipeline.file, key)


def refusal(state: State) -> str:
    """Why no run was begun: the reasons of a refusal, or the error of R1, which is told before any
    stage; empty for a run that was."""
    if state.ended is None:
        return ""
    if state.ended.kind == "refused":
        return state.ended.detail
    code = state.failure.code if state.failure else ""
    return state.ended.detail if code in (DEFINITION_INVALID, CAP_TOO_LOW) else ""


def _lacking(stage: Stage, required: Sequence[str]) -> Iterator[str]:
    """The required fields that a stage does not have, in order."""
    for field in required:
        if field == "body":
            if not isinstance(stage.value.get("body"), str) and stage.form != "markdown":
                yield field
        elif field == "retryPolicy" and isinstance(stage.value.get(field), dict):
            policy = stage.retry or RetryPolicy()
            known = (policy.max_attempts, policy.backoff)
            for key, value in zip(RETRY_REQUIRED, known, strict=True):
                if value is None:
                    yield f"{field}.{key}"
        elif not stage.has(field):
            yield field


def sample(contract: StudContract) -> Mapping[str, Any]:
    """An input with a made-up text for every context name that a run needs: those declared as
    required, or where none are declared those that placeholders read."""
    pipeline = contract.pipeline
    if pipeline is not None and pipeline.context is not None:
        parts = (pipeline.context.everywhere, *pipeline.context.by_stage.values())
        names = [name for part in parts for name in part.required]
    else:
        names = [
            str(found.path[1])
            for stage in contract.stages
            for found in lex(stage.body.text)
            if found.path is not None and found.path[0] == "ctx" and len(found.path) > 1
        ]
    ctx = {name: f"some {name}" for name in names if name not in RESERVED}
    return {"ctx": ctx} if ctx else {}
