"""Make the files of a release out of this checkout, and try each in an empty environment.

    python tools/release.py [--dry-run] [--skip KIND]... FOLDER

`.ci/release` runs it in a clean clone, in an environment with what it takes. Nothing is published:
`.github/workflows/release.yml` does that. A dry run needs no names, tag or entry in the changelog,
and what can't be made on this machine is left out with the reason; otherwise that is an error. The
status is 1, with the reason, where a file can't be made, isn't reproducible or doesn't work.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from pathlib import Path

from publishing import ROOT, ReleaseError
from publishing.building import BUILDERS, REPRODUCIBLE, Release, SkippedError
from publishing.naming import current
from publishing.readiness import hindrances
from publishing.records import sums, write
from publishing.running import run
from publishing.trying import TRIALS

TOOLS = ("build", "hatchling", "uv", "zensical")


def main() -> int:
    """Do what the command line says; return the exit status."""
    parser = argparse.ArgumentParser(description="Make the files of a release and try them.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--dry-run", action="store_true")
    parser.add_argument("--skip", action="append", default=[], choices=BUILDERS, metavar="KIND")
    given = parser.parse_args()
    try:
        if not given.dry_run and (found := hindrances(ROOT)):
            raise ReleaseError("\n".join(found))
        with tempfile.TemporaryDirectory() as scratch:
            make(given.folder.resolve(), Path(scratch), given.skip, strict=not given.dry_run)
    except (ReleaseError, OSError) as error:
        print(error, file=sys.stderr)
        return 1
    return 0


def make(folder: Path, scratch: Path, skipped: list[str], *, strict: bool) -> None:
    """Make all files in a new folder.

    Raises:
        ReleaseError: one of them can't be made, differs when made again, or doesn't work.
    """
    if folder.exists() and any(folder.iterdir()):
        raise ReleaseError(f"{folder}: the folder isn't empty; name another one")
    folder.mkdir(parents=True, exist_ok=True)
    seconds = int(run("git", "log", "-1", "--format=%ct", folder=ROOT))
    os.environ["SOURCE_DATE_EPOCH"] = str(seconds)
    first = scratch / "first"
    first.mkdir()
    release = Release(ROOT, folder, first, current(ROOT), seconds)
    made = [
        kind for kind in BUILDERS if kind not in skipped and built(kind, release, strict=strict)
    ]
    repeated(release, [kind for kind in REPRODUCIBLE if kind in made], scratch)
    for kind in made:
        begun = time.monotonic()
        print(f"{kind}: {TRIALS[kind](release)} ({time.monotonic() - begun:.0f} s)", flush=True)
    commit = run("git", "rev-parse", "HEAD", folder=ROOT).strip()
    count = len(write(folder, release.names, commit, versions()))
    print(f"{count} files, their checksums and provenance are in {folder}")


def built(kind: str, release: Release, *, strict: bool) -> bool:
    """Make a file of a kind; tell whether that could be done."""
    begun = time.monotonic()
    try:
        BUILDERS[kind](release)
    except SkippedError as error:
        if strict:
            raise ReleaseError(
                f"{kind} can't be made: {error}; `--skip {kind}` does without"
            ) from None
        print(f"{kind}: skipped: {error}", flush=True)
        return False
    print(f"{kind}: {release.file(kind).name} ({time.monotonic() - begun:.0f} s)", flush=True)
    return True


def repeated(release: Release, kinds: list[str], scratch: Path) -> None:
    """Make files again of another clone, in another time zone, and compare the bytes."""
    if not kinds:
        return
    copy, target, second = (scratch / name for name in ("another clone", "again", "second"))
    run("git", "clone", "--quiet", ROOT, copy)
    target.mkdir()
    second.mkdir()
    os.environ["TZ"] = "Pacific/Kiritimati"
    again = release._replace(source=copy, target=target, scratch=second)
    for kind in BUILDERS:
        if kind in kinds:
            BUILDERS[kind](again)
    before, after = sums(release.target), sums(target)
    for name, digest in after.items():
        if before[name] != digest:
            raise ReleaseError(f"{name} isn't reproducible: {before[name]}, then {digest}")
    print(f"made again, with the same bytes: {', '.join(kinds)}", flush=True)


def versions() -> dict[str, str]:
    """The versions of what makes the files."""
    from importlib.metadata import version

    return {"python": sys.version.partition(" ")[0], **{name: version(name) for name in TOOLS}}


if __name__ == "__main__":
    raise SystemExit(main())
