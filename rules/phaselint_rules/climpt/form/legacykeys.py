"""Fallback keys of releases up to 1.13.22 (reference climpt §2.2, §5, §7.6)."""

from __future__ import annotations

from phaselint.vocabulary.finding import Edit, Finding, Fix
from phaselint.vocabulary.message import message, quote
from phaselint.vocabulary.rule import ERROR, WARNING, rule
from phaselint_rules.climpt.edits import spelt
from phaselint_rules.climpt.needs import OF_1_13, SOUND, STEPS
from phaselint_rules.climpt.pointertext import value_at
from phaselint_rules.words import meant, respell

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint.dialects.climpt.analysis.facts import ClimptFacts
    from phaselint.dialects.climpt.model import Step
    from phaselint.vocabulary.finding import Place

OLD_RELEASE = "1.13.22"
PAIRED = (
    *("iterate", "issue", "issue_label_only", "project", "keyword", "manual"),
    "structured_signal",
)
KEYS = (
    *(f"{phase}_{what}" for what in PAIRED for phase in ("initial", "continuation")),
    *(f"continuation_project_{what}" for what in ("preparation", "processing", "review")),
    *(f"{what}_closure_default" for what in ("issue", "project", "polling", "review")),
    *("iteration_closure_default", "facilitation_closure_default"),
    *("project_continuation_closure_default", "statuscheck_continuation_default", "system"),
)
"""The keys in the documentation of that release."""


def _keys(facts: ClimptFacts) -> Iterator[tuple[Step, Place, str]]:
    """Every fallback key; none if the option doesn't ask for the release that had them."""
    if facts.options["legacy"] != OLD_RELEASE:
        return
    for step in facts.steps.values():
        place = facts.place((*step.pointer, "fallbackKey"))
        key = value_at(facts, place)
        if isinstance(key, str):
            yield step, place, key


def sent_by_old_release(facts: ClimptFacts, step: Step) -> str:
    """The documented fallback key of a step whose prompt that release sends if a file is missing;
    empty if there is none."""
    found = (key for each, _, key in _keys(facts) if each.key == step.key and key in KEYS)
    return next(found, "")


@rule("CL530", ERROR, needs=(*OF_1_13, *STEPS), complete_if=SOUND, fix="safe")
def fallback_key_dotted(facts: ClimptFacts) -> Iterator[Finding]:
    """Fallback key with a dot, which finds no prompt

    What:
        With the option `legacy` for release 1.13.22: a `fallbackKey` contains a dot, like the name
        of a step.
    Why:
        Keys of fallback prompts have underscores: none is found, and a step without a prompt file
        ends the run.
    Bad:
        "fallbackKey": "initial.issue"
    Good:
        "fallbackKey": "initial_issue"
    Fix:
        Use underscores.
    Source:
        climpt §2.2, §5, §7.6
    """
    for step, place, key in _keys(facts):
        if "." in key:
            better = key.replace(".", "_").replace("-", "_")
            yield Finding(
                place,
                message(
                    "fallback key {} of {} contains a dot, so no prompt is found",
                    quote(key),
                    quote(step.key),
                ),
                f"write {quote(better)}",
                fix=Fix("safe", f"write {quote(better)}", (Edit(place, spelt(better)),)),
            )


@rule("CL531", WARNING, needs=(*OF_1_13, *STEPS), complete_if=SOUND, fix="unsafe")
def fallback_key_unknown(facts: ClimptFacts) -> Iterator[Finding]:
    """Undocumented fallback key

    What:
        With the option `legacy` for release 1.13.22: a `fallbackKey` isn't in the documentation of
        the release. Silent about a key with a dot: `fallback-key-dotted`.
    Why:
        If no prompt is found for it, a step without a prompt file ends the run.
    Bad:
        "fallbackKey": "initial_isue"
    Good:
        "fallbackKey": "initial_issue"
    Fix:
        Use an existing key, or add the prompt file.
    Source:
        climpt §2.2, §5, §7.6
    """
    for step, place, key in _keys(facts):
        if "." not in key and key not in KEYS:
            yield Finding(
                place,
                message(
                    "fallback key {} of {} isn't in the documented table",
                    quote(key),
                    quote(step.key),
                ),
                meant(key, KEYS, "use an existing key, or add the prompt file"),
                fix=respell(key, KEYS, place),
            )
