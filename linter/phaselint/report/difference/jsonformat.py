"""The `json` format of a difference, version 1; `difference-v1.json` describes it."""

from __future__ import annotations

from phaselint.report.costs import bounds_data
from phaselint.report.jsonformat import dump, finding_data
from phaselint.report.wording import extent

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any

    from phaselint.behavior.costs import Bound
    from phaselint.behavior.difference.model import ChangedFact, Difference, RunStep, ShownRun
    from phaselint.linting.difference.model import (
        ChangedCost,
        ChangedPolicy,
        Comparison,
        ContractDifference,
    )
    from phaselint.vocabulary.finding import Place

    Data = dict[str, Any]

VERSION = 1


def render(comparison: Comparison, *, verbose: bool = False) -> Iterator[str]:  # noqa: ARG001 - all formats have it
    """Yield the whole comparison as one JSON document."""
    from phaselint import __version__

    document = {
        "version": VERSION,
        "tool": {"name": "phaselint", "version": __version__},
        "old": comparison.old,
        "new": comparison.new,
        "summary": {
            "files": comparison.files,
            "contracts": len(comparison.contracts),
            "others": comparison.others,
            "counts": dict(comparison.counts),
        },
        "contracts": [_contract(each) for each in comparison.contracts],
    }
    yield dump(document, indent=2) + "\n"


def _contract(contract: ContractDifference) -> Data:
    old, new = contract.unknown
    data: Data = {
        "dialect": contract.dialect,
        "path": contract.path,
        "change": contract.change,
        "former": contract.former or None,
        "files": list(contract.files),
        "differs": not contract.behaves_alike,
        "undecided": {"old": old or None, "new": new or None},
        "runs": None if contract.runs is None else _difference(contract.runs),
        "policies": [_policy(each) for each in contract.policies],
        "findings": {
            "new": [finding_data(each) for each in contract.found],
            "fixed": [finding_data(each) for each in contract.fixed],
        },
        "costs": [_cost(each) for each in contract.costs],
    }
    return data


def _difference(runs: Difference) -> Data:
    old, new = runs.refused
    return {
        "refused": {"old": old or None, "new": new or None},
        "elements": {
            "added": list(runs.elements.added),
            "gone": list(runs.elements.gone),
            "renamed": {**runs.renaming.phases, **runs.renaming.tools},
            "revived": list(runs.elements.revived),
            "dead": list(runs.elements.dead),
        },
        "differences": [_run(each) for each in runs.runs],
        "endings": [_run(each) for each in runs.endings],
        "lost_facts": [_fact(each) for each in runs.lost],
        "new_facts": [_fact(each) for each in runs.won],
        "compared": {
            "pairs": runs.pairs,
            "complete": not runs.reason,
            "reason": runs.reason or None,
            "acts": runs.length if runs.reason else None,
            "facts": runs.facts_reason or None,
            "past_limits": runs.beyond,
            "not_shown": runs.unshown,
        },
    }


def _run(run: ShownRun) -> Data:
    return {
        "side": run.side,
        "before": run.before or None,
        "act": run.act,
        "run": _steps(run.steps),
        "folded": run.folded,
        "script": dict(run.script),
    }


def _fact(changed: ChangedFact) -> Data:
    fact = changed.fact
    return {
        "kind": fact.kind,
        "act": fact.act.text,
        "other": fact.other.text if fact.other else None,
        "text": fact.text,
        "run": _steps(changed.steps),
        "script": dict(changed.script) or None,
    }


def _policy(policy: ChangedPolicy) -> Data:
    return {
        "title": policy.title,
        "rule": policy.rule,
        "before": policy.before,
        "after": policy.after,
        "place": _place(policy.place),
        "run": _steps(policy.steps),
    }


def _cost(cost: ChangedCost) -> Data:
    return {"unit": cost.unit, "before": _bound(cost.before), "after": _bound(cost.after)}


def _bound(bound: Bound | None) -> Data | None:
    return bound and bounds_data([bound])[0]


def _steps(steps: Iterable[RunStep]) -> list[Data]:
    return [
        {"act": each.text, "phase": each.phase or None, "place": _place(each.place)}
        for each in steps
    ]


def _place(place: Place | None) -> Data | None:
    if place is None:
        return None
    start = extent(place).start
    return {"file": place.file, "line": start.line, "column": start.column}
