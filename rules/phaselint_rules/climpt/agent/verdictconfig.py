"""How an agent knows that it is finished (reference climpt §4.11, §7.8)."""

from __future__ import annotations

from phaselint.dialects.climpt.model import ISSUE
from phaselint.dialects.climpt.reading.shapes import VERDICT_NEEDS
from phaselint.vocabulary.claim import Never, Notes, Refused
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
from phaselint_rules.climpt.refusing import CONFIGURATION, refused_for, refused_if_checked
from phaselint_rules.climpt.ways.transitiontext import way_to
from phaselint_rules.words import one_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Any

    from phaselint.dialects.climpt.analysis.facts import ClimptFacts
    from phaselint.vocabulary.finding import Edit

NO_ISSUE = "AC-VERDICT-001"
"""How a start is refused that polls an issue but gets none."""

STRUCTURED = "detect:structured"
CONDITIONS = (COUNTED, "detect:keyword", "count:check", STRUCTURED, POLLED)
"""The types that a condition of a composite can have."""

PARAMETER = {
    "type": "number",
    "description": "The issue to work on",
    "required": True,
    "cli": "--issue",
}

POLL_STATE_WITHOUT_ISSUE = (
    Grade("error", "the parameter is missing"),
    Grade("warning", "the parameter is optional"),
)


@rule("CL701", ERROR, needs=AGENT, claims="refused", fix="unsafe")
def verdict_config_incomplete(facts: ClimptFacts) -> Iterator[Finding]:
    """Incomplete configuration of the verdict

    What:
        `detect:keyword` without `verdictKeyword`, `detect:structured` without `signalType`,
        `meta:custom` without `handlerPath`, `count:check` without `maxChecks` of 1 or greater,
        `meta:composite` without `operator` or without conditions; or `count:iteration` with a
        configuration but without `maxIterations` of 1 or greater.
    Why:
        The runtime refuses the agent with `AC-VALID-001` or `AC-VALID-002`.
    Bad:
        "verdict": {"type": "detect:keyword", "config": {}}
    Good:
        "verdict": {"type": "detect:keyword", "config": {"verdictKeyword": "ALL_DONE"}}
    Fix:
        Add what the type needs.
    Dry run:
        The executor refuses to start the agent, if the start checks this value.
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
        lacking = (facts.agent_place((*config, name)) for name in names)
        yield Finding(
            facts.agent_place(_verdict(facts) if agent.config is None else config, "key"),
            message("verdict {} needs {} in its `config`", quote(agent.verdict), quote_all(names)),
            f"add {quote_all(names)}",
            witness=Witness({"kind": "missing-required-field", "names": [*names]}),
            claim=refused_if_checked(facts, CONFIGURATION, *lacking),
        )


# --- composites --------------------------------------------------------------------------------


def _unsupported(
    facts: ClimptFacts, condition: Mapping[str, Any], kind: str
) -> tuple[Message, str]:
    """Why a condition isn't supported, and the code of the refusal; empty if it is supported."""
    if kind not in CONDITIONS:
        return message(
            "{} isn't a condition type that a composite supports", quote(kind)
        ), "AC-VERDICT-010"
    config = condition.get("config")
    inner = config if isinstance(config, dict) else {}
    if kind == STRUCTURED and not (inner.get("signalType") or condition.get("signalType")):
        return message("a condition of type {} needs `signalType`", quote(kind)), "AC-VERDICT-008"
    if kind == POLLED and ISSUE not in facts.agent.parameters:
        reason = message("a condition of type {} needs the parameter `issue`", quote(kind))
        return reason, "AC-VERDICT-009"
    return message(""), ""


@rule("CL702", ERROR, needs=AGENT, claims="refused")
def composite_condition_unsupported(facts: ClimptFacts) -> Iterator[Finding]:
    """Unsupported condition in a composite verdict

    What:
        A condition of a `meta:composite` has the type `detect:graph`, a meta type or an unknown
        type; or it is `detect:structured` without `signalType`; or it is `poll:state`, but the
        agent has no parameter `issue`.
    Why:
        The runtime refuses the agent with `AC-VERDICT-010`, `-008` or `-009`.
    Bad:
        "conditions": [{"type": "detect:graph", "config": {}}]
    Good:
        "conditions": [{"type": "poll:state", "config": {}}]
    Fix:
        Use one of the five types, and add what it needs.
    Dry run:
        The executor refuses to start the agent.
    Source:
        climpt §3.1, §7.8
    """
    for condition, kind, pointer in conditions(facts):
        reason, code = _unsupported(facts, condition, kind)
        if reason:
            hint, place = one_of(kind, CONDITIONS), facts.agent_place((*pointer, "type"))
            yield Finding(
                place,
                reason,
                hint if kind not in CONDITIONS else "add it",
                witness=Witness({"code": code}),
                claim=refused_for(facts, code, place),
            )


@rule(
    "CL703",
    WARNING,
    needs=(*AGENT, *GRAPH),
    claims="never",
    complete_if=RESOLVED,
)
def composite_condition_inert(facts: ClimptFacts) -> Iterator[Finding]:
    """Composite verdict that is never true

    What:
        The operator of a `meta:composite` depends on a condition other than `poll:state`: `and` on
        any of them, `or` and `first` on all of them. And its result matters: the registry has no
        gates, or a closure step can answer without `closing` or `repeat`.
    Why:
        A composite passes neither the answer nor the iteration number to its conditions, so
        conditions on keywords, signals and counts are never met. The run continues until it has
        used all its iterations.
    Bad:
        "config": {"operator": "or", "conditions": [{"type": "detect:keyword", "config": {}}]}
    Good:
        "type": "detect:keyword", "config": {"verdictKeyword": "ALL_DONE"}
    Fix:
        Use the condition itself as the type of the verdict.
    Dry run:
        In no run the composite is true, also not after what its conditions wait for.
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
            "the composite is never true: it passes no answer to {}, but {} depends on it",
            quote(kind),
            quote(asked.key),
        ),
        "use the condition itself as the type of the verdict",
        witness=Witness({"step": asked.key, "path": list(way_to(facts, asked.key))}),
        claim=Never(
            Notes(asked.key, "iteration", {"handler_verdict": True}, others=tuple(facts.steps)),
            after=asked.key,
            via=Notes(asked.key, "iteration", {"handler_verdict": False}),
        ),
    )


# --- what a run is measured by -----------------------------------------------------------------


@rule(
    "CL704",
    POLL_STATE_WITHOUT_ISSUE,
    needs=(*OF_1_13, *AGENT),
    claims="refused",
    fix="unsafe",
)
def poll_state_without_issue_parameter(facts: ClimptFacts) -> Iterator[Finding]:
    """Agent that polls an issue but has no parameter for it

    What:
        The verdict type is `poll:state`, but there is no parameter `issue`. It is a warning if the
        parameter exists, but is neither required nor has a default.
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
            message("verdict {} needs the parameter `issue`, which isn't declared", quote(POLLED)),
            "declare it as required",
            severity="error",
            witness=Witness({"code": NO_ISSUE}),
            claim=Refused((NO_ISSUE,)),
            fix=Fix("unsafe", "declare the parameter `issue`", (edit,)) if edit else None,
        )
    elif not (parameter.required or parameter.has_default):
        yield Finding(
            facts.agent_place(parameter.pointer, "key"),
            message(
                "verdict {} needs a value for `issue`, but the parameter is optional", quote(POLLED)
            ),
            "make it required",
            severity="warning",
            witness=Witness({"code": NO_ISSUE}),
            claim=Refused((NO_ISSUE,)),
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
    """Iteration count that ends a run as a failure

    What:
        The verdict type is `count:iteration`, the registry has gates, and runs don't start in a
        closure step.
    Why:
        The name suggests that a run is finished after this number of iterations. That is true in
        closure steps only: in any other step, the last iteration ends the run as a failure.
    Bad:
        "verdict": {"type": "count:iteration", "config": {"maxIterations": 3}}
    Good:
        "verdict": {"type": "detect:keyword", "config": {"verdictKeyword": "ALL_DONE"}}
    Fix:
        No change is needed if the number is meant as a limit.
    Dry run:
        A run stays in its first step until it has used all its iterations, and fails; the type of
        the verdict is read from the file.
    Source:
        climpt §4.1, §4.7, §7.8
    """
    agent, step = facts.agent, facts.steps[facts.active]
    if not facts.gated or agent.verdict != COUNTED or step.kind == "closure":
        return
    yield Finding(
        facts.agent_place((*_verdict(facts), "type")),
        message(
            "a run that isn't in a closure step after {} iterations fails instead of finishing",
            agent.max_iterations,
        ),
        "use `maxIterations` as a limit, not as a goal",
        witness=Witness({"step": step.key}),
    )
