"""What a search for contracts gives."""

from __future__ import annotations

from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaselint.dialects.base import Dialect, Target
    from phaselint.dialects.spelling import Respelled
    from phaselint.linting.detection import Workspace


class FoundContract(NamedTuple):
    """A contract and the project it is in."""

    workspace: Workspace
    dialect: Dialect
    target: Target


class Unread(NamedTuple):
    """A file or folder that was come across and that the system did not let us read."""

    workspace: Workspace
    path: str
    reason: str


class Empty(NamedTuple):
    """A named path behind which there is no contract; `why` is about a file that does not
    parse and may have been meant as one."""

    path: str
    is_folder: bool
    why: str = ""


class Discovery(NamedTuple):
    """What is behind some paths: the contracts, in order and each once, where they are asked for.

    `wrong` are lines about named paths that do not exist or cannot be read, `faults` lines about
    plugins that cannot be used or failed. `unread` is what nobody named; some of it may be part
    of a contract. `respelled` are the options in older spellings.
    """

    found: tuple[FoundContract, ...]
    wrong: tuple[str, ...]
    faults: tuple[str, ...]
    empty: tuple[Empty, ...]
    workspaces: tuple[Workspace, ...]
    unread: tuple[Unread, ...] = ()
    respelled: tuple[Respelled, ...] = ()
