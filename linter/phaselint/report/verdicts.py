"""Verdicts of dry runs in words: how a finding was confirmed, or why it wasn't."""

from __future__ import annotations

from phaselint.report.wording import NOT_CONFIRMED
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaselint.linting.result import Summary
    from phaselint.vocabulary.finding import Proof

CONFIRMED = "confirmed"
NOT = "not confirmed"
FOUND = "found by exploration"

_HOW = {
    "replay": "reproduced in a simulated run",
    "explore": "no run does this (all runs explored)",
    "refusal": "the runtime refuses to start",
    "differential": "compared runs with and without the fix",
    "static+replay": "reproduced in a simulated run",
    "static+explore": "no run does this (all runs explored)",
}

_READ = "read, not run: "
"""How the reason of a proof begins if half of the claim was only read."""


class Verdict(NamedTuple):
    """A verdict: a label, such as `confirmed`, and an explanation, which can be empty."""

    label: str
    told: str

    def line(self) -> str:
        """The verdict as one line."""
        return f"{self.label}: {self.told}" if self.told else self.label


def verdict(proof: Proof) -> Verdict | None:
    """The verdict of a proof in words; none for a finding that needs no run."""
    if proof.status == "refuted":
        label, _, told = NOT_CONFIRMED.partition(": ")
        return Verdict(label, told)
    if proof.status == "unproved":
        return Verdict(NOT, proof.reason)
    if proof.status == "found":
        return Verdict(FOUND, proof.reason or "no rule covers it")
    if proof.status == "static":
        return Verdict("not run", proof.reason) if proof.reason else None
    how = _HOW[proof.method] if proof.method else ""
    if proof.reason.startswith(_READ):
        read = proof.reason.removeprefix(_READ).replace(f"; {_READ}", ", and ")
        told = f"{how}; by reading the file: {read}"
        return Verdict(f"partly {CONFIRMED}", told)
    return Verdict(CONFIRMED, "; ".join(part for part in (how, proof.reason) if part))


def in_a_line(summary: Summary) -> str:
    """How many of the findings a dry run confirmed, and the verdicts on the others."""
    total = summary.errors + summary.warnings + summary.infos
    denied = summary.unproved + summary.refuted
    free = total - summary.proved - summary.found - denied
    if free == total:
        return f"{free} need no run" if free != 1 else "1 needs no run"
    parts = [f"{summary.proved} of {total} {CONFIRMED} by a simulated run"]
    if summary.found:
        parts.append(f"{summary.found} {FOUND}")
    if denied:
        parts.append(f"{denied} {NOT}")
    if free > 0:
        parts.append(f"{free} need none" if free != 1 else "1 needs none")
    return ", ".join(parts)
