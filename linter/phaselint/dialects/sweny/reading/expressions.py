"""The expressions of `when: {expr: …}` → trees (reference §11.4).

    either     = both *( "||" both )
    both       = negation *( "&&" negation )
    negation   = "!" negation | comparison
    comparison = operand [ ( "==" | "!=" | "<" | "<=" | ">" | ">=" | "in" ) operand ]
    operand    = number | string | true | false | null | list | path | "exists" path
               | "(" either ")"

The length and the nesting are limited, so reading an expression can recurse.
"""

from __future__ import annotations

import re

from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

LONGEST = 2_000
DEEPEST = 64
COMPARISONS = ("==", "!=", "<", "<=", ">", ">=", "in")

_TOKEN = r"""(?x)(?P<space>[ \t\r\n]+)
    |(?P<number>-?[0-9]+(?:\.[0-9]+)?(?![A-Za-z0-9_-]))
    |(?P<string>'(?:[^'\\]|\\[\\'"nt])*+'|"(?:[^"\\]|\\[\\'"nt])*+")
    |(?P<name>[A-Za-z_][A-Za-z0-9_-]*(?>(?:[ \t\r\n]*\.[ \t\r\n]*[A-Za-z_][A-Za-z0-9_-]*)*))
    |(?P<sign>\|\||&&|==|!=|<=|>=|[!<>()\[\],])"""
_DOUBLED = {"=": "==", "&": "&&", "|": "||"}
_ESCAPES = {"n": "\n", "t": "\t"}
_CONSTANTS = {"true": True, "false": False, "null": None}
_KEYWORDS = (*_CONSTANTS, "in", "exists")
_END = ""


class Literal(NamedTuple):
    """A value: a scalar, or a list of scalars as a tuple."""

    value: Any
    start: int
    end: int


class Path(NamedTuple):
    """A field of a node's data, and the fields of that."""

    node: str
    fields: tuple[str, ...]
    start: int
    end: int

    @property
    def text(self) -> str:
        """The original path."""
        return ".".join((self.node, *self.fields))


class Exists(NamedTuple):
    """Whether a path leads to a value that is not null."""

    path: Path


class Not(NamedTuple):
    """The contrary of an expression."""

    inner: Expression


class Compared(NamedTuple):
    """Two operands with one of `COMPARISONS` between them."""

    sign: str
    left: Expression
    right: Expression


class Joined(NamedTuple):
    """Expressions with `&&` or `||` between them."""

    sign: str
    parts: tuple[Expression, ...]


Expression = Literal | Path | Exists | Not | Compared | Joined


class Slip(NamedTuple):
    """Why a string isn't an expression, and where that shows."""

    reason: str
    start: int
    end: int


class Parsed(NamedTuple):
    """The tree of a string, or why it has none; `paths` are those in it, in order."""

    tree: Expression | None = None
    slip: Slip | None = None
    paths: tuple[Path, ...] = ()


class _Token(NamedTuple):
    kind: str
    text: str
    start: int
    end: int


class _Wrong(Exception):
    """A string that isn't an expression."""

    def __init__(self, reason: str, token: _Token) -> None:
        super().__init__(reason)
        self.slip = Slip(reason, token.start, token.end)


def parse(text: str) -> Parsed:
    """The expression in a string."""
    if len(text) > LONGEST:
        reason = f"it has {len(text):,} characters; the limit is {LONGEST:,}"
        return Parsed(slip=Slip(reason, 0, len(text)))
    try:
        reading = _Reading(_tokens(text))
        tree = reading.either()
        reading.finish()
    except _Wrong as wrong:
        return Parsed(slip=wrong.slip)
    return Parsed(tree, paths=tuple(reading.paths))


def _tokens(text: str) -> list[_Token]:
    pattern = re.compile(_TOKEN)
    found = []
    at = 0
    while at < len(text):
        match = pattern.match(text, at)
        if match is None:
            raise _Wrong(_stray(text, at), _Token("", text[at], at, at + 1))
        kind = match.lastgroup or ""
        if kind != "space":
            found.append(_Token(kind, match[0], at, match.end()))
        at = match.end()
    return [*found, _Token("end", _END, at, at)]


def _stray(text: str, at: int) -> str:
    sign = text[at]
    if sign in _DOUBLED:
        return f"`{sign}` isn't an operator; use `{_DOUBLED[sign]}`"
    if sign in "'\"":
        return "a string isn't closed, or has an unknown escape"
    return f"`{sign}` has no meaning here"


class _Reading:
    """A text on the way to its tree."""

    def __init__(self, tokens: list[_Token]) -> None:
        self._tokens = tokens
        self._at = 0
        self._depth = 1
        self.paths: list[Path] = []

    @property
    def _next(self) -> _Token:
        return self._tokens[self._at]

    def _took(self, *texts: str) -> str:
        """The next token if it is one of some signs or words; nothing otherwise."""
        token = self._next
        if token.kind in ("sign", "name") and token.text in texts:
            self._at += 1
            return token.text
        return ""

    def _need(self, sign: str) -> None:
        if not self._took(sign):
            raise _Wrong(f"`{sign}` is missing", self._next)

    def finish(self) -> None:
        """Raise where something is left."""
        token = self._next
        if token.kind != "end":
            raise _Wrong(f"`{token.text}` doesn't belong here", token)

    def either(self) -> Expression:
        """Alternatives."""
        return self._joined("||", self._both)

    def _both(self) -> Expression:
        return self._joined("&&", self._negation)

    def _joined(self, sign: str, part: Callable[[], Expression]) -> Expression:
        parts = [part()]
        while self._took(sign):
            parts.append(part())
        return parts[0] if len(parts) == 1 else Joined(sign, tuple(parts))

    def _deeper(self, inner: Callable[[], Expression]) -> Expression:
        self._depth += 1
        if self._depth > DEEPEST:
            raise _Wrong(f"it nests {DEEPEST} levels deep or more", self._next)
        found = inner()
        self._depth -= 1
        return found

    def _negation(self) -> Expression:
        if self._took("!"):
            return Not(self._deeper(self._negation))
        return self._comparison()

    def _comparison(self) -> Expression:
        left = self._operand()
        sign = self._took(*COMPARISONS)
        if not sign:
            return left
        found = Compared(sign, left, self._operand())
        token = self._next
        if token.text in COMPARISONS and token.kind != "string":
            raise _Wrong("a comparison takes only two values; join comparisons with `&&`", token)
        return found

    def _operand(self) -> Expression:
        if self._took("("):
            inner = self._deeper(self.either)
            self._need(")")
            return inner
        if self._next.text == "[" and self._next.kind == "sign":
            return self._list()
        if self._took("exists"):
            return Exists(self._path())
        literal = self._literal()
        return self._path() if literal is None else literal

    def _list(self) -> Literal:
        start = self._next.start
        self._at += 1
        values: list[Any] = []
        while not self._took("]"):
            if values:
                self._need(",")
            item = self._literal()
            if item is None:
                wrong = "a list takes numbers, strings, `true`, `false` and `null`"
                raise _Wrong(wrong, self._next)
            values.append(item.value)
        return Literal(tuple(values), start, self._tokens[self._at - 1].end)

    def _literal(self) -> Literal | None:
        token = self._next
        if token.kind == "number":
            value: Any = float(token.text) if "." in token.text else int(token.text)
        elif token.kind == "string":
            value = re.sub(
                r"\\(.)", lambda found: _ESCAPES.get(found[1], found[1]), token.text[1:-1]
            )
        elif token.kind == "name" and token.text in _CONSTANTS:
            value = _CONSTANTS[token.text]
        else:
            return None
        self._at += 1
        return Literal(value, token.start, token.end)

    def _path(self) -> Path:
        token = self._next
        if token.kind == "end":
            raise _Wrong("a value is missing at the end", token)
        if token.kind != "name" or token.text in _KEYWORDS:
            raise _Wrong(f"a value is missing before `{token.text}`", token)
        node, *fields = (each.strip() for each in token.text.split("."))
        if node in _KEYWORDS:
            raise _Wrong(f"`{node}` is a keyword, not a node", token)
        if not fields:
            raise _Wrong(f"`{node}` isn't a value; write a node and a field, or add quotes", token)
        self._at += 1
        path = Path(node, tuple(fields), token.start, token.end)
        self.paths.append(path)
        return path
