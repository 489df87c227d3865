"""Completion of words on the command line, for the shells that click supports. A shell waits for it
while the user types: errors are ignored, and the search stops after a moment.
"""

from __future__ import annotations

import os
import shlex
from itertools import takewhile
from time import monotonic

from click.shell_completion import CompletionItem

from phaselint.api import builtin_rules
from phaselint.config import configure, rules_for
from phaselint.config.model import Config
from phaselint.linting.discover import Finder
from phaselint.vocabulary.errors import PhaselintError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from phaselint.vocabulary.rule import Rule

PATIENCE = 0.5
"""Seconds to look for contracts."""

ALL = "ALL"


def files(incomplete: str) -> list[CompletionItem]:
    """Leave a word to the shell, which knows files."""
    return [CompletionItem(incomplete, type="file")]


def dialects(incomplete: str) -> list[CompletionItem]:
    """The dialects that the project around the working directory knows."""
    return _beginning(incomplete, _known()[0].dialects.names)


def settings(incomplete: str) -> list[CompletionItem]:
    """The options of dialects, and after the sign the values of one."""
    name, sign, _ = incomplete.partition("=")
    options = {
        f"{dialect.name}.{option.name}": ("true", "false") if option.kind is bool else option.values
        for dialect in _known()[0].dialects
        for option in dialect.options
    }
    if not sign:
        return _beginning(incomplete, (f"{each}=" for each in options))
    return _beginning(incomplete, (f"{name}={value}" for value in options.get(name, ())))


def rule_names(incomplete: str) -> list[CompletionItem]:
    """The names of rules, and codes where the word looks like one."""
    return _beginning(incomplete, _names(incomplete))


def rule_words(incomplete: str) -> list[CompletionItem]:
    """Rules after the last comma of a word; those in front of it are not said again."""
    before, comma, last = incomplete.rpartition(",")
    given = before.split(",")
    names = (name for name in (*_names(last), ALL) if name not in given)
    return _beginning(incomplete, (f"{before}{comma}{name}" for name in names))


def contracts(incomplete: str) -> list[CompletionItem]:
    """The contracts below the folder that a word leads to; where there is none, files."""
    found = dict.fromkeys(_contracts(os.path.dirname(incomplete)))
    return _beginning(incomplete, filter(_is_plain, found)) or files(incomplete)


def _contracts(base: str) -> Iterator[str]:
    """The paths of contracts, as written behind a folder."""
    end = monotonic() + PATIENCE
    start = base or os.curdir
    try:
        folders = Finder(builtin_rules()).passing(start)
        for some in takewhile(lambda _: monotonic() < end, folders):
            for found in some:
                full = os.path.join(found.workspace.root, found.target.path)
                inner = os.path.relpath(full, start)
                if not inner.startswith(os.pardir):
                    yield os.path.normpath(os.path.join(base, inner)) if base else inner
    except (PhaselintError, OSError):
        return


def _is_plain(word: str) -> bool:
    """Whether a word means itself in a shell; others are left to that, which can quote."""
    return shlex.quote(word) == word


def _names(incomplete: str) -> Iterator[str]:
    """How rules may be called."""
    coded = incomplete[:1].isupper()
    for rule in _known()[1]:
        yield from (rule.code,) if coded else rule.names


def _known() -> tuple[Config, Sequence[Rule]]:
    """The configuration around the working directory, and the rules there are under it."""
    try:
        config = configure(os.curdir, builtin_rules())
        return config, rules_for(config, builtin_rules())
    except (PhaselintError, OSError):
        return Config(), builtin_rules()


def _beginning(incomplete: str, words: Iterable[str]) -> list[CompletionItem]:
    """The words that a word may become, each once."""
    fitting = {word for word in words if word.startswith(incomplete)}
    return [CompletionItem(word) for word in sorted(fitting)]
