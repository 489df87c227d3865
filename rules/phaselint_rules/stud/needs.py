"""What rules need to be known (`needs`), or known of all there is (`whole`), by facts."""

from __future__ import annotations

ALL = ("all_stages_usable",)
"""The fields and the body of every stage."""

PIPELINE = ("has_pipeline",)
"""A manifest."""

STAGES = ("has_stages",)
"""A manifest that lists stages."""

REGISTRY = ("has_stages", "has_registry", "tools_known")
"""Which tools there are."""

ALL_AND_TOOLS = (*ALL, "tools_known")
"""Every stage, and what is declared of tools."""

CONTEXT = ("has_context",)
"""What runs have in their context."""

CONTEXT_NAMES = ("has_stages", "context_known")
"""Which names the manifest has in the context."""

NAMES = ("names_known",)
"""The names of all stages: their ids, or as many names as are left for those without."""

NAMED = ("all_stages_named",)
"""The ids of all stages."""

NEXT = ("names_known", "next_known")
"""For which stages something says what comes next."""

SPECS = ("specs_known",)
"""What comes next after every stage."""

NAMED_SPECS = (*NAMED, *SPECS)
"""And the ids of all stages."""

RESULTS = (*SPECS, *ALL)
"""And what every stage passes on."""

GRAPH = ("graph_known",)
"""Who runs after whom, from the entry on."""

OUTPUTS = ("graph_known", "outputs_known")
"""And what the manifest says about outputs."""

REACH = ("reach_known",)
"""Which stages run; of a stage alone there is nothing else to know."""
