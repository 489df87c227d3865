"""The catalogues of the dialect references: what the product has to have a rule for. A rule that
is in none of them is free to be there."""

from __future__ import annotations

CATALOGUE = {
    "vesanor": (
        # 6.1 reading
        *("yaml-syntax", "duplicate-key", "phases-not-array", "transitions-not-map"),
        *("missing-required-field", "invalid-type", "invalid-enum", "unknown-field"),
        *("schema-version", "evidence-class-conflict", "duplicate-tool"),
        *("tool-file-name-mismatch", "phase-restriction-ignored"),
        # 6.2 phases
        *("duplicate-phase", "initial-phase-count", "no-terminal-phase", "unknown-phase"),
        *("unreachable-phase", "terminal-has-outgoing", "dead-phase", "dead-end-phase"),
        *("circular-deadlock", "no-escalation-terminal", "terminal-phase-tools"),
        # 6.3 tools against phases
        *("illegal-advance", "unimplemented-transition", "unenterable-phase", "tool-deadlock"),
        *("empty-valid-in-phases", "risky-tool-everywhere", "branching-targets"),
        # 6.4 order
        *("unknown-tool-reference", "precondition-cycle", "unsatisfiable-precondition"),
        *("no-viable-path", "order-trap"),
        # 6.5 limits and risk
        *("limit-below-shortest-path", "invalid-limit", "limit-inconsistent"),
        *("blocked-by-risk-default", "requires-principal", "requires-wrapped-tool"),
        # 6.6 suppressions
        *("suppression-missing-reason", "suppression-unknown-check", "suppression-unmatched"),
        "suppression-ineffective",
        # 6.7 workflow and pack files
        *("workflow-unknown-role", "workflow-duplicate-role", "workflow-missing-session-contract"),
        *("indexed-argument-path", "expected-call-not-listed", "pass-threshold-range"),
    ),
    "sweny": (
        # 8.1 loading
        *("parse-error", "duplicate-key", "unquoted-wildcard-path", "merge-key-unsupported"),
        *("yaml-1-1-ambiguity", "schema-violation", "non-string-scalar", "legacy-verify"),
        *("top-level-key-typo", "node-sources-unknown-key", "e2e-node-missing-skills"),
        # 8.2 graph
        *("missing-entry", "unknown-edge-source", "unknown-edge-target", "unreachable-node"),
        *("unbounded-self-loop", "unbounded-cycle", "ambiguous-edges", "fan-out-not-parallel"),
        *("empty-when", "duplicate-route-target", "exhausted-loop-dead-end"),
        *("exhausted-loop-forces-branch", "route-without-default", "single-conditional-edge"),
        *("routing-enum-uncovered", "routing-value-impossible"),
        *("when-references-undeclared-field", "when-references-unknown-node"),
        *("when-node-not-upstream", "failure-route-unobservable"),
        *("conditional-source-without-output", "route-field-not-required"),
        *("step-budget-overflow", "max-iterations-too-large", "max-iterations-no-cycle"),
        *("no-terminal-node", "dry-run-side-effects", "reserved-node-id"),
        *("node-id-not-identifier", "ambiguous-route-ids", "gate-does-not-halt"),
        # 8.3 paths and requires
        *("path-syntax", "path-type-mismatch", "any-path-optional-segment"),
        *("requires-unaddressable-node", "requires-unknown-root", "requires-not-upstream"),
        *("requires-not-on-all-paths", "requires-self", "requires-field-undeclared"),
        *("requires-field-optional", "requires-value-impossible", "requires-eval-unknown"),
        "undeclared-input",
        # 8.4 evaluators, retry, judges
        *("eval-path-undeclared", "eval-value-impossible", "eval-value-unreachable"),
        *("regex-invalid", "regex-dialect", "regex-too-long", "regex-redos"),
        *("eval-kind-rule-mismatch", "eval-unknown-tool", "eval-tool-filtered"),
        *("eval-contradiction", "eval-alias-conflation", "duplicate-evaluator-name"),
        *("evaluator-name-unaddressable", "eval-without-retry", "retry-without-trigger"),
        *("retry-max-too-large", "unsupported-eval-policy", "eval-policy-without-eval"),
        *("judge-model-without-judge", "judge-budget-exceeded", "judge-rubric-out-of-scope"),
        "fail-soft-bypasses-gate",
        # 8.5 output schemas
        *("output-schema-invalid", "required-not-declared", "output-not-object"),
        "reserved-output-field",
        # 8.6 skills and tools
        *("unknown-skill", "mcp-only-skill", "inline-skill-shadowed", "unused-inline-skill"),
        *("duplicate-skill-reference", "tools-filter-unknown-tool", "tools-filter-empties"),
        *("tools-filter-builtin", "disallowed-tool-unknown", "disallowed-tool-is-skill-tool"),
        *("instruction-unknown-tool", "skill-missing-name", "skill-invalid-id"),
        *("skill-invalid-frontmatter", "skill-empty", "skill-dir-mismatch"),
        *("skill-stdio-not-wired", "skill-category-unknown"),
        # 8.7 sources and inputs
        *("source-file-missing", "source-blank", "source-looks-like-path"),
        *("source-prefix-ambiguous", "source-invalid-type", "source-url-scheme"),
        *("source-url-blocked", "input-default-not-in-enum", "reserved-input-name"),
        "unused-input",
    ),
    "climpt": (
        # 7.1 files and shape
        *("agent-file-missing", "invalid-json", "duplicate-json-key", "agent-schema"),
        *("registry-file-missing", "registry-path-ignored", "registry-schema"),
        *("unknown-field", "ignored-field", "legacy-field", "format-generation"),
        *("agent-id-mismatch", "agent-name-directory-mismatch", "step-key-mismatch"),
        *("c3-format", "step-id-address-mismatch"),
        # 7.2 entry
        *("no-entry-step", "entry-step-unknown", "entry-missing-for-verdict"),
        *("entry-mapping-key-unknown", "entry-mapping-unused"),
        *("graph-verdict-needs-entry-step", "entry-step-not-executable"),
        # 7.3 intents
        *("unknown-intent", "intent-alias-in-contract", "intent-not-allowed-for-kind"),
        *("abort-unusable", "empty-allowed-intents", "duplicate-intent"),
        *("enum-intents-mismatch", "intent-without-transition", "implicit-continuation"),
        *("dead-transition", "fallback-intent-not-allowed", "fallback-intent-ignored"),
        *("fail-fast-disabled", "kind-missing", "kind-phase-mismatch"),
        "gate-on-kindless-step",
        # 7.4 gate and schema
        *("gate-incomplete", "section-with-flow", "section-step-inert"),
        *("intent-schema-ref-format", "intent-schema-ref-dangling"),
        *("intent-field-schema-mismatch", "intent-field-optional"),
        *("output-schema-file-missing", "output-schema-unresolved"),
        *("schema-ref-unresolved", "schema-ref-reused", "schema-ref-circular"),
        *(
            "answer-schema-unsatisfiable",
            "closure-signal-field",
            "handoff-field-unresolved",
            "handoff-field-optional",
        ),
        *("handoff-key-collision", "handoff-fields-missing", "target-field-missing"),
        *("target-field-unresolved", "target-field-unused", "jump-target-unknown"),
        *("jump-target-unconstrained", "step-id-const-mismatch"),
        # 7.5 transitions and graph
        *("transition-target-unknown", "unreachable-step", "unreachable-closure"),
        *("no-path-to-closure", "dead-end-step", "inescapable-cycle", "next-self-loop"),
        *("kind-boundary-crossing", "null-target-not-closing", "closing-target-ignored"),
        *("repeat-target-ignored", "transition-fallback-ignored"),
        *("transition-rule-ambiguous", "conditional-without-default"),
        *("conditional-key-unreachable", "condition-not-in-handoff"),
        *("conditional-not-supported-here", "conditional-single-target", "initial-handoff"),
        "jump-condition-ignored",
        *("missing-continuation-pair", "iteration-budget-too-small"),
        *("step-only-under-other-verdict", "ungated-registry-never-advances"),
        # 7.6 variables, prompts, yml
        *("uv-no-source", "uv-undeclared", "uv-unused", "uv-continuation-only"),
        *("uv-runtime-unavailable", "uv-optional-no-default", "uv-empty-default"),
        *("uv-prefix", "uv-pair-mismatch", "uv-collision", "frontmatter-uv-mismatch"),
        *("parameter-default-unsafe", "input-free-text", "input-from-format"),
        *("input-source-unknown", "input-key-not-handed-off", "input-never-supplied"),
        *("input-source-may-not-run", "input-field-optional"),
        *("input-unused", "prompt-file-missing", "prompt-adaptation-missing"),
        *("closure-adaptation-missing", "prompt-empty", "prompt-unused"),
        *("stdin-never-supplied", "input-text-placeholder", "system-prompt-missing"),
        *("system-prompt-placeholder", "breakdown-config-missing"),
        *("breakdown-pattern-mismatch", "fallback-key-dotted", "fallback-key-unknown"),
        # 7.7 validation
        *("validation-step-never-consulted", "validator-unknown"),
        *("failure-pattern-unknown", "validator-unused", "failure-pattern-unused"),
        *("retry-prompt-missing", "success-when-unknown", "extract-params-missing"),
        *("extractor-unknown", "failure-params-not-extracted"),
        *("validator-type-unsupported", "preflight-failure-never-reaches-model"),
        *("max-attempts-ineffective", "max-attempts-missing"),
        "validation-conditions-empty",
        # 7.8 agent, verdict, tools
        *("verdict-config-incomplete", "composite-condition-unsupported"),
        *("composite-condition-inert", "poll-state-without-issue-parameter"),
        *("count-budget-is-failure", "parameter-definition"),
        *("parameter-flag-name-mismatch", "parameter-flag-reserved"),
        *("parameter-validation-ignored", "parameter-unused", "allowed-tools-wildcard"),
        *("boundary-tool-listed", "permission-mode-overridden"),
        *("verification-cannot-run-tools", "subprocess-runner-ignored"),
        *("subprocess-context-unknown", "subprocess-only-run-fails"),
        # 1.14 7.2 validation
        *("validator-phase-missing", "validator-phase-mismatch"),
        *("legacy-validation-conditions", "retry-prompt-address-unread"),
        *("validation-address-differs", "on-failure-action-unknown"),
        *("onfailure-without-postllm", "preflight-ends-run"),
        # 1.14 7.2 settings and workflow
        *("settings-file-missing", "settings-invalid", "no-tools-allowed"),
        *("tool-rule-widened", "agent-mode-without-effect"),
        *("workflow-verdict-unmapped", "workflow-verdict-optional"),
        *("workflow-parameter-default-lost", "workflow-phase-unknown"),
        *("workflow-close-condition", "workflow-legacy-field", "workflow-agent-missing"),
    ),
    "stud": (
        # 6.3 file
        *("frontmatter-missing", "frontmatter-invalid", "frontmatter-duplicate-key"),
        # 6.4 fields
        *("missing-required-field", "unknown-key-typo", "unknown-key", "field-type"),
        *("id-not-kebab-case", "turn-cap-invalid", "turn-cap-too-low"),
        *("retry-max-attempts-invalid", "backoff-unknown", "retry-backoff-unused"),
        *("resolution-policy-unknown", "allowed-tools-duplicate", "duplicate-stage-id"),
        "stage-provider-ignored",
        # 6.5 completion channel
        *("completion-tool-collision", "completion-tool-in-allowed-tools"),
        *("completion-tool-cross-stage-collision", "completion-schema-invalid"),
        *("completion-schema-not-object", "completion-schema-unsatisfiable"),
        *("completion-required-undeclared", "completion-schema-unconstrained"),
        *("completion-schema-dialect", "completion-tool-name-unportable"),
        # 6.6 tools
        *("allowed-tool-unregistered", "body-names-out-of-envelope-tool"),
        "parallel-mutating-tools",
        # 6.7 body and placeholders
        *("body-empty", "body-missing-completion-tool", "placeholder-env"),
        *("placeholder-unknown-namespace", "placeholder-ctx-attempts", "placeholder-ctx-host"),
        *("placeholder-ctx-undeclared", "placeholder-optional-field", "placeholder-syntax"),
        *("placeholder-stage-field", "placeholder-style-mixed", "placeholder-secret-like"),
        # 6.8 predecessor results
        *("upstream-on-entry-stage", "upstream-on-parallel-sibling", "upstream-maybe-empty"),
        *("upstream-index-out-of-range", "upstream-unknown-field"),
        *("upstream-parsed-path-missing", "upstream-parsed-path-optional"),
        "upstream-output-undeclared",
        # 6.9 inputsSchema
        *("inputs-schema-invalid", "inputs-schema-never-checked", "inputs-schema-unsatisfiable"),
        # 6.10 pipeline and graph
        *("manifest-invalid", "manifest-unknown-key", "stages-empty", "stage-file-missing"),
        *("entry-stage-unknown", "next-missing", "next-for-unknown-stage"),
        *("next-unknown-stage", "join-dangling", "join-is-sibling", "join-without-parallel"),
        *("parallel-too-few-siblings", "parallel-duplicate-sibling", "sibling-next-ignored"),
        *("unreachable-stage", "no-terminal-stage", "no-exit-cycle", "unbounded-loop"),
        *("join-never-ready", "branch-path-missing", "branch-value-not-in-enum"),
        *("branch-enum-not-exhaustive", "branch-not-exhaustive", "branch-unreachable"),
        *("ctx-reserved-name", "ctx-field-unused"),
    ),
    "agents": (
        # 7.1 references
        *("unknown-target", "handoff-to-hidden-agent", "unknown-subagent", "unknown-prompt-agent"),
        *("duplicate-name", "reserved-name", "unknown-skill", "mirrored-name"),
        "overrides-built-in",
        # 7.2 graph
        *("auto-send-cycle", "unreachable-agent", "unreachable-without-nesting"),
        *("agents-without-agent-tool", "agent-not-discovered", "subagent-depth-exceeded"),
        *("duplicate-handoff", "auto-send-shadowed", "nested-subagents-off"),
        # 7.3 entries and fields
        *("incomplete-handoff", "boolean-not-recognized", "field-type", "deprecated-key"),
        *("infer-conflict", "unknown-key", "invalid-value", "missing-description"),
        *("missing-name", "invalid-name", "key-ignored-here", "legacy-chatmode"),
        "prompt-too-long",
        # 7.4 header
        *("syntax-error", "header-not-portable", "duplicate-key", "header-unclosed"),
        "header-not-first-line",
        # 7.5 tools
        *("tool-not-enabled", "no-usable-tool", "misspelt-tool", "tool-denied"),
        *("denied-with-specifier", "renamed-tool", "unknown-tool", "tool-not-for-subagents"),
        "agent-list-ignored",
    ),
    "langgraph": (
        # 7.1 refused
        *("syntax-error", "unknown-target", "unknown-source", "unknown-entry", "duplicate-node"),
        *("reserved-node-name", "node-named-like-state-key", "reserved-endpoint"),
        *("join-before-node", "duplicate-branch-name", "unknown-interrupt-node"),
        *("node-without-action", "subgraph-not-compiled", "invalid-reducer", "schema-conflict"),
        "change-after-compile",
        # 7.2 routing
        *("label-not-in-map", "shared-router-mismatch", "router-unknown-node"),
        *("router-may-return-none", "invalid-destination", "dead-label", "path-map-ignored"),
        *("static-edge-beside-conditional", "static-edge-beside-command", "unknown-goto"),
        *("unknown-send", "goto-not-annotated", "undeclared-goto", "enum-as-name"),
        *("parent-at-top-level", "handler-ends-path"),
        # 7.3 graph
        *("unreachable-phase", "deadlocked-phases", "exit-never-returned", "loop-by-model"),
        *("recursion-limit-too-low", "exclusive-join", "dangling-join", "join-to-end"),
        *("double-run", "deferred-runs-early", "useless-defer", "never-compiled"),
        "async-under-invoke",
        "subgraph-never-completes",
        # 7.4 state
        *("unknown-state-key", "concurrent-write", "state-key-never-written"),
        *("state-key-never-read", "unknown-input-key", "accumulated-twice", "subgraph-doubles"),
        *("subgraph-key-mismatch", "node-returns-non-update", "state-changed-not-returned"),
        "subscript-on-object-state",
        # 7.5 interrupts
        *("resume-without-checkpointer", "interrupt-without-checkpointer", "missing-thread-id"),
        *("interrupt-swallowed", "work-before-interrupt"),
        # 7.6 tools
        *("shadowed-tool", "tools-without-node", "tools-differ", "tool-node-without-calls"),
        "manifest-unknown-graph",
    ),
}
"""Dialect → the names in its reference's catalogue."""

ALIASES = {
    "vesanor": {"yaml-syntax": "syntax-error", "circular-deadlock": "deadlocked-phases"},
    "sweny": {
        "parse-error": "syntax-error",
        "missing-entry": "unknown-entry",
        "unknown-edge-target": "unknown-target",
        "unreachable-node": "unreachable-phase",
        "no-terminal-node": "no-terminal-phase",
    },
    "climpt": {
        "invalid-json": "syntax-error",
        "duplicate-json-key": "duplicate-key",
        "entry-step-unknown": "unknown-entry",
        "transition-target-unknown": "unknown-target",
        "unreachable-step": "unreachable-phase",
        "unreachable-closure": "unreachable-phase",
        "dead-end-step": "dead-end-phase",
        "inescapable-cycle": "deadlocked-phases",
        "enum-intents-mismatch": "enum-transition-mismatch",
    },
    "stud": {
        "frontmatter-invalid": "syntax-error",
        "frontmatter-duplicate-key": "duplicate-key",
        "entry-stage-unknown": "unknown-entry",
        "next-unknown-stage": "unknown-target",
        "unreachable-stage": "unreachable-phase",
        "no-exit-cycle": "deadlocked-phases",
        "no-terminal-stage": "no-terminal-phase",
        "join-dangling": "dangling-join",
        "completion-tool-collision": "reserved-tool-collision",
    },
    "agents": {"unreachable-agent": "unreachable-phase"},
    "langgraph": {},
}
"""Dialect → catalogue names that have another name in the product."""

CHAPTERS = {
    "vesanor": [f"§6.{n}" for n in range(1, 8)],
    "sweny": [f"§8.{n}" for n in range(1, 8)],
    "climpt": [f"§7.{n}" for n in range(1, 9)],
    "stud": [f"§6.{n}" for n in range(3, 11)],
    "agents": [f"§7.{n}" for n in range(1, 6)],
    "langgraph": [f"§7.{n}" for n in range(1, 7)],
}
"""Dialect → the chapters of its catalogue."""
