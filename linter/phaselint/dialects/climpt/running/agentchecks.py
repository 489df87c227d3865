"""The rules of agent.json that a start checks (reference §3.2, layer agent-config). Those about
boundaries belong to release 1.13 only (1.14 §3.1).

Written against the raw value, independently of the shapes that the linter reports from.
"""

from __future__ import annotations

from collections.abc import Mapping

from phaselint.dialects.climpt.model import DEFAULT_MAX_ITERATIONS, VERDICT_TYPES
from phaselint.javascript.values import is_truthy

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from phaselint.dialects.climpt.running.failure import Fault
    from phaselint.vocabulary.finding import Pointer

DEFAULT_VERDICT = "count:iteration"
PERMISSIONS = ("default", "plan", "acceptEdits", "bypassPermissions")
LOG_FORMATS = ("jsonl", "text")
LEGACY = ("behavior", "prompts", "logging")
VERDICT = ("runner", "verdict")
CONFIG = (*VERDICT, "config")
REGISTRY = ("runner", "flow", "prompts", "registry")

_LETTERS = "abcdefghijklmnopqrstuvwxyz"


def object_at(value: Any, *names: str) -> Mapping[str, Any]:
    """The object at a path, an empty one if there is none."""
    for name in names:
        value = value.get(name) if isinstance(value, dict) else None
    return value if isinstance(value, dict) else {}


def verdict_type(agent: Mapping[str, Any]) -> Any:
    """The verdict type after defaults are applied: an empty string counts as given."""
    given = object_at(agent, "runner", "verdict").get("type")
    return DEFAULT_VERDICT if given is None else given


def verdict_config(agent: Mapping[str, Any]) -> dict[str, Any]:
    """The verdict's configuration after defaults are applied, which applies to every type."""
    config = object_at(agent, "runner", "verdict", "config")
    return {"maxIterations": DEFAULT_MAX_ITERATIONS, **config}


def raw_faults(agent: Mapping[str, Any]) -> Iterator[Fault]:
    """What is wrong before defaults are applied: the names must exist, with any value."""
    for key in ("name", "displayName", "runner"):
        if key not in agent:
            yield f"`{key}` is missing", (key,)
    for key in LEGACY if "runner" not in agent else ():
        if key in agent:
            yield f"`{key}` has the format of version 1.11", (key,)
    yield from _named_faults(agent)
    verdict = object_at(agent, "runner", "verdict")
    kind = verdict.get("type")
    if is_truthy(kind) and kind not in VERDICT_TYPES:
        yield f"unknown verdict type `{kind}`", (*VERDICT, "type")
    if isinstance(verdict.get("config"), dict):
        yield from _config_faults(kind, verdict["config"])
    yield from _runner_faults(object_at(agent, "runner"))
    yield from _parameter_faults(object_at(agent, "parameters"))


def faults_after_defaults(agent: Mapping[str, Any]) -> Iterator[Fault]:
    """What else is wrong once defaults are applied: no value can be empty."""
    runner = object_at(agent, "runner")
    if not is_truthy(object_at(runner, "flow").get("systemPromptPath")):
        reason = "`runner.flow.systemPromptPath` is missing"
        yield reason, ("runner", "flow", *(("systemPromptPath",) if "flow" in runner else ()))
    if not is_truthy(verdict_type(agent)):
        yield "`runner.verdict.type` is empty", (*VERDICT, "type")
    yield from _empty_faults(runner, _DEFAULTED)
    yield from _config_faults(verdict_type(agent), verdict_config(agent))


Defaulted = Mapping[tuple[tuple[str, ...], str], bool]
"""Members of `runner` with a default if they are absent, and whether the default also replaces
null."""

_DEFAULTED: Defaulted = {
    (("flow", "prompts"), "registry"): True,
    (("logging",), "directory"): False,
    (("logging",), "format"): False,
}
_BOUNDARIES: Defaulted = {
    (("boundaries",), "allowedTools"): True,
    (("boundaries",), "permissionMode"): True,
}


def _empty_faults(runner: Mapping[str, Any], members: Defaulted) -> Iterator[Fault]:
    for (name, key), nulls in members.items():
        given = object_at(runner, *name).get(key, True)
        if not is_truthy(True if given is None and nulls else given):
            yield f"`runner.{'.'.join((*name, key))}` is empty", ("runner", *name, key)


def boundary_faults(agent: Mapping[str, Any]) -> Iterator[Fault]:
    """What is wrong with the boundaries before defaults are applied."""
    mode = object_at(agent, "runner", "boundaries").get("permissionMode")
    if is_truthy(mode) and mode not in PERMISSIONS:
        place = ("runner", "boundaries", "permissionMode")
        yield f"unknown permission mode `{mode}`", place


def empty_boundary_faults(agent: Mapping[str, Any]) -> Iterator[Fault]:
    """What is wrong with the boundaries once defaults are applied."""
    yield from _empty_faults(object_at(agent, "runner"), _BOUNDARIES)


def _named_faults(agent: Mapping[str, Any]) -> Iterator[Fault]:
    for key, fits in (("name", _is_name), ("version", _is_version)):
        given = agent.get(key)
        if key in agent and not (isinstance(given, str) and fits(given)):
            yield f"`{key}` is malformed", (key,)


def _is_name(text: str) -> bool:
    """`[a-z][a-z0-9-]*`"""
    return bool(text) and text[0] in _LETTERS and not text.strip(f"{_LETTERS}0123456789-")


def _is_version(text: str) -> bool:
    r"""`\d+\.\d+\.\d+`"""
    numbers = text.split(".")
    return len(numbers) == 3 and all(map(str.isdecimal, numbers))


def _config_faults(kind: Any, config: Mapping[str, Any]) -> Iterator[Fault]:
    """What a verdict type lacks in its configuration."""
    word = kind if isinstance(kind, str) else ""
    wanted = _NAMED.get(word)
    if wanted and not is_truthy(config.get(wanted)):
        yield f"`{wanted}` is missing", (*CONFIG, wanted)
    counted = _COUNTED.get(word)
    if counted and not _positive(config.get(counted)):
        yield f"`{counted}` is not a positive number", (*CONFIG, counted)
    if kind == "meta:composite" and not _filled_list(config.get("conditions")):
        yield "`conditions` is empty", (*CONFIG, "conditions")


_NAMED: Mapping[str, str] = {
    "detect:keyword": "verdictKeyword",
    "meta:custom": "handlerPath",
    "detect:structured": "signalType",
    "meta:composite": "operator",
}
_COUNTED: Mapping[str, str] = {"count:iteration": "maxIterations", "count:check": "maxChecks"}


def _positive(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool) and value > 0


def _filled_list(value: Any) -> bool:
    return isinstance(value, list) and bool(value)


def _runner_faults(runner: Mapping[str, Any]) -> Iterator[Fault]:
    logging = object_at(runner, "logging")
    form, directory = logging.get("format"), logging.get("directory")
    if is_truthy(form) and form not in LOG_FORMATS:
        yield f"unknown logging format `{form}`", ("runner", "logging", "format")
    if is_truthy(directory) and not isinstance(directory, str):
        yield "`logging.directory` isn't a string", ("runner", "logging", "directory")
    registry = object_at(runner, "flow", "prompts").get("registry")
    if is_truthy(registry) and not isinstance(registry, str):
        yield "`prompts.registry` isn't a string", REGISTRY


def _parameter_faults(parameters: Mapping[str, Any]) -> Iterator[Fault]:
    flags: set[str] = set()
    for key, parameter in parameters.items():
        place: Pointer = ("parameters", key)
        if not isinstance(parameter, dict):
            yield f"parameter `{key}` has no flag", place
            yield f"parameter `{key}` has no type", place
            continue
        given = parameter
        cli, kind = given.get("cli"), given.get("type")
        if not isinstance(cli, str) or not cli.startswith("--"):
            yield f"parameter `{key}` has no flag", (*place, "cli")
        elif cli in flags:
            yield f"flag `{cli}` is used twice", (*place, "cli")
        else:
            flags.add(cli)
        if not is_truthy(kind):
            yield f"parameter `{key}` has no type", (*place, "type")
        elif "default" in given and not _is_of(given["default"], kind):
            reason = f"the default of parameter `{key}` isn't of type {kind}"
            yield reason, (*place, "default")


def _is_of(value: Any, kind: Any) -> bool:
    if kind == "number":
        return isinstance(value, (int, float)) and not isinstance(value, bool)
    wanted = {"string": str, "boolean": bool, "array": list}.get(str(kind))
    return wanted is None or isinstance(value, wanted)
