"""What stands in for rpds in the bundle does what rpds does."""

from __future__ import annotations

from typing import Any

import pytest
import rpds as native

from bundle import rpds as other


@pytest.mark.parametrize("rpds", [native, other], ids=["rpds", "bundle"])
def test_each_call_gives_a_new_collection(rpds: Any) -> None:
    one = rpds.HashTrieMap({"a": 1})
    two = one.insert("b", 2).update({"c": 3})
    assert (dict(one), dict(two.remove("a"))) == ({"a": 1}, {"b": 2, "c": 3})
    assert dict(rpds.HashTrieMap.convert({"a": 1})) == {"a": 1}
    with pytest.raises(KeyError):
        one.remove("z")
    few = rpds.HashTrieSet(["a"])
    more = few.insert("b").update(["c"])
    assert (set(few), set(more.discard("z").remove("a"))) == ({"a"}, {"b", "c"})
    with pytest.raises(KeyError):
        few.remove("z")
    row = rpds.List(["a"]).push_front("b")
    assert (list(row), row.first, list(row.rest)) == (["b", "a"], "b", ["a"])
