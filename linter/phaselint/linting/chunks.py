"""Cutting what should be looked at into chunks (design §11)."""

from __future__ import annotations

import os

from phaselint.linting.batch_run import Chunk, Site
from phaselint.project.paths import join, split
from phaselint.project.reader import walk
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from phaselint.linting.detection import Item, Looker, Workspace

LEAST = 128 * 1024
"""Of how many bytes of files a chunk is, at least: handing one over costs as much as checking a
few of them, and a process holds what is read of one at once, thirty times its bytes."""

ROOTS = 256
"""Contract roots in a chunk, at most: most folders of most projects have nothing to read."""

_TOGETHER = "\0together"
"""What stands for the root of folders that belong together wherever they are."""

_TEXTS = (".yaml", ".yml", ".json", ".md", ".markdown")
"""How the names of files end that dialects read."""


class Unit(NamedTuple):
    """The items below one contract root, and the bytes there."""

    items: list[Item]
    size: int


def units_of(
    items: Iterable[Item], workspaces: Mapping[str, Workspace], looker: Looker
) -> list[Unit]:
    """Group items by contract root: one project after the other, in the order in which they were
    come across, and in each in the order of the first item."""
    listed = tuple(items)
    groups: dict[tuple[str, str], list[Item]] = {}
    together = _together(listed, workspaces, looker)
    for item in listed:
        folder = _folder(item)
        whole = folder in together[item.root]
        root = _TOGETHER if whole else looker.root_of(workspaces[item.root], folder)
        groups.setdefault((item.root, root), []).append(item)
    if len(groups) < 2:
        return [Unit(some, 0) for some in groups.values()]
    # So that the first project is done with, and all that was found there, before the last is
    # begun: a project may have folders on both sides of another one that is in it.
    turns = {root: number for number, root in enumerate(workspaces)}
    ordered = sorted(groups.items(), key=lambda group: turns[group[0][0]])
    return [
        Unit(some, sum(_size(workspaces[each.root], each) for each in some)) for _, some in ordered
    ]


def _together(
    items: Iterable[Item], workspaces: Mapping[str, Workspace], looker: Looker
) -> Mapping[str, frozenset[str]]:
    """The folders of each project that dialects want to look at together."""
    folders: dict[str, dict[str, None]] = {}
    for item in items:
        folders.setdefault(item.root, {})[_folder(item)] = None
    return {root: looker.together(workspaces[root], some) for root, some in folders.items()}


def _folder(item: Item) -> str:
    return item.path if item.way == "detect" else split(item.path)[0]


def cut(units: Sequence[Unit], processes: int) -> Iterator[list[Item]]:
    """Put units together to chunks, so there is one for each process."""
    limit = min(LEAST, -(-sum(unit.size for unit in units) // processes))
    items: list[Item] = []
    size = roots = 0
    for unit in units:
        items += unit.items
        size += unit.size
        roots += 1
        if size >= limit or roots >= ROOTS:
            yield items
            items, size, roots = [], 0, 0
    if items:
        yield items


def portable(items: Sequence[Item], workspaces: Mapping[str, Workspace]) -> Chunk:
    """A chunk of items as another process takes it."""
    roots = dict.fromkeys(item.root for item in items)
    own = [workspaces[root] for root in roots]
    return Chunk(
        tuple(items),
        tuple(Site(each.root, each.config, each.named, each.given) for each in own),
        tuple(
            (item.root, workspaces[item.root].reader.sight(folder))
            for item in items
            for folder in folders_of(workspaces[item.root], item)
        ),
    )


def folders_of(workspace: Workspace, item: Item) -> list[str]:
    """The folder that an item is about, and those in it that are hidden, if dialects keep contracts
    in such ones, with all below; none where it is about no folder."""
    if item.way != "detect":
        return []
    reader = workspace.reader
    folders = [item.path]
    hidden = reader.hidden(item.path)
    if hidden:
        homes = {home for each in workspace.config.dialects for home in each.homes}
        for name in sorted(homes.intersection(hidden)):
            folders += walk(reader, join(item.path, name))
    return folders


def _size(workspace: Workspace, item: Item) -> int:
    """The bytes of the files that an item is about."""
    if item.way != "detect":
        return _bytes(workspace, (item.path,))
    reader, folders = workspace.reader, folders_of(workspace, item)
    return _bytes(workspace, (join(each, name) for each in folders for name in reader.names(each)))


def _bytes(workspace: Workspace, paths: Iterable[str]) -> int:
    size = 0
    for path in paths:
        if path.endswith(_TEXTS):
            try:
                size += os.stat(f"{workspace.root}{os.sep}{path}").st_size
            except (OSError, ValueError):  # whoever reads it says so
                continue
    return size
