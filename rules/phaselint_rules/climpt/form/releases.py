"""The differences between releases of the format, as data: how a start ends, and what must exist
(reference climpt §3.1, climpt 1.14 §2.4, §3.1 to §3.4)."""

from __future__ import annotations

from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from phaselint.dialects.climpt.analysis.facts import ClimptFacts
    from phaselint.dialects.climpt.spelling import Generation
    from phaselint.vocabulary.finding import Severity

CONDITIONS = ("preflightConditions", "postLLMConditions", "validationConditions")
"""Where the conditions of a validation step are in any release."""


class Release(NamedTuple):
    """What holds in a release. `conditions` are the lists that a validation step must have;
    `passed_over` is how severe it is that a fallback isn't listed; `stands_in`: `entryStep` is an
    entry for every verdict type that the mapping lacks. All others are the codes with which a start
    ends that has the defect of that name, empty if none does."""

    conditions: tuple[str, ...] = ()
    stands_in: bool = True
    empty_mapping: str = "SR-GATE-002"
    no_entry: str = "SR-GATE-002"
    other_folder: str = "SR-LOAD-003"
    no_registry: str = "SR-LOAD-003"
    no_closure: str = ""
    no_kind: str = ""
    no_transitions: str = "SR-GATE-003"
    bad_member: str = ""
    passed_over: Severity = "error"


_FORMER = Release()
_RELEASES: Mapping[Generation, Release] = {
    "1.11": _FORMER,
    "1.13": _FORMER,
    "1.14": Release(
        conditions=("preflightConditions", "postLLMConditions"),
        stands_in=False,
        empty_mapping="A3",
        no_entry="AC-VERDICT-012",
        other_folder="W3",
        no_registry="AC-VERDICT-012",
        no_closure="S5",
        no_kind="SR-VALID-005",
        no_transitions="SR-VALID-004",
        bad_member="SR-VALID-004",
        passed_over="warning",
    ),
}


def release_of(facts: ClimptFacts) -> Release:
    """The release that an agent is written for."""
    return _RELEASES[facts.contract.generation]


def no_closure(facts: ClimptFacts) -> str:
    """The code with which a start ends because no step is of kind closure; empty if it doesn't."""
    closing = any(step.kind == "closure" for step in facts.steps.values())
    return "" if closing else release_of(facts).no_closure
