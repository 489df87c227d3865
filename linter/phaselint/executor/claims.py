"""The prover of findings that say what they claim (`phaselint.vocabulary.claim`), for all dialects.

Each kind of claim is decided by runs alone. What else the message of a finding says, the rule has
read: nothing is proved of a contract of which the rule says something else.
"""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, Any

from phaselint.executor.declared import ClaimError, undeclared_elements, undeclared_phases
from phaselint.executor.lockstep import first_difference
from phaselint.executor.mending import mended
from phaselint.executor.planning import beside, under
from phaselint.executor.proof import OTHERWISE, STATIC, cut_off_at
from phaselint.executor.refusals import refused_as_claimed
from phaselint.executor.soundness.reach import closure, used
from phaselint.executor.soundness.search import charts, settings
from phaselint.executor.telltales import is_claimed_event, is_claimed_failure
from phaselint.vocabulary.claim import Differs, Ends, Never, Notes, Refused, Same, Traps, Undecided
from phaselint.vocabulary.finding import Fix, Proof
from phaselint.vocabulary.message import quote, retold
from phaselint.vocabulary.rule import by

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence

    from phaselint.dialects.records import Choice, Event, Fault
    from phaselint.executor.explore import Edge
    from phaselint.executor.proof import ProofContext, RunInput
    from phaselint.executor.replay import Run
    from phaselint.executor.soundness.reach import Exploration
    from phaselint.vocabulary.finding import Edit, Finding, Method
    from phaselint.vocabulary.rule import Prover

    Decide = Callable[[ProofContext[Any], Finding, Any], Proof]
    Way = tuple[Exploration, Sequence[Choice]]
    """What a run was explored in, and its choices."""


def prover_of(kind: type[Any], method: Method, decide: Decide) -> Prover:
    """The prover of findings that claim one kind of thing, by what decides such a claim. What a
    finding without a claim says is read. It raises ClaimError."""
    return prover_of_kinds({kind: (method, decide)})


def prover_of_kinds(kinds: Mapping[type[Any], tuple[Method, Decide]]) -> Prover:
    """The same, of findings that claim one of some kinds, each with its method."""
    first, *others = (method for method, _ in kinds.values())

    def undecided(_: ProofContext[Any], __: Finding, claim: Any) -> Proof:
        return Proof("unproved", first, None, claim.reason)

    known = {**kinds, Undecided: (first, undecided)}

    @by(first, *others)
    def prove(lab: ProofContext[Any], finding: Finding) -> Proof:
        claim = finding.claim
        if claim is None:
            return STATIC
        if type(claim) not in known:
            named = " or ".join(f"`{each.__name__}`" for each in kinds)
            raise ClaimError(f"the rule claims {named}, not {claim!r}")
        method, decide = known[type(claim)]
        if not says_so(lab, finding):
            return Proof("unproved", method, None, OTHERWISE)
        return decide(lab, finding, claim)

    return prove


def says_so(lab: ProofContext[Any], finding: Finding) -> bool:
    """Whether the rule of a lab says the same of the contract on the bench."""
    rule, facts = lab.rule, lab.facts
    key = ("said", rule.code)
    if key not in lab.kept:
        asked = all(getattr(facts, name) for name in rule.needs)
        lab.kept[key] = [_said(each) for each in rule.check(facts)] if asked else []
    return _said(finding) in lab.kept[key]


def _said(finding: Finding) -> tuple[object, ...]:
    place = finding.place
    data = finding.witness.data if finding.witness else None
    return place.file, place.pointer, place.part, finding.message, finding.claim, data


# --- what some run does ---------------------------------------------------------------------------


def _ends(lab: ProofContext[Any], _: Finding, claim: Ends) -> Proof:
    lab = under(lab, claim.options)
    if why := undeclared_phases(lab, (claim.phase, *claim.others)):
        return Proof("unproved", "replay", None, why)

    def fails(fault: Fault | None) -> bool:
        return is_claimed_failure(fault, claim)

    ended = (
        (each, each.fair.run_to(index))
        for each in charts(lab)
        for index in sorted(each.faults)
        if fails(each.faults[index])
    )
    runtime = lab.runtime
    met = (
        _way(each, edge)
        for each, edge in _fair_steps(lab)
        if any(map(fails, runtime.failures(each.atlas.states[edge.target], edge.events)))
    )

    def shows(run: Run[Any]) -> bool:
        steps = zip(run.states[1:], run.happened, run.happened[1:], strict=False)
        first = runtime.failures(run.states[0], run.events[: run.happened[0]])
        return any(map(fails, first)) or any(
            fails(fault)
            for state, since, until in steps
            for fault in runtime.failures(state, run.events[since:until])
        )

    name = f"fail in {claim.phase} with {claim.code}"
    return _some_run(lab, claim.phase, name, chain(ended, met), shows)


def _notes(lab: ProofContext[Any], _: Finding, claim: Notes) -> Proof:
    lab = under(lab, claim.options)
    if why := undeclared_phases(lab, (claim.phase,)):
        return Proof("unproved", "replay", None, why)

    def tells(events: Sequence[Event]) -> bool:
        return any(is_claimed_event(each, claim) for each in events)

    at_once: list[tuple[Exploration, Sequence[Choice]]] = [
        (each, ()) for each in charts(lab) if tells(lab.runtime.opening(each.atlas.states[0]))
    ]
    later = (_way(each, edge) for each, edge in _fair_steps(lab) if tells(edge.events))
    hostile = (
        (each, (*each.atlas.run_to(edge.source), edge.choice))
        for each in (charts(lab) if claim.hostile else ())
        for edge in each.atlas.edges
        if tells(edge.events)
    )
    ways = chain(at_once, later, hostile)
    name = f"{claim.event} in {claim.phase}"
    return _some_run(lab, claim.phase, name, ways, lambda run: tells(run.events))


def _fair_steps(lab: ProofContext[Any]) -> Iterator[tuple[Exploration, Edge]]:
    """The steps of runs to be blamed on nobody outside the contract."""
    for each in charts(lab):
        for edge in _fair_edges(each):
            yield each, edge


def _fair_edges(chart: Exploration) -> Iterator[Edge]:
    for edge in chart.edges("strict", "fair"):
        if chart.fair.reaches(edge.source):
            yield edge


def _way(chart: Exploration, edge: Edge) -> Way:
    """A run that takes such a step."""
    return chart, (*chart.fair.run_to(edge.source), edge.choice)


def _some_run(
    lab: ProofContext[Any],
    phase: str,
    name: str,
    ways: Iterable[Way],
    shows: Callable[[Run[Any]], bool],
) -> Proof:
    """The verdict on what a run is said to do in a phase: the first one found to do it without
    limits is replayed with them. Where no run reaches the phase, or every one that does fails
    before it may do it, that is another finding's."""
    found = next(iter(ways), None)
    if found is None and (reason := unshown(lab, phase)):
        return Proof("unproved", "replay", None, reason)
    if found is None:
        return Proof("refuted", "replay", None, "no run behaves as the finding says")
    setting, choices = found[0].setting, found[1]
    run = lab.replay(choices, setting)
    script = lab.script_of(name, run, setting)
    if shows(run):
        return Proof("proved", "replay", script)
    return Proof("unproved", "replay", script, "a limit ends the run before it gets there")


def unshown(lab: ProofContext[Any], phase: str) -> str:
    """Why that no run does something in a phase says nothing against a finding: not all runs are
    known, none reaches the phase, or none gets far enough there. Empty where it does."""
    return _unknown(lab) or _unentered(lab, phase) or _doomed(lab, phase)


def _unentered(lab: ProofContext[Any], phase: str) -> str:
    """That no run reaches a phase, or none that somebody outside the contract is not to blame for;
    empty where one does."""
    runtime, known = lab.runtime, charts(lab)
    if any(phase in edge.moves for _, edge in _fair_steps(lab)):
        return ""
    opened = (runtime.moves(runtime.opening(each.atlas.states[0])) for each in known)
    if any(phase in moves for moves in opened):
        return ""
    inside = [
        each.fair.reaches(number)
        for each in known
        for number, state in enumerate(each.atlas.states)
        if runtime.phase(state) == phase
    ]
    if any(inside):
        return ""
    if inside or phase in used(runtime, known):
        return f"{quote(phase)} is only reached by runs that fail for reasons outside the contract"
    return f"no run reaches {quote(phase)}"


def _doomed(lab: ProofContext[Any], phase: str) -> str:
    """That no run that reaches a phase completes, so each may fail, be cancelled or go on forever
    before it does there what is looked for. Empty where one completes."""
    runtime = lab.runtime
    if _cut_short(lab, phase):
        return f"every run fails in {quote(phase)} before that"
    ends: dict[tuple[str, str], None] = {}
    for each in charts(lab):
        states = each.atlas.states
        inside = {number for number, state in enumerate(states) if runtime.phase(state) == phase}
        steps = list(_fair_edges(each))
        inside |= {edge.target for edge in steps if phase in edge.moves}
        over = (n for n in each.completed if runtime.outcome(states[n]).kind == "completed")
        alive = closure(((edge.target, edge.source) for edge in each.atlas.edges), over)
        for number in closure(((edge.source, edge.target) for edge in steps), inside):
            if number in alive:
                return ""
            outcome = runtime.outcome(states[number])
            if outcome.kind != "running":
                fault = each.faults.get(number)
                ends[("", str(outcome)) if fault is None else (fault.phase, fault.code)] = None
    if not ends:
        return f"no run that reaches {quote(phase)} ends"
    where, how = next(iter(ends))
    place = f" in {quote(where)}" if where else ""
    return f"every run that reaches {quote(phase)} fails: {quote(how)}{place}"


def _cut_short(lab: ProofContext[Any], phase: str) -> bool:
    """Whether every step from a phase ends the run, or is a failure there that the contract
    handles."""
    runtime = lab.runtime
    failing = [
        runtime.outcome(after).kind != "running"
        or any(fault.phase == phase for fault in runtime.failures(after, edge.events))
        for each, edge in _fair_steps(lab)
        if runtime.phase(each.atlas.states[edge.source]) == phase
        for after in (each.atlas.states[edge.target],)
    ]
    return bool(failing) and all(failing)


# --- what no run does -----------------------------------------------------------------------------


def _never(lab: ProofContext[Any], _: Finding, claim: Never) -> Proof:
    unused = (claim.element, *claim.others)
    if reason := undeclared_elements(lab, unused) or _unbegun(lab):
        return Proof("unproved", "explore", None, reason)
    runtime, never = lab.runtime, frozenset(unused)
    for each in charts(lab):
        start = each.atlas.states[0]
        opening = runtime.moves(runtime.opening(start))
        if not never.isdisjoint(opening):
            return _refuted(lab, each, ())
        if claim.entry and claim.entry not in (runtime.phase(start), *opening):
            return Proof("unproved", "explore", None, f"runs don't begin in {quote(claim.entry)}")
        for edge in each.atlas.edges:
            if not never.isdisjoint(edge.moves):
                return _refuted(lab, each, (*each.atlas.run_to(edge.source), edge.choice))
    return _settled(lab, unused)


def _unbegun(lab: ProofContext[Any]) -> str:
    """That no run is begun so that none does anything; empty where one is."""
    outcomes = [lab.runtime.outcome(each.atlas.states[0]) for each in charts(lab)]
    begun = any(each.kind not in ("refused", "error") for each in outcomes)
    return "" if begun else f"no run starts: {outcomes[0].detail}"


def _traps(lab: ProofContext[Any], _: Finding, claim: Traps) -> Proof:
    if why := undeclared_phases(lab, claim.phases):
        return Proof("unproved", "explore", None, why)
    runtime = lab.runtime
    inside = [
        (each, index)
        for each in charts(lab)
        for index, state in enumerate(each.atlas.states)
        if runtime.phase(state) in claim.phases
    ]
    for each, index in inside:
        if index in each.alive:
            return _refuted(lab, each, each.atlas.run_to(index))
    if not inside:
        reason = _unknown(lab) or "no run reaches these phases"
        return Proof("unproved", "explore", None, reason)
    first, index = inside[0]
    name, choices = f"reach {', '.join(claim.phases)}", first.atlas.run_to(index)
    script = lab.script(name, choices, setting=first.setting)
    return _settled(lab, ())._replace(script=script)


def _refuted(lab: ProofContext[Any], where: Exploration, choices: Sequence[Choice]) -> Proof:
    script = lab.script("a run that contradicts the finding", choices, setting=where.setting)
    return Proof("refuted", "explore", script, "a run does what the finding rules out")


def _settled(lab: ProofContext[Any], elements: Sequence[Hashable]) -> Proof:
    """The verdict on some elements that no run was found to use."""
    reason = _unknown(lab, elements)
    return Proof("unproved" if reason else "proved", "explore", None, reason)


# --- contracts side by side -----------------------------------------------------------------------


def _same(lab: ProofContext[Any], finding: Finding, claim: Same) -> Proof:
    return same_runs(lab, _edited(lab, finding, claim.edits))


def same_runs(lab: ProofContext[Any], edited: Any) -> Proof:
    """Whether every run of the contract on the bench is the same with an edited one."""
    for setting, found in _compared(lab, edited):
        if isinstance(found, str):
            return Proof("unproved", "differential", None, found)
        if found is not None:
            script = lab.script("a changed run", found, setting=setting)
            reason = "with the edits of the finding, a run behaves differently"
            return Proof("refuted", "differential", script, reason)
    return Proof("proved", "differential")


def _differs(lab: ProofContext[Any], finding: Finding, claim: Differs) -> Proof:
    undecided = ""
    for setting, found in _compared(lab, _edited(lab, finding, claim.edits)):
        if isinstance(found, str):
            undecided = found
        elif found is not None:
            script = lab.script("a changed run", found, setting=setting)
            return Proof("proved", "differential", script)
    if undecided:
        return Proof("unproved", "differential", None, undecided)
    reason = "with the edits of the finding, every run behaves the same"
    return Proof("refuted", "differential", None, reason)


def _edited(lab: ProofContext[Any], finding: Finding, edits: Sequence[Edit]) -> Any:
    """The contract with some edits, or those of the finding's own fix. Raises ClaimError where
    there are none, and LookupError where they cannot be made."""
    fix = Fix("safe", "edits of the claim", tuple(edits)) if edits else finding.fix
    if fix is None:
        raise ClaimError("the claim is about edits, but has none")
    return mended(lab, fix)


def _compared(
    lab: ProofContext[Any], edited: Any
) -> Iterator[tuple[RunInput, Sequence[Choice] | str | None]]:
    """For each input that runs are started with, the choices of a run that goes otherwise in the
    edited contract; none where none does, and why that is not known where it is not."""
    other = beside(lab, edited)
    for setting in settings(lab):
        pair = (lab.runtime.relax(each.begin(setting)) for each in (lab, other))
        yield setting, first_difference(lab.runtime, *pair, bound=lab.bound)


# --- what is known --------------------------------------------------------------------------------


def _unknown(lab: ProofContext[Any], elements: Sequence[Hashable] = ()) -> str:
    """Why runs may do something that was not seen, or use one of some elements; empty where none
    does."""
    atlases = (each.atlas for each in charts(lab))
    cut_off = next((cut_off_at(each) for each in atlases if not each.complete), "")
    doubts = lab.runtime.doubts(lab.facts.contract)
    open_ones = (each for each in doubts if each.phase or not each.elements.isdisjoint(elements))
    return cut_off or next((retold(each.why) for each in open_ones), "")


# --- the provers, by the names that rules give them -----------------------------------------------

refused = prover_of(Refused, "refusal", refused_as_claimed)
ends = prover_of(Ends, "replay", _ends)
notes = prover_of(Notes, "replay", _notes)
never = prover_of(Never, "explore", _never)
traps = prover_of(Traps, "explore", _traps)
same = prover_of(Same, "differential", _same)
differs = prover_of(Differs, "differential", _differs)
