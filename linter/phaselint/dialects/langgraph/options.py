"""What can be set for LangGraph (reference langgraph §12)."""

from __future__ import annotations

from phaselint.dialects.base import Option

OPTIONS = (
    Option(
        "version",
        "",
        "the release of langgraph, such as `1.2`; without it the one that the project requires",
        reads=True,
    ),
    Option("notebooks", False, "whether notebooks are read", kind=bool, reads=True),
    Option(
        "platform",
        False,
        "whether a platform runs the graphs and supplies the checkpointer",
        kind=bool,
        reads=True,
    ),
    Option("python", "", "the release of Python that runs the graphs, such as `3.11`", reads=True),
    Option(
        "closed",
        False,
        "whether nothing that is not read adds nodes or edges to a graph",
        kind=bool,
        reads=True,
    ),
    Option("roots", (), "folders in which imported modules are looked for", kind=list, reads=True),
    Option("tests", False, "whether graphs in tests are contracts", kind=bool, reads=True),
    Option(
        "recursion-limit", 0, "the limit of steps of a run; 0 for that of the release", kind=int
    ),
)
