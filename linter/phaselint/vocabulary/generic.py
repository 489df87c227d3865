"""Generic classes, without what makes them so for type checkers: to import `typing` takes a third
of a start of Python (3.11)."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Generic
else:

    class Generic:
        """See `typing.Generic`: a class is the same whatever its parameters are."""

        __slots__ = ()

        def __class_getitem__(cls, parameters):
            return cls


__all__ = ["Generic"]
