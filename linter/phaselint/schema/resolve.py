"""Following `$ref` within one schema, and counting the work of one question.

Local pointers and anchors are followed. Anything else is unknown: nothing is ever fetched, and
in a schema with identifiers below the root no reference is followed, because they change what a
pointer is relative to.
"""

from __future__ import annotations

from phaselint.schema.model import STEPS
from phaselint.vocabulary.step_budget import Itself, current

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Final

    from phaselint.patterns.portable import Portable
    from phaselint.schema.model import Draft, SchemaPointer

    Part = tuple[Any, "SchemaPointer | None"]
    """A schema and its pointer; what a question adds has none."""


_OLD_DRAFTS = ("draft-03", "draft-04", "draft-06", "draft-07")
_MOST: Final = 100_000
"""How many values are searched for identifiers and anchors."""


def draft_of(schema: Any) -> Draft:
    """The draft that `$schema` names: draft-07 for it and its forerunners, else 2020-12."""
    named = schema.get("$schema") if isinstance(schema, dict) else None
    old = isinstance(named, str) and any(draft in named for draft in _OLD_DRAFTS)
    return "draft-07" if old else "2020-12"


class Book:
    """The whole schema that a question is about, and the work that is left for it.

    `bound` names the first bound that was hit; what it cut off counts as unknown. There are fewer
    steps than are asked for, or none, where other questions about the contract took them.
    """

    __slots__ = ("_anchors", "bound", "left", "old", "patterns", "root", "steps")

    def __init__(self, root: Any, steps: int = STEPS) -> None:
        self.root = root
        self.old = draft_of(root) == "draft-07"
        self.steps = self.left = current().granted(steps, self)
        self.bound = ""
        self.patterns: dict[str, Portable | None] = {}
        self._anchors: dict[str, SchemaPointer] | None = None

    def spend(self, amount: int = 1) -> bool:
        """Count schemas looked at; false when none is left."""
        self.left -= amount
        if self.left < 0:
            self.bound = self.bound or f"the bound of {self.steps:,} schemas looked at"
        return self.left >= 0

    def give_up(self, bound: str) -> None:
        """Note that a bound was hit."""
        self.bound = self.bound or bound

    def follow(self, ref: Any) -> Part | None:
        """Find what a reference names; none when that cannot be said."""
        if not isinstance(ref, str) or not ref.startswith("#"):
            return None
        if self._anchors is None:
            found = current().answer(_anchors, Itself(self.root))
            self._anchors = found if isinstance(found, dict) else {}
        if "" not in self._anchors:
            return None
        name = ref[1:]
        if "%" in name:
            from urllib.parse import unquote

            name = unquote(name)
        if name and not name.startswith("/"):
            place = self._anchors.get(name)
            return None if place is None else _at(self.root, place)
        return _at(self.root, tuple(map(_unescape, name.split("/")[1:])))


def _unescape(token: str) -> str:
    return token.replace("~1", "/").replace("~0", "~")


def _at(root: Any, pointer: SchemaPointer) -> Part | None:
    """The schema at a pointer, with the indexes of lists as numbers."""
    here = root
    place: list[str | int] = []
    for token in pointer:
        if isinstance(here, dict) and token in here:
            place.append(token)
        elif isinstance(here, list) and str(token).isdecimal() and int(token) < len(here):
            place.append(int(token))
        else:
            return None
        here = here[place[-1]]
    return (here, tuple(place)) if isinstance(here, (dict, bool)) else None


def unlinked(place: tuple[Any, ...]) -> SchemaPointer:
    """The pointer of a place that is kept as its last step after the place before it, which is
    cheap however deep it is."""
    steps: list[str | int] = []
    while place:
        place, step = place
        steps.append(step)
    return tuple(reversed(steps))


def _anchors(root: Itself) -> dict[str, SchemaPointer]:
    """Anchors by name, and the root as the empty name unless something below has an `$id`."""
    found: dict[str, SchemaPointer] = {"": ()}
    waiting: list[tuple[Any, tuple[Any, ...]]] = [(root.value, ())]
    for _ in range(_MOST):
        if not waiting:
            return found
        here, place = waiting.pop()
        if isinstance(here, list):
            waiting += ((value, (place, number)) for number, value in enumerate(here))
        elif isinstance(here, dict):
            if place and any(isinstance(here.get(key), str) for key in ("$id", "id")):
                return {}
            for key in ("$anchor", "$dynamicAnchor"):
                if isinstance(here.get(key), str):
                    found[here[key]] = unlinked(place)
            waiting += ((value, (place, key)) for key, value in here.items())
    return {}
