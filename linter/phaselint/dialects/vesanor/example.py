"""A first contract."""

from __future__ import annotations

from phaselint.dialects.setup import Example

EXAMPLE = Example({}, "")
