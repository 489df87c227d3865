"""What has to be known of a graph before a rule is asked about it (reference langgraph §7).

Each is for `needs` or `complete_if` of a rule and names properties of `LanggraphFacts`. What has to
be known of one router is asked by its method `answers_known`.
"""

from __future__ import annotations

GRAPH = ("has_graph",)
"""The file of the graph could be read."""

CLOSED = ("closed",)
"""C: all nodes and edges are known."""

TARGETS = ("targets_known",)
"""C and T: besides, where every source leads that runs may come to."""

SCHEMA = ("has_graph", "schema_known")
"""S: all keys of the state."""

BUILT = ("has_graph", "buildable")
"""LangGraph builds and compiles the graph, as far as is known: else there are no runs (§7.7)."""

CLOSED_RUNS = ("closed", "buildable")
"""C, of a graph that has runs."""

RUNS = ("targets_known", "buildable")
"""C and T, of a graph that has runs."""

SCHEMA_RUNS = ("has_graph", "schema_known", "buildable")
"""S, of a graph that has runs."""

INVOKED_RUNS = ("has_graph", "invocations_known", "buildable")
"""X: all invocations of a graph that has runs."""
