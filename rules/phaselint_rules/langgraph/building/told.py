"""LangGraph's reasons for refusing a graph, by rule, and findings about them."""

from __future__ import annotations

from phaselint.vocabulary.claim import Refused
from phaselint.vocabulary.finding import Finding, Related, Witness

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint.dialects.langgraph.analysis.facts import LanggraphFacts
    from phaselint.dialects.langgraph.analysis.refusal import Refusal
    from phaselint.vocabulary.finding import Fix
    from phaselint.vocabulary.message import Message


def refused(facts: LanggraphFacts, rule: str) -> Iterator[Refusal]:
    """The reasons of one rule for refusing a graph, in order."""
    return (each for each in facts.refusals if each.rule == rule)


def told(
    refusal: Refusal, said: Message, remedy: str, related: str = "", fix: Fix | None = None
) -> Finding:
    """A finding about a refusal. `related` describes its other place."""
    others = (Related(refusal.related, related),) if refusal.related and related else ()
    data = {"name": refusal.subject} if refusal.subject else {}
    return Finding(
        refusal.place,
        said,
        remedy,
        related=others,
        witness=Witness({**data, "raises": refusal.raised, "text": refusal.text}),
        fix=fix,
        claim=Refused((refusal.rule,)),
    )
