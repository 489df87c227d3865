"""What becomes of findings that explain what the net has found: they list it, and where no run of
the contract completes and no error says why, warnings that do are errors."""

from __future__ import annotations

from itertools import islice

from phaselint.executor.soundness.model import Unanswerable
from phaselint.vocabulary.finding import Explained, Witness
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from phaselint.executor.soundness.claim_messages import NetFinding
    from phaselint.vocabulary.finding import Finding
    from phaselint.vocabulary.hit import Hit


class TakenOver(NamedTuple):
    """What exploring found, each with the findings that explain it and have the severity for it,
    and the findings that the user sees, with what they explain."""

    pairs: tuple[tuple[NetFinding, tuple[Hit, ...]], ...]
    hits: tuple[Hit, ...]


def taken_over(
    causes: Iterable[tuple[NetFinding, Iterator[Hit]]], hits: Sequence[Hit]
) -> TakenOver:
    """What the exploration found and what explains it, for the findings that the user wants to see.

    That no run completes is one fact, however many runs show it: where an error says why, in any
    of them, nothing is raised. Where none does, the warnings that are shown are errors; one that is
    not shown explains nothing then, since nobody would be told of it.
    """
    numbers = {id(hit): number for number, hit in enumerate(hits)}
    now = list(hits)
    pairs = [_pair(told, by) for told, by in causes]
    fatal = [some for told, some in pairs if _is_fatal(told)]
    told_of = any(not some or any(each.is_error for each in some) for some in fatal)
    found = []
    for told, some in pairs:
        raising = not told_of and _is_fatal(told) and not any(map(_is_unknown, some))
        by = tuple(hit for hit in some if id(hit) in numbers) if raising else some
        found.append((told, by))
        for number in (numbers[id(hit)] for hit in by if id(hit) in numbers):
            now[number] = _explaining(now[number], told, raised=raising)
    return TakenOver(tuple(found), tuple(now))


def _pair(told: NetFinding, by: Iterator[Hit]) -> tuple[NetFinding, tuple[Hit, ...]]:
    """A result of exploring with what explains it: of what isn't an error, the first of these is
    enough."""
    return told, tuple(by) if _is_fatal(told) else tuple(islice(by, 1))


def _is_fatal(told: NetFinding) -> bool:
    """Whether something found is that no run of the contract completes."""
    if told.claim is None:
        return True  # the contract is refused
    return told.finding.severity == "error" and not isinstance(told.claim, Unanswerable)


def _is_unknown(hit: Hit) -> bool:
    """Whether nobody knows how runs end for what a finding says."""
    return hit.rule.ends == "unknown"


def _explaining(hit: Hit, told: NetFinding, *, raised: bool) -> Hit:
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
