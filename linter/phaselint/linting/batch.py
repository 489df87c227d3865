"""The contracts of one project after they have been checked."""

from __future__ import annotations

from functools import partial

from phaselint.config.select import named_by, selection_for
from phaselint.document.model import FATAL
from phaselint.linting.check import EVERY_RULE
from phaselint.linting.result import Unjudged
from phaselint.vocabulary.cached_property import cached_property
from phaselint.vocabulary.suggest import plural

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from phaselint.behavior.costs import Bound
    from phaselint.behavior.standing import Standing
    from phaselint.config.model import Config
    from phaselint.config.select import Selection
    from phaselint.diagram.model import Drawing
    from phaselint.dialects.base import Cost
    from phaselint.dialects.reader import Reader
    from phaselint.dialects.spelling import Respelled
    from phaselint.document import Document
    from phaselint.executor.coverage import Coverage
    from phaselint.executor.soundness.census import Tally
    from phaselint.linting.check import Checked
    from phaselint.linting.checker import Checker
    from phaselint.linting.request import Request
    from phaselint.suppression.excerpt import Excerpt
    from phaselint.vocabulary.diagnostic import Diagnostic
    from phaselint.vocabulary.finding import Place
    from phaselint.vocabulary.hit import Hit
    from phaselint.vocabulary.rule import Rule


class Documents:
    """The documents of a project that were linted, by path, read again where they are not at hand
    any longer.

    Args:
        kept: what was kept of documents before they were let go of; of a missing file
            nothing was asked, and its document could be read. None where all are at hand.
    """

    __slots__ = ("_excerpts", "_kept", "_reader", "paths")

    def __init__(
        self, reader: Reader, paths: Iterable[str], kept: Mapping[str, Excerpt] | None = None
    ) -> None:
        self._reader = reader
        self._kept = kept
        self._excerpts: dict[str, Excerpt | None] = {}
        self.paths = frozenset(paths)

    def get(self, path: str) -> Document | None:
        """The document at a path; none when it is not one of these."""
        return self._reader.document(path) if path in self.paths else None

    def excerpt(self, path: str) -> Excerpt | None:
        """What there is to ask of the document at a path; none when it is not one of these."""
        if path not in self._excerpts:
            self._excerpts[path] = self._open(path)
        return self._excerpts[path]

    def readable(self, path: str) -> bool:
        """Whether the document at a path has a value, if it is one of these."""
        if self._kept is not None and path not in self._kept:
            return True
        excerpt = self.excerpt(path)
        return excerpt is None or excerpt.readable

    def _open(self, path: str) -> Excerpt | None:
        kept = self._kept.get(path) if self._kept and path in self.paths else None
        if kept is not None:
            kept.reopen(partial(self._reader.document, path))
            return kept
        document = self.get(path)
        if document is None:
            return None
        from phaselint.suppression.excerpt import Excerpt

        return Excerpt(document)


class Batch:
    """The contracts of one project, checked.

    Args:
        checker: what they were checked by.
        known: all rules there are, those that were not run as well.
        checked: the contracts, in the order in which they were found.
        reader: reads their documents.
        lost: findings about what could not be read and isn't in any contract.
        show: names a file as the user does, by its path from the project root.
        steps: whether to locate the steps of witnesses.
        kept: see `Documents`.
        whole: whether they are all contracts that the project has.

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
        kept: Mapping[str, Excerpt] | None = None,
        whole: bool = False,
    ) -> None:
        self.checked = checked
        self.known = known
        self.rules = checker.plan.rules
        self.root: str = checker.plan.root
        self.config: Config = checker.plan.config
        self.selection = checker.selection
        self._request: Request = checker.plan.request
        paths = (path for each in checked for path in each.files)
        self.documents = Documents(reader, paths, kept)
        found = (hit for each in checked for hit in each.hits)
        lacking = self._lacking() if whole and self.config.policies else ()
        self.hits = (*filter(self.shows, (*lost, *lacking)), *found)
        self.named: dict[str, str] = {}
        self._show = show
        self._steps = steps

    def _lacking(self) -> Iterator[Hit]:
        """What policies of the configuration name and none of the contracts has."""
        from phaselint.linting.lacking import unknown_acts

        lacks = [each.lacks for each in self.checked]
        yield from unknown_acts(self.config, self.root, lacks, self.rules)

    @property
    def commented(self) -> tuple[str, ...]:
        """The paths of the documents with suppression comments."""
        return tuple(path for each in self.checked for path in each.commented)

    @property
    def told(self) -> Iterator[str]:
        """A line for each contract that was checked."""
        for each in self.checked:
            if not each.passed_over:
                name, files = self._show(each.target.path), plural(len(each.files), "file")
                yield f"checked {name or '.'} as {each.target.dialect} ({files})"

    @property
    def respelled(self) -> Iterator[Respelled]:
        """The options of scripts in older spellings, in files as the user names them."""
        for checked in self.checked:
            for each in checked.respelled:
                yield each._replace(where=self._show(each.where))

    @property
    def costs(self) -> Mapping[str, Cost]:
        """What runs cost where that was asked, by contract as the user names it."""
        found = ((each.target.path, each.cost) for each in self.checked)
        return {self._show(path): cost for path, cost in found if cost is not None}

    @property
    def bounds(self) -> Mapping[tuple[str, str], tuple[Bound, ...]]:
        """The same as bounds, by dialect and contract as the user names it."""
        found = ((each.target, each.bounds) for each in self.checked)
        return {(target.dialect, self._show(target.path)): each for target, each in found if each}

    @property
    def tallies(self) -> Mapping[tuple[str, str], Tally]:
        """What becomes of what contracts declare where that was asked, by dialect and contract as
        the user names it."""
        found = ((each.target, each.tally) for each in self.checked)
        return {
            (target.dialect, self._show(target.path)): tally
            for target, tally in found
            if tally is not None
        }

    @property
    def policies(self) -> Mapping[tuple[str, str], tuple[Standing, ...]]:
        """How policies are where they were asked, by dialect and contract as the user names
        it."""
        found = [(each.target, each.standings) for each in self.checked if each.standings]
        if not found:
            return {}
        named = self._placing()
        return {
            (target.dialect, self._show(target.path)): tuple(
                each._replace(place=named(each.place)) for each in standings
            )
            for target, standings in found
        }

    @property
    def coverages(self) -> Mapping[tuple[str, str], Coverage]:
        """What scripts take of contracts where that was asked, by dialect and contract as the user
        names it."""
        found = [(each.target, each.coverage) for each in self.checked if each.coverage is not None]
        if not found:
            return {}
        named = self._placing()
        return {
            (target.dialect, self._show(target.path)): coverage.moved(named)
            for target, coverage in found
        }

    @property
    def drawings(self) -> Mapping[tuple[str, str], Drawing]:
        """The graphs of contracts where that was asked and there is one, by dialect and contract as
        the user names it."""
        found = [(each.target, each.drawing) for each in self.checked if each.drawing is not None]
        if not found:
            return {}
        from phaselint.diagram.places import map_drawing

        named = self._placing()
        return {
            (target.dialect, self._show(target.path)): map_drawing(drawing, named)
            for target, drawing in found
        }

    def _placing(self) -> Callable[[Place], Place]:
        """What gives a place its range, and names its file as the user does."""
        from phaselint.linting.locate import ranged

        change = ranged(self.documents)
        return lambda place: change(place)._replace(file=self._name(place.file))

    @property
    def unjudged(self) -> Iterator[Unjudged]:
        """The contracts that could not be judged, as the user names them."""
        for each in self.checked:
            if each.failed:
                target = each.target
                yield Unjudged(self._show(target.path), target.dialect, each.failed)

    def ran(self, name: str, path: str) -> bool:
        """Whether a rule, by its name, was run in full on a file and is selected there."""
        unasked = self._unasked.get(path, frozenset())
        if not unasked.isdisjoint((name, EVERY_RULE)) or not self._selected(name, path):
            return False
        # Asked last, since it may need to be read again.
        return name in FATAL or self.documents.readable(path)

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
        """The findings, in order, each once."""
        from phaselint.linting.locate import located

        return self.diagnose(located(self.hits, self.documents, steps=self._steps))

    def diagnose(self, hits: Iterable[Hit]) -> tuple[Diagnostic, ...]:
        """The diagnostics of located hits."""
        from phaselint.linting.diagnose import diagnose

        severity = self.selection.severity
        return diagnose(hits, self.documents.excerpt, severity=severity, show=self._name)

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
