"""The listing of `phaselint policies`: how the policies of contracts stand, and what is suggested
for more, as text and as JSON values."""

from __future__ import annotations

from phaselint.report.terminal import clipped, readable
from phaselint.vocabulary.record import NamedTuple
from phaselint.vocabulary.suggest import plural

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from typing import Any

    from phaselint.behavior.standing import Standing
    from phaselint.linting.suggestions import Suggested
    from phaselint.vocabulary.diagnostic import Diagnostic
    from phaselint.vocabulary.finding import Place

VERSION = 1
"""Of the JSON."""

NONE_WRITTEN = "no policies; `phaselint policies --suggest` lists rules that hold today"
NONE_LEFT = "no suggestions: all properties of all runs are policies already, or obvious"


class Listed(NamedTuple):
    """A contract as it is listed: how its policies stand, what is wrong with them, and
    what is suggested, where that is asked."""

    path: str
    dialect: str
    standings: tuple[Standing, ...] = ()
    findings: tuple[Diagnostic, ...] = ()
    suggested: Suggested | None = None

    @property
    def problems(self) -> tuple[Diagnostic, ...]:
        """The findings that say more than how a policy stands: names that the contract doesn't
        have, and what can't be read."""
        told = {standing.title for standing in self.standings}
        return tuple(each for each in self.findings if each.finding.known_as not in told)

    def run_of(self, standing: Standing) -> tuple[str, ...]:
        """The shortest run that violates a policy, as the strings of its acts."""
        for each in self.findings:
            witness = each.finding.witness
            if each.finding.known_as == standing.title and witness is not None:
                return tuple(step.text for step in witness.steps)
        return ()


def as_text(listed: Sequence[Listed]) -> Iterator[str]:
    """The lines of a listing."""
    for number, each in enumerate(listed):
        if number:
            yield ""
        yield f"{each.path or '.'} ({each.dialect})"
        yield from (f"  {line}" for line in _standing_lines(each))
        if each.suggested is not None:
            yield from (f"  {line}" for line in _suggestion_lines(each.suggested))


def _standing_lines(each: Listed) -> Iterator[str]:
    if not (each.standings or each.findings or each.suggested):
        yield NONE_WRITTEN
    for standing in each.standings:
        yield f"{_shown(standing.place)}: {clipped(standing.title)}"
        yield f"  {standing.line}"
        run = each.run_of(standing)
        if run:
            yield f"  shortest run: {'; '.join(run)}"
    for found in each.problems:
        yield f"{_shown(found.finding.place)}: {readable(str(found.finding.message))}"


def _shown(place: Place) -> str:
    line = f":{place.range.start.line}" if place.range is not None else ""
    return f"{place.file}{line}"


def _suggestion_lines(suggested: Suggested) -> Iterator[str]:
    count = len(suggested.suggestions)
    if not count:
        yield f"no suggestions: {suggested.reason}" if suggested.reason else NONE_LEFT
        return
    width = len(str(suggested.suggestions[-1].number))
    yield f"{plural(count, 'suggestion')}, each a rule that holds in all runs today:"
    for each in suggested.suggestions:
        yield f"  {each.number:>{width}}. {each.fact.text}"


def as_data(listed: Sequence[Listed]) -> dict[str, Any]:
    """A listing as JSON values."""
    return {"version": VERSION, "contracts": [_contract(each) for each in listed]}


def _contract(each: Listed) -> Mapping[str, Any]:
    data: dict[str, Any] = {
        "path": each.path,
        "dialect": each.dialect,
        "policies": [_standing(each, standing) for standing in each.standings],
        "problems": [_problem(found) for found in each.problems],
    }
    if each.suggested is not None:
        data["suggestions"] = [
            {
                "number": one.number,
                "text": one.fact.text,
                "kind": one.fact.kind,
                "shape_only": one.fact.shape,
                "policy": dict(one.policy),
            }
            for one in each.suggested.suggestions
        ]
        if each.suggested.reason:
            data["no_suggestions"] = each.suggested.reason
    return data


def _problem(found: Diagnostic) -> Mapping[str, Any]:
    finding = found.finding
    return {"rule": found.rule.name, **_place(finding.place), "message": str(finding.message)}


def _standing(each: Listed, standing: Standing) -> Mapping[str, Any]:
    data: dict[str, Any] = {
        "title": standing.title,
        "rule": standing.rule,
        **_place(standing.place),
        "status": standing.status,
        "severity": standing.severity,
        "tested": standing.tested,
        "states": standing.states,
    }
    if standing.why:
        data["why"] = standing.why
    if standing.reason:
        data["reason"] = standing.reason
    run = each.run_of(standing)
    return {**data, "run": list(run)} if run else data


def _place(place: Place) -> Mapping[str, Any]:
    start = place.range.start if place.range is not None else None
    return {"file": place.file, **({} if start is None else start._asdict())}
