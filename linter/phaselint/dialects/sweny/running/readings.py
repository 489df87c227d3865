"""What gates read of what is finished: of the run's input, and of other nodes (reference §5.5).

Of what a node says, only this decides how runs go on, so it is what exploration tells states apart
by.
"""

from __future__ import annotations

from phaselint.dialects.sweny.model import INPUT
from phaselint.dialects.sweny.reading.gatevalues import (
    Wanted,
    agreement,
    opposite,
    otherwise,
    presence,
)
from phaselint.dialects.sweny.reading.pathgrammar import parse
from phaselint.dialects.sweny.running.gates import PatternTimeout, value_failures
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Container, Iterator, Mapping, Sequence
    from typing import Any

    from phaselint.dialects.sweny.model import Demand, Match, Workflow
    from phaselint.dialects.sweny.running.gates import Rules

EVALS = "evals"
REASONING = "reasoning"
_VERDICT = ("node", EVALS, "evaluator", "pass")
"""A path to what a verdict says."""

ERROR = "error"
GATE_ERRORS = ("eval failed", "output schema violation")
"""How the texts begin that the runtime writes there when a gate fails."""


class Reading(NamedTuple):
    """The checks of one node's `requires` that read one entry of the context map."""

    reader: str
    root: str
    required: tuple[Demand, ...] = ()
    matches: tuple[Match, ...] = ()

    def holds(self, view: Any, rules: Rules) -> bool:
        """Whether they pass where this is the entry. A pattern that cannot be told fails."""
        try:
            return not value_failures(self.required, self.matches, {self.root: view}, rules)
        except PatternTimeout:
            return False

    def wanted(self, rules: Rules) -> Iterator[Wanted]:
        """What they want of the entry, but for what only a run can tell: its verdicts."""
        for demand in self.required:
            if not _of_verdicts(demand.path):
                yield presence(demand.path, 1, vacuous=rules.vacuous)
        for match in self.matches:
            if not _of_verdicts(match.path):
                yield agreement(match, 1)

    def unwanted(self, rules: Rules) -> Iterator[Wanted]:
        """What keeps one of them from passing, each by itself."""
        yield from map(opposite, self.wanted(rules))
        for demand in self.required:
            if not _of_verdicts(demand.path):
                yield otherwise(demand.path, None, 1)
        for match in self.matches:
            if match.operator != "matches" and not _of_verdicts(match.path):
                yield otherwise(match.path, match.values, 1)

    def names(self, fields: Container[str]) -> bool:
        """Whether they read one of some fields of the entry."""
        paths = (*(each.path for each in self.required), *(each.path for each in self.matches))
        read = (parse(path).segments[1:2] for path in paths)
        return any(segments[0].name in fields for segments in read if segments)

    def tells_errors(self) -> bool:
        """Whether they may tell the errors of gates that fail from each other."""
        asked = (each for each in self.matches if _names(each.path)[1:2] in ([], [ERROR]))
        return any(
            each.operator == "matches"
            or any(isinstance(text, str) and text.startswith(GATE_ERRORS) for text in each.values)
            for each in asked
        )

    def tells_words(self) -> bool:
        """Whether they look at the words of verdicts, by themselves or with all that these say."""
        paths = (*(each.path for each in self.required), *(each.path for each in self.matches))
        if any(_of_verdicts(path) and _names(path)[3:4] == [REASONING] for path in paths):
            return True
        return any(
            each.operator == "matches" or any(isinstance(value, dict) for value in each.values)
            for each in self.matches
            if _of_verdicts(each.path) and len(_names(each.path)) < len(_VERDICT)
        )

    def evaluators(self) -> frozenset[str]:
        """The evaluators whose verdicts they read; an empty name stands for all of them."""
        paths = (*(each.path for each in self.required), *(each.path for each in self.matches))
        read = (parse(path).segments[2:3] for path in paths if _of_verdicts(path))
        return frozenset(segments[0].name if segments else "" for segments in read)


def _names(path: str) -> list[str]:
    return [each.name for each in parse(path).segments]


def _of_verdicts(path: str) -> bool:
    segments = parse(path).segments
    return len(segments) > 1 and segments[0].name != INPUT and segments[1].name == EVALS


def readings(workflow: Workflow) -> Mapping[str, tuple[Reading, ...]]:
    """The readings of each entry of the context map that is read, by its name. A check whose path
    names none reads nothing, and no run passes it."""
    found: dict[str, dict[str, Reading]] = {}
    for name, node in workflow.nodes.items():
        if node.requires is None:
            continue
        for demand in node.requires.required:
            reading = _reading(found, name, demand.path)
            _keep(found, reading._replace(required=(*reading.required, demand)))
        for match in node.requires.matches:
            reading = _reading(found, name, match.path)
            _keep(found, reading._replace(matches=(*reading.matches, match)))
    return {root: tuple(by_reader.values()) for root, by_reader in found.items()}


def of_data(readings: Sequence[Reading]) -> tuple[Reading, ...]:
    """The same readings without what looks at verdicts."""
    return tuple(
        each._replace(
            required=tuple(d for d in each.required if not _of_verdicts(d.path)),
            matches=tuple(m for m in each.matches if not _of_verdicts(m.path)),
        )
        for each in readings
    )


def _reading(found: Mapping[str, Mapping[str, Reading]], reader: str, path: str) -> Reading:
    root = parse(path).root
    return found.get(root, {}).get(reader) or Reading(reader, root)


def _keep(found: dict[str, dict[str, Reading]], reading: Reading) -> None:
    found.setdefault(reading.root, {})[reading.reader] = reading


class Seen:
    """What later gates find in the entry of a finished node, looked at when it is asked for."""

    __slots__ = ("_found", "_readings", "_rules", "_view")

    def __init__(self, view: Any, readings: Sequence[Reading], rules: Rules) -> None:
        self._view = view
        self._readings = readings
        self._rules = rules
        self._found: tuple[bool, ...] | None = None

    @property
    def found(self) -> tuple[bool, ...]:
        """Which of the readings pass, in their order."""
        if self._found is None:
            self._found = tuple(each.holds(self._view, self._rules) for each in self._readings)
        return self._found
