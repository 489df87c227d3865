"""The names of a release are in one place, and what users copy is filled from there."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from publishing import ROOT, ReleaseError
from publishing.naming import ACTION, MANIFESTS, VERSION, current, renamed
from publishing.places import PLACES, Names, refilled

NAMES = Names("acme/phaselint", "https://acme.github.io/phaselint", "7.8.9")
FILES = sorted({place.file for place in PLACES})
HOME = re.compile(r"(?:github\.com/|uses: )([\w.-]+/phaselint)\b")
PLACEHOLDER = re.compile(r"\bOWNER/|<owner>|\byour-org\b|\bREPOSITORY\b")
COPIED = ("README.md", "docs", "action.yml", "Dockerfile", ".pre-commit-hooks.yaml", "lsp/vscode")
"""What users read and copy from."""


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """The files that names are in."""
    for name in (*FILES, ACTION, VERSION, *MANIFESTS):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes((ROOT / name).read_bytes())
    return tmp_path


def filled(checkout: Path, names: Names) -> None:
    for name, text in renamed(checkout, names).items():
        (checkout / name).write_text(text, "utf-8", newline="\n")


def copied() -> dict[str, str]:
    """The files that users copy from, by path."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--", *COPIED], cwd=ROOT, capture_output=True, check=True
    )
    paths = (Path(name) for name in listed.stdout.decode().split("\0") if name)
    texts = [path for path in paths if path.suffix in {".md", ".yml", ".yaml", ".json", ".ts", ""}]
    return {path.as_posix(): (ROOT / path).read_text("utf-8") for path in texts}


@pytest.mark.parametrize("file", FILES)
def test_places_are_as_the_current_names_demand(file: str) -> None:
    names, text = current(ROOT), (ROOT / file).read_text("utf-8")
    assert refilled(file, text, names, names) == text


def test_nothing_that_users_copy_has_a_placeholder() -> None:
    texts = copied()
    assert {"README.md", "docs/how-to/github.md", "lsp/vscode/package.json"} <= texts.keys()
    found = [
        f"{path}: {line}"
        for path, text in texts.items()
        for line in text.splitlines()
        if PLACEHOLDER.search(line)
    ]
    assert found == []


def test_every_home_is_that_of_the_names(checkout: Path) -> None:
    known = current(ROOT).repository
    assert {home for text in copied().values() for home in HOME.findall(text)} <= {known}
    filled(checkout, NAMES)
    homes = {name: HOME.findall((checkout / name).read_text("utf-8")) for name in FILES}
    assert {home for found in homes.values() for home in found} == {NAMES.repository}
    assert {name for name, found in homes.items() if found} >= {
        *("README.md", "docs/how-to/github.md", "docs/how-to/pre-commit.md", "docs/how-to/diff.md")
    }
    assert "pip install phaselint==7.8.9" in (checkout / "docs/how-to/gitlab.md").read_text("utf-8")


def test_all_versions_are_set(checkout: Path) -> None:
    before = current(checkout).version
    filled(checkout, NAMES)
    assert current(checkout) == NAMES
    for name in MANIFESTS:
        assert json.loads((checkout / name).read_text("utf-8"))["version"] == "7.8.9"
    lock = json.loads((checkout / MANIFESTS[1]).read_text("utf-8"))
    assert lock["packages"][""]["version"] == "7.8.9"
    others = {name: each["version"] for name, each in lock["packages"].items() if name}
    written = json.loads((ROOT / MANIFESTS[1]).read_text("utf-8"))["packages"]
    assert others == {name: each["version"] for name, each in written.items() if name}
    left = [name for name in FILES if f"v{before}" in (checkout / name).read_text("utf-8")]
    assert left == []
    assert "phaselint==7.8.9" in (checkout / ACTION).read_text("utf-8")


def test_names_can_be_taken_back(checkout: Path) -> None:
    names = current(checkout)
    before = {path: path.read_bytes() for path in checkout.rglob("*") if path.is_file()}
    filled(checkout, NAMES)
    filled(checkout, names)
    assert {path: path.read_bytes() for path in before} == before


def test_a_page_that_says_something_else_is_named(checkout: Path) -> None:
    page = checkout / "docs/how-to/gitlab.md"
    page.write_text(page.read_text("utf-8").replace("pip install", "pipx install"), "utf-8")
    with pytest.raises(ReleaseError, match=r"docs/how-to/gitlab\.md: `.*` must be there once"):
        renamed(checkout, NAMES)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("repository", "acme"),
        ("repository", "acme/phase lint"),
        ("repository", 'acme/"x'),
        ("documentation", "http://example.org"),
        ("documentation", "https://example.org/"),
        ("version", "1.0"),
        ("version", "v1.0.0"),
    ],
)
def test_a_name_that_is_none_is_refused(checkout: Path, field: str, value: str) -> None:
    with pytest.raises(ReleaseError, match=f"--{field} is `.*`; expected "):
        renamed(checkout, NAMES._replace(**{field: value}))


def test_the_command_prints_the_names_and_refuses_others_in_one_line() -> None:
    script = str(ROOT / "tools" / "names.py")

    def run(*arguments: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, script, *arguments]
        return subprocess.run(command, capture_output=True, text=True, check=False)

    shown = run()
    assert shown.returncode == 0
    assert f"version: {current(ROOT).version}\n" in shown.stdout
    refused = run("--repository", "nobody")
    assert (refused.returncode, refused.stderr.count("\n")) == (2, 1)
    assert refused.stderr.startswith("--repository is `nobody`; expected OWNER/NAME")
