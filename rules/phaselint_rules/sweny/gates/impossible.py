"""Checks of `output_matches` that hold for no declared value, in every gate (reference sweny
§5.7)."""

from __future__ import annotations

from phaselint.dialects.sweny.analysis.clashes import clashes
from phaselint.dialects.sweny.analysis.matchvalues import is_unsatisfiable, refused
from phaselint.javascript.texts import json_of
from phaselint.vocabulary.claim import All
from phaselint.vocabulary.finding import Finding, Related
from phaselint.vocabulary.message import message, quote
from phaselint.vocabulary.rule import Grade
from phaselint.vocabulary.suggest import choice, listing
from phaselint_rules.sweny.gates.paths import declarations, gate, witness
from phaselint_rules.sweny.gates.unmet import never_pass_together, never_passes
from phaselint_rules.words import and_all, rechoose

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from typing import Any

    from phaselint.dialects.sweny.analysis.clashes import Clash
    from phaselint.dialects.sweny.analysis.facts import SwenyFacts
    from phaselint.dialects.sweny.analysis.pathuses import Use
    from phaselint.dialects.sweny.model import Match
    from phaselint.schema import Verdict
    from phaselint.vocabulary.finding import Fix, Place
    from phaselint.vocabulary.message import Message


REQUIRED = "output_required"
"""What a witness calls the check that a value exists."""

UNLESS_EMPTY = (
    Grade("error", "if no declared data pass"),
    Grade("warning", "if only an empty list passes"),
)
"""How severe it is that no declared value passes a check."""


def unless_empty(spared: bool) -> Message:
    """For which lists no value passes, where an empty one does."""
    return message(" for a non-empty list") if spared else message("")


def impossible(facts: SwenyFacts, uses: Iterable[Use]) -> Iterator[Finding]:
    """The checks among some that no declared value satisfies."""
    for use in uses:
        answer = refused(use)
        if answer is not None:
            yield _impossible(facts, use, answer)


def excluding(facts: SwenyFacts, uses: Iterable[Use], read: str = "") -> Iterator[Finding]:
    """The checks among some on one path that no value passes together; `read` is what isn't shown
    of that by runs."""
    for clash in clashes(uses):
        use = clash.use
        match = use.match
        why = and_all([_demanded(each.match) for each in (*clash.others, use)])
        yield Finding(
            _place(facts, use),
            message(
                "{} in {} must {}{}; no value can",
                quote(use.text),
                _gates(clash),
                why,
                unless_empty(clash.spared),
            ),
            "remove one of the checks, or make them agree",
            severity="warning" if clash.spared else "error",
            related=tuple(Related(_place(facts, each), "and this") for each in clash.others),
            witness=witness(
                facts,
                use,
                f"it must {why}, but no value can",
                operator=match.operator if match else REQUIRED,
                value=match.value if match else None,
                candidates=list(clash.candidates),
            ),
            claim=All(never_pass_together(facts, clash), read=read),
        )


def _demanded(match: Match | None) -> Message:
    """What one of several checks wants, behind "must"."""
    return _wanted(match) if match else message("not be null")


def _gates(clash: Clash) -> Message:
    """The gates that contain the checks of a clash."""
    named = {each.evaluator.name for each in (*clash.others, clash.use) if each.evaluator}
    if len(named) > 1:
        return message("evaluators of {}", quote(clash.use.node.id))
    return gate(clash.use)


def _place(facts: SwenyFacts, use: Use) -> Place:
    match = use.match
    return facts.place((*match.pointer, match.operator) if match else use.pointer)


def _impossible(facts: SwenyFacts, use: Use, answer: Verdict) -> Finding:
    from phaselint.schema import values_at

    match = use.match
    possible = None if use.schema is None else values_at(use.schema, use.steps)
    place = _place(facts, use)
    known = tuple(value for value in possible or () if isinstance(value, str))
    otherwise = "compare it with a declared value" if match else "declare its possible values"
    spared = is_unsatisfiable(use)
    return Finding(
        place,
        message(
            "{} in {} can never {}{}{}",
            quote(use.text),
            gate(use),
            _wanted(match),
            unless_empty(spared),
            allowed(possible) if possible else _unwritten(match),
        ),
        _advice(match, known, otherwise),
        severity="warning" if spared else "error",
        related=declarations(facts, use, "declared here"),
        witness=witness(
            facts,
            use,
            f"no declared value can {_wanted(match)}",
            operator=match.operator if match else REQUIRED,
            value=match.value if match else None,
            possible=None if possible is None else list(possible),
            excluded=[list(pointer) for pointer in answer.excluded],
        ),
        claim=never_passes(facts, use, spared=spared),
        fix=_respelt(match, known, place) if match else None,
    )


def _unwritten(match: Match | None) -> Message:
    """That it is the pattern itself which nothing matches, where it is."""
    from phaselint.patterns.overlap import disjoint

    hopeless = match is not None and match.operator == "matches" and disjoint(match.value)
    return message(": no string can") if hopeless else message("")


def _wanted(match: Match | None) -> Message:
    if match is None:
        return message("be anything but null")
    if match.operator == "matches":
        return message("match {}", quote(match.value))
    if match.operator == "equals":
        return message("equal {}", quote(json_of(match.value)))
    if not match.value:
        return message("be in an empty list")
    return message("be one of {}", quote(json_of(match.value)))


def allowed(possible: Sequence[Any] | None) -> Message:
    """The values that are declared, where they are few."""
    known = listing([json_of(value) for value in possible or ()])
    return message("; it is always {}", known) if known else known


def _respelt(match: Match, known: Sequence[str], place: Place) -> Fix | None:
    """Replace a single wanted word with the similar declared word."""
    return rechoose(match.value, known, place) if _single(match) and known else None


def _advice(match: Match | None, known: Sequence[str], otherwise: str) -> str:
    near = choice(match.value, known) if match and _single(match) else None
    return f"use {quote(near)}" if near else otherwise


def _single(match: Match) -> bool:
    return match.operator == "equals" and isinstance(match.value, str)
