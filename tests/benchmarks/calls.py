"""The calls of the command that stand for a cold start of each kind, and what they are made in."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from contextlib import contextmanager
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

from benchmarks.contracts import write_sets

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PROJECTS = os.path.join(ROOT, "fixtures", "projects")
EMPTY = "python -c pass"
AGENTS = os.path.join("flag-retirement-fixed", ".agent")


class Call(NamedTuple):
    """What a call is named in figures, its arguments, and the status it ends with."""

    name: str
    arguments: tuple[str, ...]
    status: int = 0


CALLS = (
    Call("--version", ("--version",)),
    Call("one clean vesanor set", ("lint", "--isolated", "set")),
    Call("stud project", ("lint", "loan-desk-fixed")),
    Call("climpt agent of 3 steps", ("lint", os.path.join(AGENTS, "auditor"))),
    Call("climpt agent of 10 steps", ("lint", os.path.join(AGENTS, "retirer"))),
    Call("sweny project", ("lint", "dependency-bot-fixed")),
    Call("teams of agents", ("lint", "release-crew-fixed")),
    Call("refund-desk --dry-run", ("lint", "--dry-run", "refund-desk"), 1),
    Call("climpt project --dry-run", ("lint", "--dry-run", "flag-retirement-fixed")),
    Call("sweny project --dry-run", ("lint", "--dry-run", "dependency-bot-fixed")),
    Call("stud project --dry-run", ("lint", "--dry-run", "loan-desk-fixed")),
)


def corpus_calls() -> tuple[Call, ...]:
    """The agents that goals are set for; none without a corpus."""
    corpus = os.environ.get("PHASELINT_CORPUS")
    if not corpus:
        return ()
    agents = os.path.join(corpus, "climpt", "agents")
    return tuple(
        Call(f"climpt {name}", ("lint", os.path.join(agents, name), "--exit-zero"))
        for name in ("considerer", "iterator")
    )


@contextmanager
def workplace() -> Iterator[str]:
    """A folder in which the calls can be made: the projects of the fixtures and one clean set."""
    with tempfile.TemporaryDirectory() as folder:
        place = os.path.join(folder, "projects")
        shutil.copytree(PROJECTS, place)
        write_sets(os.path.join(place, "set"), 1)
        yield place


@contextmanager
def installation() -> Iterator[str]:
    """An environment in which this checkout is installed as users have it: not to be edited, and
    compiled. Raises CalledProcessError where pip fails."""
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([sys.executable, "-m", "venv", folder], check=True)
        subprocess.run([program(folder, "pip"), "install", "--quiet", ROOT], check=True)
        yield folder


def program(environment: str, name: str) -> str:
    """The path of a program in an environment."""
    return os.path.join(environment, "bin", name)


def words(environment: str, call: Call) -> list[str]:
    """The command line of a call: with the interpreter, so that a measuring tool starts that."""
    return [program(environment, "python"), program(environment, "phaselint"), *call.arguments]


def empty(environment: str) -> list[str]:
    """The command line of an empty process of an environment."""
    return [program(environment, "python"), "-c", "pass"]
