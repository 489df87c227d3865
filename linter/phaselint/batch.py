"""The contracts of one project after they have been checked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from phaselint.record import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from phaselint.config.select import Selection
    from phaselint.dialects.base import Cost, Reader
    from phaselint.discover import Workspace
    from phaselint.document import Document
    from phaselint.finding import Finding
    from phaselint.rule import Rule


class Documents:
    """The documents of a project by path, read again where they are not at hand any more."""

    __slots__ = ("_reader", "paths")

    def __init__(self, reader: Reader, paths: Iterable[str]) -> None:
        self._reader = reader
        self.paths = frozenset(paths)

    def get(self, path: str) -> Document | None:
        """The document at a path; none when it is not one of these."""
        return self._reader.document(path) if path in self.paths else None

    def some(self, paths: Iterable[str]) -> dict[str, Document]:
        """Those at the given paths that are among these."""
        found = ((path, self.get(path)) for path in paths)
        return {path: document for path, document in found if document is not None}


class Batch(NamedTuple):
    """The contracts of one project, checked.

    Findings are located and sorted. `rules` are those that were run, `known` all there are.
    `documents` are all that were read, `commented` the paths of those with suppression comments.
    `ran` tells whether a rule, by its name, was run in full on a file and is selected there.
    `costs` are those of the contracts where they were asked.
    """

    workspace: Workspace
    rules: tuple[Rule, ...]
    known: Sequence[Rule]
    selection: Selection
    findings: tuple[Finding, ...]
    documents: Documents
    commented: tuple[str, ...]
    contracts: int
    verified: int
    ran: Callable[[str, str], bool]
    costs: Mapping[str, Cost]
