"""What must be known about a graph before a rule checks it (reference langgraph §7).

Each is for `needs` or `complete_if` of a rule and names properties of `LanggraphFacts`. Needs for
one router are checked by its method `answers_known`.
"""

from __future__ import annotations

GRAPH = ("has_graph",)
"""The file of the graph is readable."""

CLOSED = ("closed",)
"""C: all nodes and edges are known."""

TARGETS = ("targets_known",)
"""C and T: also, the targets of every source that runs can reach."""

SCHEMA = ("has_graph", "schema_known")
"""S: all keys of the state."""

BUILT = ("has_graph", "buildable")
"""LangGraph builds and compiles the graph, as far as known; otherwise there are no runs (§7.7)."""

CLOSED_RUNS = ("closed", "buildable")
"""C, of a graph that has runs."""

RUNS = ("targets_known", "buildable")
"""C and T, of a graph that has runs."""

SCHEMA_RUNS = ("has_graph", "schema_known", "buildable")
"""S, of a graph that has runs."""

INVOKED_RUNS = ("has_graph", "invocations_known", "buildable")
"""X: all invocations of a graph that has runs."""
