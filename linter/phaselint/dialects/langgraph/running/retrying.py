"""Which exceptions the default `RetryPolicy` tries again after (reference §5.13)."""

from __future__ import annotations

import builtins

MOST_ATTEMPTS = 3
"""How often a node with the default policy is tried."""

_FINAL = (
    *(ValueError, TypeError, ArithmeticError, ImportError, LookupError, NameError, SyntaxError),
    *(RuntimeError, ReferenceError, StopIteration, StopAsyncIteration, OSError),
)
_OF_VALUES = frozenset(
    ("GraphRecursionError", "EmptyInputError", "ValidationError", "JSONDecodeError")
)
"""Exceptions from packages that inherit from these."""


def is_retried(name: str) -> bool:
    """Whether a node is run again after an exception of a name."""
    kind = getattr(builtins, name, None)
    if not isinstance(kind, type) or not issubclass(kind, BaseException):
        return name not in _OF_VALUES
    if issubclass(kind, ConnectionError):
        return True
    return issubclass(kind, Exception) and not issubclass(kind, _FINAL)
