"""PyYAML in parts, as the console script imports it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from cli.command import Command

LATER = """
import re, sys
from phaselint.cli import lazily
lazily.compile_when_used('yaml')
"""
PARSED = LATER + "from yaml._yaml import CParser\nlist(iter(CParser('a: [1]').get_event, None))\n"
TRIED = "try:\n    {}\nexcept Exception as error:\n    print(error)\n"
VALUES = "{day: 2001-01-01, on: yes, number: 0x1f, none: ~, text: '1', list: [1.5, 1e3]}"


def printed(phaselint: Command, program: str) -> list[str]:
    """What a program of Python prints."""
    ended = phaselint.process(program=("-c", program))
    assert ended.err == ""
    return ended.lines


class TestParts:
    """What is imported of it, and when."""

    def test_to_parse_takes_no_more_than_the_parser(self, phaselint: Command) -> None:
        [line] = printed(phaselint, PARSED + "print(*sys.modules)")
        modules = {name for name in line.split() if name.startswith("yaml")}
        parts = ("error", "events", "nodes", "reader")
        assert modules == {"yaml", "yaml._yaml", *(f"yaml.{part}" for part in parts)}

    def test_whoever_asks_for_more_gets_it_all(self, phaselint: Command) -> None:
        whole = "import yaml\nprint(sorted(vars(yaml)))\nprint(sorted(vars(yaml._yaml)))\n"
        read = f"print(yaml.safe_load({VALUES!r}), yaml.dump([1, 'yes']))\n"
        asked = "from yaml import SafeLoader\n"
        ours = printed(phaselint, PARSED + asked + whole + read)
        assert ours == printed(phaselint, "from yaml import SafeLoader\n" + whole + read)

    @pytest.mark.parametrize(
        "module",
        [
            *("scanner", "parser", "composer"),
            *("constructor", "emitter", "serializer", "representer"),
        ],
    )
    def test_its_errors_are_the_same_everywhere(self, phaselint: Command, module: str) -> None:
        name = f"{module.capitalize()}Error"
        told = f"import yaml\nprint(yaml.{module}.{name} is yaml._yaml.{name})\n"
        assert printed(phaselint, PARSED + told) == ["True"]

    def test_its_tokens_are_made_once_they_are_asked_for(self, phaselint: Command) -> None:
        told = "import yaml\nprint(*yaml.scan('{a: [1, &x 2]}', yaml.CSafeLoader), sep='\\n')\n"
        ours = printed(phaselint, PARSED + told)
        assert len(ours) == 13
        assert ours == printed(phaselint, told)

    @pytest.mark.parametrize("text", ["a: b: c", "[1, 2", "%YAML 3.0\n---", "a: \x07"])
    def test_what_is_wrong_with_a_text_is_said_as_by_the_whole(
        self, phaselint: Command, text: str
    ) -> None:
        told = (
            "from yaml._yaml import CParser\nfrom yaml.error import YAMLError\n"
            f"try:\n    list(iter(CParser({text!r}).get_event, None))\n"
            "except YAMLError as error:\n    print(type(error).__mro__[1:], error)\n"
        )
        ours = printed(phaselint, LATER + told)
        assert ours == printed(phaselint, told) != []

    def test_what_it_does_not_have_is_missed_as_usual(self, phaselint: Command) -> None:
        missing = "import yaml\n" + TRIED.format("yaml.nothing")
        assert printed(phaselint, PARSED + missing) == printed(phaselint, missing)

    def test_a_parser_that_wants_more_gets_the_whole_package(self, phaselint: Command) -> None:
        more = PARSED.replace(
            "lazily.compile",
            "from phaselint.cli import yamlparts\nyamlparts.UNUSED.clear()\nlazily.compile",
        )
        told = "print('yaml.constructor' in sys.modules)\n"
        assert printed(phaselint, more + told) == ["True"]

    def test_it_is_left_as_its_own_loader_leaves_it(self, phaselint: Command) -> None:
        told = (
            "import yaml\nprint(type(yaml.__loader__), type(yaml.__spec__.loader))\n"
            "print(len(sys.meta_path), type(re.compile('behind it')))"
        )
        assert printed(phaselint, PARSED + told) == printed(phaselint, "import re, sys\n" + told)

    def test_a_package_that_is_not_there_is_missed_as_usual(self, phaselint: Command) -> None:
        missing = "sys.path[:] = []\n" + TRIED.format("import yaml")
        assert printed(phaselint, LATER + missing) == ["No module named 'yaml'"]
