"""The packages that phaselint depends on, each at one version with its addresses and checksums.

uv resolves them as of the time of the commit that is released, so a later run pins the same.
"""

from __future__ import annotations

import os
import tomllib
from datetime import UTC, datetime
from typing import TYPE_CHECKING, NamedTuple

from publishing import ReleaseError
from publishing.running import run

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path


class Pin(NamedTuple):
    """A package at a version, and its source distribution."""

    name: str
    version: str
    url: str
    sha256: str


def lock(
    project: Path, python: str, seconds: int, target: Path, without: Iterable[str] = ()
) -> Path:
    """Write what phaselint with its server depends on as a pylock file (PEP 751).

    Args:
        project: the folder with pyproject.toml.
        python: the version of Python that the packages are for.
        seconds: the time, since 1970, after which no package was uploaded.
        target: the file, whose name begins with `pylock.`.
        without: packages to leave out.

    Raises:
        ReleaseError: uv isn't there or finds no versions.
    """
    index = os.environ.get("PIP_INDEX_URL", "")
    given = {"UV_DEFAULT_INDEX": index} if index and "UV_DEFAULT_INDEX" not in os.environ else {}
    run(
        *("uv", "pip", "compile", "--quiet", "--no-header", "--extra", "lsp"),
        *("--python-version", python, "--format", "pylock.toml", "--output-file", target),
        *("--exclude-newer", datetime.fromtimestamp(seconds, UTC).isoformat()),
        *(word for name in without for word in ("--no-emit-package", name)),
        project / "pyproject.toml",
        more=given,
    )
    return target


def pins(text: str) -> tuple[Pin, ...]:
    """The packages of a pylock file, by name.

    Raises:
        ReleaseError: one of them has no source distribution.
    """
    return tuple(_pin(each) for each in tomllib.loads(text)["packages"])


def _pin(package: dict[str, object]) -> Pin:
    match package:
        case {
            "name": str(name),
            "version": str(version),
            "sdist": {"url": str(url), "hashes": {"sha256": str(sha256)}},
        }:
            return Pin(name, version, url, sha256)
    raise ReleaseError(f"{package.get('name')} has no source distribution that could be pinned")
