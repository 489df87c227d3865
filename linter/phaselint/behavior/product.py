"""Whether a policy holds in all runs of a contract (or in one, where it asks for that).

Runs are searched without run-wide limits first: limits only take away. What is found there is tried
with them; where that fails, the runs with their limits decide. Whether runs that limits end violate
a policy of endings is tried by going round a circle until a limit ends the run, and decided by the
runs with their limits as well.
"""

from __future__ import annotations

from phaselint.behavior.acting import MILDEST_FIRST, acts_of_step, telling
from phaselint.behavior.pumping import pumped
from phaselint.behavior.searching import Way, searched
from phaselint.behavior.spaces import spaces
from phaselint.behavior.tracking import Tracker
from phaselint.dialects.acts import Act
from phaselint.dialects.records import OUTCOMES
from phaselint.executor.proof import PLAIN
from phaselint.policies.automaton import FIRST, FIRST_TRIED, SECOND, SECOND_TRIED, letter
from phaselint.policies.naming import resolved
from phaselint.policies.policy import ENDINGS
from phaselint.vocabulary.message import quote
from phaselint.vocabulary.record import NamedTuple
from phaselint.vocabulary.suggest import suggest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any, Literal

    from phaselint.behavior.runs import Runs
    from phaselint.behavior.searching import Move, Searched
    from phaselint.behavior.spaces import Limited, Space, Spaces
    from phaselint.dialects.records import Choice
    from phaselint.executor.proof import RunInput
    from phaselint.policies.policy import Policy


class Verdict(NamedTuple):
    """How a policy stands.

    Attributes:
        status: whether it holds, is violated, or could not be decided.
        choices: those of a shortest run that violates it, or that does what `some-run` asks for, on
            the contract with its limits, started with `setting`.
        acts: what that run does, in an order that shows it, up to where it does; acts that the
            runtime only offers are among them where the run does them.
        at: the index of the act that shows it; the number of acts where the end of the run does.
        states: how many states were explored.
        reason: why it is not decided; where an act is only offered, that it is.
        tested: whether any run does what the policy is about.
        nearest: for `some-run`, the act that runs can still do and that is nearest to it.
    """

    status: Literal["holds", "violated", "undecided"]
    choices: tuple[Choice, ...] = ()
    acts: tuple[Act, ...] = ()
    at: int | None = None
    states: int = 0
    reason: str = ""
    tested: bool = True
    nearest: str = ""
    setting: RunInput = PLAIN


def judge(runs: Runs, policy: Policy) -> Verdict:
    """Say whether a policy holds in all runs of a contract, from every start."""
    return _Judge(runs, resolved(policy, [each.act for each in runs.known])).verdict()


def names_cut(runs: Runs, policy: Policy) -> bool:
    """Whether a policy asks for an end that a limit may cause. Dialects differ in what they call
    such an end, but complete no run by one."""
    ends = [Act("end", kind) for kind in OUTCOMES if kind not in runs.runtime.completions]
    return any(each.matches(end) for each in policy.patterns for end in ends)


class _Shown(NamedTuple):
    """A run with its limits: the number of its setting, its choices and acts, and whether its end
    shows what it shows."""

    setting: int
    choices: tuple[Choice, ...]
    acts: tuple[Act, ...]
    at_end: bool


class _Judge:
    """Judges one policy."""

    def __init__(self, runs: Runs, policy: Policy) -> None:
        self._runs = runs
        self._policy = policy
        self._spaces: Spaces = spaces(runs)
        self._worst = MILDEST_FIRST.index(policy.worst)
        spanning = runs.runtime.threads_span_steps
        self._tracker = Tracker(policy, self._spaces.words, spanning=spanning)
        self._states = sum(each.size for each in self._spaces.free)

    def verdict(self) -> Verdict:
        """How the policy stands."""
        reasons: list[str] = []
        for free in self._spaces.free:
            shown, reason = self._in(free)
            if shown is not None:
                return self._told(shown)
            reasons += [reason] if reason else []
        if reasons:
            return Verdict("undecided", states=self._states, reason=reasons[0])
        if self._policy.shape == "some-run":
            return Verdict("violated", states=self._states, nearest=self._nearest())
        if uncounted := self._uncounted():
            return Verdict("undecided", states=self._states, reason=uncounted)
        return Verdict("holds", states=self._states, tested=self._tested())

    def _uncounted(self) -> str:
        """That one answer may do an act more often than is explored, which the policy counts."""
        policy = self._policy
        if policy.shape != "at-most" or policy.most < 2:
            return ""
        every = self._runs.runtime.countless(self._runs.contract)
        found = (act for act in every if any(each.matches(act) for each in policy.first))
        return next(
            (f"one answer may do {quote(each.text)} any number of times" for each in found), ""
        )

    def _in(self, free: Space) -> tuple[_Shown | None, str]:
        """A run from one start that shows something, or why that is not decided."""
        found = searched(free, self._tracker, self._worst, self._runs.bound)
        if found.way is not None:
            shown = self._with_limits(free, found.way)
            if shown is not None:
                return shown, ""
        elif not self._limits_matter(found):
            return None, found.reason
        elif (shown := self._pumped(free)) is not None:
            return shown, ""
        if found.reason:
            return None, found.reason
        return self._limited(free.setting)

    def _limits_matter(self, found: Searched) -> bool:
        """Whether runs with their limits may violate the policy though no run without them does:
        the step in which a limit ends a run may do less than it does without. What must be done
        before something else is violated by that, where an end comes at all."""
        if not self._runs.has_limits:
            return False
        policy = self._policy
        at_ends = policy.shape in ENDINGS and (policy.scope != "before" or found.unended)
        return at_ends or names_cut(self._runs, policy)

    def _limited(self, setting: int) -> tuple[_Shown | None, str]:
        """The same of runs with their limits."""
        space = self._spaces.limited(setting)
        found = searched(space, self._tracker, self._worst, self._runs.bound)
        self._states = max(self._states, space.size)
        if found.way is None:
            return None, found.reason
        shown = self._shown(space, found.way, [each.choice for each in found.way.edges])
        return shown, "" if shown else "no order of the acts of the run that was found shows it"

    def _shown(self, space: Space | Limited, way: Way, choices: Sequence[Choice]) -> _Shown | None:
        acts = self._tracker.order(self._words(space, way.moves), at_end=way.at_end)
        if acts is None:
            return None
        return _Shown(space.setting, tuple(choices), acts, way.at_end)

    def _words(self, space: Space | Limited, moves: Sequence[Move]) -> Iterator[tuple[int, ...]]:
        """What is done in the opening of a run and by its moves: what is offered, in the turn of
        the step before which it is done, where that begins with one."""
        words = self._spaces.words
        yield words.words[space.opening]
        offered: list[int] = []
        for each in moves:
            if isinstance(each, int):
                offered.append(each)
                continue
            number = words.word(each.acts)
            word, turn = words.words[number], int(self._tracker.is_turn(number))
            yield from (word[:turn], *((act,) for act in offered), word[turn:])
            offered = []
        yield from ((act,) for act in offered)

    def _with_limits(self, free: Space, way: Way) -> _Shown | None:
        """A run that was found without limits, as it is with them; none where these end it, or it
        does other acts."""
        if not self._runs.has_limits:
            return self._shown(free, way, [each.choice for each in way.edges])
        choices = replayed(self._runs, free.setting, way, self._spaces.words.acts)
        return None if choices is None else self._shown(free, way, choices)

    def _pumped(self, free: Space) -> _Shown | None:
        """A run that a limit ends where it must not."""
        if self._policy.shape not in ENDINGS:
            return None
        way = pumped(self._runs, free, self._tracker, self._worst)
        if way is None:
            return None
        return self._shown(free, way, [each.choice for each in way.edges])

    def _told(self, shown: _Shown) -> Verdict:
        """The verdict by a run that shows it."""
        possible = self._policy.shape == "some-run"
        at = len(shown.acts) - (not shown.at_end)
        return Verdict(
            "holds" if possible else "violated",
            shown.choices,
            acts=shown.acts,
            at=at,
            states=self._states,
            reason="" if possible else self._offered_only(),
            setting=self._runs.settings[shown.setting],
        )

    def _offered_only(self) -> str:
        """That what a run must do is only offered, where it is."""
        if self._policy.shape not in ENDINGS:
            return ""
        asked = self._policy.first if self._policy.shape == "every-run" else self._policy.second
        known = [each for each in self._runs.known if any(one.matches(each.act) for one in asked)]
        if not known or not all(each.offered for each in known):
            return ""
        return f"the runtime only offers `{known[0].act.text}`, so that a run may end without it"

    def _tested(self) -> bool:
        """Whether any run does what the policy is about."""
        policy = self._policy
        if policy.shape in ("never", "every-run", "some-run") and not policy.scope:
            return True
        bits = [FIRST_TRIED]
        if policy.shape == "never-both":
            bits = [FIRST_TRIED, SECOND_TRIED]
        elif policy.scope in ("after", "between") or policy.shape == "every-run":
            bits = [SECOND]
        acts = self._spaces.words.acts
        met = 0
        for each in self._spaces.reachable(self._worst):
            met |= letter(policy, acts[each])
        return all(met & bit for bit in bits)

    def _nearest(self) -> str:
        """The act that runs can still do and that is nearest to what is asked for: the phase that
        it is done in, another act there, or one that is called alike."""
        acts = self._spaces.words.acts
        possible = [acts[each] for each in sorted(self._spaces.reachable(self._worst))]
        done = [each for each in possible if letter(self._policy, each) & FIRST]
        if done:
            return done[0].text
        asked = [
            each.act
            for each in self._runs.known
            if any(one.matches(each.act) for one in self._policy.first)
        ]
        phases = {each.phase for each in asked} - {""}
        for each in possible:
            if each.verb in ("enter", "reach") and each.subject in phases:
                return each.text
        for each in possible:
            if each.phase in phases:
                return each.text
        texts = dict.fromkeys(each.text for each in possible)
        return next(filter(None, (suggest(one.text, texts) for one in asked)), "")


def replayed(runs: Runs, setting: int, way: Way, acts: Sequence[Act]) -> tuple[Choice, ...] | None:
    """The choices of a run that was found without limits, as the contract has them with its limits;
    none where the run does not do the same acts then. `acts` are all acts by their numbers."""
    runtime = runs.runtime
    tell = telling(runtime, runs.contract)
    state = runs.starts[setting]
    choices: list[Choice] = []
    for move in way.moves:
        if isinstance(move, int):
            if acts[move] not in runtime.offered(state):
                return None
            continue
        choice = runtime.with_limits(move.choice)
        if not _is_there(runtime, state, move.choice, choice):
            return None
        after, events = runtime.step(state, choice)
        if acts_of_step(runtime, tell, choice, events, after) != move.acts:
            return None
        state = after
        choices.append(choice)
    if way.at_end and runtime.outcome(state).kind == "running":
        return None
    return tuple(choices)


def _is_there(runtime: Any, state: Any, free: Choice, choice: Choice) -> bool:
    """Whether a state waits for an answer as a choice is one, which is among its own if it differs
    from that without limits."""
    question = runtime.asks(state)
    if question is None or question.channel != choice.channel:
        return False
    return choice is free or choice == free or choice in runtime.act_choices(state)
