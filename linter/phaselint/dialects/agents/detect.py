"""Detects the agent files of a team (reference §1) by their names and folders alone."""

from __future__ import annotations

from phaselint.dialects.agents.filenames import (
    AGENT_FOLDERS,
    CLAUDE,
    COPILOT_HOMES,
    GITHUB,
    HOMES,
    LOOSE,
    MANIFEST,
    MARKET,
    MODE,
    PLUGIN,
    PROMPT,
    SETTINGS,
    SETTINGS_FILE,
    is_agent_file,
)
from phaselint.dialects.agents.walking import markdown_files, walked
from phaselint.dialects.base import Target
from phaselint.project.paths import join, outside, split

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from phaselint.dialects.reader import Reader

NAME = "agents"


def detect(reader: Reader, folder: str) -> Iterator[Target]:
    """The teams of a folder: that of its hidden folders, and that of loose files. In a hidden
    folder, which is searched only if the user named it, this is the team around it; so it is in a
    folder with agents that the settings name."""
    around = outside(folder, HOMES)
    if around != folder:
        yield from _rooted(reader, around)
        return
    rooted = is_root(reader, folder)
    if rooted:
        seen(reader, folder)  # here, because a run reports folders that it can't list
        yield Target(NAME, folder)
    if PLUGIN in reader.hidden(folder):
        yield from (Target(NAME, home) for home in sold_in(reader, folder))
    yield from _loose_team(reader, folder, rooted)
    if any(name.endswith(LOOSE) for name in reader.names(folder)):
        for each in _listing(reader, folder):
            yield from _rooted(reader, each)


def claim(reader: Reader, path: str, forced: bool) -> Iterator[Target]:
    """The teams that a path from the user stands for: those of a folder, or of a folder around it,
    or the team of a file. A Markdown file without a team forms one with the files next to it if the
    user says that it is an agent."""
    folder, name = split(path)
    if name and name in reader.names(folder):
        found = list(_team_of_file(reader, folder, name))
        if forced and not found and _plain(name):
            found = [Target(NAME, folder, plain_files(reader, folder)[0])]
        yield from found
        return
    yield from detect(reader, path)


def root(folder: str) -> str:
    """The folder around the hidden folders of a team; else the folder itself. A team uses only the
    names of roots above it (F5)."""
    return outside(folder, (*HOMES, SETTINGS))


def is_root(reader: Reader, folder: str) -> bool:
    """Whether there are agents in the hidden folders of a folder, or in folders named there
    (F1)."""
    hidden = reader.hidden(folder)
    if GITHUB in hidden and (any(github_files(reader, folder)) or any(mode_files(reader, folder))):
        return True
    if CLAUDE in hidden and any(claude_files(reader, folder)):
        return True
    if PLUGIN in hidden and _is_plugin(reader, folder):
        return True
    if any(copilot_files(reader, folder)):
        return True
    return SETTINGS in hidden and any(listed_files(reader, folder))


def _is_plugin(reader: Reader, folder: str) -> bool:
    """Whether a plugin has agents, or a list of agents that are missing; or a marketplace offers
    something that doesn't exist."""
    if any(plugin_files(reader, folder)) or manifest_files(reader, folder) is not None:
        return True
    if MARKET not in reader.names(join(folder, PLUGIN)):
        return False
    from phaselint.dialects.agents.reading.manifests import marketplace

    return marketplace(reader, folder) is not None


def sold_in(reader: Reader, folder: str) -> Iterator[str]:
    """The folders of a marketplace's plugins that have agents but no manifest of their own."""
    path = join(folder, f"{PLUGIN}/{MARKET}")
    if MARKET not in reader.names(join(folder, PLUGIN)):
        return
    from phaselint.dialects.agents.reading.manifests import entry, sold

    for home, number in sold(reader, folder, path).items():
        own = MANIFEST in reader.names(join(home, PLUGIN)) or is_root(reader, home)
        if own or loose_files(reader, home):
            continue
        found = entry(reader, home, path, number)
        if found is not None and ("agents" in found.lists or any(default_files(reader, home))):
            yield home


def market_of(reader: Reader, home: str) -> str:
    """The manifest of the marketplace with a plugin that has none of its own; empty if there isn't
    one."""
    around = (each for each in (home, *above(home)) if PLUGIN in reader.hidden(each))
    found = (each for each in around if home in sold_in(reader, each))
    return next((join(each, f"{PLUGIN}/{MARKET}") for each in found), "")


def seen(reader: Reader, folder: str) -> bool:
    """Whether all folders that can contain agents of a team could be listed."""
    homes = [join(folder, f"{each}/agents") for each in (GITHUB, CLAUDE)]
    listed = [reader.is_listed(inner) for home in homes for inner in walked(reader, home)]
    return all(listed)


def github_files(reader: Reader, folder: str) -> Iterator[str]:
    """The agents in `.github/agents`: all Markdown files in it, and in its subfolders those with an
    agent's file name (F2)."""
    home = join(folder, f"{GITHUB}/agents")
    for inner in walked(reader, home):
        for name in reader.names(inner):
            if name.endswith(LOOSE) or (inner == home and _plain(name)):
                yield join(inner, name)


def mode_files(reader: Reader, folder: str) -> Iterator[str]:
    """The chat modes in `.github/chatmodes`."""
    home = join(folder, f"{GITHUB}/chatmodes")
    return (join(home, name) for name in reader.names(home) if name.endswith(MODE))


def claude_files(reader: Reader, folder: str) -> Iterator[str]:
    """The Markdown files in `.claude/agents` and its subfolders."""
    return markdown_files(reader, join(folder, f"{CLAUDE}/agents"))


def plugin_files(reader: Reader, folder: str) -> Iterator[str]:
    """The agents of a plugin, if it has a manifest: those that it lists, else those in its folder
    for agents."""
    if MANIFEST in reader.names(join(folder, PLUGIN)):
        listed = manifest_files(reader, folder)
        yield from default_files(reader, folder) if listed is None else listed


def copilot_manifest(reader: Reader, folder: str) -> str:
    """The manifest of a plugin for Copilot only; empty if there isn't one. A manifest next to other
    files counts only if it lists agents, because many other files have the same name."""
    hidden = reader.hidden(folder)
    if PLUGIN in hidden and MANIFEST in reader.names(join(folder, PLUGIN)):
        return ""
    for home in COPILOT_HOMES:
        inner = join(folder, home) if home else folder
        first = home.partition("/")[0]
        if (not first or first in hidden) and MANIFEST in reader.names(inner):
            path = join(inner, MANIFEST)
            lists = '"agents"' in (reader.text(path) or "")
            return path if home or lists else ""
    return ""


def copilot_files(reader: Reader, folder: str) -> Sequence[str]:
    """The agents of a plugin for Copilot only: those that its manifest lists, by file or by folder,
    else those in its folder for agents."""
    path = copilot_manifest(reader, folder)
    if not path:
        return ()
    from phaselint.dialects.agents.reading.manifests import listed_for_copilot

    return listed_for_copilot(reader, folder, path)


def default_files(reader: Reader, folder: str) -> Iterator[str]:
    """The agents in a plugin's default folder, used if there isn't a list."""
    return markdown_files(reader, join(folder, "agents"))


def manifest_files(reader: Reader, folder: str) -> tuple[str, ...] | None:
    """The existing agents listed in a plugin's manifest; None if it has no such list. The reader is
    imported only if there is one."""
    path = join(folder, f"{PLUGIN}/{MANIFEST}")
    if '"agents"' not in (reader.text(path) or ""):
        return None
    from phaselint.dialects.agents.reading.manifests import listed

    return listed(reader, folder, path)


def listed_files(reader: Reader, folder: str) -> Iterator[str]:
    """The agents in folders named by a team's settings (F4)."""
    for inner in _named_folders(reader, folder):
        home = join(folder, inner) if inner else folder
        yield from (join(home, name) for name in reader.names(home) if name.endswith(LOOSE))


def prompt_files(reader: Reader, folder: str) -> Iterator[str]:
    """The prompts in `.github/prompts`, and in folders named by a team's settings."""
    from phaselint.dialects.agents.reading.settings import PROMPT_FOLDERS, listed

    named = listed(reader, join(folder, SETTINGS_FILE), PROMPT_FOLDERS)
    homes = dict.fromkeys((f"{GITHUB}/prompts", *named))
    for home in (join(folder, each) if each else folder for each in homes):
        yield from (join(home, name) for name in reader.names(home) if name.endswith(PROMPT))


def loose_files(reader: Reader, folder: str) -> Sequence[str]:
    """The agents in a folder of their own that isn't named by settings above (F4) or linked from a
    root above. A link to an agent elsewhere is that agent."""
    found = [join(folder, name) for name in reader.names(folder) if name.endswith(LOOSE)]
    found = [path for path in found if not _leads_to_agent(path, reader.real(path))]
    if not found or _in_plugin(reader, folder) or _is_listed(reader, folder):
        return ()
    sold = {path for each in (folder, *above(folder)) for path in copilot_files(reader, each)}
    found = [path for path in found if path not in sold]
    linked = {path for each in (folder, *above(folder)) for path in _linked(reader, each)}
    return [path for path in found if path not in linked]


def plain_files(reader: Reader, folder: str) -> Sequence[str]:
    """The Markdown files in a folder that can be agents, of any harness."""
    found = (name for name in reader.names(folder) if _plain(name))
    return [join(folder, name) for name in found]


def above(folder: str) -> Iterator[str]:
    """The folders around a folder, the nearest first."""
    while folder:
        folder = split(folder)[0]
        yield folder


def _loose_team(reader: Reader, folder: str, rooted: bool) -> Iterator[Target]:
    """The loose files of a folder, named after the first of them if the folder is the root of
    another team."""
    found = loose_files(reader, folder)
    if found:
        yield Target(NAME, folder, found[0] if rooted else "")


def _team_of_file(reader: Reader, folder: str, name: str) -> Iterator[Target]:
    path = join(folder, name)
    around = outside(folder, HOMES)
    if around != folder:
        yield from _rooted(reader, around)
    elif path in loose_files(reader, folder):
        yield from _loose_team(reader, folder, is_root(reader, folder))
    elif name.endswith(".md"):
        for each in (folder, *above(folder)):
            own = (listed_files, plugin_files, copilot_files, prompt_files, _linked)
            if any(path in files(reader, each) for files in own) and is_root(reader, each):
                yield Target(NAME, each)
                return
            if PLUGIN in reader.hidden(each):
                homes = sold_in(reader, each)
                yield from (Target(NAME, home) for home in homes if path.startswith(join(home, "")))


def _rooted(reader: Reader, folder: str) -> Iterator[Target]:
    if is_root(reader, folder):
        yield Target(NAME, folder)


def _leads_to_agent(path: str, real: str) -> bool:
    """Whether a link points to a file that is an agent in its own place."""
    return real != path and (real.endswith(LOOSE) or outside(real, HOMES) != real)


def _linked(reader: Reader, folder: str) -> Iterator[str]:
    """Files elsewhere that are agents of a root through links in its hidden folders."""
    hidden = reader.hidden(folder)
    for home, files in ((GITHUB, github_files), (CLAUDE, claude_files)):
        for path in files(reader, folder) if home in hidden else ():
            real = reader.real(path)
            if real != path:
                yield real


def _in_plugin(reader: Reader, folder: str) -> bool:
    """Whether a folder is a plugin's folder for agents, or below it."""
    inner = folder
    for each in above(folder):
        if split(inner)[1] == "agents" and MANIFEST in reader.names(join(each, PLUGIN)):
            return True
        inner = each
    return False


def _named_folders(reader: Reader, folder: str) -> tuple[str, ...]:
    """The folders that settings name for agents. The reader is imported only if they do: most
    projects have settings, but few have agents elsewhere."""
    path = join(folder, SETTINGS_FILE)
    if AGENT_FOLDERS not in (reader.text(path) or ""):
        return ()
    from phaselint.dialects.agents.reading.settings import listed

    return listed(reader, path, AGENT_FOLDERS)


def _is_listed(reader: Reader, folder: str) -> bool:
    """Whether settings in or above a folder name it."""
    return any(True for _ in _listing(reader, folder))


def _listing(reader: Reader, folder: str) -> Iterator[str]:
    """The folders around a folder, including itself, whose settings name it."""
    for each in (folder, *above(folder)):
        inner = folder.removeprefix(each).lstrip("/")
        if SETTINGS in reader.hidden(each) and inner in _named_folders(reader, each):
            yield each


def _plain(name: str) -> bool:
    return is_agent_file(name) and not name.endswith(PROMPT)
