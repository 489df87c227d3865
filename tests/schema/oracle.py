"""What the jsonschema library and a plain walk say, for tests of the questions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from jsonschema import Draft202012Validator
from referencing.exceptions import Unresolvable

from phaselint.schema import EACH

if TYPE_CHECKING:
    from phaselint.schema import Path

IN_PLACE = ("allOf", "anyOf", "oneOf", "not", "if", "then", "else", "$ref", "dependentSchemas")


def goes_round(root: Any) -> bool:
    """Whether some schema applies itself to the same value: the library then never ends."""
    targets = {"#": root, "#mark": root["$defs"]["b"]}
    targets |= {f"#/$defs/{name}": part for name, part in root["$defs"].items()}
    waiting: list[tuple[Any, tuple[int, ...]]] = [(part, ()) for part in targets.values()]
    while waiting:
        here, above = waiting.pop()
        if id(here) in above:
            return True
        if not isinstance(here, dict):
            continue
        for key in IN_PLACE:
            below = here.get(key)
            parts = [targets.get(below)] if isinstance(below, str) else [below]
            if key == "dependentSchemas" and isinstance(below, dict):
                parts = list(below.values())
            elif isinstance(below, list):
                parts = below
            waiting += [(part, (*above, id(here))) for part in parts]
    return False


def accepts(schema: Any, instance: Any) -> bool | None:
    """What the library says; none where a reference leads nowhere."""
    try:
        return Draft202012Validator(schema).is_valid(instance)
    except Unresolvable:
        return None


def resolve(value: Any, path: Path) -> list[Any] | None:
    """The values at a path; none when some value lacks it."""
    here = [value]
    for step in path:
        below: list[Any] = []
        for part in here:
            if step is EACH:
                if not isinstance(part, list):
                    return None
                below += part
            elif isinstance(step, str):
                if not isinstance(part, dict) or step not in part:
                    return None
                below.append(part[step])
            else:
                assert isinstance(step, int)
                if not isinstance(part, list) or step >= len(part):
                    return None
                below.append(part[step])
        here = below
    return here
