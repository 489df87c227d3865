"""What boot refuses in a step but `--validate` accepts (reference climpt 1.14 §3.3, §7.2)."""

from __future__ import annotations

import posixpath

from phaselint.dialects.climpt.detect import SCHEMAS
from phaselint.javascript.values import is_truthy
from phaselint.project.paths import join
from phaselint.vocabulary.finding import Finding, Fix, Witness
from phaselint.vocabulary.message import message, quote
from phaselint.vocabulary.rule import ERROR, rule
from phaselint_rules.climpt.edits import remove
from phaselint_rules.climpt.form.refusedparts import CONDITIONS, PATTERN, POLLING, leads_out
from phaselint_rules.climpt.needs import OF_1_14, STEPS
from phaselint_rules.climpt.pointertext import value_at
from phaselint_rules.climpt.refusing import refused_for
from phaselint_rules.words import replace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from phaselint.dialects.climpt.analysis.facts import ClimptFacts
    from phaselint.dialects.climpt.model import Step
    from phaselint.vocabulary.finding import Place


def inside(facts: ClimptFacts, step: Step, path: tuple[str, ...]) -> tuple[Place, Any]:
    """A place inside a step, and its value."""
    place = facts.place((*step.pointer, *path))
    return place, value_at(facts, place)


def refused_paths(facts: ClimptFacts) -> Iterator[Place]:
    """Where the path of a schema file is that boot refuses; in 1.13 there is none."""
    for step in facts.steps.values() if facts.is_1_14 else ():
        if leads_out(step.schema_file):
            yield facts.place((*step.pointer, "outputSchemaRef", "file"))


@rule(
    "CL325",
    ERROR,
    needs=(*OF_1_14, *STEPS),
    claims="refused",
    fix="unsafe",
)
def schema_path_outside(facts: ClimptFacts) -> Iterator[Finding]:
    """Path of a schema file that isn't below `schemas/`

    What:
        `outputSchemaRef.file` starts with `/` or contains `..`, even if the result is inside the
        directory.
    Why:
        Boot refuses the start (A5), but `--validate` accepts it.
    Bad:
        "outputSchemaRef": {"file": "../x.schema.json", "schema": "initial.x"}
    Good:
        "outputSchemaRef": {"file": "x.schema.json", "schema": "initial.x"}
    Fix:
        Move the file into `schemas/`, and write its path from there.
    Dry run:
        The executor refuses to start the agent.
    Source:
        climpt 1.14 §3.3 (A5), §7.2
    """
    for place in refused_paths(facts):
        path = str(value_at(facts, place))
        name = posixpath.basename(path)
        there = join(facts.contract.folder, f"{SCHEMAS}/{name}") in facts.contract.documents
        yield Finding(
            place,
            message("boot refuses {} (A5): the path must be below schemas/", quote(path)),
            f"write {quote(name)}"
            if there
            else "move the file there, and write its path from there",
            witness=Witness({"code": "A5"}),
            claim=refused_for(facts, "A5", place),
            fix=replace(path, name, place) if there else None,
        )


def is_refused(facts: ClimptFacts, step: Step) -> bool:
    """Whether boot refuses the `retry` of a step."""
    return is_truthy(inside(facts, step, PATTERN)[1]) or _polls(facts, step)


@rule("CL016", ERROR, needs=(*OF_1_14, *STEPS), claims="refused", fix="safe")
def step_retry_pattern(facts: ClimptFacts) -> Iterator[Finding]:
    """Failure pattern in the retries of a step, which boot refuses

    What:
        `retry.onFailure.patternRef` of a step is set and not empty.
    Why:
        Boot looks the pattern up in the wrong place and refuses the start (S7), even if
        `failurePatterns` declares it; `--validate` accepts it. `retry` has no other use.
    Bad:
        "retry": {"onFailure": {"patternRef": "tests-fail"}}
    Good:
        "validators": {"tests": {"failurePattern": "tests-fail"}}
    Fix:
        Remove it, and name the pattern in a validator.
    Dry run:
        The executor refuses to start the agent.
    Source:
        climpt 1.14 §2.2, §3.3 (S7), §7.2
    """
    for step in facts.steps.values():
        place, pattern = inside(facts, step, PATTERN)
        if is_truthy(pattern):
            whole = (*step.pointer, PATTERN[0])  # the rest would never be read
            edit = remove(facts.contract.documents, place.file, whole)
            yield Finding(
                place,
                message(
                    "boot never finds the pattern in `retry` of {} (S7), even if "
                    "`failurePatterns` declares it",
                    quote(step.key),
                ),
                "remove it, and name the pattern in a validator",
                witness=Witness({"step": step.key, "code": "S7"}),
                claim=refused_for(facts, "S7", place),
                fix=Fix("safe", "remove `retry`", (edit,)) if edit else None,
            )


@rule(
    "CL017",
    ERROR,
    needs=(*OF_1_14, *STEPS),
    claims="refused",
    fix="unsafe",
)
def polling_closure_conditions(facts: ClimptFacts) -> Iterator[Finding]:
    """Retry conditions on a polling closure step, which boot refuses

    What:
        A step of kind `closure` whose `c3` is `polling` has a `retry` with `postLLMConditions`.
    Why:
        Boot refuses the start (A8), because such a step must only read. `--validate` accepts it.
    Bad:
        "closure.polling": {"kind": "closure", "retry": {"postLLMConditions": [{"validator": "v"}]}}
    Good:
        "closure.polling": {"kind": "closure"}
    Fix:
        Remove them, and validate answers in `validationSteps`.
    Dry run:
        The executor refuses to start the agent.
    Source:
        climpt 1.14 §2.2, §3.3 (A8), §7.2
    """
    for step in facts.steps.values():
        if _polls(facts, step):
            place, _ = inside(facts, step, CONDITIONS)
            edit = remove(facts.contract.documents, place.file, place.pointer)
            yield Finding(
                place,
                message("boot refuses conditions in `retry` of a polling step (A8)"),
                "remove them, and validate answers in `validationSteps`",
                witness=Witness({"step": step.key, "code": "A8"}),
                claim=refused_for(facts, "A8", place),
                fix=Fix("unsafe", "remove `postLLMConditions`", (edit,)) if edit else None,
            )


def _polls(facts: ClimptFacts, step: Step) -> bool:
    """Whether a step must only read, but has conditions."""
    _, conditions = inside(facts, step, CONDITIONS)
    polling = step.kind == "closure" and step.c3 == POLLING
    return polling and isinstance(conditions, list) and bool(conditions)
