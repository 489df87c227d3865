"""The files in a folder of a team and below it."""

from __future__ import annotations

from phaselint.dialects.agents.filenames import MANIFEST, PLUGIN, is_agent_file
from phaselint.project.paths import join

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint.dialects.reader import Reader


def markdown_files(reader: Reader, home: str) -> Iterator[str]:
    """The Markdown files in a folder and below it that can be agents or commands."""
    nested = ""
    for inner in walked(reader, home):
        if nested and inner.startswith(nested):
            continue
        if PLUGIN in reader.hidden(inner) and MANIFEST in reader.names(join(inner, PLUGIN)):
            nested = join(inner, "")  # a plugin inside another has its own agents
            continue
        yield from (join(inner, name) for name in reader.names(inner) if is_agent_file(name))


def walked(reader: Reader, home: str) -> Iterator[str]:
    """A folder and all its subfolders."""
    from phaselint.project.reader import walk

    return walk(reader, home)
