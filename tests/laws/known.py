"""What does not keep the laws of proofs yet. The tests demand that it is exactly this: a rule that
is mended leaves the list, and none is added."""

from __future__ import annotations

TWIN: tuple[str, ...] = ()
"""Rules whose findings are proved of a repaired contract, too, or whose provers fail there."""

METHODS: tuple[str, ...] = ()
"""Rules some of whose findings are proved by another method than the rule declares."""

LIES: tuple[str, ...] = ()
"""Rules whose provers are talked into what is not so, or fail over it."""
