"""What completion schemas accept (reference §5.5 R17, R18)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from phaselint_rules.stud.proofs.bench import (
    Plan,
    complete,
    data_of,
    drive,
    shown,
    way_to,
)
from phaselint_rules.stud.proofs.completion import DOCUMENTED, is_first, never_acts, unproved

if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint.dialects.stud.analysis.facts import StudFacts
    from phaselint.dialects.stud.model import Stage
    from phaselint.executor.proof import Lab
    from phaselint.vocabulary.finding import Finding, Proof
    from phaselint_rules.stud.proofs.bench import Driven

MOST = 20
"""Turns that are spent on payloads at most."""


def accepts_nothing(lab: Lab[StudFacts], finding: Finding) -> Proof:
    """The stage calls its completion tool with one payload after the other until its cap, and
    every one is a parse error."""
    if data_of(finding).get("accepts"):
        return unproved("every payload is accepted, but the schema says nothing about it")
    tried = _complete(lab, finding, _guesses)
    if isinstance(tried, str):
        return unproved(tried)
    driven, stage = tried
    return shown(
        driven,
        _happens(driven, stage, "x-CompletionParseError")
        and not _happens(driven, stage, "x-CompletionAccepted"),
    )


def accepts_empty(lab: Lab[StudFacts], finding: Finding) -> Proof:
    """The stage is completed with an empty payload."""
    tried = _complete(lab, finding, lambda _: iter(({},)))
    if isinstance(tried, str):
        return unproved(tried)
    driven, stage = tried
    return shown(driven, _happens(driven, stage, "x-CompletionAccepted"))


def _complete(lab: Lab[StudFacts], finding: Finding, payloads: Any) -> tuple[Driven, str] | str:
    """A run in which the stage hands in payloads; why there is none, where there is none."""
    facts, name = lab.facts, data_of(finding)["stage"]
    stage = facts.stages.get(name)
    way = way_to(facts, name)
    if stage is None or not way:
        return f"no run comes to `{name}`" if name else "the stage has no id"
    if not stage.completion_tool:
        return "the stage has no completion tool to call"
    if not is_first(facts, finding, name):
        return f"runs use the first definition of `{name}`"
    turns = [complete(stage, value) for value in payloads(stage)]
    plan = Plan(way, {name: turns}, {name: {"assert": "ok"}}, options=DOCUMENTED)
    driven = drive(lab, f"complete {name}", plan)
    if never_acts(driven.events, name) and not driven.left:
        return f"`{name}` does not come to its first turn"
    return driven, name


def _guesses(stage: Stage) -> Iterator[Any]:
    """Payloads worth trying: empty, with all fields that are named, filled in several ways."""
    schema = stage.completion_schema
    named = [*_names(schema, "required"), *_names(schema, "properties")]
    for number in range(MOST):
        value: Any = (None, "x", 0, True, [], {})[number % 6]
        yield dict.fromkeys(named, value) if number else {}


def _names(schema: Any, key: str) -> list[str]:
    found = schema.get(key) if isinstance(schema, dict) else None
    return [name for name in found if isinstance(name, str)] if found else []


def _happens(driven: Driven, stage: str, kind: str) -> bool:
    return any(each.kind == kind and each.data["stage"] == stage for each in driven.events)
