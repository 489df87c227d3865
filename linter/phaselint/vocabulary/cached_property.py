"""Properties that are worked out once.

Up to Python 3.11 `functools.cached_property` takes a lock each time it works one out, which costs
three times the rest of it; to check a contract it does so fifty times. Here, as in later releases,
two threads that ask at once may both work it out.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from functools import cached_property
else:

    class cached_property:
        """See `functools.cached_property`."""

        def __init__(self, function):
            self.__doc__ = function.__doc__
            self._function = function

        def __set_name__(self, owner, name):
            self._name = name

        def __get__(self, instance, owner=None):
            if instance is None:
                return self
            value = instance.__dict__[self._name] = self._function(instance)
            return value


__all__ = ["cached_property"]
