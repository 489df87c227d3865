"""The version of phaselint, and where it and its documentation are found."""

from __future__ import annotations

__version__ = "0.1.0"

REPOSITORY = "OWNER/phaselint"
"""Its owner and name on GitHub, as README and documentation say them; OWNER stands for nobody."""

DOCUMENTATION = ""
"""The address below which the documentation is published, without a slash at its end; empty as
long as it is not."""
