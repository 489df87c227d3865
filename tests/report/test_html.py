"""The HTML report as text: whole without scripts, and no markup in it that a contract wrote."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from html.parser import HTMLParser
from typing import TYPE_CHECKING, Any

import pytest

from phaselint.diagram.animation_trimming import MOST_FRAMES
from phaselint.diagram.model import Action, Arrow, Drawing, Film, Frame, Mark, Node, View
from phaselint.linting.result import Result, Summary, Unjudged
from phaselint.report import Style, render
from phaselint.report.html import assets
from phaselint.report.html.data import contract_data
from phaselint.report.html.film import LONGEST, Films, viewer_text
from phaselint.report.html.markup import prose, tag, text
from phaselint.vocabulary.finding import Place, Position, Range, Witness, WitnessStep

if TYPE_CHECKING:
    from collections.abc import Callable

    from phaselint.vocabulary.diagnostic import Diagnostic

    Make = Callable[..., Diagnostic]

DRAWING = Drawing(
    "phase",
    (
        Node("start", initial=True),
        Node("end", terminal=True),
        Node("lost", standing="unentered", why="nothing leads to `lost`"),
    ),
    (
        Arrow(0, 1, (Action("close"),), bounds=("at most 2 calls",)),
        Arrow(0, 2, (Action("lose", dead=True, why="it is banned"),)),
    ),
)
PLACE = Place("a.yaml", (), "value", Range(Position(3, 1), Position(3, 4)))
VIEW = View(
    (Mark("stuck", node=0, words="no way out"), Mark("blocked", arrow=0)),
    Film(
        (Frame(0, None, ("start",), ("step 1",), PLACE), Frame(1, 0, ("`x` ends",))), "stuck", False
    ),
    (0, 1),
)
EVIL = "</script><!--<b>'\"&\u202e\x1b\ud800"


class Tree(HTMLParser):
    """What a browser makes of a page: the elements in order, and whether each is closed."""

    VOID = frozenset({"meta", "link", "input", "br"})

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []
        self.texts: list[str] = []
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes.append((tag, dict(attrs)))
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.texts.append(data)


def page(result: Result) -> str:
    return "".join(render("html", result, Style()))


def body(result: Result) -> str:
    """A page without the viewer."""
    return re.sub(r"<(script|style)>.*?</\1>", "", page(result), flags=re.DOTALL)


def test_elements_are_closed(result: Result) -> None:
    tree = Tree(page(result))
    assert tree.open == []
    assert tree.tags.count("article") == len(result.findings)


def test_each_finding_has_what_is_known_of_it(result: Result) -> None:
    shown = body(result)
    for piece in (
        "no run leaves <code>review</code> and <code>rework</code>",
        "<code>close</code> needs <code>verify</code>, which no phase of the two offers",
        "<dt>confirmed</dt><dd>reproduced in a simulated run</dd>",
        "leads back to <code>review</code>",
        '<mark class="primary">review</mark>',
        "fix (safe)",
        "2 hidden",
        "4 suppressed findings",
        "kept for 1.0",
        "2 entries of the baseline are stale",
    ):
        assert piece in shown


def test_what_could_not_be_done_is_said() -> None:
    result = Result(
        wrong=("nix: there is no such path",), unjudged=(Unjudged("a", "sweny", "deep"),)
    )
    shown = body(result)
    assert "nix: there is no such path" in shown
    assert "<code>a</code> could not be judged: deep" in shown


@pytest.mark.parametrize(
    ("summary", "title"),
    [
        (Summary(), "Nothing to check"),
        (Summary(contracts=1), "No findings in 1 contract"),
        (Summary(contracts=2, errors=1), "1 error in 2 contracts"),
        (Summary(contracts=2, warnings=2, infos=1), "2 warnings and 1 info in 2 contracts"),
        (
            Summary(contracts=9, errors=2, warnings=1, infos=3),
            "2 errors, 1 warning and 3 infos in 9 contracts",
        ),
    ],
)
def test_title_is_what_was_found(summary: Summary, title: str, make_finding: Make) -> None:
    found = (make_finding("x"),) if summary.errors or summary.warnings else ()
    assert f"<h1>{title}</h1>" in body(Result(findings=found, summary=summary))


def test_browsers_may_run_and_load_nothing_else(result: Result) -> None:
    tree = Tree(page(result))
    (policy,) = (
        str(attributes["content"])
        for name, attributes in tree.attributes
        if attributes.get("http-equiv") == "Content-Security-Policy"
    )
    assert policy.startswith("default-src 'none'; ")
    assert "unsafe" not in policy
    for content in (assets.script(), assets.style()):
        digest = base64.b64encode(hashlib.sha256(content.encode()).digest()).decode()
        assert f"'sha256-{digest}'" in policy
        assert content in page(result)
    for _, attributes in tree.attributes:
        assert not {name for name in attributes if name.startswith("on") or name == "style"}
        assert str(attributes.get("src", "data:")).startswith("data:")
        assert str(attributes.get("href", "#")).startswith(("#", "data:"))


def test_the_policy_comes_before_all_that_it_is_about(result: Result) -> None:
    whole = page(result)
    assert whole.index("Content-Security-Policy") < whole.index("<style") < whole.index("<script")


def test_scripts_cannot_end_early_and_have_their_licence() -> None:
    assert "</script" not in assets.script()
    assert "</style" not in assets.style()
    assert "Copyright (c) 2012-2014 Chris Pettitt" in assets.script()


def test_every_module_of_the_viewer_is_in_it() -> None:
    held = {path.name for path in assets.FOLDER.iterdir()}
    editors = {assets.EDITOR_SCRIPT, assets.EDITOR_STYLE}
    assert held == {*assets.SCRIPTS, *assets.STYLES, *editors, "dagre.min.js", "dagre.LICENSE"}


def data_of(page: str) -> list[Any]:
    """The data in a page."""
    found = re.findall(r'<script type="application/json">(.*?)</script>', page, re.DOTALL)
    return [json.loads(each) for each in found]


def test_graph_and_views_are_data_and_words(make_finding: Make) -> None:
    finding = make_finding("x", dialect="vesanor", contract="c", view=VIEW)
    result = Result((finding,), drawings={("vesanor", "c"): DRAWING}, lines={"a.yaml": {3: "  ab"}})
    (data,) = data_of(page(result))
    assert [node["name"] for node in data["drawing"]["nodes"]] == ["start", "end", "lost"]
    assert data["drawing"]["nodes"][2]["standing"] == "unentered"
    assert data["drawing"]["arrows"][1]["actions"] == [
        {"name": "lose", "dead": True, "why": "it is banned"}
    ]
    (seen,) = data["findings"]
    assert seen["id"] == "finding-1"
    assert seen["marks"] == [
        {"sign": "stuck", "node": 0, "words": "no way out"},
        {"sign": "blocked", "arrow": 0},
    ]
    assert seen["small"] == [0, 1]
    assert [data["frames"][number] for number in seen["film"]] == [
        {"node": 0, "arrow": None, "place": [0, 3, 0, 3]},
        {"node": 1, "arrow": 0},
    ]
    assert data["sources"] == [{"file": "a.yaml", "lines": [[3, "3", "  ab"]]}]
    said = body(result)
    assert (
        '<li data-frame="0"><p class="at"><strong>start</strong><span class="where" '
        'title="a.yaml:3:1">a.yaml:3</span><code class="line">ab</code></p>'
        '<ul class="said"><li>start</li></ul><ul class="changed"><li>step 1</li></ul></li>'
        '<li data-frame="1"><p class="at"><strong>end</strong></p>'
        '<ul class="said"><li><code>x</code> ends</li></ul></li></ol>'
        '<p class="ending">End: <strong>stuck</strong></p>'
        '<p class="origin">Reconstructed from the finding, not run.</p>'
    ) in said
    assert "<strong>lost</strong>: never entered, nothing leads to <code>lost</code>" in said
    assert "<code>lose</code> (never: it is banned)" in said
    assert "by <code>close</code>; at most 2 calls" in said


def test_what_runs_have_in_common_is_there_once(make_finding: Make) -> None:
    assert VIEW.film is not None
    start, end = VIEW.film.frames
    longer = Film((start, end, Frame(2, None, ("away",))), "lost")
    marks = (Mark("run", node=0), Mark("run", arrow=1), Mark("run", node=2, words="twice"))
    views = (VIEW, View(marks, longer, (0,)))
    findings = tuple(
        make_finding(name, dialect="vesanor", contract="c", view=view)
        for name, view in zip("xy", views, strict=True)
    )
    whole = page(Result(findings, drawings={("vesanor", "c"): DRAWING}))
    (data,) = data_of(whole)
    assert [each["node"] for each in data["frames"]] == [0, 1, 2]
    assert [each["film"] for each in data["findings"]] == [[0, 1], [0, 1, 2]]
    assert re.findall(r'data-frame="(\d)"', whole) == ["0", "1", "2"]
    rule = findings[0].name
    assert (
        f'<p class="more">Steps 1 to 2: as in <a href="#finding-1">{rule}</a></p>'
        '<ol class="moments" start="3"><li data-frame="2">'
    ) in whole
    assert data["findings"][1]["run"] == {"nodes": [0], "arrows": [1]}
    assert data["findings"][1]["marks"] == [{"sign": "run", "node": 2, "words": "twice"}]


def test_of_a_long_run_the_start_and_the_end_are_told(make_finding: Make) -> None:
    steps = tuple(WitnessStep(f"step {number}") for number in range(1, MOST_FRAMES + 8))
    said = body(Result((make_finding("x", witness=Witness({}, steps=steps)),)))
    half = MOST_FRAMES // 2
    assert f"<li>step {half}</li></ol>" in said
    assert "… 7 steps left out …" in said
    assert f'<ol class="steps" start="{half + 8}"><li>step {half + 8}</li>' in said
    assert said.count("<li>step ") == MOST_FRAMES


def test_a_contract_without_a_graph_has_none(make_finding: Make) -> None:
    finding = make_finding("x", dialect="vesanor", contract="c", view=VIEW)
    shown = body(Result((finding,)))
    assert 'class="picture"' not in shown
    assert "application/json" not in shown


def test_boxes_without_a_way_between_them_are_no_picture(make_finding: Make) -> None:
    for small, count in (((0,), 0), ((1, 2), 0), ((0, 1), 1)):
        view = View((Mark("stuck", node=0),), None, small)
        finding = make_finding("x", dialect="vesanor", contract="c", view=view)
        shown = body(Result((finding,), drawings={("vesanor", "c"): DRAWING}))
        assert shown.count('class="picture"') == count


def test_what_does_not_exist_is_not_counted_as_a_phase() -> None:
    drawing = Drawing("step", (Node("a"), Node("b", standing="missing")), (Arrow(0, 1),))
    shown = body(Result(drawings={("vesanor", "c"): drawing}))
    assert "Graph: 1 step, 1 transition, 1 missing" in shown
    assert "<strong>b</strong>: doesn&#x27;t exist" in shown


def test_the_heading_has_the_numbers_of_the_text_report(result: Result) -> None:
    text_report = "".join(render("text", result, Style()))
    [line] = [each for each in text_report.splitlines() if each.startswith("Checked ")]
    top = Tree(page(result)).texts
    heading = next(each for each in top if each.endswith(" contracts"))
    below = next(each for each in top if " read" in each)
    said = f"{heading} {below}"
    for count in re.findall(r"\d+ (?:contract|file|error|warning|info|suppressed)", line):
        assert count in said


def test_a_graph_says_what_is_left_out() -> None:
    large = DRAWING._replace(left_out="4,990 phases are not drawn")
    assert '<p class="left-out">4,990 phases are not drawn</p>' in body(
        Result(drawings={("vesanor", "c"): large})
    )


def test_nothing_that_is_written_in_a_contract_is_markup(make_finding: Make) -> None:
    evil = Drawing(EVIL, (Node(EVIL, why=EVIL, bounds=(EVIL,)),), (Arrow(0, 0, (Action(EVIL),)),))
    view = View((Mark("stuck", 0, words=EVIL),), Film((Frame(0, None, (EVIL,)),), EVIL), (0,))
    finding = make_finding(EVIL, help=EVIL, dialect=EVIL, contract=EVIL, view=view)
    result = Result((finding,), drawings={(EVIL, EVIL): evil}, notices=(EVIL,))
    whole = page(result)
    tree = Tree(whole)
    assert tree.open == []
    assert "b" not in tree.tags
    assert tree.tags.count("script") == 2
    assert not set(whole) & set("\u202e\x1b\ud800")
    (data,) = data_of(whole)
    assert data["drawing"]["nodes"][0]["name"] == viewer_text(EVIL)


def test_what_a_picture_is_given_has_an_end() -> None:
    long = Drawing("phase", (Node("x" * 10_000),))
    data = contract_data(long, {}, Films(long, {}))
    assert data["drawing"]["nodes"][0]["name"] == "x" * LONGEST + "…"


def test_markup() -> None:
    assert text("<a & 'b'>") == "&lt;a &amp; &#x27;b&#x27;&gt;"
    assert prose("a `<b>` c") == "a <code>&lt;b&gt;</code> c"
    assert tag("p", text("x"), class_="a", data_of="b", hidden=True, id=None) == (
        '<p class="a" data-of="b" hidden>x</p>'
    )
    assert tag("link", rel="icon") == '<link rel="icon">'
