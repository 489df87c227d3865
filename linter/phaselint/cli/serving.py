"""`phaselint server`, after its arguments are read (design §9)."""

from __future__ import annotations

import gc
import sys

from phaselint.linting.garbage import collect_rarely
from phaselint.version import REPOSITORY
from phaselint.vocabulary.errors import UsageError

NEEDED = ("pygls", "lsprotocol")
"""The packages of the extra `lsp`."""

CLONE = "in your clone of phaselint, "


def serve() -> int:
    """Serve an editor until it ends the session, and return the exit status.

    Raises:
        UsageError: a package that the server needs isn't installed.
    """
    from phaselint.api import builtin_rules
    from phaselint.vocabulary import processes

    processes.require("the server needs threads and")
    gc.disable()  # the protocol has a thousand classes, none of which is garbage
    try:
        from phaselint_lsp.lateclasses import import_protocol

        import_protocol()
        from phaselint_lsp import server
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in NEEDED:
            raise
        where, what = ("", "phaselint[lsp]") if REPOSITORY else (CLONE, ".[lsp]")
        raise UsageError(
            f"{error.name} isn't installed; the server requires the extra `lsp`: {where}run "
            f"`{sys.executable} -m pip install '{what}'`"
        ) from None
    gc.enable()
    gc.freeze()
    collect_rarely()  # whoever calls `main`, too: an edit makes a hundred thousand records
    server.serve(builtin_rules())
    return 0
