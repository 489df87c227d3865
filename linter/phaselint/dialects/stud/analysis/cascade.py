"""Which rules were not asked about a pipeline, since other defects come first (reference §3.1,
§6.10).

That such a rule finds nothing says nothing: a suppression of it is not unused, and an entry of
the baseline not stale.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from phaselint.dialects.stud.analysis.facts import StudFacts

_STAGE = frozenset(
    {
        *("allowed-tools-duplicate", "backoff-unknown", "body-empty"),
        *("body-missing-completion-tool", "completion-required-undeclared"),
        *("completion-schema-dialect", "completion-schema-invalid"),
        *("completion-schema-not-object", "completion-schema-unconstrained"),
        *("completion-schema-unsatisfiable", "completion-tool-in-allowed-tools"),
        *("completion-tool-name-unportable", "field-type", "id-not-kebab-case"),
        *("inputs-schema-invalid", "missing-required-field", "placeholder-ctx-attempts"),
        *("placeholder-ctx-host", "placeholder-env", "placeholder-secret-like"),
        *("placeholder-stage-field", "placeholder-style-mixed", "placeholder-syntax"),
        *("placeholder-unknown-namespace", "reserved-tool-collision"),
        *("resolution-policy-unknown", "retry-backoff-unused", "retry-max-attempts-invalid"),
        *("turn-cap-invalid", "turn-cap-too-low", "unknown-key", "unknown-key-typo"),
        "upstream-unknown-field",
    }
)
"""Asked of every stage."""

_NAMES = frozenset(
    {
        *("dangling-join", "duplicate-stage-id", "next-for-unknown-stage", "next-missing"),
        *("unknown-entry", "unknown-target"),
    }
)
"""Asked where the ids of all stages are known."""

_REGISTRY = frozenset(
    {
        *("allowed-tool-unregistered", "body-names-out-of-envelope-tool"),
        "completion-tool-cross-stage-collision",
    }
)

_CONTEXT = frozenset(
    {"ctx-field-unused", "placeholder-ctx-undeclared", "placeholder-optional-field"}
)

_SPECS = frozenset(
    {
        *("branch-enum-not-exhaustive", "branch-not-exhaustive", "branch-path-missing"),
        *("branch-unreachable", "branch-value-not-in-enum", "dangling-join", "join-is-sibling"),
        *("join-without-parallel", "parallel-duplicate-sibling", "parallel-too-few-siblings"),
        "unknown-target",
    }
)
"""Asked of every NextSpec that is understood."""

_MANIFEST = _SPECS | {"ctx-reserved-name", "manifest-unknown-key", "stage-file-missing"}
"""Asked of every manifest with stages."""

_WAYS = frozenset(
    {
        *("deadlocked-phases", "inputs-schema-never-checked", "inputs-schema-unsatisfiable"),
        *("join-never-ready", "no-terminal-phase", "parallel-mutating-tools"),
        *("sibling-next-ignored", "unbounded-loop", "unreachable-phase", "upstream-maybe-empty"),
        *("upstream-index-out-of-range", "upstream-on-entry-stage"),
        *("upstream-on-parallel-sibling", "upstream-output-undeclared"),
        *("upstream-parsed-path-missing", "upstream-parsed-path-optional"),
    }
)
"""Asked where the graph is known."""


def unasked(facts: StudFacts) -> frozenset[str]:
    """The names of the rules that were off for a contract."""
    contract = facts.contract
    if not contract.valid or contract.configuration:
        return _STAGE | _NAMES | _REGISTRY | _CONTEXT | _MANIFEST | _WAYS | {"stages-empty"}
    if facts.alone:
        off = _NAMES | _REGISTRY | _CONTEXT | _MANIFEST | _WAYS | {"stages-empty"}
        return off if facts.usable else off | _STAGE
    if not contract.stages:
        return _STAGE | _NAMES | _REGISTRY | _CONTEXT | _MANIFEST | _WAYS
    found: set[str] = set()
    if any(not stage.usable for stage in contract.stages):
        found |= _STAGE
    if not facts.names_known:
        found |= _NAMES
    if not facts.specs_known:
        found |= _SPECS | {"next-missing"}
    if not facts.graph_known:
        found |= _WAYS | {"upstream-unknown-field"}
    if facts.registry is None:
        found |= _REGISTRY - {"completion-tool-cross-stage-collision"}
    if facts.pipeline.context is None:
        found |= _CONTEXT
    return frozenset(found)
