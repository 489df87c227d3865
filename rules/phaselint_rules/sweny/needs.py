"""What rules need to be asked at all, or about all there is: the names of facts (`SwenyFacts`); and
what they are about: keys of a workflow, its nodes and its edges.

Causes come without their consequences (reference sweny §8, preamble).
"""

from __future__ import annotations

MAPPING = ("workflow_known",)
"""The file contains a mapping."""

NODES = ("nodes_known",)
"""It is known which names are nodes."""

NONE_BROKEN = ("all_nodes_sound",)
"""The schema pass has found no problem in any node."""

SOUND = (*NODES, *NONE_BROKEN)
"""Each node is known, with its contents."""

GRAPH = ("graph_known",)
"""Entry and edges point to nodes, so paths exist."""

BOUNDED = ("cycles_bounded",)
"""No cycle can run endlessly."""

LOOPS = ("loops_known",)
"""The loader accepts the graph, so its counters can be examined."""

COUNTED = ("loops_complete",)
"""The bound has left no question about counters open."""

NEXT = ("is_next",)
"""The workflow is for the next release: features of that release can't occur in other workflows."""

CURRENT = ("is_current",)
"""The workflow is for the current release."""

NEXT_GRAPH = (*NEXT, *GRAPH)

SKILL_FILE = ("is_skill_file",)
"""The file is a SKILL.md: its defects can't occur in a workflow."""

# --- keys of which one must exist for a rule to find anything (`Rule.only_if_keys`) ---------

BOUND = ("max_iterations",)
DISALLOWED = ("disallowed_tools",)
EVAL = ("eval",)
GATES = ("requires", "eval")
GUIDANCE = ("rules", "context")
INPUTS = ("inputs",)
JUDGE_MODEL = ("judge_model",)
OUTPUT = ("output",)
POLICY = ("eval_policy",)
REQUIRES = ("requires",)
RETRY = ("retry",)
SKILL_LISTS = ("skills",)
SOFT = ("fail_soft",)
TOOLS = ("tools",)
VERIFY = ("verify",)
WHEN = ("when",)
