"""Which rules were not asked about a workflow, since other defects come first (reference §8).

That such a rule finds nothing says nothing: a suppression of it is not unused, and an entry of
the baseline not stale.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from phaselint.dialects.sweny.analysis.facts import SwenyFacts

_NODES = frozenset(
    {
        "node-id-not-identifier",
        "reserved-node-id",
        "unknown-edge-source",
        "unknown-entry",
        "unknown-target",
    }
)
_WAYS = frozenset(
    {
        "dry-run-side-effects",
        "fan-out-not-parallel",
        "gate-does-not-halt",
        "max-iterations-no-cycle",
        "requires-not-on-all-paths",
        "requires-not-upstream",
        "unbounded-cycle",
        "unreachable-phase",
    }
)
_ROUTES = frozenset(
    {
        "ambiguous-route-ids",
        "conditional-source-without-output",
        "duplicate-route-target",
        "empty-when",
        "failure-route-unobservable",
        "route-field-not-required",
        "route-without-default",
        "routing-enum-uncovered",
        "routing-value-impossible",
        "single-conditional-edge",
        "when-node-not-upstream",
        "when-references-undeclared-field",
        "when-references-unknown-node",
    }
)
_LOOPS = frozenset(
    {
        "analysis-incomplete",
        "exhausted-loop-dead-end",
        "exhausted-loop-forces-branch",
        "judge-budget-exceeded",
        "no-terminal-phase",
        "step-budget-overflow",
    }
)
_VALUES = frozenset(
    {
        "any-path-optional-segment",
        "disallowed-tool-is-skill-tool",
        "disallowed-tool-unknown",
        "dry-run-side-effects",
        "duplicate-evaluator-name",
        "duplicate-skill-reference",
        "eval-alias-conflation",
        "eval-contradiction",
        "eval-kind-rule-mismatch",
        "eval-path-undeclared",
        "eval-policy-without-eval",
        "eval-tool-filtered",
        "eval-unknown-tool",
        "eval-value-impossible",
        "eval-value-unreachable",
        "eval-without-retry",
        "evaluator-name-unaddressable",
        "fail-soft-bypasses-gate",
        "gate-does-not-halt",
        "instruction-unknown-tool",
        "judge-budget-exceeded",
        "judge-model-without-judge",
        "judge-rubric-out-of-scope",
        "mcp-only-skill",
        "node-sources-unknown-key",
        "output-not-object",
        "output-schema-invalid",
        "path-outside-project",
        "path-syntax",
        "path-type-mismatch",
        "regex-dialect",
        "regex-invalid",
        "regex-redos",
        "regex-too-long",
        "required-not-declared",
        "requires-eval-unknown",
        "requires-field-optional",
        "requires-field-undeclared",
        "requires-not-on-all-paths",
        "requires-not-upstream",
        "requires-self",
        "requires-unaddressable-node",
        "requires-unknown-root",
        "requires-value-impossible",
        "reserved-output-field",
        "retry-max-too-large",
        "retry-without-trigger",
        "source-blank",
        "source-file-missing",
        "source-invalid-type",
        "source-looks-like-path",
        "source-prefix-ambiguous",
        "source-url-blocked",
        "source-url-scheme",
        "tools-filter-builtin",
        "tools-filter-empties",
        "tools-filter-unknown-tool",
        "undeclared-input",
        "unknown-skill",
        "unsupported-eval-policy",
        "unused-inline-skill",
        "unused-input",
    }
)
_WORKFLOW = frozenset(
    {
        "e2e-node-missing-skills",
        "inline-skill-shadowed",
        "input-default-not-in-enum",
        "max-iterations-too-large",
        "reserved-input-name",
        "top-level-key-typo",
        "unbounded-self-loop",
    }
)
"""Asked of whatever workflow there is."""

_FORMS = frozenset(
    {
        "ambiguous-edges",
        "legacy-verify",
        "merge-key-unsupported",
        "non-string-scalar",
        "schema-violation",
    }
)
"""Asked of nodes and edges whatever is wrong with them, and so not where they cannot be told."""

_ALL_NODES = _NODES | _WAYS | _ROUTES | _LOOPS | _VALUES | _FORMS


def unasked(facts: SwenyFacts) -> frozenset[str]:
    """The names of the rules that were not asked, or not in full, about this contract."""
    if facts.contract.skill_file is not None:
        return frozenset()
    if facts.contract.workflow is None:
        return _ALL_NODES | _WORKFLOW
    conditions = (
        (facts.nodes_known, _ALL_NODES),
        (facts.graph_known, _WAYS | _ROUTES),
        (facts.has_loops_known, _LOOPS),
        (
            not _cut_off(facts),
            _LOOPS - {"analysis-incomplete", "judge-budget-exceeded", "no-terminal-phase"},
        ),
        (len(facts.sound_nodes) == len(facts.nodes), _VALUES | _ROUTES),
    )
    none: frozenset[str] = frozenset()
    return none.union(*(rules for asked, rules in conditions if not asked))


def _cut_off(facts: SwenyFacts) -> bool:
    """Whether the bound kept a question about bounds from being answered."""
    return facts.has_loops_known and bool(facts.exhaustion.incomplete)
