"""Skills from SKILL.md files, and all skills together (reference §5.8, §5.15)."""

from __future__ import annotations

from phaselint.dialects.sweny.detect import HARNESSES, SKILL_FILE
from phaselint.dialects.sweny.model import Skill, SkillFile
from phaselint.dialects.sweny.reading import catalogue
from phaselint.dialects.sweny.reading.skillfronts import cut
from phaselint.dialects.sweny.reading.yamltext import LONE_RETURN
from phaselint.dialects.sweny.upstream import UPSTREAM
from phaselint.document.model import FATAL
from phaselint.javascript.texts import text_of
from phaselint.javascript.values import is_truthy
from phaselint.project.paths import join, split

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from typing import Any

    from phaselint.dialects.reader import Reader
    from phaselint.dialects.sweny.model import ReleaseName
    from phaselint.document import Document

ID = "(?!.*--)[a-z0-9](?:[a-z0-9-]*[a-z0-9])?"
"""The form of an id, as schemas say it."""

_OF_IDS = "abcdefghijklmnopqrstuvwxyz0123456789"
LONGEST_ID = 64
_SERVER = ("command", "args", "url", "headers", "env")


# --- one file ----------------------------------------------------------------------------------


def read_file(document: Document) -> SkillFile:
    """What the reference makes of a SKILL.md: a skill, or why it skips the file (§5.15)."""
    path, folder = document.path, split(document.path)[0]
    unread = [p for p in document.problems if p.kind == "unreadable-file" or not document.text]
    if unread:
        return SkillFile(path, folder, fault="unreadable-file", reason=unread[0].message)
    front = cut(document)
    document = front.document
    problems, value = (document.problems, document.value) if front.found else ((), None)
    if any(problem.kind in FATAL or problem.kind == "duplicate-key" for problem in problems):
        reason = "it can't be read"
        return SkillFile(path, folder, fault="invalid-frontmatter", reason=reason)
    if not isinstance(value, dict | list) and value is not None:
        reason = "it isn't a mapping"
        return SkillFile(path, folder, fault="invalid-frontmatter", reason=reason)
    fields = value if isinstance(value, dict) else {}
    name = fields.get("name")
    if not is_truthy(name):
        reason = _why_nameless(document, value)
        return SkillFile(path, folder, fault="missing-name", reason=reason)
    id = text_of(name)
    reason = _why_no_id(name, id)
    if reason:
        given = "" if isinstance(name, dict | list) else id.rstrip(LONE_RETURN)
        return SkillFile(path, folder, fault="invalid-id", reason=reason, given=given)
    return _read_skill(document, id, fields, front.body)


def _why_nameless(document: Document, value: Mapping[str, Any] | list[Any] | None) -> str:
    if document.bom:
        return "the file starts with a byte order mark"
    if isinstance(value, list):
        return "the front matter is a list"
    if value and "name" in value:
        return "the front matter has an empty `name`"
    if value:
        return "the front matter has no `name`"
    opened = document.text.startswith("---")
    return "the front matter is empty or never closed" if opened else "there is no front matter"


def is_id(text: str) -> bool:
    """Whether a string is an id, however long: lowercase letters and digits, with single hyphens
    between them."""
    return all(part and not part.strip(_OF_IDS) for part in text.split("-"))


def _why_no_id(name: Any, id: str) -> str:
    """Why a name, as string `id`, is invalid, if it is."""
    if len(id) > LONGEST_ID:
        return f"`name` is longer than {LONGEST_ID} characters"
    if is_id(id):
        return ""
    if isinstance(name, dict | list):
        return "`name` isn't a string"
    if id.endswith(LONE_RETURN):
        return f"`{id[:-1]}` ends with a carriage return because the line endings are CRLF"
    allowed = "lowercase letters, digits and single hyphens between them"
    return f"`{id}` contains characters other than {allowed}"


def _read_skill(document: Document, id: str, value: Mapping[str, Any], body: str) -> SkillFile:
    mcp, dropped = _read_mcp(value.get("mcp"))
    category = value.get("category", catalogue.CATEGORIES[0])
    known = category in catalogue.CATEGORIES
    required = dict(_config(value.get("config")))
    skill = Skill(
        id,
        "discovered",
        id,
        category if known else catalogue.CATEGORIES[0],
        instruction=body,
        mcp=mcp,
        required_env=tuple(name for name, needed in required.items() if needed),
        optional_env=tuple(name for name, needed in required.items() if not needed),
        file=document.path,
    )
    return SkillFile(
        document.path,
        split(document.path)[0],
        skill,
        stdio=dropped,
        category="" if known else text_of(category).replace(LONE_RETURN, "\\r"),
    )


def _config(value: Any) -> Iterator[tuple[str, bool]]:
    """The variables that a skill declares, and whether it needs them."""
    fields = dict(enumerate(value)) if isinstance(value, list) else value
    for key, field in fields.items() if isinstance(fields, dict) else ():
        if isinstance(field, dict | list):
            yield str(key), isinstance(field, dict) and field.get("required") is True


def _read_mcp(value: Any) -> tuple[Mapping[str, Any] | None, bool]:
    """The server that a skill brings, and whether it was dropped for its command."""
    if not isinstance(value, dict):
        return None, False
    given = {key: value[key] for key in _SERVER if is_truthy(value.get(key))}
    if "command" not in given and "url" not in given:
        return None, False
    type = value.get("type")
    if "command" in given and type in (None, "stdio"):
        return None, True
    return {
        "type": ("stdio" if "command" in given else "http") if type is None else type,
        **given,
    }, False


# --- the files of a project --------------------------------------------------------------------


def skill_paths(reader: Reader, home: str) -> Iterator[str]:
    """The SKILL.md files in the harness folders of a folder, lowest priority first. They count
    for a run whether or not they are ignored when files are looked for to be linted."""
    for harness in HARNESSES:
        folder = join(join(home, harness), "skills")
        for name in reader.folders(folder):
            inner = join(folder, name)
            if SKILL_FILE in reader.names(inner):
                yield join(inner, SKILL_FILE)


def discover(reader: Reader, homes: Iterable[str]) -> tuple[SkillFile, ...]:
    """What the SKILL.md files of some folders hold, lowest priority first."""
    documents = (reader.document(path) for home in homes for path in skill_paths(reader, home))
    return tuple(read_file(document) for document in documents if document is not None)


def registry(files: Iterable[SkillFile], release: ReleaseName = "current") -> dict[str, Skill]:
    """The built-in and discovered skills of a release by id; what a file gives is added to a
    built-in skill of the same id, whose tools stay."""
    builtins = {id: _with_tools(skill, release) for id, skill in catalogue.SKILLS.items()}
    found = dict(builtins)
    discovered = {file.skill.id: file.skill for file in files if file.skill is not None}
    for id, skill in discovered.items():
        builtin = builtins.get(id)
        found[id] = skill if builtin is None else _merged(builtin, skill)
    return found


def _with_tools(builtin: Skill, release: ReleaseName) -> Skill:
    more = UPSTREAM[release].tools.get(builtin.id, ())
    return builtin._replace(tools=(*builtin.tools, *more)) if more else builtin


def _merged(builtin: Skill, skill: Skill) -> Skill:
    configured = {*skill.required_env, *skill.optional_env}
    required = tuple(name for name in builtin.required_env if name not in configured)
    optional = tuple(name for name in builtin.optional_env if name not in configured)
    return builtin._replace(
        instruction=skill.instruction,
        mcp=skill.mcp,
        required_env=required + skill.required_env,
        optional_env=optional + skill.optional_env,
        file=skill.file,
    )


# --- aliases -----------------------------------------------------------------------------------


def ambiguous_aliases(skills: Iterable[Skill]) -> dict[str, tuple[str, ...]]:
    """Names that more than one skill gives to its tools, each with these skills' ids: they
    count for none of them (§5.8)."""
    claims: dict[str, dict[str, None]] = {}
    for skill in skills:
        for tool, others in skill.aliases.items():
            for other in others:
                if other != tool:
                    claims.setdefault(other, {})[skill.id] = None
    return {name: tuple(ids) for name, ids in claims.items() if len(ids) > 1}


def alias_classes(skills: Iterable[Skill]) -> dict[str, frozenset[str]]:
    """Tool name → all names that count as the same tool, itself included; names without an
    alias are left out (§5.8)."""
    skills = tuple(skills)
    ambiguous = ambiguous_aliases(skills)
    groups: dict[str, set[str]] = {}
    for skill in skills:
        for tool, others in skill.aliases.items():
            for other in others:
                if other != tool and other not in ambiguous:
                    _unite(groups, tool, other)
    return {name: frozenset(group) for name, group in groups.items()}


def _unite(groups: dict[str, set[str]], first: str, second: str) -> None:
    """Put the groups of two names together."""
    one = groups.setdefault(first, {first})
    other = groups.setdefault(second, {second})
    if one is not other:
        one |= other
        groups.update(dict.fromkeys(other, one))
