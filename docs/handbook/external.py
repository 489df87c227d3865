"""Whether addresses on the web answer. Only on request: it needs the network."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

SECONDS = 20
"""How long an answer may take."""

_REFUSED = (401, 403, 405, 429)
"""What is said to programs where people see a page."""


def unanswered(addresses: Iterable[str]) -> Iterator[str]:
    """A line for each address that does not answer, and why."""
    for address in addresses:
        if why := _wrong(address):
            yield f"{address}: {why}"


def _wrong(address: str) -> str:
    asked = Request(address, headers={"User-Agent": "Mozilla/5.0"})
    try:
        with urlopen(asked, timeout=SECONDS):
            return ""
    except HTTPError as error:
        return "" if error.code in _REFUSED else str(error)
    except (URLError, OSError, ValueError) as error:
        return str(error)
