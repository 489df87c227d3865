"""Runs as logs tell of them, in a few bytes an act: names are kept once, the rest in arrays."""

from __future__ import annotations

import math
from array import array
from copy import copy

from phaselint.dialects.acts import OWNED
from phaselint.transcripts.deeds import Deed, TracedAct
from phaselint.transcripts.seen import AGENT, ANYWHERE, MAIN, UNKNOWN

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint.dialects.acts import Ok
    from phaselint.transcripts.seen import Format, Seen

WINDOW = 10_000
"""How many results are kept that came before their calls."""

OKS: tuple[Ok, ...] = ("unknown", "yes", "no")
ENDED = frozenset({"completed", "failed", "limit", "cancelled"})
"""How a run ends that is over; only these can break a policy about endings."""


class Instance:
    """An invocation of an agent: its name, who called it, by which act."""

    __slots__ = ("call", "id", "name", "parent")

    def __init__(self, id_: str) -> None:
        self.id = id_
        self.name = ""
        self.parent = 0
        self.call = -1


class Trace:
    """One run.

    Attributes:
        name: what the log calls it.
        end: how it ended; empty where that isn't known yet.
        gap: the number of the act before which a record wasn't understood, for the first of these;
            `lost` the time since which one may be missing.
        sampled: whether acts may be missing anywhere.
        folder: the directory it worked in; `branch` and `version` as the log tells them.
        back: how often the clock went back; `repeated` how many calls were told again.
        compacted: when the session was summarized first; none if it never was.
        denied: the numbers of calls that weren't allowed.
    """

    def __init__(self, format_: Format, name: str) -> None:
        self.format = format_
        self.name = name
        self.end = ""
        self.end_place = ""
        self.gap: int | None = None
        self.lost = math.inf
        self.sampled = False
        self.folder = self.branch = self.version = ""
        self.back = self.repeated = 0
        self.compacted: float | None = None
        self.denied: set[int] = set()
        self._failed: dict[str, int] = {}
        self.requests = array("q")
        self.instances: list[Instance] = [Instance("")]
        self._numbers: dict[str, int] = {"": 0}
        self._deeds: dict[Deed, int] = {}
        self._all: list[Deed] = []
        self._files: list[str] = []
        self._tails: list[str] = []
        self._deed, self._instance = array("i"), array("i")
        self._file, self._tail, self._time = array("i"), array("q"), array("d")
        self._ok = bytearray()
        self._open: dict[str, int] = {}
        self._early: dict[str, int] = {}
        self._calls: dict[str, int] = {}
        self._latest = 0.0
        self._current = ""
        self._waiting: list[tuple[str, str]] = []

    def __len__(self) -> int:
        return len(self._deed)

    # --- taking down ------------------------------------------------------------------------------

    def take(self, file: str, seen: Seen) -> None:
        """Take down a record of this run."""
        kind = seen.kind
        if kind == "result":
            self._result(seen)
        elif kind == "instance":
            self._known(seen)
        elif kind == "end":
            self.end = seen.subject
            known = seen.place or not len(self)
            self.end_place = self._place(file, seen.place) if known else self.place(len(self) - 1)
        elif kind == "gap":
            self._lose(0 if seen.place == ANYWHERE else len(self))
        elif kind == "blind":
            shows = self.format.shows.difference(seen.subject.split())
            self.format = self.format._replace(shows=shows)
        elif kind == "compact":
            self.compacted = self.compacted or seen.time or self._latest
        elif kind == "denied":
            number = self._open.get(seen.call, self._failed.get(seen.call))
            self.denied.update(() if number is None else (number,))
        elif kind == "request":
            self.requests.append(len(self))
        elif kind == "folder":
            self._surroundings(seen)
        else:
            self._act(file, seen)

    def _act(self, file: str, seen: Seen) -> None:
        number = len(self._deed)
        instance = self._number(seen.instance)
        if self._is_again(seen, instance):
            self.repeated += 1
            return
        subject = seen.subject
        if seen.kind == "reach":
            instance = self._named(instance, seen)
            subject = ""
        if seen.kind == "call" and seen.call:
            early = self._early.pop(seen.call, None)
            if early is None and seen.ok == "unknown":
                self._open[seen.call] = number
            if seen.sort == AGENT:
                self._calls[seen.call] = number
            ok = early or OKS.index(seen.ok)
        else:
            ok = OKS.index(seen.ok)
        target = seen.target if seen.kind == "follow" or seen.kind in OWNED else ""
        deed = Deed(seen.kind, subject, seen.sort, target)
        self._deed.append(self._deeds.setdefault(deed, len(self._all)))
        if len(self._deeds) > len(self._all):
            self._all.append(deed)
        self._instance.append(instance)
        self._ok.append(ok)
        self._at(file, seen.place)
        if seen.time is not None and seen.time < self._latest:
            self.back += 1
        self._latest = max(self._latest, seen.time or 0.0)
        self._time.append(self._latest)

    def _is_again(self, seen: Seen, instance: int) -> bool:
        """Whether a call is one that is under way, told again."""
        number = self._open.get(seen.call) if seen.kind == "call" and seen.call else None
        if number is None or self._instance[number] != instance:
            return False
        deed = self._all[self._deed[number]]
        return (deed.subject, deed.sort) == (seen.subject, seen.sort)

    def lose_start(self) -> None:
        """A record before the first act wasn't understood."""
        self._lose(0)

    def _lose(self, number: int) -> None:
        self.gap = number if self.gap is None else min(number, self.gap)
        self.lost = min(self.lost, self._latest if number else 0.0)

    def begin_file(self) -> None:
        """What follows comes from another file, with a clock of its own."""
        self._latest = 0.0

    def _at(self, file: str, place: int | str) -> None:
        if not self._files or self._files[-1] != file:
            self._files.append(file)
        self._file.append(len(self._files) - 1)
        if isinstance(place, int):
            self._tail.append(place)
        else:
            self._tail.append(-1 - len(self._tails))
            self._tails.append(place)

    def _result(self, seen: Seen) -> None:
        ok = OKS.index(seen.ok)
        number = self._open.pop(seen.call, None)
        if number is not None:
            self._ok[number] = ok
            if seen.ok == "no":
                self._failed[seen.call] = number
                if len(self._failed) > WINDOW:
                    del self._failed[next(iter(self._failed))]
        elif seen.call:
            self._early[seen.call] = ok
            if len(self._early) > WINDOW:
                del self._early[next(iter(self._early))]

    def _number(self, instance: str) -> int:
        found = self._numbers.setdefault(instance, len(self.instances))
        if found == len(self.instances):
            self.instances.append(Instance(instance))
        return found

    def _named(self, number: int, seen: Seen) -> int:
        """The instance that `reach` is about. An agent at the top may be followed by others, which
        are instances of their own."""
        if not seen.instance:
            if self._current and seen.subject != self._current:
                number = self._anew()
            self._current = seen.subject
        if seen.subject and not self.instances[number].name:
            self.instances[number].name = seen.subject
        return number

    def _anew(self) -> int:
        """Another agent at the top."""
        self.instances.append(Instance(""))
        self._numbers[""] = len(self.instances) - 1
        return self._numbers[""]

    def _known(self, seen: Seen) -> None:
        if not seen.instance:
            self._current = self.instances[self._anew()].name = seen.subject
            return
        instance = self.instances[self._number(seen.instance)]
        instance.name = seen.subject or instance.name
        if seen.call in self._calls:
            instance.call = self._calls[seen.call]
        elif seen.call:
            self._waiting.append((seen.instance, seen.call))

    def _surroundings(self, seen: Seen) -> None:
        if seen.sort == "version":
            self.version = self.version or seen.subject
        else:
            self.folder = self.folder or seen.subject
            self.branch = self.branch or seen.target

    def close(self) -> None:
        """All files of the run are read."""
        for name, call in self._waiting:
            if call in self._calls:
                self.instances[self._numbers[name]].call = self._calls[call]
        for each in self.instances:
            if each.call >= 0:
                each.parent = self._instance[each.call]
                each.name = each.name or self._all[self._deed[each.call]].subject
        if self.end == "completed" and self._open and not self.format.told_end:
            self.end = ""
        self._calls.clear()
        self._early.clear()
        self._failed.clear()

    # --- reading ----------------------------------------------------------------------------------

    @property
    def unanswered(self) -> int:
        """How many calls have no result."""
        return len(self._open)

    def is_compacted(self, number: int | None) -> bool:
        """Whether the session was summarized before an act, or before its end."""
        if self.compacted is None or not len(self):
            return False
        return (max(self._time) if number is None else self._time[number]) > self.compacted

    def in_time(self) -> list[int]:
        """The numbers of acts in the order in which they happened."""
        if len(self._files) < 2 or "#" in self.name:
            return list(range(len(self)))
        return sorted(range(len(self)), key=lambda number: (self._time[number], number))

    def parts(self) -> list[Trace]:
        """The requests of the run, each as a run of its own; all but the last are over."""
        order = self.in_time()
        begun = next((n for n, each in enumerate(order) if self._is_work(each)), len(order))
        cuts = {number for number in self.requests if number > begun}
        found: list[list[int]] = [[]]
        for number in order:
            if number in cuts:
                found.append([])
            found[-1].append(number)
        made = [self._part(numbers, at) for at, numbers in enumerate(found)]
        for each in made[:-1]:
            each.end, each.end_place = "completed", ""
        return made

    def _is_work(self, number: int) -> bool:
        return self._all[self._deed[number]].verb not in ("start", "reach", "turn")

    def _part(self, numbers: list[int], at: int) -> Trace:
        """Some acts of the run, as a run."""
        part = copy(self)
        part.name = f"{self.name}#{at + 1}"
        for name in ("_deed", "_instance", "_file", "_tail", "_time"):
            whole = getattr(self, name)
            setattr(part, name, array(whole.typecode, (whole[each] for each in numbers)))
        part._ok = bytearray(self._ok[each] for each in numbers)
        part._files = [*self._files]
        part.denied = {n for n, each in enumerate(numbers) if each in self.denied}
        part.gap = next((n for n, each in enumerate(numbers) if self.is_after_gap(each)), None)
        if part.gap is None and self.gap is not None and self.gap <= numbers[-1] + 1:
            part.gap = len(numbers)
        return part

    def is_after_gap(self, number: int) -> bool:
        """Whether a record that wasn't understood may have come before an act."""
        if self.gap is None:
            return False
        apart = len(self._files) > 1 and self._time[number] >= self.lost
        return number >= self.gap or apart

    def act(self, number: int) -> TracedAct:
        """An act by its number."""
        deed = self._all[self._deed[number]]
        instance = self._instance[number]
        actor = self.actor(instance)
        if deed.verb == "reach":
            deed = deed._replace(subject=actor)
        elif deed.verb in ("start", "turn"):
            actor = ""
        return TracedAct(
            number,
            deed,
            actor,
            instance=instance,
            place=self.place(number),
            time=self._time[number],
            ok=OKS[self._ok[number]],
        )

    def sort(self, number: int) -> tuple[int, int, int]:
        """What an act has in common with all others that are alike but for their place and time."""
        return self._deed[number], self._instance[number], self._ok[number]

    def instance(self, number: int) -> int:
        """Which invocation an act is of."""
        return self._instance[number]

    def actor(self, instance: int) -> str:
        """The name of an invocation's agent."""
        found = self.instances[instance]
        if found.name:
            return found.name
        if "reach" not in self.format.shows:
            return ""
        return UNKNOWN if found.id else MAIN

    def place(self, number: int | None) -> str:
        """Where the log tells an act, or the end of the run."""
        if number is None:
            return self.end_place
        tail = self._tail[number]
        told: int | str = tail if tail >= 0 else self._tails[-1 - tail]
        return self._place(self._files[self._file[number]], told)

    def _place(self, file: str, tail: int | str) -> str:
        return str(tail) if self.format.bare else f"{file}{self.format.separate}{tail}"

    def distinct(self) -> Iterator[Deed]:
        """What it does, each once and in no order."""
        verbs = {each.verb for each in self._all}
        yield from (each for each in self._all if each.verb != "reach")
        if "reach" in verbs:
            names = dict.fromkeys(map(self.actor, range(len(self.instances))))
            yield from (Deed("reach", name) for name in names)

    def changes(self) -> Iterator[tuple[int, int]]:
        """The number of the first act of each kind in each invocation, in the order in which they
        happened, and how often it is done there."""
        counts: dict[tuple[int, int], list[int]] = {}
        for number in self.in_time():
            known = counts.setdefault((self._deed[number], self._instance[number]), [number, 0])
            known[1] += 1
        return ((number, count) for number, count in counts.values())

    def acts(self) -> Iterator[TracedAct]:
        """All acts, in the order in which they happened."""
        return map(self.act, self.in_time())

    @property
    def ended(self) -> str:
        """How it ended: `open` where the log doesn't tell."""
        return self.end or "open"

    @property
    def is_over(self) -> bool:
        """Whether it is over, so a policy about endings can be broken."""
        return self.end in ENDED

    @property
    def first_time(self) -> float:
        """When its first act with a time happened; 0 where none has one."""
        return min((each for each in self._time if each), default=0.0)
