"""The values of inputs, and whether they are used (reference climpt §4.6, §7.6)."""

from __future__ import annotations

from phaselint.dialects.climpt.analysis.conditionvalues import handed
from phaselint.dialects.climpt.analysis.variablesources import derived, origin, plain
from phaselint.dialects.climpt.reading.values import path_of
from phaselint.schema import declared
from phaselint.vocabulary.claim import Notes
from phaselint.vocabulary.finding import Finding, Fix, Related
from phaselint.vocabulary.message import message, quote
from phaselint.vocabulary.rule import INFO, rule
from phaselint_rules.climpt.data.declaredvariables import named_in
from phaselint_rules.climpt.data.inputsupply import (
    from_place,
    handed_keys,
    is_free,
    is_valueless,
    met,
    witness,
)
from phaselint_rules.climpt.edits import remove
from phaselint_rules.climpt.gates.schemas import property_place
from phaselint_rules.climpt.needs import INPUTS, PROMPTS, RESOLVED, SOUND, STEPS

NO_PROMPT = "PR-C3L-002"
"""How a run ends whose prompt the library refuses."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint.dialects.climpt.analysis.facts import ClimptFacts
    from phaselint.dialects.climpt.model import Step


@rule(
    "CL513",
    INFO,
    needs=(*STEPS, *INPUTS),
    claims="notes",
    complete_if=RESOLVED,
    default=False,
    ends="failure",
)
def input_free_text(facts: ClimptFacts) -> Iterator[Finding]:
    """Input with free text of the model, which can end the run

    What:
        The value of an input comes from a string with neither `enum` nor `const` nor `pattern` in
        the schema of its source.
    Why:
        If the value contains `;`, `|`, `&`, `<` or `>`, no prompt with the variable can be built:
        the run ends with PR-C3L-002.
    Bad:
        "summary": {"type": "string"}
    Good:
        "summary": {"type": "string", "pattern": "^[^;|&<>]*$"}
    Fix:
        Restrict the string.
    Dry run:
        A run in which the source answers `a>b` ends with PR-C3L-002.
    Source:
        climpt §4.6, §7.6
    """
    for step, taken in met(facts):
        found = origin(taken)
        if found is None or is_valueless(facts, step, taken):
            continue
        source, key = facts.steps[found[0]], found[1]
        field = handed(source, key) if handed_keys(facts, source) else key
        schema = facts.schema(source)
        if schema is None or field is None or not is_free(schema, field):
            continue
        place = property_place(facts, source, declared(schema, path_of(field)))
        yield Finding(
            from_place(facts, taken),
            message(
                "input {} is free text; a shell character in its value ends the run with "
                "PR-C3L-002",
                quote(taken.name),
            ),
            f"restrict {quote(field)} of {quote(source.key)} with `enum` or `pattern`",
            related=(Related(place, "the string"),) if place else (),
            witness=witness(facts, step, taken, NO_PROMPT, source=source.key, field=field),
            claim=Notes(step.key, "iteration", {_failing(step): NO_PROMPT}, hostile=True),
        )


def _failing(step: Step) -> str:
    """Where the record of an iteration says that its prompt can't be built."""
    return "prompt_failure" if step.kind == "closure" else "failure"


@rule("CL518", INFO, needs=(*PROMPTS, *INPUTS), complete_if=SOUND, fix="unsafe", default=False)
def input_unused(facts: ClimptFacts) -> Iterator[Finding]:
    """Unused input

    What:
        The variable of an input is neither declared in `uvVariables` nor used in the prompt of its
        step. Silent if another rule reports the input.
    Why:
        The value has no effect, but a required input can still end the run.
    Bad:
        // prompt: Work on issue {uv-issue}
        "inputs": {"plan": {"from": "initial.issue.plan"}}
    Good:
        // prompt: Work on issue {uv-issue} by the plan {uv-initial_issue_plan}
        "inputs": {"plan": {"from": "initial.issue.plan"}}
    Fix:
        Use it, or remove it.
    Source:
        climpt §4.6, §7.6
    """
    for step, taken in met(facts):
        found = facts.texts(step)
        if not found or is_valueless(facts, step, taken):
            continue
        name = derived(taken)
        if name in map(plain, step.variables) or any(name in named_in(text) for text in found):
            continue
        edit = remove(facts.contract.documents, facts.registry.file, taken.pointer)
        yield Finding(
            facts.place(taken.pointer, "key"),
            message("variable {} of input {} is never used", quote(name), quote(taken.name)),
            f"write `{{uv-{name}}}` in the prompt, or remove the input",
            fix=Fix("unsafe", f"remove {quote(taken.name)}", (edit,)) if edit else None,
        )
