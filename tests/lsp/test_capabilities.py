"""What is read and told field by field is what cattrs reads and tells."""

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


def request(params: Any) -> Any:
    """A request with which a session begins."""
    return {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": params}


def read(converter: Converter, given: Any, kind: Any = types.InitializeRequest) -> Any:
    """What a converter makes of a message; none where it refuses it."""
    try:
        return converter.structure(given, kind)
    except Exception:
        return None


@pytest.mark.parametrize("editor", EDITORS)
def test_editors_are_read_alike(editor: str) -> None:
    capabilities = json.loads(EDITORS[editor].read_text("utf-8"))["capabilities"]
    given = request(
        {
            "processId": 5,
            "rootUri": "file:///a",
            "clientInfo": {"name": editor},
            "capabilities": capabilities,
            "initializationOptions": {"a": [1, {"b": None}]},
            "trace": "off",
            "workspaceFolders": [{"uri": "file:///a", "name": "a"}],
        }
    )
    usual, own = read(USUAL, given), read(OWN, given)
    assert own == usual is not None
    assert repr(own) == repr(usual)


@pytest.mark.parametrize("part", ["capabilities", "the rest"])
def test_everything_and_all_damage_is_read_alike(part: str) -> None:
    given = USUAL.unstructure(everything(types.InitializeParams))
    assert read(OWN, request(given)) == read(USUAL, request(given)) is not None
    count = 0
    others = damaged(given.get(part, {**given, "capabilities": {}}))
    for damage in others:
        other = {**given, part: damage} if part in given else damage
        usual, own = read(USUAL, request(other)), read(OWN, request(other))
        assert repr(own) == repr(usual), other
        count += 1
    assert count > (2_000 if part == "capabilities" else 50)


@pytest.mark.parametrize(
    ("kind", "given"),
    [
        (types.ShutdownRequest, {"jsonrpc": "2.0", "id": "a", "method": "shutdown"}),
        (types.ShutdownRequest, {"jsonrpc": "2.0", "id": 2, "method": "shutdown", "params": None}),
        (types.ExitNotification, {"jsonrpc": "2.0", "method": "exit"}),
    ],
)
def test_the_end_is_read_alike(kind: Any, given: Any) -> None:
    assert read(OWN, given, kind) == read(USUAL, given, kind) is not None


def test_everything_is_told_alike() -> None:
    full = everything(types.InitializeResult)
    empty = types.InitializeResult(types.ServerCapabilities())
    for result in (full, empty):
        assert OWN.unstructure(result) == USUAL.unstructure(result)
        assert list(OWN.unstructure(result)) == list(USUAL.unstructure(result))
