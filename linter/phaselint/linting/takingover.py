"""What becomes of findings that explain what the net has found: they list it, and where no run of
the contract completes and no error says why, warnings that do are errors."""

from __future__ import annotations

from itertools import islice

from phaselint.linting.defects import rule_named
from phaselint.vocabulary.finding import Explained, Witness
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from phaselint.executor.soundness.telling import Told
    from phaselint.vocabulary.diagnostic import Hit
    from phaselint.vocabulary.finding import Finding
    from phaselint.vocabulary.rule import Rule

UNKNOWN = "unknown"
"""How runs end for a finding about what nobody has looked at (see `Rule.ends`)."""


class TakenOver(NamedTuple):
    """What was found, each with the findings that explain it and have the severity for it, and the
    findings that the user sees, with what they explain."""

    pairs: tuple[tuple[Told, tuple[Hit, ...]], ...]
    hits: tuple[Hit, ...]


def taken_over(
    causes: Iterable[tuple[Told, Iterator[Hit]]], hits: Sequence[Hit], rules: Sequence[Rule]
) -> TakenOver:
    """What was found and what explains it, for the findings that the user wants to see.

    One that is not shown explains as well, unless it is less than an error and what it explains is
    one: nobody would be told of that.
    """
    numbers = {id(hit): number for number, hit in enumerate(hits)}
    now = list(hits)
    pairs = []
    for told, by in causes:
        serious = rule_named(rules, told.rule).level(told.finding) == "error"
        some = tuple(by) if serious else tuple(islice(by, 1))
        raising = serious and not any(map(_is_enough, some))
        if raising:
            some = tuple(hit for hit in some if id(hit) in numbers)
        pairs.append((told, some))
        for hit in some:
            number = numbers.get(id(hit))
            if number is not None:
                now[number] = _explaining(now[number], told, raised=raising)
    return TakenOver(tuple(pairs), tuple(now))


def _is_enough(hit: Hit) -> bool:
    """Whether a finding accounts for an error without being raised to one."""
    return hit.rule.level(hit.finding) == "error" or hit.rule.ends == UNKNOWN


def _explaining(hit: Hit, told: Told, *, raised: bool) -> Hit:
    """A finding that lists what it explains; where that raises it to an error, with its run."""
    said = told.finding
    explained = Explained(told.rule, said.message, said.place, raised)
    finding = hit.finding
    finding = finding._replace(explains=(*finding.explains, explained))
    return hit._replace(finding=_raised(finding, said) if raised else finding)


def _raised(finding: Finding, said: Finding) -> Finding:
    """A finding as an error, shown by the run of what it explains."""
    own, shown = finding.witness or Witness({}), said.witness
    if shown is not None and (shown.steps or shown.blocked):
        own = own._replace(steps=shown.steps, blocked=shown.blocked or own.blocked)
        finding = finding._replace(witness=own)
    return finding._replace(severity="error")
