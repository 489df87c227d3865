"""Ways through the steps of an agent, from its entries to its closure (reference climpt §7.5)."""

from __future__ import annotations

from phaselint.vocabulary.finding import Finding, Related, Witness
from phaselint.vocabulary.message import Message, message, quote
from phaselint.vocabulary.rule import ERROR, Grade, rule
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

VALIDATION = "the reference's validation refuses the registry"

UNREACHABLE_PHASE = (
    Grade("error", "one of the steps has a gate, or is a closure step"),
    Grade("warning", "none of them"),
)


@rule(
    "PL101",
    UNREACHABLE_PHASE,
    needs=GRAPH,
    prove="ways.proofs.graph:never_entered",
    complete_if=RESOLVED,
    catalogue=("unreachable-step", "unreachable-closure"),
    ends="unused",
)
def unreachable_phase(facts: ClimptFacts) -> Iterator[Finding]:
    """No transitions lead from an entry to a step.

    What:
        A step, not a section, that no way from any entry comes to, whatever the verdict type. An
        error for gated steps and closure steps. Steps that become reachable together are one
        finding, at the one that leads to the others; in parity mode each is one. What a run would
        meet in them is not reported besides. Of those that only a `continuation` of the mapping
        leads to, `step-only-via-continuation` says so. Where a transition on the way is broken and
        another finding says so, it counts as what it is meant to be. In a registry without gates
        nothing is reached but the entry: `ungated-registry-never-advances` says so once.
    Why:
        The step never runs. The reference's validation refuses the registry when the step is
        gated.
    Bad:
        # steps: initial.x, verification.x, closure.x
        "initial.x": {"transitions": {"handoff": {"target": "closure.x"}}}
    Good:
        "initial.x": {"transitions": {"next": {"target": "verification.x"}}}
    Fix:
        Add a transition that leads to it, or remove it.
    Dry run:
        Complete exploration from the active entry never comes to any of them.
    Source:
        climpt §3.2, §6.1, §7.5 (`unreachable-step`, `unreachable-closure`), climpt 1.14 §6, §7.3
    """
    lost = () if stays(facts) else tuple(_islands(facts))
    for members in ((key,) for keys in lost for key in keys) if facts.parity else lost:
        yield _island(facts, members)
    yield from _orphans(facts, frozenset(key for members in lost for key in members))


def _islands(facts: ClimptFacts) -> Iterator[tuple[str, ...]]:
    """The steps that become reachable together, but for those of which
    `step-only-via-continuation` says why they never run."""
    for members in facts.intended.islands:
        left = tuple(key for key in members if key not in facts.lent_reach)
        if left:
            yield left


def _island(facts: ClimptFacts, members: Sequence[str]) -> Finding:
    """The finding about steps that become reachable together, the first of them first."""
    first, *others = members
    steps = [facts.steps[key] for key in members]
    grave = any(step.kind == "closure" or step.gate is not None for step in steps)
    return Finding(
        step_place(facts, first),
        message(
            "the {}step {} cannot be reached from {}{}",
            "closure " if steps[0].kind == "closure" else "",
            quote(first),
            _starts(facts.entries),
            message(", nor can {} behind it", first_names(others)) if others else "",
        ),
        "add a transition that leads to it, or remove it",
        severity="error" if grave else "warning",
        related=tuple(
            Related(step_place(facts, key), "out of reach as long as that is") for key in others
        ),
        witness=Witness({"step": first, "steps": list(members), "entries": list(facts.entries)}),
        tags=("unnecessary",),
    )


def stays(facts: ClimptFacts) -> bool:
    """Whether the registry has no gates and runs begin outside its closure."""
    starts = (facts.active,) if facts.active else facts.entries
    return not facts.gated and any(facts.steps[key].kind != "closure" for key in starts)


def _starts(entries: Sequence[str]) -> Message:
    noun = "the entry {}" if len(entries) == 1 else "the entries {}"
    return message(noun, first_names(entries))


def _into(facts: ClimptFacts) -> Mapping[str, list[Edge]]:
    """The edges that lead to each step from others; jumps that may lead anywhere are no hint."""
    into: dict[str, list[Edge]] = {key: [] for key in facts.steps}
    for edge in facts.edges:
        if edge.to == "step" and edge.source != edge.target and not edge.dynamic:
            into[edge.target].append(edge)
    return into


def _orphans(facts: ClimptFacts, reported: Collection[str]) -> Iterator[Finding]:
    """What is an orphan for the reference's validation only, which knows no jump by a field of
    the answer and no derived continuation."""
    for key in facts.documented.orphans if facts.parity else ():
        if key not in reported:
            yield Finding(
                step_place(facts, key),
                message(
                    "no transition names the step {} on any way from an entry: {}",
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
    prove="ways.proofs.graph:never_ends",
    complete_if=RESOLVED,
    ends="trap",
)
def no_path_to_closure(facts: ClimptFacts) -> Iterator[Finding]:
    """No way leads from an entry to an end.

    What:
        In a registry with gates, neither a closure step nor another end can be reached from an
        entry. Reported once for each step that is an entry. In parity mode, in registries without
        gates too, and of closure steps only those count whose `c2` is `closure`. In release 1.14
        also where no step of a registry without gates is of kind closure.
    Why:
        Every run goes on until its iterations are used up, or ends with an error. Release 1.14
        does not start where there is no closure step at all (`S5`).
    Bad:
        # there is no closure step
        "continuation.x": {"transitions": {"next": {"target": "continuation.x"}}}
    Good:
        "continuation.x": {"transitions": {"handoff": {"target": "closure.x"}}}
    Fix:
        Add a transition to a closure step.
    Dry run:
        Complete exploration with the limit lifted never comes to an end; or the start is refused
        with S5.
    Source:
        climpt §3.2, §6.1, §7.5, §7.9, climpt 1.14 §3.3, §7.1
    """
    stuck, code = _stuck(facts), no_closure(facts)
    known = facts.documented if facts.parity else None
    refused = [key for key in known.entries if key not in known.closed] if known else []
    for key in dict.fromkeys((*stuck, *refused)):
        named = (*entry_places(facts), *lent_places(facts))
        first, *others = (place for name, place in named if name == key)
        if key in stuck:
            reason = (
                message(", for there is none: the start ends with {}", code)
                if code
                else message("")
            )
            witness = Witness({"step": key} | ({"code": code} if code else {}))
        else:
            reason, witness = message(" whose `c2` is `closure`: {}", VALIDATION), None
        yield Finding(
            first,
            message("no way leads from the entry {} to a closure step{}", quote(key), reason),
            "add a transition that leads to one",
            related=(
                *(Related(place, "the same entry") for place in others),
                *(
                    Related(step_place(facts, step.key), "a closure step that is not reached")
                    for step in facts.steps.values()
                    if step.kind == "closure" and key in stuck
                ),
            ),
            witness=witness,
        )


def _stuck(facts: ClimptFacts) -> list[str]:
    """The entries from which no run comes to an end."""
    if facts.gated:
        return [key for key in facts.entries if key not in facts.intended.saved]
    return [*facts.entries] if no_closure(facts) else []


@rule(
    "PL102",
    ERROR,
    needs=GRAPH,
    prove="ways.proofs.graph:never_left",
    complete_if=RESOLVED,
    catalogue=("dead-end-step",),
    ends="trap",
)
def dead_end_phase(facts: ClimptFacts) -> Iterator[Finding]:
    """A step has no way on.

    What:
        A step with a gate, not a closure step, can be reached, and each of its intents leads to
        itself or ends the run with an error. Where no run from the entry comes to an end,
        `no-path-to-closure` is reported instead; where an intent lacks its transition or a
        transition is broken, that is.
    Why:
        A run that comes there repeats the step until its iterations are used up, in release 1.14
        no longer than its `adaptationChain` lasts.
    Bad:
        "verification.x": {"structuredGate": {"allowedIntents": ["repeat"]}}
    Good:
        "verification.x": {"structuredGate": {"allowedIntents": ["next", "repeat"]}}
    Fix:
        Add an intent and a transition that lead on.
    Dry run:
        A run comes to the step, and complete exploration from there never leaves it.
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
            message("no intent of the step {} leads to another step", quote(key)),
            "add a transition that leads on",
            related=_lead_in(facts, _leading(into, members)),
            witness=witness_at(facts, key, stuck=[key])._replace(blocked=why_stuck(facts, key)),
        )


@rule(
    "PL103",
    ERROR,
    needs=GRAPH,
    prove="ways.proofs.graph:never_left",
    complete_if=RESOLVED,
    catalogue=("inescapable-cycle",),
    ends="trap",
)
def deadlocked_phases(facts: ClimptFacts) -> Iterator[Finding]:
    """Steps lead only to each other, and never to an end.

    What:
        A set of two or more steps that can be reached, that lead to one another and from which
        neither a closure step nor another end can be reached. Where no run from the entry comes
        to an end, `no-path-to-closure` is reported instead. In parity mode, cycles too which lead
        to no step whose `c2` is `closure`.
    Why:
        A run that comes there goes round until its iterations are used up.
    Bad:
        "plan.x": {"transitions": {"next": {"target": "review.x"}}},
        "review.x": {"transitions": {"next": {"target": "plan.x"}}}
    Good:
        "plan.x": {"transitions": {"next": {"target": "review.x"}}},
        "review.x": {"transitions": {"next": {"target": "closure.x"}}}
    Fix:
        Add a transition out of the set towards a closure step.
    Dry run:
        A run comes to the set, and complete exploration from there never leaves it.
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
                "the steps {} lead only to each other; no closure step can be reached",
                first_names(members),
            ),
            "add a transition out of the set towards a closure step",
            related=(*_fellows(facts, first, members), *_lead_in(facts, _leading(into, members))),
            witness=witness_at(facts, first, stuck=list(members))._replace(blocked=tuple(blocked)),
        )
    yield from _refused_cycles(facts, reported)


def _refused_cycles(facts: ClimptFacts, reported: set[str]) -> Iterator[Finding]:
    """What is a cycle without closure for the reference's validation only."""
    for members in facts.documented.cycles if facts.parity else ():
        if reported.isdisjoint(members):
            alone = len(members) == 1
            subject = "the step" if alone else "the steps"
            yield Finding(
                step_place(facts, members[0]),
                message(
                    "{} {} {} to no step whose `c2` is `closure`: {}",
                    subject,
                    first_names(members),
                    "leads" if alone else "lead",
                    VALIDATION,
                ),
                "add a transition towards such a step",
                related=_fellows(facts, members[0], members),
            )


def _fellows(facts: ClimptFacts, first: str, members: Sequence[str]) -> tuple[Related, ...]:
    return tuple(
        Related(step_place(facts, key), "part of the same cycle") for key in members if key != first
    )


def _lead_in(facts: ClimptFacts, leading: Iterable[Edge]) -> tuple[Related, ...]:
    return tuple(
        Related(facts.place(edge.pointer, "key"), f"{quote(edge.source)} leads here")
        for edge in leading
    )


def _leading(into: Mapping[str, Sequence[Edge]], members: Sequence[str]) -> list[Edge]:
    """The edges from outside into a set of steps."""
    inside = frozenset(members)
    return [edge for key in members for edge in into[key] if edge.source not in inside]
