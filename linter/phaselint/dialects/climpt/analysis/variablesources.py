"""Where the variables of a step's prompt get their values: four channels (reference §4.6).

Names are as a run knows them: without the prefix `uv-`, which it strips from declared names.
"""

from __future__ import annotations

from phaselint.dialects.climpt.model import ISSUE
from phaselint.vocabulary.message import NOTHING, Message, message
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Literal

    from phaselint.dialects.climpt.model import Agent, ClimptContract, Input, Parameter, Step
    from phaselint.dialects.climpt.spelling import Generation

    Channel = Literal["parameter", "run", "handler", "loop", "input"]


PREFIX = "uv-"


class Runtime(NamedTuple):
    """When the runtime itself supplies a name: in steps of the flow only (`flow`), not in the first
    iteration (`later`), only if the verdict's configuration has a key (`config`), or for some
    verdict types alone (`types`)."""

    channel: Channel
    flow: bool = False
    later: bool = False
    config: str = ""
    types: tuple[str, ...] = ()


RUNTIME: Mapping[str, Runtime] = {
    "iteration": Runtime("handler"),
    "completed_iterations": Runtime("handler", later=True),
    "completion_keyword": Runtime("handler", config="verdictKeyword"),
    "max_iterations": Runtime("loop", flow=True),
    "remaining": Runtime("loop", flow=True),
    "previous_summary": Runtime("loop", flow=True, later=True),
    "check_count": Runtime("loop", flow=True, config="maxChecks"),
    "max_checks": Runtime("loop", flow=True, config="maxChecks"),
}
"""The names of channels 2 and 3."""

_LIMITED = ("count:iteration", "poll:state")
_CHECKED = ("count:check",)
_STRUCTURED = ("detect:structured",)

HANDLED: Mapping[str, Runtime] = {
    "iteration": Runtime("handler"),
    "completed_iterations": Runtime("handler", later=True),
    "completion_keyword": Runtime("handler", config="verdictKeyword"),
    "max_iterations": Runtime("handler", types=_LIMITED),
    "remaining": Runtime("handler", types=(*_LIMITED, *_CHECKED)),
    "previous_summary": Runtime("handler", later=True),
    "check_count": Runtime("handler", types=_CHECKED),
    "max_checks": Runtime("handler", types=_CHECKED),
    "signal_type": Runtime("handler", config="signalType", types=_STRUCTURED),
    "required_fields": Runtime("handler", config="requiredFields", types=_STRUCTURED),
}
"""What a verdict handler supplies to the prompts that it sends (1.14 §4.5)."""

GIVEN: Mapping[Generation, tuple[str, ...]] = {"1.11": (), "1.13": (), "1.14": (ISSUE,)}
"""The arguments that every run has, even if they aren't parameters (1.14 §3.4)."""


class Source(NamedTuple):
    """What supplies a variable.

    `certain` tells that there is a value whenever the step runs. `lacking` says in words why there
    never is a value, if that is so.
    """

    name: str
    channel: Channel
    certain: bool
    lacking: Message = NOTHING
    parameter: Parameter | None = None
    taken: Input | None = None


def plain(name: str) -> str:
    """A declared name as runs know it."""
    return name.removeprefix(PREFIX)


def inert(step: Step) -> bool:
    """Whether no run ever builds the prompt of a step: it is a section, or runs a subprocess."""
    return step.section or (step.kind == "closure" and step.runner is not None)


def origin(taken: Input) -> tuple[str, str] | None:
    """The step and the key that an input reads; none if it reads none, or its `from` is
    malformed."""
    step, _, key = taken.source.rpartition(".")
    return (step, key) if step else None


def malformed(taken: Input) -> bool:
    """Whether the `from` of an input has no step before its last dot."""
    return bool(taken.source) and origin(taken) is None


def derived(taken: Input) -> str:
    """The name of the variable of an input; empty if its `from` is malformed."""
    if not taken.source:
        return taken.name
    found = origin(taken)
    return f"{found[0].replace('.', '_')}_{found[1]}" if found else ""


def guaranteed(parameter: Parameter) -> bool:
    """Whether every run that starts has a non-empty value for a parameter."""
    return not is_empty(parameter) if parameter.has_default else parameter.required


def is_empty(parameter: Parameter) -> bool:
    """Whether the default of a parameter is an empty string, which counts as missing."""
    return parameter.has_default and parameter.default in ("", [])


def sources(
    contract: ClimptContract, steps: Iterable[Step], runtime: Mapping[str, Runtime] = RUNTIME
) -> Mapping[str, Mapping[str, tuple[Source, ...]]]:
    """Step → variable → everything that might supply it; `runtime` is what the runtime itself
    supplies.

    Of several, the runtime's own comes first, then the parameter, then the input: the order in
    which a run uses them. Except for inputs, all steps other than closure steps have the same.
    """
    shared = {closes: _shared(contract, closes, runtime) for closes in (False, True)}
    return {step.key: _with_inputs(shared[step.kind == "closure"], step) for step in steps}


def _shared(
    contract: ClimptContract, closes: bool, runtime: Mapping[str, Runtime]
) -> dict[str, tuple[Source, ...]]:
    """What supplies variables of closure steps, or of other steps."""
    told = {name: _of_runtime(contract.agent, closes, name, each) for name, each in runtime.items()}
    found: dict[str, tuple[Source, ...]] = {
        name: (source,) for name, source in told.items() if name in RUNTIME or not source.lacking
    }
    parameters = contract.agent.parameters if contract.agent else {}
    given = GIVEN[contract.generation]
    for name in given:
        if name not in parameters:
            found[name] = (Source(name, "run", certain=True),)
    for parameter in parameters.values():
        certain = guaranteed(parameter) or parameter.name in given
        lacking = NOTHING if certain or not is_empty(parameter) else message("its default is empty")
        source = Source(parameter.name, "parameter", certain, lacking, parameter=parameter)
        found[parameter.name] = (*found.get(parameter.name, ()), source)
    return found


def _with_inputs(
    shared: dict[str, tuple[Source, ...]], step: Step
) -> Mapping[str, tuple[Source, ...]]:
    """What is shared, and in addition what the inputs of a step supply."""
    found = shared.copy() if step.inputs else shared
    for taken in step.inputs:
        name = derived(taken)
        if name:
            certain = taken.required is True or taken.has_default
            source = Source(name, "input", certain, taken=taken)
            found[name] = (*found.get(name, ()), source)
    return found


def _of_runtime(agent: Agent | None, closes: bool, name: str, runtime: Runtime) -> Source:
    lacking = NOTHING
    if runtime.flow and closes:
        lacking = message("a closure step doesn't have it")
    elif runtime.config and agent is not None and not (agent.config or {}).get(runtime.config):
        lacking = message("the verdict's configuration has no `{}`", runtime.config)
    elif runtime.types and agent is not None and agent.verdict not in runtime.types:
        lacking = message("the handler of `{}` doesn't supply it", agent.verdict)
    certain = not (lacking or runtime.later or runtime.config)
    return Source(name, runtime.channel, certain, lacking)
