"""Names from the project that can be used as tools: its MCP servers, and its own sets of tools
(reference §4.2)."""

from __future__ import annotations

from phaselint.dialects.agents.reading.settings import object_in
from phaselint.project.paths import join

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from phaselint.dialects.agents.model import Agent
    from phaselint.dialects.reader import Reader

_SERVERS = ((".vscode/mcp.json", "servers"), (".mcp.json", "mcpServers"))
"""File with MCP servers, and the key above them."""

_HOMES = ("", ".vscode", ".github", ".github/prompts", ".github/toolsets")
_SETS = ".toolsets.jsonc"


def brought(reader: Reader, folder: str, agents: Iterable[Agent]) -> frozenset[str]:
    """The names of the servers and the sets of a project, including those in headers."""
    return frozenset((*_servers(reader, folder), *sets(reader, folder), *_in_headers(agents)))


def _servers(reader: Reader, folder: str) -> Iterator[str]:
    for path, key in _SERVERS:
        yield from _keys(object_in(reader.text(join(folder, path)) or "").get(key))


def sets(reader: Reader, folder: str) -> Iterator[str]:
    """The names of the sets of tools of a project."""
    for home in (join(folder, each) if each else folder for each in _HOMES):
        for name in reader.names(home):
            if name.endswith(_SETS):
                yield from object_in(reader.text(join(home, name)) or "")


def _in_headers(agents: Iterable[Agent]) -> Iterator[str]:
    for agent in agents:
        yield from _keys(agent.header.value.get("mcp-servers"))


def _keys(value: object) -> Iterable[str]:
    return map(str, value) if isinstance(value, dict) else ()
