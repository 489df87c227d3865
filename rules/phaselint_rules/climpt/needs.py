"""What has to be known of an agent for a rule to be asked (`Rule.needs`), and for its silence to
say anything (`Rule.complete_if`): facts of `ClimptFacts`, by their names."""

from __future__ import annotations

OF_1_13 = ("is_1_13",)
"""What is so in release 1.13 alone."""

OF_1_14 = ("is_1_14",)
"""What is so from release 1.14 on."""

AGENT = ("has_agent",)
"""Something in agent.json."""

REGISTRY = ("registry_read",)
"""Something in the registry, whatever its steps are."""

STEPS = (*REGISTRY, "steps_known")
"""The steps of the registry."""

BOTH = (*AGENT, *STEPS)
"""The steps together with agent.json."""

INPUTS = ("has_inputs",)
"""Inputs, of which nothing arises where there are none."""

CHOICES = ("has_choices",)
"""Transitions that have more than a target, or none: the same holds for them."""

VALIDATION = (*REGISTRY, "validation_read")
"""Validation steps, validators and failure patterns."""

SETTINGS = (*OF_1_14, *AGENT, "settings_read")
"""What the settings of an agent say."""

WORKFLOW = (*OF_1_14, "workflow_read")
"""The workflow that runs agents."""

GRAPH = ("graph_known",)
"""Ways from step to step."""

RUN = (*GRAPH, "start_known")
"""Ways from the step in which runs of the agent begin."""

SCHEMA_FILES = (*STEPS, "schema_files_known")
"""The files of output schemas."""

PROMPTS = (*STEPS, "prompts_known")
"""The prompts of steps."""

BRACES = ("has_braces",)
"""Names in braces, of which nothing arises where prompts have none but variables."""

SOUND = ("all_steps_sound",)
"""All that stands in steps."""

RESOLVED = (*SOUND, "all_schemas_resolved")
"""All that steps and their output schemas say."""
