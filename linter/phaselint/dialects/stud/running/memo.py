"""What exploration finds out about stages once in a run (reference §2.6, §3.3)."""

from __future__ import annotations

from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Hashable
    from typing import Any, TypeVar

    Key = TypeVar("Key")
    Found = TypeVar("Found")

    from phaselint.dialects.stud.running.looking import Looks
    from phaselint.dialects.stud.running.records import Reader, Relevance, Result, Undecided

    Payloads = tuple[tuple[Any, ...] | None, Undecided | None, Collection[Hashable]]


class Plain(NamedTuple):
    """How a sibling goes its plain way: with how many attempts, the last of which is completed
    with a payload or hits the cap, and with what output, if any is written, and reason. `suits`
    tells that the join looks at the result, and takes it."""

    attempts: int = 1
    capped: bool = False
    parsed: Any = None
    output: Any = None
    written: bool = False
    reason: str = ""
    suits: bool = False


MOST = 20_000
"""How many answers are kept; runs that go round a fan-out begin it anew each time."""


class ByIdentity:
    """The answers about some objects, which are kept with them: told apart by their identity."""

    __slots__ = ("_known",)

    def __init__(self) -> None:
        self._known: dict[tuple[int, ...], tuple[tuple[object, ...], Any]] = {}

    def once(self, things: tuple[object, ...], find: Callable[[], Found]) -> Found:
        """The answer for some objects: found out once, unless too much was found out since."""
        key = tuple(map(id, things))
        known = self._known.get(key)
        if known is None:
            if len(self._known) >= MOST:
                self._known.clear()
            known = self._known[key] = (things, find())
        found: Found = known[1]
        return found


class Beside:
    """The known facts about siblings, in runs without a world of their own: what came of an answer
    to an execution, how one can be answered, and what tells one apart by what is done."""

    __slots__ = ("choices", "keys", "taken")

    def __init__(self) -> None:
        self.taken, self.choices, self.keys = ByIdentity(), ByIdentity(), ByIdentity()


class Memo(NamedTuple):
    """What exploration has found out about stages: what matters of their results, by whether hooks
    are asked, with the payloads that stand for all, what they want of those that they are given,
    which of their schemas are ones, and which values those accept, or why they don't, how siblings
    go their plain way to a join, the values that the checker of certificates tries, and what
    siblings do by themselves, where runs have no world of their own. Exploration passes on the same
    few objects, so they are told apart by their identity, and kept."""

    relevance: dict[tuple[str, bool], Relevance]
    payloads: dict[str, Payloads]
    readers: dict[str, Reader | None]
    sound: dict[tuple[str, str], bool]
    completed: dict[tuple[str, int], tuple[Any, bool]]
    given: dict[tuple[Any, ...], tuple[Result, bool]]
    refused: dict[tuple[str, str], str]
    looks: dict[tuple[str, str], Looks]
    signs: dict[tuple[str, str, int], tuple[Any, Hashable]]
    plain: dict[tuple[str, str], Plain]
    legal: dict[tuple[str, str], tuple[Any, ...] | None]
    beside: dict[Hashable, Beside] | None = None


def nothing_known() -> Memo:
    """What is known before anything was explored."""
    return Memo(*({} for _ in Memo._fields[:-1]))


class Memos:
    """The known facts about the stages of one contract, kept for the runs that begin in no world of
    their own: they are many, and find out the same."""

    __slots__ = ("_known",)

    def __init__(self) -> None:
        self._known: dict[bool, Memo] = {}

    def of(self, *, reference: bool) -> Memo:
        """What is known where runs follow the reference, or do not."""
        if reference not in self._known:
            self._known[reference] = nothing_known()._replace(beside={})
        return self._known[reference]


def once(known: dict[Key, Found] | None, key: Key, find: Callable[[], Found]) -> Found:
    """The answer for a key: found out once, where it is kept at all."""
    if known is None:
        return find()
    if key not in known:
        known[key] = find()
    return known[key]
