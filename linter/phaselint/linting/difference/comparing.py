"""Two sides compared: the contracts that changed files belong to, one after the other."""

from __future__ import annotations

from phaselint.linting.difference.changes import changed_files, concerned
from phaselint.linting.difference.contracts import Linter, alone, compared
from phaselint.linting.difference.model import Comparison
from phaselint.linting.difference.pairing import paired

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Sequence

    from phaselint.linting.difference.contracts import Linted
    from phaselint.linting.difference.model import ContractDifference
    from phaselint.linting.difference.pairing import Pair
    from phaselint.linting.difference.sides import Side
    from phaselint.linting.discover import FoundContract
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
) -> Comparison:
    """Compare the contracts of two sides; `show` names a file, given its path from their base."""
    changed = changed_files(old, new)
    course = _Course(old, new, changed, Linter(request, rules), bound, show, pictures=pictures)
    pairs = paired(old, new, concerned(old, changed), concerned(new, changed)) if changed else []
    found = tuple(each for pair in pairs for each in course.of(pair))
    touched = {each.path for each in found if each.change != "removed"}
    return Comparison(
        old.label,
        new.label,
        contracts=found,
        files=len(changed),
        wrong=tuple(dict.fromkeys((*old.wrong, *new.wrong))),
        others=len([each for each in new.found if show(new.path(each)) not in touched]),
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
        before, after = self._files(self._old, pair.old), self._files(self._new, pair.new)
        files = sorted({*before, *after} & set(self._changed))
        if not files:
            return
        shown = tuple(map(self._show, files))
        old = self._linted(self._old, pair.old)
        new = self._linted(self._new, pair.new)
        if old is not None and new is not None:
            paths = (self._path(self._old, old), self._path(self._new, new))
            yield compared(
                *(old, new, paths, shown, self._bound),
                pictures=self._pictures,
                states=self._linter.bound,
            )
        elif new is not None:
            path = self._path(self._new, new)
            yield alone(new, path, shown, added=True, pictures=self._pictures)
        elif old is not None:
            path = self._path(self._old, old)
            yield alone(old, path, shown, added=False, pictures=self._pictures)

    def _files(self, side: Side, found: FoundContract | None) -> Iterator[str]:
        """The files of a contract and of the scripts with its policies, from the base."""
        if found is None:
            return
        from phaselint.executor.beside import script_paths

        reader, target = found.workspace.reader, found.target
        loaded = found.dialect.load(reader, target)
        scripts = script_paths(reader, target, found.workspace.config.scripts)
        for path in (*loaded.documents, *scripts):
            yield side.path(found, path)
            real = reader.real(path)
            if real != path:
                yield side.path(found, real)

    def _path(self, side: Side, linted: Linted) -> str:
        return self._show(side.path(linted.found)) or "."

    def _linted(self, side: Side, found: FoundContract | None) -> Linted | None:
        if found is None:
            return None

        def show(path: str) -> str:
            return self._show(side.path(found, path))

        return self._linter.lint(found, show)
