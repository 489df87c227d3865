"""What answers leave behind for the inputs of later steps, as far as there is a difference
(reference §4.3, §4.6)."""

from __future__ import annotations

from itertools import product

from phaselint.dialects.climpt.reading.values import at, last_segment
from phaselint.dialects.climpt.running.gate import handed_off
from phaselint.dialects.protocol import TooManyChoices

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from typing import Any

    from phaselint.dialects.climpt.model import Gate, Step
    from phaselint.dialects.climpt.running.session import Law

    Demands = Sequence[tuple[Any, Any]]

MOST_READ = 6
"""How many values of one step that inputs read are told apart."""

NOTED = frozenset(("iteration", "sessionId", "hasErrors", "errorCount"))
"""What a run leaves behind by itself where a step hands nothing off."""


def others(
    law: Law,
    step: Step,
    tried: Iterable[Mapping[str, Any]],
    make: Callable[[Demands], Iterable[Any]],
    wanted: Demands,
) -> Iterator[Any]:
    """Answers that meet some demands, and leave behind for inputs what none of those does that are
    tried already. Raises TooManyChoices."""
    read = [key for key in _keys(law, step) if key not in NOTED]
    if not read:
        return
    if len(read) > MOST_READ:
        raise TooManyChoices
    gate = step.gate if law.registry.gated and step.kind != "closure" else None
    known = {_left(gate, so, read) for so in tried}
    for more in _ways(gate, read):
        for so in _made(make, (*wanted, *more)):
            left = _left(gate, so, read)
            if left not in known:
                known.add(left)
                yield so


def _made(make: Callable[[Demands], Iterable[Any]], demands: Demands) -> Iterator[Any]:
    """An answer that meets demands, with something in each list that is asked for where that can
    be: an empty one is as good as an empty text."""
    from phaselint.schema import There

    for so in make(demands):
        asked = [path for path, test in demands if isinstance(test, There)]
        empty = [path for path in asked if at(so, ".".join(path)) == []]
        more = [((*path, 0), There()) for path in empty]
        yield next(iter(make((*demands, *more))), so) if more else so


def _keys(law: Law, step: Step) -> Iterator[str]:
    """The names under which inputs read what a step leaves behind."""
    for source in law.sources:
        name, _, key = source.rpartition(".")
        if name == step.key:
            yield key


def _left(gate: Gate | None, so: Mapping[str, Any], read: Sequence[str]) -> tuple[bool, ...]:
    """Which of some keys an answer leaves behind, and whether it hands off anything."""
    handed = handed_off(gate, so) if gate is not None else {}
    left = handed or so
    return (bool(handed), *(key in left for key in read))


def _ways(gate: Gate | None, read: Sequence[str]) -> Iterator[Demands]:
    """What an answer may be asked to have and to lack: each choice of the fields that are handed
    off and read; and where none of these is, some other field that is handed off, or none and each
    choice of what is read of the answer as a whole."""
    from phaselint.schema import Absent

    fields = [tuple(field.split(".")) for field in (gate.handoff_fields if gate else ())]
    own = [path for path in fields if last_segment(".".join(path)) in read]
    for there in product((True, False), repeat=len(own)):
        if any(there):
            yield _asked(own, there)
    nothing = [(path, Absent()) for path in own]
    if own or fields:
        yield from ([*nothing, *_asked([path], [True])] for path in fields if path not in own)
    nothing = [(path, Absent()) for path in fields]
    whole = [(key,) for key in read if (key,) not in fields]
    for there in product((True, False), repeat=len(whole)):
        yield [*nothing, *_asked(whole, there)]


def _asked(paths: Sequence[tuple[str, ...]], there: Sequence[bool]) -> Demands:
    from phaselint.schema import Absent, There

    return [(path, There() if is_ else Absent()) for path, is_ in zip(paths, there, strict=True)]
