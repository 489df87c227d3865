"""Proofs of findings that say the same about several steps: a run for each (reference §7.9)."""

from __future__ import annotations

from functools import partial

from phaselint.executor.proof import data_of, decided, partly
from phaselint.vocabulary.message import quote_all
from phaselint_rules.climpt.ways.transitiontext import witness_at

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from typing import Any

    from phaselint.dialects.climpt.analysis.facts import ClimptFacts
    from phaselint.vocabulary.finding import Finding, Proof


def each_of(
    facts: ClimptFacts,
    finding: Finding,
    steps: Sequence[str],
    prove: Callable[[Finding], Proof],
) -> Proof:
    """The verdict on a finding about some steps, of which it names the first as its own: that on
    the first, with a run for each. Steps that no run reaches are read only."""
    return joint({key: decided(partial(prove, _about(facts, finding, key))) for key in steps})


def joint(proofs: Mapping[str, Proof]) -> Proof:
    """The verdict on a finding for each of some names, the first of them first. The others are read
    only if no run shows it."""
    refuted = [proof for proof in proofs.values() if proof.status == "refuted"]
    first = (*refuted, *proofs.values())[0]
    if first.status != "proved":
        return first
    shown = [proof for proof in proofs.values() if proof.status == "proved"]
    whole = first._replace(script=_joined(shown))
    unread = [name for name, proof in proofs.items() if proof.status != "proved"]
    return partly(whole, f"that it is the same for {quote_all(unread)}") if unread else whole


def _about(facts: ClimptFacts, finding: Finding, step: str) -> Finding:
    """The finding about another of its steps."""
    data = data_of(finding)
    if step == data["step"]:
        return finding
    said = {key: value for key, value in data.items() if key not in ("step", "path")}
    return finding._replace(witness=witness_at(facts, step, **said))


def _joined(proofs: Sequence[Proof]) -> dict[str, Any] | None:
    """One script made of those of some proofs, each scenario with its own options."""
    scripts = [dict(proof.script) for proof in proofs if proof.script]
    if len(scripts) < 2:
        return scripts[0] if scripts else None
    first = {key: value for key, value in scripts[0].items() if key != "options"}
    return {**first, "scenarios": [each for script in scripts for each in _scenarios(script)]}


def _scenarios(script: dict[str, Any]) -> Iterator[dict[str, Any]]:
    options = script.get("options", {})
    for scenario in script["scenarios"]:
        yield {**scenario, "options": options} if options else scenario
