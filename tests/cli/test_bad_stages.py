"""stud stages and pipelines as they should not be: each is answered soon, or a bound is named
(issue 5).

Nothing is timed. What would take for ever runs into the patience of `Command.process`.
"""

from __future__ import annotations

import json
import socket
from typing import TYPE_CHECKING, Any

import pytest

from stud import FILE, markdown, pipeline, stage

if TYPE_CHECKING:
    from collections.abc import Mapping

    from cli.command import Command, Ended

SIBLINGS = 1_100
LINES = 2_500
WORDS = "one word after the other, " * 7

runs = pytest.mark.parametrize("more", [(), ("--dry-run",)], ids=["plain", "dry-run"])
"""For a few; a dry run is a plain one with more to do."""


def put(command: Command, files: Mapping[str, str | bytes]) -> None:
    """Write files into the folder of a command."""
    for name, text in files.items():
        path = command.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode() if isinstance(text, str) else text)


def linted(command: Command, *arguments: str, apart: bool = True) -> Ended:
    """Lint, in a process of its own if it may take for ever; neither a traceback nor a defect is
    an answer."""
    run = command.process if apart else command
    ended = run("lint", "--format=concise", *arguments)
    assert "Traceback" not in ended.err
    assert not {"internal-error", "refuted-finding"} & set(rules(ended))
    return ended


def rules(ended: Ended) -> list[str]:
    """The rule of each line of a concise report, without its last."""
    return [line.rpartition("[")[2].rstrip("]") for line in ended.lines[:-1]]


def listing(*paths: str, **change: Any) -> str:
    """A manifest that lists files."""
    value = {"studPipeline": 1, "id": "flow", "entryStage": "sow", "stages": list(paths)}
    return json.dumps({**value, "next": {"sow": {"nextStages": []}}, **change})


def long_body(piece: str) -> str:
    """A body of many lines, each with a piece that may have the number of its line."""
    lines = (f"{WORDS}{piece.replace('%', str(number))}\n" for number in range(LINES))
    return f"Call `submit_sow`.\n{''.join(lines)}"


class TestSize:
    """Long bodies, many placeholders, many stages."""

    @pytest.mark.parametrize(
        ("piece", "found"),
        [
            ("{{ctx.field%}}", []),
            ("{{ctx.upstream[%].verdict}}", []),
            ("{{env.HOME}}", ["placeholder-env"]),
            ("{{ctx.open", ["placeholder-syntax"]),
            ("{{ctx.a}} ${ctx.b}", ["placeholder-style-mixed"]),
            ("{{" * 5, ["placeholder-syntax"]),
        ],
    )
    def test_many_placeholders(self, phaselint: Command, piece: str, found: list[str]) -> None:
        put(phaselint, {"sow.md": markdown(stage("sow", body=long_body(piece)))})
        ended = linted(phaselint, "--dry-run")
        assert rules(ended) == found
        assert ended.status == (1 if found and found != ["placeholder-style-mixed"] else 0)

    def test_many_mistakes(self, phaselint: Command) -> None:
        body = long_body("{{env.V%}}")
        put(phaselint, {"sow.md": markdown(stage("sow", body=body))})
        ended = linted(phaselint, "--dry-run")
        assert rules(ended) == ["placeholder-env"] * LINES
        assert ended.status == 1

    def test_a_header_that_is_never_closed(self, phaselint: Command) -> None:
        put(phaselint, {"sow.md": "---\n" + "turnCap: 1\ncompletionTool: a\n" * 50_000})
        ended = linted(phaselint, "--dry-run")
        assert rules(ended) == ["frontmatter-missing"]
        assert ended.status == 1

    @runs
    def test_many_siblings(self, phaselint: Command, more: tuple[str, ...]) -> None:
        names = [f"s{number}" for number in range(SIBLINGS)]
        ways = (f"start => {' '.join(names)} | join", "join", *names)
        put(phaselint, {FILE: json.dumps(pipeline(*ways))})
        assert linted(phaselint, *more).status == 0

    def test_many_siblings_with_mistakes(self, phaselint: Command) -> None:
        names = [f"s{number}" for number in range(SIBLINGS)]
        ways = (f"start => {' '.join(names)} {names[0]} | join", "join", *names)
        places = " ".join(f"{{{{ctx.upstream[{n}].parsed.nothing}}}}" for n in range(SIBLINGS))
        stages = {
            "join": {"body": f"Call `submit_join`. {places}", "inputsSchema": {"required": ["a"]}},
            names[1]: {"allowedTools": ["write"], "completionSchema": {"type": "array"}},
        }
        put(phaselint, {FILE: json.dumps(pipeline(*ways, stages=stages))})
        ended = linted(phaselint, "--dry-run")
        assert {"parallel-duplicate-sibling", "join-never-ready"} <= set(rules(ended))
        assert rules(ended).count("upstream-parsed-path-missing") >= SIBLINGS - 1
        assert ended.status == 1

    def test_a_long_ring(self, phaselint: Command) -> None:
        names = [f"s{number}" for number in range(SIBLINGS)]
        ways = [f"{here} -> {names[number - len(names) + 1]}" for number, here in enumerate(names)]
        put(phaselint, {FILE: json.dumps(pipeline(*ways))})
        ended = linted(phaselint, "--dry-run")
        assert rules(ended) == ["no-terminal-phase"]
        assert len(ended.lines[0]) < 1_000
        assert ended.status == 1

    def test_branches_that_all_lead_on_and_back(self, phaselint: Command) -> None:
        """Each stage leads to each other one: no walk may try all ways."""
        names = [f"s{number}" for number in range(40)]
        when = [
            {"when": {"path": "parsed.summary", "equals": name}, "nextStages": [name]}
            for name in names
        ]
        spec = {"branches": when, "default": {"nextStages": []}}
        value = pipeline(*names, next=dict.fromkeys(names, spec))
        put(phaselint, {FILE: json.dumps(value)})
        assert linted(phaselint, "--dry-run", "--verify").status == 0


class TestOtherFiles:
    """What a manifest lists that is no stage, or not there, or not for it to read."""

    def test_manifests_that_list_each_other(self, phaselint: Command) -> None:
        both = ("one.stud.yaml", "two.stud.json", "sow.md")
        put(
            phaselint,
            {
                "one.stud.yaml": listing(*both),
                "two.stud.json": listing(*both),
                "sow.md": markdown(stage("sow")),
            },
        )
        ended = linted(phaselint, "--dry-run", apart=False)
        assert " 2 contracts (3 files)" in ended.lines[-1]
        assert ended.status == 1

    @pytest.mark.parametrize(
        "path", ["../../../../etc/passwd", "/etc/passwd", "/dev/zero", "../sow.md", "a/../../b.md"]
    )
    def test_files_outside_the_project(self, phaselint: Command, path: str) -> None:
        inner = phaselint.folder / "project"
        put(phaselint, {"sow.md": markdown(stage("sow", turnCap=0)), f"project/{FILE}": ""})
        (inner / "phaselint.toml").touch()
        (inner / FILE).write_text(listing(path), "utf-8")
        ended = linted(phaselint, "project", "--dry-run", apart=path == "/dev/zero")
        assert rules(ended) == ["stage-file-missing"]
        assert " (1 file)" in ended.lines[-1]

    def test_no_reference_is_followed_into_the_net(self, phaselint: Command) -> None:
        with socket.create_server(("127.0.0.1", 0)) as server:
            host, port = server.getsockname()
            far = {"$ref": f"http://{host}:{port}/payload.json#/a"}
            schema = {"type": "object", "properties": {"a": far}, "required": ["a"], "allOf": [far]}
            fields = {"completionSchema": schema, "inputsSchema": far}
            ways = ("sow -> reap", "reap")
            value = pipeline(*ways, stages={"sow": fields, "reap": fields}, outputs={"sow": far})
            put(phaselint, {FILE: json.dumps(value)})
            ended = linted(phaselint, "--dry-run", apart=False)
            server.setblocking(False)
            with pytest.raises(BlockingIOError):
                server.accept()
        assert ended.status in (0, 1)

    @pytest.mark.posix
    @runs
    def test_links_and_folders(self, phaselint: Command, more: tuple[str, ...]) -> None:
        names = ("gone.md", "loop.md", "out.md", "folder.md")
        put(phaselint, {f"project/{FILE}": listing(*names), "project/phaselint.toml": ""})
        put(phaselint, {"far.md": markdown(stage("sow", turnCap=0))})
        inner = phaselint.folder / "project"
        (inner / "gone.md").symlink_to("nowhere.md")
        (inner / "loop.md").symlink_to("loop.md")
        (inner / "out.md").symlink_to("../far.md")
        (inner / "folder.md").mkdir()
        ended = linted(phaselint, "project", *more, apart=False)
        told = "\n".join(ended.lines)
        assert all(name in told for name in names)
        assert "turn-cap-invalid" not in rules(ended)
        assert ended.status == 1


class TestContents:
    """What is no text, or text that unfolds into more than anybody can hold."""

    @pytest.mark.parametrize(
        "data",
        [b"\0" * 1_000, b"---\nturnCap: 1\ncompletionTool: a\0\n---\n", b"\xff\xfe---\n", b"\x80"],
    )
    def test_bytes_that_are_no_text(self, phaselint: Command, data: bytes) -> None:
        put(phaselint, {FILE: listing("sow.md"), "sow.md": data})
        ended = linted(phaselint, "--dry-run", apart=False)
        assert any(line.startswith("sow.md:") for line in ended.lines)
        assert ended.status == 1

    @pytest.mark.parametrize("place", ["header", "manifest"])
    def test_aliases_that_multiply(self, phaselint: Command, place: str) -> None:
        lines = ["x-a0: &a0 [o, o, o, o, o, o, o, o, o]"]
        lines += [f"x-a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]" for n in range(1, 12)]
        bomb = "\n".join([*lines, ""])
        if place == "header":
            end = "completionSchema: {enum: *a11}\nturnCap: 1\n---\n"
            put(phaselint, {"sow.md": f"---\n{bomb}{end}"})
        else:
            end = "studPipeline: 1\nid: a\nentryStage: a\nstages: *a11\n"
            put(phaselint, {"flow.stud.yaml": f"{bomb}{end}"})
        ended = linted(phaselint, "--dry-run")
        assert "limit-exceeded" in rules(ended)
        assert ended.status == 1

    def test_deep_nesting(self, phaselint: Command) -> None:
        put(phaselint, {"sow.md": f"---\nturnCap: 1\ncompletionSchema: {'{a: ' * 5_000}\n---\n"})
        ended = linted(phaselint, "--dry-run", apart=False)
        assert "limit-exceeded" in rules(ended)
        assert ended.status == 1

    @pytest.mark.parametrize("name", ["sow.md", "sow.json", "flow.stud.yaml"])
    def test_an_empty_file_that_is_named(self, phaselint: Command, name: str) -> None:
        put(phaselint, {name: ""})
        assert linted(phaselint, "--dialect=stud", name, apart=False).status == 1

    def test_a_script_that_never_ends(self, phaselint: Command) -> None:
        script = {
            "version": 1,
            "contract": FILE,
            "scenarios": [
                {"name": "on", "model": [{"text": "no"}], "on_exhausted": "repeat-last"},
            ],
        }
        value = pipeline("sow -> reap", "reap -> sow", stages={"sow": {"turnCap": 10**9}})
        put(phaselint, {FILE: json.dumps(value), "flow.script.json": json.dumps(script)})
        ended = linted(phaselint, "--dry-run")
        assert ended.status == 1
