"""The graphs that a `langgraph.json` serves (reference langgraph §1.2)."""

from __future__ import annotations

from phaselint.project.paths import split
from phaselint.vocabulary.finding import Finding, Witness
from phaselint.vocabulary.message import message, quote
from phaselint.vocabulary.rule import ERROR, rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint.dialects.langgraph.analysis.facts import LanggraphFacts
    from phaselint.dialects.langgraph.model import ManifestEntry
    from phaselint.vocabulary.message import Message


@rule("LG605", ERROR)
def manifest_unknown_graph(facts: LanggraphFacts) -> Iterator[Finding]:
    """`langgraph.json` entry without a file or an attribute

    What:
        A value of `graphs` in a `langgraph.json` has a path without a file, or a name after the
        colon that the module doesn't define.
    Why:
        The server doesn't start, because it imports what the entry names.
    Bad:
        {"graphs": {"agent": "./agent.py:grpah"}}
    Good:
        {"graphs": {"agent": "./agent.py:graph"}}
    Fix:
        Correct the path or the name.
    Source:
        langgraph §1.2, §7.6
    """
    for entry in facts.contract.manifest:
        yield Finding(
            entry.place,
            _says(entry),
            "correct the path" if entry.missing == "file" else "correct the name after the colon",
            witness=Witness({"name": entry.name, "missing": entry.missing}),
        )


def _beside(entry: ManifestEntry) -> str:
    """The path of an entry from the manifest's folder."""
    folder = split(entry.place.file)[0]
    return entry.path.removeprefix(f"{folder}/") if folder else entry.path


def _says(entry: ManifestEntry) -> Message:
    path = quote(_beside(entry))
    if entry.missing == "file":
        return message("graph {} is in {}, but that file doesn't exist", quote(entry.name), path)
    return message(
        "graph {} is {} of {}, but the module doesn't define that name",
        quote(entry.name),
        quote(entry.attribute),
        path,
    )
