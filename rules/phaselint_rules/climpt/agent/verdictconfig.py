"""How an agent knows that it is finished (reference climpt §4.11, §7.8)."""

from __future__ import annotations

from phaselint.dialects.climpt.model import ISSUE
from phaselint.dialects.climpt.reading.shapes import VERDICT_NEEDS
from phaselint.vocabulary.finding import Finding, Fix, Witness
from phaselint.vocabulary.message import Message, message, quote, quote_all
from phaselint.vocabulary.rule import ERROR, INFO, WARNING, Grade, rule
from phaselint_rules.climpt.agent.composites import (
    COUNTED,
    POLLED,
    _verdict,
    conditions,
    dependent,
    is_primed,
)
from phaselint_rules.climpt.edits import add_member
from phaselint_rules.climpt.form.forms import problems_of, worded
from phaselint_rules.climpt.needs import AGENT, GRAPH, OF_1_13, RESOLVED, RUN
from phaselint_rules.climpt.ways.transitiontext import way_to
from phaselint_rules.words import one_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Any

    from phaselint.dialects.climpt.analysis.facts import ClimptFacts
    from phaselint.vocabulary.finding import Edit

STRUCTURED = "detect:structured"
CONDITIONS = (COUNTED, "detect:keyword", "count:check", STRUCTURED, POLLED)
"""The types that a condition of a composite may have."""

PARAMETER = {
    "type": "number",
    "description": "The issue to work on",
    "required": True,
    "cli": "--issue",
}

POLL_STATE_WITHOUT_ISSUE = (
    Grade("error", "there is no parameter"),
    Grade("warning", "the parameter may be left out"),
)


@rule("CL701", ERROR, needs=AGENT, prove="form.proofs.loading:refused_config", fix="unsafe")
def verdict_config_incomplete(facts: ClimptFacts) -> Iterator[Finding]:
    """The configuration of the verdict lacks what its type needs.

    What:
        detect:keyword without `verdictKeyword`, detect:structured without `signalType`,
        meta:custom without `handlerPath`, count:check without `maxChecks` of 1 or more,
        meta:composite without `operator` or without conditions; count:iteration with a
        configuration without `maxIterations` of 1 or more.
    Why:
        The runtime refuses the agent with `AC-VALID-001` or `AC-VALID-002`.
    Bad:
        "verdict": {"type": "detect:keyword", "config": {}}
    Good:
        "verdict": {"type": "detect:keyword", "config": {"verdictKeyword": "ALL_DONE"}}
    Fix:
        Write what the type needs.
    Dry run:
        The executor refuses to start the agent, where start-up looks at the value.
    Source:
        climpt §2.9, §3.1, §3.2, §7.8
    """
    agent = facts.agent
    wrong = list(problems_of(facts, "verdict-config-incomplete"))
    for place, problem in wrong:
        yield worded(facts, place, problem)
    config = (*_verdict(facts), "config")
    if any(file == agent.file and p.pointer == config for file, p, _ in facts.contract.problems):
        return
    if agent.config is None and agent.verdict == COUNTED:
        return
    known = {place.pointer[len(config)] for place, _ in wrong}
    names = tuple(
        name
        for name in VERDICT_NEEDS.get(agent.verdict, ())
        if name not in known and not (agent.config or {}).get(name)
    )
    if names:
        yield Finding(
            facts.agent_place(_verdict(facts) if agent.config is None else config, "key"),
            message(
                "the verdict {} needs {} in its `config`", quote(agent.verdict), quote_all(names)
            ),
            f"add {quote_all(names)}",
            witness=Witness({"kind": "missing-required-field", "names": [*names]}),
        )


# --- composites --------------------------------------------------------------------------------


def _unsupported(
    facts: ClimptFacts, condition: Mapping[str, Any], kind: str
) -> tuple[Message, str]:
    """Why a condition is not supported, and the code of the refusal; empty where it is."""
    if kind not in CONDITIONS:
        return message("a composite knows no condition of type {}", quote(kind)), "AC-VERDICT-010"
    config = condition.get("config")
    inner = config if isinstance(config, dict) else {}
    if kind == STRUCTURED and not (inner.get("signalType") or condition.get("signalType")):
        return message("a condition of type {} needs `signalType`", quote(kind)), "AC-VERDICT-008"
    if kind == POLLED and ISSUE not in facts.agent.parameters:
        reason = message("a condition of type {} needs the parameter `issue`", quote(kind))
        return reason, "AC-VERDICT-009"
    return message(""), ""


@rule("CL702", ERROR, needs=AGENT, prove="entry.proofs.starts:unsupported_condition")
def composite_condition_unsupported(facts: ClimptFacts) -> Iterator[Finding]:
    """A composite has a condition that it cannot judge.

    What:
        A condition of a meta:composite is of type detect:graph, of a meta type or of no known
        one; or detect:structured without `signalType`; or poll:state, and the agent has no
        parameter `issue`.
    Why:
        The runtime refuses the agent with `AC-VERDICT-010`, `-008` or `-009`.
    Bad:
        "conditions": [{"type": "detect:graph", "config": {}}]
    Good:
        "conditions": [{"type": "poll:state", "config": {}}]
    Fix:
        Use one of the five types, with what it needs.
    Dry run:
        The executor refuses to start the agent.
    Source:
        climpt §3.1, §7.8
    """
    for condition, kind, pointer in conditions(facts):
        reason, code = _unsupported(facts, condition, kind)
        if reason:
            hint = one_of(kind, CONDITIONS)
            yield Finding(
                facts.agent_place((*pointer, "type")),
                reason,
                hint if kind not in CONDITIONS else "add it",
                witness=Witness({"code": code}),
            )


@rule(
    "CL703",
    WARNING,
    needs=(*AGENT, *GRAPH),
    prove="agent.proofs.verdicts:never_finished",
    complete_if=RESOLVED,
)
def composite_condition_inert(facts: ClimptFacts) -> Iterator[Finding]:
    """A composite never becomes true.

    What:
        The operator of a meta:composite needs a condition other than poll:state: `and` any of
        them, `or` and `first` all of them. And its result matters: the registry has no gates, or
        an answer of a closure step need not say `closing` or `repeat`.
    Why:
        A composite passes neither the answer nor the number of the iteration on, so that
        conditions on keywords, signals and counts are never met. The run goes on until its
        iterations are used up.
    Bad:
        "config": {"operator": "or", "conditions": [{"type": "detect:keyword", "config": {}}]}
    Good:
        "type": "detect:keyword", "config": {"verdictKeyword": "ALL_DONE"}
    Fix:
        Use the condition by itself as the type of the verdict.
    Dry run:
        A run answers with what the condition waits for, and is never finished.
    Source:
        climpt §4.11, §7.8
    """
    listed = list(conditions(facts))
    if not listed or any(_unsupported(facts, condition, kind)[0] for condition, kind, _ in listed):
        return
    inert = [(kind, pointer) for _, kind, pointer in listed if kind != POLLED]
    everything = (facts.agent.config or {}).get("operator") == "and"
    asked = dependent(facts)
    if not inert or asked is None or (len(inert) < len(listed) and not everything):
        return
    if is_primed(facts) and (not everything or len(inert) == 1):
        return
    kind, pointer = inert[0]
    yield Finding(
        facts.agent_place((*pointer, "type")),
        message(
            "the composite never becomes true: it passes no answer on to {}, and {} depends on it",
            quote(kind),
            quote(asked.key),
        ),
        "use the condition by itself as the type of the verdict",
        witness=Witness({"step": asked.key, "path": list(way_to(facts, asked.key))}),
    )


# --- what a run is measured by -----------------------------------------------------------------


@rule(
    "CL704",
    POLL_STATE_WITHOUT_ISSUE,
    needs=(*OF_1_13, *AGENT),
    prove="agent.proofs.verdicts:no_issue",
    fix="unsafe",
)
def poll_state_without_issue_parameter(facts: ClimptFacts) -> Iterator[Finding]:
    """An agent waits for an issue and has no parameter for it.

    What:
        The verdict type is poll:state, and there is no parameter `issue`. A warning where there
        is one that is neither required nor has a default.
    Why:
        Without a value for `issue` the runtime refuses the agent with `AC-VERDICT-001`.
    Bad:
        "parameters": {}, "runner": {"verdict": {"type": "poll:state"}}
    Good:
        "parameters": {"issue": {"type": "number", "required": true, "cli": "--issue"}}
    Fix:
        Declare the parameter as required.
    Dry run:
        The executor refuses to start the agent.
    Source:
        climpt §3.1, §7.8
    """
    agent = facts.agent
    if agent.verdict != POLLED:
        return
    parameter = agent.parameters.get(ISSUE)
    if parameter is None:
        edit = _with_issue(facts)
        yield Finding(
            facts.agent_place((*_verdict(facts), "type")),
            message(
                "the verdict {} needs the parameter `issue`, which is not declared", quote(POLLED)
            ),
            "declare it as required",
            severity="error",
            witness=Witness({"code": "AC-VERDICT-001"}),
            fix=Fix("unsafe", "declare the parameter `issue`", (edit,)) if edit else None,
        )
    elif not (parameter.required or parameter.has_default):
        yield Finding(
            facts.agent_place(parameter.pointer, "key"),
            message(
                "the verdict {} needs a value for `issue`, which may be left out", quote(POLLED)
            ),
            "make it required",
            severity="warning",
            witness=Witness({"code": "AC-VERDICT-001"}),
        )


def _with_issue(facts: ClimptFacts) -> Edit | None:
    agent, documents = facts.agent, facts.contract.documents
    pointer = (*agent.base, "parameters")
    edit = add_member(documents, agent.file, pointer, ISSUE, PARAMETER)
    if edit is not None:
        return edit
    return add_member(documents, agent.file, agent.base, "parameters", {ISSUE: PARAMETER})


@rule(
    "CL705",
    INFO,
    needs=RUN,
    prove="agent.proofs.verdicts:uses_up",
    complete_if=RESOLVED,
    default=False,
)
def count_budget_is_failure(facts: ClimptFacts) -> Iterator[Finding]:
    """A run that uses its iterations up before it closes has failed.

    What:
        The verdict type is count:iteration, the registry has gates, and runs do not begin in a
        closure step.
    Why:
        The name promises that a run is finished after so many iterations. That holds in closure
        steps only: in any other the last iteration ends the run as a failure.
    Bad:
        "verdict": {"type": "count:iteration", "config": {"maxIterations": 3}}
    Good:
        "verdict": {"type": "detect:keyword", "config": {"verdictKeyword": "ALL_DONE"}}
    Fix:
        Nothing, as long as the number is meant as a limit.
    Dry run:
        A run stays in its first step until its iterations are used up, and has failed; the type
        of the verdict is read.
    Source:
        climpt §4.1, §4.7, §7.8
    """
    agent, step = facts.agent, facts.steps[facts.active]
    if not facts.gated or agent.verdict != COUNTED or step.kind == "closure":
        return
    yield Finding(
        facts.agent_place((*_verdict(facts), "type")),
        message(
            "a run that is not in a closure step after {} iterations has failed, "
            "and is not finished",
            agent.max_iterations,
        ),
        "take `maxIterations` for a limit, and not for an aim",
        witness=Witness({"step": step.key}),
    )
