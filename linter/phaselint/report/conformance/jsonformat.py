"""The `json` format of what real runs did, version 1; `conform-v1.json` describes it."""

from __future__ import annotations

from phaselint.report.jsonformat import dump

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from typing import Any

    from phaselint.linting.census import Census
    from phaselint.linting.conforming import JudgedLog, JudgedRun
    from phaselint.report.conformance.naming import Naming
    from phaselint.transcripts.departures import Departure
    from phaselint.transcripts.judging import Judged
    from phaselint.transcripts.traces import Trace
    from phaselint.vocabulary.finding import Place

    Data = dict[str, Any]

VERSION = 1


def render(
    logs: Sequence[JudgedLog],
    census: Census | None,
    naming: Naming,
    *,
    verbose: bool = False,  # noqa: ARG001 - all formats have it
) -> Iterator[str]:
    """Yield one JSON document; runs are left out of a census."""
    from phaselint import __version__

    document: Data = {"version": VERSION, "tool": {"name": "phaselint", "version": __version__}}
    if census is not None:
        from phaselint.report.conformance.censusdata import census_data

        document["census"] = census_data(census, naming)
    else:
        document["logs"] = [_log(each, naming) for each in logs]
        document["runs"] = [
            _run(each, run, number, naming)
            for each in logs
            for number, run in enumerate(each.runs, 1)
        ]
    yield dump(document, indent=2) + "\n"


def _log(judged: JudgedLog, naming: Naming) -> Data:
    log, names = judged.log, judged.names
    return {
        "log": log.name,
        "format": log.format.name,
        "contract": judged.contract or None,
        "dialect": judged.dialect or None,
        "records": log.records,
        "skipped": {naming.label(kind): n for kind, n in sorted(log.skipped.items())},
        "notes": list(log.notes),
        "names": None
        if names is None
        else {
            "known": names.known,
            "all": names.all,
            "missing": [naming.name(each) for each in names.missing],
            "other": names.is_other,
        },
    }


def _run(judged: JudgedLog, run: JudgedRun, number: int, naming: Naming) -> Data:
    trace, followed = run.trace, run.followed
    first = None if followed is None else followed.first
    order = {act: at for at, act in enumerate(trace.in_time())}
    return {
        "log": judged.log.name,
        "run": naming.run(trace.name, number),
        "acts": [
            [naming.deed(each.deed), naming.name(each.actor), each.place] for each in trace.acts()
        ],
        "end": trace.ended,
        "unanswered": trace.unanswered,
        "leaves": None if first is None else _departure(trace, first, order, naming),
        "later": []
        if followed is None
        else [_departure(trace, each, order, naming) for each in followed.later],
        "undecided": (naming.words(followed.undecided) if followed is not None else "") or None,
        "unknown": {naming.name(name): n for name, n in followed.unknown} if followed else {},
        "inferred": [
            [naming.deed(deed), trace.place(at)]
            for at, deed in (followed.inferred if followed else ())
        ],
        "policies": [_policy(trace, each, naming) for each in run.judged],
    }


def _departure(
    trace: Trace, departure: Departure, order: Mapping[int, int], naming: Naming
) -> Data:
    """A departure as JSON values; `order` has the place of each act in the run."""
    act = trace.act(departure.number)
    return {
        "act": order[departure.number],
        "at": trace.place(departure.at),
        "did": naming.deed(act.deed),
        "actor": naming.name(act.actor),
        "how": departure.how,
        "why": naming.told(departure.why),
        "possible": [naming.deed(each) for each in departure.possible],
        "skipped": [naming.deed(each) for each in departure.skipped],
        "line": spot(departure.line, naming),
    }


def spot(place: Place | None, naming: Naming) -> str | None:
    """A place in a contract: its file, line and column."""
    if place is None:
        return None
    start = place.range.start if place.range is not None else None
    file = naming.file(place.file)
    return file if start is None else f"{file}:{start.line}:{start.column}"


def _policy(trace: Trace, judged: Judged, naming: Naming) -> Data:
    place = trace.place(judged.number)
    return {
        "name": naming.policy(judged.policy.title),
        "rule": naming.author(judged.policy.rule) or None,
        "severity": judged.policy.severity,
        "verdict": judged.verdict,
        "at": (place or None) if judged.verdict == "broken" else None,
        "why": naming.words(judged.why) or None,
    }
