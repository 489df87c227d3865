"""The options of `phaselint diff`, in a table like those of `lint` (see `options`)."""

from __future__ import annotations

from phaselint.behavior.difference.differing import BOUND
from phaselint.cli.options import CONTRACT, Option
from phaselint.report.difference import FORMATS

FAILING = ("new-runs", "lost-facts", "policies", "findings")
"""The kinds of differences that --fail-if takes."""

FROM, TO = "PRE_COMMIT_FROM_REF", "PRE_COMMIT_TO_REF"
"""The variables in which pre-commit says what is pushed."""

DIFF = (
    Option("flag", ("--staged",), "Use the index instead of the working tree."),
    Option(
        "text",
        ("--merge-base",),
        "Use the commit where this revision and the new one diverge as OLD.",
        None,
        "fork",
        metavar="REVISION",
    ),
    Option(
        "flag",
        ("--pre-push",),
        f"Use {FROM} and {TO}, which pre-commit sets before a push.",
    ),
    Option("choice", ("--format",), "", "text", "format_", choices=FORMATS),
    Option("text", ("--output",), "Write to a file; `-` is stdout.", "-", metavar="FILE"),
    Option("flag", ("--verbose", "-v"), "Show all differences, each with its run."),
    Option(
        "words",
        ("--fail-if",),
        f"Exit with 1 if there are any of these: {', '.join(FAILING)}.",
        (),
        metavar="KINDS",
    ),
    Option(
        "count",
        ("--bound",),
        "Limit the compared pairs of states per contract.",
        BOUND,
        least=1,
        show_default=True,
    ),
    *CONTRACT,
)
"""The options of `phaselint diff`, in the order of its help; it also takes versions."""
