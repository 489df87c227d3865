"""What is written for a release: the archive, the formula, the entries of SchemaStore, records."""

from __future__ import annotations

import hashlib
import io
import json
import subprocess
import sys
import tarfile
import zipfile
from typing import TYPE_CHECKING, Any

import pytest
import yaml
from jsonschema import Draft7Validator, Draft202012Validator

from phaselint import version
from phaselint.formats import schema
from publishing import ROOT, ReleaseError, archive, catalog, containers, records
from publishing.formula import address, formula
from publishing.pins import Pin, pins
from publishing.places import Names

if TYPE_CHECKING:
    from pathlib import Path

NAMES = Names("acme/phaselint", "", "7.8.9")
NOBODY = Names("", "", "7.8.9")


class TestArchive:
    """`publishing.archive`."""

    def test_only_what_every_python_runs_is_in_it(self, tmp_path: Path) -> None:
        for name in (
            *(
                "yaml/__init__.py",
                "yaml/_yaml.cpython-311-x86_64-linux-gnu.so",
                "_yaml/__init__.py",
            ),
            *("a-1.dist-info/METADATA", "a-1.dist-info/RECORD", "a-1.dist-info/licenses/LICENSE"),
            *("a/__pycache__/b.cpython-311.pyc", "a/tests/test_a.py", "bin/a", "a/bin.py"),
        ):
            (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / name).write_text(name)
        assert sorted(archive.members(tmp_path)) == [
            *("__main__.py", "a-1.dist-info/METADATA", "a-1.dist-info/licenses/LICENSE"),
            *("a/bin.py", "yaml/__init__.py"),
        ]

    def test_it_is_the_same_for_the_same_files(self) -> None:
        files = {"b.py": b"1", "a.py": b"2"}
        made = archive.packed(files, 1_700_000_000)
        assert made == archive.packed(dict(reversed(files.items())), 1_700_000_000)
        with zipfile.ZipFile(io.BytesIO(made)) as found:
            assert {name: found.read(name) for name in found.namelist()} == files
            assert {each.date_time for each in found.infolist()} == {(2023, 11, 14, 22, 13, 20)}
        assert archive.packed(files, 0)

    def test_python_runs_it_and_an_old_one_says_why_not(self, tmp_path: Path) -> None:
        package = b"def run():\n    print('runs')\n"
        files = {"phaselint/__init__.py": b"", "phaselint/__main__.py": package}
        old = archive.MAIN.replace("(3, 11)", "(9, 11)").encode()
        for main, told in ((archive.MAIN.encode(), "runs\n"), (old, "phaselint needs Python")):
            path = tmp_path / "x.pyz"
            path.write_bytes(archive.packed({**files, "__main__.py": main}, 0))
            command = [sys.executable, "-I", "-S", str(path)]
            done = subprocess.run(command, capture_output=True, text=True, check=False)
            assert (done.stdout + done.stderr).startswith(told)

    def test_a_folder_is_rolled_the_same(self, tmp_path: Path) -> None:
        (tmp_path / "b").mkdir()
        (tmp_path / "b" / "c.html").write_text("c")
        (tmp_path / "a.html").write_text("a")
        made = archive.rolled(tmp_path, "site", 5)
        assert made == archive.rolled(tmp_path, "site", 5)
        with tarfile.open(fileobj=io.BytesIO(made)) as found:
            assert found.getnames() == ["site/a.html", "site/b/c.html"]


LOCK = """
lock-version = "1.0"
[[packages]]
name = "attrs"
version = "26.1.0"
sdist = { url = "https://example.org/attrs.tar.gz", hashes = { sha256 = "ab" } }
wheels = []
"""


class TestFormula:
    """`publishing.formula` and the pins in it."""

    def test_it_has_the_release_and_every_resource(self) -> None:
        (pin,) = pins(LOCK)
        assert pin == Pin("attrs", "26.1.0", "https://example.org/attrs.tar.gz", "ab")
        text = formula(NAMES, "Linter", b"sdist", (pin,))
        assert f'sha256 "{hashlib.sha256(b"sdist").hexdigest()}"' in text
        assert 'homepage "https://github.com/acme/phaselint"' in text
        assert (
            '  resource "attrs" do\n    url "https://example.org/attrs.tar.gz"\n    sha256 "ab"\n'
        ) in text
        words = text.split()
        assert words.count("do") + words.count("def") + words.count("class") == words.count("end")

    def test_without_a_repository_its_home_is_the_index(self) -> None:
        text = formula(NOBODY, "Linter", b"sdist", ())
        assert 'homepage "https://pypi.org/project/phaselint/"' in text
        assert "github.com" not in text

    def test_the_index_keeps_a_file_at_its_digest(self) -> None:
        # `printf '' | b2sum --length 256`
        digest = "0e5751c026e543b2e8ab2eb06099daa1d1e5df47778f7787faab45cdf12fe3a8"
        assert address(b"", "x.tar.gz").endswith(
            f"/packages/{digest[:2]}/{digest[2:4]}/{digest[4:]}/x.tar.gz"
        )

    def test_a_package_without_sources_is_named(self) -> None:
        text = LOCK.replace("sdist", "attestation")
        with pytest.raises(ReleaseError, match="attrs has no source distribution"):
            pins(text)


class TestCatalog:
    """`publishing.catalog`."""

    def test_entries_are_what_the_catalog_takes(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(version, "DOCUMENTATION", "")
        files = {name: json.loads(text) for name, text in catalog.files().items()}
        entries = files.pop("catalog.json")
        assert [sorted(entry) for entry in entries] == [
            ["description", "fileMatch", "name", "url"]
        ] * len(files)
        for entry, (name, found) in zip(entries, files.items(), strict=True):
            assert entry["url"] == found["$id"] == f"https://www.schemastore.org/{name}"
            assert found["$schema"] == catalog.DRAFT
            Draft7Validator.check_schema(found)
        matched = [pattern for entry in entries for pattern in entry["fileMatch"]]
        assert len(matched) == len(set(matched))
        assert {"phaselint.toml", "*.script.yaml", "phaselint-baseline.json"} <= set(matched)

    def test_the_catalog_refers_to_the_documentation(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(version, "DOCUMENTATION", "https://example.org/docs")
        urls = {entry["url"] for entry in json.loads(catalog.files()["catalog.json"])}
        assert urls == {f"https://example.org/docs/schemas/{name}.json" for name in catalog.MATCHED}

    @pytest.mark.parametrize("name", catalog.MATCHED)
    def test_a_schema_decides_the_same_in_the_older_draft(self, name: str) -> None:
        new, old = schema(name), catalog.lowered(schema(name))
        for value in (*EXAMPLES[name], *WRONG[name]):
            decided = Draft202012Validator(new).is_valid(value)
            assert Draft7Validator(old).is_valid(value) == decided, value
            assert decided == (value in EXAMPLES[name]), value

    def test_a_reference_and_what_is_next_to_it_both_hold(self) -> None:
        written = {
            "$defs": {"a": {"type": "string"}},
            "properties": {"$ref": {"$ref": "#/$defs/a", "minLength": 2}},
            "dependentRequired": {"b": ["c"]},
        }
        found = Draft7Validator(catalog.lowered(written))
        values: tuple[Any, ...] = ({"$ref": "xy"}, {"$ref": "x"}, {"$ref": 12}, {"b": 1})
        assert [found.is_valid(value) for value in values] == [True, False, False, False]


def _scripts() -> list[Any]:
    paths = sorted((ROOT / "fixtures" / "projects").rglob("*.script.yaml"))
    return [yaml.safe_load(path.read_text("utf-8")) for path in paths]


EXAMPLES: dict[str, list[Any]] = {
    "config": [{}, {"extend-select": ["unknown-phase"]}, {"agents": {"rights": True}}],
    "script": _scripts(),
    "baseline": [{"version": 1, "findings": []}],
}
WRONG: dict[str, list[Any]] = {
    "config": [{"extend-select": 1}, {"agents": {"rights": 5}}, {"nothing": 1}, []],
    "script": [{}, [], {"version": 2}, {**_scripts()[0], "nothing": 1}],
    "baseline": [{}, {"version": 2, "findings": []}, {"version": 1, "findings": [1]}],
}


class TestRecords:
    """`publishing.records`."""

    def test_every_file_is_in_both_by_its_checksum(self, tmp_path: Path) -> None:
        (tmp_path / "store").mkdir()
        (tmp_path / "b.whl").write_bytes(b"b")
        (tmp_path / "store" / "a.json").write_bytes(b"a")
        found = records.write(tmp_path, NAMES, "c0ffee", {"hatchling": "1"})
        assert found == {
            "b.whl": hashlib.sha256(b"b").hexdigest(),
            "store/a.json": hashlib.sha256(b"a").hexdigest(),
        }
        lines = (tmp_path / records.SUMS).read_text().splitlines()
        assert lines == [f"{digest}  {name}" for name, digest in found.items()]
        statement = json.loads((tmp_path / records.STATEMENT).read_text())
        assert statement["_type"] == "https://in-toto.io/Statement/v1"
        subjects = {each["name"]: each["digest"]["sha256"] for each in statement["subject"]}
        assert subjects == found
        (source,) = statement["predicate"]["buildDefinition"]["resolvedDependencies"]
        assert source == {
            "uri": "git+https://github.com/acme/phaselint",
            "digest": {"gitCommit": "c0ffee"},
        }

    def test_records_are_not_among_the_files(self, tmp_path: Path) -> None:
        (tmp_path / "a").write_bytes(b"a")
        first = records.write(tmp_path, NOBODY, "c0ffee", {})
        assert records.write(tmp_path, NOBODY, "c0ffee", {}) == first


class TestContainers:
    """`publishing.containers`."""

    def test_the_reason_names_every_program(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("PATH", "")
        assert containers.builder() == ("", "docker isn't installed; podman isn't installed")

    @pytest.mark.posix
    def test_the_first_that_works_is_used(
        self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
    ) -> None:
        monkeypatch.setenv("PATH", str(tmp_path))
        for name, status in (("docker", 1), ("podman", 0)):
            (tmp_path / name).write_text(f"#!/bin/sh\nexit {status}\n")
            (tmp_path / name).chmod(0o755)
        assert containers.builder() == ("podman", "")
        (tmp_path / "podman").unlink()
        assert containers.builder() == ("", "docker has no daemon; podman isn't installed")

    def test_labels_name_the_repository_once_there_is_one(self) -> None:
        assert containers.labels(NOBODY)[1::2] == (
            "org.opencontainers.image.version=7.8.9",
            "org.opencontainers.image.licenses=Apache-2.0",
        )
        assert "org.opencontainers.image.source=https://github.com/acme/phaselint" in (
            containers.labels(NAMES)
        )
