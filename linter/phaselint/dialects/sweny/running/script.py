"""Scripted answers ↔ choices, the world of a script, and events as readable lines (§10).

An answer of the model is what the client returns for a run, every key optional

    status: success              # or failed, skipped
    data: {…}
    toolCalls: [{tool: t, input: …, output: …, status: error}]

an answer of the router is a target, or `nth: 2` for the target of the second choice offered, an
answer to a side question (a judge, a reflection) is a string. Instead of any of them, `throw: why`
makes the call fail.

The world, every key optional:

    skills: builtin              # those built in and discovered; `none`; or a list of
                                 # {id, name, category, tools: [name], instruction, mcp,
                                 #  config: {KEY: {required, env}}, mcpAliases: {name: [name]}}
                                 # next to the discovered ones. Inline ones always exist.
    env: {NAME: value}           # the environment; absent: what skills of phaselint need is set
    files: {path: text}          # files that sources name, over those of the project
    urls: {url: text}            # what is fetched, or a HTTP status; any other is unreachable
    offline: true                # nothing is fetched
    raw: true                    # the file without the defaults of the schema (reference §4.7)
"""

from __future__ import annotations

from phaselint.dialects.protocol import ScriptError
from phaselint.dialects.records import Choice
from phaselint.dialects.sweny.running.results import Ran, Said, Threw
from phaselint.dialects.sweny.running.sourcetexts import Outside
from phaselint.dialects.sweny.running.toolbox import Setting, Tooling
from phaselint.vocabulary.record import NamedTuple
from phaselint.vocabulary.suggest import unknown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from phaselint.dialects.sweny.running.results import Answer, Status
    from phaselint.dialects.sweny.running.toolbox import Registered
    from phaselint.vocabulary.finding import Pointer

THROW = "throw"
NTH = "nth"
RUN_KEYS = ("status", "data", "toolCalls", THROW)
CALL_KEYS = ("tool", "input", "output", "status")
CALL_STATUSES = ("success", "error")
STATUSES: tuple[Status, ...] = ("success", "failed", "skipped")
WORLD_KEYS = ("skills", "env", "files", "urls", "offline", "raw")
SKILL_KEYS = (
    *("id", "name", "description", "category", "tools", "instruction", "config", "mcp"),
    "mcpAliases",
)
SETTING_KEYS = ("description", "required", "env")


class World(NamedTuple):
    """The part of a script about everything outside the model and the workflow."""

    registered: Registered = "builtin"
    env: Mapping[str, str] | None = None
    outside: Outside = Outside()
    raw: bool = False


# --- answers ----------------------------------------------------------------------------------


def read_run(answer: Any) -> Choice:
    """The choice of a scripted model run. Raises ScriptError where it is not well formed."""
    _mapping(answer, (), RUN_KEYS, "an answer of the model must be a mapping")
    if THROW in answer:
        return Choice("model", _threw(answer))
    status = answer.get("status", "success")
    if status not in STATUSES:
        raise ScriptError(("status",), unknown("status", str(status), STATUSES))
    data = answer.get("data")
    data = {} if data is None else data
    if not isinstance(data, dict):
        raise ScriptError(("data",), "`data` must be a mapping")
    calls = answer.get("toolCalls", [])
    if not isinstance(calls, list):
        raise ScriptError(("toolCalls",), "`toolCalls` must be a list of calls")
    return Choice("model", Ran(status, data, tuple(_calls(calls))))


def _calls(calls: Sequence[Any]) -> list[dict[str, Any]]:
    for index, call in enumerate(calls):
        pointer = ("toolCalls", index)
        _mapping(call, pointer, CALL_KEYS, "a call must be a mapping with `tool`")
        if not isinstance(call.get("tool"), str):
            raise ScriptError(pointer, "a call must be a mapping with `tool`")
        if "status" in call and call["status"] not in CALL_STATUSES:
            wrong = unknown("status", str(call["status"]), CALL_STATUSES)
            raise ScriptError((*pointer, "status"), wrong)
    return [{"input": {}, **call} for call in calls]


def read_route(answer: Any, offered: Sequence[str]) -> Choice:
    """The choice of a scripted route answer; `offered` are the targets of the choices."""
    if isinstance(answer, str):
        return Choice("model", Said(answer), "route")
    wrong = "a route answer must be a target, `nth` or `throw`"
    _mapping(answer, (), (NTH, THROW), wrong)
    if THROW in answer:
        return Choice("model", _threw(answer), "route")
    number = answer.get(NTH)
    if not isinstance(number, int) or isinstance(number, bool):
        raise ScriptError((), wrong)
    if not 0 < number <= len(offered):
        raise ScriptError((NTH,), f"the router is offered {len(offered)} choices")
    return Choice("model", Said(offered[number - 1]), "route")


def read_ask(answer: Any) -> Choice:
    """The choice of a scripted answer to a side question."""
    if isinstance(answer, str):
        return Choice("model", Said(answer), "ask")
    wrong = "an answer to a side question must be a string or `throw`"
    _mapping(answer, (), (THROW,), wrong)
    if THROW not in answer:
        raise ScriptError((), wrong)
    return Choice("model", _threw(answer), "ask")


def _threw(answer: Mapping[str, Any]) -> Threw:
    if not isinstance(answer[THROW], str):
        raise ScriptError((THROW,), "`throw` must be the text of the error")
    if len(answer) > 1:
        raise ScriptError((), "`throw` must be the only key")
    return Threw(answer[THROW])


def write(choice: Choice) -> Any:
    """The shortest answer that is read as a choice, as JSON values."""
    value: Answer = choice.value
    if isinstance(value, Threw):
        return {THROW: value.text}
    if isinstance(value, Said):
        return value.text
    written = value.as_json()
    plain = Ran().as_json()
    return {key: part for key, part in written.items() if part != plain[key]}


# --- world ------------------------------------------------------------------------------------


def read_world(world: Mapping[str, Any]) -> World:
    """The world of a script. Raises ScriptError where it is not well formed."""
    at: Pointer = ("world",)
    _mapping(world, at, WORLD_KEYS, "`world` must be a mapping")
    for key in ("offline", "raw"):
        if not isinstance(world.get(key, False), bool):
            raise ScriptError((*at, key), f"`{key}` must be `true` or `false`")
    urls = world.get("urls", {})
    if not isinstance(urls, dict) or not all(
        isinstance(each, (str, int)) for each in urls.values()
    ):
        raise ScriptError((*at, "urls"), "`urls` must map each URL to its text or an HTTP status")
    return World(
        _skills(world.get("skills", "builtin"), (*at, "skills")),
        _texts(world["env"], (*at, "env")) if "env" in world else None,
        Outside(_texts(world.get("files", {}), (*at, "files")), urls, world.get("offline", False)),
        world.get("raw", False),
    )


def _skills(value: Any, at: Pointer) -> Registered:
    if value == "builtin":
        return "builtin"
    if value == "none":
        return "none"
    if not isinstance(value, list):
        raise ScriptError(at, "`skills` must be `builtin`, `none` or a list of skills")
    return tuple(_skill(entry, (*at, index)) for index, entry in enumerate(value))


def _skill(entry: Any, at: Pointer) -> Tooling:
    _mapping(entry, at, SKILL_KEYS, "a skill must be a mapping with `id`")
    id = entry.get("id")
    if not isinstance(id, str):
        raise ScriptError(at, "a skill must be a mapping with `id`")
    for key in ("name", "instruction"):
        if not isinstance(entry.get(key, ""), str):
            raise ScriptError((*at, key), f"`{key}` must be a string")
    aliases = entry.get("mcpAliases", {})
    if not isinstance(aliases, dict):
        raise ScriptError((*at, "mcpAliases"), "`mcpAliases` must map tools to lists of tools")
    return Tooling(
        id,
        name=entry.get("name", id),
        tools=_names(entry.get("tools", []), (*at, "tools")),
        instruction=entry.get("instruction"),
        settings=_settings(entry.get("config", {}), (*at, "config")),
        aliases={name: _names(given, (*at, "mcpAliases", name)) for name, given in aliases.items()},
    )


def _settings(value: Any, at: Pointer) -> tuple[Setting, ...]:
    _mapping(value, at, None, "`config` must be a mapping")
    found = []
    for key, field in value.items():
        _mapping(field, (*at, key), SETTING_KEYS, "a field of `config` must be a mapping")
        env = field.get("env", "")
        if not isinstance(env, str):
            raise ScriptError((*at, key, "env"), "`env` must be a name")
        found.append(Setting(key, env, field.get("required") is True))
    return tuple(found)


def _names(value: Any, at: Pointer) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(name, str) for name in value):
        raise ScriptError(at, f"`{at[-1]}` must be a list of names")
    return tuple(value)


def _texts(value: Any, at: Pointer) -> Mapping[str, str]:
    if not isinstance(value, dict) or not all(isinstance(each, str) for each in value.values()):
        raise ScriptError(at, f"`{at[-1]}` must map names to strings")
    return value


def _mapping(value: Any, at: Pointer, known: Sequence[str] | None, wrong: str) -> None:
    """Raise ScriptError if a value isn't a mapping, or has an unknown key."""
    if not isinstance(value, dict):
        raise ScriptError(at, wrong)
    for key in value:
        if known is not None and key not in known:
            raise ScriptError((*at, key), unknown("key", key, known))
