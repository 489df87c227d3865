"""The command line (design §9). Common arguments are read without click, from the same table of
options: importing click takes longer than linting a small contract."""

from __future__ import annotations

import os
import sys

from phaselint.cli import streams
from phaselint.cli.import_hook import find_directly
from phaselint.cli.lazily import compile_when_used
from phaselint.cli.outcome import FAILURE, INTERRUPTED, OK
from phaselint.linting.garbage import collect_rarely
from phaselint.version import __version__
from phaselint.vocabulary.errors import PhaselintError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import NoReturn

SERVER = "server"
THREADED = (SERVER, "mcp")
"""The long-running commands that use threads."""

SERVING = ((SERVER,), (SERVER, "--stdio"))
"""How editors start it."""

COMPLETING = "_PHASELINT_COMPLETE"
"""The variable by which a shell asks click to complete a command."""

EXPANDED = frozenset("~$%*?[")
"""Characters that click expands in arguments on Windows."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit status."""
    streams.prepare()
    try:
        return _run(arguments)
    except PhaselintError as error:
        return _fail(str(error))
    except (EOFError, KeyboardInterrupt):
        streams.write_stderr("\n")  # after the terminal's echo of the key
        return _fail(INTERRUPTED)
    except BrokenPipeError:
        streams.give_up(sys.stdout)
        return OK  # the reader is gone
    except OSError as error:
        streams.give_up(sys.stdout)
        return _fail(
            f"{error.strerror or error}" + (f": {error.filename}" if error.filename else "")
        )
    except Exception as error:  # phaselint's or a library's: bugs must not look like findings
        streams.give_up(sys.stdout)
        return _fail(_defect(error))


def _run(arguments: Sequence[str] | None) -> int:
    """Run common arguments without click, and everything else with it."""
    words = sys.argv[1:] if arguments is None else list(arguments)
    if not _is_for_click(words):
        if words == ["--version"]:
            print(f"phaselint {__version__}", flush=True)
            return OK
        if tuple(words) in SERVING:
            from phaselint.cli.serving import serve

            return serve()
        status = _quickly(*words)
        if status is not None:
            return status
    from phaselint.cli.group import call

    if COMPLETING in os.environ:
        from phaselint.cli.shells import register

        register()
    return call(arguments)


def _quickly(command: str, *words: str) -> int | None:
    """The status of `lint` or `diff`, if its arguments can be read without click; else none."""
    from phaselint.cli import fast_args

    if command == "lint":
        given = fast_args.read(words)
        if given is None:
            return None
        from phaselint.cli.linting import lint

        return lint(given)
    from phaselint.cli.diffoptions import DIFF

    given = fast_args.read(words, DIFF, "versions")
    if given is None:
        return None
    from phaselint.cli.diffing import diff

    return diff(given)


def _is_for_click(words: Sequence[str]) -> bool:
    """Whether click must read the arguments: those of other commands, completions for a shell, and
    patterns that Windows shells don't expand."""
    if COMPLETING in os.environ:
        return True
    if words == ["--version"] or tuple(words) in SERVING:
        return False
    expanded = os.name == "nt" and any(not EXPANDED.isdisjoint(word) for word in words)
    return expanded or words[:1] not in (["lint"], ["diff"])


def script() -> NoReturn:
    """What the console script runs: `main`, and an end to the process without taking the
    interpreter down piece by piece, which is an eighth of a short run (measured)."""
    collect_rarely()
    if not sys.argv[1:] or sys.argv[1] not in THREADED:
        compile_when_used("json", "string", "tomllib", "yaml")
    find_directly()  # behind it, to be asked first: nearly all that is imported is ours
    status = main()
    streams.finish()
    os._exit(status)


def _defect(error: Exception) -> str:
    """What to say about an exception that nothing has foreseen: its kind, and where it arose."""
    last = error.__traceback__
    while last is not None and last.tb_next is not None:
        last = last.tb_next
    where = (
        f" ({os.path.basename(last.tb_frame.f_code.co_filename)}:{last.tb_lineno})" if last else ""
    )
    what = type(error).__name__ + (f": {error}" if str(error) else "")
    if isinstance(error, MemoryError):
        return f"there is not enough memory{where}"
    return f"internal error, please report it: {what}{where}"


def _fail(message: str) -> int:
    streams.complain(message)
    return FAILURE
