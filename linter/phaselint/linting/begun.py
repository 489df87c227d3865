"""A search for contracts whose folders are known, and of which some are looked at, or all."""

from __future__ import annotations

import os

from phaselint.linting.detection import Gathered

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from phaselint.linting.detection import Item, Looker, Workspace
    from phaselint.linting.discovery import Discovery

    Needed = Callable[[str, str], bool]
    """Whether to look at a folder on disk, with the one around all that contracts in it share."""


class Begun:
    """A search that is going to look at some folders or at all.

    Args:
        spaces: the projects that were come across so far, by root; a round may add some.
        discovered: what comes of all that was gathered.
        first: what the first round would look at; `rounds` are those after it.
    """

    def __init__(
        self,
        spaces: Mapping[str, Workspace],
        looker: Looker,
        discovered: Callable[[Gathered], Discovery],
        gathered: Gathered,
        first: Sequence[Item],
        rounds: Iterator[list[Item]],
    ) -> None:
        self._spaces = spaces
        self._looker = looker
        self._discovered = discovered
        self._gathered = gathered
        self._first = first
        self._rounds = rounds

    @property
    def workspaces(self) -> Sequence[Workspace]:
        """The projects that are searched."""
        return tuple(self._spaces.values())

    def found(self, needed: Needed | None = None) -> Discovery:
        """The contracts where they are needed, by default everywhere. Those behind a path only if
        nothing else is are known where all was looked at.

        Raises:
            UsageError: a bad configuration, or a dialect that no project knows.
        """
        some = [each for each in self._first if needed is None or self._is_needed(each, needed)]
        if len(some) < len(self._first):
            gathered = Gathered()
            self._look(some, gathered)
            return self._discovered(gathered)
        self._look(some, self._gathered)
        for items in self._rounds:
            self._look(items, self._gathered)
        return self._discovered(self._gathered)

    def _look(self, items: Iterable[Item], gathered: Gathered) -> None:
        gathered.add(self._looker.look(self._spaces[each.root], each) for each in items)

    def _is_needed(self, item: Item, needed: Needed) -> bool:
        if item.way != "detect":
            return True
        workspace = self._spaces[item.root]
        around = self._looker.root_of(workspace, item.path)
        full, outer = (os.path.join(item.root, each) for each in (item.path, around))
        return needed(full, outer)
