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
"""The keys that the documents of that release name."""


def _keys(facts: ClimptFacts) -> Iterator[tuple[Step, Place, str]]:
    """Every fallback key; none where the option does not ask for the release that had them."""
    if facts.options["legacy"] != OLD_RELEASE:
        return
    for step in facts.steps.values():
        place = facts.place((*step.pointer, "fallbackKey"))
        key = value_at(facts, place)
        if isinstance(key, str):
            yield step, place, key


def sent_by_old_release(facts: ClimptFacts, step: Step) -> str:
    """The documented fallback key of a step, whose prompt the release that is asked for sends
    where a file is missing; empty where there is none."""
    found = (key for each, _, key in _keys(facts) if each.key == step.key and key in KEYS)
    return next(found, "")


@rule("CL530", ERROR, needs=(*OF_1_13, *STEPS), complete_if=SOUND, fix="safe")
def fallback_key_dotted(facts: ClimptFacts) -> Iterator[Finding]:
    """A fallback key is written like the name of a step.

    What:
        With the option `legacy` for release 1.13.22: a `fallbackKey` has a dot in it.
    Why:
        Keys of fallback prompts have underscores: none is found, and a step without a prompt file
        ends the run.
    Bad:
        "fallbackKey": "initial.issue"
    Good:
        "fallbackKey": "initial_issue"
    Fix:
        Write underscores.
    Source:
        climpt §2.2, §5, §7.6
    """
    for step, place, key in _keys(facts):
        if "." in key:
            better = key.replace(".", "_").replace("-", "_")
            yield Finding(
                place,
                message(
                    "the fallback key {} of {} has a dot in it, so that no prompt is found",
                    quote(key),
                    quote(step.key),
                ),
                f"write {quote(better)}",
                fix=Fix("safe", f"write {quote(better)}", (Edit(place, spelt(better)),)),
            )


@rule("CL531", WARNING, needs=(*OF_1_13, *STEPS), complete_if=SOUND, fix="unsafe")
def fallback_key_unknown(facts: ClimptFacts) -> Iterator[Finding]:
    """A fallback key is none of those that the documents name.

    What:
        With the option `legacy` for release 1.13.22: a `fallbackKey` is none of those that the
        documents of the release name. Silent about one with a dot: `fallback-key-dotted`.
    Why:
        Where no prompt is found for it, a step without a prompt file ends the run.
    Bad:
        "fallbackKey": "initial_isue"
    Good:
        "fallbackKey": "initial_issue"
    Fix:
        Write a key that there is, or write the prompt file.
    Source:
        climpt §2.2, §5, §7.6
    """
    for step, place, key in _keys(facts):
        if "." not in key and key not in KEYS:
            yield Finding(
                place,
                message(
                    "the fallback key {} of {} is not in the documented table",
                    quote(key),
                    quote(step.key),
                ),
                meant(key, KEYS, "write a key that there is, or write the prompt file"),
                fix=respell(key, KEYS, place),
            )
