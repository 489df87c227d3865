"""The version of phaselint, and where it and its documentation are found.

`python tools/names.py` sets all three, here and wherever they are written besides.
"""

from __future__ import annotations

__version__ = "0.1.0"

REPOSITORY = ""
"""Its owner and name on GitHub, such as `acme/phaselint`; empty as long as it isn't published."""

DOCUMENTATION = ""
"""The address below which the documentation is published, without a slash at its end; empty as
long as it is not."""
