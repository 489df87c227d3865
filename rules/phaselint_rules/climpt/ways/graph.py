"""Paths through the steps of an agent, from its entries to its closure (reference climpt §7.5)."""

from __future__ import annotations

from phaselint.vocabulary.claim import Refused, Traps
from phaselint.vocabulary.finding import Finding, Related, Witness
from phaselint.vocabulary.message import Message, message, quote
from phaselint.vocabulary.rule import ERROR, Grade, rule
from phaselint_rules.climpt.claiming import unused
from phaselint_rules.climpt.form.releases import no_closure
from phaselint_rules.climpt.needs import GRAPH, RESOLVED
from phaselint_rules.climpt.ways.transitiontext import (
    entry_places,
    first_names,
    lent_places,
    step_place,
    why_stuck,
    witness_at,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

    from phaselint.dialects.climpt.analysis.facts import ClimptFacts
    from phaselint.dialects.climpt.analysis.lower import Edge

VALIDATION = "`--validate` refuses the registry"

UNREACHABLE_PHASE = (
    Grade("error", "one of the steps has a gate or is a closure step"),
    Grade("warning", "none of them does"),
)


@rule(
    "PL101",
    UNREACHABLE_PHASE,
    needs=GRAPH,
    claims="never",
    complete_if=RESOLVED,
    catalogue=("unreachable-step", "unreachable-closure"),
    ends="unused",
)
def unreachable_phase(facts: ClimptFacts) -> Iterator[Finding]:
    """Unreachable step

    What:
        No path from any entry, whatever the verdict type, reaches a step that isn't a section. An
        error for gated steps and closure steps. Steps that become reachable together are one
        finding, at the first of them; in parity mode each has its own. Other findings in these
        steps aren't reported. `step-only-via-continuation` reports steps that only a `continuation`
        of the mapping names. If a transition on the path is broken and another finding reports it,
        the intended target counts. In a registry without gates only the entry is reached:
        `ungated-registry-never-advances` reports that once.
    Why:
        The step never runs. climpt's `--validate` refuses the registry if the step is gated.
    Bad:
        # steps: initial.x, verification.x, closure.x
        "initial.x": {"transitions": {"handoff": {"target": "closure.x"}}}
    Good:
        "initial.x": {"transitions": {"next": {"target": "verification.x"}}}
    Fix:
        Add a transition to it, or remove it.
    Dry run:
        Complete exploration from the active entry never reaches any of them.
    Source:
        climpt §3.2, §6.1, §7.5 (`unreachable-step`, `unreachable-closure`), climpt 1.14 §6, §7.3
    """
    lost = () if stays(facts) else tuple(_islands(facts))
    for members in ((key,) for keys in lost for key in keys) if facts.parity else lost:
        yield _island(facts, members)
    yield from _orphans(facts, frozenset(key for members in lost for key in members))


def _islands(facts: ClimptFacts) -> Iterator[tuple[str, ...]]:
    """The steps that become reachable together, without those for which
    `step-only-via-continuation` says why they never run."""
    for members in facts.intended.islands:
        left = tuple(key for key in members if key not in facts.lent_reach)
        if left:
            yield left


def _island(facts: ClimptFacts, members: Sequence[str]) -> Finding:
    """The finding about steps that become reachable together, at the first of them."""
    first, *others = members
    steps = [facts.steps[key] for key in members]
    grave = any(step.kind == "closure" or step.gate is not None for step in steps)
    return Finding(
        step_place(facts, first),
        message(
            "{}step {} is unreachable from {}{}",
            "closure " if steps[0].kind == "closure" else "",
            quote(first),
            _starts(facts.entries),
            _behind(others),
        ),
        "add a transition to it, or remove it",
        severity="error" if grave else "warning",
        related=tuple(Related(step_place(facts, key), "unreachable too") for key in others),
        witness=Witness({"step": first, "steps": list(members), "entries": list(facts.entries)}),
        claim=unused(facts, first, *others),
        tags=("unnecessary",),
    )


def _behind(others: Sequence[str]) -> Message:
    """The steps that become reachable with another one, as the end of a message about that."""
    if not others:
        return message("")
    return message("; so {} {}", "is" if len(others) == 1 else "are", first_names(others))


def stays(facts: ClimptFacts) -> bool:
    """Whether the registry has no gates and runs start outside its closure."""
    starts = (facts.active,) if facts.active else facts.entries
    return not facts.gated and any(facts.steps[key].kind != "closure" for key in starts)


def _starts(entries: Sequence[str]) -> Message:
    noun = "entry {}" if len(entries) == 1 else "entries {}"
    return message(noun, first_names(entries))


def _into(facts: ClimptFacts) -> Mapping[str, list[Edge]]:
    """The edges that go to each step from others; jumps to any step don't count."""
    into: dict[str, list[Edge]] = {key: [] for key in facts.steps}
    for edge in facts.edges:
        if edge.to == "step" and edge.source != edge.target and not edge.dynamic:
            into[edge.target].append(edge)
    return into


def _orphans(facts: ClimptFacts, reported: Collection[str]) -> Iterator[Finding]:
    """What is unreachable for climpt's `--validate` only, which doesn't know jumps by a field of
    the answer and derived continuations."""
    for key in facts.documented.orphans if facts.parity else ():
        if key not in reported:
            yield Finding(
                step_place(facts, key),
                message(
                    "no transition names step {} on any path from an entry: {}",
                    quote(key),
                    VALIDATION,
                ),
                "name it in a transition",
                severity="error",
            )


@rule(
    "CL401",
    ERROR,
    needs=GRAPH,
    claims="traps_or_refused",
    complete_if=RESOLVED,
    ends="trap",
)
def no_path_to_closure(facts: ClimptFacts) -> Iterator[Finding]:
    """Entry without a path to a closure step

    What:
        In a registry with gates, neither a closure step nor another end can be reached from an
        entry. Reported once for each step that is an entry. In parity mode, also in registries
        without gates, and only closure steps whose `c2` is `closure` count. In release 1.14, also
        if no step of a registry without gates is of kind closure.
    Why:
        Every run continues until it has used all its iterations, or ends with an error. Release
        1.14 doesn't start if there is no closure step at all (`S5`).
    Bad:
        # there is no closure step
        "continuation.x": {"transitions": {"next": {"target": "continuation.x"}}}
    Good:
        "continuation.x": {"transitions": {"handoff": {"target": "closure.x"}}}
    Fix:
        Add a transition to a closure step.
    Dry run:
        Complete exploration without the iteration limit never reaches an end; or the start is
        refused with S5.
    Source:
        climpt §3.2, §6.1, §7.5, §7.9, climpt 1.14 §3.3, §7.1
    """
    stuck, code = _stuck(facts), no_closure(facts)
    claim: Refused | Traps | None
    known = facts.documented if facts.parity else None
    refused = [key for key in known.entries if key not in known.closed] if known else []
    for key in dict.fromkeys((*stuck, *refused)):
        named = (*entry_places(facts), *lent_places(facts))
        first, *others = (place for name, place in named if name == key)
        if key in stuck:
            reason = (
                message(", because there isn't one: the start ends with {}", code)
                if code
                else message("")
            )
            witness = Witness({"step": key} | ({"code": code} if code else {}))
            claim = Refused((code,)) if code else Traps((key,))
        else:
            reason, witness = message(" whose `c2` is `closure`: {}", VALIDATION), None
            claim = None
        yield Finding(
            first,
            message("no path from entry {} to a closure step{}", quote(key), reason),
            "add a transition to a closure step",
            related=(
                *(Related(place, "the same entry") for place in others),
                *(
                    Related(step_place(facts, step.key), "an unreachable closure step")
                    for step in facts.steps.values()
                    if step.kind == "closure" and key in stuck
                ),
            ),
            witness=witness,
            claim=claim,
        )


def _stuck(facts: ClimptFacts) -> list[str]:
    """The entries from which no run reaches an end: all where that alone is refused."""
    if no_closure(facts):
        return [*facts.entries]
    if facts.gated:
        return [key for key in facts.entries if key not in facts.intended.saved]
    return []


@rule(
    "PL102",
    ERROR,
    needs=GRAPH,
    claims="traps",
    complete_if=RESOLVED,
    catalogue=("dead-end-step",),
    ends="trap",
)
def dead_end_phase(facts: ClimptFacts) -> Iterator[Finding]:
    """Dead end: step without a path to another step

    What:
        A step with a gate, not a closure step, can be reached, but each of its intents goes to the
        step itself or ends the run with an error. If no run from the entry reaches an end,
        `no-path-to-closure` is reported instead; if an intent lacks its transition or a transition
        is broken, that is reported.
    Why:
        A run that reaches the step repeats it until it has used all its iterations, in release 1.14
        no longer than its `adaptationChain` lasts.
    Bad:
        "verification.x": {"structuredGate": {"allowedIntents": ["repeat"]}}
    Good:
        "verification.x": {"structuredGate": {"allowedIntents": ["next", "repeat"]}}
    Fix:
        Add an intent and a transition to another step.
    Dry run:
        A run reaches the step, and complete exploration from there never leaves it.
    Source:
        climpt §6.1, §7.5 (`dead-end-step`), climpt 1.14 §4.3, §6
    """
    into = _into(facts)
    for members in facts.intended.pits:
        if len(members) > 1:
            continue
        key = members[0]
        yield Finding(
            step_place(facts, key),
            message("no intent of step {} goes to another step", quote(key)),
            "add a transition to another step",
            related=_lead_in(facts, _leading(into, members)),
            witness=witness_at(facts, key, stuck=[key])._replace(blocked=why_stuck(facts, key)),
            claim=Traps((key,), closed=True),
        )


@rule(
    "PL103",
    ERROR,
    needs=GRAPH,
    claims="traps",
    complete_if=RESOLVED,
    catalogue=("inescapable-cycle",),
    ends="trap",
)
def deadlocked_phases(facts: ClimptFacts) -> Iterator[Finding]:
    """Cycle of steps without an exit

    What:
        A set of two or more reachable steps that go to one another, and from which neither a
        closure step nor another end can be reached. If no run from the entry reaches an end,
        `no-path-to-closure` is reported instead. In parity mode, also cycles without a transition
        to a step whose `c2` is `closure`.
    Why:
        A run in this cycle never leaves it and uses all its iterations.
    Bad:
        "plan.x": {"transitions": {"next": {"target": "review.x"}}},
        "review.x": {"transitions": {"next": {"target": "plan.x"}}}
    Good:
        "plan.x": {"transitions": {"next": {"target": "review.x"}}},
        "review.x": {"transitions": {"next": {"target": "closure.x"}}}
    Fix:
        Add a transition from the cycle toward a closure step.
    Dry run:
        A run reaches the cycle, and complete exploration from there never leaves it.
    Source:
        climpt §3.2, §6.1, §7.5 (`inescapable-cycle`)
    """
    reported: set[str] = set()
    into = _into(facts)
    for members in facts.intended.pits:
        if len(members) == 1:
            continue
        reported.update(members)
        led = {edge.target for edge in _leading(into, members)}
        first = next((key for key in members if key in led or key in facts.entries), members[0])
        blocked = dict.fromkeys(line for key in members for line in why_stuck(facts, key))
        yield Finding(
            step_place(facts, first),
            message(
                "steps {} form a closed loop; no path from it to a closure step",
                first_names(members),
            ),
            "add a transition from the loop toward a closure step",
            related=(*_fellows(facts, first, members), *_lead_in(facts, _leading(into, members))),
            witness=witness_at(facts, first, stuck=list(members))._replace(blocked=tuple(blocked)),
            claim=Traps(tuple(members), closed=True),
        )
    yield from _refused_cycles(facts, reported)


def _refused_cycles(facts: ClimptFacts, reported: set[str]) -> Iterator[Finding]:
    """What is a cycle without closure for climpt's `--validate` only."""
    for members in facts.documented.cycles if facts.parity else ():
        if reported.isdisjoint(members):
            alone = len(members) == 1
            subject = "step" if alone else "steps"
            yield Finding(
                step_place(facts, members[0]),
                message(
                    "no path from {} {} to a step whose `c2` is `closure`: {}",
                    subject,
                    first_names(members),
                    VALIDATION,
                ),
                "add a transition toward such a step",
                related=_fellows(facts, members[0], members),
            )


def _fellows(facts: ClimptFacts, first: str, members: Sequence[str]) -> tuple[Related, ...]:
    return tuple(
        Related(step_place(facts, key), "part of the same cycle") for key in members if key != first
    )


def _lead_in(facts: ClimptFacts, leading: Iterable[Edge]) -> tuple[Related, ...]:
    return tuple(
        Related(facts.place(edge.pointer, "key"), f"{quote(edge.source)} goes here")
        for edge in leading
    )


def _leading(into: Mapping[str, Sequence[Edge]], members: Sequence[str]) -> list[Edge]:
    """The edges from outside into a set of steps."""
    inside = frozenset(members)
    return [edge for key in members for edge in into[key] if edge.source not in inside]
