"""Random routers and nodes, as text that Python can run."""

from __future__ import annotations

from random import Random

HEADER = """
from langgraph.graph import END
from langgraph.types import Command, Send

TABLE = {"a": "ta", "b": "tb"}
LISTED = {"a": ["la", "lb"], "b": ["lc"]}
NAMES = ["na", "nb"]
"""

KEYS = ("k", "l", "m")
LETTERS = ("a", "b", "c", "d", "e")


class Writer:
    """Writes one function after the other, from random choices."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.lines: list[str] = []

    def pick(self, *choices: str) -> str:
        """One of some texts."""
        return self.random.choice(choices)

    def constant(self) -> str:
        """A constant that may be answered."""
        letter = self.pick(*LETTERS)
        return self.pick(f'"{letter}"', f'"{letter}"', "END", "None", f'"{letter}".upper()')

    def test(self, depth: int = 0) -> str:
        """A condition on the state, or on a local name."""
        key, letter, other = self.pick(*KEYS), self.pick(*LETTERS), self.pick(*LETTERS)
        if depth < 2 and self.random.random() < 0.25:
            left, right = self.test(depth + 1), self.test(depth + 1)
            return self.pick(f"not ({left})", f"({left}) and ({right})", f"({left}) or ({right})")
        return self.pick(
            f'state["{key}"] == "{letter}"',
            f'state["{key}"] == "{letter}"',
            f'state.get("{key}") != "{letter}"',
            f'state["{key}"] in ("{letter}", "{other}")',
            f'"{key}" in state',
            f'x == "{letter}"',
            "len(out) > 1",
            "False",
            f'maybe(state["{key}"])',
        )

    def scalar(self, depth: int = 0) -> str:
        """An expression that gives one answer."""
        if depth > 2:
            return self.constant()
        inner = self.scalar(depth + 1)
        key = self.pick(*KEYS)
        return self.pick(
            self.constant(),
            self.constant(),
            "x",
            "y",
            f"{inner} if {self.test(1)} else {self.scalar(depth + 1)}",
            f"{inner} or {self.scalar(depth + 1)}",
            f'Send("{self.pick(*LETTERS)}", {{"v": x}})',
            f'TABLE.get(state["{key}"], {self.constant()})',
            f'f"{{x}}_{self.pick(*LETTERS)}"',
            f"helper(state, {inner})",
            f"other({inner})",
        )

    def listed(self, depth: int = 0) -> str:
        """An expression that gives a list of answers."""
        if depth > 1:
            return f"[{self.scalar(2)}]"
        return self.pick(
            f"[{self.scalar(1)}, {self.scalar(2)}]",
            f'[Send("{self.pick(*LETTERS)}", v) for v in state["items"]]',
            "out",
            "list(NAMES)",
            f"out + {self.listed(depth + 1)}",
            f"[*out, {self.scalar(2)}]",
            f"list({self.listed(depth + 1)})",
            "[]",
            f'LISTED.get(state["{self.pick(*KEYS)}"], [])',
        )

    def statement(self, indent: int, loop: bool, depth: int) -> None:
        """One statement, with those in it."""
        pad = "    " * indent
        kind = self.random.random()
        if depth > 3:
            kind *= 0.4
        if kind < 0.12:
            self.lines.append(f"{pad}{self.pick('x', 'y')} = {self.scalar()}")
        elif kind < 0.18:
            self.lines.append(f"{pad}x, y = {self.scalar(1)}, {self.pick('x', self.scalar(1))}")
        elif kind < 0.26:
            self.lines.append(f"{pad}out.append({self.scalar(1)})")
        elif kind < 0.30:
            grown = self.pick(f"out.extend({self.listed(1)})", f"out += {self.listed(1)}")
            self.lines.append(pad + grown)
        elif kind < 0.33:
            self.lines.append(f"{pad}out = {self.listed()}")
        elif kind < 0.36:
            self.lines.append(f"{pad}{self.pick('also = out', 'also.append(x)', 'y = x', 'pass')}")
        elif kind < 0.40:
            self.leaving(pad, loop)
        else:
            self.compound(indent, loop, depth)

    def leaving(self, pad: str, loop: bool) -> None:
        """A statement that leaves something."""
        if loop and self.random.random() < 0.6:
            self.lines.append(pad + self.pick("break", "continue"))
        elif self.random.random() < 0.2:
            self.lines.append(f'{pad}raise ValueError("x")')
        elif self.random.random() < 0.2:
            value = self.pick(*(f'state["{key}"]' for key in KEYS), "x")
            compared = self.pick(
                'in ("a", "b")', '== "c"', "in NAMES", f'== "d" and {self.test(1)}'
            )
            self.lines += [f"{pad}if {value} {compared}:", f"{pad}    return {value}"]
        else:
            self.lines.append(f"{pad}return {self.pick(self.scalar(), self.listed())}")

    def block(self, indent: int, loop: bool, depth: int) -> None:
        """Some statements."""
        for _ in range(self.random.randint(1, 3)):
            self.statement(indent, loop, depth)

    def compound(self, indent: int, loop: bool, depth: int) -> None:
        """An `if`, a loop, a `try`, a `match` or a `with`."""
        pad = "    " * indent
        deeper = depth + 1
        kind = self.random.random()
        if kind < 0.4:
            self.lines.append(f"{pad}if {self.test()}:")
            self.block(indent + 1, loop, deeper)
            if self.random.random() < 0.4:
                self.lines.append(f"{pad}elif {self.test()}:")
                self.block(indent + 1, loop, deeper)
            if self.random.random() < 0.5:
                self.lines.append(f"{pad}else:")
                self.block(indent + 1, loop, deeper)
        elif kind < 0.6:
            self.lines.append(
                pad
                + self.pick('for z in state["items"]:', 'for z in ("fa", "fb"):', "while more():")
            )
            self.block(indent + 1, True, deeper)
            if self.random.random() < 0.2:
                self.lines.append(f"{pad}else:")
                self.block(indent + 1, loop, deeper)
        elif kind < 0.8:
            self.trying(indent, loop, deeper)
        elif kind < 0.93:
            self.matching(indent, loop, deeper)
        else:
            self.lines.append(f"{pad}with {self.pick('suppress(ValueError)', 'context()')}:")
            self.block(indent + 1, loop, deeper)

    def trying(self, indent: int, loop: bool, deeper: int) -> None:
        """A `try`, with what may belong to it."""
        pad = "    " * indent
        self.lines.append(f"{pad}try:")
        self.block(indent + 1, loop, deeper)
        self.lines.append(f'{pad}    maybe_raise(state["{self.pick(*KEYS)}"])')
        handled = self.random.random() < 0.8
        if handled:
            self.lines.append(f"{pad}except {self.pick('ValueError', 'Exception')}:")
            self.block(indent + 1, loop, deeper)
            if self.random.random() < 0.3:
                self.lines.append(f"{pad}else:")
                self.block(indent + 1, loop, deeper)
        if not handled or self.random.random() < 0.2:
            self.lines.append(f"{pad}finally:")
            # What was returned is not changed any more: nothing is said of such programs.
            self.lines.append(f"{pad}    {self.pick('x', 'y')} = {self.scalar(1)}")
            if self.random.random() < 0.2:
                self.leaving(f"{pad}    ", False)

    def matching(self, indent: int, loop: bool, deeper: int) -> None:
        """A `match` over a key of the state."""
        pad = "    " * indent
        self.lines.append(f'{pad}match state["{self.pick(*KEYS)}"]:')
        for _ in range(self.random.randint(1, 2)):
            first, second = self.pick(*LETTERS), self.pick(*LETTERS)
            pattern = self.pick(f'"{first}"', f'"{first}" | "{second}"', f'"{first}" as x')
            guard = self.pick("", "", f" if {self.test(1)}")
            self.lines.append(f"{pad}    case {pattern}{guard}:")
            self.block(indent + 2, loop, deeper)
        if self.random.random() < 0.5:
            self.lines.append(f"{pad}    case {self.pick('_', 'y')}:")
            self.block(indent + 2, loop, deeper)

    def helpers(self) -> None:
        """Two helpers that the function may call."""
        self.lines += [
            "def helper(state, given):",
            f"    if {self.test(2)}:".replace("x ==", "given ==").replace("len(out) > 1", "given"),
        ]
        self.lines += [f"        return {self.constant()}", "    return given", ""]
        self.lines += ['def other(x, y="deflt"):', "    return y if x else x", ""]


def router(seed: int) -> str:
    """The text of a module with a router called `route`."""
    writer = Writer(seed)
    writer.helpers()
    writer.lines += ["def route(state):", f"    x = {writer.constant()}", '    y = "y"']
    writer.lines += ["    out = []", "    also = []"]
    for _ in range(writer.random.randint(1, 4)):
        writer.statement(1, False, 0)
    if writer.random.random() < 0.7:
        writer.lines.append(
            f"    return {writer.pick(writer.scalar(), writer.listed(), 'x', 'out')}"
        )
    return HEADER + "\n".join(writer.lines) + "\n"


def node(seed: int) -> str:
    """The text of a module with a node called `work`: what a router may do, and updates."""
    writer = Updates(seed)
    writer.helpers()
    writer.lines += ["def work(state):", f"    x = {writer.constant()}", '    y = "y"']
    writer.lines += ["    out = []", "    also = []", "    up = {}"]
    for _ in range(writer.random.randint(1, 4)):
        writer.statement(1, False, 0)
    if writer.random.random() < 0.8:
        writer.lines.append(f"    return {writer.update()}")
    return HEADER + "\n".join(writer.lines) + "\n"


class Updates(Writer):
    """Writes nodes."""

    def update(self, depth: int = 0) -> str:
        """An expression that gives an update or a command."""
        letter, key = self.pick(*LETTERS), self.pick(*KEYS)
        if depth > 1:
            return f'{{"{letter}": {self.scalar(2)}}}'
        inner = self.update(depth + 1)
        return self.pick(
            f'{{"{letter}": {self.scalar(1)}}}',
            f'{{"{letter}": {self.scalar(1)}, "{key}": state["{key}"]}}',
            "up",
            f'{{**up, "{letter}": 1}}',
            f'dict(up, {letter}="v")',
            f'{{**state, "{letter}": 2}}',
            "state",
            "None",
            f"Command(goto={self.pick(self.scalar(1), self.listed(1))}, update={inner})",
            f"Command(goto={self.scalar(1)})",
            f"{inner} if {self.test(1)} else {self.update(depth + 1)}",
            f"made({letter!r})",
            "up or None",
            f'up | {{"{letter}": 3}}',
        )

    def statement(self, indent: int, loop: bool, depth: int) -> None:
        """One statement; some of them put the update together."""
        pad = "    " * indent
        letter = self.pick(*LETTERS)
        if self.random.random() < 0.3:
            self.lines.append(
                pad
                + self.pick(
                    f'up["{letter}"] = {self.scalar(1)}',
                    f'up["{letter}"] = x',
                    f'up.update({{"{letter}": 5}})',
                    f"up.update({letter}=6)",
                    f'up.setdefault("{letter}", 7)',
                    f'up.pop("{letter}", None)',
                    f'state["{self.pick(*KEYS)}"] = "s"',
                    f"up = {self.update(1)}".replace("= None", "= {}"),
                    "fill(up)",
                )
            )
        else:
            super().statement(indent, loop, depth)

    def leaving(self, pad: str, loop: bool) -> None:
        """A statement that leaves something; what is returned is an update."""
        if loop and self.random.random() < 0.6:
            self.lines.append(pad + self.pick("break", "continue"))
        else:
            self.lines.append(f"{pad}return {self.update()}")

    def helpers(self) -> None:
        """Those of a router, and two that make and fill updates."""
        super().helpers()
        self.lines += ["def made(key):", "    found = {key: 1}", '    found["made"] = 2']
        self.lines += ["    return found", "", "def fill(given):", '    given["filled"] = 1', ""]


class Deciding(Writer):
    """Writes routers that compare one key only."""

    def test(self, depth: int = 0) -> str:
        """A condition on the key `k`, or one that nothing is known of."""
        letter, other = self.pick(*LETTERS), self.pick(*LETTERS)
        if depth < 2 and self.random.random() < 0.25:
            left, right = self.test(depth + 1), self.test(depth + 1)
            return self.pick(f"not ({left})", f"({left}) and ({right})", f"({left}) or ({right})")
        return self.pick(
            f'state["k"] == "{letter}"',
            f'"{letter}" != state.get("k")',
            f'state["k"] in ("{letter}", "{other}")',
            f'z == "{letter}"',
            'maybe(state["l"])',
        )

    def matching(self, indent: int, loop: bool, deeper: int) -> None:
        """A `match` over the key."""
        start = len(self.lines)
        super().matching(indent, loop, deeper)
        for key in KEYS[1:]:
            self.lines[start] = self.lines[start].replace(f'"{key}"', '"k"')


def decider(seed: int) -> tuple[str, list[str]]:
    """A module with a router `route` that decides by `k`, and a node `work` that sets `k`; what it
    sets it to."""
    writer = Deciding(seed)
    writer.lines += ["def helper(state, given):", "    return given", ""]
    writer.lines += ["def other(x):", "    return x", "", "def route(state):", '    z = state["k"]']
    writer.lines += ['    x = "x"', '    y = "y"', "    out = []", "    also = []"]
    for _ in range(writer.random.randint(2, 4)):
        writer.compound(1, False, 2)
    writer.lines.append(f"    return {writer.scalar(1)}")
    values = writer.random.sample(LETTERS, 2)
    writer.lines += ["", "def work(state):", "    if state['l']:"]
    writer.lines += [f'        return {{"k": "{values[0]}"}}', f'    return {{"k": "{values[1]}"}}']
    return HEADER + "\n".join(writer.lines) + "\n", values
