"""Matching in a child process, which can be stopped.

The engine has no path to give up, so whatever may take long runs there. The child knows nothing
of phaselint: it gets the engine's folder and source and the strings, and writes one line for
each string it is done with: matched or not, and the processor time that took.
"""

from __future__ import annotations

from phaselint.patterns.enginetext import engine_text
from phaselint.patterns.parser import parse
from phaselint.patterns.translate import engine_source
from phaselint.patterns.trial import Trial

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

_PROGRAM = """
import json, sys, time
folder, memory, enough, source, texts = json.load(sys.stdin)
sys.path.append(folder)
try:
    import resource
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
except (ImportError, ValueError, OSError):
    pass
from regress import Regex
find = Regex(source).find
for text in texts:
    start = time.process_time()
    matched = find(text) is not None
    spent = time.process_time() - start
    print(int(matched), spent, flush=True)
    if spent > enough:
        break
"""
_MEMORY = 1 << 30


def trials(
    source: str, texts: Sequence[str], deadline: float, enough: float = float("inf")
) -> tuple[Trial, ...]:
    """See `phaselint.patterns.engine.trials`; the engine is a child process."""
    import json
    import os
    import subprocess
    import sys
    from importlib.util import find_spec

    found = find_spec("regress")
    if found is None:
        raise OSError("the package `regress` isn't installed")
    folder = os.path.dirname(os.path.dirname(found.origin)) if found.origin else ""
    written = engine_source(parse(source))
    most = 1e9 if enough == float("inf") else enough
    order = json.dumps([folder, _MEMORY, most, written, [engine_text(text) for text in texts]])
    with subprocess.Popen(
        [sys.executable, "-I", "-c", _PROGRAM],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        encoding="ascii",
    ) as child:
        try:
            output, _ = child.communicate(order, timeout=deadline)
        except subprocess.TimeoutExpired:
            child.kill()
            output, _ = child.communicate()
    return tuple(_read(line) for line in output.splitlines(keepends=True) if line.endswith("\n"))


def _read(line: str) -> Trial:
    matched, seconds = line.split()
    return Trial(matched == "1", float(seconds))
