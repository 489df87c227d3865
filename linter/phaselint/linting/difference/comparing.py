"""Two sides compared: the contracts that changed files belong to, one after the other."""

from __future__ import annotations

from phaselint.linting.difference.affected import Affected
from phaselint.linting.difference.changes import changed_files, concerned
from phaselint.linting.difference.contracts import Linter, alone, compared, unreadable
from phaselint.linting.difference.gaps import lacking_files, without_modules
from phaselint.linting.difference.model import Comparison
from phaselint.linting.difference.pairing import paired
from phaselint.linting.difference.parts import Kept, may_be_a_part
from phaselint.project.paths import join
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
    from typing import Any

    from phaselint.linting.difference.contracts import Linted
    from phaselint.linting.difference.model import ContractDifference
    from phaselint.linting.difference.pairing import Pair
    from phaselint.linting.difference.sides import Side
    from phaselint.linting.discovery import FoundContract
    from phaselint.linting.request import Request
    from phaselint.vocabulary.rule import Rule


def compare_sides(
    old: Side,
    new: Side,
    request: Request,
    rules: Sequence[Rule],
    bound: int,
    show: Callable[[str], str] = str,
    *,
    pictures: bool = False,
    whole: bool = False,
) -> Comparison:
    """Compare the contracts of two sides; `show` names a file, given its path from their base. With
    `whole`, the contracts are counted that the change doesn't concern, which takes a search."""
    new = new._replace(read=Kept(new.read))
    changed = changed_files(old, new)
    affected = Affected(new, changed)
    known = new.searched().found if whole else ()
    old, new, notes = without_modules(
        old.searched(affected.needs), new.searched(affected.needs), show
    )
    changed = changed.intersection((*old.files, *new.files))
    course = _Course(old, new, changed, Linter(request, rules), bound, show, pictures=pictures)
    pairs = paired(old, new, concerned(old, affected), concerned(new, affected)) if changed else []
    found = tuple(each for pair in pairs for each in course.of(pair))
    touched = {each.path for each in found if each.change != "removed"}
    return Comparison(
        old.label,
        new.label,
        contracts=found,
        files=len(changed),
        wrong=tuple(dict.fromkeys((*old.wrong, *new.wrong, *lacking_files(old, new, show)))),
        notes=notes,
        others=len([each for each in known if show(new.path(each)) not in touched]),
    )


class _Course:
    """A comparison as far as it has come."""

    def __init__(
        self,
        old: Side,
        new: Side,
        changed: Collection[str],
        linter: Linter,
        bound: int,
        show: Callable[[str], str],
        *,
        pictures: bool,
    ) -> None:
        self._old = old
        self._new = new
        self._changed = changed
        self._linter = linter
        self._bound = bound
        self._show = show
        self._pictures = pictures

    def of(self, pair: Pair) -> Iterator[ContractDifference]:
        """How a contract differs; nothing where no changed file belongs to it."""
        before, after = self._loaded(self._old, pair.old), self._loaded(self._new, pair.new)
        lacking = (
            _lacks(self._old, before, after),
            _lacks(self._new, after, before),
        )
        ours = {path for each in (before, after) if each is not None for path in each.files}
        files = sorted(ours & set(self._changed))
        shown = tuple(map(self._show, files))
        last = after or before
        if any(lacking) and last is not None:
            yield unreadable(last.found.dialect, self._path(last), shown, lacking)
            return
        if not files:
            return
        old, new = self._linted(before), self._linted(after)
        if old is not None and new is not None and before is not None and after is not None:
            yield compared(
                *(old, new, (self._path(before), self._path(after)), shown, self._bound),
                pictures=self._pictures,
                states=self._linter.bound,
            )
        elif new is not None and after is not None:
            path = self._path(after)
            yield alone(new, path, shown, added=True, pictures=self._pictures)
        elif old is not None and before is not None:
            path = self._path(before)
            yield alone(old, path, shown, added=False, pictures=self._pictures)

    def _loaded(self, side: Side, found: FoundContract | None) -> _Loaded | None:
        if found is None:
            return None
        reader, target = found.workspace.reader, found.target
        contract = found.dialect.load(reader, target)
        files = frozenset(_files(side, found, contract.documents))
        gaps = set(filter(may_be_a_part, side.lacking()))
        near = reader.names(target.folder) if gaps else ()
        inside = (side.path(found, join(target.folder, name)) for name in near)
        return _Loaded(side, found, contract, files, lacking=not gaps.isdisjoint((*files, *inside)))

    def _path(self, loaded: _Loaded) -> str:
        return self._show(loaded.side.path(loaded.found)) or "."

    def _linted(self, loaded: _Loaded | None) -> Linted | None:
        if loaded is None:
            return None

        def show(path: str) -> str:
            return self._show(loaded.side.path(loaded.found, path))

        return self._linter.lint(loaded.found, loaded.contract, show)


def _lacks(side: Side, loaded: _Loaded | None, other: _Loaded | None) -> bool:
    """Whether git lacks files of a contract; where it wasn't found for that, the other side has
    it."""
    if loaded is not None:
        return loaded.lacking
    return other is not None and not other.files.isdisjoint(side.lacking())


class _Loaded(NamedTuple):
    """A contract of a side, loaded, with the paths of its files from the base of the side.
    `lacking`: git doesn't have all of them."""

    side: Side
    found: FoundContract
    contract: Any
    files: frozenset[str]
    lacking: bool


def _files(side: Side, found: FoundContract, documents: Iterable[str]) -> Iterator[str]:
    """The files of a contract and of the scripts with its policies, from the base."""
    from phaselint.executor.beside import script_for, script_paths

    reader, target = found.workspace.reader, found.target
    beside = script_paths(reader, target, found.workspace.config.scripts)
    scripts = (path for path in beside if script_for(reader, path, target))
    for path in (*documents, *scripts):
        yield side.path(found, path)
        real = reader.real(path)
        if real != path:
            yield side.path(found, real)
