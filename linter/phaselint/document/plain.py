"""Names that YAML takes as they are."""

from __future__ import annotations

PLAIN = r"[A-Za-z_][A-Za-z0-9_./-]*"
"""Words that need no quotes in YAML and that no YAML reader takes for something else."""

NOT_PLAIN = frozenset({"true", "false", "null", "yes", "no", "on", "off", "y", "n"})
