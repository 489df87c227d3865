"""Which rules were not asked about an agent, since other defects come first or what they ask
about is not there (reference §1.3, §7.9).

That such a rule finds nothing says nothing: a suppression of it is not unused, and an entry of
the baseline not stale.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from phaselint.dialects.climpt.analysis.facts import ClimptFacts

_AGENT = frozenset(
    {
        "agent-name-directory-mismatch",
        "agent-schema",
        "allowed-tools-wildcard",
        "composite-condition-unsupported",
        "format-generation",
        "ignored-field",
        "legacy-field",
        "parameter-default-unsafe",
        "parameter-definition",
        "parameter-flag-name-mismatch",
        "parameter-flag-reserved",
        "parameter-validation-ignored",
        "poll-state-without-issue-parameter",
        "registry-file-missing",
        "registry-path-ignored",
        "system-prompt-missing",
        "system-prompt-placeholder",
        "verdict-config-incomplete",
    }
)
"""Asked of agent.json."""

_BOTH = frozenset(
    {
        "agent-id-mismatch",
        "boundary-tool-listed",
        "closure-adaptation-missing",
        "composite-condition-inert",
        "count-budget-is-failure",
        "entry-mapping-unused",
        "entry-missing-for-verdict",
        "graph-verdict-needs-entry-step",
        "iteration-budget-too-small",
        "max-attempts-ineffective",
        "parameter-unused",
        "permission-mode-overridden",
        "preflight-failure-never-reaches-model",
        "step-only-under-other-verdict",
        "subprocess-context-unknown",
        "subprocess-only-run-fails",
        "uv-collision",
        "uv-empty-default",
        "uv-no-source",
        "uv-optional-no-default",
        "uv-runtime-unavailable",
        "validation-step-never-consulted",
        "verification-cannot-run-tools",
    }
)
"""Asked of agent.json and the registry together."""

_REGISTRY = frozenset(
    {"format-generation", "ignored-field", "legacy-field", "registry-schema", "unknown-field"}
)
"""Asked of the registry, whatever its steps are."""

_VALIDATION = frozenset(
    {
        "extract-params-missing",
        "extractor-unknown",
        "failure-pattern-unknown",
        "failure-pattern-unused",
        "max-attempts-ineffective",
        "max-attempts-missing",
        "preflight-failure-never-reaches-model",
        "success-when-unknown",
        "validation-conditions-empty",
        "validation-step-never-consulted",
        "validator-type-unsupported",
        "validator-unknown",
        "validator-unused",
    }
)
"""Asked of validation steps, validators and failure patterns."""

_STEPS = frozenset(
    {
        "legacy-field",
        "abort-unusable",
        "c3-format",
        "closing-target-ignored",
        "condition-not-in-handoff",
        "conditional-not-supported-here",
        "conditional-single-target",
        "dead-transition",
        "duplicate-intent",
        "empty-allowed-intents",
        "entry-mapping-key-unknown",
        "fail-fast-disabled",
        "fallback-intent-ignored",
        "fallback-intent-not-allowed",
        "fallback-key-dotted",
        "fallback-key-unknown",
        "gate-incomplete",
        "gate-on-kindless-step",
        "handoff-fields-missing",
        "handoff-key-collision",
        "implicit-continuation",
        "initial-handoff",
        "input-from-format",
        "input-source-unknown",
        "intent-alias-in-contract",
        "intent-not-allowed-for-kind",
        "intent-schema-ref-format",
        "intent-without-transition",
        "kind-boundary-crossing",
        "kind-missing",
        "kind-phase-mismatch",
        "missing-continuation-pair",
        "next-self-loop",
        "no-entry-step",
        "null-target-not-closing",
        "repeat-target-ignored",
        "section-step-inert",
        "section-with-flow",
        "stdin-never-supplied",
        "step-id-address-mismatch",
        "step-key-mismatch",
        "subprocess-runner-ignored",
        "target-field-missing",
        "target-field-unused",
        "transition-fallback-ignored",
        "transition-rule-ambiguous",
        "unknown-entry",
        "unknown-intent",
        "unknown-target",
        "uv-continuation-only",
        "uv-pair-mismatch",
        "uv-prefix",
    }
)
"""Asked of the steps of the registry."""

_WAYS = frozenset(
    {
        "composite-condition-inert",
        "count-budget-is-failure",
        "dead-end-phase",
        "deadlocked-phases",
        "entry-step-not-executable",
        "input-source-may-not-run",
        "iteration-budget-too-small",
        "kind-missing",
        "no-path-to-closure",
        "step-only-under-other-verdict",
        "subprocess-only-run-fails",
        "ungated-registry-never-advances",
        "unreachable-phase",
        "uv-continuation-only",
    }
)
"""Asked of ways from step to step."""

_SCHEMAS = frozenset(
    {
        "closure-signal-field",
        "conditional-key-unreachable",
        "conditional-without-default",
        "enum-transition-mismatch",
        "handoff-field-optional",
        "handoff-field-unresolved",
        "input-free-text",
        "input-key-not-handed-off",
        "intent-alias-in-contract",
        "intent-field-optional",
        "intent-field-schema-mismatch",
        "intent-schema-ref-dangling",
        "jump-target-unconstrained",
        "jump-target-unknown",
        "output-schema-file-missing",
        "output-schema-unresolved",
        "schema-ref-circular",
        "schema-ref-reused",
        "schema-ref-unresolved",
        "step-id-const-mismatch",
        "target-field-unresolved",
    }
)
"""Asked of output schemas."""

_PROMPTS = frozenset(
    {
        "breakdown-config-missing",
        "breakdown-pattern-mismatch",
        "closure-adaptation-missing",
        "failure-params-not-extracted",
        "frontmatter-uv-mismatch",
        "input-text-placeholder",
        "input-unused",
        "prompt-adaptation-missing",
        "prompt-empty",
        "prompt-file-missing",
        "prompt-unused",
        "retry-prompt-missing",
        "system-prompt-missing",
        "system-prompt-placeholder",
        "uv-undeclared",
        "uv-unused",
    }
)
"""Asked of prompts and the yml files that say where they are."""

_ALL_STEPS = _STEPS | _WAYS | _SCHEMAS | _PROMPTS | _BOTH


def unasked(facts: ClimptFacts) -> frozenset[str]:
    """The names of the rules that were not asked, or not in full, about this contract."""
    contract = facts.contract
    read = contract.registry is not None and facts.registry_current
    conditions = (
        (facts.agent is not None, _AGENT | _BOTH),
        (read, _REGISTRY | _VALIDATION | _ALL_STEPS),
        (not any(not facts.in_agent(*sign) for sign in contract.signs), _REGISTRY | _VALIDATION),
        (facts.registry.steps_known, _ALL_STEPS),
        (facts.graph_known, _WAYS),
        (len(facts.sound_steps) == len(facts.steps), _ALL_STEPS),
        (facts.has_tree("schemas") and not _unresolved(facts), _SCHEMAS | _WAYS),
        (facts.has_tree("prompts") and contract.breakdown.root is not None, _PROMPTS),
    )
    none: frozenset[str] = frozenset()
    return none.union(*(rules for asked, rules in conditions if not asked))


def _unresolved(facts: ClimptFacts) -> bool:
    """Whether the schema of some step could not be resolved."""
    return any(expanded.schema is None for expanded in facts.contract.schemas.values())
