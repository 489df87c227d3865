"""Everything that boot refuses in a registry in release 1.14 (1.14 §3.3).

Written against the raw registry, independently of the rules whose verdicts it confirms. Every check
can raise the error that crashes the reference: a value of another shape.
"""

from __future__ import annotations

import re

from phaselint.dialects.climpt.running.agentchecks import object_at
from phaselint.dialects.climpt.running.failure import Failure
from phaselint.dialects.climpt.running.gatechecks import has_gate, is_step
from phaselint.javascript.values import is_truthy

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Any

    Steps = Mapping[str, Any]

_ELEMENT = re.compile(r"[A-Za-z0-9._-]+")


def boot_refusals(registry: Mapping[str, Any]) -> Iterator[Failure]:
    """Everything that boot finds, in the order of its rules."""
    steps: Steps = registry["steps"]
    mapped = bool(object_at(registry, "entryStepMapping"))
    if steps and not mapped and not is_truthy(registry.get("entryStep")):
        yield Failure("A3", "neither `entryStep` nor an entry in `entryStepMapping` is set")
    for check in (_outside, _polling, _targets, _untaken, _nameless):
        yield from check(steps)
    if steps and not any(step["kind"] == "closure" for step in steps.values()):
        yield Failure("S5", "no closure step exists")
    yield from _patterned(steps)
    yield from _malformed(steps)


def _outside(steps: Steps) -> Iterator[Failure]:
    for key, step in steps.items():
        file = object_at(step, "outputSchemaRef").get("file")
        if isinstance(file, str) and (file.startswith("/") or ".." in file):
            yield Failure("A5", f"step `{key}`: `{file}` isn't below `schemas/`")


def _polling(steps: Steps) -> Iterator[Failure]:
    for key, step in steps.items():
        polls = step["kind"] == "closure" and step["address"]["c3"] == "polling"
        if polls and object_at(step, "retry").get("postLLMConditions"):
            yield Failure("A8", f"step `{key}` polls, but has conditions in `retry`")


def _targets(steps: Steps) -> Iterator[Failure]:
    for key, step in steps.items():
        for intent, rule in object_at(step, "transitions").items():
            target = object_at(rule).get("target")
            if target is not None and not is_step(steps, target):
                yield Failure(
                    "S2", f"step `{key}`: `{intent}` points to `{target}`, which isn't a step"
                )


def _untaken(steps: Steps) -> Iterator[Failure]:
    for key, step in steps.items():
        if not has_gate(step):
            continue
        rules = object_at(step, "transitions")
        for intent in step["structuredGate"]["allowedIntents"]:
            if intent not in rules:
                yield Failure("S3", f"step `{key}`: no transition for `{intent}`")


def _nameless(steps: Steps) -> Iterator[Failure]:
    for key, step in steps.items():
        reference = step.get("outputSchemaRef")
        if isinstance(reference, dict) and reference.get("schema") == "":
            yield Failure("S4", f"step `{key}`: the name of the output schema is empty")


def _patterned(steps: Steps) -> Iterator[Failure]:
    for key, step in steps.items():
        pattern = object_at(step, "retry", "onFailure").get("patternRef")
        if pattern:
            yield Failure("S7", f"step `{key}`: boot never finds pattern `{pattern}`")


def _malformed(steps: Steps) -> Iterator[Failure]:
    """A string is read letter by letter; a value without a length is skipped, but null crashes."""
    for key, step in steps.items():
        chain = step.get("adaptationChain", ())
        if chain is None:
            raise TypeError(f"step `{key}`: `adaptationChain` is null")
        for element in chain if isinstance(chain, (list, str)) else ():
            if not _is_segment(element):
                yield Failure("S9", f"step `{key}`: `{element}` isn't an adaptation")


def _is_segment(element: Any) -> bool:
    known = isinstance(element, str) and _ELEMENT.fullmatch(element) is not None
    return known and ".." not in element
