"""Variables that the runtime itself supplies, and where it doesn't (reference climpt §4.6,
§7.6)."""

from __future__ import annotations

from phaselint.dialects.climpt.analysis.variablesources import RUNTIME, inert
from phaselint.vocabulary.finding import Finding, Fix, Related
from phaselint.vocabulary.message import message, quote
from phaselint.vocabulary.rule import ERROR, rule
from phaselint_rules.climpt.claiming import unbuilt
from phaselint_rules.climpt.data.declaredvariables import (
    LATER,
    MISSING,
    declarations,
    declared_place,
    ends,
    run_to,
)
from phaselint_rules.climpt.edits import remove
from phaselint_rules.climpt.needs import BOTH, GRAPH, RESOLVED, SOUND, STEPS
from phaselint_rules.climpt.ways.transitiontext import step_place

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint.dialects.climpt.analysis.facts import ClimptFacts
    from phaselint.dialects.climpt.model import Step


@rule(
    "CL504",
    ERROR,
    needs=STEPS,
    claims="ends",
    complete_if=(*GRAPH, *RESOLVED),
    fix="unsafe",
    ends="failure",
)
def uv_continuation_only(facts: ClimptFacts) -> Iterator[Finding]:
    """First step with a variable that only later iterations have

    What:
        `completed_iterations` or `previous_summary` is declared in a step whose name starts with
        `initial.`, or in a step where runs start: for an agent the entry for its verdict type, for
        a registry alone any entry. Silent in steps that no run reaches, if a parameter with that
        name supplies it, and for `previous_summary` in a closure step, which
        `uv-runtime-unavailable` reports; but in registries of release 1.14 with closure steps only,
        the verdict handler supplies it from the second iteration.
    Why:
        It has no value in the first iteration, and the run ends with PR-RESOLVE-003. In an
        `initial.` step that runs later it has a value, but climpt's `--validate` refuses it.
    Bad:
        "initial.issue": {"uvVariables": ["issue", "previous_summary"]}
    Good:
        "continuation.issue": {"uvVariables": ["issue", "previous_summary"]}
    Fix:
        Declare and use it in the continuation step.
    Dry run:
        A run can't build the prompt of its first iteration. Not confirmed if no run starts in the
        step.
    Source:
        climpt §3.2, §4.6, §7.6, climpt 1.14 §4.5, §7.1
    """
    for step in facts.sending_steps:
        for each in declarations(step):
            if not too_early(facts, step, each.name) or unavailable(facts, step, each.name):
                continue
            first = step.key in facts.starts
            place = declared_place(facts, each)
            edit = remove(facts.contract.documents, place.file, place.pointer)
            said = "where runs start" if first else "an initial step"
            yield Finding(
                place,
                message(
                    "{} has no value in the first iteration, but {} is {}{}",
                    quote(each.name),
                    quote(step.key),
                    said,
                    f", {ends(facts, step, MISSING)}" if first else "",
                ),
                "declare and use it in the continuation step",
                witness=run_to(facts, step, variable=each.name, code=MISSING if first else ""),
                claim=unbuilt(step, MISSING, each.name) if first else None,
                fix=Fix("unsafe", f"remove {quote(each.written)}", (edit,)) if edit else None,
            )


def too_early(facts: ClimptFacts, step: Step, name: str) -> bool:
    if name not in LATER or _else_supplied(facts, step, name):
        return False
    return step.key.startswith("initial.") or step.key in facts.starts


def _else_supplied(facts: ClimptFacts, step: Step, name: str) -> bool:
    """Whether something other than the runtime supplies a variable of the runtime."""
    return len(facts.sources[step.key][name]) > 1


@rule(
    "CL505",
    ERROR,
    needs=BOTH,
    claims="ends",
    complete_if=SOUND,
    ends="failure",
)
def uv_runtime_unavailable(facts: ClimptFacts) -> Iterator[Finding]:
    """Variable that the runtime doesn't supply in this step

    What:
        `max_iterations`, `remaining`, `previous_summary`, `check_count` or `max_checks` in a
        closure step; `check_count` or `max_checks` if the verdict's configuration has no
        `maxChecks`; `completion_keyword` if it has no `verdictKeyword`. Silent if a parameter or
        input with that name supplies it, in steps whose prompt no run builds, and if the verdict
        type requires the configuration: `verdict-config-incomplete`. In registries of release 1.14
        with closure steps only, the verdict handler sends the prompts and supplies the variables of
        its type.
    Why:
        climpt's `--validate` knows these names and accepts them, but they have no value: the run
        ends with PR-RESOLVE-003, and a closure step sends a prompt other than its own.
    Bad:
        "closure.issue": {"stepKind": "closure", "uvVariables": ["issue", "remaining"]}
    Good:
        "closure.issue": {"stepKind": "closure", "uvVariables": ["issue", "iteration"]}
    Fix:
        Remove the variable, or configure the verdict.
    Dry run:
        A run reaches the step and can't build its prompt.
    Source:
        climpt §4.6, §4.7, §7.6, climpt 1.14 §4.5, §7.1
    """
    for step in facts.sending_steps:
        for each in declarations(step):
            lacking = unavailable(facts, step, each.name)
            if lacking:
                yield Finding(
                    declared_place(facts, each),
                    message(
                        "{} declares {}, but {}, {}",
                        quote(step.key),
                        quote(each.name),
                        lacking,
                        ends(facts, step, MISSING),
                    ),
                    "remove it from the prompt and from `uvVariables`",
                    related=(Related(step_place(facts, step.key), f"{step.kind or 'a'} step"),),
                    witness=run_to(facts, step, variable=each.name, code=MISSING),
                    claim=unbuilt(step, MISSING, each.name),
                )


def unavailable(facts: ClimptFacts, step: Step, name: str) -> str:
    """Why the runtime never supplies one of its names to a step; empty if it can, and if that isn't
    asked."""
    if name not in RUNTIME or not facts.has_agent or inert(step):
        return ""
    demanded = {"count:check": "maxChecks", "detect:keyword": "verdictKeyword"}
    source = facts.sources[step.key][name][0]
    by_verdict = RUNTIME[name].config == demanded.get(facts.agent.verdict, "-")
    by_flow = RUNTIME[name].flow and step.kind == "closure" and not facts.handled
    if _else_supplied(facts, step, name) or (by_verdict and not by_flow):
        return ""
    return source.lacking
