"""How names of logs are shown: a name that a contract has, or one that looks like a name; what may
be anything is only measured."""

from __future__ import annotations

import re
from hashlib import sha256

from phaselint.transcripts.deeds import Deed
from phaselint.transcripts.seen import MAIN, UNKNOWN
from phaselint.vocabulary.cached_property import cached_property
from phaselint.vocabulary.message import Message

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

_HARMLESS = re.compile(r"[\w .:/@-]{1,80}")
_KIND = re.compile(r"[\w .:/@=\[\]-]{1,80}")
NO_NAMES = frozenset({MAIN, UNKNOWN, ""})
_HASHED = 10
_SESSION = 8


class Naming:
    """Shows names; `redact` has them hashed, those of contracts too."""

    def __init__(self, known: Callable[[], Iterable[str]] = tuple, *, redact: bool = False) -> None:
        self._find = known
        self._redact = redact

    @property
    def redacts(self) -> bool:
        """Whether names are hidden."""
        return self._redact

    @cached_property
    def _known(self) -> frozenset[str]:
        return frozenset(self._find())

    def name(self, name: str) -> str:
        """A name as it is shown; `main` and `?` are shown as they are."""
        if name in NO_NAMES:
            return name
        if self._redact:
            return f"name-{sha256(name.encode('utf-8', 'replace')).hexdigest()[:_HASHED]}"
        if name in self._known or _HARMLESS.fullmatch(name):
            return name
        return f"(name of {len(name)} characters)"

    def deed(self, deed: Deed) -> str:
        """An act in words."""
        return deed.told(self.name)

    def told(self, part: object) -> str:
        """A message, or a part of one, with its names as they are shown."""
        if isinstance(part, Deed):
            return self.deed(part)
        if isinstance(part, Message):
            first, *others = part.template.split("{}")
            pairs = zip(part.parts, others, strict=True)
            return first + "".join(f"{self.told(each)}{literal}" for each, literal in pairs)
        return self.name(str(part))

    def words(self, text: str) -> str:
        """A reason, whose names are shown as all are if it knows them."""
        return self.told(text) if isinstance(text, Message) else text

    def policy(self, text: str) -> str:
        """The name of a policy, or its rule."""
        if not self._redact:
            return text
        return f"policy-{sha256(text.encode('utf-8', 'replace')).hexdigest()[:_HASHED]}"

    def file(self, path: str) -> str:
        """A file of the contract, which may be called as what it declares."""
        return self.name(path) if self._redact else path

    def author(self, text: str) -> str:
        """What an author wrote; empty where names are hidden."""
        return "" if self._redact else text

    def label(self, text: str) -> str:
        """The kind of a record, which a log may have made up."""
        return text if _KIND.fullmatch(text) else f"(kind of {len(text)} characters)"

    def _session(self, text: str) -> str:
        return text if _HARMLESS.fullmatch(text) else f"(id of {len(text)} characters)"

    def run(self, name: str, number: int) -> str:
        """What a run is called: its id, cut, or its number."""
        session, mark, part = name.partition("#")
        told = (
            self._session(session[:_SESSION]) if session else "run 1" if mark else f"run {number}"
        )
        return f"{told}, request {part}" if mark else told
