"""The dialect's own suppressions: entries without effect (reference vesanor §6.6)."""

from __future__ import annotations

from phaselint.dialects.vesanor.model import SUPPRESSIBLE
from phaselint.vocabulary.finding import Finding, Fix, Place, Related
from phaselint.vocabulary.message import message, quote
from phaselint.vocabulary.rule import ERROR, WARNING, rule
from phaselint.vocabulary.suggest import listing
from phaselint_rules.vesanor.needs import GRAPH, SESSION, TOOL_GRAPH
from phaselint_rules.vesanor.places import name_place
from phaselint_rules.vesanor.suppress_entries import HIDES
from phaselint_rules.words import meant, respell

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint.dialects.vesanor.analysis.facts import VesanorFacts
    from phaselint.dialects.vesanor.model import Suppress


def _entry(facts: VesanorFacts, entry: Suppress, key: str = "") -> Place:
    pointer = ("graph_analysis", "suppress", entry.number)
    return Place(facts.session.file, (*pointer, key) if key else pointer)


@rule("PL011", ERROR, needs=SESSION)
def suppression_missing_reason(facts: VesanorFacts) -> Iterator[Finding]:
    """Suppression without a reason

    What:
        An entry's `reason` is absent, not a string, or blank.
    Why:
        The reason is required; the entry has no effect.
    Bad:
        suppress: [{check: dead_phase, phase: waiting}]
    Good:
        suppress: [{check: dead_phase, phase: waiting, reason: kept for a later release}]
    Fix:
        Explain why the finding is accepted.
    Source:
        vesanor §2.5, §6.6
    """
    for entry in facts.session.suppress:
        if not entry.reason:
            yield Finding(
                _entry(facts, entry),
                message("this suppression has no effect, because it has no `reason`"),
                "explain in `reason` why the finding is accepted",
            )


@rule("VE501", WARNING, needs=SESSION, fix="unsafe")
def suppression_unknown_check(facts: VesanorFacts) -> Iterator[Finding]:
    """Suppression of an unknown check

    What:
        `check` isn't `dead_phase`, `unreachable_phase` or `circular_deadlock`.
    Why:
        The entry has no effect.
    Bad:
        suppress: [{check: dead-phase, phase: waiting, reason: later}]
    Good:
        suppress: [{check: dead_phase, phase: waiting, reason: later}]
    Fix:
        Use one of the three IDs, with an underscore.
    Source:
        vesanor §2.5, §6.6
    """
    for entry in facts.session.suppress:
        if entry.reason and entry.check not in SUPPRESSIBLE:
            place = _entry(facts, entry, "check")
            yield Finding(
                place,
                (
                    message("{} isn't a check that can be suppressed", quote(entry.check))
                    if entry.check
                    else message("this suppression has no `check`")
                ),
                meant(entry.check, SUPPRESSIBLE, f"use {listing(SUPPRESSIBLE)}"),
                fix=respell(entry.check, SUPPRESSIBLE, place),
            )


def _hidden_phases(facts: VesanorFacts, check: str) -> frozenset[str] | None:
    """The phases a check reports; none when it was not run."""
    if check == "dead_phase":
        return facts.dead if facts.ends_known and facts.tools_known else None
    if check == "unreachable_phase":
        return frozenset(facts.phases) - facts.reach if facts.has_start else None
    if not facts.has_graph:
        return None
    return frozenset(m for pit in facts.map_pits if pit.cyclic for m in pit.members)


@rule("VE502", WARNING, needs=SESSION, complete_if=TOOL_GRAPH, fix="manual")
def suppression_unmatched(facts: VesanorFacts) -> Iterator[Finding]:
    """Suppression without a matching finding

    What:
        This check has no finding for this phase, or the phase doesn't exist.
    Why:
        The defect is gone, or the name is misspelled and the entry doesn't suppress the intended
        finding.
    Bad:
        suppress: [{check: dead_phase, phase: triage, reason: later}]   # triage has tools
    Good:
        suppress: []
    Fix:
        Remove the entry, or correct the name.
    Source:
        vesanor §5.4 rule 10, §6.6
    """
    for entry in facts.session.suppress:
        if not entry.reason or entry.check not in SUPPRESSIBLE:
            continue
        hidden = _hidden_phases(facts, entry.check)
        if hidden is None or entry.phase in hidden:
            continue
        known = entry.phase in facts.phases
        yield Finding(
            _entry(facts, entry),
            (
                message(
                    "unused suppression: {} has no finding {}",
                    quote(entry.phase),
                    quote(HIDES[entry.check]),
                )
                if known
                else message("unused suppression: {} isn't a declared phase", quote(entry.phase))
            ),
            "remove the entry"
            if known
            else meant(entry.phase, tuple(facts.phases), "remove the entry"),
            fix=Fix("manual", "remove the entry"),
        )


@rule("VE503", WARNING, needs=SESSION, complete_if=GRAPH)
def suppression_ineffective(facts: VesanorFacts) -> Iterator[Finding]:
    """Suppression of an error

    What:
        The entry matches a finding of severity error.
    Why:
        Vesanor refuses to start anyway, so phaselint keeps the finding. The option
        `honour-error-suppressions` suppresses it.
    Bad:
        suppress: [{check: circular_deadlock, phase: a, reason: later}]
    Good:
        transitions: {a: [b], b: [a, done]}
    Fix:
        Fix the defect, then remove the entry.
    Source:
        vesanor §3.3 A5, §6.6
    """
    if facts.options["honour-error-suppressions"]:
        return
    for entry in facts.session.suppress:
        if not entry.reason or entry.check not in ("unreachable_phase", "circular_deadlock"):
            continue
        if entry.check == "unreachable_phase" and entry.phase in facts.terminals:
            continue
        if entry.phase in (_hidden_phases(facts, entry.check) or ()):
            yield Finding(
                _entry(facts, entry),
                message(
                    "{} of {} is an error, which can't be suppressed",
                    quote(HIDES[entry.check]),
                    quote(entry.phase),
                ),
                "fix the defect, then remove this entry",
                related=(Related(name_place(facts, entry.phase), "suppressed phase"),),
            )
