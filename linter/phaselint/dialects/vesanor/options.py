"""The options of the dialect, which choose between readings and set the executor."""

from __future__ import annotations

from phaselint.dialects.base import Option

OPTIONS = (
    Option("semantics", "documented", "the semantics to follow", ("documented",)),
    Option(
        "mode",
        "enforce",
        "whether the runtime enforces the contract or only observes",
        ("enforce", "shadow", "log-only"),
    ),
    Option(
        "gate",
        "reject_all",
        "how a response with a blocked call is handled",
        ("reject_all", "strip_partial", "strip_blocked"),
    ),
    Option(
        "unmatched-policy",
        "block",
        "whether tools without a contract are blocked or allowed",
        ("block", "allow"),
    ),
    Option("denied-tools", (), "tools that the principal isn't authorized for", kind=list),
    Option("refuse-invalid", True, "refuse to start on a compile-level finding", kind=bool),
    Option(
        "honour-error-suppressions",
        False,
        "let `graph_analysis.suppress` hide errors, too",
        kind=bool,
    ),
)
"""Reference §2.8, §3.3 A5 and §4.2; `denied-tools` is the executor option of its narrow table."""
