"""Real runs as scenarios of a script: a real run becomes a test."""

from __future__ import annotations

from phaselint.executor.coverage_scenarios import name_of
from phaselint.transcripts.automaton import SILENT
from phaselint.transcripts.retelling import Retelling, Retold, in_tree
from phaselint.vocabulary.record import NamedTuple
from phaselint.vocabulary.suggest import plural

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from phaselint.dialects.acts import Act
    from phaselint.executor.proof import ProofContext, RunInput
    from phaselint.linting.conforming import Subject
    from phaselint.transcripts.automaton import Key
    from phaselint.transcripts.logs import Log
    from phaselint.transcripts.traces import Trace

MAIN_AGENT = "agent"
"""The option of a team that names the agent a session of Claude Code starts with."""


START = "agent"
"""The agent that a session of VS Code begins with."""


class Scenarios(NamedTuple):
    """Scenarios, one for each run that has acts, and lines about what they leave out."""

    made: tuple[dict[str, Any], ...]
    notes: tuple[str, ...]


def scenarios_of(subject: Subject, lab: ProofContext[Any], log: Log) -> Scenarios:
    """The runs of a log as scenarios of its contract."""
    made: list[dict[str, Any]] = []
    notes: list[str] = []
    for number, trace in enumerate(log.runs, 1):
        unfit = subject.fits(trace)
        if unfit:
            notes.append(f"run {number}: {unfit}")
            continue
        found, count, setting = _retold(subject, lab, trace)
        if found.acts < count:
            left = plural(count - found.acts, "act")
            notes.append(f"run {number} leaves the contract; its scenario ends {left} early")
        if found.choices:
            made.append(_scenario(lab, number, found, setting))
        else:
            notes.append(f"run {number}: the contract allows none of its acts; no scenario")
    return Scenarios(tuple(made), tuple(notes))


def _retold(subject: Subject, lab: ProofContext[Any], trace: Trace) -> tuple[Retold, int, RunInput]:
    """The choices of a run in the setting in which most of its acts are possible."""
    shows = trace.format.shows
    teams = subject.dialect == "agents"

    def told(act: Act) -> bool:
        if teams and act.verb == "call":
            return act.kind == "agent"
        kind = f"call {act.kind or 'tool'}" if act.verb == "call" else act.verb
        return not shows.isdisjoint({kind, act.verb, "*"}) and (act.verb != "take" or not teams)

    retelling = Retelling(lab.runtime, lab.facts.contract, told)
    keys = list(_keys(subject, trace, teams=teams))
    best = Retold((), -1, over=False)
    chosen: RunInput | None = None
    for setting in _settings(subject, lab, trace):
        found = retelling.found(lab.begin(setting), keys)
        if (found.acts, found.over) > (best.acts, best.over):
            best, chosen = found, setting
    assert chosen is not None
    return best, len(keys), chosen


def _keys(subject: Subject, trace: Trace, *, teams: bool) -> Iterator[Key]:
    """The acts of a run in the executor's order. Calls of tools that the contract doesn't know are
    left out, and those of teams, which aren't steps of a run."""
    known = {each.act.subject for each in subject.known if each.act.verb == "call"}
    begun = not teams or subject.team.cast.claude
    for number in in_tree(trace) if teams else trace.in_time():
        deed = trace.act(number).deed
        name = subject.team.name(deed.subject) if teams else deed.subject
        if deed.verb in SILENT or (deed.verb == "call" and deed.sort == "skill"):
            continue
        if deed.verb == "call" and (deed.sort == "tool" if teams else name not in known):
            continue
        if deed.verb == "reach" and not begun:
            begun = True
            if name != START:  # a session of VS Code begins with its own agent
                yield ("reach", START, "")
        if not (teams and deed.verb == "take"):
            yield (deed.verb, name, deed.target)


def _settings(subject: Subject, lab: ProofContext[Any], trace: Trace) -> Iterator[RunInput]:
    """What the run may have been started with."""
    from phaselint.executor.soundness.search import settings

    main = trace.actor(0)
    for setting in settings(lab):
        if subject.dialect == "agents" and subject.team.cast.claude and subject.team.knows(main):
            options = {**setting.options, MAIN_AGENT: subject.team.name(main)}
            yield setting._replace(options=options)
        else:
            yield setting


def _scenario(
    lab: ProofContext[Any], number: int, found: Retold, setting: RunInput
) -> dict[str, Any]:
    run = lab.replay(found.choices, setting)
    phases = run.summary["phases_visited"]
    expect = {"phases": phases}
    if found.over:
        expect = {"outcome": str(run.outcome), **expect}
    document = lab.script(name_of(number, phases), found.choices, expect, setting=setting)
    (made,) = document["scenarios"]
    if document.get("options"):
        made = {"name": made.pop("name"), "options": document["options"], **made}
    return dict(made)
