"""The checker of certificates of silence.

It knows of a runtime how a run starts, which responses a state has, what a step does, what tells
states apart, how far a run has come and how it failed; it explores nothing, and shares no code
with what does. Each state is stepped once, up to its key.
"""

from __future__ import annotations

from collections import deque

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence
    from typing import Any

    from phaselint.dialects.protocol import Runtime
    from phaselint.dialects.records import Element, Grade
    from phaselint.executor.clean_certificate import Silence, Way
    from phaselint.executor.replay import Script

    _Step = tuple[Any | None, frozenset[Hashable]]

    Findings = Mapping[Hashable, Collection[str]]

GRADES: tuple[Grade, ...] = ("strict", "fair", "hostile")
"""What a run takes for granted, the least first: as much as the worst of its choices."""


def check(
    runtime: Runtime[Any],
    starts: Sequence[Any],
    elements: Sequence[Element],
    findings: Findings,
    silence: Silence,
    limited: Sequence[Any] | None = None,
) -> str:
    """Check every claim of a certificate; empty when all hold, else what is wrong.

    `starts` are the states before the first choice, with run-wide limits lifted, and `limited`
    the same with their limits, where there are any; `elements` are what the contract declares, and
    `findings` the names of the findings about an element, by its id. This must hold:

    - a run with limits completes, and one uses each element, but for those that a finding is
      about, and those that only they lead to; of a call that is used one comes back;
    - where runs are open-ended, completed runs use all phases together, and in none of them a call
      is left open;
    - no run of choices that are not hostile fails;
    - from each state that a run of strict choices reaches another one completes, without a hostile
      choice that the contract doesn't name, and where it is asked for something, an answer is
      possible.
    """
    scripts = starts if limited is None else limited
    every = tuple(_with_returns(runtime, elements, silence))
    player = Player(runtime)
    return (
        _wrong_elements(player, scripts, every, findings, silence)
        or _wrong_starts(runtime, starts, silence)
        or _wrong_end(player, scripts, silence.done)
        or wrong_sessions(player, scripts, elements, silence)
    )


class Player:
    """Plays scripts of one runtime. Most begin as another one does, with the same choices: each
    step of a state is taken once."""

    def __init__(self, runtime: Runtime[Any]) -> None:
        self.runtime = runtime
        self._after: dict[tuple[int, int], tuple[Any, Any, _Step]] = {}  # keeps what ids are of

    def play(self, state: Any, script: Script) -> Iterator[_Step]:
        """The states of a run with what each step used; none and nothing where a choice is not
        among those that a state has."""
        for choice in script.choices:
            asked = (id(state), id(choice))
            if asked not in self._after:
                self._after[asked] = (state, choice, self._stepped(state, choice))
            *_, (state, used) = self._after[asked]
            yield state, used
            if state is None:
                return

    def _stepped(self, state: Any, choice: Any) -> _Step:
        if choice not in self.runtime.choices(state):
            return None, frozenset()
        after, events = self.runtime.step(state, choice)
        used = frozenset(self.runtime.moves(events))
        if not _is_legal(self.runtime, state, self.runtime.key(after), used):
            return None, frozenset()
        return after, used


# --- elements -------------------------------------------------------------------------------------


def _with_returns(
    runtime: Runtime[Any], elements: Iterable[Element], silence: Silence
) -> Iterator[Element]:
    """What is declared, and for each call that runs make that it comes back."""
    for element in elements:
        yield element
        back = runtime.returns(element.id)
        if back is not None and element.id in silence.uses:
            yield element._replace(id=back)


def _wrong_elements(
    player: Player,
    starts: Sequence[Any],
    elements: Sequence[Element],
    findings: Findings,
    silence: Silence,
) -> str:
    unused = [each for each in elements if each.id not in silence.uses]
    for element in dict.fromkeys(each.id for each in elements if each.id in silence.uses):
        script = silence.uses[element]
        if not 0 <= script.start < len(starts):
            return f"the script for {element!r} has no start"
        if not _uses(player, starts[script.start], script, element):
            return f"the script for {element!r} doesn't use it"
    for element in dict.fromkeys(each.id for each in unused if each.id in silence.said):
        if silence.said[element] not in findings.get(element, ()):
            name = silence.said[element]
            return (
                f"finding `{name}`, which should explain why {element!r} isn't used, doesn't exist"
            )
    left = _unexcused(unused, silence.said)
    return f"the certificate doesn't mention {next(iter(left))!r}" if left else ""


def _unexcused(unused: Sequence[Element], said: Collection[Hashable]) -> dict[Hashable, None]:
    """The elements that no run uses for which neither a finding nor another such element that
    leads to them is the reason, by their ids."""
    excused: set[Hashable] = set()
    left = dict.fromkeys(each.id for each in unused)
    more = {each for each in left if each in said}
    shut: set[str] = set()
    while more:
        excused |= more
        for each in unused:
            if each.id in more:
                shut.update(each.targets)
                if each.is_phase or each.success:
                    shut.add(each.phase)
        # What several phases have is a reason where one of them is shut.
        _spread(shut, unused)
        missing = {each for each in unused if each.id not in excused}
        open_ = {each.id for each in missing if each.phase not in shut}
        more = {each.id for each in missing} - open_
    return {each: None for each in left if each not in excused}


def _spread(shut: set[str], unused: Sequence[Element]) -> None:
    """Add the phases that elements lead to which are only there where no run comes."""
    before = -1
    while before < len(shut):
        before = len(shut)
        for each in unused:
            if each.phase in shut and not each.is_phase:
                shut.update(each.targets)


def _uses(player: Player, state: Any, script: Script, element: Hashable) -> bool:
    """Whether a run uses an element, all of its choices being among those that its states have."""
    if not script.choices:
        return element in player.runtime.moves(player.runtime.opening(state))
    *_, (_, used) = player.play(state, script)
    return element in used


def _wrong_end(player: Player, starts: Sequence[Any], script: Script | None) -> str:
    """What is wrong with a run that is to complete."""
    if script is None or not 0 <= script.start < len(starts):
        return "the certificate has no completed run"
    last = starts[script.start]
    for state, _ in player.play(last, script):
        if state is None:
            return "the completed run makes an impossible choice"
        last = state
    done = player.runtime.outcome(last).kind in player.runtime.completions
    return "" if done else "the completed run doesn't complete"


def wrong_sessions(
    player: Player, starts: Sequence[Any], elements: Iterable[Element], silence: Silence
) -> str:
    """What is wrong with the runs that are to use all phases together, where there must be
    some."""
    runtime = player.runtime
    if not runtime.open_ended:
        return ""
    left = {each.id for each in elements if each.is_phase and each.id in silence.uses}
    for script in silence.sessions:
        wrong = _wrong_end(player, starts, script)
        if wrong:
            return wrong
        used = list(runtime.moves(runtime.opening(starts[script.start])))
        for _, more in player.play(starts[script.start], script):
            used += more
        for back in filter(None, map(runtime.returns, dict.fromkeys(used))):
            calls = sum(runtime.returns(each) == back for each in used)
            if used.count(back) != calls:
                return f"a completed run makes {calls} calls that end with {back!r}, not as many"
        left.difference_update(used)
    return f"no completed run uses {min(map(repr, left))}" if left else ""


def _is_legal(runtime: Runtime[Any], state: Any, key: Hashable, used: frozenset[Hashable]) -> bool:
    """Whether a response that the runtime calls legal does what a step did."""
    legal = runtime.legal(state)
    if legal is None:
        return True
    after = (runtime.step(state, choice) for choice in legal)
    return any(
        runtime.key(reached) == key and used.issubset(runtime.moves(events))
        for reached, events in after
    )


# --- states ---------------------------------------------------------------------------------------


def _wrong_starts(runtime: Runtime[Any], starts: Sequence[Any], silence: Silence) -> str:
    if len(silence.ways) != len(starts) or not starts:
        return "the certificate is for other starts"
    for start, ways in zip(starts, silence.ways, strict=True):
        wrong = _wrong_ways(runtime, start, ways)
        if wrong:
            return wrong
    return ""


def _wrong_ways(runtime: Runtime[Any], start: Any, ways: Mapping[Hashable, Way]) -> str:
    """Step every state that can be come to, once, and compare with the ways. What runs of strict
    choices reach is stepped first, then the rest of what is not hostile; of each, what is reached
    first, as of more tasks than a runtime tells apart those with the fewest."""
    seen: set[Hashable] = set()
    planned = _Planned()
    waiting: list[deque[Any]] = [deque([start]), deque(), deque()]
    for level, states in enumerate(waiting):
        while states:
            state = states.popleft()
            key = runtime.key(state)
            if key in seen or (GRADES[level] == "hostile" and key not in ways):
                continue  # of what only hostile choices lead to, no more is asked than its way
            seen.add(key)
            steps = list(_after(runtime, state))
            after = [(reached, grade) for reached, grade, _ in steps]
            planned.note(runtime, key, state, steps, strict=GRADES[level] == "strict")
            wrong = (
                _wrong_state(runtime, state, level, after)
                or _wrong_kind(runtime, state, level, ways.get(key))
                or _wrong_way(runtime, state, after, ways)
            )
            if wrong:
                return wrong
            for reached, grade in after:
                waiting[max(level, GRADES.index(grade))].append(reached)
    if not seen.issuperset(ways):
        return "the certificate has a state that no run reaches"
    return planned.wrong()


class _Planned:
    """From which states runs complete without a hostile choice that the contract doesn't name."""

    def __init__(self) -> None:
        self._into: dict[Hashable, list[Hashable]] = {}
        self._completed: list[Hashable] = []
        self._strict: set[Hashable] = set()
        self._unplanned = False

    def note(
        self,
        runtime: Runtime[Any],
        key: Hashable,
        state: Any,
        steps: Iterable[tuple[Any, Grade, bool]],
        *,
        strict: bool,
    ) -> None:
        """Note a state with the steps from it, where the runtime knows of such choices at all."""
        if not runtime.unforeseen:
            return
        if runtime.outcome(state).kind in runtime.completions:
            self._completed.append(key)
        if strict and runtime.outcome(state).kind == "running":
            self._strict.add(key)
        for reached, _, named in steps:
            self._unplanned |= not named
            if named:
                self._into.setdefault(runtime.key(reached), []).append(key)

    def wrong(self) -> str:
        """What is wrong with the states that strict choices come to."""
        if not self._unplanned:
            return ""
        waiting = list(self._completed)
        found = set(waiting)
        while waiting:
            for key in self._into.get(waiting.pop(), ()):
                if key not in found:
                    found.add(key)
                    waiting.append(key)
        if self._strict <= found:
            return ""
        return "from a reachable state, only events outside the contract lead to an end"


def _after(runtime: Runtime[Any], state: Any) -> Iterator[tuple[Any, Grade, bool]]:
    """The states that the responses of a state lead to, what each takes for granted, and whether
    it is not hostile or the contract names it."""
    legal = runtime.legal(state)
    for choice in runtime.choices(state) if legal is None else legal:
        reached, events = runtime.step(state, choice)
        grade = runtime.grade(state, choice)
        yield reached, grade, grade != "hostile" or runtime.foreseen(state, events)


def _wrong_state(
    runtime: Runtime[Any], state: Any, level: int, after: Iterable[tuple[Any, Grade]]
) -> str:
    """What is wrong with a state, whatever ways lead on from it."""
    if GRADES[level] != "hostile":
        fault = runtime.fault(state)
        if fault is not None:
            return f"a run fails with `{fault.code}` at `{fault.phase}`"
    running = GRADES[level] == "strict" and runtime.outcome(state).kind == "running"
    if running and runtime.demands(state) and all(grade != "strict" for _, grade in after):
        return f"no answer satisfies {runtime.demands(state)}"
    return ""


def _wrong_kind(runtime: Runtime[Any], state: Any, level: int, way: Way | None) -> str:
    """What is wrong with where the way of a state ends; one that strict choices reach needs one,
    and to a good end."""
    kind = runtime.outcome(state).kind
    strict = GRADES[level] == "strict"
    if way is None:
        return "a reachable state isn't in the certificate" if strict else ""
    if strict and kind == "running" and way.end not in runtime.completions:
        return "a reachable state has no path to a good end"
    if way.steps == 0 and not kind == way.end != "running":
        return "a state that isn't a good end is listed as one"
    return ""


def _wrong_way(
    runtime: Runtime[Any],
    state: Any,
    after: Sequence[tuple[Any, Grade]],
    ways: Mapping[Hashable, Way],
) -> str:
    """What is wrong with the choice of a way, which must do what a response of the state does.
    It was found in a state of the same key, and isn't necessarily one of the responses itself."""
    way = ways.get(runtime.key(state))
    if way is None or way.steps == 0:
        return ""
    if way.choice is None:
        return "a path makes an impossible choice"
    reached = runtime.key(runtime.step(state, way.choice)[0])
    if all(runtime.key(each) != reached for each, _ in after):
        return "a path makes an illegal choice"
    nearer = ways.get(reached)
    if nearer is None or nearer.end != way.end or nearer.steps >= way.steps or nearer.steps < 0:
        return "a path doesn't get closer to its end"
    return ""
