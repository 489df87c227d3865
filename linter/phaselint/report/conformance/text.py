"""The `text` format of what real runs did."""

from __future__ import annotations

from phaselint.project.paths import join
from phaselint.report.conformance.censustext import census_lines, listed
from phaselint.report.conformance.jsonformat import spot
from phaselint.report.terminal import escape
from phaselint.vocabulary.suggest import plural

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from phaselint.linting.census import Census
    from phaselint.linting.conforming import JudgedLog, JudgedRun
    from phaselint.report.conformance.naming import Naming
    from phaselint.transcripts.deeds import TracedAct
    from phaselint.transcripts.departures import Departure
    from phaselint.transcripts.judging import Judged
    from phaselint.transcripts.traces import Trace

MOST_POSSIBLE = 6
MOST_NAMES = 3


def render(
    logs: Sequence[JudgedLog],
    census: Census | None,
    naming: Naming,
    *,
    verbose: bool = False,
) -> Iterator[str]:
    """Yield the lines of a report."""
    if census is not None:
        yield from (f"{escape(line)}\n" for line in census_lines(census, naming))
        return
    for number, each in enumerate(logs):
        if number:
            yield "\n"
        for line in log_lines(each, naming, verbose=verbose):
            yield f"{escape(line)}\n"


def log_lines(judged: JudgedLog, naming: Naming, *, verbose: bool = False) -> Iterator[str]:
    """What comes of one log."""
    log, names = judged.log, judged.names
    count = plural(len(judged.runs), "run")
    yield f"{log.name}: {log.format.title}, {count}, {plural(log.records, 'record')}"
    if judged.contract:
        known = ""
        if names is not None and names.all:
            known = f"; it knows {names.known} of {plural(names.all, 'name')} in the log"
        yield f"  contract {judged.contract} ({judged.dialect}){known}"
    if names is not None and names.is_other:
        some = ", ".join(naming.name(each) for each in names.missing[:MOST_NAMES])
        more = len(names.missing) - MOST_NAMES
        tail = f" and {more} more" if more > 0 else ""
        yield f"  probably another contract: it doesn't know {some}{tail}"
    for number, run in enumerate(judged.runs, 1):
        yield from _run(run, number, judged.root, naming, verbose=verbose)
    if log.skipped and verbose:
        told = (f"{naming.label(kind)} {n:,}" for kind, n in sorted(log.skipped.items()))
        yield f"  records without acts: {', '.join(told)}"
    yield from (f"  note: {each}" for each in log.notes)


def _run(run: JudgedRun, number: int, root: str, naming: Naming, *, verbose: bool) -> Iterator[str]:
    trace, followed = run.trace, run.followed
    head = f"  {naming.run(trace.name, number)}: {trace.ended}, {plural(len(trace), 'act')}"
    if followed is None:
        yield head
    elif followed.first is not None:
        yield f"{head}; leaves the contract at {trace.place(followed.first.at)}"
        yield from _departure(trace, followed.first, root, naming)
        if followed.later:
            yield f"    later: {plural(len(followed.later), 'more departure')}"
            for each in followed.later if verbose else ():
                yield f"      {trace.place(each.at)}: {naming.told(each.why)}"
    elif followed.undecided:
        yield f"{head}; not decided: {naming.words(followed.undecided)}"
    else:
        yield f"{head}; conforms"
    for judged in run.judged:
        yield from _policy(trace, judged, naming, verbose=verbose)
    if followed is not None and followed.unknown:
        told = (f"{naming.name(name)} {n:,}" for name, n in followed.unknown)
        yield f"    tools unknown to the contract, not judged: {', '.join(told)}"
    for at, deed in followed.inferred if followed else ():
        shown = f"{naming.deed(deed)} at {trace.place(at)}"
        yield f"    inferred: {shown}; the log shows only the change of agents"
    if verbose or followed is None:
        for act in trace.acts():
            actor = naming.name(act.actor)
            by = f"  [{actor}]" if actor else ""
            yield f"    {act.place}  {naming.deed(act.deed)}{by}"


def _departure(trace: Trace, departure: Departure, root: str, naming: Naming) -> Iterator[str]:
    act = trace.act(departure.number)
    yield f"    {departure.how}: {naming.told(departure.why)}"
    if _is_attempt(act):
        yield "    the call failed or was denied"
    if departure.possible:
        yield f"    possible there: {listed(departure.possible, naming, MOST_POSSIBLE)}"
    line = departure.line
    if line is not None:
        yield f"    contract: {spot(line._replace(file=join(root, line.file)), naming)}"


def _is_attempt(act: TracedAct) -> bool:
    """Whether an act is a call without success."""
    return act.ok == "no" and act.deed.verb == "call"


def _policy(trace: Trace, judged: Judged, naming: Naming, *, verbose: bool) -> Iterator[str]:
    policy = judged.policy
    title = naming.policy(policy.title)
    if judged.verdict == "broken":
        place = trace.place(judged.number)
        at = f"at {place}" if place else "at its end"
        told = naming.author(policy.why)
        why = f" ({told})" if told else ""
        tried = judged.number is not None and _is_attempt(trace.act(judged.number))
        and_so = "; the call failed or was denied" if tried else ""
        yield f"    breaks the policy `{title}` {at}{why}{and_so}"
    elif judged.verdict == "not decidable":
        yield f"    policy `{title}`: not decidable: {naming.words(judged.why)}"
    elif verbose:
        yield f"    policy `{title}`: {judged.verdict}"
