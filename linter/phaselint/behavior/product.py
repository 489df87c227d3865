"""Whether a policy holds in all runs of a contract (or in one, where it asks for that).

Runs are searched without run-wide limits first: limits only take away. A run found there is tried
with them; where that fails, the runs with their limits decide. Whether runs that limits end violate
a policy of endings is tried by going round a circle until a limit ends the run, and decided by the
runs with their limits as well.
"""

from __future__ import annotations

from phaselint.behavior.acting import acts_of_step, telling
from phaselint.behavior.attained import Attained
from phaselint.behavior.cutting import ends_wrong, region
from phaselint.behavior.hunting import Hunt, beaten
from phaselint.behavior.pumping import pumped
from phaselint.behavior.searching import Product, Way
from phaselint.behavior.spaces import spaces
from phaselint.behavior.tracking import Tracker
from phaselint.dialects.acts import Act
from phaselint.dialects.records import MILDEST_FIRST
from phaselint.executor.proof import PLAIN
from phaselint.policies.naming import resolved
from phaselint.policies.policy import ENDINGS
from phaselint.vocabulary.message import quote
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any, Literal

    from phaselint.behavior.cutting import Region
    from phaselint.behavior.hunting import Passed
    from phaselint.behavior.runs import Runs
    from phaselint.behavior.searching import Move, Searched
    from phaselint.behavior.spaces import Limited, Space, Spaces
    from phaselint.dialects.records import Choice
    from phaselint.executor.proof import RunInput
    from phaselint.policies.policy import Policy


AT_FIRST = (100, 500)
"""How many states of runs with limits are looked at before a circle is gone round: twice those of
runs without limits, within this range."""

UNORDERED = "acts that happen in any order cannot be put in one that shows it"


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
    """Whether a policy asks for what only a limit may cause: an end that completes no run, or an
    act."""
    kinds = runs.limit_ends - runs.runtime.completions
    acts = [*(Act("end", kind) for kind in sorted(kinds)), *runs.done_by_limits]
    return any(each.matches(act) for each in policy.patterns for act in acts)


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
            nearest = self._attained().nearest(self._policy)
            return Verdict("violated", states=self._states, nearest=nearest)
        if uncounted := self._uncounted():
            return Verdict("undecided", states=self._states, reason=uncounted)
        tested = self._attained().is_tested(self._policy)
        return Verdict("holds", states=self._states, tested=tested)

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
        product = Product(free, self._tracker, self._worst, self._runs.bound)
        found = product.search()
        if found.way is not None:
            shown = self._with_limits(free, found.way)
            if shown is not None or not self._runs.has_limits:
                return shown, "" if shown else UNORDERED
        elif not self._limits_matter(found):
            return None, found.reason
        if not found.reason:
            return self._limited(product, cut=found.way is None)
        way = pumped(self._runs, product, None)
        return (None if way is None else self._as_shown(free, way)), found.reason

    def _limits_matter(self, found: Searched) -> bool:
        """Whether runs with their limits may violate the policy though no run without them does:
        the step in which a limit ends a run may do less than it does without, or what only limits
        do. What must be done before something else is violated by doing less, where an end comes at
        all."""
        if not self._runs.has_limits:
            return False
        names = names_cut(self._runs, self._policy)
        at_end = self._policy.shape in ENDINGS and (self._policy.scope != "before" or found.unended)
        return (at_end or names) and self._limits_may_violate(or_before=names)

    def _limits_may_violate(self, *, or_before: bool) -> bool:
        """Whether all that runs do, by any choices, in any order and then an end by a limit may
        violate the policy; with `or_before`, what limits do before it too."""
        done = self._spaces.reachable(len(MILDEST_FIRST) - 1)
        more = map(self._spaces.words.act, self._runs.done_by_limits)
        acts = tuple(filter(self._tracker.letter, dict.fromkeys((*done, *more))))
        ends = self._runs.limit_ends
        return ends_wrong(self._tracker, self._tracker.start, acts, ends, or_before=or_before)

    def _limited(self, product: Product, *, cut: bool) -> tuple[_Shown | None, str]:
        """The same of runs with their limits; `cut`: a limit may violate the policy in that it ends
        a run. A few runs are looked at first, then those that repeat a cycle, then all."""
        runs = self._runs
        cut = cut or self._limits_cut
        where = region(runs, product, cut=cut)
        if where is not None and not where.before:
            return None, ""
        space = self._spaces.limited(product.space.setting)
        hunt = Hunt(space, self._tracker, self._worst, self._passed(product, space, where, cut=cut))
        few = min(max(AT_FIRST[0], 2 * product.space.size), AT_FIRST[1], runs.bound)
        found = hunt.search(few if cut else runs.bound)
        if cut and found.way is None and found.reason and product.expand_all():
            way = pumped(runs, product, where)
            shown = None if way is None else self._as_shown(product.space, way)
            if shown is not None:
                return shown, ""
            found = hunt.search(runs.bound)
        self._states = max(self._states, space.size)
        if found.way is None:
            return None, found.reason
        shown = self._as_shown(space, found.way)
        return shown, "" if shown else UNORDERED

    @property
    def _limits_cut(self) -> bool:
        return self._policy.shape in ENDINGS or names_cut(self._runs, self._policy)

    def _passed(
        self, product: Product, space: Limited, where: Region | None, *, cut: bool
    ) -> Passed:
        """Which pairs of runs with limits lead to none that violates the policy, or to none that
        others do not lead to as well."""
        behind: Passed = (lambda *_: False) if cut else beaten(self._runs.runtime, space)
        if where is None:
            return behind
        free: dict[int, int | None] = {}
        before = where.before

        def passed(state: int, configuration: int) -> bool:
            if state not in free:
                free[state] = product.space.number(space.state(state))
            here = free[state]
            pair = None if here is None else product.number(here, configuration)
            return (pair is not None and pair not in before) or behind(state, configuration)

        return passed

    def _shown(self, space: Space | Limited, way: Way, choices: Sequence[Choice]) -> _Shown | None:
        acts = self._tracker.order(self._words(space, way.moves), at_end=way.at_end)
        if acts is None:
            return None
        return _Shown(space.setting, tuple(choices), acts, way.at_end)

    def _as_shown(self, space: Space | Limited, way: Way) -> _Shown | None:
        return self._shown(space, way, [each.choice for each in way.edges])

    def _words(self, space: Space | Limited, moves: Sequence[Move]) -> Iterator[tuple[int, ...]]:
        """What is done in the opening of a run and by its moves: an offered act in the turn of
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
            return self._as_shown(free, way)
        choices = replayed(self._runs, free.setting, way, self._spaces.words.acts)
        return None if choices is None else self._shown(free, way, choices)

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

    def _attained(self) -> Attained:
        """What runs do with their limits."""
        return Attained(self._runs, self._worst, replayed)


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
        told = acts_of_step(runtime, tell, choice, events, after)
        if told != move.acts and not _filled(told, move.acts, runtime.offered(state)):
            return None
        state = after
        choices.append(choice)
    if way.at_end and runtime.outcome(state).kind == "running":
        return None
    return tuple(choices)


def _filled(told: Sequence[Act], acts: Sequence[Act], offered: Sequence[Act]) -> bool:
    """Whether acts are those of a step, with some that are offered after its turn."""
    last = len(acts) - len(told) + 1
    return (
        last > 1
        and (*acts[:1], *acts[last:]) == (*told,)
        and all(each in offered for each in acts[1:last])
    )


def _is_there(runtime: Any, state: Any, free: Choice, choice: Choice) -> bool:
    """Whether a state waits for an answer as a choice is one, which is among its own if it differs
    from that without limits."""
    question = runtime.asks(state)
    if question is None or question.channel != choice.channel:
        return False
    return choice is free or choice == free or choice in runtime.act_choices(state)
