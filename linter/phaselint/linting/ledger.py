"""What is left of the chunks of a run, whatever order they come in."""

from __future__ import annotations

from typing import TYPE_CHECKING

from phaselint.linting.looking import Gathered, unread

if TYPE_CHECKING:
    from collections.abc import Iterable

    from phaselint.linting.check import Checked
    from phaselint.linting.keeping import Excerpts
    from phaselint.linting.looking import Workspace
    from phaselint.linting.sweep import Key, Swept


class Ledger:
    """What was found. Of what several chunks say, the first to come counts: a contract may be
    found from several roots.

    Attributes:
        gathered: what came of looking for contracts.
        checked: the contracts.
        excerpts: what is kept of documents, by root and path.
        unread: what could not be read while contracts were looked for, by root and path.
        listed: folders that other processes listed, by root.
    """

    __slots__ = ("_sets", "checked", "excerpts", "gathered", "listed", "unread")

    def __init__(self) -> None:
        self.gathered = Gathered()
        self.checked: dict[Key, Checked] = {}
        self.excerpts: dict[str, Excerpts] = {}
        self.unread: dict[str, dict[str, str]] = {}
        self.listed: dict[str, set[str]] = {}
        self._sets: dict[frozenset[str], frozenset[str]] = {}

    def note(self, workspaces: Iterable[Workspace]) -> None:
        """Take down what could not be listed in projects so far."""
        for each in workspaces:
            self.unread.setdefault(each.root, {}).update(unread(each.reader))

    def add(self, swept: Swept) -> None:
        """Take down what is left of a chunk."""
        self.gathered.add(swept.looked)
        for root, checked in swept.checked:
            # Most contracts have not been asked the same rules; what another process sends is new.
            silent = self._sets.setdefault(checked.unasked, checked.unasked)
            self.checked.setdefault((root, checked.target), checked._replace(unasked=silent))
        for root, excerpts in swept.excerpts.items():
            own = self.excerpts.setdefault(root, {})
            for excerpt in excerpts:
                if excerpt.path in own:
                    own[excerpt.path].add(excerpt)
                else:
                    own[excerpt.path] = excerpt
        for root, said in swept.unread.items():
            own_unread = self.unread.setdefault(root, {})
            for path, why in said.items():
                own_unread.setdefault(path, why)
        for root, folders in swept.listed.items():
            self.listed.setdefault(root, set()).update(folders)
