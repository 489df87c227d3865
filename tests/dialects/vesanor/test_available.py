"""In which phases a tool is available, whichever way one asks."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from phaselint.dialects.vesanor.model import Phase, Session, Tool
from phaselint.vocabulary.finding import Place

NAMES = st.lists(st.sampled_from("abcdef"), max_size=8)


@given(NAMES, st.none() | NAMES)
def test_it_is_told_in_the_order_of_declarations(
    phases: list[str], listed: list[str] | None
) -> None:
    declared = Session("s", tuple(Phase(each, n) for n, each in enumerate(phases))).declared
    tool = Tool("t", "t.yaml", valid_in=None if listed is None else tuple(listed))
    assert [*tool.available(declared)] == [each for each in declared if tool.available_in(each)]


def test_the_place_is_the_first_that_lists_the_phase_or_the_name_of_the_tool() -> None:
    declared = {name: Phase(name, number) for number, name in enumerate("ab")}
    tool = Tool("t", "t.yaml", valid_in=("x", "b", "b"))
    assert tool.available(declared) == {"b": Place("t.yaml", ("transitions", "valid_in_phases", 1))}
    everywhere = Place("t.yaml", ("tool",))
    assert Tool("t", "t.yaml").available(declared) == {"a": everywhere, "b": everywhere}
