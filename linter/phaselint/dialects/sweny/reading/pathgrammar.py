"""Gate paths: the one grammar of `eval` and `requires` (reference §5.7)."""

from __future__ import annotations

import re
from functools import lru_cache

from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Literal


_PREFIX = re.compile(r"[a-z]+:")
_SEGMENT = re.compile(r"([A-Za-z_][A-Za-z0-9_]*)(\[\*\])?")


def addressable(name: str) -> bool:
    """Whether a path can name it: ids and names are free text, segments are identifiers."""
    found = _SEGMENT.fullmatch(name)
    return found is not None and found[2] is None


class Segment(NamedTuple):
    """A step of a path: a name, and whether all elements of the list there are meant."""

    name: str
    wildcard: bool = False

    def __str__(self) -> str:
        return f"{self.name}[*]" if self.wildcard else self.name


class GatePath(NamedTuple):
    """A path as it was read; with an `error`, in the reference's words, it has no segments."""

    mode: Literal["all", "any"] = "all"
    segments: tuple[Segment, ...] = ()
    error: str = ""

    @property
    def root(self) -> str:
        """The first name; empty for a path that cannot be read."""
        return self.segments[0].name if self.segments else ""


@lru_cache(maxsize=256)  # a check is made again in each state of a run
def parse(text: str) -> GatePath:
    """Read a path; what is not one has the reference's complaint as its `error`."""
    prefix = _PREFIX.match(text)
    mode = prefix[0][:-1] if prefix else "all"
    if mode not in ("all", "any"):
        return GatePath(error=f"unknown prefix '{mode}' (expected 'all' or 'any')")
    rest = text[prefix.end() :] if prefix else text
    if not rest:
        return GatePath(error="empty path after prefix" if prefix else "empty path")
    segments = []
    for part in rest.split("."):
        found = _SEGMENT.fullmatch(part)
        if found is None:
            return GatePath(error=f"malformed segment '{part}'")
        segments.append(Segment(found[1], found[2] is not None))
    return GatePath("any" if mode == "any" else "all", tuple(segments))
