"""Errors of the reference (reference §4)."""

from __future__ import annotations

from typing import Any


class Thrown(Exception):
    """An error that the reference throws: its class and code, and what more it tells."""

    def __init__(self, kind: str, code: str, **more: Any) -> None:
        super().__init__(f"{kind}/{code}")
        self.kind = kind
        self.code = code
        self.more = more
