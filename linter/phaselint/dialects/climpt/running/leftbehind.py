"""What answers leave behind for the inputs of later steps, as far as it makes a difference
(reference §4.3, §4.6): no value, an empty string, a string that the prompt library treats as shell
code, or any other.

For values that a schema lists, and for empty and non-empty lists, all combinations are tried. If a
value can be anything, it is an empty string or shell code in one place at a time, together with as
many other values as possible: such a value only ends runs, or changes which prompt a closure step
gets, and does so alone; other values don't end a run that would continue without them.
"""

from __future__ import annotations

from itertools import product
from math import prod

from phaselint.dialects.climpt.reading.values import unsafe
from phaselint.dialects.climpt.running.kinds import made
from phaselint.dialects.climpt.running.spoiled import (
    gate_of,
    handed_paths,
    left_by,
    open_names,
    path_read,
    read_of,
    sort_of,
    spoils,
)
from phaselint.dialects.protocol import TooManyChoices
from phaselint.javascript.texts import text_of
from phaselint.vocabulary.finding import Place
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from typing import Any

    from phaselint.dialects.climpt.model import Step
    from phaselint.dialects.climpt.running.kinds import Demand, Demands
    from phaselint.dialects.climpt.running.session import Law
    from phaselint.dialects.climpt.running.spoiled import Sort

    Left = tuple[Sort | bool, ...]
    Path = tuple[str, ...]

MOST_LEFT = 256
"""How many combinations of what one step leaves behind are distinguished."""

_EMPTY: tuple[Any, ...] = ("", [""], [None], [[]])
_SHELL = ("x|y", "<x>", ";", "x;", "x&", "x>y")


class _Option(NamedTuple):
    """What can be left behind under a name, and the answers that do so: one of `tries`."""

    sort: Sort
    tries: tuple[tuple[Demand, ...], ...]


class _Combination(NamedTuple):
    """What an answer should leave behind: whether it hands off anything, the sort of each value
    read, and the answers that do so; and the name whose value is a slip, which comes after the same
    without it, with the values left in addition to that."""

    left: Left
    options: tuple[_Option, ...]
    more: tuple[Demand, ...] = ()
    slip: str = ""
    beside: Left = ()


def others(
    law: Law,
    step: Step,
    demands: Demands,
    tried: Iterable[Mapping[str, Any]],
    unsure: Callable[[str], None],
    slips: Slips | None = None,
) -> Iterator[Any]:
    """Answers that meet demands, and leave behind for inputs what no answer tried before does. If
    it isn't known that none exists, `unsure` gets what isn't known. `slips` were requested for
    other answers with the same target step. Raises TooManyChoices."""
    read = read_of(law, step)
    if not read:
        return
    gate = gate_of(law, step)
    left_so_far = [(left_by(gate, so, read), spoils(law, step, so)) for so in tried]
    known = {left for left, _ in left_so_far}
    clean = {left for left, count in left_so_far if not count}  # without a slip
    slips = slips or Slips()
    for each in _combinations(law, step, read):
        doubtful = False
        mine = known if each.slip else clean
        asked = each.left not in mine and slips.wants(each)
        for tries in product(*(option.tries for option in each.options)) if asked else ():
            more = (*each.more, *(demand for one in tries for demand in one))
            found = made(law, step, (*demands, *more))
            doubtful = doubtful or found.unsure
            for so in found.answers:
                left, count = left_by(gate, so, read), spoils(law, step, so)
                if left not in (known if count else clean):
                    known.add(left)
                    clean |= set() if count else {left}
                    yield so
            if each.left in mine:
                break
        slips.note(each, found=each.left in mine)
        if doubtful and each.left not in known and not each.slip:
            unsure(f"an answer of `{step.key}` leaves behind everything that inputs read")


class Slips:
    """Which slips are tried: each with all combinations of other values left behind, except those
    for which there is a fuller one."""

    def __init__(self) -> None:
        self._known: list[tuple[str, Left]] = []
        self._latest: list[tuple[str, Left]] = []
        self._found = False

    def wants(self, each: _Combination) -> bool:
        """Whether a combination is tried; all without a slip are."""
        if not each.slip:
            return True
        fuller = (_is_fuller(left, each.beside) for slip, left in self._known if slip == each.slip)
        return self._found and not any(fuller)

    def note(self, each: _Combination, *, found: bool) -> None:
        """Note whether a combination exists."""
        if not each.slip:
            self._known += self._latest
            self._latest = []
            self._found = found
        elif self._found:
            self._latest.append((each.slip, each.beside))


def _is_fuller(left: Left, other: Left) -> bool:
    """Whether the values left behind are the same as others, or more."""
    return all(b in (a, "absent") for a, b in zip(left, other, strict=True))


def _combinations(law: Law, step: Step, read: Sequence[str]) -> Iterator[_Combination]:
    """What an answer can leave behind: each choice of what is handed off and read; and without
    these, some other field that is handed off, or none and each choice of what is read of the whole
    answer."""
    from phaselint.schema import Absent, There

    gate = gate_of(law, step)
    fields = handed_paths(gate)
    own = {name: path for name in read if (path := path_read(gate, name)) in fields}
    nothing = tuple((path, Absent()) for path in own.values())
    absent: list[Sort] = ["absent"] * len(read)
    for sorts, options, slip in _choices(law, step, own):
        if set(sorts.values()) != {"absent"}:
            left = (True, *(sorts.get(name, "absent") for name in read))
            yield _Combination(left, options, (), slip, _beside(slip, left, read))
    for path in fields:
        if path not in own.values():
            yield _Combination((True, *absent), (), (*nothing, (path, There())))
    nothing = tuple((path, Absent()) for path in fields)
    whole = {name: (name,) for name in read if (name,) not in fields}
    for sorts, options, slip in _choices(law, step, whole):
        left = (False, *(sorts.get(name, "absent") for name in read))
        yield _Combination(left, options, nothing, slip, _beside(slip, left, read))


def _beside(slip: str, left: Left, read: Sequence[str]) -> Left:
    """What an answer leaves behind besides the value of a slip, and whether it hands off
    anything."""
    handed, *sorts = left
    return (handed, *(each for name, each in zip(read, sorts, strict=True) if name != slip))


def _choices(
    law: Law, step: Step, paths: Mapping[str, Path]
) -> Iterator[tuple[dict[str, Sort], tuple[_Option, ...], str]]:
    """The choices of what is left behind under some names, the fullest first, and after each those
    with a slip under one of the names. Raises TooManyChoices."""
    columns = [_options(law, step, path) for path in paths.values()]
    if prod(map(len, columns)) > MOST_LEFT:
        why = f"inputs read more than {MOST_LEFT} combinations of what `{step.key}` leaves behind"
        raise TooManyChoices(why, Place(law.registry.file, step.pointer, "key"))
    spoiling = open_names(law, step)
    for row in product(*columns):
        yield dict(zip(paths, (each.sort for each in row), strict=True)), row, ""
        for index, (name, path) in enumerate(paths.items()):
            if name in spoiling and row[index].sort == "plain":
                for option in _slips(path):
                    changed = (*row[:index], option, *row[index + 1 :])
                    yield (
                        dict(zip(paths, (each.sort for each in changed), strict=True)),
                        changed,
                        name,
                    )


def _options(law: Law, step: Step, path: Path) -> tuple[_Option, ...]:
    """The possible values at a path that is read."""
    from phaselint.schema import Absent, Equals, Matches, OneOf, There, exists, values_at

    absent = _Option("absent", (((path, Absent()),),))
    schema = law.schema(step.key)
    if schema is not None and exists(schema, path).answer == "no":
        return (absent,)
    values = None if schema is None else values_at(schema, path)
    if values is None:
        plain = Matches(_is_plain, ("x",), text_of)
        tries: tuple[tuple[Demand, ...], ...]
        tries = ((path, There()),), (((*path, 0), plain),), ((path, plain),)
        return _Option("plain", tries), _Option("empty", (((path, Equals([])),),)), absent
    found: dict[Sort, list[Any]] = {}
    for value in values:
        found.setdefault(sort_of(value), []).append(value)
    listed = (
        _Option(sort, (((path, OneOf(tuple(each))),),)) for sort, each in sorted(found.items())
    )
    return (*sorted(listed, key=lambda each: each.sort != "plain"), absent)


def _slips(path: Path) -> Iterator[_Option]:
    """The undesired values of a field that accepts anything."""
    from phaselint.schema import Matches, OneOf

    shell = Matches(unsafe, _SHELL, text_of)
    yield _Option("empty", (((path, OneOf(_EMPTY)),),))
    yield _Option("shell", (((path, shell),), (((*path, 0), shell),)))


def _is_plain(text: str) -> bool:
    return bool(text) and not unsafe(text)
