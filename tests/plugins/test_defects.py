"""Plug-ins with defects: one line that names the distribution, and all else goes on."""

from __future__ import annotations

import asyncio
import json
import sys
from email import message_from_string
from importlib.metadata import Distribution
from typing import TYPE_CHECKING, Any

import pytest
from lsprotocol import types
from pygls.exceptions import JsonRpcException

import phaselint as library
from cli.contracts import UNREACHABLE, contract
from lsp.desks import over
from phaselint.vocabulary.errors import UsageError
from phaselint_lsp.uris import uri_of
from plugins.editing import codes_of, session
from plugins.sites import BOARD, UNREACHED, UNSTAMPED, Site, board

if TYPE_CHECKING:
    from pathlib import Path

    from cli.command import Command, Ended

ORIGIN = "plugin phaselint-odd 0.1"

DIALECT = """
from phaselint_lanes import DIALECT as LANES
from phaselint_lanes.rules import RULES as ALL
{}
DIALECT = LANES._replace({})
RULES = ALL
"""
RULES = """
from phaselint.vocabulary.finding import Finding, Place
from phaselint.vocabulary.message import say
from phaselint.vocabulary.rule import WARNING, Rule

{}
RULES = (Rule("OD001", odd, WARNING, dialect="lanes"{}),)
"""
CLAIMING = """
from phaselint.vocabulary.claim import Never, Traps
from phaselint.vocabulary.deferred import deferred

def odd(facts):
    yield Finding(facts.place(("start",)), say("it is odd"), claim={})
"""
CLAIMED = ", prove=deferred('phaselint.executor.claims', 'never')"
RAISES = """
def {}(*_):
    raise ValueError("no\\nluck")
"""


def odd_dialect(site: Site, part: str, source: str = "") -> None:
    """The sample dialect with another part, and its rules, in a distribution of one module."""
    # What it is configured as would have the sound part again.
    replaced = f"{part}={part}" if part == "configured" else f"{part}={part}, configured=None"
    site.put_module("odd", DIALECT.format(source or RAISES.format(part), replaced))


def odd_rule(site: Site, check: str, more: str = "") -> None:
    """A rule for the sample dialect, from another distribution."""
    site.put_lanes()
    site.put_module("odd", RULES.format(check, more))


def found(ended: Ended) -> list[Any]:
    assert "Traceback" not in ended.err
    return list(json.loads(ended.out)["findings"])


def told(ended: Ended) -> list[str]:
    return [each["message"] for each in found(ended) if each["name"] == "internal-error"]


def others(ended: Ended) -> list[str]:
    return [each["code"] for each in found(ended) if each["name"] != "internal-error"]


@pytest.fixture(autouse=True)
def sound(phaselint: Command) -> None:
    """A contract of another dialect, with a finding, beside the board."""
    contract(phaselint.folder / "desk", UNREACHABLE)
    board(phaselint.folder, UNREACHED, "odd")


def present(distribution: Distribution) -> Any:
    """What is said of a distribution, as the package `importlib_metadata` gives it."""
    text = distribution.read_text("METADATA")
    if text is None:
        raise FileNotFoundError("No package metadata was found.")
    return message_from_string(text)


class TestLoading:
    """What is left out when the configuration is read."""

    def test_what_cannot_be_imported(self, phaselint: Command, site: Site) -> None:
        site.put_module("odd", "import nowhere\nRULES = ()\n")
        ended = phaselint("lint", "--format=json")
        assert others(ended) == ["PL101"]
        said = f"{ORIGIN.replace('plugin', 'plugin `odd` of')}: can't be imported: "
        assert ended.err == (
            f"phaselint: phaselint.toml:1: {said}ModuleNotFoundError: No module named 'nowhere'\n"
        )
        assert ended.status == 2

    def test_what_may_belong_to_it_is_not_complained_about(
        self, phaselint: Command, site: Site
    ) -> None:
        site.put_module("odd", "import nowhere\nRULES = ()\n")
        with (phaselint.folder / "phaselint.toml").open("a") as file:
            file.write('ignore = ["odd-gate"]\n[severity]\nOD001 = "info"\n[odd]\ngates = 1\n')
        text = UNREACHABLE.replace("review}", "review}  # phaselint: ignore[odd-gate] a reason")
        (phaselint.folder / "desk" / "session.yaml").write_text(text)
        ended = phaselint("lint", "--format=json", "--extend-select=odd-hinge")
        assert others(ended) == ["PL101"]
        assert ended.err.count("\n") == 1

    def test_its_dialect_is_named(self, phaselint: Command, site: Site) -> None:
        site.put_module("odd", "import nowhere\nRULES = ()\n")
        ended = phaselint("lint", "--dialect=odd")
        assert (ended.status, ended.err.count("\n")) == (2, 1)
        assert "unknown dialect `odd`" in ended.err
        assert "can't be imported" in ended.err

    def test_other_commands(self, phaselint: Command, site: Site) -> None:
        site.put_module("odd", "import nowhere\nRULES = ()\n")
        for arguments in (["rules"], ["rule", "PL101"], ["config"]):
            ended = phaselint(*arguments)
            assert (ended.status, ended.err.count("\n")) == (2, 1)
            assert ended.out
        ended = phaselint("graph", "desk")
        assert (ended.status, ended.err.count("\n")) == (0, 1)

    def test_in_the_library(self, phaselint: Command, site: Site) -> None:
        site.put_module("odd", "import nowhere\nRULES = ()\n")
        with pytest.raises(UsageError, match="can't be imported"):
            library.lint([str(phaselint.folder)])

    def test_a_rule_with_letters_of_others(self, phaselint: Command, site: Site) -> None:
        odd_rule(
            site, "def odd(facts): yield from ()", "), Rule('VE901', odd, WARNING, name='even'"
        )
        board(phaselint.folder, UNREACHED, "lanes", "odd")
        ended = phaselint("lint", "--format=json")
        assert others(ended) == ["PL101", "PL101"]
        assert ended.err == (
            "phaselint: phaselint.toml:1: rule `VE901` `even` of phaselint-odd 0.1 is left out: "
            "it has no dialect; add `dialect=`\n"
        )
        assert ended.status == 2

    @pytest.mark.parametrize(
        ("points", "said"),
        [
            ("[phaselint.rules]\nodd = no where:X\n", "plugin `odd` of no where:X: can't be"),
            ("[phaselint.rules]\nodd\n", "the entry points of an installed distribution can't"),
        ],
    )
    @pytest.mark.parametrize("names", [True, False], ids=["names", "none-without-metadata"])
    def test_a_broken_installation(
        self,
        phaselint: Command,
        site: Site,
        points: str,
        said: str,
        names: bool,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        if not names:
            monkeypatch.setattr(Distribution, "metadata", property(present))
        (site.folder / "odd-1.dist-info").mkdir()
        (site.folder / "odd-1.dist-info" / "entry_points.txt").write_text(points)
        ended = phaselint("lint", "--quiet")
        assert (ended.status, ended.err.count("\n")) == (2, 1)
        assert ended.err.startswith(f"phaselint: phaselint.toml:1: {said}")


class TestSetup:
    """Where a project is set up, a dialect that fails is one line."""

    NEAR = """
from phaselint_lanes.scaffolding import setup as sound
def fail(*_):
    raise ValueError("no luck")
def setup():
    return sound()._replace(near=fail)
"""

    @pytest.mark.parametrize("source", ["", NEAR])
    def test_contracts(self, phaselint: Command, site: Site, source: str) -> None:
        odd_dialect(site, "setup", source)
        board(phaselint.folder, BOARD, "odd")
        ended = phaselint("contracts")
        assert (ended.status, ended.err.count("\n")) == (2, 1)
        assert ended.err.startswith(f"phaselint: {ORIGIN} failed in `setup`: ValueError: no luck")
        assert "2 contracts detected." in ended.lines

    def test_init(self, phaselint: Command, site: Site) -> None:
        odd_dialect(site, "setup")
        board(phaselint.folder, BOARD, "odd")
        before = sorted(phaselint.folder.iterdir())
        ended = phaselint("init", "--example=lanes")
        assert (ended.status, ended.err.count("\n")) == (2, 1)
        assert ended.err.startswith(f"phaselint: {ORIGIN} failed in `setup`: ValueError: no luck")
        assert sorted(phaselint.folder.iterdir()) == before


class TestDialects:
    """What a dialect does wrong."""

    @pytest.mark.parametrize("part", ["detect", "configured"])
    def test_looking_for_contracts(self, phaselint: Command, site: Site, part: str) -> None:
        odd_dialect(site, part)
        ended = phaselint("lint", "--format=json")
        assert others(ended) == ["PL101"]
        said = f"{ORIGIN} failed in `{part}`: ValueError: no luck in {part}, line 6"
        assert ended.err == f"phaselint: .: {said}\n"
        assert ended.status == 2

    def test_a_file_that_is_named(self, phaselint: Command, site: Site) -> None:
        odd_dialect(site, "claim")
        ended = phaselint("lint", "--format=json", "desk", "tickets.lanes.yaml")
        assert others(ended) == ["PL101"]
        assert f"tickets.lanes.yaml: {ORIGIN} failed in `claim`" in ended.err

    @pytest.mark.parametrize(
        ("source", "said"),
        [
            (RAISES.format("root"), "ValueError: no luck in root, line 6"),
            ("def root(folder): return folder + '/x'", "TypeError: it doesn't return a parent"),
        ],
    )
    def test_what_belongs_together(
        self, phaselint: Command, site: Site, source: str, said: str
    ) -> None:
        """It is not asked where there is nothing to divide."""
        (phaselint.folder / "attic").mkdir()
        odd_dialect(site, "root", source)
        ended = phaselint("lint", "--format=json")
        assert others(ended) == ["PL101", "PL101"]
        assert ended.err.startswith(f"phaselint: .: {ORIGIN} failed in `root`: ")
        assert (said in ended.err, ended.err.count("\n")) == (True, 1)
        assert ended.status == 2

    def test_targets_that_are_none(self, phaselint: Command, site: Site) -> None:
        odd_dialect(site, "detect", "def detect(*_): yield 'x'")
        ended = phaselint("lint", "--format=json")
        assert "TypeError: 'x' isn't a target of the dialect lanes" in ended.err

    @pytest.mark.parametrize("part", ["load", "study"])
    def test_one_contract(self, phaselint: Command, site: Site, part: str) -> None:
        facts = "from phaselint_lanes.analysis.facts import LanesFacts\n"
        study = (
            f"{facts}class study(LanesFacts):\n    def __init__(*_): raise ValueError('no luck')"
        )
        odd_dialect(site, part, study if part == "study" else "")
        ended = phaselint("lint", "--format=json")
        assert others(ended) == ["PL101"]
        (message,) = told(ended)
        assert message.startswith(f"{ORIGIN} failed on this contract: ValueError: no luck in ")
        assert (ended.status, ended.err) == (2, "")
        *_, unjudged, _, _ = map(json.loads, phaselint("lint", "--format=jsonl").lines)
        lost = {"contract": "tickets.lanes.yaml", "dialect": "lanes", "reason": message}
        assert unjudged == {"unjudged": lost}

    @pytest.mark.parametrize(
        ("part", "arguments"), [("machine", ["graph"]), ("cost", ["run", "--cost"])]
    )
    def test_what_a_part_gives(
        self, phaselint: Command, site: Site, part: str, arguments: list[str]
    ) -> None:
        odd_dialect(site, part, f"def {part}(contract): return 'x'")
        ended = phaselint(*arguments, "tickets.lanes.yaml")
        why = f"TypeError: 'x' isn't a valid result of `{part}` in Gives.taken"
        assert ended.err.startswith(f"phaselint: {ORIGIN} failed in `{part}`: {why}")

    def test_a_contract_without_documents(self, phaselint: Command, site: Site) -> None:
        odd_dialect(site, "load", "class load:\n    documents = None\n    def __init__(*_): pass")
        (message,) = told(phaselint("lint", "--format=json"))
        assert "TypeError: None aren't documents by path" in message

    def test_a_fact_that_rules_need(self, phaselint: Command, site: Site) -> None:
        facts = "from phaselint_lanes.analysis.facts import LanesFacts\n"
        broken = "    @property\n    def lanes_known(self): raise ValueError('no luck')"
        odd_dialect(site, "study", f"{facts}class study(LanesFacts):\n{broken}")
        ended = phaselint("lint", "--format=json", "--verify")
        (message,) = told(ended)
        assert message.endswith("ValueError: no luck in study.lanes_known, line 7")
        assert ended.status == 2

    @pytest.mark.parametrize("part", ["runtime", "cost"])
    def test_what_only_some_runs_need(self, phaselint: Command, site: Site, part: str) -> None:
        odd_dialect(site, part)
        assert phaselint("lint", "--format=json").status == 1
        ended = phaselint("lint", "--format=json", "--dry-run", "--statistics")
        assert others(ended) == ["PL101", "PL101"]
        (message,) = told(ended)
        assert message == f"{ORIGIN} failed on this contract: ValueError: no luck in {part}, line 6"
        assert ended.status == 2

    def test_a_run(self, phaselint: Command, site: Site) -> None:
        runtime = "from phaselint_lanes.running.runtime import LanesRuntime\n"
        broken = "    def step(self, state, choice): raise ValueError('no luck')"
        odd_dialect(site, "runtime", f"{runtime}class runtime(LanesRuntime):\n{broken}")
        script = "version: 1\nscenarios: [{name: a, model: [close]}]\n"
        (phaselint.folder / "a.script.yaml").write_text(script)
        ended = phaselint("lint", "--format=json", "--dry-run")
        board_finding = [each for each in found(ended) if each["dialect"] == "lanes"]
        assert [each["name"] for each in board_finding] == ["internal-error", "unreachable-phase"]
        assert board_finding[1]["proof"]["status"] == "unproved"
        why = "ValueError: no luck in runtime.step, line 6"
        said = f"phaselint: {ORIGIN} failed in `runtime`: {why}\n"
        path = "tickets.lanes.yaml"
        assert phaselint("run", path, "--script=a.script.yaml") == (2, "", said)
        assert phaselint("scripts", path) == (2, "", said)

    def test_the_graph(self, phaselint: Command, site: Site) -> None:
        odd_dialect(site, "machine")
        said = f"phaselint: {ORIGIN} failed in `machine`: ValueError: no luck in machine, line 6\n"
        assert phaselint("graph", "tickets.lanes.yaml") == (2, "", said)


class TestRules:
    """What a check or a prover does wrong."""

    @pytest.fixture(autouse=True)
    def both(self, phaselint: Command) -> None:
        board(phaselint.folder, UNREACHED, "lanes", "odd")

    def test_a_check(self, phaselint: Command, site: Site) -> None:
        odd_rule(site, RAISES.format("odd"))
        ended = phaselint("lint", "--format=json")
        assert others(ended) == ["PL101", "PL101"]
        assert told(ended) == [
            f"{ORIGIN} failed on this contract: ValueError: no luck in odd, line 8"
        ]
        assert ended.status == 2
        assert phaselint("lint", "--ignore=OD001").status == 1

    def test_its_suppression_is_not_unused(self, phaselint: Command, site: Site) -> None:
        odd_rule(site, RAISES.format("odd"))
        text = "# phaselint: ignore-file[odd] nobody looks at this\n" + UNREACHED
        board(phaselint.folder, text, "lanes", "odd")
        assert others(phaselint("lint", "--format=json")) == ["PL101", "PL101"]

    @pytest.mark.parametrize(
        ("yielded", "said"),
        [
            ("'x'", "TypeError: a check must yield findings, not 'x'"),
            ("Finding(Place('a'), 'x')", "TypeError: a message must be made by `message`, not 'x'"),
            ("Finding('a', say('x'))", "TypeError: a place must be a `Place`, not 'a'"),
            ("Finding(Place(1), say('x'))", "TypeError: a file must be a path, not 1"),
            (
                "Finding(Place('a', ({},)), say('x'))",
                "TypeError: a pointer must have keys and indexes",
            ),
            ("Finding(Place('a', part='b'), say('x'))", "TypeError: part 'b' doesn't exist"),
            (
                "Finding(Place('a'), say('x'), severity='bad')",
                "TypeError: severity 'bad' doesn't exist",
            ),
            ("Finding(Place('a'), say('x'), fix='y')", "TypeError: a fix must be a `Fix`, not 'y'"),
            ("Finding(Place('a'), say('x'), related='y')", "TypeError: `related` must have places"),
            (
                "Finding(Place('a'), say('x'), witness=1)",
                "TypeError: a witness must be a `Witness`",
            ),
            (
                "Finding(Place('a'), say('x'), claim=('y',))",
                "TypeError: a claim must be a record of",
            ),
        ],
    )
    def test_findings_that_are_none(
        self, phaselint: Command, site: Site, yielded: str, said: str
    ) -> None:
        odd_rule(site, f"def odd(facts): yield {yielded}")
        ended = phaselint("lint", "--format=json")
        (message,) = told(ended)
        assert message.startswith(f"{ORIGIN} failed on this contract: {said}")

    def test_a_place_that_leads_nowhere(self, phaselint: Command, site: Site) -> None:
        odd_rule(site, "def odd(facts): yield Finding(Place('gone', ('a', 1)), say('it is'))")
        for format_ in ("text", "json", "sarif", "github"):
            ended = phaselint("lint", f"--format={format_}")
            assert (ended.status, ended.err) == (1, "")

    @pytest.mark.parametrize(
        ("prover", "said"),
        [
            (RAISES.format("prove"), "ValueError: no luck in prove, line 9"),
            ("def prove(*_): return True", "TypeError: a prover must return a proof, not True"),
        ],
    )
    def test_a_prover(self, phaselint: Command, site: Site, prover: str, said: str) -> None:
        check = "def odd(facts): yield Finding(facts.place(('start',)), say('it is odd'))"
        odd_rule(site, f"{check}\n{prover}", ", prove=prove")
        assert phaselint("lint", "--format=json").status == 1
        ended = phaselint("lint", "--format=json", "--dry-run")
        assert others(ended) == ["PL101", "OD001", "PL101"]
        (message,) = told(ended)
        assert message.startswith(f"{ORIGIN} failed on this contract: {said}")
        proofs = {each["code"]: each["proof"] for each in found(ended) if each["proof"]}
        assert proofs["OD001"]["status"] == "unproved"
        assert proofs["OD001"]["reason"] == "the proof failed; this is a bug in phaselint"
        assert proofs["PL101"]["status"] == "proved"
        assert ended.status == 2

    @pytest.mark.parametrize(
        ("claim", "said"),
        [
            ("Traps(('attic',))", "ClaimError: the rule claims `Never`, not Traps"),
            ("Never('cellar')", "ClaimError: the contract declares no element 'cellar'"),
        ],
    )
    def test_a_claim_that_no_run_decides(
        self, phaselint: Command, site: Site, claim: str, said: str
    ) -> None:
        odd_rule(site, CLAIMING.format(claim), CLAIMED)
        assert phaselint("lint", "--format=json").status == 1
        ended = phaselint("lint", "--format=json", "--dry-run")
        assert others(ended) == ["PL101", "OD001", "PL101"]
        (message,) = told(ended)
        assert message.startswith(f"{ORIGIN} failed on this contract: {said}")
        assert ended.status == 2

    def test_a_claim_is_proved_without_a_prover(self, phaselint: Command, site: Site) -> None:
        odd_rule(site, CLAIMING.format("Never('attic')"), CLAIMED)
        ended = phaselint("lint", "--format=json", "--dry-run")
        proofs = {each["code"]: each["proof"] for each in found(ended) if each["proof"]}
        assert (proofs["OD001"]["status"], proofs["OD001"]["method"]) == ("proved", "explore")
        assert ended.status == 1

    def test_a_claim_that_runs_contradict_is_refuted(self, phaselint: Command, site: Site) -> None:
        odd_rule(site, CLAIMING.format("Never('triage')"), CLAIMED)
        ended = phaselint("lint", "--format=json", "--dry-run")
        proofs = {each["code"]: each["proof"] for each in found(ended) if each["proof"]}
        assert proofs["OD001"]["status"] == "refuted"

    def test_a_finding_that_is_refuted(self, phaselint: Command, site: Site) -> None:
        check = "def odd(facts): yield Finding(facts.place(('start',)), say('it is odd'))"
        prove = (
            "from phaselint.vocabulary.finding import Proof\ndef prove(*_): return Proof('refuted')"
        )
        odd_rule(site, f"{check}\n{prove}", ", prove=prove")
        ended = phaselint("lint", "--format=json", "--dry-run")
        (refuted,) = [each for each in found(ended) if each["name"] == "refuted-finding"]
        assert refuted["help"].startswith(f"this is a bug in {ORIGIN}; ")
        assert ended.status == 1
        assert phaselint("lint", "--dry-run", "--fail-on-refuted").status == 2


class TestEditor:
    """The language server goes on as well."""

    def test_looking_for_contracts(self, tmp_path: Path, site: Site) -> None:
        odd_dialect(site, "detect")
        editor = over(tmp_path)
        assert editor.names("desk/session.yaml") == ["unreachable-phase"]
        said = f"{ORIGIN} failed in `detect`: ValueError: no luck in detect, line 6"
        assert set(editor.said) == {said}

    def test_a_check(self, tmp_path: Path, site: Site) -> None:
        odd_rule(site, RAISES.format("odd"))
        path = board(tmp_path, UNSTAMPED, "lanes", "odd")
        editor = over(tmp_path)
        assert editor.names(path.name) == ["internal-error", "missing-stamp"]
        editor.open(path.name)
        editor.replace(path.name, BOARD)
        assert editor.names(path.name) == ["internal-error"]

    def test_a_feature(self, tmp_path: Path, site: Site) -> None:
        odd_dialect(site, "symbols")
        codes, messages = asyncio.run(outlined(tmp_path, site))
        assert codes == ["PL101"]
        assert messages == [f"{ORIGIN} failed in `symbols`: ValueError: no luck in symbols, line 6"]


async def outlined(folder: Path, site: Site) -> tuple[list[Any], list[str]]:
    """What the server says of a board whose outline is asked for before and after."""
    path = folder / "tickets.lanes.yaml"
    async with session([sys.executable], folder, site.environment) as client:
        codes = await codes_of(client, path)
        document = types.TextDocumentIdentifier(uri_of(str(path)))
        for _ in range(2):
            with pytest.raises(JsonRpcException):
                await client.text_document_document_symbol_async(
                    types.DocumentSymbolParams(document)
                )
        return codes, [each.message for each in client.messages]
