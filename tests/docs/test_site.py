"""The folder that zensical builds from, links between pages, and the generated reference."""

from __future__ import annotations

import json
import tomllib
from importlib.util import find_spec
from typing import TYPE_CHECKING

import click
import pytest

import build as builder
from handbook import DOCS, ROOT, configuration, site
from handbook.commandline import command_line
from handbook.links import broken, outward
from handbook.pages import CHANGES, handwritten
from handbook.rulepages import HOME
from phaselint import version
from phaselint.cli.group import COMMANDS, group
from phaselint.config.file import READERS
from phaselint.dialects import BUILTIN
from phaselint.formats import FORMATS, schema

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from handbook import Pages

SETTINGS = (ROOT / site.SETTINGS).read_text("utf-8")


def named(nav: object) -> Iterator[str]:
    """The pages that a navigation names."""
    if isinstance(nav, str):
        yield nav
    elif isinstance(nav, dict):
        yield from named(list(nav.values()))
    elif isinstance(nav, list):
        for each in nav:
            yield from named(each)


def test_the_navigation_names_every_page_that_is_written_and_no_other() -> None:
    made = {HOME, "reference/command-line.md", configuration.PATH, CHANGES}
    pages = list(named(tomllib.loads(SETTINGS)["project"]["nav"]))
    assert len(pages) == len(set(pages))
    assert set(pages) == made | set(handwritten())


def test_the_address_of_the_site_is_that_which_findings_have(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(version, "REPOSITORY", "")
    monkeypatch.setattr(version, "DOCUMENTATION", "")
    assert site.addressed(SETTINGS) == SETTINGS
    monkeypatch.setattr(version, "DOCUMENTATION", "https://example.org/docs")
    project = tomllib.loads(site.addressed(SETTINGS))["project"]
    assert project["site_url"] == "https://example.org/docs/"


def put(pages: Pages, folder: Path) -> None:
    """What a build does before it builds."""
    site.claim(folder)
    site.write(pages, folder)


def test_pages_are_written_again_and_old_ones_go(tmp_path: Path) -> None:
    put({"index.md": "# A\n", "old.md": "# B\n"}, tmp_path)
    put({"index.md": "# C\n"}, tmp_path)
    assert (tmp_path / "docs" / "index.md").read_text() == "# C\n"
    assert not (tmp_path / "docs" / "old.md").exists()


def test_nothing_of_the_user_is_overwritten(tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "mine.md").write_text("mine")
    (tmp_path / site.SETTINGS).write_text('[project]\nsite_name = "mine"\n')
    with pytest.raises(site.SiteError, match="the folder has other files in it"):
        put({"index.md": ""}, tmp_path)
    assert (tmp_path / "docs" / "mine.md").read_text() == "mine"


def test_a_folder_is_refused_before_anything_is_made(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "mine.md").write_text("mine")
    monkeypatch.setattr(builder, "complete", None)
    monkeypatch.setattr("sys.argv", ["build.py", str(tmp_path)])
    assert builder.main() == 2
    assert capsys.readouterr().err.endswith(
        ": the folder has other files in it; name another one\n"
    )


def test_a_build_that_is_broken_off_is_begun_again(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def broken(_pages: Pages) -> Pages:
        raise KeyboardInterrupt

    monkeypatch.setattr(builder, "complete", broken)
    monkeypatch.setattr("sys.argv", ["build.py", str(tmp_path / "new")])
    with pytest.raises(KeyboardInterrupt):
        builder.main()
    put({"index.md": "# A\n"}, tmp_path / "new")
    assert (tmp_path / "new" / "docs" / "index.md").read_text() == "# A\n"


def test_schemas_are_where_their_addresses_say(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(version, "DOCUMENTATION", "https://example.org/phaselint")
    put({"index.md": "# A\n"}, tmp_path)
    put({"index.md": "# A\n"}, tmp_path)
    for name in FORMATS:
        path = schema(name)["$id"].removeprefix("https://example.org/phaselint/")
        assert json.loads((tmp_path / "docs" / path).read_text("utf-8")) == schema(name)


def test_pictures_from_outside_come_along(tmp_path: Path) -> None:
    text = "![It](../../lsp/vscode/screenshot.png)\n"
    put({"how-to/editors.md": text}, tmp_path)
    assert (tmp_path / "docs/how-to/editors.md").read_text() == "![It](screenshot.png)\n"
    assert (tmp_path / "docs/how-to/screenshot.png").is_file()


def test_without_zensical_it_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(site, "find_spec", lambda _name: None)
    with pytest.raises(site.SiteError, match=r"zensical is not installed; `pip install .*docs"):
        site.build(tmp_path)


@pytest.mark.skipif(not find_spec("zensical"), reason="the extra `docs` is not installed")
def test_zensical_builds_pages_and_complains_of_links(tmp_path: Path) -> None:
    every = dict.fromkeys(named(tomllib.loads(SETTINGS)["project"]["nav"]), "# Page\n\n## Two\n")
    put({**every, "index.md": "# A\n\n[b](tutorial.md#two)\n"}, tmp_path)
    assert (site.build(tmp_path) / "tutorial" / "index.html").is_file()
    put({**every, "index.md": "# A\n\n[b](nowhere.md)\n"}, tmp_path)
    with pytest.raises(site.SiteError, match="page does not exist"):
        site.build(tmp_path)


@pytest.mark.parametrize(
    ("link", "wrong"),
    [
        ("b.md#two", ""),
        ("#one", ""),
        ("../index.md", ""),
        ("../../README.md", ""),
        ("https://example.org/x", ""),
        ("c.md", "there is no such page"),
        ("b.md#three", "the page has no such anchor"),
        ("#two", "the page has no such anchor"),
        ("../../NOTHING.md", "there is no such file"),
    ],
)
def test_a_link_that_leads_nowhere_is_named_by_its_line(link: str, wrong: str) -> None:
    pages = {"x/a.md": f"# One\n\n[it]({link})\n", "x/b.md": "# B\n\n## Two\n", "index.md": ""}
    expected = [f"docs/x/a.md:3: `{link}`: {wrong}"] if wrong else []
    assert list(broken(pages, {})) == expected


def test_links_of_the_readme_are_those_of_the_repository() -> None:
    text = "# A & B\n[1](#a--b) [2](docs/tutorial.md) [3](docs/nothing.md) [4](#a-b)\n"
    assert list(broken({}, {"README.md": text})) == [
        "README.md:2: `docs/nothing.md`: there is no such file",
        "README.md:2: `#a-b`: it has no such anchor",
    ]


def test_links_out_of_the_documentation_lead_to_the_repository_once_it_is_known() -> None:
    text = "[a](../../fixtures/x) [b](b.md)\n```\n[a](../../fixtures/x)\n```\n"
    kept = "[b](b.md)\n```\n[a](../../fixtures/x)\n```\n"
    assert outward("x/a.md", text, "") == f"a {kept}"
    assert outward("x/a.md", text, "https://e.org/r") == f"[a](https://e.org/r/fixtures/x) {kept}"


def test_the_site_leads_to_the_repository_once_it_has_a_name(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(version, "REPOSITORY", "")
    assert site.sources() == ""
    monkeypatch.setattr(version, "REPOSITORY", "acme/phaselint")
    assert site.sources() == "https://github.com/acme/phaselint/blob/main"
    project = tomllib.loads(site.addressed(SETTINGS))["project"]
    assert project["repo_url"] == "https://github.com/acme/phaselint"


def test_every_command_is_on_its_page_with_its_options() -> None:
    page = command_line()
    for name in COMMANDS:
        part = page.partition(f"## phaselint {name}\n")[2].partition("\n## ")[0]
        command = group.get_command(click.Context(group), name)
        assert command is not None
        for option in command.params:
            if isinstance(option, click.Option) and not option.hidden:
                assert f"`{option.opts[0]}" in part or f", {option.opts[0]}" in part


def test_every_key_and_option_is_on_the_page_of_the_configuration() -> None:
    page = configuration.configuration()
    for key in READERS:
        assert f"| `{key}` |" in page
    for dialect in BUILTIN:
        part = page.partition(f"### {dialect.name}\n")[2].partition("\n### ")[0]
        assert all(f"| `{option.name}` |" in part for option in dialect.options)


def test_no_generated_page_is_in_the_checkout() -> None:
    assert not (DOCS / "rules").exists()
    assert not (DOCS / CHANGES).exists()
