"""Set the names of a release once, wherever they are written.

    python tools/names.py [--repository OWNER/NAME] [--documentation URL] [--version X.Y.Z]

Without options it prints the current names. The documentation of a repository that has no other
address is on its GitHub pages. `--repository ''` takes the names back: pages then show what works
with a clone. The status is 2, with one line that says why, where nothing was changed.
"""

from __future__ import annotations

import argparse
import subprocess
import sys

from publishing import ROOT, ReleaseError
from publishing.naming import current, renamed


def main() -> int:
    """Do what the command line says; return the exit status."""
    parser = argparse.ArgumentParser(description="Set the names of a release.")
    parser.add_argument("--repository", metavar="OWNER/NAME")
    parser.add_argument("--documentation", metavar="URL")
    parser.add_argument("--version", metavar="X.Y.Z")
    given = {name: value for name, value in vars(parser.parse_args()).items() if value is not None}
    try:
        if "repository" in given:
            given.setdefault("documentation", pages_of(given["repository"]))
        names = current(ROOT)._replace(**given)
        changed = renamed(ROOT, names)
        for path, text in changed.items():
            (ROOT / path).write_text(text, "utf-8", newline="\n")
            print(path)
        if changed:
            manifest = ROOT / "lsp" / "vscode" / "manifest.py"
            subprocess.run([sys.executable, str(manifest)], check=True)
    except (ReleaseError, OSError) as error:
        print(error, file=sys.stderr)
        return 2
    if not given:
        print(
            "\n".join(f"{name}: {value or 'none yet'}" for name, value in names._asdict().items())
        )
    return 0


def pages_of(repository: str) -> str:
    """The address of the GitHub pages of a repository."""
    owner, _, name = repository.partition("/")
    return f"https://{owner.lower()}.github.io/{name}" if repository else ""


if __name__ == "__main__":
    raise SystemExit(main())
