"""The rules of agent.json that a start checks (reference §3.2, layer agent-config).

Written against the raw value and apart from the shapes that the linter reports from.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from phaselint.dialects.climpt.model import DEFAULT_MAX_ITERATIONS, VERDICT_TYPES
from phaselint.javascript.values import is_truthy

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

DEFAULT_VERDICT = "count:iteration"
PERMISSIONS = ("default", "plan", "acceptEdits", "bypassPermissions")
LOG_FORMATS = ("jsonl", "text")
LEGACY = ("behavior", "prompts", "logging")

_NAME = re.compile(r"[a-z][a-z0-9-]*")
_VERSION = re.compile(r"\d+\.\d+\.\d+")


def object_at(value: Any, *names: str) -> Mapping[str, Any]:
    """The object at a path, an empty one where there is none."""
    for name in names:
        value = value.get(name) if isinstance(value, dict) else None
    return value if isinstance(value, dict) else {}


def verdict_type(agent: Mapping[str, Any]) -> Any:
    """The verdict type after defaults are applied."""
    return object_at(agent, "runner", "verdict").get("type") or DEFAULT_VERDICT


def verdict_config(agent: Mapping[str, Any]) -> dict[str, Any]:
    """The verdict's configuration after defaults are applied, which is for every type."""
    config = object_at(agent, "runner", "verdict", "config")
    return {"maxIterations": DEFAULT_MAX_ITERATIONS, **config}


def raw_faults(agent: Mapping[str, Any]) -> Iterator[str]:
    """What is wrong before defaults are applied."""
    for key in ("name", "displayName", "runner"):
        if not is_truthy(agent.get(key)):
            yield f"`{key}` is missing"
    if not is_truthy(agent.get("runner")) and any(key in agent for key in LEGACY):
        yield "the format is that of version 1.11"
    yield from _named_faults(agent)
    verdict = object_at(agent, "runner", "verdict")
    kind = verdict.get("type")
    if kind and kind not in VERDICT_TYPES:
        yield f"unknown verdict type `{kind}`"
    if isinstance(verdict.get("config"), dict):
        yield from _config_faults(kind, verdict["config"])
    yield from _runner_faults(object_at(agent, "runner"))
    yield from _parameter_faults(object_at(agent, "parameters"))


def faults_after_defaults(agent: Mapping[str, Any]) -> Iterator[str]:
    """What is wrong once defaults are applied, beyond what is before."""
    if not object_at(agent, "runner", "flow").get("systemPromptPath"):
        yield "`runner.flow.systemPromptPath` is missing"
    yield from _config_faults(verdict_type(agent), verdict_config(agent))


def _named_faults(agent: Mapping[str, Any]) -> Iterator[str]:
    name, version = agent.get("name"), agent.get("version")
    if name and not (isinstance(name, str) and _NAME.fullmatch(name)):
        yield "`name` is malformed"
    if version and not (isinstance(version, str) and _VERSION.fullmatch(version)):
        yield "`version` is malformed"


def _config_faults(kind: Any, config: Mapping[str, Any]) -> Iterator[str]:
    """What a verdict type lacks in its configuration."""
    wanted = {
        "detect:keyword": "verdictKeyword",
        "meta:custom": "handlerPath",
        "detect:structured": "signalType",
        "meta:composite": "operator",
    }.get(kind)
    if wanted and not config.get(wanted):
        yield f"`{wanted}` is missing"
    counted = {"count:iteration": "maxIterations", "count:check": "maxChecks"}.get(kind)
    if counted and not _positive(config.get(counted)):
        yield f"`{counted}` is not a positive number"
    if kind == "meta:composite" and not _filled_list(config.get("conditions")):
        yield "`conditions` is empty"


def _positive(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool) and value > 0


def _filled_list(value: Any) -> bool:
    return isinstance(value, list) and bool(value)


def _runner_faults(runner: Mapping[str, Any]) -> Iterator[str]:
    mode = object_at(runner, "boundaries").get("permissionMode")
    if mode and mode not in PERMISSIONS:
        yield f"unknown permission mode `{mode}`"
    logging = object_at(runner, "logging")
    form, directory = logging.get("format"), logging.get("directory")
    if form and form not in LOG_FORMATS:
        yield f"unknown logging format `{form}`"
    if directory and not isinstance(directory, str):
        yield "`logging.directory` is no text"
    registry = object_at(runner, "flow", "prompts").get("registry")
    if registry and not isinstance(registry, str):
        yield "`prompts.registry` is no text"


def _parameter_faults(parameters: Mapping[str, Any]) -> Iterator[str]:
    flags: set[str] = set()
    for key, parameter in parameters.items():
        given = parameter if isinstance(parameter, dict) else {}
        cli, kind = given.get("cli"), given.get("type")
        if not isinstance(cli, str) or not cli.startswith("--"):
            yield f"parameter `{key}` has no flag"
        elif cli in flags:
            yield f"flag `{cli}` is used twice"
        else:
            flags.add(cli)
        if not kind:
            yield f"parameter `{key}` has no type"
        elif "default" in given and not _is_of(given["default"], kind):
            yield f"the default of parameter `{key}` is no {kind}"


def _is_of(value: Any, kind: Any) -> bool:
    if kind == "number":
        return isinstance(value, (int, float)) and not isinstance(value, bool)
    wanted = {"string": str, "boolean": bool, "array": list}.get(str(kind))
    return wanted is None or isinstance(value, wanted)
