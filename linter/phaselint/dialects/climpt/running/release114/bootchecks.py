"""Everything that boot refuses in a registry in release 1.14 (1.14 §3.3).

Written against the raw registry, independently of the rules whose verdicts it confirms. Every check
can raise the error that crashes the reference: a value of another shape.
"""

from __future__ import annotations

import re

from phaselint.dialects.climpt.running.admission import CRASH
from phaselint.dialects.climpt.running.agentchecks import object_at
from phaselint.dialects.climpt.running.failure import Failure, refused_at
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
        place = ("entryStepMapping",) if "entryStepMapping" in registry else ()
        reason = "neither `entryStep` nor an entry in `entryStepMapping` is set"
        yield refused_at("A3", reason, place)
    for check in (_outside, _polling, _targets, _untaken, _nameless):
        yield from check(steps)
    if steps and not any(step["kind"] == "closure" for step in steps.values()):
        yield refused_at("S5", "no closure step exists", ("steps",))
    yield from _patterned(steps)
    yield from _malformed(steps)


def _outside(steps: Steps) -> Iterator[Failure]:
    for key, step in steps.items():
        file = object_at(step, "outputSchemaRef").get("file")
        if isinstance(file, str) and (file.startswith("/") or ".." in file):
            place = ("steps", key, "outputSchemaRef", "file")
            yield refused_at("A5", f"step `{key}`: `{file}` isn't below `schemas/`", place)


def _polling(steps: Steps) -> Iterator[Failure]:
    for key, step in steps.items():
        polls = step["kind"] == "closure" and step["address"]["c3"] == "polling"
        if polls and object_at(step, "retry").get("postLLMConditions"):
            place = ("steps", key, "retry", "postLLMConditions")
            yield refused_at("A8", f"step `{key}` polls, but has conditions in `retry`", place)


def _targets(steps: Steps) -> Iterator[Failure]:
    for key, step in steps.items():
        for intent, rule in object_at(step, "transitions").items():
            target = object_at(rule).get("target")
            if target is not None and not is_step(steps, target):
                reason = f"step `{key}`: `{intent}` points to `{target}`, which isn't a step"
                place = ("steps", key, "transitions", intent, "target")
                yield refused_at("S2", reason, place)


def _untaken(steps: Steps) -> Iterator[Failure]:
    for key, step in steps.items():
        if not has_gate(step):
            continue
        rules = object_at(step, "transitions")
        for number, intent in enumerate(step["structuredGate"]["allowedIntents"]):
            if intent not in rules:
                place = ("steps", key, "structuredGate", "allowedIntents", number)
                yield refused_at("S3", f"step `{key}`: no transition for `{intent}`", place)


def _nameless(steps: Steps) -> Iterator[Failure]:
    for key, step in steps.items():
        reference = step.get("outputSchemaRef")
        if isinstance(reference, dict) and reference.get("schema") == "":
            place = ("steps", key, "outputSchemaRef", "schema")
            yield refused_at("S4", f"step `{key}`: the name of the output schema is empty", place)


def _patterned(steps: Steps) -> Iterator[Failure]:
    for key, step in steps.items():
        pattern = object_at(step, "retry", "onFailure").get("patternRef")
        if pattern:
            place = ("steps", key, "retry", "onFailure", "patternRef")
            yield refused_at("S7", f"step `{key}`: boot never finds pattern `{pattern}`", place)


def _malformed(steps: Steps) -> Iterator[Failure]:
    """A string is read letter by letter; a value without a length is skipped, but null crashes."""
    for key, step in steps.items():
        chain = step.get("adaptationChain", ())
        if chain is None:
            reason = f"step `{key}`: `adaptationChain` is null"
            yield refused_at(CRASH, reason, ("steps", key, "adaptationChain"))
            return
        for number, element in enumerate(chain if isinstance(chain, (list, str)) else ()):
            if not _is_segment(element):
                place = ("steps", key, "adaptationChain", number)
                yield refused_at("S9", f"step `{key}`: `{element}` isn't an adaptation", place)


def _is_segment(element: Any) -> bool:
    known = isinstance(element, str) and _ELEMENT.fullmatch(element) is not None
    return known and ".." not in element
