"""What is wrong with the findings in a labelled contract, by its label.

A label lists the rules that have to report something and those that may, by the catalogue names of
the dialect references, as keys that each dialect has of its own; and keys that all of them have:

    counts          rule → how many findings it has to have
    places          rule → lines, `file:line`, one of which it has to report
    must_not        rules that may not report an error or a warning
    must_info       rules that have to report something, whatever the severity
    any_name        what is missing counts as found where another rule reports something that the
                    label does not list, but for those in `not_enough`
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, NamedTuple

from rules.catalogue import ALIASES

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from phaselint.vocabulary.diagnostic import Diagnostic

MUST = ("ideal", "checks", "ideal_includes")
MAY = ("also_ok", "notes", "ideal_allowed", "ideal_info")
GRADED = ("vesanor", "stud", "agents")
"""Dialects whose labels say which findings are infos, in the keys of what may be reported."""

CODES: Mapping[str, frozenset[str]] = {
    "MISSING_ENTRY": frozenset({"unknown-entry"}),
    "UNKNOWN_EDGE_SOURCE": frozenset({"unknown-edge-source"}),
    "UNKNOWN_EDGE_TARGET": frozenset({"unknown-target"}),
    "UNREACHABLE_NODE": frozenset({"unreachable-phase"}),
    "SELF_LOOP": frozenset({"unbounded-self-loop"}),
    "UNBOUNDED_CYCLE": frozenset({"unbounded-cycle"}),
    "AMBIGUOUS_EDGES": frozenset({"ambiguous-edges", "fan-out-not-parallel"}),
    "UNSUPPORTED_EVAL_POLICY": frozenset({"unsupported-eval-policy"}),
}
"""Codes with which SWEny refuses a workflow → the rules that report the same."""


class Asked(NamedTuple):
    """What a label asks for, by the names of the product. `complete`: nothing else may be reported
    as an error or a warning; `refused`: there has to be an error."""

    must: frozenset[str]
    may: frozenset[str]
    graded: bool
    complete: bool
    refused: bool
    codes: frozenset[str]


def asked(dialect: str, label: Mapping[str, Any]) -> Asked:
    """Read the keys that each dialect has of its own."""
    must, may = names(dialect, label, *MUST), names(dialect, label, *MAY)
    graded = dialect in GRADED
    if dialect == "vesanor":
        refused = bool(must) and label.get("valid") is False
    elif graded:
        refused = not label.get("ideal_valid", True)
    elif dialect == "sweny":
        refused = not label["valid"]
    else:
        refused = bool(label.get("errors")) or (label.get("startup") or {}).get("ok") is False
    codes = frozenset(label.get("errors") or ()) & CODES.keys() if dialect == "sweny" else ()
    complete = graded or "ideal" in label
    return Asked(must, may, graded, complete, refused=refused, codes=frozenset(codes))


def names(dialect: str, label: Mapping[str, Any], *keys: str) -> frozenset[str]:
    """The rules that some keys of a label list, by the names of the product."""
    listed = (name for key in keys for name in label.get(key) or ())
    return frozenset(ALIASES[dialect].get(name, name) for name in listed)


def wrong(dialect: str, label: Mapping[str, Any], findings: Sequence[Diagnostic]) -> Iterator[str]:
    """What the findings lack that a label asks for, and what is among them besides."""
    must, may, graded, complete, refused, codes = asked(dialect, label)
    every = {each.name for each in findings}
    loud = {each.name for each in findings if each.level != "info"}
    got = loud if graded else every
    others = got - must - may - names(dialect, label, "not_enough")
    if label.get("any_name") and must - got and others:
        got = loud = {*must, *(loud & may)}
    missing = (must - got) | (names(dialect, label, "must_info") - every)
    yield from (f"lacks {name}" for name in sorted(missing))
    yield from (f"lacks {code}" for code in sorted(codes) if not CODES[code] & loud)
    yield from _elsewhere(dialect, label, findings)
    tempted = names(dialect, label, "must_not") & loud
    yield from (f"may not have {name}" for name in sorted(tempted))
    if refused and all(each.level != "error" for each in findings):
        yield "has no error"
    if complete:
        yield from (f"has {name}" for name in sorted(loud - must - (set() if graded else may)))
        yield from _counted(dialect, label, findings, must)


def _elsewhere(
    dialect: str, label: Mapping[str, Any], findings: Sequence[Diagnostic]
) -> Iterator[str]:
    """The rules that report nothing in any of the lines in which they have to."""
    for listed, lines in (label.get("places") or {}).items():
        name = ALIASES[dialect].get(listed, listed)
        found = [each.place for each in findings if each.name == name]
        starts = [f"{each.file}:{each.range.start.line if each.range else 0}" for each in found]
        if starts and not any(start.endswith(line) for start in starts for line in lines):
            yield f"has {name} elsewhere"


def _counted(
    dialect: str, label: Mapping[str, Any], findings: Sequence[Diagnostic], must: frozenset[str]
) -> Iterator[str]:
    """What is reported twice at one place, or another number of times than has to be."""
    places = Counter((each.name, each.place.file, each.place.range) for each in findings)
    twice = {name for (name, *_), count in places.items() if count > 1}
    yield from (f"has {name} twice" for name in sorted(twice))
    have = Counter(each.name for each in findings)
    for listed, count in (label.get("counts") or {}).items():
        name = ALIASES[dialect].get(listed, listed)
        if name in must and have[name] != count:
            yield f"has {name} {have[name]} times, not {count}"
