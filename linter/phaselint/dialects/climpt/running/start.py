"""The start of a run: arguments, admission, the law (reference §3.1, §4.1)."""

from __future__ import annotations

from phaselint.dialects.climpt.model import (
    DEFAULT_MAX_ITERATIONS,
    VALIDATION_KEYS,
    VERDICT_TYPES,
    Agent,
    Registry,
)
from phaselint.dialects.climpt.running.agentchecks import DEFAULT_VERDICT
from phaselint.dialects.climpt.running.failure import refused_at
from phaselint.dialects.climpt.running.promptlibrary import Library, with_files
from phaselint.dialects.climpt.running.promptvariables import RUNTIME_NAMES
from phaselint.dialects.climpt.running.releases import release_of
from phaselint.dialects.climpt.running.script import read_input, read_world
from phaselint.dialects.climpt.running.session import Kept, Law, State, Tried
from phaselint.dialects.climpt.running.settingschecks import settings
from phaselint.dialects.climpt.running.steps import proceed
from phaselint.dialects.climpt.running.validationsteps import fitting_block
from phaselint.dialects.records import Event, Outcome

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

    from phaselint.dialects.climpt.model import ClimptContract, Parameter
    from phaselint.dialects.climpt.running.failure import Failure
    from phaselint.dialects.climpt.running.script import World
    from phaselint.dialects.climpt.running.session import Events, Release

_NEUTRAL: Mapping[str, Any] = {"string": "x", "number": 1, "boolean": True, "array": ["x"]}


def begin(
    contract: ClimptContract,
    options: Mapping[str, Any],
    given: Any,
    world: Mapping[str, Any],
    shelf: Callable[[], Library],
) -> State:
    """The state before the first answer, with everything that happened before it; `shelf` gives the
    library of the contract.

    Raises ScriptError if input or world aren't well formed.
    """
    release = release_of(contract)
    scripted, args = read_world(world), with_defaults(contract, read_input(given))
    refused = release.refusal(contract, args) if options["refuse-invalid"] else None
    if refused is not None:
        return _refused(release, refused)
    registry = contract.registry or Registry("")
    agent = contract.agent or stand_in(registry)
    entry = registry.entry_of(agent.verdict)
    if entry not in registry.steps:
        reason = f"no entry step for the verdict type `{agent.verdict}`"
        missing = refused_at(release.no_entry, reason, ("entryStepMapping", agent.verdict))
        return _refused(release, missing)
    law = _law(contract, registry, agent, args, scripted, shelf)
    known = settings(contract, stand_in=not options["refuse-invalid"])
    law = law._replace(
        settings=known.settings,
        barred=known.barred,
        checked=bool(options["check-answers"]),
        most=options.get("max-iterations") or law.most,
    )
    events: Events = [Event("start", {"entry": entry, "verdict": agent.verdict}, entry)]
    state = proceed(State(law, entry, supplies=scripted.supplies), events)
    return state._replace(opening=tuple(events))


def law_of(contract: ClimptContract, tried: Tried, shelf: Callable[[], Library]) -> Law:
    """The law of runs of a contract, as far as it decides which answers are possible."""
    registry = contract.registry or Registry("")
    agent = contract.agent or stand_in(registry)
    scripted, args = read_world({}), with_defaults(contract, {})
    return _law(contract, registry, agent, args, scripted, shelf)._replace(tried=tried)


def _refused(release: Release, failure: Failure) -> State:
    law = Law(
        Registry(""), Agent(""), Library(), tried=Tried({}, {}, {}), made=Kept(), release=release
    )
    told = {"code": failure.code, "reason": failure.reason}
    event = Event("refused", {**told, "codes": list(failure.codes)} if failure.codes else told)
    return State(law, failure=failure, ended=Outcome("refused", failure.code), opening=(event,))


def _law(
    contract: ClimptContract,
    registry: Registry,
    agent: Agent,
    args: Mapping[str, Any],
    world: World,
    shelf: Callable[[], Library],
) -> Law:
    read = {each.source for step in registry.steps.values() for each in step.inputs}
    validation = registry.validation.get(VALIDATION_KEYS.get(agent.verdict, ""))
    return Law(
        registry=registry,
        agent=agent,
        library=with_files(shelf(), contract, world.files),
        tried=Tried({}, {}, {}),
        made=Kept(),
        release=release_of(contract),
        args=args,
        config={"maxIterations": DEFAULT_MAX_ITERATIONS, **(agent.config or {})},
        most=agent.max_iterations,
        validation=validation,
        schemas=contract.schemas,
        payload=world.payload,
        sources=tuple(sorted(read)),
        lenient=world.lenient,
        block=fitting_block(validation) if validation else "",
    )


def stand_in(registry: Registry) -> Agent:
    """The agent of a registry alone: its verdict type is the first one with an entry."""
    mapped = (key for key in registry.mapping or {} if key in VERDICT_TYPES)
    verdict = next(mapped, DEFAULT_VERDICT)
    return Agent("", registry.agent_id, verdict=verdict, tools=(), github=False)


def with_defaults(contract: ClimptContract, given: Mapping[str, Any]) -> Mapping[str, Any]:
    """Arguments as the command line passes them: with the parameters' defaults."""
    parameters = contract.agent.parameters if contract.agent else {}
    defaults = {name: each.default for name, each in parameters.items() if each.has_default}
    return {**release_of(contract).always, **defaults, **given}


def sample(contract: ClimptContract) -> Mapping[str, Any]:
    """Arguments with which a run can start: a neutral value for every parameter without a default.
    For a registry alone the parameters aren't known, and every variable that a step declares might
    be one."""
    if contract.agent is not None:
        parameters = contract.agent.parameters
        return {name: _value(each) for name, each in parameters.items() if not each.has_default}
    steps = contract.registry.steps.values() if contract.registry else ()
    declared = (name.removeprefix("uv-") for step in steps for name in step.variables)
    return {name: "x" for name in declared if name not in RUNTIME_NAMES}


def samples(contract: ClimptContract) -> tuple[Mapping[str, Any], ...]:
    """Two starts of an agent: with all its parameters, and with the required ones only. One if
    these are all."""
    whole = sample(contract)
    if contract.agent is None:
        return (whole,)
    parameters = contract.agent.parameters
    least = {name: value for name, value in whole.items() if parameters[name].required}
    return (whole,) if least == whole else (whole, least)


def _value(parameter: Parameter) -> Any:
    return _NEUTRAL.get(parameter.type, "x")
