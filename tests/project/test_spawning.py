"""Programs started without `subprocess`: what they print, and that nothing but success is told."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from time import sleep
from typing import TYPE_CHECKING, Any

import pytest

from phaselint.project.spawning import Done, conversation, output, run

if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint.project.spawning import Conversation

pytestmark = pytest.mark.skipif(os.name != "posix", reason="elsewhere `subprocess` starts all")

LARGE = 3_000_000
"""Bytes that no pipe holds."""

ECHO = """
import sys
for line in sys.stdin:
    print(line[::-1].strip(), flush=True)
"""


def python(program: str) -> list[str]:
    return [sys.executable, "-S", "-c", program]


def ask_until_it_has_ended(talk: Conversation) -> None:
    for _ in range(1000):
        talk.ask(b"abc")
        sleep(0.01)


def descriptors() -> set[str]:
    return set(os.listdir("/dev/fd"))


@pytest.fixture(autouse=True)
def nothing_stays(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """No descriptor stays open, and no process that was started stays unheard."""
    started: list[int] = []
    spawn = os.posix_spawnp

    def noted(*args: Any, **more: Any) -> int:
        started.append(spawn(*args, **more))
        return started[-1]

    monkeypatch.setattr(os, "posix_spawnp", noted)
    before = descriptors()
    yield
    assert descriptors() == before
    for each in started:
        with pytest.raises(ChildProcessError):
            os.waitpid(each, os.WNOHANG)


def test_what_a_program_prints() -> None:
    assert output(python("print(input.__name__)"), os.environ) == b"input\n"
    assert output(python("import os; print(os.environ['A'])"), {"A": "b"}) == b"b\n"


def test_much_on_both_streams_blocks_nothing() -> None:
    program = f"import sys; sys.stderr.write('e' * {LARGE}); print('o' * {LARGE}, end='')"
    assert output(python(program), os.environ) == b"o" * LARGE


def test_there_is_nothing_to_read() -> None:
    assert output(python("import sys; print(len(sys.stdin.read()))"), os.environ) == b"0\n"


@pytest.mark.parametrize(
    "words",
    [
        ["no-such-program"],
        [os.devnull],
        ["a\0b"],
        python("print(1); raise SystemExit(3)"),
        python("import os; print(1, flush=True); os.kill(os.getpid(), 9)"),
    ],
)
def test_what_goes_wrong_is_no_output(words: list[str]) -> None:
    assert output(words, os.environ) is None


def test_an_ended_process_that_the_system_forgets_is_no_output() -> None:
    former = signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    try:
        assert output(python("print(1)"), os.environ) is None
    finally:
        signal.signal(signal.SIGCHLD, former)


def test_signals_are_as_programs_expect_them() -> None:
    """Python ignores this one; a shell can set no trap for what it was started to ignore."""
    assert signal.getsignal(signal.SIGPIPE) == signal.SIG_IGN
    assert output(["sh", "-c", "trap 'echo told' PIPE; kill -PIPE $$"], os.environ) == b"told\n"


@pytest.mark.parametrize("closed", [(0,), (1,), (0, 1, 2)])
def test_a_closed_standard_stream_is_left_to_others(closed: tuple[int, ...]) -> None:
    program = f"""
import os
from phaselint.project.spawning import Done, conversation, output, run
kept = os.dup(1)
for each in {closed}:
    os.close(each)
told = (output(["true"], os.environ), conversation(["cat"], os.environ))
os.write(kept, repr(told).encode())
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=False)
    assert done.stdout == b"(None, None)"


def test_a_program_that_fails_is_heard() -> None:
    program = "import sys; print(1); sys.stderr.write('no'); raise SystemExit(3)"
    assert run(python(program), os.environ) == Done(3, b"1\n", "no")
    assert run(python("print(1)"), os.environ) == Done(0, b"1\n")
    with pytest.raises(FileNotFoundError):
        run(["no-such-program"], os.environ)


def test_a_conversation() -> None:
    talk = conversation(python(ECHO), os.environ)
    assert talk is not None
    for word in (b"abc", b"x" * 200_000):
        talk.ask(word)
        assert talk.answers.readline() == word[::-1] + b"\n"
    talk.close()


def test_a_conversation_with_a_program_that_ends() -> None:
    talk = conversation(python("print(input())"), os.environ)
    assert talk is not None
    talk.ask(b"abc")
    assert talk.answers.readline() == b"abc\n"
    assert talk.answers.readline() == b""
    with pytest.raises(OSError, match="pipe"):
        ask_until_it_has_ended(talk)
    talk.close()


def test_a_conversation_that_is_left_while_it_answers() -> None:
    talk = conversation(python(f"print('o' * {LARGE}, flush=True)"), os.environ)
    assert talk is not None
    talk.close()


def test_none_with_a_program_that_does_not_exist() -> None:
    assert conversation(["no-such-program"], os.environ) is None


def test_where_there_is_no_such_way(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "posix_spawnp")
    assert output(["true"], os.environ) is None
    assert conversation(["cat"], os.environ) is None
