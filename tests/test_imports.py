"""What the command imports: start-up time is import time (design §11)."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from cli.command import clean_environment
from cli.contracts import UNREACHABLE, contract

if TYPE_CHECKING:
    from collections.abc import Collection

PROGRAM = """
import sys
from phaselint.cli import main
main(sys.argv[1:])
print("\\n" + " ".join(sys.modules))
"""
THIRD_PARTY = ("click", "jsonschema", "networkx", "pathspec", "regress", "ruamel", "yaml")
WORKFLOW = """\
id: sort-mail
name: Sort mail
entry: read
nodes:
  read:
    name: Read
    instruction: Read the letter.
    output:
      type: object
      properties: {kind: {enum: [bill, other]}}
      required: [kind]
  pay: {name: Pay, instruction: Pay the bill.}
  file: {name: File, instruction: File the letter.}
edges:
  - {from: read, to: pay, when: read.kind is bill}
  - {from: read, to: file}
"""
GATED = WORKFLOW.replace(
    "  pay: {name: Pay, instruction: Pay the bill.}\n",
    """\
  pay:
    name: Pay
    instruction: Pay the bill.
    requires:
      output_matches: [{path: read.kind, matches: ^b}]
    eval:
      - name: paid
        kind: function
        rule: {any_tool_called: [Bash]}
    retry: {max: 1}
""",
)
HEAVY = frozenset(
    {
        "argparse",
        "ast",
        "asyncio",
        "concurrent",
        "configparser",
        "contextlib",
        "csv",
        "dataclasses",
        "decimal",
        "difflib",
        "dis",
        "email",
        "fnmatch",
        "fractions",
        "gettext",
        "hashlib",
        "html",
        "http",
        "importlib.metadata",
        "importlib.resources",
        "inspect",
        "jsonschema",
        "json",
        "logging",
        "multiprocessing",
        "optparse",
        "pathlib",
        "pickle",
        "platform",
        "pydoc",
        "random",
        "ruamel",
        "secrets",
        "shutil",
        "signal",
        "socket",
        "sqlite3",
        "ssl",
        "statistics",
        "string",
        "subprocess",
        "tempfile",
        "textwrap",
        "tokenize",
        "tomllib",
        "traceback",
        "typing",
        "unittest",
        "urllib",
        "uuid",
        "xml",
        "zipfile",
    }
)
"""Modules of which none may be imported for a plain lint."""


def imported(folder: Path, *arguments: str) -> frozenset[str]:
    """All modules of a process that runs the command."""
    ended = subprocess.run(
        # Without `site`, so that no start-up file of the environment imports anything.
        [sys.executable, "-S", "-c", PROGRAM, *arguments],
        cwd=folder,
        env=clean_environment() | {"PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    return frozenset(ended.stdout.splitlines()[-1].split())


def tops(modules: Collection[str]) -> set[str]:
    """The third-party packages among modules."""
    return {name for name in THIRD_PARTY if name in modules}


@pytest.fixture(scope="module")
def clean(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a contract in which nothing is found."""
    return contract(tmp_path_factory.mktemp("clean"))


@pytest.fixture(scope="module")
def modules(clean: Path) -> frozenset[str]:
    """The modules after linting a clean contract."""
    return imported(clean, "lint")


def test_version_imports_neither_yaml_nor_rules(clean: Path) -> None:
    modules = imported(clean, "--version")
    assert tops(modules) == set()
    ours = {name for name in modules if name.startswith("phaselint")}
    parts = (
        "cli",
        "cli.lazily",
        "cli.import_hook",
        "cli.outcome",
        "cli.streams",
        "linting",
        "linting.garbage",
        "version",
        "vocabulary",
        "vocabulary.errors",
    )
    assert ours == {"phaselint", *(f"phaselint.{part}" for part in parts)}


class TestLint:
    """`phaselint lint` of one contract."""

    def test_third_party_packages(self, modules: frozenset[str]) -> None:
        assert tops(modules) == {"yaml"}

    def test_no_heavy_module(self, modules: frozenset[str]) -> None:
        assert HEAVY & modules == set()

    @pytest.mark.parametrize(
        "prefix",
        [
            "phaselint.executor",
            "phaselint.report.sarif",
            "phaselint.report.json",
            "phaselint.report.frame",
            "phaselint.dialects.vesanor.running",
            "phaselint.suppression.baseline",
            "phaselint.config.file",
            "phaselint.plugins",
            "phaselint.diagram",
            "phaselint.report.drawing",
            "phaselint.report.html",
            "phaselint.rulebook.page",
            "phaselint.suppression.hide",
            "phaselint.config.toml",
            "phaselint.machine.explore",
            "phaselint.machine.traps",
            "phaselint.vocabulary.similar_names",
            "phaselint_rules.vesanor.proofs.",
            "phaselint_lsp",
        ],
    )
    def test_what_a_clean_contract_does_not_need(
        self, modules: frozenset[str], prefix: str
    ) -> None:
        assert not [name for name in modules if name.startswith(prefix)]

    def test_json_is_imported_for_json(self, clean: Path) -> None:
        modules = imported(clean, "lint", "--format=json")
        assert HEAVY & modules == {"json"}

    def test_the_configuration_file_brings_its_parser(self, tmp_path: Path) -> None:
        contract(tmp_path)
        (tmp_path / "phaselint.toml").write_text("")
        modules = imported(tmp_path, "lint")
        assert "tomllib" in HEAVY & modules
        assert tops(modules) == {"yaml"}

    def test_an_ignore_file_brings_nothing(self, tmp_path: Path) -> None:
        contract(tmp_path)
        (tmp_path / ".gitignore").write_text("/build/\n**/*.log\n!keep[0-9].log\n")
        modules = imported(tmp_path, "lint")
        assert tops(modules) == {"yaml"}
        assert HEAVY & modules == set()

    def test_a_finding_is_not_hashed_to_be_read(self, tmp_path: Path) -> None:
        contract(tmp_path, UNREACHABLE)
        modules = imported(tmp_path, "lint", "--exit-zero")
        assert HEAVY & modules == set()

    def test_what_hides_findings_is_imported_where_something_does(self, tmp_path: Path) -> None:
        contract(tmp_path, UNREACHABLE)
        hiding = "phaselint.suppression.hide"
        assert hiding not in imported(tmp_path, "lint", "--exit-zero")
        (tmp_path / "phaselint.toml").write_text(
            '[[suppress]]\npath = "*"\nrule = "unreachable-phase"\nreason = "known"\n'
        )
        assert hiding in imported(tmp_path, "lint", "--exit-zero")

    def test_findings_and_proofs_bring_no_third_party_package(self, tmp_path: Path) -> None:
        contract(tmp_path, UNREACHABLE)
        assert tops(imported(tmp_path, "lint", "--dry-run", "--verify")) == {"yaml"}

    def test_nothing_is_drawn_that_nobody_sees(self, tmp_path: Path) -> None:
        contract(tmp_path, UNREACHABLE)
        modules = imported(tmp_path, "lint", "--dry-run", "--format=json")
        assert not [name for name in modules if name.startswith("phaselint.diagram")]
        assert not [name for name in modules if name.endswith((".showing", ".picturing"))]


def test_what_lies_where_agents_may_brings_nothing_but_their_detection(tmp_path: Path) -> None:
    """Settings, prompts, skills and documentation, in a project without agents."""
    contract(tmp_path)
    before = imported(tmp_path, "lint")
    files = {
        ".vscode/settings.json": '{"editor.tabSize": 2}',
        ".github/prompts/a.prompt.md": "---\nagent: nobody\n---\n",
        ".github/agents/README.md": "# Agents\n",
        ".claude/agents/README.md": "# Agents\n",
        "docs/agents/a.md": "---\nname: a\n---\n",
    }
    for path, text in files.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(text)
    brought = imported(tmp_path, "lint") - before
    assert not [name for name in brought if name.split(".")[0] == "json" or ".agents" in name]


class TestSound:
    """`phaselint lint --sound` of one contract in which nothing is found."""

    def test_no_prover_is_imported(self, clean: Path) -> None:
        modules = imported(clean, "lint", "--sound")
        assert "phaselint.executor.soundness.search" in modules
        assert not [name for name in modules if name.startswith("phaselint_rules.vesanor.proofs.")]
        assert tops(modules) == {"yaml"}


def linted(folder: Path, text: str) -> frozenset[str]:
    """The modules after linting one workflow, in which nothing is found."""
    (folder / "mail.yml").write_text(text)
    return imported(folder, "lint")


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> frozenset[str]:
    """The modules for a clean workflow with outputs and conditions, without gates."""
    return linted(tmp_path_factory.mktemp("plain"), WORKFLOW)


@pytest.fixture(scope="module")
def gated(tmp_path_factory: pytest.TempPathFactory) -> frozenset[str]:
    """The modules for one that has gates, with a pattern, besides."""
    return linted(tmp_path_factory.mktemp("gated"), GATED)


class TestWorkflows:
    """`phaselint lint` of one SWEny workflow."""

    def test_third_party_packages(self, plain: frozenset[str]) -> None:
        assert tops(plain) == {"yaml"}

    def test_a_pattern_is_told_by_our_own_automata(self, gated: frozenset[str]) -> None:
        assert tops(gated) == {"yaml"}

    def test_no_heavy_module(self, plain: frozenset[str], gated: frozenset[str]) -> None:
        assert HEAVY & (plain | gated) == set()

    @pytest.mark.parametrize(
        "prefix",
        [
            "phaselint.executor",
            "phaselint.machine.analysis",
            "phaselint.machine.counted",
            "phaselint.machine.coverability",
            "phaselint.machine.flow",
            "phaselint.machine.explore",
            "phaselint.machine.longest",
            "phaselint.machine.spending",
            "phaselint.patterns.backtracking",
            "phaselint.patterns.child",
            "phaselint.patterns.overlap",
            "phaselint.patterns.timing",
            "phaselint.patterns.translate",
            "phaselint.suppression.hide",
            "phaselint.report.costs",
            "phaselint.report.json",
            "phaselint_rules.sweny.next.outputs",
            "phaselint_rules.sweny.next.expressions",
            "phaselint_rules.sweny.next.ceilings",
            "phaselint_rules.sweny.proofs.answering",
            "phaselint_rules.vesanor",
        ],
    )
    def test_what_no_clean_workflow_needs(
        self, plain: frozenset[str], gated: frozenset[str], prefix: str
    ) -> None:
        assert not [name for name in plain | gated if name.startswith(prefix)]

    def test_what_runs_a_workflow_is_not_needed_to_lint_it(
        self, plain: frozenset[str], gated: frozenset[str]
    ) -> None:
        package = "phaselint.dialects.sweny"
        unneeded = (
            f"{package}.analysis.cost",
            f"{package}.analysis.decided",
            f"{package}.reading.expression",
            f"{package}.reading.next",
            f"{package}.running",
        )
        assert not [name for name in plain | gated if name.startswith(unneeded)]

    @pytest.mark.parametrize(
        "name",
        [
            "analysis",
            "running",
            "model",
            "reading.load",
            "reading.limits",
            "reading.shapes",
            "reading.workflow",
        ],
    )
    def test_of_other_dialects_only_what_tells_their_contracts(
        self, plain: frozenset[str], gated: frozenset[str], name: str
    ) -> None:
        assert f"phaselint.dialects.vesanor.{name}" not in plain | gated

    @pytest.mark.parametrize(
        "name", ["phaselint.patterns", "phaselint.schema.solve", "phaselint.schema.walk"]
    )
    def test_what_only_gates_need(self, plain: frozenset[str], name: str) -> None:
        assert name not in plain


@pytest.fixture(scope="module")
def agent() -> frozenset[str]:
    """The modules after linting an agent in which nothing is found."""
    project = Path(__file__).parents[1] / "fixtures" / "projects" / "flag-retirement-fixed"
    return imported(project, "lint", "--isolated", ".agent/auditor")


class TestAgents:
    """`phaselint lint` of one climpt agent."""

    def test_third_party_packages(self, agent: frozenset[str]) -> None:
        assert tops(agent) == {"yaml"}

    def test_no_heavy_module_but_the_one_that_reads_json(self, agent: frozenset[str]) -> None:
        assert HEAVY & agent == {"json"}

    @pytest.mark.parametrize(
        "prefix",
        [
            "phaselint.document.jsontokens",
            "phaselint.dialects.climpt.reading.shapes114",
            "phaselint.dialects.climpt.reading.workflows",
            "phaselint.dialects.climpt.workflowmodel",
            "phaselint.executor",
            "phaselint.javascript.texts",
            "phaselint.machine.analysis",
            "phaselint.machine.explore",
            "phaselint.patterns",
            "phaselint.suppression",
            "phaselint.report.json",
            "phaselint_rules.climpt.chain",
            "phaselint_rules.climpt.ways.conditionals",
            "phaselint_rules.climpt.entry.entrypairs",
            "phaselint_rules.climpt.data.inputorder",
            "phaselint_rules.climpt.data.inputuses",
            "phaselint_rules.climpt.form.legacysteps",
            "phaselint_rules.climpt.proofs.answering",
            "phaselint_rules.climpt.agent.settings",
            "phaselint_rules.climpt.validation.validationphases",
            "phaselint_rules.climpt.workflow",
            "phaselint_rules.sweny",
            "phaselint_rules.vesanor",
        ],
    )
    def test_what_no_clean_agent_needs(self, agent: frozenset[str], prefix: str) -> None:
        assert not [name for name in agent if name.startswith(prefix)]

    def test_what_runs_an_agent_is_not_needed_to_lint_it(self, agent: frozenset[str]) -> None:
        assert not [name for name in agent if name.startswith("phaselint.dialects.climpt.running")]


@pytest.fixture(scope="module")
def pipeline() -> frozenset[str]:
    """The modules after linting a pipeline with its stages, in which nothing is found."""
    project = Path(__file__).parents[1] / "fixtures" / "projects" / "loan-desk-fixed"
    return imported(project, "lint", "--isolated", ".")


class TestPipelines:
    """`phaselint lint` of one stud pipeline."""

    def test_third_party_packages(self, pipeline: frozenset[str]) -> None:
        assert tops(pipeline) == {"yaml"}

    def test_no_heavy_module(self, pipeline: frozenset[str]) -> None:
        assert HEAVY & pipeline == set()

    @pytest.mark.parametrize(
        "prefix",
        [
            "phaselint.executor",
            "phaselint.machine.analysis",
            "phaselint.machine.explore",
            "phaselint.patterns",
            "phaselint.schema.reasons",
            "phaselint.suppression",
            "phaselint.report.json",
            "phaselint_rules.edits",
            "phaselint_rules.stud.bodies.namedinstead",
            "phaselint_rules.stud.proofs.",
            "phaselint_rules.sweny",
            "phaselint_rules.vesanor",
        ],
    )
    def test_what_no_clean_pipeline_needs(self, pipeline: frozenset[str], prefix: str) -> None:
        assert not [name for name in pipeline if name.startswith(prefix)]

    def test_what_runs_a_pipeline_is_not_needed_to_lint_it(self, pipeline: frozenset[str]) -> None:
        assert not [name for name in pipeline if name.startswith("phaselint.dialects.stud.running")]


PROJECTS = Path(__file__).parents[1] / "fixtures" / "projects"
DIALECT_OF = {
    "dependency-bot": "sweny",
    "flag-audit": "climpt",
    "flag-retirement": "climpt",
    "loan-desk": "stud",
    "refund-desk": "vesanor",
    "release-crew": "agents",
    "seed-library": "langgraph",
}


@pytest.mark.parametrize("project", sorted(each.name for each in PROJECTS.iterdir()))
def test_naming_rules_brings_no_rules_of_other_dialects(project: str) -> None:
    """Configurations and comments in the projects name rules of their own dialect."""
    modules = imported(PROJECTS / project, "lint")
    packages = {name.split(".")[1] for name in modules if name.startswith("phaselint_rules.")}
    own = DIALECT_OF[project.removesuffix("-fixed")]
    assert packages & {*DIALECT_OF.values()} == {own}


def test_a_choice_on_the_command_line_brings_no_rules_of_other_dialects(clean: Path) -> None:
    modules = imported(clean, "lint", "--select=PL,dead-phase", "--ignore=VE101")
    assert not [name for name in modules if name.startswith("phaselint_rules.sweny")]


def test_only_the_data_formats_of_the_graph_bring_networkx(clean: Path) -> None:
    assert "networkx" not in imported(clean, "graph", ".")
    assert "networkx" in imported(clean, "graph", ".", "--format=graphml")
