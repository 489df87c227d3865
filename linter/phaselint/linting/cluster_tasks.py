"""What an engine of the user's runs elsewhere: one chunk of a sweep, judged.

The worker there may be of another release, or see other files. So it is handed bytes, and looks
at them only where it can have the right answer.
"""

from __future__ import annotations

import os
import pickle
from threading import Lock, get_ident

from phaselint.version import __version__
from phaselint.vocabulary.errors import described
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any

JUDGED, FAILED, UNFIT = "judged", "failed", "unfit"
"""What became of a chunk: there is a result; an exception; no worker of this kind can judge it."""

_ALONE = Lock()
"""Engines have several threads in a process. Here they would only wait for each other, and what a
process keeps from one chunk to the next is not made for two."""


class Parcel(NamedTuple):
    """A chunk on its way: the release that sends it, the folders that must be there, what to
    call and with what, and the number of the task: an engine may take two calls that are equal for
    one, or give the answer to another."""

    version: str
    folders: tuple[str, ...]
    data: bytes
    number: int = 0


class Answer(NamedTuple):
    """What comes back: the release that answers, which of the workers it is, what became of the
    chunk, the result or the reason, and the number of the task."""

    version: str
    worker: str
    outcome: str
    data: bytes = b""
    reason: str = ""
    number: int = 0


def packed(function: Callable[[Any], Any], thing: Any, folders: Iterable[str]) -> Parcel:
    """A call of a function, which has a module, as it is sent."""
    return Parcel(__version__, tuple(folders), pickle.dumps((function, thing)))


def judged(function: Callable[[Any], Any], thing: Any) -> Any:
    """What a function gives for a thing, one after the other in this process."""
    with _ALONE:
        return function(thing)


def answer(parcel: tuple[Any, ...]) -> tuple[Any, ...]:
    """Judge a chunk: an `Answer` to a `Parcel`, both as tuples, which any release can read. Raises
    nothing, so what is raised in a worker is the engine's."""
    return tuple(_answer(Parcel(*parcel)))


def _answer(parcel: Parcel) -> Answer:
    worker = f"{os.uname().nodename if hasattr(os, 'uname') else ''}:{os.getpid()}:{get_ident()}"
    here = Answer(__version__, worker, UNFIT, number=parcel.number)
    if parcel.version != __version__:
        return here._replace(reason=f"have phaselint {__version__}, not {parcel.version}")
    for folder in parcel.folders:
        if not os.path.isdir(folder):
            return here._replace(reason=f"don't have the directory {folder}")
    try:
        function, thing = pickle.loads(parcel.data)
    except ModuleNotFoundError as error:
        return here._replace(reason=f"lack the module `{error.name}`")
    except Exception as error:  # whatever it is, the sender has to say so
        return here._replace(reason=f"can't read their tasks: {described(error)}")
    try:
        return here._replace(outcome=JUDGED, data=pickle.dumps(judged(function, thing)))
    except Exception as error:  # the sender judges the chunk itself, and sees
        return here._replace(outcome=FAILED, reason=described(error))
