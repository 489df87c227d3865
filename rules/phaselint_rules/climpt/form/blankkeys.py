"""Keys of a registry with blanks around them, and what is missing because of that alone (reference
climpt §7.1)."""

from __future__ import annotations

from phaselint.vocabulary.message import message, quote
from phaselint_rules.climpt.pointertext import value_at

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from phaselint.dialects.climpt.analysis.facts import ClimptFacts
    from phaselint.vocabulary.finding import Place
    from phaselint.vocabulary.message import Message

PARTS = ("structuredGate", "transitions", "outputSchemaRef")
"""What every step of a gated registry must have."""

ENTRIES = ("entryStep", "entryStepMapping")

FORMS = ("target", "condition", "targets")
"""What makes a transition, in one form or the other."""


def blank_key(written: Any, name: str) -> str:
    """The key that is a name with blanks around it, in an object without that name; else empty."""
    if not isinstance(written, dict) or name in written:
        return ""
    return next((key for key in written if key != name and key.strip() == name), "")


def unslipped(written: Any, names: Iterable[str]) -> tuple[str, ...]:
    """Those of some names that an object lacks and has no key with blanks for."""
    return tuple(name for name in names if not blank_key(written, name))


def with_blanks(key: str, owner: Message) -> Message:
    """Say at which end a key of an owner has blanks."""
    first, last = key != key.lstrip(), key != key.rstrip()
    where = "starts and ends" if first and last else "starts" if first else "ends"
    return message("key {} of {} {} with white space", quote(key), owner, where)


def is_required(facts: ClimptFacts, owner: Place, name: str) -> bool:
    """Whether an object of the registry must have what a key with blanks was meant for."""
    for file, problem, _ in facts.contract.problems:
        missing = problem.kind == "missing-required-field" and name in problem.names
        if missing and (file, problem.pointer) == (owner.file, owner.pointer):
            return True
    inner = owner.pointer[len(facts.registry.base) :]
    if not inner and name in ENTRIES:
        written = value_at(facts, owner)
        return not any(written.get(each) for each in ENTRIES)
    if len(inner) == 4 and inner[2] == "transitions":
        return name in FORMS
    step = facts.steps.get(str(inner[1])) if len(inner) == 2 and inner[0] == "steps" else None
    if step is None or step.key.startswith("section."):
        return False
    kind = name == step.spelling.kind and (step.gate is not None or not step.spelling.infers)
    return kind or (facts.gated and name in PARTS)
