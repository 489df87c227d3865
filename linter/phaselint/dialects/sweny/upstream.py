"""What each release of the SWEny engine knows, as data: keys, tools, error codes and how it routes
(reference §3, §11, appendix A).

Every other module of the dialect asks this table where releases differ in a name or in a rule of
routing; the values of keys are in the tables of shapes.
"""

from __future__ import annotations

from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Literal

    from phaselint.dialects.sweny.model import ReleaseName


class Upstream(NamedTuple):
    """A release.

    `root`, `node` and `edge` are the keys that it knows beyond those of every release, `tools` what
    built-in skills have beyond those, and `codes` the further errors of its structural pass.
    `unknown` tells who decides about an edge whose expression reads a field that is missing,
    ill-typed or of a node that did not succeed.
    """

    root: tuple[str, ...] = ()
    node: tuple[str, ...] = ()
    edge: tuple[str, ...] = ()
    tools: Mapping[str, tuple[str, ...]] = {}
    codes: tuple[str, ...] = ()
    unknown: Literal["none", "router"] = "none"


UPSTREAM: Mapping[ReleaseName, Upstream] = {
    "current": Upstream(),
    "next": Upstream(
        root=(
            "spec_version",
            "budget",
            "permissions",
            "safe_outputs",
            "context_mode",
            "decider",
        ),
        node=("budget", "permissions", "outputs", "agent_env", "on_fail", "route_by"),
        edge=("description",),
        tools={"github": ("github_list_pr_files", "github_list_dependabot_alerts")},
        codes=(
            "SPEC_VERSION",
            "EDGE_ITERATIONS_EXCEEDED",
            "RETRY_MAX_EXCEEDED",
            "INVALID_INLINE_SKILL",
            "PERMISSION_CEILING",
            "BUDGET_CEILING",
            "AGENT_ENV_READ_ONLY",
            "DUPLICATE_OUTPUT",
            "OUTPUT_NOT_ALLOWED",
            "UNSUPPORTED_OUTPUT",
            "INVALID_WHEN_EXPRESSION",
            "MIXED_EDGE_CONDITIONS",
        ),
        unknown="router",
    ),
}
