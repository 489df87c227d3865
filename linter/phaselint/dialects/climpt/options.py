"""What can be set for agents (reference §5, §6.1, §7.9, 1.14 §10)."""

from __future__ import annotations

from phaselint.dialects.base import Option

INSTEAD = (
    "no release runs as the documents say; `docs-parity` wants what they demand, "
    "`documented-edges` follows the edges that only they know, and `legacy` lints for an older "
    "release as well"
)
"""What there is for those who go by the documents (§5)."""

OPTIONS = (
    Option(
        "target",
        "auto",
        "the release that agents are linted for; `auto` goes by how each is written",
        ("auto", "1.13", "1.14"),
    ),
    Option(
        "semantics",
        "reference",
        "what is followed where documents and implementation differ; the only choice",
        ("reference",),
        refused=(("documented", INSTEAD),),
    ),
    Option(
        "validate-parity",
        False,
        "report an error wherever the reference's `--validate` does; without it, what has none "
        "here may have some there",
        kind=bool,
    ),
    Option("docs-parity", False, "also want what only the documents demand", kind=bool),
    Option("documented-edges", False, "also follow edges that only the documents know", kind=bool),
    Option("legacy", "", "an older release to lint for as well", ("", "1.13.22")),
    Option("max-iterations", 0, "iterations of a run; 0 leaves it to the agent", kind=int),
    Option("refuse-invalid", True, "refuse to start what the reference refuses", kind=bool),
    Option("check-answers", False, "refuse answers that the output schema forbids", kind=bool),
)
