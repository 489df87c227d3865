"""Look at one case of fixtures/rules: what it changes of its base, or all of it.

    python tests/case.py show fixtures/rules/RULE/CASE
    python tests/case.py write fixtures/rules/RULE/CASE FOLDER

`write` makes the folder, or takes an empty one; phaselint can be run on it.
"""

from __future__ import annotations

import argparse
import sys
from difflib import unified_diff
from pathlib import Path
from typing import TYPE_CHECKING

from cases import CaseError, read, write
from phaselint.vocabulary.suggest import unknown

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


def differences(folder: Path) -> Iterator[str]:
    """The lines of a unified diff from the base of a case to the case. Raises CaseError."""
    whole = read(folder)
    after = whole.files()
    for path in sorted({*whole.own, *whole.absent}):
        old, new = whole.base.get(path), after.get(path)
        yield from unified_diff(
            _lines(old), _lines(new), _title(path, old), _title(path, new), lineterm=""
        )


def _lines(data: bytes | None) -> list[str]:
    return (data or b"").decode("utf-8", "replace").splitlines()


def _title(path: str, data: bytes | None) -> str:
    return "/dev/null" if data is None else path


def case_at(path: str) -> Path:
    """The folder of a case that a path leads to. Raises CaseError."""
    folder = Path(path).resolve()
    if folder.parent.parent.name != "rules" or not folder.parent.is_dir():
        raise CaseError(f"`{path}` is not the folder of a case, fixtures/rules/RULE/CASE")
    if not folder.is_dir():
        cases = sorted(each.name for each in folder.parent.iterdir())
        raise CaseError(f"{folder.parent.name}: {unknown('case', folder.name, cases)}")
    return folder


def write_new(folder: Path, target: Path) -> None:
    """Write a case into a folder that is empty, or not yet there. Raises CaseError."""
    try:
        if target.exists() and any(target.iterdir()):
            raise CaseError(f"`{target}` is not empty")
        write(folder, target)
    except OSError as error:
        raise CaseError(f"cannot write into `{target}`: {error.strerror}") from None


def main(arguments: Sequence[str] | None = None) -> int:
    """Do what the command line says; return the exit status: 2 for what cannot be done."""
    parser = argparse.ArgumentParser(description="Look at one case of fixtures/rules.")
    commands = parser.add_subparsers(dest="command", required=True)
    for name, does in (("show", "what a case changes of its base"), ("write", "all of its files")):
        commands.add_parser(name, help=does).add_argument("case", help="fixtures/rules/RULE/CASE")
    commands.choices["write"].add_argument("folder", type=Path, help="new, or empty")
    given = parser.parse_args(arguments)
    try:
        if given.command == "write":
            write_new(case_at(given.case), given.folder)
        for line in differences(case_at(given.case)) if given.command == "show" else ():
            print(line)
    except CaseError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
