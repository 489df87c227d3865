"""The rules about what few agents have: inputs, transitions that choose between steps, and names in
braces that are no variables.

Their rows are here and not with their checks, which are imported where an agent has any.
"""

from __future__ import annotations

from phaselint.vocabulary.deferred import deferred_module
from phaselint.vocabulary.rule import ERROR, INFO, WARNING, Grade, Rule
from phaselint_rules.climpt import proofs
from phaselint_rules.climpt.needs import (
    AGENT,
    BRACES,
    CHOICES,
    GRAPH,
    INPUTS,
    PROMPTS,
    RESOLVED,
    RUN,
    SOUND,
    STEPS,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaselint_rules.climpt import (
        conditionals,
        inputorder,
        inputs,
        inputuses,
        unfilledbraces,
    )
else:
    conditionals = deferred_module("phaselint_rules.climpt.conditionals")
    inputorder = deferred_module("phaselint_rules.climpt.inputorder")
    inputs = deferred_module("phaselint_rules.climpt.inputs")
    inputuses = deferred_module("phaselint_rules.climpt.inputuses")
    unfilledbraces = deferred_module("phaselint_rules.climpt.unfilledbraces")

DEFECT_GRADES = (
    Grade("error", "the value is needed, and the input has no default"),
    Grade("warning", "it is not, or has one"),
)

CONDITIONAL_NOT_SUPPORTED_HERE = (
    Grade("error", "under `handoff` or `escalate`, or under `closing` with `validate-parity`"),
    Grade("warning", "under `repeat` or `closing`"),
)

CONDITIONALS = (
    Rule(
        "CL408",
        conditionals.transition_rule_ambiguous,
        ERROR,
        (*STEPS, *CHOICES),
        proofs.conditionals.one_form,
        whole=SOUND,
        ends="failure",
    ),
    Rule(
        "CL409",
        conditionals.conditional_without_default,
        ERROR,
        (*STEPS, *CHOICES),
        proofs.conditionals.runs_uncovered,
        whole=RESOLVED,
        ends="failure",
    ),
    Rule(
        "CL410",
        conditionals.conditional_key_unreachable,
        WARNING,
        (*STEPS, *CHOICES),
        proofs.conditionals.never_chosen,
        whole=RESOLVED,
        fix="unsafe",
        ends="unused",
    ),
    Rule(
        "CL411",
        conditionals.condition_not_in_handoff,
        ERROR,
        (*STEPS, *CHOICES),
        proofs.conditionals.always_default,
        whole=SOUND,
        fix="unsafe",
        ends="failure",
    ),
    Rule(
        "CL412",
        conditionals.conditional_not_supported_here,
        CONDITIONAL_NOT_SUPPORTED_HERE,
        (*STEPS, *CHOICES),
        proofs.conditionals.not_supported,
        whole=SOUND,
        ends="failure",
    ),
    Rule(
        "CL413",
        conditionals.conditional_single_target,
        INFO,
        (*STEPS, *CHOICES),
        whole=SOUND,
        default=False,
    ),
)

INPUT_SOURCES = (
    Rule(
        "CL514",
        inputs.input_from_format,
        ERROR,
        (*STEPS, *INPUTS),
        proofs.inputs.no_step,
        whole=SOUND,
        fix="unsafe",
        ends="failure",
    ),
    Rule(
        "CL515",
        inputs.input_source_unknown,
        DEFECT_GRADES,
        (*STEPS, *INPUTS),
        proofs.inputs.unknown_source,
        whole=SOUND,
        fix="unsafe",
        ends="failure",
    ),
    Rule(
        "CL516",
        inputs.input_key_not_handed_off,
        DEFECT_GRADES,
        (*STEPS, *INPUTS),
        proofs.inputs.not_left,
        whole=RESOLVED,
        fix="unsafe",
    ),
)

INPUT_USES = (
    Rule(
        "CL513",
        inputuses.input_free_text,
        INFO,
        (*STEPS, *INPUTS),
        proofs.inputs.shell_character,
        whole=RESOLVED,
        default=False,
        ends="failure",
    ),
    Rule(
        "CL518",
        inputuses.input_unused,
        INFO,
        (*PROMPTS, *INPUTS),
        whole=SOUND,
        fix="unsafe",
        default=False,
    ),
)

INPUT_ORDER = (
    Rule(
        "CL532",
        inputorder.input_never_supplied,
        ERROR,
        (*RUN, *INPUTS),
        proofs.unsupplied.never_supplied,
        whole=RESOLVED,
        fix="unsafe",
        ends="failure",
    ),
    Rule(
        "CL517",
        inputorder.input_source_may_not_run,
        WARNING,
        (*GRAPH, *INPUTS),
        proofs.inputs.may_not_run,
        whole=RESOLVED,
        ends="failure",
    ),
    Rule(
        "CL533",
        inputorder.input_field_optional,
        WARNING,
        (*GRAPH, *INPUTS),
        proofs.unsupplied.may_be_lacking,
        whole=RESOLVED,
        fix="safe",
        ends="failure",
    ),
)

PLACEHOLDER_NOT_FILLED = (
    Grade("warning", "a variable is meant"),
    Grade("info", "it may be a piece of the text"),
)

PLACEHOLDERS = (
    Rule(
        "SW711",
        unfilledbraces.placeholder_not_filled,
        PLACEHOLDER_NOT_FILLED,
        (*PROMPTS, *BRACES),
        proofs.unfilled.reaches_model,
        whole=(*AGENT, *SOUND),
        fix="unsafe",
    ),
)
