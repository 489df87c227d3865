"""What a script shows of a contract that has errors: consequences of these, which say so."""

from __future__ import annotations

import posixpath
import re

from phaselint.project.paths import split
from phaselint.vocabulary.finding import Finding, Place, Related
from phaselint.vocabulary.message import message
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from phaselint.dialects.protocol import Runtime
    from phaselint.document import Document
    from phaselint.executor.scenario import Played

MOST_NAMED = 3
"""Errors that a failed expectation names."""


class Blamed(NamedTuple):
    """An error or a warning of the contract, with the name of its rule."""

    rule: str
    finding: Finding


def refusing(runtime: Runtime[Any], played: Played, errors: Sequence[Blamed]) -> Blamed | None:
    """The error for which a contract is refused before a scenario begins that expects more; None
    where the scenario was run, or no error says why it was not."""
    outcome = played.run.outcome
    expected = str(played.scenario.expect.get("outcome", ""))
    if outcome.kind != "refused" or expected.startswith("refused") or not errors:
        return None
    codes = re.findall(r"[\w-]+", outcome.detail)
    rules = {name for code in codes for name in runtime.reporting(code)}
    return next((each for each in errors if each.rule in rules), errors[0])


def not_run(path: str, cause: Finding, documents: Mapping[str, Document]) -> Finding:
    """The note at a script that none of its scenarios was run."""
    place = cause.place
    document = documents.get(place.file)
    span = place.range or (document.range(place.pointer, place.part) if document else None)
    name = posixpath.relpath(place.file, split(path)[0] or ".")
    line = f":{span.start.line}" if span and span.start.line else ""
    return Finding(
        Place(path, ("contract",)),
        message("not run: {}{}", name, line),
        "correct the contract first",
        severity="info",
        related=(Related(place, "the contract is refused here"),),
    )


def because(finding: Finding, errors: Sequence[Blamed]) -> Finding:
    """A failed expectation that names the errors of its contract, or the warnings."""
    named = tuple(
        Related(each.finding.place, f"`{each.rule}` might be the cause")
        for each in errors[:MOST_NAMED]
    )
    return finding._replace(related=(*finding.related, *named)) if named else finding
