"""What rules need to be asked at all, or about all there is: the names of facts (`SwenyFacts`); and
what they are about: keys of a workflow, its nodes and its edges.

Causes come without their consequences (reference sweny §8, preamble).
"""

from __future__ import annotations

MAPPING = ("workflow_known",)
"""The file holds a mapping."""

NODES = ("nodes_known",)
"""It is known which names are nodes."""

NONE_BROKEN = ("all_nodes_sound",)
"""The schema pass has found nothing in any node there is."""

SOUND = (*NODES, *NONE_BROKEN)
"""Each node can be told, and what is in it."""

GRAPH = ("graph_known",)
"""Entry and edges lead to nodes, so that there are ways."""

BOUNDED = ("cycles_bounded",)
"""No cycle goes round for ever."""

LOOPS = ("loops_known",)
"""The loader takes the graph, so that its counters can be asked about."""

COUNTED = ("loops_complete",)
"""The bound has left no question about counters open."""

NEXT = ("is_next",)
"""The workflow is for the next release: what only that knows does not arise elsewhere."""

CURRENT = ("is_current",)
"""The workflow is for the release of today."""

NEXT_GRAPH = (*NEXT, *GRAPH)

SKILL_FILE = ("is_skill_file",)
"""The file is a SKILL.md: what is wrong with such does not arise in a workflow."""

# --- keys of which one has to be there for a rule to find anything (`Rule.only_if_keys`) ---------

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
