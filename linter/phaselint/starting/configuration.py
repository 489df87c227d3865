"""The text of a first configuration: what a project has, and what can be said about it."""

from __future__ import annotations

from collections import Counter

from phaselint.vocabulary.record import NamedTuple
from phaselint.vocabulary.suggest import plural

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any

    from phaselint.dialects import Dialects
    from phaselint.dialects.base import Option
    from phaselint.vocabulary.rule import Rule

_WIDTH = 96

_OPENING = """\
# How phaselint checks this project. `phaselint config` shows the effective configuration,
# `phaselint rules` all rules, and `phaselint contracts` the detected contracts.
"""
_MIDDLE = """\
# Rules that are off here, by name, code or code prefix.
# ignore = []

# Paths to skip, written as in .gitignore.
# exclude = ["vendor/"]
"""
_SCRIPTS = (
    "# More scripts for `phaselint lint --dry-run`, in addition to those next to their contracts.\n"
)
_CLOSING = """\
# Known findings: `phaselint lint --write-baseline` records them, and later runs ignore them.
# baseline = "phaselint-baseline.json"

# Severities of rules that differ here: error, warning or info.
[severity]
# unreachable-phase = "warning"
"""


class Present(NamedTuple):
    """What a project has: the dialect of each contract, and patterns for scripts that do not lie
    in addition to theirs."""

    dialects: tuple[str, ...] = ()
    scripts: tuple[str, ...] = ()


def text_of(present: Present, dialects: Dialects, rules: Sequence[Rule]) -> str:
    """A configuration for a project, which changes nothing but which scripts are played."""
    return "".join(_lines(present, dialects, rules))


def _lines(present: Present, dialects: Dialects, rules: Sequence[Rule]) -> Iterator[str]:
    names = [name for name in dialects.names if name in present.dialects]
    yield _OPENING
    yield from _comment(f"Found: {_found(present)}")
    yield "\n"
    yield from _comment("More rules that are on here.")
    yield f"# extend-select = {_value(_optional(rules, names))}\n\n{_MIDDLE}\n{_SCRIPTS}"
    listed = present.scripts or ("tests/*.script.yaml",)
    yield f"{'' if present.scripts else '# '}scripts = {_value(listed)}\n\n{_CLOSING}"
    for name in names:
        yield f"\n[{name}]\n"
        for option in dialects[name].options:
            yield from _option(option)


def _found(present: Present) -> str:
    """What there is, by dialect."""
    if not present.dialects:
        return "no contract yet; `phaselint init --example DIALECT` writes an example."
    counts = Counter(present.dialects)
    listed = (f"{plural(counts[name], 'contract')} of {name}" for name in sorted(counts))
    return ", ".join(listed) + "."


def _optional(rules: Sequence[Rule], dialects: Sequence[str]) -> tuple[str, ...]:
    """A rule of some dialects that is off by default, as an example."""
    names = sorted(each.name for each in rules if not each.default and each.dialect in dialects)
    return tuple(names[:1])


def _option(option: Option) -> Iterator[str]:
    """An option with its default, to be uncommented."""
    words = f" ({', '.join(option.values)})" if option.values else ""
    yield from _comment(f"{option.help[:1].upper()}{option.help[1:]}{words}.")
    yield f"# {option.name} = {_value(option.default)}\n"


def _comment(text: str) -> Iterator[str]:
    from textwrap import wrap

    return (f"# {line}\n" for line in wrap(text, _WIDTH, break_on_hyphens=False))


def _value(value: Any) -> str:
    """A value as TOML has it."""
    import json

    if isinstance(value, (list, tuple)):
        return f"[{', '.join(map(_value, value))}]"
    return json.dumps(value)
