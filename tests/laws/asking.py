"""Random policies over the acts of a contract."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from phaselint.policies.naming import written
from phaselint.policies.reading import read_policies

if TYPE_CHECKING:
    import random
    from collections.abc import Sequence

    from phaselint.dialects.acts import Act
    from phaselint.policies.policy import Policy

SCOPES = {
    "never": ("", "before", "after", "between"),
    "at-most": ("", "after", "between"),
    "every-run": ("", "before", "after"),
    "some-run": ("", "before", "after"),
}
SHAPES = ("never", "never", "at-most", "never-both", "every-run", "every", "some-run")


def drawn_policy(pick: random.Random, acts: Sequence[Act], under: str = "hostile") -> Policy:
    """A policy that can be read, over some acts."""
    while True:
        policies, _ = read_policies([_mapping(pick, acts, under)], ())
        if policies:
            return policies[0]


def _mapping(pick: random.Random, acts: Sequence[Act], under: str) -> dict[str, Any]:
    shape = pick.choice(SHAPES)
    found: dict[str, Any] = {shape: _named(pick, acts), "under": under}
    if shape == "at-most":
        found |= {shape: pick.randint(0, 2), "of": _named(pick, acts)}
    elif shape == "never-both":
        found[shape] = [_named(pick, acts), _named(pick, acts)]
    elif shape == "every":
        found["followed-by"] = _named(pick, acts)
    scope = pick.choice(SCOPES.get(shape, ("",)))
    if scope == "between":
        found[scope] = [_named(pick, acts), _named(pick, acts)]
    elif scope:
        found[scope] = _named(pick, acts)
    return found


def _named(pick: random.Random, acts: Sequence[Act]) -> Any:
    """An act, two of which any counts, a glob, or an act in its phase."""
    how = pick.random()
    one, other = pick.choice(acts), pick.choice(acts)
    if how < 0.1:
        return [written(one), written(other)]
    if how < 0.15:
        return f"{one.verb} *"
    if how < 0.2 and one.verb == "call" and one.phase:
        return f"{written(one)} in `{one.phase}`"
    return written(one)
