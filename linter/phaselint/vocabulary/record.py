"""Named tuples that cost next to nothing to define.

`typing.NamedTuple` compiles a constructor for every class. To define the 76 records of a plain
lint that way costs about as much as starting Python, 16 % of the lint; here it costs a twentieth
of a start (Python 3.11, `tests/benchmarks/bench_records.py`). It is paid for where records are
made: by position a third more, by name three to eight times as much. A loop that makes many gives
few values, by position.

To a type checker it is the same. It has what phaselint uses of a named tuple: construction by
position and name, defaults, `_fields`, `_replace`, `_asdict`, unpacking, ordering, hashing and
pickling.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import NamedTuple
else:
    from collections import _tuplegetter

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
                "__match_args__": fields,
            }
            return super().__new__(mcs, name, bases, body)

    class NamedTuple(metaclass=_Meta):
        """See `typing.NamedTuple`."""

        __slots__ = ()
        _fields = ()
        _defaults = ()

        def __new__(cls, *values, **named):
            missing = len(cls._fields) - len(values)
            if not named:
                if not missing:
                    return tuple.__new__(cls, values)
                if 0 < missing <= len(cls._defaults):
                    return tuple.__new__(cls, values + cls._defaults[-missing:])
            rest = cls._fields[len(values) :]
            if len(named) == missing and all(map(named.__contains__, rest)):
                return tuple.__new__(cls, (*values, *map(named.__getitem__, rest)))
            return tuple.__new__(cls, (*values, *cls._rest(missing, named)))

        @classmethod
        def _rest(cls, missing, named):
            """The values that were not given by position. Raises TypeError as a call does."""
            if missing < 0:
                raise TypeError(f"{cls.__name__}() takes {len(cls._fields)} arguments")
            rest = cls._fields[len(cls._fields) - missing :]
            wrong = [field for field in named if field not in rest]
            if wrong:
                raise TypeError(f"{cls.__name__}() got unexpected arguments: {sorted(wrong)}")
            known = {**cls._optional, **named}
            try:
                return [known[field] for field in rest]
            except KeyError:
                lacking = [field for field in rest if field not in known]
                raise TypeError(f"{cls.__name__}() lacks arguments: {lacking}") from None

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
