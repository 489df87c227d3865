"""A call of a tool in a process of its own: `python -P -m phaselint.mcp.worker`.

A line of JSON comes in: the tool, its arguments, and unsaved files by absolute path. Lines of
JSON go out: how far the work is, with the answer so far, and in the end the answer or an error.
All else that is printed goes to standard error.
"""

from __future__ import annotations

import json
import os
import sys
from threading import Thread

from phaselint.linting.garbage import collect_rarely
from phaselint.mcp import stdout
from phaselint.mcp.tools import TOOLS
from phaselint.vocabulary.deferred import module_of
from phaselint.vocabulary.errors import PhaselintError, described

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import IO, Any

    from phaselint.mcp.answers import Answer, Told


def main() -> None:
    """Answer one call."""
    wire = os.fdopen(stdout.claimed(), "wb")
    call = json.loads(sys.stdin.buffer.readline())
    Thread(target=_watch, daemon=True).start()
    collect_rarely()
    _send(wire, _answered(call, wire))
    sys.stdout.flush()
    os._exit(0)


def _watch() -> None:
    """End with the server, which holds the other end of standard input."""
    sys.stdin.buffer.read()
    os._exit(1)


def _answered(call: dict[str, Any], wire: IO[bytes]) -> dict[str, Any]:
    """The last message: an answer, or an error in one line."""

    def tell(told: Told) -> None:
        message: dict[str, Any] = {"progress": told.message}
        if told.answer is not None:
            message["answer"] = _data(told.answer)
        _send(wire, message)

    overlay = {path: text.encode("utf-8", "replace") for path, text in call["texts"].items()}
    try:
        answer = module_of(TOOLS[call["tool"]].module).answer(call["arguments"], overlay, tell)
    except (PhaselintError, OSError) as error:
        return {"error": " ".join(str(error).split())}
    except MemoryError:
        return {"error": "there is not enough memory"}
    except Exception as error:  # a bug must not look like an answer
        return {"error": f"internal error, please report it: {described(error)}"}
    return {"done": True, "answer": _data(answer)}


def _data(answer: Answer) -> dict[str, Any]:
    return {"text": answer.text, "data": answer.data}


def _send(wire: IO[bytes], message: dict[str, Any]) -> None:
    from phaselint.report.jsonformat import dump

    wire.write(f"{dump(message)}\n".encode("utf-8", "replace"))
    wire.flush()


if __name__ == "__main__":
    main()
