"""The records of a release: the checksums of its files, and from what they were made."""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from publishing.places import Names

SUMS = "SHA256SUMS"
STATEMENT = "provenance.json"


def sums(folder: Path) -> dict[str, str]:
    """The SHA-256 of each file below a folder, by its path, but for the records themselves."""
    files = (path for path in folder.rglob("*") if path.is_file())
    named = {path.relative_to(folder).as_posix(): path for path in files}
    return {
        name: hashlib.sha256(named[name].read_bytes()).hexdigest()
        for name in sorted(named.keys() - {SUMS, STATEMENT})
    }


def checksums(found: Mapping[str, str]) -> str:
    """Checksums as `sha256sum --check` reads them."""
    return "".join(f"{digest}  {name}\n" for name, digest in found.items())


def statement(
    found: Mapping[str, str], names: Names, commit: str, tools: Mapping[str, str]
) -> dict[str, Any]:
    """An in-toto statement with SLSA provenance (v1) for files. It isn't signed: the workflow
    attests the same checksums with its identity.

    Args:
        found: the files and their checksums.
        names: those of the release.
        commit: the commit that they were made of.
        tools: versions of the tools that made them, by name.
    """
    source = f"git+https://github.com/{names.repository}" if names.repository else "git"
    return {
        "_type": "https://in-toto.io/Statement/v1",
        "subject": [{"name": name, "digest": {"sha256": digest}} for name, digest in found.items()],
        "predicateType": "https://slsa.dev/provenance/v1",
        "predicate": {
            "buildDefinition": {
                "buildType": "urn:phaselint:release:1",
                "externalParameters": {"version": names.version},
                "internalParameters": dict(tools),
                "resolvedDependencies": [{"uri": source, "digest": {"gitCommit": commit}}],
            },
            "runDetails": {"builder": {"id": "urn:phaselint:tools/release.py"}},
        },
    }


def write(folder: Path, names: Names, commit: str, tools: Mapping[str, str]) -> dict[str, str]:
    """Write both records into a folder; return the checksums of its other files."""
    found = sums(folder)
    (folder / SUMS).write_text(checksums(found), "utf-8", newline="\n")
    text = json.dumps(statement(found, names, commit, tools), indent=2) + "\n"
    (folder / STATEMENT).write_text(text, "utf-8", newline="\n")
    return found
