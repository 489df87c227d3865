from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

import pytest

from phaselint.config import configure, find
from phaselint.config.entries import SuppressEntry
from phaselint.config.file import check_rules, load_config
from phaselint.config.model import Config, Project
from phaselint.dialects import Dialects
from phaselint.dialects.base import Option
from phaselint.vocabulary.errors import UsageError
from samples import dialect, rule

if TYPE_CHECKING:
    from pathlib import Path

DIALECTS = Dialects(
    {
        "vesanor": dialect("vesanor", Option("mode", "enforce", "", values=("enforce", "shadow"))),
        "sweny": dialect("sweny"),
    }
)
RULES = (
    rule("PL101", "unreachable-phase"),
    rule("PL103", "deadlocked-phases"),
    *(rule(f"VE20{number}", f"house-rule-{number}") for number in range(3)),
)


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A folder that no configuration outside it can reach."""
    (tmp_path / ".git").mkdir()
    return tmp_path


def load(folder: Path, text: str, name: str = "phaselint.toml") -> Config:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return load_config(str(path), dialects=DIALECTS)


def complaint(folder: Path, text: str, name: str = "phaselint.toml") -> str:
    with pytest.raises(UsageError) as caught:
        check_rules(load(folder, text, name), RULES)
    assert "\n" not in str(caught.value)
    return str(caught.value).removeprefix(str(folder) + os.sep)


EVERYTHING = """
select = ["PL"]
ignore = ["PL103"]
extend-select = ["VE201"]
exclude = ["legacy/"]
baseline = "known.json"
scripts = ["*.script.yaml"]
plugins = []
bound = 1000

[per-file-ignores]
"drafts/*" = ["PL1", "PL2"]

[severity]
PL101 = "warning"

[[suppress]]
rule = "PL101"
path = "contracts/session.json"
pointer = "/phases/0"
reason = "kept for a migration"

[[suppress]]
rule = "PL103"
path = "contracts/session.json"
phase = "review"

[vesanor]
mode = "shadow"
"""


def test_every_key_is_read(project: Path) -> None:
    assert load(project, EVERYTHING) == Config(
        path=str(project / "phaselint.toml"),
        root=str(project),
        select=("PL",),
        ignore=("PL103",),
        extend_select=("VE201",),
        per_file_ignores=(("drafts/*", ("PL1", "PL2")),),
        severity={"PL101": "warning"},
        exclude=("legacy/",),
        baseline="known.json",
        scripts=("*.script.yaml",),
        bound=1000,
        suppress=(
            SuppressEntry(
                "PL101",
                "contracts/session.json",
                pointer="/phases/0",
                reason="kept for a migration",
                line=17,
            ),
            SuppressEntry("PL103", "contracts/session.json", phase="review", line=23),
        ),
        options={"vesanor": {"mode": "shadow"}},
        dialects=DIALECTS,
    )


def test_pyproject_says_the_same_in_its_table(project: Path) -> None:
    text = EVERYTHING.replace("[[", "[[tool.phaselint.").replace("\n[", "\n[tool.phaselint.")
    text = text.replace("[tool.phaselint.[tool.phaselint.", "[[tool.phaselint.")
    config = load(project, "[tool.phaselint]" + text, "pyproject.toml")
    expected = load(project, EVERYTHING)
    assert config._replace(path="") == expected._replace(path="")


def test_an_empty_file_leaves_everything_open(project: Path) -> None:
    config = load(project, "")
    assert config == Config(path=config.path, root=str(project), dialects=DIALECTS)
    assert config.select is None


def test_choosing_no_rule_is_not_leaving_it_open(project: Path) -> None:
    assert load(project, "select = []").select == ()


def test_byte_order_mark_and_windows_line_ends(project: Path) -> None:
    (project / "phaselint.toml").write_bytes(b"\xef\xbb\xbfbound = 1\r\nselect = []\r\n")
    assert load_config(str(project / "phaselint.toml"), dialects=DIALECTS).bound == 1


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("\nselct = []", "phaselint.toml:2: unknown key `selct`; a similar name exists: `select`"),
        (
            "extend_select = []",
            "phaselint.toml:1: unknown key `extend_select`; a similar name exists: `extend-select`",
        ),
        ("[vesanr]", "phaselint.toml:1: unknown key `vesanr`; a similar name exists: `vesanor`"),
        ("[nonsense]", "phaselint.toml:1: unknown key `nonsense`"),
        (
            "[vesanor]\nmood = 1",
            "phaselint.toml:2: unknown vesanor option `mood`; a similar name exists: `mode`",
        ),
        ("[vesanor]\nmode = 1", "phaselint.toml:2: `mode` must be a string"),
        (
            "vesanor.mode = 'shadows'",
            "phaselint.toml:1: unknown `mode` value `shadows`; a similar name exists: `shadow`",
        ),
        ("vesanor = 1", "phaselint.toml:1: `vesanor` must be a table, not an integer"),
        ("[sweny]\nmode = 1", "phaselint.toml:2: unknown sweny option `mode`"),
        ("select = 'PL'", "phaselint.toml:1: `select` must be a list of strings, not a string"),
        ("select = [1]", "phaselint.toml:1: `select` must be a list of strings, not an integer"),
        ("exclude = true", "phaselint.toml:1: `exclude` must be a list of strings, not a boolean"),
        ("baseline = 1.5", "phaselint.toml:1: `baseline` must be a string, not a number"),
        (
            "baseline = 2020-01-01",
            "phaselint.toml:1: `baseline` must be a string, not a date or time",
        ),
        ("bound = '9'", "phaselint.toml:1: `bound` must be a positive integer, not a string"),
        ("bound = true", "phaselint.toml:1: `bound` must be a positive integer, not a boolean"),
        ("bound = 0", "phaselint.toml:1: `bound` must be a positive integer, not 0"),
        ("severity = []", "phaselint.toml:1: `severity` must be a table, not a list"),
        (
            "[severity]\nPL101 = 'warn'",
            "phaselint.toml:2: unknown severity `warn`; expected one of `error`, `warning`, `info`",
        ),
        (
            "[severity]\nPL101 = 'Error'",
            "phaselint.toml:2: unknown severity `Error`; a similar name exists: `error`",
        ),
        (
            "[severity]\nPL101 = 1",
            "phaselint.toml:2: `severity.PL101` must be a severity, not an integer",
        ),
        (
            "[per-file-ignores]\n'a' = 'PL'",
            "phaselint.toml:2: `per-file-ignores.a` must be a list of strings, not a string",
        ),
        ("suppress = 1", "phaselint.toml:1: `suppress` must be a list of tables, not an integer"),
        ("suppress = [1]", "phaselint.toml:1: `suppress` must be a list of tables, not an integer"),
        ("[[suppress]]\npath = 'a'", "phaselint.toml:1: the entry lacks `rule`"),
        ("[[suppress]]\nrule = 'PL101'", "phaselint.toml:1: the entry lacks `path`"),
        (
            "[[suppress]]\nrule = 'PL101'\npath = 'a'\n[[suppress]]\nrules = 'PL101'",
            "phaselint.toml:5: unknown key `rules`; a similar name exists: `rule`",
        ),
        (
            "[[suppress]]\nrule = 'PL101'\npath = 'a'\nreason = 1",
            "phaselint.toml:4: `suppress.reason` must be a string, not an integer",
        ),
        (
            "[[suppress]]\nrule = 'PL101'\npath = 'a'\npointer = '/a'\nphase = 'b'",
            "phaselint.toml:5: `pointer` and `phase` exclude each other",
        ),
        (
            "[[suppress]]\nrule = 'PL101'\npath = 'a'\npointer = 'a'",
            "phaselint.toml:4: `pointer` must be empty or start with a slash",
        ),
        ("select = [\n  'PL',\n  'PL999',\n]", "phaselint.toml:3: unknown rule `PL999`"),
        (
            "ignore = ['unreachable_phase']",
            (
                "phaselint.toml:1: unknown rule `unreachable_phase`; "
                "a similar name exists: `unreachable-phase`"
            ),
        ),
        ("\n[severity]\nPL999 = 'error'", "phaselint.toml:3: unknown rule `PL999`"),
        ("\nseverity = { PL999 = 'error' }", "phaselint.toml:2: unknown rule `PL999`"),
        ("[per-file-ignores]\n'a' = [\n'PL999']", "phaselint.toml:3: unknown rule `PL999`"),
        ("a = ", "phaselint.toml:1:5: invalid value"),
        ("\n\n[a", "phaselint.toml:3:3: expected ']' at the end of a table declaration"),
        ("a = 1\na = 2", "phaselint.toml:2:6: cannot overwrite a value"),
        ("a = " + "[" * 10_000, "phaselint.toml: values are nested too deeply"),
    ],
)
def test_what_is_wrong_is_named_with_its_line(project: Path, text: str, message: str) -> None:
    assert complaint(project, text) == message


def test_lines_in_pyproject_are_those_of_our_table(project: Path) -> None:
    text = "[tool.other]\nselect = ['PL999']\n[tool.phaselint]\nselect = ['PL999']\n"
    assert complaint(project, text, "pyproject.toml").startswith("pyproject.toml:4: unknown rule")


def test_a_setting_that_is_not_found_is_named_by_its_file(project: Path) -> None:
    text = '"sel\\u0065ct" = 1'
    assert complaint(project, text).startswith("phaselint.toml: `select` must be a list")


def test_rules_are_not_looked_up_before_they_are_known(project: Path) -> None:
    assert load(project, "select = ['XX001']").select == ("XX001",)


def test_a_configuration_that_names_real_rules_passes(project: Path) -> None:
    text = "select = ['ALL', 'PL1']\nignore = ['deadlocked-phases']\n[severity]\nPL101 = 'info'"
    check_rules(load(project, text), RULES)
    check_rules(Config(), RULES)


def test_file_that_is_not_utf8(project: Path) -> None:
    (project / "phaselint.toml").write_bytes(b"# a\n# \xff\n")
    with pytest.raises(UsageError, match=r"phaselint\.toml:2: the file isn't valid UTF-8$"):
        load_config(str(project / "phaselint.toml"), dialects=DIALECTS)


def test_file_that_does_not_exist(project: Path) -> None:
    with pytest.raises(UsageError, match=r"none.toml: no such file$"):
        load_config(str(project / "none.toml"), dialects=DIALECTS)


def test_folder_in_place_of_a_file(project: Path) -> None:
    with pytest.raises(UsageError, match=r"is a directory$"):
        load_config(str(project), dialects=DIALECTS)


@pytest.mark.posix
def test_named_pipe_is_not_opened(project: Path) -> None:
    os.mkfifo(project / "pipe.toml")
    with pytest.raises(UsageError, match=r"is a named pipe$"):
        load_config(str(project / "pipe.toml"), dialects=DIALECTS)


def test_enormous_file_is_not_read(project: Path) -> None:
    with (project / "phaselint.toml").open("wb") as file:
        file.truncate(1 << 40)
    with pytest.raises(UsageError, match=r"the limit for configuration files is 4 MB$"):
        load_config(str(project / "phaselint.toml"), dialects=DIALECTS)


def test_pyproject_named_by_the_user_must_have_our_table(project: Path) -> None:
    with pytest.raises(UsageError, match=r"table \[tool\.phaselint\] is missing$"):
        load(project, "[tool.other]", "pyproject.toml")


def test_our_table_must_be_one(project: Path) -> None:
    with pytest.raises(UsageError, match=r"pyproject\.toml:2: must be a table$"):
        load(project, "[tool]\nphaselint = 1", "pyproject.toml")


class TestFind:
    def test_nearest_configuration_is_the_root(self, project: Path) -> None:
        inner = project / "a"
        folder = inner / "b" / "c"
        folder.mkdir(parents=True)
        (project / "phaselint.toml").touch()
        (inner / "phaselint.toml").touch()
        assert find(str(folder)) == Project(str(inner), str(inner / "phaselint.toml"))

    def test_pyproject_counts_only_with_our_table(self, project: Path) -> None:
        folder = project / "a"
        folder.mkdir()
        (folder / "pyproject.toml").write_text("# phaselint\n[tool.other]\n")
        (project / "pyproject.toml").write_text("[tool.phaselint]\n")
        assert find(str(folder)) == Project(str(project), str(project / "pyproject.toml"))

    def test_own_file_goes_before_pyproject(self, project: Path) -> None:
        (project / "pyproject.toml").write_text("[tool.phaselint]\n")
        (project / "phaselint.toml").touch()
        assert find(str(project)).config == str(project / "phaselint.toml")

    def test_repository_is_a_root_and_hides_what_is_above_it(self, project: Path) -> None:
        repository = project / "a"
        folder = repository / "b"
        folder.mkdir(parents=True)
        (repository / ".git").write_text("gitdir: elsewhere\n")
        (project / "phaselint.toml").touch()
        assert find(str(folder)) == Project(str(repository), "")

    def test_without_any_mark_the_folder_itself_is_the_root(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(os.path, "lexists", lambda _path: False)
        assert find(str(tmp_path)) == Project(str(tmp_path), "")

    def test_broken_pyproject_that_might_be_ours_is_an_error(self, project: Path) -> None:
        (project / "pyproject.toml").write_text("[tool.phaselint\n")
        with pytest.raises(UsageError, match=r"pyproject\.toml:1:16: "):
            find(str(project))

    def test_broken_pyproject_of_others_is_not_our_concern(self, project: Path) -> None:
        (project / "pyproject.toml").write_text("[tool.other\n")
        assert find(str(project)) == Project(str(project), "")

    def test_the_parser_is_imported_only_for_a_configuration(
        self, project: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setitem(sys.modules, "tomllib", None)
        (project / "pyproject.toml").write_text("[tool.other]\n")
        assert find(str(project)) == Project(str(project), "")


class TestConfigure:
    def test_nearest_file(self, project: Path) -> None:
        (project / "phaselint.toml").write_text("bound = 7")
        assert configure(str(project), RULES).bound == 7

    def test_no_file(self, project: Path) -> None:
        assert configure(str(project), RULES) == Config(root=str(project))

    def test_file_named_by_the_user_leaves_the_root(self, project: Path) -> None:
        (project / "phaselint.toml").write_text("bound = 7")
        other = project / "elsewhere"
        other.mkdir()
        (other / "other.toml").write_text("bound = 8")
        config = configure(str(project), RULES, config_file=str(other / "other.toml"))
        assert (config.bound, config.root) == (8, str(project))

    def test_isolated_reads_nothing(self, project: Path) -> None:
        (project / "phaselint.toml").write_text("not even TOML")
        folder = project / "a"
        folder.mkdir()
        assert configure(str(folder), RULES, isolated=True) == Config(root=str(project))


def test_a_table_of_pyproject_in_our_own_file(project: Path) -> None:
    with pytest.raises(UsageError, match=r":1: in phaselint\.toml, the keys must be at the top, "):
        load(project, "[tool.phaselint]\nselect = []\n")


def test_the_file_is_named_from_the_working_directory(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(project)
    with pytest.raises(UsageError, match=r"^phaselint\.toml:1: unknown key `selct`"):
        load(project, "selct = []")


@pytest.mark.parametrize("name", ["phaselint.toml", "pyproject.toml"])
class TestWhatIsNoFile:
    """What stands where a configuration would is said to be no file, never passed over."""

    @pytest.mark.posix
    def test_a_named_pipe(self, project: Path, name: str) -> None:
        os.mkfifo(project / name)
        with pytest.raises(UsageError, match="named pipe"):
            configure(str(project), RULES)

    @pytest.mark.posix
    def test_a_link_to_itself(self, project: Path, name: str) -> None:
        (project / name).symlink_to(name)
        with pytest.raises(UsageError, match="is a symbolic link to itself"):
            configure(str(project), RULES)

    def test_one_beyond_all_measure(self, project: Path, name: str) -> None:
        with (project / name).open("wb") as file:
            file.truncate(6_000_000_000)
        with pytest.raises(UsageError, match="the limit for configuration files is 4 MB"):
            configure(str(project), RULES)

    def test_a_folder_is_another_matter(self, project: Path, name: str) -> None:
        (project / name).mkdir()
        assert configure(str(project), RULES).path == ""


@pytest.mark.parametrize("path", ["../x.json", "a/../../x.json", "/tmp/x.json", "..\\x.json"])
def test_a_baseline_outside_the_project_is_refused(project: Path, path: str) -> None:
    assert complaint(project, f"baseline = '{path}'\n").startswith(
        f"phaselint.toml:1: `baseline`: `{path}` is outside the project"
    )
