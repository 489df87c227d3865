"""From where runs may violate a policy, as far as the runs without limits tell.

Where the limits of a dialect do nothing but end runs (`Runtime.ended_by_limits`), a run with them
is one without them up to its last step, in which a limit may leave out some of what is done. So the
pairs of the product without limits show from where a limit, too, can violate a policy.
"""

from __future__ import annotations

from phaselint.behavior.orders import TooMany
from phaselint.dialects.acts import Act
from phaselint.machine.graph import reachable, reverse
from phaselint.policies.automaton import MET
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from phaselint.behavior.runs import Runs
    from phaselint.behavior.searching import Product
    from phaselint.behavior.tracking import Tracker
    from phaselint.dialects.records import OutcomeKind


class Region(NamedTuple):
    """Where runs may violate a policy, by the numbers of pairs.

    Attributes:
        here: the pairs in which a run may violate it by its next move, or by ending.
        before: these, and all from which a run may reach them.
    """

    here: frozenset[int]
    before: frozenset[int]


def region(runs: Runs, product: Product, *, cut: bool) -> Region | None:
    """Where runs with limits may violate a policy; `cut`: also in that a limit ends them. None
    where the runs without limits do not tell that."""
    if not product.expand_all() or not product.space.complete:
        return None
    if runs.runtime.ended_by_limits(()) is None:
        return None
    bad = set(product.met)
    cuts = _Cuts(runs, product) if cut else None
    for number, (state, configuration) in enumerate(
        zip(product.states, product.configurations, strict=True)
    ):
        if product.space.ended[state]:
            ends_wrong = product.tracker.must_go_on(configuration)
        else:
            ends_wrong = cuts is not None and cuts.may_violate(number)
        if ends_wrong:
            bad.add(number)
    return Region(frozenset(bad), _before(product, bad) if bad else frozenset())


def _before(product: Product, bad: Iterable[int]) -> frozenset[int]:
    into = reverse(product.adjacency())
    for source, target in product.offers():
        into[target].append(source)
    return frozenset(number for number, it in enumerate(reachable(into, bad)) if it)


class _Cuts:
    """What limits may do to the steps of a product."""

    def __init__(self, runs: Runs, product: Product) -> None:
        self._product = product
        self._tracker = product.tracker
        self._runs = runs
        self._ended: dict[int, frozenset[OutcomeKind]] = {}
        self._known: dict[tuple[int, tuple[int, ...], frozenset[OutcomeKind]], bool] = {}

    def may_violate(self, number: int) -> bool:
        """Whether a limit may end a step from a pair so that the policy is violated."""
        configuration = self._product.configurations[number]
        return any(self._violates(configuration, word) for word in self._product.words_from(number))

    def _ends(self, word: int) -> frozenset[OutcomeKind]:
        found = self._ended.get(word)
        if found is None:
            words = self._tracker.words
            acts = [words.acts[each] for each in words.words[word]]
            ends = self._runs.runtime.ended_by_limits(acts)
            assert ends is not None
            found = self._ended[word] = ends & self._runs.limit_ends
        return found

    def _violates(self, configuration: int, word: int) -> bool:
        """Whether some acts of a word, in any order, and then an end violate the policy."""
        kinds = self._ends(word)
        if not kinds:
            return False
        acts = tuple(filter(self._tracker.letter, self._tracker.words.words[word]))
        found = self._known.get((configuration, acts, kinds))
        if found is None:
            found = ends_wrong(self._tracker, configuration, acts, kinds, or_before=True)
            self._known[configuration, acts, kinds] = found
        return found


def ends_wrong(
    tracker: Tracker,
    configuration: int,
    acts: tuple[int, ...],
    kinds: Iterable[OutcomeKind],
    *,
    or_before: bool = False,
) -> bool:
    """Whether some of some acts, in any order, and then an end of some kind violate a policy (with
    `or_before`, by themselves); so too where that is not known."""
    ends = [tracker.words.act(Act("end", kind)) for kind in sorted(kinds)]
    seen = {configuration}
    waiting = [configuration]
    try:
        for here in waiting:
            at_end = [each for end in ends for each in tracker.offered(here, end)]
            if any(each == MET or tracker.must_go_on(each) for each in at_end):
                return True
            after = {each for act in acts for each in tracker.offered(here, act)}
            if or_before and MET in after:
                return True
            fresh = after - {MET, *seen}
            seen |= fresh
            waiting += sorted(fresh)
    except TooMany:
        return True
    return False
