"""Gate paths: the one grammar of `eval` and `requires` (reference §5.7)."""

from __future__ import annotations

from functools import lru_cache

from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Literal


_EACH = "[*]"


def addressable(name: str) -> bool:
    """Whether a path can name it: ids and names are free text, segments are identifiers."""
    return name.isascii() and name.isidentifier()


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
    mode, colon, rest = text.partition(":")
    prefixed = bool(colon) and mode.isascii() and mode.isalpha() and mode.islower()
    if not prefixed:
        mode, rest = "all", text
    if mode not in ("all", "any"):
        return GatePath(error=f"unknown prefix '{mode}' (expected 'all' or 'any')")
    if not rest:
        return GatePath(error="empty path after prefix" if prefixed else "empty path")
    segments = []
    for part in rest.split("."):
        name = part.removesuffix(_EACH)
        if not addressable(name):
            return GatePath(error=f"malformed segment '{part}'")
        segments.append(Segment(name, name != part))
    return GatePath("any" if mode == "any" else "all", tuple(segments))
