"""Which files are climpt agents, registries and blueprints (reference §1.3)."""

from __future__ import annotations

from phaselint.dialects.base import SCRIPT_SUFFIXES, Target
from phaselint.dialects.keys import keys_of
from phaselint.project.paths import join, outside, split

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Literal

    from phaselint.dialects.reader import Reader
    from phaselint.document import Document

    Part = Literal["registry", "agent", "blueprint", ""]

NAME = "climpt"


HOME = ".agent"
"""The hidden directory with a directory for each agent."""

SHARED = "climpt"
"""The directory in `.agent` that isn't an agent: it has what the agents share."""

CONFIG = "config"
AGENT_FILE = "agent.json"
REGISTRY_FILE = "steps_registry.json"
SCHEMAS = "schemas"
WORKFLOW_FILE = "workflow.json"
_SETTINGS = "claude.settings.climpt.agents"

_RUNNER_KEYS = frozenset({"flow", "verdict", "boundaries"})
_BLUEPRINT_KEYS = ("agent", "registry", "schemas")


def detect(reader: Reader, folder: str) -> Iterator[Target]:
    """The contracts in this directory, or else those in its `.agent`."""
    if is_agent_folder(reader, folder):
        yield Target(NAME, folder)
    else:
        yield from _lone(reader, folder)
    if split(folder)[1] == HOME:
        yield from _home(reader, folder)
    elif HOME in reader.hidden(folder):
        yield from _home(reader, join(folder, HOME))


def claim(reader: Reader, path: str, forced: bool) -> Iterator[Target]:
    """The contracts a path named by the user stands for (design §9)."""
    folder, name = split(path)
    if name not in reader.names(folder):
        yield from _claim_folder(reader, path)
    elif name == WORKFLOW_FILE and split(folder)[1] == HOME:
        yield Target(NAME, folder, path)
    elif configures := tuple(_configured(reader, folder, name)):
        yield from configures
    elif (agent := agent_around(reader, folder)) is not None:
        if name.endswith((".json", ".md")):
            yield Target(NAME, agent)
    elif _is_candidate(name) and (forced or part_of_file(reader, path)):
        yield Target(NAME, folder, path)


def root(folder: str) -> str:
    """The directory around `.agent`, for anything in it; otherwise the directory itself (§1.1)."""
    return outside(folder, (HOME,))


def home_of(folder: str) -> str | None:
    """The directory that contains the `.agent` of an agent's directory; none if there isn't one."""
    around, name = split(folder)
    outer, place = split(around)
    return outer if place == HOME and name != SHARED else None


def settings_names(agent: str) -> tuple[str, str]:
    """The names of the settings files of an agent: its own, which comes first, and the shared one
    (1.14 §1.1)."""
    return f"{_SETTINGS}.{agent}.json", f"{_SETTINGS}.json"


def is_workflow(target: Target) -> bool:
    """Whether a contract is the workflow that runs the agents of a project, not an agent."""
    around, name = split(target.main)
    return name == WORKFLOW_FILE and split(around)[1] == HOME


def is_agent_folder(reader: Reader, folder: str) -> bool:
    """Whether a directory is that of an agent: one in `.agent` with either file, or any directory
    with both if the keys of one identify it."""
    found = [name for name in (AGENT_FILE, REGISTRY_FILE) if name in reader.names(folder)]
    if home_of(folder) is not None:
        return bool(found)
    return len(found) == 2 and any(part_of_file(reader, join(folder, name)) for name in found)


def part_of(document: Document | None) -> Part:
    """What a document is by its keys."""
    keys = keys_of(document)
    value = document.value if document is not None else None
    if not isinstance(value, dict):
        return "registry" if {"agentId", "steps"} <= keys else ""
    if isinstance(value.get("agentId"), str) and isinstance(value.get("steps"), dict):
        return "registry"
    runner = value.get("runner")
    if "name" in keys and isinstance(runner, dict) and runner.keys() & _RUNNER_KEYS:
        return "agent"
    if all(isinstance(value.get(key), dict) for key in _BLUEPRINT_KEYS):
        return "blueprint"
    return ""


def part_of_file(reader: Reader, path: str) -> Part:
    """What a file is, by its keys; most JSON files of most projects aren't worth parsing."""
    text = reader.text(path)
    if text is None or not _may_be_part(text):
        return ""
    return part_of(reader.document(path))


def _may_be_part(text: str) -> bool:
    return (
        ('"agentId"' in text and '"steps"' in text)
        or ('"runner"' in text and '"name"' in text)
        or all(f'"{key}"' in text for key in _BLUEPRINT_KEYS)
    )


def _claim_folder(reader: Reader, folder: str) -> Iterator[Target]:
    found = tuple(detect(reader, folder))
    yield from found
    if found:
        return
    agent = agent_around(reader, folder)
    if agent is not None:
        yield Target(NAME, agent)


def _home(reader: Reader, home: str) -> Iterator[Target]:
    """The agents in a directory `.agent`, and the workflow that runs them, if one of them is
    written for the release whose workflows are read (1.14 §2.6)."""
    agents = tuple(_agents(reader, home))
    yield from agents
    if WORKFLOW_FILE in reader.names(home) and any(
        is_later(reader, each.folder) for each in agents
    ):
        yield Target(NAME, home, join(home, WORKFLOW_FILE))


def is_later(reader: Reader, agent: str) -> bool:
    """Whether the agent in a directory is written for 1.14, as far as its registry shows without
    parsing: every step has an address."""
    text = reader.text(join(agent, REGISTRY_FILE))
    return text is not None and '"address"' in text


def _agents(reader: Reader, home: str) -> Iterator[Target]:
    for name in reader.folders(home):
        folder = join(home, name)
        if is_agent_folder(reader, folder):
            yield Target(NAME, folder)


def agent_around(reader: Reader, folder: str) -> str | None:
    """The agent's directory that a directory is, or is in."""
    while True:
        if is_agent_folder(reader, folder):
            return folder
        if not folder:
            return None
        folder = split(folder)[0]


def _configured(reader: Reader, folder: str, name: str) -> Iterator[Target]:
    """The agents whose prompts a yml file configures (§1.2), or whose tools a settings file lists
    (1.14 §1.1)."""
    around, place = split(folder)
    home, shared = split(around)
    if (place, shared) != (CONFIG, SHARED) or split(home)[1] != HOME:
        return
    for target in _agents(reader, home):
        if name in settings_names(split(target.folder)[1]):
            yield target
        document = reader.document(join(target.folder, REGISTRY_FILE))
        value = document.value if document is not None else None
        if isinstance(value, dict):
            stem = f"{value.get('agentId')}-{value.get('c1')}"
            if name in (f"{stem}-app.yml", f"{stem}-user.yml"):
                yield target


def _lone(reader: Reader, folder: str) -> Iterator[Target]:
    """The files outside of an agent's folder that can be told by their keys."""
    if agent_around(reader, folder) is not None:
        return
    for name in reader.names(folder):
        path = join(folder, name)
        if _is_candidate(name) and part_of_file(reader, path):
            yield Target(NAME, folder, path)


def _is_candidate(name: str) -> bool:
    lower = name.lower()
    return lower.endswith(".json") and not lower.endswith(SCRIPT_SUFFIXES)
