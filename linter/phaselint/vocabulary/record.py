"""Named tuples that cost next to nothing to define.

`typing.NamedTuple` compiles a constructor for every class. To define the 76 records of a plain
lint that way costs about as much as starting Python, 16 % of the lint; here it costs a twentieth
of a start (Python 3.11, `tests/benchmarks/bench_records.py`). A constructor is compiled once for
each number of fields, with this module, and given the names of the fields.

To a type checker it is the same. It has what phaselint uses of a named tuple: construction by
position and name, defaults, `_fields`, `_replace`, `_asdict`, unpacking, ordering, hashing and
pickling.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NamedTuple
else:
    from collections import _tuplegetter
    from functools import cache
    from types import FunctionType

    _new = tuple.__new__

    _CONSTRUCTORS = (
        lambda _cls: _new(_cls, ()),
        lambda _cls, a: _new(_cls, (a,)),
        lambda _cls, a, b: _new(_cls, (a, b)),
        lambda _cls, a, b, c: _new(_cls, (a, b, c)),
        lambda _cls, a, b, c, d: _new(_cls, (a, b, c, d)),
        lambda _cls, a, b, c, d, e: _new(_cls, (a, b, c, d, e)),
        lambda _cls, a, b, c, d, e, f: _new(_cls, (a, b, c, d, e, f)),
        lambda _cls, a, b, c, d, e, f, g: _new(_cls, (a, b, c, d, e, f, g)),
        lambda _cls, a, b, c, d, e, f, g, h: _new(_cls, (a, b, c, d, e, f, g, h)),
        lambda _cls, a, b, c, d, e, f, g, h, i: _new(_cls, (a, b, c, d, e, f, g, h, i)),
        lambda _cls, a, b, c, d, e, f, g, h, i, j: _new(_cls, (a, b, c, d, e, f, g, h, i, j)),
        lambda _cls, a, b, c, d, e, f, g, h, i, j, k: _new(_cls, (a, b, c, d, e, f, g, h, i, j, k)),
        lambda _cls, a, b, c, d, e, f, g, h, i, j, k, m: _new(
            _cls, (a, b, c, d, e, f, g, h, i, j, k, m)
        ),
        lambda _cls, a, b, c, d, e, f, g, h, i, j, k, m, n: _new(
            _cls, (a, b, c, d, e, f, g, h, i, j, k, m, n)
        ),
        lambda _cls, a, b, c, d, e, f, g, h, i, j, k, m, n, o: _new(
            _cls, (a, b, c, d, e, f, g, h, i, j, k, m, n, o)
        ),
        lambda _cls, a, b, c, d, e, f, g, h, i, j, k, m, n, o, p: _new(
            _cls, (a, b, c, d, e, f, g, h, i, j, k, m, n, o, p)
        ),
        lambda _cls, a, b, c, d, e, f, g, h, i, j, k, m, n, o, p, q: _new(
            _cls, (a, b, c, d, e, f, g, h, i, j, k, m, n, o, p, q)
        ),
    )
    """What makes records of so many fields, whatever those are called."""

    _LARGE = lambda _cls: _new(_cls, (*locals().values(),)[1:])  # noqa: E731 - one of those above
    """What makes records of more fields: all that it is given, in order."""

    _getter = cache(lambda place: _tuplegetter(place, ""))  # a property takes twice as long to read

    def _constructor(name, fields, defaults):
        """What makes records of a name and some fields, the last of which have defaults."""
        small = len(fields) < len(_CONSTRUCTORS)
        made = _CONSTRUCTORS[len(fields)] if small else _LARGE
        names = ("_cls", *fields)
        size = len(names)
        code = made.__code__.replace(
            co_argcount=size, co_nlocals=size, co_varnames=names, co_qualname=name
        )
        return FunctionType(code, globals(), "__new__", defaults)

    class _Meta(type):
        """Makes the fields of a class body properties of a tuple."""

        def __new__(mcs, name, bases, body):
            fields = tuple(body.get("__annotations__", ()))
            defaults = {field: body[field] for field in fields if field in body}
            places = {field: place for place, field in enumerate(fields)}
            for field, place in places.items():
                body[field] = _getter(place)
            own = {
                "__slots__": (),
                "__match_args__": fields,
                "__new__": _constructor(name, fields, tuple(defaults.values())),
                "_fields": fields,
                "_places": places,
                "_field_defaults": defaults,
            }
            # Below a plain tuple, as in `typing`: a class takes a fifth longer to make where there
            # is another one between.
            return type(name, (tuple, *bases[1:]), _SHARED | body | own)

    def _repr(self):
        parts = (f"{field}={value!r}" for field, value in zip(self._fields, self, strict=True))
        return f"{type(self).__name__}({', '.join(parts)})"

    def _values(self):
        return tuple(self)

    def _replace(self, **changes):
        """A copy with some fields changed."""
        values, places = [*self], self._places
        try:
            for field, value in changes.items():
                values[places[field]] = value
        except KeyError:
            strange = sorted(changes.keys() - places.keys())
            raise ValueError(f"{type(self).__name__} has no fields {strange}") from None
        return _new(type(self), values)

    def _asdict(self):
        """The fields by name, in order."""
        return dict(zip(self._fields, self, strict=True))

    _SHARED = {
        "__repr__": _repr,
        "__getnewargs__": _values,
        "_replace": _replace,
        "_asdict": _asdict,
    }
    """What all records have."""

    NamedTuple = type.__new__(_Meta, "NamedTuple", (), {"__doc__": "See `typing.NamedTuple`."})


__all__ = ["NamedTuple"]
