"""The rules of release 1.14 alone, of which nearly all agents of 1.13 have nothing to be asked.

Their rows are here and not with their checks, which are imported when an agent of that release is
linted: a third of a start of Python that others do not pay.
"""

from __future__ import annotations

from phaselint.vocabulary.deferred import deferred_module
from phaselint.vocabulary.rule import ERROR, INFO, WARNING, Grade, Rule
from phaselint_rules.climpt import proofs
from phaselint_rules.climpt.needs import (
    AGENT,
    BOTH,
    GRAPH,
    OF_1_14,
    PROMPTS,
    RESOLVED,
    RUN,
    SETTINGS,
    SOUND,
    STEPS,
    VALIDATION,
    WORKFLOW,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaselint_rules.climpt import (
        chainprompts,
        chains,
        entrypairs,
        legacysteps,
        settings,
        validationphases,
        validationretries,
        workflowagents,
        workflows,
    )
else:
    chainprompts = deferred_module("phaselint_rules.climpt.chainprompts")
    chains = deferred_module("phaselint_rules.climpt.chains")
    entrypairs = deferred_module("phaselint_rules.climpt.entrypairs")
    legacysteps = deferred_module("phaselint_rules.climpt.legacysteps")
    settings = deferred_module("phaselint_rules.climpt.settings")
    validationphases = deferred_module("phaselint_rules.climpt.validationphases")
    validationretries = deferred_module("phaselint_rules.climpt.validationretries")
    workflowagents = deferred_module("phaselint_rules.climpt.workflowagents")
    workflows = deferred_module("phaselint_rules.climpt.workflows")

ALONE = (*WORKFLOW, "is_workflow")
"""What a workflow says, as a contract of its own."""

OF_AGENT = (*WORKFLOW, "is_agent", *BOTH, *GRAPH)
"""What a workflow says about an agent whose ways are known."""

ENTRY_PAIR = (
    Grade("error", "it is no pair of two names"),
    Grade("warning", "it has a further member"),
)

WORKFLOW_VERDICT_UNMAPPED = (
    Grade("warning", "a verdict has no phase"),
    Grade("info", "a phase has no verdict"),
)

LEGACY_STEPS = (
    Rule(
        "CL014",
        legacysteps.legacy_step_shape,
        ERROR,
        (*OF_1_14, *STEPS),
        proofs.steprefusals.former_step,
        fix="unsafe",
    ),
    Rule(
        "CL015",
        legacysteps.address_c1_mismatch,
        WARNING,
        (*OF_1_14, *STEPS),
        proofs.steprefusals.other_c1,
        fix="safe",
    ),
)

ENTRY_PAIRS = (
    Rule(
        "CL107",
        entrypairs.entry_pair_incomplete,
        ENTRY_PAIR,
        (*OF_1_14, *STEPS),
        proofs.entrypairs.no_pair,
        fix="safe",
    ),
    Rule(
        "CL108",
        entrypairs.step_only_via_continuation,
        WARNING,
        (*OF_1_14, *GRAPH),
        proofs.entrypairs.only_lent,
        whole=RESOLVED,
        ends="unused",
    ),
    Rule(
        "CL109",
        entrypairs.closure_prompt_of_other_step,
        ERROR,
        (*OF_1_14, *RUN),
        proofs.entrypairs.sends_other,
        whole=SOUND,
        fix="unsafe",
        ends="unused",
    ),
)

VALIDATION_PHASES = (
    Rule(
        "CL616",
        validationphases.legacy_validation_conditions,
        ERROR,
        (*OF_1_14, *VALIDATION),
        proofs.validationphases.not_read,
        fix="unsafe",
    ),
    Rule(
        "CL617",
        validationphases.validator_phase_missing,
        ERROR,
        (*OF_1_14, *VALIDATION),
        fix="safe",
    ),
    Rule(
        "CL618",
        validationphases.validator_phase_mismatch,
        ERROR,
        (*OF_1_14, *VALIDATION),
        fix="unsafe",
    ),
    Rule(
        "CL619",
        validationphases.preflight_ends_run,
        INFO,
        (*OF_1_14, *AGENT, *VALIDATION),
        proofs.validationphases.ends_at_once,
        default=False,
    ),
)

VALIDATION_RETRIES = (
    Rule(
        "CL620",
        validationretries.retry_prompt_address_unread,
        ERROR,
        (*OF_1_14, *VALIDATION),
        proofs.validationphases.cannot_retry,
        whole=AGENT,
        fix="safe",
        ends="failure",
    ),
    Rule(
        "CL621",
        validationretries.validation_address_differs,
        INFO,
        (*OF_1_14, *VALIDATION),
        fix="unsafe",
    ),
    Rule(
        "CL622",
        validationretries.on_failure_action_unknown,
        ERROR,
        (*OF_1_14, *VALIDATION),
        proofs.validationphases.never_counts,
        fix="safe",
        ends="failure",
    ),
    Rule(
        "CL623",
        validationretries.onfailure_without_postllm,
        INFO,
        (*OF_1_14, *VALIDATION),
        fix="safe",
    ),
)

SETTINGS_FILES = (
    Rule(
        "CL811",
        settings.settings_file_missing,
        ERROR,
        (*OF_1_14, *BOTH, "settings_wanted"),
        proofs.settings.no_settings,
        whole=SOUND,
        ends="failure",
    ),
    Rule(
        "CL812",
        settings.settings_invalid,
        ERROR,
        (*OF_1_14, *AGENT, "settings_wanted"),
        proofs.settings.malformed,
        fix="unsafe",
        ends="failure",
    ),
    Rule("CL813", settings.no_tools_allowed, WARNING, SETTINGS, proofs.settings.all_denied),
    Rule("CL814", settings.tool_rule_widened, INFO, SETTINGS, proofs.settings.other_calls_pass),
    Rule(
        "CL815",
        settings.agent_mode_without_effect,
        INFO,
        SETTINGS,
        proofs.settings.no_difference,
        default=False,
    ),
)

WORKFLOW_AGENTS = (
    Rule(
        "CL821",
        workflowagents.workflow_verdict_unmapped,
        WORKFLOW_VERDICT_UNMAPPED,
        OF_AGENT,
        whole=RESOLVED,
    ),
    Rule(
        "CL822",
        workflowagents.workflow_verdict_optional,
        WARNING,
        OF_AGENT,
        whole=RESOLVED,
        fix="safe",
    ),
    Rule("CL823", workflowagents.workflow_parameter_default_lost, WARNING, OF_AGENT, whole=SOUND),
)

WORKFLOWS = (
    Rule("CL824", workflows.workflow_phase_unknown, ERROR, ALONE, fix="unsafe"),
    Rule("CL825", workflows.workflow_close_condition, ERROR, ALONE, fix="unsafe"),
    Rule("CL826", workflows.workflow_legacy_field, WARNING, ALONE, fix="safe"),
    Rule("CL827", workflows.workflow_agent_missing, ERROR, ALONE),
)

CHAINS = (
    Rule(
        "CL801",
        chains.adaptation_chain_undeclared,
        WARNING,
        (*OF_1_14, *STEPS),
        proofs.chains.second_repeat_ends,
        whole=SOUND,
        fix="unsafe",
        ends="failure",
    ),
    Rule(
        "CL802",
        chains.adaptation_chain_empty,
        ERROR,
        (*OF_1_14, *STEPS),
        proofs.chains.first_repeat_ends,
        whole=SOUND,
        fix="unsafe",
        ends="failure",
    ),
    Rule(
        "CL803",
        chains.adaptation_chain_element,
        ERROR,
        (*OF_1_14, *STEPS),
        proofs.chains.refused_chain,
    ),
    Rule(
        "CL804",
        chains.adaptation_chain_unused,
        INFO,
        (*OF_1_14, *STEPS),
        proofs.members.no_repeat,
        whole=SOUND,
        fix="safe",
    ),
    Rule("CL805", chains.adaptation_chain_unreachable, INFO, (*OF_1_14, *RUN), whole=SOUND),
    Rule(
        "CL806",
        chains.fallback_repeat_exhausts,
        INFO,
        (*OF_1_14, *STEPS),
        proofs.chains.nonsense_exhausts,
        whole=SOUND,
    ),
)

CHAIN_PROMPTS = (
    Rule(
        "CL807",
        chainprompts.adaptation_variant_missing,
        WARNING,
        (*OF_1_14, *PROMPTS),
        proofs.chainprompts.sends_base_again,
        whole=SOUND,
    ),
    Rule(
        "CL808",
        chainprompts.own_variant_lost_after_repeat,
        WARNING,
        (*OF_1_14, *PROMPTS),
        proofs.chainprompts.loses_variant,
        whole=SOUND,
        fix="unsafe",
    ),
    Rule(
        "CL809",
        chainprompts.closure_variant_never_sent,
        WARNING,
        (*OF_1_14, *PROMPTS),
        proofs.chainprompts.never_sends,
        whole=(*AGENT, *SOUND),
    ),
)
