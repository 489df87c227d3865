"""Draws Python that a compiler may refuse, though it parses: statements of all kinds that are
refused somewhere, and like ones that are not, in blocks of all kinds, or amid a real file, in any
layout."""

from __future__ import annotations

import io
import tokenize
from contextlib import suppress
from itertools import accumulate
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from random import Random

ON_ONE_LINE = """\
return
return a
break
continue
pass
a = 1
a: int = 1
a: (b := 1) = 2
a: (yield) = 1
a: (await b) = 1
b.a: (yield)
global a
nonlocal a
global a, b
yield
b = yield a
a = yield from b
await a
b = [await a for a in b]
b = {a: 1 async for a in b}
b = [*(a async for a in b)]
async with a as b: pass
async for a in b: break
from os import *
from os import path as a
from __future__ import annotations
from __future__ import annotations as a
from __future__ import division
from __future__ import nothing
from __future__ import braces
from .__future__ import annotations
import __future__
def f(a, b): return a
def f(a, a): return a
def f(a, *, a): pass
def f(*a, **a): pass
def f(a, /, a=1): pass
def f(b, c=lambda a, a: a): pass
def f(a): global a
def f(a=(yield)): pass
def f(a: (yield)) -> (await b): pass
def f(a): nonlocal b
def f(*a: *b): pass
async def f(a, b=1, *c): return await a
async def f(): yield 1; return
async def f(): yield 1; return 2
async def f(): yield from a
async def f(): a: (await b) = 1
async def f(): return [a for b in [await a] async for c in b]
async def f(): return lambda: await a
async def f(a=await b): pass
class A: return
class A: global a; a = 1
class A: a = 1; global a
class A(a=1, b=2): pass
class A(a=1, a=2): pass
class A(*a, **b): pass
class A: b = [c := 1 for a in b]
b = lambda a: a
b = lambda a, b, a: a
b = lambda: (yield)
b = lambda *a, **a: a
f(a=1, b=2)
f(a=1, b=2, a=3)
f(c, *b, a=1, **c, a=2)
f(a=1); f(a=2)
f(a=1, b=f(a=2))
f(a=1, b=f(b=1, c=2, b=3))
f(ａ=1, a=2)
f(é=1, é=2)
f(a, b=lambda a=1, b=2: a, b=2)
b = f"{f(a=1, a=2)} {a!r:{b}}"
b = f"{(yield)}"
b = f"{lambda: 1}"
b = f"{*a}"
b = f"{*a, *b}"
b = f"{a:{*b}}"
b = f"{(lambda a, a: 1)}"
b = a * b ** c
b = *a
b = *a,
b = *a, *b
return *a
for a in *b, c: pass
for a in *b: pass
f(*a, *b)
a[*b] = 1
*a, b = c
*a = c
*a, b, *c = b
(a, [*b, *c]) = b
[a, *b] = [*b, *c] = c
for *a, *b in c: pass
for a, (*b, *c) in c: pass
with a as (*b, *c): pass
with a as b, c as [*a, b]: pass
b = [1 for a, *b, *c in b]
b = [1 for *a, c in b]
del a, (b, c)
(*a, b) += c
a = b = *c, d
b = [a := 1 for a in b]
b = [(a := c) for c in b]
b = [a for a in (b := c)]
b = [[a := 1 for c in b] for a in b]
b = [a := 1 for b in c if [a for a in b]]
while a := b: break
a[b:=1] = 2
__debug__ = 1
del __debug__
b = __debug__
a.__debug__ = 1
f(__debug__=1)
def f(__debug__): pass
import a as __debug__
class __debug__: pass
__ｄebug__ = 1
for __debug__ in a: pass
with a, b as c: return
with a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a: pass
with a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a: a
type A[T, T] = int
type A = (yield)
type A[*T] = int
def f[T, T](a): pass
def f[T: (yield)](a): pass
class A[T, *T]: pass
class A[T = int, U]: pass
b = "yield"; c = "a=1, a=2"; f(a=b, c=1)
"""

ON_SEVERAL = """\
if a: b
elif (yield): c

if a:
    async def g(): pass
elif await b: pass
else: await c

if a: b
elif f(a=1, a=2): c

try: a
except (lambda a, a: b): c
finally: await c

@(yield)
def f(): pass

@a(b=1, b=2)
def f(): pass

class A:
    def f(self, __a, _A__a): pass

class A:
    def f(self, __a, b): break

class A:
    def f(self): return lambda __a, _A__a: 1

try: a
except: b

try: a
except: b
except A: c

try: a
except A as b: raise
else: continue

try: a
except* A: return

try: a
except* A: break

try: a
finally: continue

if a: return
elif b: global a
else: break

while a: b
else: continue

for a in b: continue
else: break

match a:
    case [*a, *b]: pass

match a:
    case b: pass
    case c: return

match a:
    case A(b=1, b=2): global a

match a:
    case {1: b, 1: c}: pass

match a:
    case [b, b]: pass

match a:
    case [a] | b: break

b = '''
a=1
*a, *b = c
'''; return
"""

AROUND = (
    "def f({0}):", "async def f(b):", "class A:", "class A(a=1):", "if a:", "while a:",
    "for a in b:", "with a as b:", "with a, b:", "try:", "async with a:", "@f\ndef g(a):",
    "if b: pass\nelse:", "try: a\nfinally:", "try: a\nexcept:",
    "def f(a): nonlocal b\nasync def g():",
)  # fmt: skip
"""Heads of blocks."""

FIRST = (
    '"""Told."""\n', "from __future__ import annotations\n", "global a\n", "a = 1\n", "import a\n",
    "'a' 'b'\nfrom __future__ import annotations; a = 1\n",
    "from __future__ import annotations, division\n",
    "from __future__ import annotations\nfrom __future__ import annotations\n",
)  # fmt: skip
"""What a module may begin with."""

_GAPS = (" ", "\t", "  ", "\f", "\\\n", " \\\r\n ")
_IN_BRACKETS = ("\n", "\r\n", "\n  ", " # (a=1, *b\n", " # ,\r", "\n\n", " #(\n\t")
_DEEPEST = 5

STATEMENTS = (*ON_ONE_LINE.splitlines(), *ON_SEVERAL.strip().split("\n\n"))
"""Statements of which each is refused at some place, or looks like one that is."""


def module(rng: Random) -> str:
    """A module of such statements in any blocks."""
    text = "\n".join(_block(rng, 0) for _ in range(rng.randint(1, 4))) + "\n"
    while rng.random() < 0.3:
        text = rng.choice(FIRST) + text
    return _laid_out(rng, text)


def amid(rng: Random, text: str) -> str:
    """A module with such statements at places of it, and some lines less."""
    lines = text.split("\n")
    for _ in range(rng.randint(1, 3)):
        at = rng.randrange(len(lines))
        if rng.random() < 0.3:
            del lines[at]
            lines = lines or [""]
        else:
            indent = lines[at][: len(lines[at]) - len(lines[at].lstrip())]
            lines.insert(at, _indented(_block(rng, _DEEPEST - 2), indent))
    return "\n".join(lines)


def _block(rng: Random, depth: int) -> str:
    """A statement, or several, with blocks around them."""
    if depth >= _DEEPEST or rng.random() < 0.4:
        text = rng.choice(STATEMENTS)
        while rng.random() < 0.2:
            text += rng.choice(("\n", "; ")) + rng.choice(STATEMENTS)
        return text
    inside = "\n".join(_block(rng, depth + 1) for _ in range(rng.choice((1, 1, 2))))
    head = rng.choice(AROUND).format(rng.choice(("", "a", "a, __b", "*, b")))
    ended = "\nexcept A: pass" if head == "try:" else ""
    return f"{head}\n{_indented(inside, rng.choice(('  ', '    ', chr(9))))}{ended}"


def _indented(text: str, indent: str) -> str:
    return "\n".join(indent + line for line in text.split("\n"))


def _laid_out(rng: Random, text: str) -> str:
    """The same text in another layout: with other white space between words, and lines that end
    otherwise."""
    if rng.random() < 0.6:
        return text
    with suppress(tokenize.TokenError, SyntaxError):
        text = "".join(_spread(rng, text))
    if rng.random() < 0.2:
        text = text.replace("\n", rng.choice(("\r\n", "\r")))
    return text


def _spread(rng: Random, text: str) -> Iterator[str]:
    """The pieces of a text, with more white space here and there."""
    lines = text.splitlines(keepends=True)
    starts = [0, *accumulate(map(len, lines))]
    depth = last = 0
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        start = starts[token.start[0] - 1] + token.start[1]
        if token.type in (tokenize.OP, tokenize.NAME, tokenize.NUMBER, tokenize.STRING):
            yield text[last:start]
            same = start > starts[token.start[0] - 1] and text[last:start].strip(" ") == ""
            if same and last and rng.random() < 0.15 and not text[:start].endswith(("\n", "  ")):
                yield rng.choice(_GAPS + (_IN_BRACKETS if depth else ()))
            last = start
            depth += (token.string in "([{") - (token.string in ")]}") if token.string else 0
            yield text[start : (last := starts[token.end[0] - 1] + token.end[1])]
    yield text[last:]
