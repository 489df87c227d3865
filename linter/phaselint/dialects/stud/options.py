"""What configuration may choose about stages and pipelines (reference §3.1, §5, §9)."""

from __future__ import annotations

from phaselint.dialects.base import Option

BACKOFF_VALUES = ("none", "fixed", "linear", "exponential")
RESOLUTION_POLICIES = ("retry-later",)
SECRET_NAMES = (
    *("apikey", "api_key", "api-key", "secret", "token", "password", "passwd"),
    *("credential", "private_key"),
)

OPTIONS = (
    Option(
        "semantics",
        "contract",
        "which of the two stage contracts is followed: that which the contract names (JSON stages "
        "the reference's, all others the documented one), or always the same",
        ("contract", "documented", "reference"),
    ),
    Option(
        "join-policy",
        "contract",
        "whether a join is a stage beside the siblings or one of them; `contract` is what the "
        "manifest says, else `separate`",
        ("contract", "separate", "sibling"),
    ),
    Option("backoff-values", BACKOFF_VALUES, "accepted values of `backoff`", kind=list),
    Option(
        "resolution-policies",
        RESOLUTION_POLICIES,
        "accepted values of `resolutionPolicy`",
        kind=list,
    ),
    Option(
        "registered-tools",
        (),
        "registered tools besides the manifest's, or besides the bundled where it names none",
        kind=list,
    ),
    Option("mutating-tools", (), "tools that change something, in place of the known", kind=list),
    Option("secret-names", SECRET_NAMES, "parts of context names that hint at secrets", kind=list),
    Option("stage-globs", (), "markdown files that are stages whatever they hold", kind=list),
    Option("max-stage-executions", 50, "stage executions after which a run ends", kind=int),
    Option(
        "hooks",
        "scripted",
        "who answers for the code of the state machine (gates, asserts): the world of the script, "
        "or the script's `ask` answers, one by one",
        ("scripted", "asked"),
    ),
    Option("refuse-invalid", True, "refuse to start on missing fields and repeated ids", kind=bool),
)
