"""Named tuples that cost next to nothing to define.

`typing.NamedTuple` compiles a constructor for every class. To define the 76 records of a plain
lint that way costs about as much as starting Python, 16 % of the lint; here it costs a twentieth
of a start (Python 3.11, `tests/benchmarks/bench_records.py`). It is paid for where records are
made: by position a third more, by name three to eight times as much, until a record has been made
so often that a constructor of its own pays.

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
    from itertools import count

    _OFTEN = 200
    """After how many records a constructor is compiled, which takes as long as fifty of them."""

    class _Meta(type):
        """Makes the fields of a class body properties of a tuple."""

        def __new__(mcs, name, bases, body):
            if not bases:
                return super().__new__(mcs, name, (tuple,), body)
            fields = tuple(body.get("__annotations__", ()))
            if not fields and bases[0]._fields:  # the same record with further properties
                return super().__new__(mcs, name, bases, {**body, "__slots__": ()})
            optional = {field: body[field] for field in fields if field in body}
            for place, field in enumerate(fields):
                body[field] = _tuplegetter(place, "")  # a property takes twice as long to read
            body |= {
                "__slots__": (),
                "_fields": fields,
                "_defaults": tuple(optional.values()),
                "_optional": optional,
                "_field_names": frozenset(fields),
                "_made": count(),
                "__match_args__": fields,
            }
            return super().__new__(mcs, name, bases, body)

    class NamedTuple(metaclass=_Meta):
        """See `typing.NamedTuple`."""

        __slots__ = ()
        _fields = ()
        _defaults = ()
        _optional = {}  # noqa: RUF012 - nobody adds to it
        _field_names = frozenset()
        _made = count()

        def __new__(cls, *values, **named):
            fields, given = cls._fields, len(values)
            if given < len(fields) and next(cls._made) == _OFTEN:
                cls._compile_constructor()
            if named:
                known = cls._optional | named
                # Exactly these are wanted: no others, none twice, and none is lacking.
                if named.keys() <= cls._field_names and named.keys().isdisjoint(fields[:given]):
                    rest = fields[given:]
                    if all(map(known.__contains__, rest)):
                        return tuple.__new__(cls, (*values, *map(known.__getitem__, rest)))
            elif given == len(fields):
                return tuple.__new__(cls, values)
            elif 0 < (missing := len(fields) - given) <= len(cls._defaults):
                return tuple.__new__(cls, values + cls._defaults[-missing:])
            raise TypeError(cls._complaint(given, named))

        @classmethod
        def _compile_constructor(cls):
            """Have all further records made by a constructor like that of `typing`."""
            owner = next(each for each in cls.__mro__ if "_made" in vars(each))
            names = ", ".join(cls._fields)
            source = f"lambda _cls, {names}: _new(_cls, ({names},))"
            constructor = eval(source, {"_new": tuple.__new__})
            constructor.__defaults__ = cls._defaults
            owner.__new__ = staticmethod(constructor)

        @classmethod
        def _complaint(cls, given, named):
            """Why so many values by position and some by name are not what the fields take."""
            if given > len(cls._fields):
                return f"{cls.__name__}() takes {len(cls._fields)} arguments"
            rest = cls._fields[given:]
            wrong = [field for field in named if field not in rest]
            if wrong:
                return f"{cls.__name__}() got unexpected arguments: {sorted(wrong)}"
            lacking = [field for field in rest if field not in cls._optional | named]
            return f"{cls.__name__}() lacks arguments: {lacking}"

        def __repr__(self):
            parts = (f"{field}={value!r}" for field, value in zip(self._fields, self, strict=True))
            return f"{type(self).__name__}({', '.join(parts)})"

        def __getnewargs__(self):
            return tuple(self)

        def _replace(self, **changes):
            """A copy with some fields changed."""
            values = tuple(map(changes.pop, self._fields, self))
            if changes:
                raise ValueError(f"{type(self).__name__} has no fields {sorted(changes)}")
            return tuple.__new__(type(self), values)

        def _asdict(self):
            """The fields by name, in order."""
            return dict(zip(self._fields, self, strict=True))


__all__ = ["NamedTuple"]
