"""Corrected copies of an agent, to compare runs with (reference §6.2, differential)."""

from __future__ import annotations

import json

from phaselint.dialects.climpt.reading.load import load
from phaselint.project.memory import DictReader

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from phaselint.dialects.climpt.analysis.facts import ClimptFacts
    from phaselint.dialects.climpt.model import ClimptContract


def corrected(facts: ClimptFacts, file: str, change: Callable[[Any], None]) -> ClimptContract:
    """The agent as it would be read with a change in the value of one of its JSON files."""
    documents = facts.contract.documents
    value = json.loads(documents[file].text)
    change(value)
    texts = {path: document.text for path, document in documents.items()}
    return load(DictReader({**texts, file: json.dumps(value)}), facts.contract.target)


def without(facts: ClimptFacts, file: str, pointer: Sequence[str | int]) -> ClimptContract:
    """The agent without a member of an object, or an item of a list."""

    def remove(value: Any) -> None:
        *above, last = pointer
        for key in above:
            value = value[key]
        del value[last]

    return corrected(facts, file, remove)


def having(
    facts: ClimptFacts, file: str, pointer: Sequence[str | int], wanted: Any
) -> ClimptContract:
    """The agent with another value at a place."""

    def put(value: Any) -> None:
        *above, last = pointer
        for key in above:
            value = value[key]
        value[last] = wanted

    return corrected(facts, file, put)
