"""All benchmarks, one after the other.

Run it as a script: `python tests/benchmarks/run.py [--write] [NAME...]`, with names such as
`startup` to run only these. Calls of the command are measured in an environment of their own, in
which the checkout is installed as users have it. `--write` puts the figures into the table in the
README beside this file; those of scripts that were not run stay. Where all are run, it makes the
instructions of cold starts the record, too.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from typing import TYPE_CHECKING, NamedTuple

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

from benchmarks import instructions
from benchmarks.calls import installation

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

HERE = os.path.dirname(os.path.abspath(__file__))
README = os.path.join(HERE, "README.md")
SCRIPTS = tuple(
    sorted(name[len("bench_") : -len(".py")] for name in os.listdir(HERE) if name[:6] == "bench_")
)
INSTALLED = {
    "diff": ("5", "300"),
    "startup": ("20",),
    "processes": ("5", "4000"),
    "reports": ("3", "1000"),
}
"""Scripts that take the environment whose command they measure, with what they take before it."""
ARGUMENTS = {"memory": ("10000",)}
"""What other scripts take, where that is not what they take by themselves."""

DIALECTS = ("agents", "climpt", "langgraph", "stud", "sweny", "vesanor")
GOALS = {
    "--version": "2.0",
    "one clean vesanor set": "4.7",
    "stud project": "6.6",
    "climpt considerer": "6.9",
    "climpt iterator": "7.6",
    "sweny project": "8.2",
    "refund-desk --dry-run": "9",
    "climpt project --dry-run": "12",
    "sweny project --dry-run": "9",
    "stud project --dry-run": "7.5",
    "1000 sets": "1.6",
    "yamllint": "at least 5",
    "two processes, 4000 sets": "at least 1.6",
    "two processes, processor time": "1.25",
    "largest process, 10000 sets": "90 MB",
    "1000 workflows": "2.5",
    "200 pipelines": "2.5",
    "climpt, beyond parsing": "4 ms",
    "stud, warm": "3.5",
    "sweny, warm": "3.5",
    "2000 Python files without a graph": "1.3",
    "a file with a graph of 30 nodes": "6",
    "20 policies, loan-desk-fixed": "0.5",
    **{
        f"diff, one of many, {dialect}": "3.5"
        for dialect in ("vesanor", "sweny", "climpt", "stud", "agents", "langgraph")
    },
    "a call of a guard": "3",
    "a session of Claude Code": "3",
    "YAML, values": "0.75",
    "milliseconds, a session without work": "400",
    "milliseconds, a session of VS Code without work": "400",
    "milliseconds, an edit, a workflow of 110 nodes": "30",
    "milliseconds, an edit, a set of 200 tools": "20",
    "milliseconds, an edit, a stage of 300": "30",
    "milliseconds, an edit, a stage of 300 with branches": "30",
    "milliseconds, an edit, the manifest of 300 stages with branches": "30",
    "milliseconds, an edit, 300 steps": "30",
    "milliseconds, an edit, 300 findings": "30",
    "milliseconds, an edit, the schemas of 300 steps": "30",
    "milliseconds, an edit, 1,000 clean steps": "150",
    "milliseconds, an edit, 1,000 findings": "400",
    "milliseconds, the first finding in the playground": "4000",
    **{f"milliseconds, an edit in the playground, {each}": "100" for each in DIALECTS},
    "milliseconds, opening a page of 200 phases": "1000",
    "milliseconds, opening the report of the largest agent": "1000",
    "milliseconds, a report of 1000 sets": "60000",
    "milliseconds, drawing 200 phases": "2000",
}
"""The goals by what a figure is named: at most, unless it says otherwise."""

BEGIN, END = "<!-- figures -->\n", "<!-- end of figures -->\n"
HEAD = "| what | measured | goal | script |\n| --- | --- | --- | --- |\n"
ROW = re.compile(r"\| (.*) \| (.*) \| (.*) \| `bench_(\w+)\.py` \|")


class Figure(NamedTuple):
    """A figure, what it is of, and the script that printed it."""

    name: str
    value: str
    script: str


def figures(script: str, printed: str) -> Iterator[Figure]:
    """The figures in what a script prints: lines with a name before a colon."""
    for line in printed.splitlines():
        name, colon, value = line.partition(": ")
        if colon:
            yield Figure(name, value, script)


def table(found: Iterable[Figure]) -> str:
    """The rows of the README."""
    return "".join(
        f"| {name} | {value} | {GOALS.get(name, '')} | `bench_{script}.py` |\n"
        for name, value, script in found
    )


def updated(text: str, found: Sequence[Figure]) -> str:
    """The text of the README with other figures: a script that has some of them has no others."""
    before, _, rest = text.partition(BEGIN)
    rows, _, after = rest.partition(END)
    old = [Figure(row[1], row[2], row[4]) for row in ROW.finditer(rows)]
    new = {each.script for each in found}
    every = [*found, *(each for each in old if each.script not in new)]
    every.sort(key=lambda each: SCRIPTS.index(each.script))
    return f"{before}{BEGIN}{HEAD}{table(every)}{END}{after}"


def measured(script: str, environment: str) -> Sequence[Figure]:
    """Run a script and show what it prints; gives the figures in it.

    Raises CalledProcessError where the script fails.
    """
    path = os.path.join(HERE, f"bench_{script}.py")
    more = (*INSTALLED[script], environment) if script in INSTALLED else ARGUMENTS.get(script, ())
    print(f"\n== {os.path.basename(path)}", flush=True)
    command = [sys.executable, path, *more]
    printed = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout
    print(printed, end="", flush=True)
    return tuple(figures(script, printed))


def write(found: Sequence[Figure]) -> None:
    """Put figures into the README."""
    with open(README, encoding="utf-8") as stream:
        text = updated(stream.read(), found)
    with open(README, "w", encoding="utf-8") as stream:
        stream.write(text)


def main(arguments: Sequence[str]) -> int:
    """Run the scripts that are named, or all; gives the status, 1 if one of them fails."""
    wanted = [each for each in arguments if each != "--write"] or SCRIPTS
    status = 0
    with installation() as environment:
        for script in wanted:
            try:
                found = measured(script, environment)
            except subprocess.CalledProcessError as error:
                print(f"bench_{script}.py ends with {error.returncode}")
                status = 1
                continue
            if "--write" in arguments:
                write(found)
        if list(arguments) == ["--write"]:
            instructions.main(["--update", environment])
    return status


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
