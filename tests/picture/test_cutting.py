"""Where films are cut."""

from __future__ import annotations

from phaselint.picture.cutting import MOST_FRAMES, cut_to, shortened
from phaselint.picture.model import Frame
from phaselint.picture.shots import Shot


def shots(phases: str, left: tuple[str, ...] = ("left",)) -> list[Shot]:
    """A run through phases of one letter each."""
    return [Shot(Frame(ord(each), said=(f"in {each}",)), each, left) for each in phases]


def said(frames: tuple[Frame, ...] | None) -> list[str]:
    return [line for frame in frames or () for line in frame.said]


class TestCut:
    def test_behind_the_last_time_in_a_phase(self) -> None:
        assert said(cut_to(shots("abac"), "a")) == ["in a", "in b", "in a", "left"]

    def test_with_nothing_more_where_nothing_happened_there(self) -> None:
        assert said(cut_to(shots("abc", ()), "b")) == ["in a", "in b"]

    def test_not_where_the_run_ends_there(self) -> None:
        assert said(cut_to(shots("ab"), "b")) == ["in a", "in b"]

    def test_not_where_no_phase_is_named(self) -> None:
        assert said(cut_to(shots("ab"), "")) == ["in a", "in b"]

    def test_a_run_that_does_not_come_there(self) -> None:
        assert cut_to(shots("ab"), "c") is None

    def test_what_is_told_last_is_told_where_it_happened(self) -> None:
        frames = cut_to(shots("abc"), "b")
        assert frames is not None
        assert [frame.node for frame in frames] == [ord("a"), ord("b"), ord("b")]


class TestLength:
    def test_a_short_film_stays(self) -> None:
        frames = [Frame(number) for number in range(MOST_FRAMES)]
        assert shortened(frames) == tuple(frames)

    def test_of_a_long_one_start_and_end_are_shown(self) -> None:
        frames = [Frame(number) for number in range(MOST_FRAMES + 10)]
        cut = shortened(frames)
        assert len(cut) == MOST_FRAMES
        assert (cut[0], cut[-1]) == (frames[0], frames[-1])
        assert said(cut) == ["11 steps of this run are left out"]
