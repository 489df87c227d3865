"""The skills of a run: their names, their configuration and their aliases (reference §5.2,
§5.8, §5.15)."""

from __future__ import annotations

from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from typing import Any, Literal

    from phaselint.dialects.sweny.model import Skill, SwenyContract
    from phaselint.vocabulary.finding import Pointer


class Setting(NamedTuple):
    """A configuration field of a skill; without `env` nothing can set it."""

    key: str
    env: str = ""
    required: bool = True


class Tooling(NamedTuple):
    """A skill as a run knows it. An empty instruction is one, none is not."""

    id: str
    name: str
    tools: tuple[str, ...] = ()
    instruction: str | None = None
    settings: tuple[Setting, ...] = ()
    aliases: Mapping[str, tuple[str, ...]] = {}
    server: bool = False


if TYPE_CHECKING:
    Registered = Literal["builtin", "none"] | tuple[Tooling, ...]
    """What a script registers: the built-in and discovered skills, none, or its own and
    discovered."""


class Skills(NamedTuple):
    """The skills of a run by id, the names that count as the same tool, and what is logged about
    these."""

    known: Mapping[str, Tooling]
    aliases: Mapping[str, frozenset[str]]
    disputed: tuple[str, ...]


def skills_of(
    contract: SwenyContract, registered: Registered, env: Mapping[str, str] | None
) -> Skills:
    """The skills of a run; see `toolbox`."""
    known = toolbox(contract, registered, env)
    return Skills(known, *alias_table(known.values()))


def toolbox(
    contract: SwenyContract, registered: Registered, env: Mapping[str, str] | None
) -> dict[str, Tooling]:
    """The skills of a run by id. Inline skills only fill gaps (reference §3.11).

    Without `env` everything that built-in and discovered skills need is taken to be set.
    """
    scripted = () if isinstance(registered, str) else registered
    found = {skill.id: skill for skill in scripted}
    for skill in contract.registry.values():
        if registered == "builtin" or (registered != "none" and skill.origin == "discovered"):
            found.setdefault(skill.id, _registered(skill, env))
    for inline in _inline(contract):
        found.setdefault(inline.id, inline)
    return found


def _registered(skill: Skill, env: Mapping[str, str] | None) -> Tooling:
    settings = () if env is None else tuple(Setting(name, name) for name in skill.required_env)
    name, instruction = skill.name or skill.id, skill.instruction or None
    found = Tooling(skill.id, name, skill.tools, instruction, settings)
    return found._replace(aliases=skill.aliases, server=skill.mcp is not None)


def _inline(contract: SwenyContract) -> Iterator[Tooling]:
    """The workflow's own skills. An empty value differs from an absent one there, so the document
    is read."""
    workflow = contract.workflow
    if workflow is None:
        return
    document = contract.documents.get(workflow.file)
    for skill in workflow.skills.values():
        given = _at(document.value, skill.pointer) if document else {}
        name, instruction = given.get("name"), given.get("instruction")
        yield Tooling(
            skill.id,
            name if isinstance(name, str) else skill.name or skill.id,
            (),
            instruction if isinstance(instruction, str) else skill.instruction or None,
            server=skill.mcp is not None,
        )


def _at(value: Any, pointer: Pointer) -> Mapping[str, Any]:
    """The mapping at a pointer; an empty one where there is none."""
    for step in pointer:
        value = value.get(step) if isinstance(value, dict) else None
    return value if isinstance(value, dict) else {}


def missing_settings(skills: Iterable[Tooling], env: Mapping[str, str]) -> str:
    """The engine's message about missing required configuration; every skill of the run needs its
    own, used or not."""
    lacking = []
    for skill in skills:
        for setting in skill.settings:
            value = env.get(setting.env) if setting.env else None
            if setting.required and not value:
                why = "not provided" if value is None else "set to empty"
                lacking.append(f"{skill.id}.{setting.key} (env: {setting.env or 'none'}): {why}")
    return "\n  ".join(("Missing required config:", *lacking)) if lacking else ""


def alias_table(
    skills: Iterable[Tooling],
) -> tuple[dict[str, frozenset[str]], tuple[str, ...]]:
    """The names that count as the same tool, by name, and what is logged about claims.

    Pairs are merged both ways and across skills; an equivalent that more than one skill claims
    is dropped.
    """
    claims: dict[str, list[str]] = {}
    pairs = []
    for skill in skills:
        for canonical, names in skill.aliases.items():
            for name in names:
                if name != canonical:
                    pairs.append((canonical, name))
                    claims.setdefault(name, []).append(skill.id)
    disputed = {name: list(dict.fromkeys(ids)) for name, ids in claims.items()}
    disputed = {name: ids for name, ids in disputed.items() if len(ids) > 1}
    groups: dict[str, set[str]] = {}
    for canonical, name in pairs:
        if name not in disputed:
            merged = groups.get(canonical, {canonical}) | groups.get(name, {name})
            groups |= dict.fromkeys(merged, merged)
    table = {name: frozenset(group) for name, group in groups.items()}
    return table, tuple(_disputed(name, ids) for name, ids in disputed.items())


def _disputed(name: str, ids: list[str]) -> str:
    return (
        f'Tool alias "{name}" is declared by multiple skills ({", ".join(ids)}); dropping from '
        "eval alias table to avoid cross-provider false positives."
    )


def tools_of(skills: Mapping[str, Tooling], names: Iterable[str]) -> tuple[str, ...]:
    """The tools of a node's skills, in order; unknown skills bring none, repeated ones again."""
    return tuple(tool for name in names if name in skills for tool in skills[name].tools)


def guidance_of(skills: Mapping[str, Tooling], names: Iterable[str]) -> list[tuple[str, str]]:
    """The names and instructions of a node's skills that have one, in order."""
    known = (skills[name] for name in names if name in skills)
    return [(skill.name, skill.instruction) for skill in known if skill.instruction is not None]
