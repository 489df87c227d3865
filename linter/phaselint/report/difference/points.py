"""What there is to tell of a difference, the most telling first: the same in each format."""

from __future__ import annotations

from phaselint.behavior.difference.model import Difference, RunStep
from phaselint.behavior.difference.words import FAILED, text_of
from phaselint.report.costs import most_in_words
from phaselint.vocabulary.record import NamedTuple
from phaselint.vocabulary.suggest import plural

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Iterator, Sequence
    from typing import Literal

    from phaselint.behavior.costs import Bound
    from phaselint.behavior.difference.model import ChangedFact, ShownRun
    from phaselint.linting.difference.model import ChangedCost, ChangedPolicy, ContractDifference
    from phaselint.vocabulary.diagnostic import Diagnostic
    from phaselint.vocabulary.finding import Place

    Tone = Literal["bad", "new", "gone", "good", "plain"]

MOST_NAMES = 3
"""How many names a line has before it counts the rest."""


NEVER, NEVER_NOW = "can happen now", "can no longer happen"
"""What a line begins with about acts of which only the new version has runs, or only the old."""


class Point(NamedTuple):
    """One thing to tell.

    Attributes:
        tone: `bad` for what was lost, `good` for what was won, `new` and `gone` for what runs do.
        head: what kind of thing it is.
        text: it, in a line.
        runs: the runs that show it, the shortest first.
        place: where in the new version it is best shown; none where that isn't known.
        number: how many of the things that it tells there are.
    """

    tone: Tone
    head: str
    text: str
    runs: tuple[tuple[RunStep, ...], ...] = ()
    place: Place | None = None
    number: int = 1


def in_order(contracts: Iterable[ContractDifference]) -> list[ContractDifference]:
    """Contracts, those first of which something was lost that held."""
    return sorted(contracts, key=_rank)


def _rank(contract: ContractDifference) -> int:
    runs = contract.runs or Difference()
    old, new = contract.unknown
    refused = bool(runs.refused[1]) and not runs.refused[0]
    worse = (contract.lost_policies, refused or (new and not old), runs.lost)
    return next((place for place, each in enumerate(worse) if each), len(worse))


def points(contract: ContractDifference) -> Iterator[Point]:
    """What there is to tell of a contract."""
    yield from _about(contract)
    yield from map(_policy, contract.policies)
    runs = contract.runs or Difference()
    yield from _facts("bad", "no longer holds", runs.lost)
    yield from _endings(runs.endings)
    new, gone = tuple(_grouped("new", runs)), tuple(_grouped("gone", runs))
    yield from (*new[:1], *gone[:1])
    yield from _findings("bad", "new findings", contract.found)
    yield from _findings("good", "fixed findings", contract.fixed)
    yield from (*new[1:], *gone[1:])
    yield from _elements(runs)
    yield from _costs(contract.costs)
    yield from _facts("good", "holds now", runs.won)
    yield from _limits(runs)
    yield from _open_costs(contract.costs)


def _policy(policy: ChangedPolicy) -> Point:
    lost = policy.after == "violated"
    before = "held" if policy.before == "holds" else policy.before
    text = f"`{policy.title}`: {before} before, {policy.after} now"
    shown = (policy.steps,) if policy.steps else ()
    head = "policy broken" if lost else "policy"
    return Point("bad" if lost else "good", head, text, shown, policy.place)


def _costs(costs: Sequence[ChangedCost]) -> Iterator[Point]:
    """What a run costs at most, in one line; in another one what no longer has a bound."""
    endless = [each for each in costs if _is_unbounded(each.after)]
    for each in endless:
        assert each.after is not None
        run = tuple(map(RunStep, each.after.run))
        yield Point("bad", "cost", _changed(each), runs=(run,) if run else ())
    rest = [each for each in costs if each not in endless and not each.is_open]
    if rest:
        yield Point("plain", "cost", "; ".join(map(_changed, rest)), number=len(rest))


def _open_costs(costs: Iterable[ChangedCost]) -> Iterator[Point]:
    """The units of which it isn't known whether a run costs more than before, and why."""
    reasons: dict[str, list[str]] = {}
    for each in costs:
        if each.is_open and each.after is not None:
            reasons.setdefault(each.after.reason, []).append(each.unit)
    for reason, units in reasons.items():
        yield Point("plain", "undecided", f"{', '.join(units)} of a run are not compared: {reason}")


def _is_unbounded(bound: Bound | None) -> bool:
    return bound is not None and bound.status == "unbounded"


def _changed(cost: ChangedCost) -> str:
    """What a run costs in one unit, now and before."""
    return f"{cost.unit}: {_told(cost.after)} (before: {_told(_without_loop(cost.before))})"


def _told(bound: Bound | None) -> str:
    return "not counted" if bound is None else most_in_words(bound)


def _without_loop(bound: Bound | None) -> Bound | None:
    """A bound, without the loop that a limit stops."""
    return bound and (bound if bound.most is None else bound._replace(loop=()))


def _about(contract: ContractDifference) -> Iterator[Point]:
    """What to report about the contract as a whole."""
    if contract.change == "added":
        yield Point("new", "contract", "added")
    if contract.change == "removed":
        yield Point("gone", "contract", "removed")
    if contract.former:
        yield Point("plain", "contract", f"renamed from `{contract.former}`")
    old, new = contract.unknown
    if (old or new) and contract.change in ("changed", "renamed"):
        yield Point("bad" if new and not old else "plain", "undecided", not_compared(old, new))
    if contract.runs is not None and any(contract.runs.refused):
        yield _refusal(*contract.runs.refused)


def not_compared(old: str, new: str) -> str:
    """That runs are not compared, and why, as far as it is about the old version and the new."""
    if old == new:
        return f"runs are not compared: in both versions {new}"
    sides = (("old", old), ("new", new))
    told = (f"in the {side} version {reason}" for side, reason in sides if reason)
    return f"runs are not compared: {'; '.join(told)}"


def _refusal(old: str, new: str) -> Point:
    if new and old:
        same = "" if new == old else f", before with `{old}`"
        return Point(
            "plain", "refused", f"before and now: the runtime refuses it with `{new}`{same}"
        )
    if new:
        return Point("bad", "refused", f"the runtime refuses the new version with `{new}`")
    return Point("good", "accepted", f"the runtime no longer refuses it with `{old}`")


def _facts(tone: Tone, head: str, facts: Iterable[ChangedFact]) -> Iterator[Point]:
    """Facts; those that say the same of several acts are one point."""
    alike: dict[tuple[str, str], list[ChangedFact]] = {}
    for each in facts:
        other = each.fact.other.text if each.fact.other else ""
        alike.setdefault((each.fact.kind, other), []).append(each)
    for some in alike.values():
        shown = tuple(each.steps for each in some if each.steps)
        place = shown[0][-1].place if shown and tone == "bad" else None
        yield Point(tone, head, text=_said(some), runs=shown, place=place, number=len(some))


def _said(some: Sequence[ChangedFact]) -> str:
    """Facts that say the same of several acts, as a sentence."""
    first = some[0].fact
    if len(some) == 1:
        return first.text
    acts = _listed([each.fact.act.text for each in some])
    other = first.other.text if first.other else ""
    if first.kind == "only-after":
        return f"{acts} happen only after `{other}`"
    if first.kind == "never-both":
        return f"none of {acts} happens in the same run as `{other}`"
    if first.kind == "at-most-once":
        return f"{acts} happen at most once"
    return f"{acts} happen in every run that completes"


def _endings(endings: Iterable[ShownRun]) -> Iterator[Point]:
    """Ways to end, each with all acts after which only one version ends so."""
    alike: dict[tuple[str, str], list[ShownRun]] = {}
    for each in endings:
        alike.setdefault((each.side, each.act), []).append(each)
    for (side, act), some in alike.items():
        tone: Tone = "new" if side == "new" else "gone"
        says = "now possible" if side == "new" else "no longer possible"
        text = f"`{act}` is {says}, right after {_listed([each.before for each in some])}"
        shown = tuple(each.steps for each in some)
        yield Point(tone, "ending", text, runs=shown, place=_place(some[0]), number=len(some))


def _grouped(side: Tone, difference: Difference) -> Iterator[Point]:
    """Runs of a side: those that differ in one act together, and of these, those that differ after
    the same acts. What only one version does at all stands apart from what both do somewhere."""
    runs, alone = difference.runs, _alone(side, difference)
    by_act: dict[str, list[ShownRun]] = {}
    for each in runs:
        if each.side == side:
            by_act.setdefault(text_of(each.act), []).append(each)
    together: dict[tuple[bool, str, tuple[str, ...]], list[str]] = {}
    for act, some in by_act.items():
        key = tuple(dict.fromkeys(run.before for run in some))
        together.setdefault((act in alone, act.split(" ")[0], key), []).append(act)
    for (is_alone, _, before), acts in together.items():
        shown = [run for act in acts for run in by_act[act]]
        head = _HEADS[side, is_alone]
        names = [_named(act, by_act[act]) for act in acts]
        text = f"{_listed(names)} right after {_listed(before)}"
        if before == ("",):
            text = f"{_listed(names)} at the start"
        count = sum(1 + run.folded for run in shown)
        yield Point(
            side,
            head,
            text=text,
            runs=tuple(each.steps for each in shown),
            place=_place(shown[0]),
            number=count,
        )


_HEADS = {
    ("new", False): "new runs",
    ("gone", False): "lost runs",
    ("new", True): NEVER,
    ("gone", True): NEVER_NOW,
}
"""What a line of runs begins with, by their side and whether the other one never does that."""


def _alone(side: str, difference: Difference) -> Container[str]:
    """The acts that only runs of one side do."""
    elements = difference.elements
    new = side == "new"
    return {
        *(elements.added if new else elements.gone),
        *(elements.revived if new else elements.dead),
    }


def _named(act: str, runs: Iterable[ShownRun]) -> str:
    """An act, and that it fails, where only one that fails makes the difference."""
    return f"{act}{FAILED}" if all(each.act.endswith(FAILED) for each in runs) else act


def _place(run: ShownRun) -> Place | None:
    """Where a run of the new version is best shown: at the last act that is written somewhere."""
    if run.side != "new":
        return None
    return next((each.place for each in reversed(run.steps) if each.place), None)


def _elements(runs: Difference) -> Iterator[Point]:
    elements = runs.elements
    renamed = {**runs.renaming.phases, **runs.renaming.tools}
    for before, after in renamed.items():
        yield Point("plain", "renamed", f"`{before}` is `{after}` now")
    told = {text_of(each.act) for each in runs.runs}
    kinds: tuple[tuple[Tone, str, Sequence[str]], ...] = (
        ("new", NEVER, elements.revived),
        ("bad", NEVER_NOW, elements.dead),
        ("new", "added", elements.added),
        ("gone", "removed", elements.gone),
    )
    for tone, head, acts in kinds:
        # A run that is told shows the others.
        left = [each for each in acts if each not in told]
        if left:
            yield Point(tone, head, _listed(left), number=len(left))


def _findings(tone: Tone, head: str, found: Sequence[Diagnostic]) -> Iterator[Point]:
    """Findings by rule, the worst first."""
    order = {"error": 0, "warning": 1, "info": 2}
    counts: dict[str, int] = {}
    for each in sorted(found, key=lambda each: order[each.level]):
        counts[each.name] = counts.get(each.name, 0) + 1
    if counts:
        words = (f"{name} ({count})" if count > 1 else name for name, count in counts.items())
        place = found[0].finding.place if tone == "bad" else None
        yield Point(tone, head, text=", ".join(words), runs=(), place=place, number=len(found))


def _limits(runs: Difference) -> Iterator[Point]:
    """What was not compared."""
    if runs.reason:
        text = (
            f"not all runs are compared: {runs.reason}; all up to {plural(runs.length, 'act')} are"
        )
        yield Point("plain", "undecided", text)
    if runs.facts_reason:
        yield Point("plain", "undecided", f"facts are not compared: {runs.facts_reason}")
    if runs.beyond:
        text = f"{plural(runs.beyond, 'difference')} only past the limits of the contract"
        yield Point("plain", "limits", text)
    if runs.unshown:
        yield Point("plain", "more", f"{plural(runs.unshown, 'further difference')} of runs")


def _listed(names: Sequence[str]) -> str:
    """Names in a row, the first few and a count."""
    shown = [f"`{each}`" if each else "the start" for each in names[:MOST_NAMES]]
    left = len(names) - len(shown)
    return ", ".join(shown) + (f" and {left} more" if left else "")


def in_words(steps: Sequence[RunStep]) -> str:
    """A run in one line."""
    return ", ".join(each.text for each in steps)
