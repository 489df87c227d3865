"""What can be set for LangGraph (reference langgraph §12)."""

from __future__ import annotations

from phaselint.dialects.base import Option

OPTIONS = (
    Option(
        "version",
        "",
        "the release of langgraph, such as `1.2`; the default is the project's requirement",
        reads=True,
    ),
    Option("notebooks", False, "whether to read notebooks", kind=bool, reads=True),
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
        "whether the files read contain all nodes and edges of a graph",
        kind=bool,
        reads=True,
    ),
    Option("roots", (), "folders to search for imported modules", kind=list, reads=True),
    Option("tests", False, "whether to treat graphs in tests as contracts", kind=bool, reads=True),
    Option("recursion-limit", 0, "the step limit of a run; 0 for the release's default", kind=int),
)
