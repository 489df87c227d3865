"""The file of a guard: the program for its target, with the tables of its policies."""

from __future__ import annotations

import hashlib
import pkgutil

from phaselint.guards.targets import LANGGRAPH
from phaselint.version import __version__
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from typing import Literal

    from phaselint.guards.tables import Table
    from phaselint.guards.targets import Target

    OnError = Literal["open", "closed"]

_GLOBS = "policies/matching.py"
PROGRAMS = (
    ("guards/hook.py", _GLOBS, "guards/keeping.py", "guards/answering.py"),
    ("guards/graph.py", _GLOBS),
)
"""The program of a hook and that for graphs, each with the parts that are put into it."""

PART, PARTS = "# part: begin\n", ("# parts: begin\n", "# parts: end\n")
BEGIN, END = "# tables: begin\n", "# tables: end\n"
FIRST_LINE = "#!/usr/bin/env python3\n"
MARK = "# A guard by phaselint "
"""How the second line of a guard begins."""

_LONGEST = 200
"""Characters of a name in a comment."""

_CANNOT = """\
# It can't stop a shell command that does the work of a blocked tool, hooks that are switched off,
# or changes to this file: deny the agent writing it.
"""


_LEGEND = """\
# acts: kind, how the name is compared, name, agent, letter of an act that succeeds, of one that
# fails. next: for each state, letter: next state; -1 is blocked. open: the states in which a turn
# of the main agent may not end.
"""


class Origin(NamedTuple):
    """What a guard was made from.

    Attributes:
        contract: the path of the contract.
        dialect: its format.
        digest: a hash of its files.
        places: where each policy is written, as `FILE:LINE`.
    """

    contract: str
    dialect: str
    digest: str
    places: tuple[str, ...]


def is_guard(text: str) -> bool:
    """Whether a file is a guard that phaselint wrote."""
    return text.startswith(FIRST_LINE + MARK)


def digest(files: Mapping[str, str]) -> str:
    """A hash of the files of a contract, given their strings by their paths."""
    found = hashlib.sha256()
    for path in sorted(files):
        data = files[path].encode("utf-8", "surrogatepass")
        found.update(f"{path}\0{len(data)}\0".encode("utf-8", "surrogatepass") + data)
    return found.hexdigest()[:16]


def written(
    tables: Sequence[Table], target: Target, origin: Origin, *, team: bool, on_error: OnError
) -> str:
    """The file of a guard: the same, byte for byte, for the same tables and version."""
    program, *parts = PROGRAMS[target.name == LANGGRAPH]
    head, _, rest = _source(program).partition(BEGIN)
    tail = rest.partition(END)[2]
    head = head.partition(PARTS[0])[0] + head.partition(PARTS[1])[2].lstrip("\n")
    used = "".join(f"\n\n{_source(each).partition(PART)[2].strip()}\n" for each in parts)
    policies = "".join(_policies(tables))
    constants = "".join(_constants(target, team=team, on_error=on_error))
    own = hashlib.sha256((constants + policies).encode()).hexdigest()[:12]
    table = f'GUARD = "{own}"\n{constants}{policies}'
    return f"{FIRST_LINE}{_header(tables, target, origin)}{head}{BEGIN}{table}{END}{used}{tail}"


def _source(name: str) -> str:
    data = pkgutil.get_data("phaselint", name)
    assert data is not None, "a file of the package"
    return data.decode().replace("\r\n", "\n")


def message_of(table: Table) -> str:
    """The message of a blocked act: why the policy is there, and the policy."""
    policy = table.policy
    if policy.why:
        return f"{policy.why} (policy: {policy.rule})"
    return f"{policy.name}: {policy.rule}" if policy.name else policy.rule


def _header(tables: Sequence[Table], target: Target, origin: Origin) -> str:
    lines = [
        f"{MARK}{__version__} for {target.product}: don't edit it, export it again.\n",
        f"# contract: {_told(origin.contract)} ({origin.dialect}), sha256 {origin.digest}\n",
    ]
    for table, place in zip(tables, origin.places, strict=True):
        lines.append(f"# policy: {_told(table.policy.title)} in {_told(place)}\n")
    return "".join(lines) + ("" if target.name == LANGGRAPH else _CANNOT)


def _told(text: str) -> str:
    """A string of the user in a comment: on one line, whatever it has in it."""
    return ascii(text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…")


def _constants(target: Target, *, team: bool, on_error: OnError) -> Iterator[str]:
    if target.name == LANGGRAPH:
        return
    yield f'TARGET = "{target.name}"\n'
    yield f'ON_ERROR = "{on_error}"\n'
    yield f"AGENT_TOOLS: dict[str, str] = {dict(target.agent_tools)!r}\n"
    yield f"SKILL_TOOLS: dict[str, str] = {dict(target.skill_tools)!r}\n"
    yield f"ANY_SERVER = {not team}\n"


def _policies(tables: Sequence[Table]) -> Iterator[str]:
    yield _LEGEND
    yield "POLICIES: list[dict[str, Any]] = [\n"
    for table in tables:
        yield "    {\n"
        yield f'        "title": {table.policy.title!a},\n'
        yield f'        "message": {message_of(table)!a},\n'
        yield f'        "start": {table.start},\n'
        yield '        "acts": [\n'
        for row in table.acts:
            names = ", ".join(ascii(each) for each in row[:4])
            yield f"            ({names}, {row.done}, {row.failed}),\n"
        yield '        ],\n        "next": [\n'
        for state in table.next:
            yield f"            {dict(state)!r},\n"
        yield f'        ],\n        "open": {sorted(table.open)!r},\n    }},\n'
    yield "]\n"
