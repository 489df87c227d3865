"""The prover of findings that say what they claim (`phaselint.vocabulary.claim`), for all dialects.

Each kind of claim is decided by runs alone. What else the message of a finding says, the rule has
read: nothing is proved of a contract of which the rule says something else.
"""

from __future__ import annotations

from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Any

from phaselint.executor.answering import answered, answered_as_claimed, unanswerable, unanswered
from phaselint.executor.claimed_differences import differs_as_claimed, same_as_claimed
from phaselint.executor.claimed_runs import (
    amended,
    fair_steps,
    noted_apart,
    noting,
    stood_in_for,
    tells,
    way_of,
    with_stand_ins,
)
from phaselint.executor.declared import ClaimError, undeclared_elements, undeclared_phases
from phaselint.executor.known import unbegun, unknown
from phaselint.executor.planning import under
from phaselint.executor.proof import OTHERWISE, STATIC, partly, standing_in
from phaselint.executor.refusals import refused_as_claimed
from phaselint.executor.soundness.reach import used
from phaselint.executor.soundness.search import charts
from phaselint.executor.telltales import is_claimed_failure
from phaselint.executor.unshown import unentered, unshown, unused
from phaselint.executor.written import is_written
from phaselint.vocabulary.claim import (
    All,
    Differs,
    Ends,
    Never,
    Notes,
    Refused,
    Same,
    Traps,
    Undecided,
)
from phaselint.vocabulary.finding import Proof
from phaselint.vocabulary.message import quote
from phaselint.vocabulary.rule import by

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence

    from phaselint.dialects.records import Choice, Event, Fault
    from phaselint.executor.claimed_runs import Way
    from phaselint.executor.proof import ProofContext, RunInput
    from phaselint.executor.replay import Run
    from phaselint.vocabulary.finding import Finding, Method
    from phaselint.vocabulary.rule import ProofMethod, Prover

    Decide = Callable[[ProofContext[Any], Finding, Any], Proof]
    Kinds = Mapping[type[Any], tuple[Method, Decide]]

NO_RUN = "no run behaves as the finding says"
FAILED_BEFORE = "every run fails before it might do that"
LIMITED = "a limit ends the run before it gets there"
MOST_REPLAYED = 8
"""How many runs are replayed with limits, at most, until one does what is claimed."""


def prover_of(kind: type[Any], method: Method, decide: Decide) -> Prover:
    """The prover of findings that claim one kind of thing, by what decides such a claim. What a
    finding without a claim says is read. It raises ClaimError."""
    return prover_of_kinds({kind: (method, decide)})


def prover_of_kinds(kinds: Kinds, *methods: ProofMethod) -> Prover:
    """The same, of findings that claim one of some kinds, each with its method, or several things
    at once; `methods` are those by which all of that is proved, where these are others."""
    first, *others = (method for method, _ in kinds.values())

    def undecided(_: ProofContext[Any], __: Finding, claim: Any) -> Proof:
        return Proof("unproved", first, None, claim.reason)

    known = {**kinds, Undecided: (first, undecided)}

    @by(*(methods or (first, *others)))
    def prove(lab: ProofContext[Any], finding: Finding) -> Proof:
        if finding.claim is None:
            return STATIC
        whole = finding.claim if isinstance(finding.claim, All) else All((finding.claim,))
        for claim in whole.claims:
            if type(claim) not in known:
                named = " or ".join(f"`{each.__name__}`" for each in kinds)
                raise ClaimError(f"the rule claims {named}, not {claim!r}")
        written = says_so(lab, finding) and all(is_written(lab, each) for each in whole.written)
        proof = Proof("unproved", first, None, OTHERWISE)
        for claim in whole.claims if written else ():
            proof = known[type(claim)][1](lab, finding, claim)
            if proof.status != "proved":
                return proof
        return partly(proof, whole.read) if whole.read else proof

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
    lab = under(lab, claim.options, claim.given, claim.world)
    if why := undeclared_phases(lab, (claim.phase,)):
        return Proof("unproved", "replay", None, why)
    runtime = lab.runtime

    def fails(fault: Fault | None) -> bool:
        return is_claimed_failure(fault, claim)

    def failing(after: Any, events: Sequence[Event]) -> bool:
        return any(map(fails, runtime.failures(after, events)))

    def ways(lab: ProofContext[Any]) -> Iterator[Way]:
        if claim.amended:
            yield from amended(lab, claim, failing)
            return
        for each in charts(lab):
            for index in sorted(each.faults):
                if fails(each.faults[index]):
                    yield each.setting, each.fair.run_to(index)
        for each, edge in fair_steps(lab):
            if failing(each.atlas.states[edge.target], edge.events):
                yield way_of(each, edge)

    def shows(run: Run[Any]) -> bool:
        steps = zip(run.states[1:], run.happened, run.happened[1:], strict=False)
        return failing(run.states[0], run.events[: run.happened[0]]) or any(
            failing(state, run.events[since:until]) for state, since, until in steps
        )

    name = f"fail in {claim.phase} with {claim.code}"
    return _some_run(lab, claim, name, ways, shows)


def _notes(lab: ProofContext[Any], _: Finding, claim: Notes) -> Proof:
    lab = under(lab, claim.options, claim.given, claim.world)
    if why := undeclared_phases(lab, (claim.phase, *claim.others)):
        return Proof("unproved", "replay", None, why)
    name = f"{claim.event} in {claim.phase}"
    ways = partial(noting, claim)
    proof = _some_run(lab, claim, name, ways, lambda run: tells(claim, run.events))
    return proof if claim.apart is None or proof.status == "proved" else _apart(lab, claim, proof)


def _apart(lab: ProofContext[Any], claim: Notes, proof: Proof) -> Proof:
    """The verdict on what a run shows about a place that nothing else hides, or the other verdict
    if it shows nothing. The script has the same answers, in the contract as it is."""
    choices = noted_apart(lab, claim)
    if choices is None:
        return proof
    script = lab.script_of(f"{claim.event} in {claim.phase}", lab.replay(choices))
    return Proof("proved", "differential", script)


def _some_run(
    lab: ProofContext[Any],
    claim: Ends | Notes,
    name: str,
    ways: Callable[[ProofContext[Any]], Iterator[Way]],
    shows: Callable[[Run[Any]], bool],
) -> Proof:
    """The verdict on what a run is said to do in a phase: the first ones found to do it without
    limits are replayed with them, then those of runs with stand-ins for what the contract lacks.
    Where no run reaches the phase, or uses what leads on from there, or every one that does fails
    before it may do it, that is another finding's."""
    if proof := _shown(lab, name, ways, shows):
        return proof
    completed = with_stand_ins(lab)
    if completed is not None and (proof := _shown(completed, name, ways, shows)):
        return proof
    if isinstance(claim, Notes) and claim.decisive:
        return _ruled_out(lab, claim, name)
    untold = unanswered(lab, claim) if isinstance(claim, Notes) else ""
    reason = untold and (unknown(lab) or unentered(lab, claim.phase) or untold)
    reason = reason or unshown(lab, claim.phase, claim.via) or claim.doubt
    if reason:
        return Proof("unproved", "replay", None, reason)
    return Proof("refuted", "replay", None, NO_RUN)


def _ruled_out(lab: ProofContext[Any], claim: Notes, name: str) -> Proof:
    """The verdict on what no run does although it gets the decisive answers of a claim, if any run
    does; with the script of the first that does."""
    told = next(answered_as_claimed(lab, claim), None)
    if told is None:
        phase = claim.asked or claim.phase
        reason = unbegun(lab) or unknown(lab) or unentered(lab, phase) or unanswerable(phase)
        return Proof("unproved", "replay", None, reason)
    script = lab.script_of(name, lab.replay(told.choices, told.setting), told.setting)
    if reason := unknown(lab) or claim.doubt:
        return Proof("unproved", "replay", script, reason)
    return Proof("refuted", "replay", script, NO_RUN)


def _shown(
    lab: ProofContext[Any],
    name: str,
    ways: Callable[[ProofContext[Any]], Iterator[Way]],
    shows: Callable[[Run[Any]], bool],
) -> Proof | None:
    """The verdict of the first runs that are found, with their limits, and what they have
    stand-ins for; none if none is found."""
    script = None
    for setting, choices in islice(ways(lab), MOST_REPLAYED):
        run = lab.replay(choices, setting)
        told = lab.script_of(name, run, setting)
        if shows(run):
            proof = Proof("proved", "replay", told)
            stood_in = lab.runtime.stood_in(setting.world, run.summary)
            return standing_in(proof, stood_in) if stood_in else proof
        script = script or told
    return Proof("unproved", "replay", script, LIMITED) if script else None


# --- what no run does -----------------------------------------------------------------------------


def _never(lab: ProofContext[Any], _: Finding, claim: Never) -> Proof:
    lab = under(lab, claim.options)
    if isinstance(claim.element, Notes):
        return _never_notes(lab, (claim.element, *claim.others), claim)
    elements = (claim.element, *claim.others)
    if reason := undeclared_elements(lab, elements) or unbegun(lab):
        return Proof("unproved", "explore", None, reason)
    runtime, never = lab.runtime, frozenset(elements)
    for each in charts(lab):
        start = each.atlas.states[0]
        opening = (runtime.phase(start), *runtime.moves(runtime.opening(start)))
        if not never.isdisjoint(opening):
            return _refuted(lab, each.setting, ())
        if claim.entry and claim.entry not in opening:
            return Proof("unproved", "explore", None, f"runs don't begin in {quote(claim.entry)}")
        for edge in each.atlas.edges:
            if not never.isdisjoint(edge.moves):
                choices = (*each.atlas.run_to(edge.source), edge.choice)
                return _refuted(lab, each.setting, choices)
    if claim.after and (reason := unentered(lab, claim.after)):
        return Proof("unproved", "explore", None, reason)
    completed = with_stand_ins(lab)
    if completed is not None and not never.isdisjoint(used(runtime, charts(completed))):
        return Proof("unproved", "explore", None, FAILED_BEFORE)
    return _settled(lab, elements)


def _never_notes(lab: ProofContext[Any], noted: Sequence[Notes], never: Never) -> Proof:
    """Whether no run does any of what is noted, in all states of phases if it is answered so."""
    after = never.after
    for claim in noted:
        phases = (claim.phase, *claim.others)
        if reason := undeclared_phases(lab, phases) or unbegun(lab):
            return Proof("unproved", "explore", None, reason)
        if not claim.answers:
            if (way := next(noting(claim, lab), None)) is not None:
                return _refuted(lab, *way)
            continue
        given = False
        for each in answered(lab, phases, claim.answers, fair=False, hostile=claim.hostile):
            given = True
            if tells(claim, each.events):
                return _refuted(lab, each.setting, each.choices)
        if not given:
            return Proof("unproved", "explore", None, unanswerable(claim.phase))
    if not after:
        return _settled(lab, ())
    completed = with_stand_ins(lab)
    reason = unentered(lab, after) or unused(lab, never.via)
    if completed is not None and any(any(noting(each, completed)) for each in noted):
        reason = reason or FAILED_BEFORE
    elif completed is None or not reason or unused(completed, never.via):
        pass
    elif leaning := stood_in_for(completed, after):
        return standing_in(_settled(completed, ()), leaning)
    return Proof("unproved", "explore", None, reason) if reason else _settled(lab, ())


def _traps(lab: ProofContext[Any], _: Finding, claim: Traps) -> Proof:
    lab = under(lab, claim.options)
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
            return _refuted(lab, each.setting, each.atlas.run_to(index))
    for each in charts(lab) if claim.closed else ():
        for edge in each.atlas.edges:
            before, after = (each.atlas.states[at] for at in (edge.source, edge.target))
            if runtime.phase(before) in claim.phases and runtime.phase(after) not in claim.phases:
                choices = (*each.atlas.run_to(edge.source), edge.choice)
                return _refuted(lab, each.setting, choices)
    if not inside:
        reason = unknown(lab) or "no run reaches these phases"
        return Proof("unproved", "explore", None, reason)
    first, index = inside[0]
    name, choices = f"reach {', '.join(claim.phases)}", first.atlas.run_to(index)
    script = lab.script(name, choices, setting=first.setting)
    reached = map(runtime.phase, lab.replay(choices, first.setting).states)
    if not any(phase in claim.phases for phase in reached):
        return Proof("unproved", "explore", script, LIMITED)
    return _settled(lab, ())._replace(script=script)


def _refuted(lab: ProofContext[Any], setting: RunInput, choices: Sequence[Choice]) -> Proof:
    script = lab.script("a run that contradicts the finding", choices, setting=setting)
    return Proof("refuted", "explore", script, "a run does what the finding rules out")


def _settled(lab: ProofContext[Any], elements: Sequence[Hashable]) -> Proof:
    """The verdict on some elements that no run was found to use."""
    reason = unknown(lab, elements)
    return Proof("unproved" if reason else "proved", "explore", None, reason)


# --- the provers, by the names that rules give them -----------------------------------------------

_REFUSED: Kinds = {Refused: ("refusal", refused_as_claimed)}
_ENDS: Kinds = {Ends: ("replay", _ends)}
_NOTES: Kinds = {Notes: ("replay", _notes)}
_NEVER: Kinds = {Never: ("explore", _never)}
_SAME: Kinds = {Same: ("differential", same_as_claimed)}
_TRAPS: Kinds = {Traps: ("explore", _traps)}

refused = prover_of_kinds(_REFUSED)
ends = prover_of_kinds(_ENDS)
notes = prover_of_kinds(_NOTES)
never = prover_of_kinds(_NEVER)
traps = prover_of_kinds(_TRAPS)
same = prover_of_kinds(_SAME)
differs = prover_of(Differs, "differential", differs_as_claimed)
ends_or_notes = prover_of_kinds({**_ENDS, **_NOTES})
ends_or_refused = prover_of_kinds({**_ENDS, **_REFUSED})
ends_or_same = prover_of_kinds({**_ENDS, **_SAME})
notes_or_refused = prover_of_kinds({**_NOTES, **_REFUSED})
notes_and_never = prover_of_kinds({**_NOTES, **_NEVER}, "replay")
read_and_notes = prover_of_kinds({**_NOTES, **_NEVER}, "static+replay")
same_or_refused = prover_of_kinds({**_SAME, **_REFUSED})
traps_or_refused = prover_of_kinds({**_TRAPS, **_REFUSED})
ends_or_refused_or_same = prover_of_kinds({**_ENDS, **_REFUSED, **_SAME})
