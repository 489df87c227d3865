"""What node says of values: a process that answers one expression a line."""

from __future__ import annotations

import json
import shutil
import subprocess
from typing import TYPE_CHECKING, Any, Self

if TYPE_CHECKING:
    from types import TracebackType

NODE = shutil.which("node")

ABOUT = "(v => [String(v), JSON.stringify(v), JSON.stringify(v, null, 2), !!v])"
"""Makes of a value all that is asked of it at once."""

_PROGRAM = r"""
const { isDeepStrictEqual } = require("node:util");
const escaped = unit => "\\u" + unit.charCodeAt().toString(16).padStart(4, 0);
const plain = text => text.replace(/[^ -~]/g, escaped);
require("node:readline").createInterface({ input: process.stdin }).on("line", line =>
    console.log(plain(JSON.stringify(eval(line)))));
"""


class Node:
    """A running node; to be used in a `with`."""

    def __enter__(self) -> Self:
        assert NODE is not None
        self._process = subprocess.Popen(
            [NODE, "-e", _PROGRAM], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        return self

    def __exit__(
        self, kind: type[BaseException] | None, raised: object, trace: TracebackType | None
    ) -> None:
        self._process.communicate(timeout=60)

    def ask(self, expression: str) -> Any:
        """The value of an expression of ASCII characters on one line."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(f"{expression}\n")
        self._process.stdin.flush()
        return json.loads(self._process.stdout.readline())

    def about(self, values: list[Any]) -> list[list[Any]]:
        """`String`, `JSON.stringify` in one line and with indentation, and truth of each value."""
        found: list[list[Any]] = self.ask(f"{literal(values)}.map({ABOUT})")
        return found


def literal(value: Any) -> str:
    """A value as an expression; a key is always the object's own, `__proto__` as well."""
    if isinstance(value, list):
        return f"[{', '.join(map(literal, value))}]"
    if isinstance(value, dict):
        members = (f"[{literal(key)}]: {literal(item)}" for key, item in value.items())
        return f"({{{', '.join(members)}}})"
    return json.dumps(value)  # NaN and Infinity are the words of JavaScript
