"""Files → team (reference §1.2). User input never makes this raise."""

from __future__ import annotations

from phaselint.dialects.agents import detect, filenames
from phaselint.dialects.agents.model import Agent, Header, Team
from phaselint.dialects.agents.reading.agents import read_agent, stem_of
from phaselint.dialects.agents.reading.brought import brought, sets
from phaselint.dialects.agents.reading.headers import document_of, header_of
from phaselint.dialects.agents.reading.links import dedupe_links
from phaselint.dialects.agents.reading.settings import NESTING, folders, settings
from phaselint.dialects.agents.reading.workspace import beside
from phaselint.dialects.agents.surroundings import NOTHING
from phaselint.project.paths import join, split

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

    from phaselint.dialects.agents.fields import Family
    from phaselint.dialects.agents.model import Beside, Manifest
    from phaselint.dialects.agents.reading.links import Source
    from phaselint.dialects.agents.surroundings import Surroundings
    from phaselint.dialects.base import Target
    from phaselint.dialects.reader import Reader
    from phaselint.document import Document

SKILL = "SKILL.md"
_SHARED = (".github/skills", ".agents/skills", ".claude/skills")
_LISTED = ("agents", "file")
_HOMES = (".claude", ".github", ".agents", ".vscode", ".claude-plugin")
_FILES = frozenset({"settings.json", "settings.local.json", "mcp.json", "plugin.json"})
_FOLDERS = frozenset({"skills", "commands", "hooks"})
"""The hidden folders of a project that contain something if there are files around its agents."""


def load(reader: Reader, target: Target) -> Team:
    """Read the documents of a team, with their problems."""
    if not target.main and detect.is_root(reader, target.folder):
        return _rooted(reader, target)
    documents: dict[str, Document] = {}
    files = detect.loose_files(reader, target.folder)
    market = "" if files or target.main else detect.market_of(reader, target.folder)
    if market:
        return _sold(reader, target, market)
    if target.main and target.main not in files:
        files = detect.plain_files(reader, target.folder)
    kept, _ = dedupe_links(reader, ((path, _family(path)) for path in files))
    agents = tuple(_read(reader, kept, documents))
    own = brought(reader, target.folder, agents)
    return Team(
        target, documents, agents=agents, brought=own, sets=frozenset(sets(reader, target.folder))
    )


def _family(path: str) -> Family:
    """The family of a file outside all homes: a plain file is Claude Code's."""
    return "vscode" if path.endswith(filenames.LOOSE) else "claude"


def _rooted(reader: Reader, target: Target) -> Team:
    """The team in the hidden folders of a folder, and in folders named there."""
    folder = target.folder
    documents: dict[str, Document] = {}
    said = settings(reader, join(folder, filenames.SETTINGS_FILE))
    kept, again = dedupe_links(reader, _files(reader, folder))
    found = list(_read(reader, kept, documents))
    families = {each.family for each in kept}
    above = list(_above(reader, folder)) if "claude" in families else []
    listed = {join(folder, each) for each in folders(said, filenames.AGENT_FOLDERS)}
    own = (each for each in found if each.family != "prompt")
    agents = tuple(_placed(reader, folder, own, listed))
    lost = any(not each.discovered for each in agents)
    surroundings = _around(reader, folder, families)
    documents |= surroundings.documents
    market, plugin = _market(reader, folder), _manifest(reader, folder)
    documents |= {each.document.path: each.document for each in (market, plugin) if each}
    return Team(
        target,
        documents,
        agents=agents,
        prompts=tuple(each for each in found if each.family == "prompt"),
        nested=said.get(NESTING) is True,
        skills=dict(_skills(reader, folder, "plugin" in families)),
        shared_skills=_shared_skills(reader, folder) if "prompt" in families else frozenset(),
        above=tuple(name for each in above for name in (each.title or each.stem, *each.guessed)),
        brought=brought(reader, folder, agents) if "vscode" in families else frozenset(),
        manifest=plugin,
        market=market,
        around=surroundings,
        sets=frozenset(sets(reader, folder)) if "vscode" in families else frozenset(),
        nearby=_beside(reader, folder, documents) if "vscode" in families else (),
        linked=tuple(each.title or each.stem for each in _read(reader, again, {})),
        shared=frozenset(each.real for each in again),
        settings=reader.document(join(folder, filenames.SETTINGS_FILE)) if lost else None,
        seen=detect.seen(reader, folder) and not any(each.lost for each in above),
    )


def _around(reader: Reader, folder: str, families: Collection[str]) -> Surroundings:
    """The project's files around its agents; the readers are imported only if there are any."""
    names = {each for home in _HOMES for each in reader.names(join(folder, home))}
    inner = {each for home in _HOMES for each in reader.folders(join(folder, home))}
    inner.update(reader.folders(folder) if "plugin" in families else ())
    servers = reader.text(join(folder, ".mcp.json")) is not None
    if not servers and _FILES.isdisjoint(names) and _FOLDERS.isdisjoint(inner):
        return NOTHING
    from phaselint.dialects.agents.reading.surroundings import surroundings

    return surroundings(reader, folder, families)


def _beside(reader: Reader, folder: str, documents: dict[str, Document]) -> tuple[Beside, ...]:
    """The parts of files next to the agents that not every harness reads; their documents are
    added."""
    found, others = beside(reader, folder)
    documents.update({path: each for path, each in others.items() if path not in documents})
    return found


def _manifest(reader: Reader, folder: str) -> Manifest | None:
    """The manifest of the plugin in a folder, if it lists anything."""
    path = join(folder, f"{filenames.PLUGIN}/{filenames.MANIFEST}")
    here = filenames.MANIFEST in reader.names(join(folder, filenames.PLUGIN))
    copilot = "" if here else detect.copilot_manifest(reader, folder)
    if not here and not (copilot and detect.copilot_files(reader, folder)):
        return None
    from phaselint.dialects.agents.reading.manifests import manifest, with_rest

    found = manifest(reader, folder, copilot or path)
    if found is None or not (found.components or found.lists):
        return None
    if copilot:
        return found._replace(copilot=True, lists=frozenset())
    return with_rest(reader, folder, found)


def _market(reader: Reader, folder: str) -> Manifest | None:
    """The missing offers of a marketplace."""
    if filenames.MARKET not in reader.names(join(folder, filenames.PLUGIN)):
        return None
    from phaselint.dialects.agents.reading.manifests import marketplace

    return marketplace(reader, folder)


def _sold(reader: Reader, target: Target, market: str) -> Team:
    """A plugin without a manifest, by its entry in a marketplace's manifest."""
    from phaselint.dialects.agents.reading.manifests import entry, sold, with_rest

    numbers = sold(reader, split(split(market)[0])[0], market)
    found = entry(reader, target.folder, market, numbers[target.folder])
    assert found is not None
    listed = [each.target for each in found.components if (each.key, each.fate) == _LISTED]
    files = listed if "agents" in found.lists else [*detect.default_files(reader, target.folder)]
    documents: dict[str, Document] = {}
    kept, _ = dedupe_links(reader, ((path, "plugin") for path in dict.fromkeys(files)))
    agents = tuple(_read(reader, kept, documents))
    documents[found.document.path] = found.document
    skills = dict(_skills(reader, target.folder, True))
    rest = with_rest(reader, target.folder, found)
    return Team(target, documents, agents=agents, skills=skills, manifest=rest)


def _files(reader: Reader, folder: str) -> Iterator[tuple[str, Family]]:
    """The files of a team in lookup order, each of one family."""
    own = dict.fromkeys(
        (
            *detect.github_files(reader, folder),
            *detect.mode_files(reader, folder),
            *detect.listed_files(reader, folder),
            *detect.copilot_files(reader, folder),
        )
    )
    yield from ((path, "vscode") for path in own)
    yield from ((path, "claude") for path in detect.claude_files(reader, folder) if path not in own)
    yield from ((path, "plugin") for path in detect.plugin_files(reader, folder) if path not in own)
    yield from ((path, "prompt") for path in detect.prompt_files(reader, folder))


def _read(
    reader: Reader, sources: Iterable[Source], documents: dict[str, Document]
) -> Iterator[Agent]:
    """The agents of files, without those that only name another file (§1.1)."""
    for path, real, family in sources:
        written = reader.document(real)
        if written is None:
            continue
        if _is_link(written.text):
            stem = stem_of(path)
            yield Agent(path, family, stem, Header(fault="unread"), path, guessed=(stem,))
            continue
        documents[real] = document_of(written, family)
        yield written.derived(_agent_in, path, family)


def _agent_in(written: Document, path: str, family: Family) -> Agent:
    """The agent in a file, which is read again with its team if another file changes."""
    read = document_of(written, family)
    return read_agent(read, path, family, header_of(read, written))


def _placed(
    reader: Reader, folder: str, agents: Iterable[Agent], listed: set[str]
) -> Iterator[Agent]:
    """The agents of a team, with the effects of where they are."""
    home = join(folder, f"{filenames.GITHUB}/agents")
    packed = frozenset(detect.copilot_files(reader, folder))
    for each in agents:
        found = each.family != "vscode" or _discovered(each, home, listed)
        yield each._replace(discovered=found, packed=each.path in packed)


def _discovered(agent: Agent, home: str, listed: set[str]) -> bool:
    """Whether VS Code searches the folder of an agent (F4)."""
    folder = split(agent.path)[0]
    below = folder.startswith(f"{home}/")
    return not below or folder in listed


def _skills(reader: Reader, folder: str, plugin: bool) -> Iterator[tuple[str, str]]:
    """The skills next to the agents: their names, which are folder names, and their files."""
    homes = [join(folder, f"{filenames.CLAUDE}/skills")]
    homes += [join(folder, "skills")] if plugin else []
    for home in homes:
        yield from _skills_in(reader, home)


def _shared_skills(reader: Reader, folder: str) -> frozenset[str]:
    """The names of the skills that Copilot sessions read."""
    homes = (join(folder, each) for each in _SHARED)
    return frozenset(name for home in homes for name, _ in _skills_in(reader, home))


def _skills_in(reader: Reader, home: str) -> Iterator[tuple[str, str]]:
    """The skills in a folder."""
    for name in reader.folders(home):
        if SKILL in reader.names(join(home, name)):
            yield name, join(home, f"{name}/{SKILL}")


def _above(reader: Reader, folder: str) -> Iterator[Agent]:
    """The agents of Claude Code in folders above (F5)."""
    for around in detect.above(folder):
        if filenames.CLAUDE in reader.hidden(around):
            files: Iterator[tuple[str, Family]] = (
                (path, "claude") for path in detect.claude_files(reader, around)
            )
            yield from _read(reader, dedupe_links(reader, files)[0], {})


def _is_link(text: str) -> bool:
    """Whether a string is just a path, like a link in an archive without links."""
    line = text.strip()
    return (
        len(line) < 400 and line.endswith(".md") and "/" in line and not set(line) & set("\n\r #")
    )
