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
        "which stage contract applies: the one the contract names (JSON stages follow the "
        "reference engine, all others the documents), or always the same",
        ("contract", "documented", "reference"),
    ),
    Option(
        "join-policy",
        "contract",
        "whether a join is a separate stage or one of the siblings; `contract` "
        "uses the manifest's value, by default `separate`",
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
        "registered tools in addition to the manifest's, or to the bundled ones if it names none",
        kind=list,
    ),
    Option(
        "mutating-tools", (), "tools that change something, instead of the known ones", kind=list
    ),
    Option("secret-names", SECRET_NAMES, "parts of context names that hint at secrets", kind=list),
    Option("stage-globs", (), "files that are stages regardless of content (Markdown)", kind=list),
    Option("max-stage-executions", 50, "stage executions after which a run ends", kind=int),
    Option(
        "hooks",
        "scripted",
        "what answers for the code of the state machine (gates, asserts): the "
        "`world` of the script, or its `ask` answers, one by one",
        ("scripted", "asked"),
    ),
    Option(
        "refuse-invalid",
        True,
        "refuse to start if fields are missing or IDs are repeated",
        kind=bool,
    ),
)
