"""The npm package: the command on the bundle, as a folder that `npm pack` makes a tarball of."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

from bundle.contents import ROOT
from phaselint.version import REPOSITORY, __version__

SOURCE = Path(__file__).parent / "npm"
COMMAND = Path("bin", "phaselint.mjs")


def write(folder: Path, bundle: Path) -> None:
    """Write the package into a folder, which is made anew, from a bundle. Raises OSError."""
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(SOURCE, folder)
    shutil.copytree(bundle, folder / "bundle")
    shutil.copyfile(ROOT / "LICENSE", folder / "LICENSE")
    manifest = json.loads((SOURCE / "package.json").read_text("utf-8"))
    manifest["version"] = __version__
    if REPOSITORY:
        manifest["repository"] = {"type": "git", "url": f"git+https://github.com/{REPOSITORY}.git"}
    (folder / "package.json").write_text(json.dumps(manifest, indent=2) + "\n", "utf-8")
    for path in (folder, *folder.rglob("*")):  # npm keeps the rights in the tarball
        path.chmod(0o755 if path.is_dir() or path == folder / COMMAND else 0o644)


def packed(folder: Path) -> Path:
    """Make the tarball of a package, next to it, and return it.

    Raises:
        OSError: there is no npm.
        CalledProcessError: npm has failed; its `stderr` says why.
    """
    npm = shutil.which("npm")
    if npm is None:
        raise FileNotFoundError("npm isn't installed, so there is no tarball; install Node 20")
    command = [npm, "pack", "--json", "--ignore-scripts", "--pack-destination", str(folder.parent)]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True)
    name: str = json.loads(done.stdout)[0]["filename"]
    return folder.parent / name
