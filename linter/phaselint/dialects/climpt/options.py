"""What can be set for agents (reference §5, §6.1, §7.9, 1.14 §10)."""

from __future__ import annotations

from phaselint.dialects.base import Option

INSTEAD = (
    "no release runs as climpt's documentation says; `docs-parity` also requires what it "
    "requires, `documented-edges` also follows its transitions, and `legacy` also lints for an "
    "older release"
)
"""The alternatives for those who follow the documentation (§5)."""

OPTIONS = (
    Option(
        "target",
        "auto",
        "the release to lint agents for; `auto` uses the format of each agent",
        ("auto", "1.13", "1.14"),
    ),
    Option(
        "semantics",
        "reference",
        "what to follow where documentation and implementation differ; the only choice",
        ("reference",),
        refused=(("documented", INSTEAD),),
    ),
    Option(
        "validate-parity",
        False,
        "report an error wherever climpt's `--validate` does; otherwise it can report more "
        "errors than phaselint",
        kind=bool,
    ),
    Option(
        "docs-parity", False, "also require what only climpt's documentation requires", kind=bool
    ),
    Option(
        "documented-edges",
        False,
        "also follow transitions that exist only in climpt's documentation",
        kind=bool,
    ),
    Option("legacy", "", "an older release to lint for as well", ("", "1.13.22")),
    Option("max-iterations", 0, "iterations of a run; 0 leaves it to the agent", kind=int),
    Option("refuse-invalid", True, "refuse to start what the runtime refuses", kind=bool),
    Option("check-answers", False, "refuse answers that the output schema forbids", kind=bool),
)
