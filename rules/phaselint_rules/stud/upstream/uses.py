"""Placeholders as rules find fault with them (reference §6.7)."""

from __future__ import annotations

from itertools import chain

from phaselint.vocabulary.finding import Finding, Related, Witness

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence
    from typing import Any

    from phaselint.dialects.stud.analysis.facts import StudFacts
    from phaselint.dialects.stud.analysis.uses import Kind, Use
    from phaselint.dialects.stud.model import Stage
    from phaselint.vocabulary.claim import All, Notes, Undecided
    from phaselint.vocabulary.finding import Place
    from phaselint.vocabulary.message import Message

    Claim = All | Notes | Undecided
    """What findings at placeholders claim."""

MOST_OTHERS = 8
"""Further places of a wording that a finding shows."""


def uses(facts: StudFacts, kind: Kind) -> Iterator[Use]:
    """The placeholders of a kind in the bodies of all stages, each wording once a body."""
    return chain.from_iterable(uses_by_stage(facts, kind))


def uses_by_stage(facts: StudFacts, kind: Kind) -> Collection[Sequence[Use]]:
    """The same for each stage that has any."""
    by_stage = facts.uses.get(kind)
    return by_stage.values() if by_stage else ()


def uses_in(facts: StudFacts, stage: Stage, kind: Kind) -> Sequence[Use]:
    """The placeholders of a kind in the body of a stage."""
    return facts.uses.get(kind, {}).get(facts.key(stage), ())


def finding(
    use: Use,
    message: Message,
    advice: str,
    /,
    *related: Related,
    claim: Claim | None = None,
    **data: Any,
) -> Finding:
    """A finding at a placeholder. `data` goes into the witness, in addition to what a run has to
    know."""
    return Finding(
        use.places.of(use.placeholder),
        message,
        advice,
        related=(*related, *_again(use)),
        witness=Witness({"stage": use.stage.id, "placeholder": use.written, **data}),
        claim=claim,
    )


def _again(use: Use) -> tuple[Related, ...]:
    return tuple(Related(use.places.of(other), "here too") for other in use.others[:MOST_OTHERS])


def each_place_once(found: Iterator[Finding]) -> Iterator[Finding]:
    """Findings of one rule without those at a place that has one: of placeholders in a string with
    escapes only the text as a whole may be known."""
    seen: set[Place] = set()
    for each in found:
        if each.place not in seen:
            seen.add(each.place)
            yield each
