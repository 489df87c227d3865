"""What must be known of an agent for a rule to be asked (`Rule.needs`), and for its silence to mean
anything (`Rule.complete_if`): facts of `ClimptFacts`, by name."""

from __future__ import annotations

OF_1_13 = ("is_1_13",)
"""True in release 1.13 alone."""

OF_1_14 = ("is_1_14",)
"""True from release 1.14 on."""

AGENT = ("has_agent",)
"""Something in agent.json."""

REGISTRY = ("registry_read",)
"""Something in the registry, whatever its steps are."""

STEPS = (*REGISTRY, "steps_known")
"""The steps of the registry."""

BOTH = (*AGENT, *STEPS)
"""The steps together with agent.json."""

INPUTS = ("has_inputs",)
"""Inputs, with no findings if there are none."""

CHOICES = ("has_choices",)
"""Transitions with several targets, or none: with no findings if there are none."""

VALIDATION = (*REGISTRY, "validation_read")
"""Validation steps, validators and failure patterns."""

SETTINGS = (*OF_1_14, *AGENT, "settings_read")
"""What the settings of an agent say."""

WORKFLOW = (*OF_1_14, "workflow_read")
"""The workflow that runs agents."""

GRAPH = ("graph_known",)
"""Paths from step to step."""

RUN = (*GRAPH, "start_known")
"""Paths from the step in which runs of the agent start."""

SCHEMA_FILES = (*STEPS, "schema_files_known")
"""The files of output schemas."""

PROMPTS = (*STEPS, "prompts_known")
"""The prompts of steps."""

BRACES = ("has_braces",)
"""Names in braces, with no findings if prompts have variables only."""

SOUND = ("all_steps_sound",)
"""Everything in steps."""

RESOLVED = (*SOUND, "all_schemas_resolved")
"""Everything that steps and their output schemas say."""
