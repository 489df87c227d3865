"""The version of phaselint and where it is documented, where every part of it can ask."""

from __future__ import annotations

__version__ = "0.1.0"

DOCUMENTATION = ""
"""The address below which the documentation is published, without a slash at its end; empty as
long as it is not."""
