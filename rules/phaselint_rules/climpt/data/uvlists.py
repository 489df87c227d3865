"""Lists of variables: how names are written, and where lists must agree (reference climpt §3.2,
§7.6)."""

from __future__ import annotations

from phaselint.dialects.climpt.analysis.variablesources import PREFIX, plain
from phaselint.vocabulary.finding import Edit, Finding, Fix, Related
from phaselint.vocabulary.message import joined, message, quote, quote_all
from phaselint.vocabulary.rule import INFO, Grade, rule
from phaselint_rules.climpt.claiming import same_with
from phaselint_rules.climpt.data.declaredvariables import (
    LATER,
    run_to,
)
from phaselint_rules.climpt.edits import remove, spelt
from phaselint_rules.climpt.needs import SOUND, STEPS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint.dialects.climpt.analysis.facts import ClimptFacts
    from phaselint.dialects.climpt.model import Step
    from phaselint.vocabulary.finding import Place

UV_PREFIX = (
    Grade("error", "with `validate-parity`"),
    Grade("warning", "otherwise: it works"),
)


@rule(
    "CL508",
    UV_PREFIX,
    needs=STEPS,
    claims="same",
    complete_if=SOUND,
    fix="safe",
)
def uv_prefix(facts: ClimptFacts) -> Iterator[Finding]:
    """Declared variable with the prefix `uv-`

    What:
        A name in `uvVariables` starts with `uv-`.
    Why:
        Runs strip the prefix, but climpt's `--validate` doesn't and refuses the agent.
    Bad:
        "uvVariables": ["uv-issue"]
    Good:
        "uvVariables": ["issue"]
    Fix:
        Remove the prefix.
    Dry run:
        A run reaches the step and builds its prompt, just as it does without the prefix.
    Source:
        climpt §3.2, §4.6, §7.6, §7.9
    """
    for step in facts.met_steps:
        for index, written in enumerate(step.variables):
            if not written.startswith(PREFIX):
                continue
            name = plain(written)
            place = facts.place((*step.pointer, "uvVariables", index))
            yield Finding(
                place,
                message(
                    "{} declares {}, but this prefix belongs in prompts only",
                    quote(step.key),
                    quote(written),
                ),
                f"write {quote(name)}",
                severity="error" if facts.parity else "warning",
                witness=run_to(facts, step, variable=name, code=""),
                claim=same_with(facts, place, Edit(place, spelt(name))),
                fix=_strip(facts, step, place, name),
            )


def _strip(facts: ClimptFacts, step: Step, place: Place, name: str) -> Fix | None:
    """Write a name without its prefix, or remove it if the name is already declared."""
    if name not in step.variables:
        return Fix("safe", f"write {quote(name)}", (Edit(place, spelt(name)),))
    edit = remove(facts.contract.documents, place.file, place.pointer)
    return Fix("safe", f"remove the second {quote(name)}", (edit,)) if edit else None


@rule("CL509", INFO, needs=STEPS, complete_if=SOUND, default=False)
def uv_pair_mismatch(facts: ClimptFacts) -> Iterator[Finding]:
    """Initial step and continuation with different variables

    What:
        The `uvVariables` of `initial.X` and `continuation.X` differ, not counting
        `completed_iterations` and `previous_summary`.
    Why:
        If one step continues the other without a transition, you might have forgotten a variable;
        climpt's `--validate` warns about it.
    Bad:
        // initial.x declares ["issue", "label"]
        "continuation.x": {"uvVariables": ["issue"]}
    Good:
        // initial.x declares ["issue", "label"]
        "continuation.x": {"uvVariables": ["issue", "label"]}
    Fix:
        Declare the same variables, unless the prompts differ on purpose.
    Source:
        climpt §3.2, §7.6
    """
    known = {step.key: step for step in facts.sound_steps}
    for key, step in known.items():
        first, _, rest = key.partition(".")
        other = known.get(f"continuation.{rest}") if first == "initial" and rest else None
        if other is None:
            continue
        here, there = _names(step), _names(other)
        only = [name for name in here if name not in there]
        more = [name for name in there if name not in here]
        if only or more:
            said = [message("lacks {}", quote_all(only))] if only else []
            said += [message("adds {}", quote_all(more))] if more else []
            yield Finding(
                facts.place((*other.pointer, "uvVariables"), "key"),
                message(
                    "{} {} compared with the variables of {}",
                    quote(other.key),
                    joined(" and ", said),
                    quote(key),
                ),
                "declare the same variables, unless the prompts differ on purpose",
                related=(
                    Related(facts.place((*step.pointer, "uvVariables"), "key"), "the initial step"),
                ),
            )


def _names(step: Step) -> tuple[str, ...]:
    """The variables of a step that both steps of a pair can declare, sorted."""
    return tuple(sorted({plain(name) for name in step.variables}.difference(LATER)))
