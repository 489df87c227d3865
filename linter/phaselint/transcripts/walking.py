"""Following a run through the automaton of its contract, act by act."""

from __future__ import annotations

from collections import Counter

from phaselint.transcripts.automaton import INNER, SILENT, Unexplored, key_of
from phaselint.transcripts.deeds import Deed
from phaselint.transcripts.departures import LOST, Departure, Followed
from phaselint.vocabulary.message import joined, message, quote_all

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from phaselint.dialects.acts import KnownAct
    from phaselint.transcripts.automaton import Automaton, Key
    from phaselint.transcripts.deeds import TracedAct
    from phaselint.transcripts.departures import How
    from phaselint.transcripts.traces import Trace
    from phaselint.vocabulary.message import Message

MOST_SKIPPED = 3
"""As many acts are looked for that a run has skipped."""

MOST_SETS = 2_000
MOST_LATER = 100
AROUND = frozenset({"interrupt", "resume", "fail"})
AGAIN = ("enter", "reach", "start")
"""Acts by which it is known again where a run is."""


class Known:
    """The acts of a contract, by their keys."""

    def __init__(self, acts: Sequence[KnownAct]) -> None:
        self.places = {key_of(each.act): each.place for each in reversed(acts)}
        self.kinds = {key_of(each.act): each.act.kind for each in reversed(acts)}
        nodes = {each.act.phase for each in acts if each.act.verb == "enter"}
        self._spelled = {each.casefold(): each for each in nodes}
        self.subgraphs = {each.rpartition(INNER)[0] for each in nodes if INNER in each}
        calls = [each for each in acts if each.act.verb == "call"]
        self.all_calls = bool(calls) and not any(each.offered for each in calls)
        """Whether the contract knows every tool that its runs may call."""

    def deed(self, key: Key) -> Deed:
        """An act by its key."""
        return Deed(key[0], key[1], self.kinds.get(key, ""), key[2])

    def key(self, deed: Deed) -> Key:
        """What an act of a log is recognized by. In checkpoints, LangGraph names a node after the
        member of the `Enum` by which it was added: `Step.DRAFT`, since Python 3.11."""
        found = (deed.verb, deed.subject, deed.target)
        if found in self.kinds or "." not in deed.subject:
            return found
        parts = (each.partition(".")[2] or each for each in deed.subject.split(INNER))
        node = self._spelled.get(INNER.join(parts).casefold(), "")
        spelled = (deed.verb, node, deed.target)
        return spelled if spelled in self.kinds else found

    def names(self, verb: str, name: str) -> bool:
        """Whether some act has a name."""
        return any(key[0] == verb and key[1] == name for key in self.places)


class Walk:
    """One run, followed through an automaton."""

    def __init__(self, automaton: Automaton, known: Known, trace: Trace) -> None:
        self._automaton = automaton
        self._known = known
        self._trace = trace
        self._found: list[Departure] = []
        self._used: set[Deed] = set()
        self._unknown: Counter[str] = Counter()
        self._undecided = ""
        self._here: int | None = automaton.start

    def followed(self) -> Followed:
        """What comes of it."""
        acts = [
            each
            for each in self._trace.acts()
            if self._is_shown(each.deed.verb) and not self._is_around(each)
        ]
        try:
            for index, each in enumerate(acts):
                self._step(acts, index, each)
                if len(self._found) > MOST_LATER:
                    break
            if acts:
                self._at_end(acts[-1])
        except Unexplored as error:
            self._undecided = str(error)
        first = self._found[0] if self._found else None
        return Followed(
            first,
            tuple(self._found[1:]),
            "" if first else self._undecided,
            frozenset(self._used),
            tuple(sorted(self._unknown.items())),
        )

    def _listed(self, keys: Sequence[Key]) -> Message:
        return joined(", ", (message("`{}`", self._known.deed(each)) for each in keys))

    def _step(self, acts: Sequence[TracedAct], index: int, act: TracedAct) -> None:
        key = self._known.key(act.deed)
        if key in self._known.kinds:
            self._used.add(self._known.deed(key))
        elif act.deed.verb == "call" and not self._known.all_calls:
            self._unknown[act.deed.subject] += 1
            return
        gap = self._trace.gap
        if gap is not None and act.number >= gap and self._here is not None and not self._found:
            self._undecided = LOST
            after = self._automaton.after(self._here, key)
            self._here = after if after >= 0 else None
            return
        if self._here is None:
            self._resume(key, act)
            return
        after = self._automaton.after(self._here, key)
        if after >= 0:
            self._here = after
        elif self._is_outside(act):
            self._undecided = message("the contract doesn't say what follows `{}`", act.deed)
            self._here = None
        else:
            self._leave(acts, index, act, key)

    def _resume(self, key: Key, act: TracedAct) -> None:
        """Find the run again, if an act tells where it is."""
        if act.deed.verb in AGAIN:
            found = self._automaton.anywhere(key)
            if found >= 0:
                self._here = found
            elif not self._undecided and self._found:
                self._add(act, "unknown", _lacks(act))

    def _is_shown(self, verb: str) -> bool:
        """Whether logs like this one tell of all acts with a verb."""
        shows = self._trace.format.shows
        return verb not in SILENT and (verb == "call" or not shows.isdisjoint({verb, "*"}))

    def _is_around(self, act: TracedAct) -> bool:
        """Whether an act is told of a subgraph for what a node in it does."""
        deed = act.deed
        return (
            deed.verb in AROUND
            and self._known.key(act.deed) not in self._known.kinds
            and deed.subject in self._known.subgraphs
        )

    def _is_outside(self, act: TracedAct) -> bool:
        """Whether an act is one of the runtime itself, which the contract has no word in: SWEny
        skips nodes for reasons of its own."""
        deed = act.deed
        return (
            deed.verb == "skip"
            and self._known.key(act.deed) not in self._known.kinds
            and self._known.names("enter", deed.subject)
        )

    def _leave(self, acts: Sequence[TracedAct], index: int, act: TracedAct, key: Key) -> None:
        """Take down a departure, and find the run again."""
        assert self._here is not None
        here, automaton = self._here, self._automaton
        possible = automaton.possible(here)
        following = [
            self._known.key(each.deed) for each in acts[index + 1 : index + 1 + MOST_SKIPPED]
        ]
        if key not in self._known.kinds:
            how: How = "unknown"
            why = self._unknown_why(act, possible)
            skipped: tuple[Key, ...] = ()
            after = here if following and automaton.after(here, following[0]) >= 0 else -1
        elif path := self._skipping(here, key):
            skipped, after = path
            how = "skipped"
            if tuple(following[: len(skipped)]) == skipped and self._out_of_order(
                here, key, following
            ):
                how = "out of order"
                why = message("`{}` comes before {}", act.deed, self._listed(skipped))
            else:
                why = message("`{}` without {} before it", act.deed, self._listed(skipped))
        elif following and automaton.after(here, following[0]) >= 0:
            how, skipped, after = "extra", (), here
            why = message("`{}` isn't possible here", act.deed)
        else:
            how, skipped, after = "not allowed", (), -1
            why = message("`{}` isn't possible here", act.deed)
        self._add(act, how, why, possible, skipped)
        self._here = after if after >= 0 else None
        if self._here is None:
            self._resume(key, act)

    def _unknown_why(self, act: TracedAct, possible: Sequence[Key]) -> Message:
        deed = act.deed
        if deed.verb == "follow":
            return message("the contract has no edge `{}` -> `{}`", deed.subject, deed.target)
        if deed.verb == "take" and self._known.names("enter", deed.target):
            allowed = [key[1] for key in possible if key[0] == "take" and key[2] == deed.target]
            told = quote_all(allowed) if allowed else message("no intent here")
            return message("`{}` allows {}, not `{}`", deed.target, told, deed.subject)
        return _lacks(act)

    def _out_of_order(self, here: int, key: Key, following: Sequence[Key]) -> bool:
        """Whether what follows an act is what should have come before it."""
        after = here
        for each in (*following[:1], key):
            after = self._automaton.after(after, each)
            if after < 0:
                return False
        return True

    def _skipping(self, here: int, key: Key) -> tuple[tuple[Key, ...], int] | None:
        """The fewest acts after which an act is possible, and where it leads then."""
        waiting: list[tuple[int, tuple[Key, ...]]] = [(here, ())]
        seen = {here}
        for at, done in waiting:
            if len(done) >= MOST_SKIPPED or len(seen) > MOST_SETS:
                break
            for each in self._automaton.possible(at):
                further = self._automaton.after(at, each)
                if further < 0 or further in seen:
                    continue
                seen.add(further)
                after = self._automaton.after(further, key)
                if after >= 0:
                    return (*done, each), after
                waiting.append((further, (*done, each)))
        return None

    def _add(
        self,
        act: TracedAct,
        how: How,
        why: Message,
        possible: Sequence[Key] = (),
        skipped: Sequence[Key] = (),
    ) -> None:
        line = self._known.places.get(self._known.key(act.deed))
        for each in (*skipped, *possible):
            line = line or self._known.places.get(each)
        told, left = (tuple(map(self._known.deed, each)) for each in (possible, skipped))
        self._found.append(Departure(act.number, how, why, possible=told, skipped=left, line=line))

    def _at_end(self, last: TracedAct) -> None:
        """Whether a run that is over may be over where it is."""
        trace = self._trace
        if self._here is None or self._undecided or self._found:
            return
        if trace.end != "completed" or not trace.format.told_end:
            return
        if self._automaton.may_end(self._here):
            return
        if trace.gap is not None:
            self._undecided = LOST
        else:
            possible = self._automaton.possible(self._here)
            self._add(last, "ended early", message("the run ends after `{}`", last.deed), possible)


_NOUNS = {"call": "tool", "enter": "phase", "reach": "agent"}


def _lacks(act: TracedAct) -> Message:
    """What is told of an act that the contract doesn't have."""
    noun = _NOUNS.get(act.deed.verb)
    if noun is None:
        return message("the contract has no `{}`", act.deed)
    return message(f"the contract has no {noun} `{{}}`", act.deed.subject)
