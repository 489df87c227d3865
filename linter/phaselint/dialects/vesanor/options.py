"""The options of the dialect, which choose between readings and set the executor."""

from __future__ import annotations

from phaselint.dialects.base import Option

OPTIONS = (
    Option("semantics", "documented", "which semantics to follow", ("documented",)),
    Option("mode", "enforce", "how the runtime governs", ("enforce", "shadow", "log-only")),
    Option(
        "gate",
        "reject_all",
        "what happens to a response with a blocked call",
        ("reject_all", "strip_partial", "strip_blocked"),
    ),
    Option("unmatched-policy", "block", "tools without a contract", ("block", "allow")),
    Option("denied-tools", (), "tools that the principal isn't authorized for", kind=list),
    Option("refuse-invalid", True, "refuse to start on a compile-level finding", kind=bool),
    Option(
        "honour-error-suppressions",
        False,
        "let graph_analysis.suppress hide errors as well",
        kind=bool,
    ),
)
"""Reference §2.8, §3.3 A5 and §4.2; `denied-tools` is the executor option of its narrow table."""
