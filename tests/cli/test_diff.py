"""`phaselint diff`: versions in git and in directories, what is told of them, and the status."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree

import pytest

from cli.contracts import SESSION, TERMINAL, TOOL, UNREACHABLE, contract, tool
from cli.repository import Repository
from phaselint.formats import schema
from phaselint.report.difference.text import LINES

if TYPE_CHECKING:
    from cli.command import Command

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")

PROJECTS = Path(__file__).parents[2] / "fixtures" / "projects"
NAMES = sorted(each.name for each in PROJECTS.iterdir() if Path(f"{each}-fixed").is_dir())
GATED = TOOL + "preconditions:\n  - requires_prior_tool: verify\n"
VERIFY = tool("verify", "intake")
LOOP = "the loop intake -> intake"


@pytest.fixture
def repository(phaselint: Command, monkeypatch: pytest.MonkeyPatch) -> Repository:
    """A repository with a committed contract whose answer needs a verification."""
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", os.devnull)
    monkeypatch.setenv("GIT_CONFIG_NOSYSTEM", "1")
    for name in ("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE"):
        monkeypatch.delenv(name, raising=False)
    made = Repository(phaselint)
    contract(made.folder / "desk", answer=GATED, verify=VERIFY)
    made.commit()
    return made


def lose_the_gate(repository: Repository) -> None:
    contract(repository.folder / "desk", answer=TOOL, verify=VERIFY)


class TestVersions:
    def test_nothing_changed(self, repository: Repository) -> None:
        ended = repository.diff()
        assert ended.status == 0
        assert ended.out.endswith("-> the working tree: no changed files\n")

    def test_by_default_what_is_committed_against_the_working_tree(
        self, repository: Repository
    ) -> None:
        lose_the_gate(repository)
        lines = repository.diff().lines
        assert lines[1] == "desk (vesanor)"
        assert "  no longer holds: `call answer` happens only after `call verify`" in lines
        assert "    enter intake, call answer" in lines

    def test_the_index(self, repository: Repository) -> None:
        lose_the_gate(repository)
        assert "no changed files" in repository.diff("--staged").out
        repository.git("add", "--all")
        assert "call answer" in repository.diff("--staged").out

    @pytest.mark.parametrize(
        "arguments",
        [
            ("main", "side"),
            ("main..side",),
            ("main...side",),
            ("..side",),
            ("--merge-base", "main", "side"),
        ],
    )
    def test_revisions(self, repository: Repository, arguments: tuple[str, ...]) -> None:
        repository.git("checkout", "--quiet", "-b", "side")
        lose_the_gate(repository)
        repository.commit()
        repository.git("checkout", "--quiet", "main")
        (found,) = repository.data(*arguments)["contracts"]
        assert [each["act"] for each in found["runs"]["differences"]] == ["call answer"]

    def test_the_merge_base_leaves_out_what_others_did(self, repository: Repository) -> None:
        repository.git("checkout", "--quiet", "-b", "side")
        contract(repository.folder / "other")
        repository.commit()
        repository.git("checkout", "--quiet", "main")
        lose_the_gate(repository)
        repository.commit()
        found = repository.data("main...side")["contracts"]
        assert [(each["path"], each["change"]) for each in found] == [("other", "added")]
        assert len(repository.data("main..side")["contracts"]) == 2

    def test_what_pre_commit_sets_before_a_push(
        self, repository: Repository, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        assert "nothing to compare" in repository.diff("--pre-push").err
        before = repository.git("rev-parse", "HEAD")
        lose_the_gate(repository)
        monkeypatch.setenv("PRE_COMMIT_FROM_REF", before)
        monkeypatch.setenv("PRE_COMMIT_TO_REF", repository.commit())
        assert "call answer" in repository.diff("--pre-push").out

    def test_two_directories(self, phaselint: Command) -> None:
        contract(phaselint.folder / "old" / "desk", answer=GATED, verify=VERIFY)
        contract(phaselint.folder / "new" / "desk", answer=TOOL, verify=VERIFY)
        lines = phaselint("diff", "old", "new").lines
        assert lines[:2] == ["old -> new: 1 contract differs", "desk (vesanor)"]

    def test_from_a_folder_inside(
        self, repository: Repository, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        lose_the_gate(repository)
        after = repository.commit()
        monkeypatch.chdir(repository.folder / "desk")
        assert repository.diff(f"{after}~1", after).lines[1] == ". (vesanor)"


class TestContracts:
    def test_line_ends_are_no_difference(self, repository: Repository) -> None:
        file = repository.folder / "desk" / "session.yaml"
        file.write_bytes(file.read_bytes().replace(b"\n", b"\r\n"))
        assert "no changed files" in repository.diff().out

    def test_comments_change_no_run(self, repository: Repository) -> None:
        with (repository.folder / "desk" / "session.yaml").open("a") as file:
            file.write("# a comment\n")
        assert repository.diff().lines[1:] == ["desk: no difference in runs"]

    def test_errors_in_both_versions_hide_whether_runs_differ(self, repository: Repository) -> None:
        file = repository.folder / "desk" / "session.yaml"
        file.write_text("a: [\n")
        repository.commit()
        file.write_text("a: [ b\n")
        why = "in both versions errors of the contract hide what its runs do"
        assert repository.diff().lines[1:] == [f"desk: runs are not compared: {why}"]

    @pytest.mark.parametrize("act", ["call wipe", "call wi*"])
    def test_a_policy_is_broken_by_an_act_that_is_new(
        self, repository: Repository, act: str
    ) -> None:
        config = repository.folder / "phaselint.toml"
        config.write_text(f'[[policies]]\nnever = "{act}"\n')
        repository.commit()
        (repository.folder / "desk" / "wipe.yaml").write_text(tool("wipe", "intake"))
        ended = repository.diff("--fail-if", "policies")
        assert ended.status == 1
        assert f"  policy broken: `never {act}`: held before, violated now" in ended.lines

    @pytest.mark.posix
    def test_links_are_followed_inside_the_project(self, repository: Repository) -> None:
        shared = repository.folder / "shared"
        shared.mkdir()
        (repository.folder / "desk" / "answer.yaml").rename(shared / "answer.yaml.txt")
        (repository.folder / "desk" / "answer.yaml").symlink_to("../shared/answer.yaml.txt")
        repository.commit()
        assert "no changed files" in repository.diff().out
        (shared / "answer.yaml.txt").write_text(TOOL)
        assert "  no longer holds: `call answer` happens only after" in repository.diff().out
        after = repository.commit()
        assert repository.data(f"{after}~1", after)["summary"]["counts"]["lost-facts"] == 1

    def test_a_renamed_contract_is_followed(self, repository: Repository) -> None:
        repository.git("mv", "desk", "counter")
        lines = repository.diff().lines
        assert lines[1:3] == ["counter (vesanor)", "  contract: renamed from `desk`"]

    def test_one_that_is_added_and_one_that_is_removed(self, repository: Repository) -> None:
        shutil.rmtree(repository.folder / "desk")
        assert [each["change"] for each in repository.data()["contracts"]] == ["removed"]
        repository.commit()
        contract(repository.folder / "desk")
        assert [each["change"] for each in repository.data()["contracts"]] == ["added"]

    def test_renamed_tools_and_phases(self, repository: Repository) -> None:
        for file in (repository.folder / "desk").iterdir():
            text = file.read_text().replace("verify", "identify").replace("intake", "start")
            file.write_text(text)
        (repository.folder / "desk" / "verify.yaml").rename(
            repository.folder / "desk" / "identify.yaml"
        )
        (found,) = repository.data()["contracts"]
        assert found["runs"]["elements"]["renamed"] == {"intake": "start", "verify": "identify"}
        assert found["runs"]["differences"] == []
        assert found["runs"]["lost_facts"] == []

    def test_paths_come_after_two_hyphens(self, repository: Repository) -> None:
        contract(repository.folder / "other")
        lose_the_gate(repository)
        found = repository.data("--", "desk")["contracts"]
        assert [each["path"] for each in found] == ["desk"]

    def test_contracts_without_changed_files_are_not_loaded(
        self, repository: Repository, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        from phaselint.dialects.vesanor.reading import load as reading

        for number in range(3):
            contract(repository.folder / f"other-{number}")
        repository.commit()
        lose_the_gate(repository)
        loaded: list[str] = []
        original = reading.load

        def spied(reader: Any, target: Any) -> Any:
            loaded.append(target.path)
            return original(reader, target)

        monkeypatch.setattr(reading, "load", spied)
        assert len(repository.data()["contracts"]) == 1
        assert set(loaded) <= {"desk"}

    def test_policies_that_are_broken_now(self, repository: Repository) -> None:
        script = repository.folder / "desk" / "desk.script.yaml"
        script.write_text("policies:\n  - {never: call answer, before: call verify, name: safe}\n")
        repository.commit()
        lose_the_gate(repository)
        lines = repository.diff().lines
        assert "  policy broken: `safe`: held before, violated now" in lines
        assert repository.diff("--fail-if", "policies").status == 1

    def test_a_refusal_is_the_difference(self, repository: Repository) -> None:
        session = SESSION.replace(TERMINAL, "  - {name: review}\n" + TERMINAL)
        (repository.folder / "desk" / "session.yaml").write_text(session)
        assert session == UNREACHABLE
        lines = repository.diff().lines
        assert "  new findings: unreachable-phase" in lines
        assert "  refused: the runtime refuses the new version with `unreachable-phase`" in lines


class TestLimits:
    @pytest.mark.parametrize(
        ("before", "after", "told"),
        [
            (2, 5, f"at most 5, because a limit stops {LOOP} (before: at most 2)"),
            (2, None, f"unbounded, by {LOOP} (before: at most 2)"),
            (None, 2, f"at most 2, because a limit stops {LOOP} (before: unbounded, by {LOOP})"),
        ],
    )
    def test_a_limit_shows_as_what_it_bounds(
        self, phaselint: Command, before: int | None, after: int | None, told: str
    ) -> None:
        for name, most in (("old", before), ("new", after)):
            limits = "" if most is None else f"session_limits: {{max_tool_calls: {most}}}\n"
            contract(phaselint.folder / name / "desk", SESSION + limits, verify=VERIFY)
        lines = phaselint("diff", "old", "new").lines
        assert lines[1:3] == ["desk (vesanor)", f"  cost: tool calls: {told}"]
        (found,) = json.loads(phaselint("diff", "old", "new", "--format=json").out)["contracts"]
        (cost,) = found["costs"]
        assert (cost["before"]["most"], cost["after"]["most"]) == (before, after)
        assert cost["after"]["status"] == ("unbounded" if after is None else "bounded")

    def test_an_ending_by_a_limit_that_is_newly_possible(self, phaselint: Command) -> None:
        folders = (str(PROJECTS / "flag-retirement"), str(PROJECTS / "flag-retirement-fixed"))
        ended = phaselint("diff", *folders, "--format=json")
        (found,) = (each for each in json.loads(ended.out)["contracts"] if each["runs"]["endings"])
        run = next(each for each in found["runs"]["endings"] if each["act"] == "end limit")
        assert run["side"] == "new"
        assert run["run"][-1]["act"] == "end limit"
        assert run["script"]["scenarios"]


class TestStatus:
    @pytest.mark.parametrize(
        ("kinds", "status"),
        [("new-runs", 1), ("lost-facts", 1), ("findings,new-runs", 1), ("findings", 0)],
    )
    def test_what_fails(self, repository: Repository, kinds: str, status: int) -> None:
        lose_the_gate(repository)
        assert repository.diff().status == 0
        assert repository.diff("--fail-if", kinds).status == status

    @pytest.mark.parametrize(
        ("arguments", "said"),
        [
            (("nowhere",), "unknown revision `nowhere`"),
            (("desk",), "unknown revision `desk`; `phaselint diff -- desk` compares the contracts"),
            (("desk", "dsek"), "phaselint: dsek: no such directory"),
            (("dsek", "desk"), "phaselint: dsek: no such directory"),
            (("a", "b", "c"), "give at most two versions; paths come after `--`"),
            (("--fail-if", "runs"), "--fail-if: unknown kind `runs`"),
            (("--staged", "HEAD", "HEAD"), "--staged takes at most one revision"),
            (("--", "nix"), "nix: no such file or directory in either version"),
            (("--", ".."), "..: outside the repository"),
        ],
    )
    def test_what_cannot_be_compared(
        self, repository: Repository, arguments: tuple[str, ...], said: str
    ) -> None:
        ended = repository.diff(*arguments)
        assert (ended.status, ended.out) == (2, "")
        assert said in ended.err
        assert ended.err.count("\n") == 1

    def test_no_repository(self, phaselint: Command) -> None:
        ended = phaselint("diff")
        assert ended.status == 2
        assert "not in a git repository; compare two directories" in ended.err

    def test_a_directory_that_does_not_exist(
        self, phaselint: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.chdir(tmp_path)
        (tmp_path / "old").mkdir()
        ended = phaselint("diff", "old", "new")
        assert (ended.status, ended.err) == (2, "phaselint: new: no such directory\n")

    @pytest.mark.posix
    @pytest.mark.skipif(os.name != "posix" or os.geteuid() != 0, reason="only root gives away")
    def test_the_repository_of_somebody_else(self, repository: Repository) -> None:
        for path in (repository.folder, repository.folder / ".git"):
            os.chown(path, 12345, 12345)
        ended = repository.diff()
        assert ended.status == 2
        assert f"safe.directory {repository.folder}`" in ended.err

    def test_no_git(self, repository: Repository, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("PATH", os.devnull)
        assert "git isn't installed or not in `PATH`" in repository.diff().err

    def test_a_shallow_clone(
        self, repository: Repository, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        repository.commit()
        target = tmp_path / "clone"
        source = f"file://{repository.folder}"
        repository.git("clone", "--quiet", "--depth=1", source, str(target))
        monkeypatch.chdir(target)
        assert "`fetch-depth: 0`" in repository.diff("HEAD~1").err

    def test_a_conflict_in_the_index(self, repository: Repository) -> None:
        lose_the_gate(repository)
        repository.git("stash", "--quiet")
        contract(repository.folder / "desk", answer=GATED + "# other\n", verify=VERIFY)
        repository.commit()
        with pytest.raises(subprocess.CalledProcessError):
            repository.git("stash", "pop")
        assert "desk/answer.yaml: in a merge conflict" in repository.diff("--staged").err


def test_a_tool_that_one_agent_more_may_call_is_told_with_the_agent(phaselint: Command) -> None:
    """Others of the team may call it, too."""
    crew = shutil.copytree(PROJECTS / "release-crew-fixed", phaselint.folder / "crew")
    wider = shutil.copytree(crew, phaselint.folder / "wider")
    agent = wider / "handbook" / ".claude" / "agents" / "glossary.md"
    text = agent.read_text("utf-8")
    agent.write_text(text.replace("tools: ", "tools: Bash, ", 1), "utf-8")
    assert agent.read_text("utf-8") != text
    ended = phaselint("diff", str(crew), str(wider))
    assert "`call tool Bash in glossary`" in ended.out


def test_siblings_in_another_order_are_no_difference(phaselint: Command) -> None:
    """They are worked on in parallel; the order of their results is looked at by the join."""
    desk = shutil.copytree(PROJECTS / "loan-desk-fixed", phaselint.folder / "desk")
    turned = shutil.copytree(desk, phaselint.folder / "turned")
    manifest = turned / "loans.stud.yaml"
    text = manifest.read_text("utf-8")
    other = text.replace("[condition, climate, insurance]", "[insurance, climate, condition]")
    assert other != text
    manifest.write_text(other, "utf-8")
    ended = phaselint("diff", str(desk), str(turned))
    findings = "  new findings: upstream-parsed-path-missing (3)"
    why = "exploration stopped at the bound of 2,000 expanded states"
    assert ended.lines[1:-1] == [
        "loans.stud.yaml (stud)",
        findings,
        f"  undecided: model calls of a run are not compared: {why}",
    ]
    manifest.write_text(f"{text}# reviewed\n", "utf-8")
    ended = phaselint("diff", str(desk), str(turned))
    assert ended.lines[1:] == ["loans.stud.yaml: no difference in runs"]


class TestFormats:
    @pytest.mark.parametrize("name", NAMES)
    def test_a_report_of_a_project_is_short(self, phaselint: Command, name: str) -> None:
        ended = phaselint("diff", str(PROJECTS / name), str(PROJECTS / f"{name}-fixed"))
        assert ended.status == 0, ended.err
        assert 3 < len(ended.lines) <= LINES

    @pytest.mark.parametrize("name", NAMES)
    def test_json_matches_its_schema(self, phaselint: Command, name: str) -> None:
        jsonschema = pytest.importorskip("jsonschema")
        folders = (str(PROJECTS / name), str(PROJECTS / f"{name}-fixed"))
        data = json.loads(phaselint("diff", *folders, "--format=json").out)
        jsonschema.Draft202012Validator(schema("difference")).validate(data)

    def test_annotations_are_at_the_lines(self, repository: Repository) -> None:
        lose_the_gate(repository)
        out = repository.diff("--format=github").out
        assert "::warning file=desk/answer.yaml,line=1" in out

    def test_the_page_has_a_player_for_each_run(self, repository: Repository) -> None:
        lose_the_gate(repository)
        page = repository.diff("--format=html").out
        assert page.count('data-finding="contract-1-run-') == page.count('<article id="contract-1')
        assert page.count('<details class="film" open>') == page.count('<article id="contract-1')
        assert "http://" not in page.replace("http://www.w3.org", "")
        assert '<header class="top">' in page
        assert "1 contract compared" in page

    def test_a_page_says_of_each_run_of_a_point_where_it_differs(self, phaselint: Command) -> None:
        folders = [
            str(PROJECTS / name / "refunds") for name in ("refund-desk", "refund-desk-fixed")
        ]
        page = phaselint("diff", *folders, "--format=html").out
        for before in ("enter fraud_review", "call request_evidence (fails)"):
            assert f"<code>call confirm_fraud</code> right after <code>{before}</code>" in page
        assert '<span class="where">session.yaml:1:1</span>' not in page
        assert '"bounds": ["now possible"]' in page
        assert '"sign": "added"' in page

    def test_the_chart_says_what_is_added_and_gone(self, repository: Repository) -> None:
        session = SESSION.replace("done", "over")
        contract(repository.folder / "desk", session, answer=TOOL.replace("done", "closed"))
        more = session.replace("{name: over,", "{name: closed}\n  - {name: over,")
        (repository.folder / "desk" / "session.yaml").write_text(more)
        chart = repository.diff("--format=mermaid").out
        assert chart.startswith("%% desk\nflowchart TD\n")
        assert "classDef added" in chart

    @pytest.mark.parametrize("name", NAMES)
    def test_the_picture_is_well_formed(self, phaselint: Command, name: str) -> None:
        folders = (str(PROJECTS / name), str(PROJECTS / f"{name}-fixed"))
        picture = ElementTree.fromstring(phaselint("diff", *folders, "--format=svg").out)
        boxes = picture.findall("{*}rect")
        assert len(boxes) > 3
        assert len({(box.get("x"), box.get("y")) for box in boxes}) == len(boxes)

    def test_markdown_is_cut_to_what_a_summary_takes(
        self, repository: Repository, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        from phaselint.report.difference import markdown

        lose_the_gate(repository)
        whole = repository.diff("--format=markdown").out
        monkeypatch.setattr(markdown, "MOST", 300)
        cut = repository.diff("--format=markdown").out
        assert len(cut.encode()) <= 300 < len(whole.encode())
        assert "**The rest is cut off.**" in cut


def test_only_git_is_started_and_only_by_diff(repository: Repository, phaselint: Command) -> None:
    """Told by an audit hook: it sees every start of a process, however it is made."""
    lose_the_gate(repository)
    program = """
import sys, json
started = []
def hook(event, arguments):
    if event in ("subprocess.Popen", "os.posix_spawn"):
        started.append([str(each) for each in arguments[1]])
sys.addaudithook(hook)
from phaselint.cli import main
main(sys.argv[1:])
print("\\n" + json.dumps(started))
"""

    def started(*arguments: str) -> list[list[str]]:
        ended = phaselint.process(*arguments, program=("-c", program))
        assert ended.status == 0, ended.err
        found: list[list[str]] = json.loads(ended.lines[-1])
        return found

    commands = started("diff", "--format=json")
    assert commands
    head = ["git", "--no-pager", "--no-optional-locks", "-c", "core.fsmonitor=false", "-C"]
    assert all(each[:6] == head for each in commands)
    kinds = {tuple(each[7:10]) for each in commands}
    assert {each[0] for each in kinds} <= {
        "rev-parse",
        "merge-base",
        "ls-tree",
        "ls-files",
        "cat-file",
    }
    assert {each for each in kinds if each[0] == "cat-file"} <= {("cat-file", "--batch")}
    assert started("lint", "--exit-zero") == []
    assert started("graph", "desk") == []
