"""The wheel: the three packages with their data, and nothing else."""

from __future__ import annotations

import shutil
import subprocess
import sys
import zipfile
from email.parser import HeaderParser
from pathlib import Path

import pytest

import phaselint
from phaselint import version

ROOT = Path(__file__).parents[1]
SOURCES = {
    "phaselint": ROOT / "linter",
    "phaselint_rules": ROOT / "rules",
    "phaselint_lsp": ROOT / "lsp",
}
DIST_INFO = f"phaselint-{phaselint.__version__}.dist-info"
OFFLINE = "No matching distribution found"

pytestmark = pytest.mark.installs


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> zipfile.ZipFile:
    """The wheel of this checkout, built as pip builds it."""
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "-w", str(folder)]
    built = subprocess.run([*command, str(ROOT)], capture_output=True, text=True, check=False)
    if OFFLINE in built.stderr:
        pytest.skip("the build backend cannot be downloaded")
    assert built.returncode == 0, built.stderr
    (path,) = folder.iterdir()
    return zipfile.ZipFile(path)


def files(wheel: zipfile.ZipFile, top: str) -> set[str]:
    return {name for name in wheel.namelist() if name.split("/")[0] == top}


def test_only_the_three_packages_are_in_it(wheel: zipfile.ZipFile) -> None:
    tops = {name.split("/")[0] for name in wheel.namelist()}
    assert tops == {*SOURCES, DIST_INFO}


@pytest.mark.parametrize("package", SOURCES)
def test_a_package_has_all_its_modules_and_is_typed(package: str, wheel: zipfile.ZipFile) -> None:
    source = SOURCES[package]
    modules = {path.relative_to(source).as_posix() for path in (source / package).rglob("*.py")}
    assert modules < files(wheel, package)
    assert f"{package}/py.typed" in files(wheel, package)


def test_the_only_data_are_the_schemas_of_the_json_formats_and_the_viewer(
    wheel: zipfile.ZipFile,
) -> None:
    data = {
        name
        for package in SOURCES
        for name in files(wheel, package)
        if not name.endswith((".py", "/py.typed"))
    }
    viewer = ROOT / "linter" / "phaselint" / "report" / "html" / "viewer"
    shown = {path.relative_to(ROOT / "linter").as_posix() for path in viewer.iterdir()}
    schemas = {
        "phaselint/report/schema-v1.json",
        "phaselint/report/difference/difference-v1.json",
        "phaselint/report/conformance/conform-v1.json",
    }
    assert data == {*schemas, *shown}


def test_the_command_and_the_built_in_rules_are_registered(wheel: zipfile.ZipFile) -> None:
    entry_points = wheel.read(f"{DIST_INFO}/entry_points.txt").decode()
    assert "phaselint = phaselint.__main__:run" in entry_points
    assert "builtin = phaselint_rules:RULES" in entry_points


def test_the_metadata_names_the_license_and_the_python_version(wheel: zipfile.ZipFile) -> None:
    metadata = HeaderParser().parsestr(wheel.read(f"{DIST_INFO}/METADATA").decode())
    assert metadata["License-Expression"] == "Apache-2.0"
    assert metadata["Requires-Python"] == ">=3.11"
    assert f"{DIST_INFO}/licenses/LICENSE" in wheel.namelist()


def test_without_a_repository_the_metadata_lead_nowhere(wheel: zipfile.ZipFile) -> None:
    metadata = HeaderParser().parsestr(wheel.read(f"{DIST_INFO}/METADATA").decode())
    named = [f"Repository, https://github.com/{version.REPOSITORY}"] if version.REPOSITORY else []
    assert (metadata.get_all("Project-URL") or [])[:1] == named
    assert metadata["Description-Content-Type"] == "text/markdown"


def test_an_index_shows_the_readme_with_links_into_the_repository(
    wheel: zipfile.ZipFile, tmp_path: Path
) -> None:
    """The hook of the build alone, in a copy of what it reads."""
    assert wheel.namelist()  # so the build backend can be had
    names = tmp_path / "linter" / "phaselint" / "version.py"
    names.parent.mkdir(parents=True)
    names.write_text(
        '__version__ = "1.2.3"\nREPOSITORY = "acme/phaselint"\n'
        'DOCUMENTATION = "https://acme.github.io/phaselint"\n'
    )
    (names.parent / "__init__.py").write_text("")
    text = "[a](docs/a.md#b), [c](https://example.org), [d](#e)\n"
    (tmp_path / "README.md").write_text(text)
    (tmp_path / "LICENSE").write_text("")
    for name in ("hatch_build.py", "pyproject.toml"):
        shutil.copy(ROOT / name, tmp_path)
    for package in ("rules/phaselint_rules", "lsp/phaselint_lsp"):
        (tmp_path / package).mkdir(parents=True)
        (tmp_path / package / "__init__.py").write_text("")
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "-w", "made", "."]
    subprocess.run(command, cwd=tmp_path, capture_output=True, check=True)
    (made,) = (tmp_path / "made").iterdir()
    written = zipfile.ZipFile(made).read("phaselint-1.2.3.dist-info/METADATA").decode()
    home = "https://github.com/acme/phaselint"
    led = f"[a]({home}/blob/v1.2.3/docs/a.md#b), [c](https://example.org), [d](#e)"
    assert led in written
    assert f"Project-URL: Issues, {home}/issues" in written
    assert "Project-URL: Documentation, https://acme.github.io/phaselint/" in written
