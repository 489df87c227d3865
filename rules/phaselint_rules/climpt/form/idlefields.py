"""Members of an agent that are known but have no effect (reference climpt §2, §7.1)."""

from __future__ import annotations

from phaselint.vocabulary.message import Message, message
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

    from phaselint.vocabulary.finding import Pointer, Severity

MODELS = ("sonnet", "opus", "haiku")

LEGACY_ROOT = ("userPromptsBase", "schemasBase")

LEGACY_STEP = ("fallbackKey",)

PROMPTS = ("runner", "flow", "prompts")

LEGACY_PROMPTS = ("fallbackDir",)


class Idle(NamedTuple):
    """A member that is known but never read: why, and how much that matters. A value that `unless`
    accepts isn't reported: it says what happens anyway, or another rule reports it."""

    why: Message
    severity: Severity = "warning"
    unless: Callable[[Any], bool] = lambda _: False


def _no_model(value: Any) -> bool:
    return value not in MODELS


_TEMPLATE = Idle(message("prompts are found by `c2`, `c3` and `edition` only"), "info")

IDLE_ROOT: Mapping[str, Idle] = {"pathTemplate": _TEMPLATE, "pathTemplateNoAdaptation": _TEMPLATE}

IDLE_STEP: Mapping[str, Idle] = {
    "condition": Idle(message("a step always runs when it is reached")),
    "priority": Idle(message("steps run in the order of their transitions")),
    "model": Idle(message("steps can't choose a model"), unless=_no_model),
    "type": Idle(message("all steps are prompts"), "info", lambda value: value != "prompt"),
}

IDLE_STEP_1_14: Mapping[str, Idle] = {
    **IDLE_STEP,
    "retry": Idle(message("answers are validated in `validationSteps`")),
}

IDLE_GATE: Mapping[str, Idle] = {
    "targetMode": Idle(
        message("targets are always found in the same way"),
        unless=lambda value: value not in ("dynamic", "conditional"),
    ),
}

IDLE_VALIDATION: Mapping[str, Idle] = {
    "outputSchemaRef": Idle(message("only an inline `outputSchema` is checked"), "info"),
}

IDLE_AGENT: Mapping[Pointer, Mapping[str, Idle]] = {
    ("runner", "flow"): {
        "defaultModel": Idle(message("the model isn't passed on"), unless=_no_model)
    },
    ("runner", "flow", "schemas"): {
        "base": Idle(message("schemas are always read from `schemas/`"), "info"),
    },
}
