"""A project as the server keeps it: its contracts, who depends on which file, what is reported.

Everything a check or a detection reads is noted, so a file that changes, comes or goes leads
to exactly what must be done again.
"""

from __future__ import annotations

import os
from itertools import filterfalse
from typing import TYPE_CHECKING

from phaselint.dialects.options import as_configured
from phaselint.linting.checker import Checker, Choices, needed, plan_for
from phaselint.linting.detection import Workspace
from phaselint.linting.filtering import DEFAULT_BASELINE
from phaselint.project.paths import split
from phaselint.vocabulary.cache import Memory
from phaselint.vocabulary.errors import PluginError
from phaselint.vocabulary.record import NamedTuple
from phaselint_lsp.checking import State, check
from phaselint_lsp.reader import Tracing, refresh, relist
from phaselint_lsp.uses import Uses
from phaselint_lsp.verdicts import Court, verdicts

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
    from typing import Any

    from phaselint.config.model import Config
    from phaselint.dialects.base import Dialect, Target
    from phaselint.linting.request import Request
    from phaselint.linting.task import Task
    from phaselint.vocabulary.diagnostic import Diagnostic
    from phaselint.vocabulary.hit import Hit
    from phaselint.vocabulary.rule import Rule
    from phaselint_lsp.measured import Measured
    from phaselint_lsp.reader import EditorReader
    from phaselint_lsp.telling import SentDiagnostics


class Setup(NamedTuple):
    """How a client needs a project checked: what it asks for, and the options that win over
    everything, by dialect. `complain` is given lines to show to the user."""

    request: Request
    given: Mapping[str, Mapping[str, Any]]
    complain: Callable[[str], None] = lambda _line: None


class Todo(NamedTuple):
    """What a change of a file makes necessary: folders to look into again, contracts to check."""

    folders: frozenset[str]
    targets: frozenset[Target]


class Project:
    """The contracts of one project root.

    Args:
        rules: all effective rules.
        opened: whether a project path is open in the editor.

    Attributes:
        told: what the client was told of open files.
        measured: what scripts take of contracts, of those whose scripts were run.
    """

    def __init__(
        self,
        root: str,
        config: Config,
        reader: EditorReader,
        rules: Sequence[Rule],
        setup: Setup,
        opened: Callable[[str], bool],
    ) -> None:
        self.root = root
        self.config = config
        self.reader = reader
        self.workspace = Workspace(root, config, reader, given=setup.given)
        self.states: dict[Target, State] = {}
        self._known = rules
        self._setup = setup
        self._opened = opened
        self._claimed: dict[str, frozenset[Target]] = {}
        self._homes: dict[str, frozenset[Target]] = {}
        self._lookers: Uses[str] = Uses()
        self._listers: Uses[str] = Uses()
        self._readers: Uses[Target] = Uses()
        self._foreseers: Uses[Target] = Uses()
        self._holders: Uses[Target] = Uses()
        self._judged: dict[str, tuple[Diagnostic, ...]] = {}
        self._recent: frozenset[str] = frozenset()
        self._rest: dict[str, tuple[Diagnostic, ...]] = {}
        self._dialects: frozenset[str] = frozenset()
        self._checker: Checker | None = None
        self.told: dict[str, SentDiagnostics] = {}
        self.measured: dict[Target, Measured] = {}

    # --- for features -----------------------------------------------------------------------------

    @property
    def rules(self) -> Sequence[Rule]:
        """All effective rules."""
        return self._known

    @property
    def request(self) -> Request:
        """What the client asks for."""
        return self._setup.request

    def task(self, target: Target) -> Task:
        """How a contract is checked."""
        return self._checker_for(target.dialect).task(target.dialect)

    # --- which contracts there are ---------------------------------------------------------------

    def look(self, folder: str) -> frozenset[Target]:
        """Detect the contracts of a folder; those that came or went since the last look."""
        tracing = Tracing(self.reader)
        found = frozenset(
            target
            for dialect in self._asked()
            for target in self._found(dialect.detect, tracing, folder)
        )
        self._lookers.put(folder, tracing.files)
        self._listers.put(folder, tracing.listed)
        before = self._homes.get(folder, frozenset())
        if found:
            self._homes[folder] = found
        else:
            self._homes.pop(folder, None)
        return found ^ before

    def dialect(self, name: str) -> Dialect:
        """A dialect as the configuration has it read contracts.

        Raises PluginError where that of a plugin fails.
        """
        return as_configured(self.config.dialects[name], self.config.options, self._setup.given)

    def _asked(self) -> Iterator[Dialect]:
        """The dialects as the configuration has them look for contracts, once."""
        for dialect in self.config.dialects:
            try:
                yield as_configured(dialect, self.config.options, self._setup.given)
            except PluginError as error:
                self._setup.complain(str(error))

    def _found(self, find: Callable[..., Iterable[Target]], *arguments: Any) -> frozenset[Target]:
        """The contracts that a dialect finds; none where it fails, of which the user is told."""
        try:
            return frozenset(find(*arguments))
        except PluginError as error:
            self._setup.complain(str(error))
            return frozenset()

    def claim(self, path: str) -> frozenset[Target]:
        """Note the contracts that an open file stands for on its own; see `Dialect.claim`."""
        for dialect in self._asked():
            found = self._found(dialect.claim, self.reader, path, False)
            if found:
                self._claimed[path] = found
                return found
        self.disclaim(path)
        return frozenset()

    def claimed(self, path: str) -> bool:
        """Whether contracts are there only because this file is open."""
        return path in self._claimed

    def renew(self, path: str) -> frozenset[Target]:
        """Claim again after an edit; the contracts that came or went by that."""
        before = self._claimed.get(path, frozenset())
        return before ^ self.claim(path)

    def disclaim(self, path: str) -> frozenset[Target]:
        """Forget what `claim` has noted; the contracts it was."""
        return self._claimed.pop(path, frozenset())

    def is_tracked(self, target: Target) -> bool:
        """Whether there still is such a contract."""
        if any(target in targets for targets in self._claimed.values()):
            return True
        return any(target in targets for targets in self._homes.values())

    def detected(self) -> frozenset[Target]:
        """The contracts that were found without anybody naming them."""
        return frozenset(target for targets in self._homes.values() for target in targets)

    def holders(self, path: str) -> Collection[Target]:
        """The contracts that contain a file, or say something about it."""
        return self._holders.of(path)

    def files(self) -> frozenset[str]:
        """All files of contracts, and those that could not be read."""
        return frozenset(self._holders.paths()) | frozenset(self.reader.unopened)

    def reported(self) -> frozenset[str]:
        """All files that may have findings."""
        return self.files() | self._rest.keys()

    # --- what changes -----------------------------------------------------------------------------

    def edited(self, path: str) -> Todo:
        """The text of a file is another one now."""
        self.reader.outdate(path)
        self._judged.pop(path, None)
        return self._todo(path)

    def touched(self, path: str) -> Todo:
        """A file has changed on disk, perhaps."""
        if not refresh(self.reader, path):
            return Todo(frozenset(), frozenset())
        self._judged.pop(path, None)
        return self._todo(path)

    def moved(self, path: str) -> Todo:
        """A file is there that was not there before, or the other way round."""
        relist(self.reader, path)
        refresh(self.reader, path)
        self._judged.pop(path, None)
        todo, folder = self._todo(path), path
        folders, targets = set(todo.folders), set(todo.targets)
        while folder:
            folder = split(folder)[0]
            folders |= self._listers.of(folder)
            targets |= self._foreseers.of(folder)
        folders.add(split(path)[0])
        return Todo(frozenset(folders), frozenset(targets))

    def _todo(self, path: str) -> Todo:
        targets = frozenset(self._readers.of(path)) | frozenset(self._holders.of(path))
        return Todo(frozenset(self._lookers.of(path)), targets)

    # --- what is wrong ----------------------------------------------------------------------------

    def check(self, target: Target) -> frozenset[str]:
        """Check a contract again, or let go of one that no longer exists; the files whose
        findings may be others now."""
        before = self.states.get(target)
        changed = self._holders.by(target)
        if not self.is_tracked(target):
            self.states.pop(target, None)
            self.measured.pop(target, None)
            for uses in (self._readers, self._foreseers, self._holders):
                uses.put(target, ())
        else:
            state = check(
                target, self._checker_for(target.dialect), self.reader, self._opened, before
            )
            self.states[target] = self._trimmed(state)
            self._recent = state.read
            self._readers.put(target, state.read)
            self._foreseers.put(target, state.listed)
            self._holders.put(
                target, (*state.files, *(hit.finding.place.file for hit in state.hits))
            )
            changed |= self._holders.by(target)
            changed = frozenset(changed.difference(self._same(before, state)))
        for path in changed:
            self._judged.pop(path, None)
        return changed

    def _same(self, before: State | None, after: State) -> Iterable[str]:
        """The files of which a contract says what it said before, and that are the same."""
        if before is None or before.unasked != after.unasked:
            return ()
        old, new = _by_file(before.hits), _by_file(after.hits)
        files = before.files & after.files & self._judged.keys()
        return (path for path in files if old.get(path) == new.get(path))

    def findings(self, path: str) -> tuple[Diagnostic, ...]:
        """What there is to report in a file: located, selected, not suppressed."""
        if path in self._rest:
            return self._rest[path]
        if path not in self._judged:
            self._judged |= self._judge((path,))
        return self._judged[path]

    def settle(self, paths: Iterable[str]) -> None:
        """Make up the mind about files of which only one contract says anything, while their
        documents are at hand, and let go of documents that nobody needs."""
        own = [p for p in paths if p not in self._judged and len(self._holders.of(p)) == 1]
        self._judged |= self._judge(own)
        self.reader.forget(tuple(filterfalse(self._opened, self._unused())))

    def _unused(self) -> frozenset[str]:
        """Files whose documents are at hand, in no contract that features work on, and not read
        for the last check either: the next contract is often next to that one, and asks for the
        same."""
        used = (self._holders.by(t) for t, state in self.states.items() if state.kept is not None)
        return frozenset(self.reader.kept).difference(self._recent, *used)

    def judge_project(self) -> frozenset[str]:
        """Judge what needs every contract: whether the configuration and the baseline hide what is
        not there. The files whose findings changed."""
        before = self._rest
        if self.config.suppress or os.path.lexists(self.baseline):
            files = self.files()
            judged = self._judge(files, everywhere=True)
            self._rest = {path: found for path, found in judged.items() if path not in files}
        else:
            self._rest = {}
        paths = before.keys() | self._rest.keys()
        return frozenset(path for path in paths if before.get(path) != self._rest.get(path))

    @property
    def baseline(self) -> str:
        """The absolute path of the effective baseline, whether there is one or not."""
        return os.path.join(self.root, self.config.baseline or DEFAULT_BASELINE)

    def by_urgency(self, targets: Iterable[Target]) -> list[Target]:
        """Contracts with open documents first."""

        def key(target: Target) -> tuple[object, ...]:
            state = self.states.get(target)
            return (state is None or state.kept is None, _order(target))

        return sorted(targets, key=key)

    def drop(self, path: str) -> None:
        """A file has been closed: features do not need its contracts any longer."""
        self.told.pop(path, None)
        for target in self._holders.of(path):
            if target in self.states:
                self.states[target] = self._trimmed(self.states[target])

    def _trimmed(self, state: State) -> State:
        if any(self._opened(path) for path in state.files):
            return state
        return state._replace(kept=None, repaired={}, settled=None, memory=Memory())

    def _checker_for(self, *dialects: str) -> Checker:
        """What checks contracts of some dialects, and of all those asked for before."""
        if self._checker is None or not self._dialects.issuperset(dialects):
            self._dialects |= frozenset(dialects)
            request = self._setup.request
            rules = needed(self._known, self._dialects, self.config, request)
            choice = Choices(request).of(self.config, rules)
            self._checker = Checker(plan_for(self.workspace, request, choice))
        return self._checker

    def _judge(
        self, paths: Collection[str], *, everywhere: bool = False
    ) -> dict[str, tuple[Diagnostic, ...]]:
        """What there is to report in files, by file; each gets an entry."""
        wanted = frozenset(paths)
        targets = {target for path in paths for target in self._holders.of(path)}
        states = [self.states[t] for t in sorted(targets, key=_order) if t in self.states]
        unread = [p for p in self.reader.unopened if p in wanted and not self._holders.of(p)]
        court = Court(self._checker_for(), self._known, self.reader, self._setup.complain)
        return verdicts(court, states, unread, paths, everywhere=everywhere)


def _order(target: Target) -> tuple[object, ...]:
    """The order in which a walk finds contracts."""
    return target.folder.split("/"), target.dialect, target.main


def _by_file(hits: Iterable[Hit]) -> dict[str, list[Hit]]:
    found: dict[str, list[Hit]] = {}
    for hit in hits:
        found.setdefault(hit.finding.place.file, []).append(hit)
    return found
