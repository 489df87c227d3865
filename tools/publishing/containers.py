"""What builds and runs images on this machine."""

from __future__ import annotations

import shutil
import subprocess
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from publishing.places import Names

PROGRAMS = ("docker", "podman")
"""Programs with the same command line, the first that works is used."""

_PATIENCE = 30
_PREFIX = "org.opencontainers.image"


def builder() -> tuple[str, str]:
    """The program that can build images; an empty name and the reason where none can."""
    reasons = []
    for program in PROGRAMS:
        reason = _hindered(program)
        if not reason:
            return program, ""
        reasons.append(f"{program} {reason}")
    return "", "; ".join(reasons)


def _hindered(program: str) -> str:
    if shutil.which(program) is None:
        return "isn't installed"
    try:
        done = subprocess.run(
            [program, "info"],
            capture_output=True,
            stdin=subprocess.DEVNULL,
            timeout=_PATIENCE,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return "doesn't answer"
    return "has no daemon" if done.returncode else ""


def tag(version: str) -> str:
    """What the image is called."""
    return f"phaselint:{version}"


def labels(names: Names) -> tuple[str, ...]:
    """The options that say in an image where it is from."""
    source = f"https://github.com/{names.repository}" if names.repository else ""
    found = {"version": names.version, "licenses": "Apache-2.0", "source": source}
    pairs = ((key, value) for key, value in found.items() if value)
    return tuple(word for key, value in pairs for word in ("--label", f"{_PREFIX}.{key}={value}"))
