"""The contracts of one project after they have been checked."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from phaselint.config.select import named_by, selection_for
from phaselint.document.model import FATAL
from phaselint.linting.result import Unjudged

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from phaselint.config import Config
    from phaselint.config.select import Selection
    from phaselint.dialects.base import Cost, Reader
    from phaselint.document import Document
    from phaselint.linting.check import Checked
    from phaselint.linting.request import Request
    from phaselint.linting.sweep import Checker
    from phaselint.vocabulary.diagnostic import Diagnostic, Hit
    from phaselint.vocabulary.rule import Rule


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


class Batch:
    """The contracts of one project, checked.

    Args:
        checker: what they were checked by.
        known: all rules there are, those that were not run as well.
        checked: the contracts, in the order in which they were found.
        reader: reads their documents.
        lost: findings about what could not be read and is in no contract.
        show: names a file as the user does, by its path from the project root.
        steps: whether to locate the steps of witnesses.

    Attributes:
        named: the files that diagnostics name, as the user does → from the project root.
    """

    def __init__(
        self,
        checker: Checker,
        known: Sequence[Rule],
        checked: Sequence[Checked],
        reader: Reader,
        *,
        lost: Iterable[Hit] = (),
        show: Callable[[str], str] = str,
        steps: bool = True,
    ) -> None:
        self.checked = checked
        self.known = known
        self.rules = checker.plan.rules
        self.root: str = checker.plan.root
        self.config: Config = checker.plan.config
        self.selection = checker.selection
        self._request: Request = checker.plan.request
        self.documents = Documents(reader, (path for each in checked for path in each.files))
        found = (hit for each in checked for hit in each.hits)
        self.hits = (*filter(self.shows, lost), *found)
        self.named: dict[str, str] = {}
        self._show = show
        self._steps = steps

    @property
    def commented(self) -> tuple[str, ...]:
        """The paths of the documents with suppression comments."""
        return tuple(path for each in self.checked for path in each.commented)

    @property
    def costs(self) -> Mapping[str, Cost]:
        """What runs cost where that was asked, by contract as the user names it."""
        found = ((each.target.path, each.cost) for each in self.checked)
        return {self._show(path): cost for path, cost in found if cost is not None}

    @property
    def unjudged(self) -> Iterator[Unjudged]:
        """The contracts that could not be judged, as the user names them."""
        for each in self.checked:
            if each.failed:
                target = each.target
                yield Unjudged(self._show(target.path), target.dialect, each.failed)

    def ran(self, name: str, path: str) -> bool:
        """Whether a rule, by its name, was run in full on a file and is selected there."""
        if name in self._unasked.get(path, ()) or not self._selected(name, path):
            return False
        document = self.documents.get(path)  # asked last, since it may have to be read again
        return document is None or document.readable or name in FATAL

    def _selected(self, name: str, path: str) -> bool:
        """Whether there is a rule of this name that is shown for a file."""
        if name in self._by_name:
            return self.selection.shown(self._by_name[name], path)
        rules, selection = self._elsewhere
        return name in rules and selection.shown(rules[name], path)

    def shows(self, hit: Hit) -> bool:
        """Whether a finding is selected where it is."""
        return self.selection.shown(hit.rule, hit.finding.place.file)

    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """What was found, in order, each once."""
        from phaselint.linting.locate import located

        return self.diagnose(located(self.hits, self.documents, steps=self._steps))

    def diagnose(self, hits: Iterable[Hit]) -> tuple[Diagnostic, ...]:
        """The diagnostics of located hits."""
        from phaselint.linting.diagnose import diagnose

        severity = self.selection.severity
        return diagnose(hits, self.documents, severity=severity, show=self._name)

    def _name(self, path: str) -> str:
        shown = self._show(path)
        self.named[shown] = path
        return shown

    @cached_property
    def _by_name(self) -> Mapping[str, Rule]:
        return {rule.name: rule for rule in self.rules}

    @cached_property
    def _elsewhere(self) -> tuple[Mapping[str, Rule], Selection]:
        """All rules by name where the user chooses among rules: those of dialects without a
        contract count as run then, and find nothing. Without a choice, none."""
        if not any(named_by(self.config, self._request)):
            return {}, self.selection
        selection = selection_for(self.config, self._request, self.known)
        return {rule.name: rule for rule in self.known}, selection

    @cached_property
    def _unasked(self) -> Mapping[str, frozenset[str]]:
        """The rules that were not run on a file of some contract, by file."""
        unasked: dict[str, frozenset[str]] = {}
        for each in self.checked:
            for path in each.files if each.unasked else ():
                unasked[path] = unasked.get(path, frozenset()) | each.unasked
        return unasked
