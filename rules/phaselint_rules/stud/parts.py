"""What completion schemas say about a part of a payload that a placeholder names (reference
§6.8)."""

from __future__ import annotations

from phaselint.dialects.stud.analysis.payloads import Lookup, lookup
from phaselint.vocabulary.record import NamedTuple
from phaselint_rules.stud.upstream.results import Giver, givers

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from phaselint.dialects.stud.analysis.facts import StudFacts
    from phaselint.dialects.stud.analysis.uses import Use


class ReliableLookup(NamedTuple):
    """What the schema of a giver says about the path of a placeholder."""

    giver: Giver
    lookup: Lookup


def reliable_lookups(
    facts: StudFacts, use: Use, sources: Sequence[Giver], start: int = 4
) -> list[ReliableLookup]:
    """What the completion schemas say that can be relied on."""
    found = []
    for giver in sources:
        stage = giver.stage
        schema = stage.completion_schema
        sound = stage.has("completionSchema") or isinstance(schema, bool)
        if schema is not None and sound and not facts.completion_faults.get(facts.key(stage)):
            found.append(ReliableLookup(giver, lookup(schema, use.path[start:])))
    return found


def missing_in(facts: StudFacts, use: Use) -> list[ReliableLookup]:
    """The predecessors whose payloads never have such a part; if there are none, those whose
    schemas don't declare it."""
    told = reliable_lookups(facts, use, givers(facts, use))
    never = [each for each in told if each.lookup.answer == "no"]
    return never or [each for each in told if each.lookup.answer == "open"]


def left_out_in(facts: StudFacts, use: Use) -> list[ReliableLookup]:
    """The predecessors whose payloads may lack a part that all of them declare."""
    told = reliable_lookups(facts, use, givers(facts, use))
    if any(each.lookup.answer in ("no", "open") for each in told):
        return []
    return [each for each in told if each.lookup.answer == "optional"]
