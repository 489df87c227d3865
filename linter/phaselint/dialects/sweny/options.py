"""What can be set for SWEny contracts (reference §5.1, §5.2, §5.18, §6, §11)."""

from __future__ import annotations

from phaselint.dialects.base import Option

OPTIONS = (
    Option(
        "semantics",
        "reference",
        "what to follow where specification and implementation differ",
        ("reference", "documented"),
    ),
    Option("target", "current", "the release to lint for", ("current", "next"), reads=True),
    Option("registry", "open", "whether all existing skills are known", ("open", "complete")),
    Option("agent-tools", (), "built-in agent tools in addition to the known ones", kind=list),
    Option("router", "scripted", "who answers route questions", ("scripted", "bundled")),
    Option("max-steps", 200, "visits after which a run ends", kind=int),
    Option("refuse-invalid", True, "refuse to start what the loader refuses", kind=bool),
    Option("check-answers", False, "refuse answers that the output schema forbids", kind=bool),
    Option("validate-inputs", True, "check the run input as the command line does", kind=bool),
)
