"""Capabilities that are read field by field are those that cattrs reads."""

from __future__ import annotations

import json
from enum import Enum
from importlib.resources import files
from typing import TYPE_CHECKING, Any, Union, get_args, get_origin

import attrs
import pytest
from lsprotocol import types
from pygls.protocol import default_converter

from phaselint_lsp.capabilities import make_converter

if TYPE_CHECKING:
    from collections.abc import Iterator

    from cattrs import Converter

USUAL: Converter = default_converter()  # type: ignore[no-untyped-call]
OWN = make_converter()
CLIENTS = files("pytest_lsp").joinpath("clients")
EDITORS = {each.name: each for each in CLIENTS.iterdir() if each.name.endswith(".json")}
OTHERS: tuple[Any, ...] = (None, True, 5, "x", "", [], ["x"], {}, {"x": 1})
PLAIN: dict[Any, Any] = {bool: True, str: "a", int: 3}


def everything(hint: Any) -> Any:
    """Something of a kind, with all that it may have."""
    parts = [each for each in get_args(hint) if each is not type(None)]
    if get_origin(hint) is Union:
        return everything(parts[-1])
    if parts:
        return [everything(parts[0])]
    if isinstance(hint, type) and issubclass(hint, Enum):
        return next(iter(hint))
    if isinstance(hint, type) and attrs.has(hint):
        return hint(**{each.name: everything(each.type) for each in attrs.fields(hint)})
    return PLAIN.get(hint, {"a": [1]})


def damaged(value: Any) -> Iterator[Any]:
    """A value of JSON with another one in one place, and without one of its members."""
    yield from OTHERS
    for key in value if isinstance(value, dict) else ():
        yield {name: each for name, each in value.items() if name != key}
        yield from ({**value, key: other} for other in damaged(value[key]))
    for place, each in enumerate(value if isinstance(value, list) else ()):
        yield from ([*value[:place], other, *value[place + 1 :]] for other in damaged(each))


def read(converter: Converter, given: Any) -> Any:
    """What a converter makes of capabilities; none where it refuses them."""
    try:
        return converter.structure(given, types.ClientCapabilities)
    except Exception:
        return None


@pytest.mark.parametrize("editor", EDITORS)
def test_editors_are_read_alike(editor: str) -> None:
    given = json.loads(EDITORS[editor].read_text("utf-8"))["capabilities"]
    usual, own = read(USUAL, given), read(OWN, given)
    assert own == usual is not None
    assert repr(own) == repr(usual)


def test_everything_and_all_damage_is_read_alike() -> None:
    given = USUAL.unstructure(everything(types.ClientCapabilities))
    assert read(OWN, given) == read(USUAL, given) is not None
    count = 0
    for other in damaged(given):
        assert repr(read(OWN, other)) == repr(read(USUAL, other)), other
        count += 1
    assert count > 2_000
