"""How a run takes the steps as a whole: pairs, budgets, entries (reference climpt §7.5)."""

from __future__ import annotations

from phaselint.dialects.climpt.analysis.lower import continuation, refusals
from phaselint.vocabulary.claim import Ends, Never, Undecided
from phaselint.vocabulary.finding import Edit, Finding, Fix, Related, Witness
from phaselint.vocabulary.message import message, quote
from phaselint.vocabulary.rule import ERROR, INFO, WARNING, Grade, rule
from phaselint_rules.climpt.claiming import unused
from phaselint_rules.climpt.needs import GRAPH, RESOLVED, RUN, SOUND, STEPS
from phaselint_rules.climpt.ways.transitiontext import (
    beyond,
    entry_places,
    first_names,
    shortest,
    step_place,
    witness_along,
    witness_at,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint.dialects.climpt.analysis.facts import ClimptFacts
    from phaselint.dialects.climpt.model import Step
    from phaselint.vocabulary.finding import Place

INITIAL = "initial"
HANDOFF = "handoff"

MISSING_CONTINUATION_PAIR = (
    Grade("warning", "`next` is listed, but has no transition"),
    Grade("info", "`next` has a transition, or isn't listed"),
)


@rule("CL414", WARNING, needs=STEPS, complete_if=SOUND)
def initial_handoff(facts: ClimptFacts) -> Iterator[Finding]:
    """Initial step that hands off

    What:
        A work step whose `c2` is `initial` lists `handoff` or has a transition for it. Reported
        once for each step.
    Why:
        climpt's `--validate` warns about it: an initial step hasn't done any work yet that a
        closure step could finish. It makes no difference in a run.
    Bad:
        "initial.x": {"c2": "initial", "structuredGate": {"allowedIntents": ["next", "handoff"]}}
    Good:
        "initial.x": {"c2": "initial", "structuredGate": {"allowedIntents": ["next", "repeat"]}}
    Fix:
        Let `next` go to a step that does the work, and hand off there.
    Source:
        climpt §3.2, §7.5
    """
    for step in facts.steps.values():
        if step.c2 != INITIAL or step.kind != "work":
            continue
        place = _handoff_place(facts, step)
        if place is not None:
            yield Finding(
                place,
                message("initial step {} hands off before any work is done", quote(step.key)),
                "let `next` go to a step that does the work, and hand off there",
            )


def _handoff_place(facts: ClimptFacts, step: Step) -> Place | None:
    gate = step.gate
    if gate is not None and gate.allowed_known and HANDOFF in gate.allowed:
        return facts.place((*gate.pointer, "allowedIntents", gate.allowed.index(HANDOFF)))
    if HANDOFF in (step.transitions or {}):
        return facts.place((*step.pointer, "transitions", HANDOFF), "key")
    return None


@rule(
    "CL415",
    MISSING_CONTINUATION_PAIR,
    needs=STEPS,
    claims="ends",
    complete_if=SOUND,
    ends="failure",
)
def missing_continuation_pair(facts: ClimptFacts) -> Iterator[Finding]:
    """Initial step without a continuation

    What:
        A step `initial.X` exists, but no step `continuation.X`. A warning if the step lists `next`
        without a transition for it, which `intent-without-transition` reports too. In release 1.14
        always an info, because no run continues without a transition there.
    Why:
        `next` without a transition goes to the continuation; if that is missing, the run ends with
        SR-TRANS-003. If there is a transition, the pair is only a convention, and climpt's
        `--validate` warns about it.
    Bad:
        // there is no step continuation.x
        "initial.x": {"structuredGate": {"allowedIntents": ["next"]}, "transitions": {}}
    Good:
        "initial.x": {"transitions": {"next": {"target": "closure.x"}}}
    Fix:
        Add the step, or a transition for `next`.
    Dry run:
        A run answers `next` in the step and ends with SR-TRANS-003. A convention isn't confirmed.
    Source:
        climpt §3.2, §4.3, §7.5, climpt 1.14 §4.3, §7.1
    """
    for key, step in facts.steps.items():
        first, _, rest = key.partition(".")
        if first != INITIAL or not rest or step.section or continuation(facts.registry, step):
            continue
        listed = step.gate is not None and "next" in step.gate.allowed and step.kind != "closure"
        transition = (step.transitions or {}).get("next")
        lost = (
            listed
            and step.sound
            and (transition is None or not (transition.simple or transition.conditional))
        )
        lost = lost and not refusals(step).no_rule
        pair = f"continuation.{rest}"
        yield Finding(
            step_place(facts, key),
            message(
                "step {} doesn't exist, and {} has no `next` transition", quote(pair), quote(key)
            )
            if lost
            else message("step {} doesn't exist, but {} does", quote(pair), quote(key)),
            f"add {quote(pair)}, or a transition for `next`"
            if lost
            else f"add {quote(pair)} to give later iterations their own prompt",
            severity="warning" if lost else "info",
            witness=witness_at(facts, key, intent="next", code="SR-TRANS-003") if lost else None,
            claim=Ends(key, "SR-TRANS-003") if lost else None,
        )


@rule(
    "CL416",
    ERROR,
    needs=RUN,
    prove="ways.proofs.flow:budget_used_up",
    complete_if=RESOLVED,
    fix="unsafe",
    ends="failure",
)
def iteration_budget_too_small(facts: ClimptFacts) -> Iterator[Finding]:
    """Iteration budget too small

    What:
        `maxIterations`, 10 by default, is less than the number of steps on the shortest path from
        the active entry to a closure step, including both.
    Why:
        No run can succeed: each ends with AGENT_MAX_ITERATIONS. Steps beyond the limit aren't
        reported too.
    Bad:
        // initial.x -> continuation.x -> closure.x
        "verdict": {"type": "poll:state", "config": {"maxIterations": 2}}
    Good:
        "verdict": {"type": "poll:state", "config": {"maxIterations": 12}}
    Fix:
        Raise it, with some room for repeated steps.
    Dry run:
        A run takes the shortest path and ends with AGENT_MAX_ITERATIONS; that no path is shorter is
        read from the graph.
    Source:
        climpt §4.1, §7.5
    """
    agent, way = facts.agent, shortest(facts)
    budget = max(1, agent.max_iterations)
    if len(way) <= budget:
        return
    pointer = (*agent.base, "runner", "verdict", "config", "maxIterations")
    given = "maxIterations" in (agent.config or {})
    place = facts.agent_place(pointer) if given else facts.agent_place(pointer[:-2], "key")
    most = str(agent.max_iterations) if given else f"{agent.max_iterations} by default"
    yield Finding(
        place,
        message(
            "`maxIterations` is {}, but the shortest path from {} to {} needs {}",
            most,
            quote(way[0]),
            quote(way[-1]),
            len(way),
        ),
        f"raise it to {len(way)} or more",
        related=(Related(step_place(facts, way[0]), "runs start here"),),
        witness=witness_along(
            facts, way, budget=budget, needed=len(way), beyond=beyond(facts, budget)
        ),
        fix=Fix("unsafe", f"write {len(way)}", (Edit(place, str(len(way))),)) if given else None,
    )


@rule(
    "CL417",
    INFO,
    needs=RUN,
    claims="never",
    complete_if=RESOLVED,
    default=False,
    ends="unused",
)
def step_only_under_other_verdict(facts: ClimptFacts) -> Iterator[Finding]:
    """Step reached only with another verdict type

    What:
        A step can be reached from some entry, but not from the entry of the agent's own verdict
        type.
    Why:
        No run of this agent reaches it with the current verdict type.
    Bad:
        // verdict type count:iteration
        "entryStepMapping": {"count:iteration": "initial.a", "poll:state": "initial.b"}
    Good:
        "entryStepMapping": {"count:iteration": "initial.a"}
    Fix:
        No change is needed if the registry serves several verdict types; otherwise remove the step.
    Dry run:
        Complete exploration from the active entry never reaches it.
    Source:
        climpt §6.1, §7.5
    """
    own = facts.reach_from((facts.active,))
    for step in facts.steps.values():
        if step.key in facts.reach and step.key not in own and not step.section:
            yield Finding(
                step_place(facts, step.key),
                message(
                    "no run with verdict type {} reaches step {}",
                    quote(facts.agent.verdict),
                    quote(step.key),
                ),
                "remove it, unless the registry serves other verdict types too",
                witness=Witness({"step": step.key, "steps": [step.key], "entries": [facts.active]}),
                claim=unused(facts, step.key),
            )


@rule(
    "CL418",
    WARNING,
    needs=GRAPH,
    claims="never",
    complete_if=RESOLVED,
    ends="unused",
)
def ungated_registry_never_advances(facts: ClimptFacts) -> Iterator[Finding]:
    """Registry without gates, so runs never leave the entry step

    What:
        No step has a gate, runs don't start in a closure step, and there are steps other than the
        entry step and sections.
    Why:
        Without gates the step never changes: every iteration runs the entry step and asks the
        verdict handler.
    Bad:
        "steps": {"initial.x": {"stepKind": "work"}, "closure.x": {"stepKind": "closure"}}
    Good:
        "steps": {"initial.x": {"stepKind": "work"}}
    Fix:
        Give the steps gates, transitions and output schemas, or remove the others.
    Dry run:
        All runs begin in the entry step, and none reaches another.
    Source:
        climpt §4.2, §7.5
    """
    if facts.gated:
        return
    starts = (facts.active,) if facts.active else facts.entries
    others = [step.key for step in facts.steps.values() if not step.section]
    others = [key for key in others if key not in facts.entries]
    open_starts = [key for key in starts if facts.steps[key].kind != "closure"]
    if not others or not open_starts:
        return
    start = open_starts[0]
    yield Finding(
        next(place for name, place in entry_places(facts) if name == start),
        message(
            "no step has a gate, so every iteration runs {} and never reaches {}",
            quote(start),
            first_names(others),
        ),
        "give the steps gates, transitions and output schemas, or remove the others",
        related=tuple(Related(step_place(facts, key), "never runs") for key in others),
        witness=Witness({"step": start, "path": [start], "others": others}),
        claim=Never(others[0], (*others[1:],), entry=start)
        if start == facts.active
        else Undecided("no run of this agent starts there"),
    )
