"""Our named tuples do what those of the standard library do."""

from __future__ import annotations

import pickle
import typing
from typing import Any

import pytest

from phaselint.vocabulary.record import NamedTuple


class Ours(NamedTuple):
    a: int
    b: str = "b"
    c: tuple[int, ...] = ()

    @property
    def twice(self) -> int:
        return 2 * self.a


class Theirs(typing.NamedTuple):
    a: int
    b: str = "b"
    c: tuple[int, ...] = ()


CALLS: tuple[tuple[tuple[Any, ...], dict[str, Any]], ...] = (
    ((1,), {}),
    ((1, "x"), {}),
    ((1, "x", (2,)), {}),
    ((), {"a": 1}),
    ((1,), {"c": (2,)}),
    ((), {"c": (2,), "a": 1, "b": "x"}),
)


@pytest.mark.parametrize(("values", "named"), CALLS)
def test_it_holds_what_it_is_given(values: tuple[Any, ...], named: dict[str, Any]) -> None:
    ours, theirs = Ours(*values, **named), Theirs(*values, **named)
    assert tuple(ours) == tuple(theirs)
    assert (ours.a, ours.b, ours.c) == (theirs.a, theirs.b, theirs.c)
    assert ours._asdict() == theirs._asdict()
    assert repr(ours) == repr(theirs).replace("Theirs", "Ours")
    assert hash(ours) == hash(theirs)


@pytest.mark.parametrize(
    ("values", "named"),
    [((), {}), ((1, "x", (), 4), {}), ((1,), {"a": 2}), ((1,), {"d": 2}), ((), {"b": "x"})],
)
def test_it_refuses_what_a_call_refuses(values: tuple[Any, ...], named: dict[str, Any]) -> None:
    for record in (Ours, Theirs):
        with pytest.raises(TypeError):
            record(*values, **named)


def test_replace_copies() -> None:
    before = Ours(1)
    assert tuple(before._replace(b="x")) == (1, "x", ())
    assert tuple(before) == (1, "b", ())
    changes: dict[str, Any] = {"d": 1}
    with pytest.raises(ValueError, match="d"):
        before._replace(**changes)


def test_it_cannot_be_changed() -> None:
    record: Any = Ours(1)
    with pytest.raises(AttributeError):
        record.a = 2
    with pytest.raises(AttributeError):
        record.d = 2


def test_methods_order_unpacking_matching_and_pickling() -> None:
    assert Ours(3).twice == 6
    assert sorted([Ours(2), Ours(1, "z"), Ours(1)]) == [Ours(1), Ours(1, "z"), Ours(2)]
    a, *rest = Ours(1)
    assert (a, rest) == (1, ["b", ()])
    match Ours(1, "x"):
        case Ours(first, second):
            assert (first, second) == (1, "x")
    assert pickle.loads(pickle.dumps(Ours(1, "x"))) == Ours(1, "x")
    assert type(pickle.loads(pickle.dumps(Ours(1)))) is Ours


class Large(NamedTuple):
    a: int
    b: int
    c: int
    d: int
    e: int
    f: int
    g: int
    h: int
    i: int
    j: str = "j"
    k: str = "k"


NO_CALLS: tuple[tuple[Any, dict[str, Any]], ...] = (
    ((), {}),
    (range(12), {}),
    (range(9), {"a": 1}),
    (range(9), {"l": 1}),
)


def test_one_with_many_fields_is_like_one_with_few() -> None:
    large: Any = Large
    first = large(*range(9))
    assert tuple(first) == (*range(9), "j", "k")
    assert large(*range(5), i=8, h=7, g=6, f=5) == first
    assert large(*range(10), k=11) == (*range(10), 11)
    assert first._replace(j="x").j == "x"
    assert pickle.loads(pickle.dumps(first)) == first
    for values, named in NO_CALLS:
        with pytest.raises(TypeError):
            large(*values, **named)


def test_what_is_wrong_with_a_call_is_said_of_the_record() -> None:
    lacking: dict[str, Any] = {"b": "x"}
    with pytest.raises(TypeError, match=r"Ours\(\) missing 1 required positional argument: 'a'"):
        Ours(**lacking)


def test_one_with_further_properties_is_made_alike() -> None:
    class Further(Ours):
        __slots__ = ()

        @property
        def thrice(self) -> int:
            return 3 * self.a

    assert type(Further(1, c=(2,))) is Further
    assert Further(4).thrice == 12
    assert type(Further(1)._replace(b="x")) is Further
