"""Answers of an expression as sets of options, and what is made of them."""

from __future__ import annotations

from itertools import combinations

from phaselint.dialects.langgraph.functionmodel import Answer, Known, Member, Send
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from phaselint.dialects.langgraph.functionmodel import Constant
    from phaselint.vocabulary.finding import Place

MOST = 64
"""The most answers that are distinguished; with more, some are unknown."""

_LISTS = 16
"""The most lists of one place that are distinguished."""

_PARTS = 3
"""How many different targets of a loop are combined in all ways."""


class Option(NamedTuple):
    """One answer that an expression may give: all targets at once. `single` tells that it is no
    list; `relative`, that it is what a lap of a loop adds to a list."""

    targets: tuple[Known, ...] = ()
    single: bool = True
    complete: bool = True
    unhashable: bool = False
    relative: bool = False


Options = tuple[tuple[Option, ...], bool]
"""Answers, and whether there are no others."""

NOTHING: Options = ((), False)


def as_answer(option: Option, place: Place) -> Answer:
    """An answer as a record."""
    return Answer(option.targets, place, option.single, option.complete, option.unhashable)


def text_of(option: Option) -> str | None:
    """A single constant in a formatted string; None for anything else."""
    if not option.single or option.unhashable or len(option.targets) != 1:
        return None
    value = option.targets[0].value
    if isinstance(value, Send):
        return None
    return value.spelling if isinstance(value, Member) else str(value)


def truth(option: Option) -> bool | None:
    if not option.single:
        return bool(option.targets) if option.complete else None
    if option.unhashable or not option.complete or len(option.targets) != 1:
        return None
    value = option.targets[0].value
    return True if isinstance(value, tuple) else bool(value)


def node_name(value: Constant) -> str | Member | None:
    """The node name in a constant that isn't a `Send`."""
    return value if value is None or isinstance(value, (str, Member)) else str(value)


def truths(place: Place) -> tuple[Option, ...]:
    """What a comparison may give."""
    return tuple(Option((Known(each, place),)) for each in (True, False))


def any_of(found: Options) -> tuple[Option, ...]:
    """The lists of any number of some members."""
    listed, complete = found
    targets: dict[object, Known] = {}
    for option in listed:
        complete = complete and option.single and not option.unhashable and option.complete
        for target in option.targets:
            targets.setdefault(target.value, target)
    sends = tuple(
        each._replace(value=each.value._replace(many=True))
        for each in targets.values()
        if isinstance(each.value, Send)
    )
    plain = [each for each in targets.values() if not isinstance(each.value, Send)]
    if len(plain) > _PARTS:
        return (Option((*plain, *sends), False, complete=False),)
    return tuple(
        Option((*some, *sends), False, complete)
        for size in range(len(plain) + 1)
        for some in combinations(plain, size)
    )


def product(base: Sequence[Option], more: Options, spread: bool = False) -> tuple[Option, ...]:
    """Lists with one more member, or (`spread`) with those of another list."""
    added, complete = more
    found: list[Option] = []
    for left in base:
        for right in added:
            nested = not spread and not right.single
            found.append(
                Option(
                    reduced((*left.targets, *(() if nested else right.targets))),
                    False,
                    left.complete and right.complete,
                    left.unhashable or nested or (right.unhashable and not spread),
                    left.relative or right.relative,
                )
            )
        if not complete:
            found.append(left._replace(complete=False))
    return distinct(found)


def reduced(targets: tuple[Known, ...]) -> tuple[Known, ...]:
    """Targets without those that others stand for: a node is woken once, and any number of `Send`s
    is any number."""
    many = {each.value.node for each in targets if isinstance(each.value, Send) and each.value.many}
    found: dict[object, Known] = {}
    for index, each in enumerate(targets):
        value = each.value
        if isinstance(value, Send):
            if value.node in many and not value.many:
                continue
            key: object = value if value.many else (value, index)
        else:
            key = (type(value), value)
        found.setdefault(key, each)
    return tuple(found.values())


def distinct(found: Iterable[Option]) -> tuple[Option, ...]:
    """Lists, each once; one that is not known in all where there are too many."""
    seen = tuple(dict.fromkeys(found))
    if len(seen) <= _LISTS:
        return seen
    targets = {each.value: each for option in seen for each in option.targets}
    return (Option(tuple(targets.values()), False, complete=False, relative=seen[0].relative),)


def union(parts: Sequence[Options]) -> Options:
    found = dict.fromkeys(option for part, _complete in parts for option in part)
    return tuple(found), all(complete for _part, complete in parts)


def limited(found: Options) -> Options:
    listed, complete = found
    return (listed, complete) if len(listed) <= MOST else (listed[:MOST], False)
