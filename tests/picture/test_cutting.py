"""Where films are cut."""

from __future__ import annotations

from phaselint.diagram.animation_trimming import MOST_FRAMES, cut_to, shortened
from phaselint.diagram.frames import Shot
from phaselint.diagram.model import Frame


def shots(phases: str, left: tuple[str, ...] = ("left",)) -> list[Shot]:
    """A run through phases of one letter each."""
    return [Shot(Frame(ord(each), said=(f"in {each}",)), each, left) for each in phases]


def said(kept: tuple[Shot, ...] | None) -> list[str]:
    return [line for shot in kept or () for line in shot.frame.said]


class TestCut:
    """A film ends where a phase was left for the last time."""

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
        kept = cut_to(shots("abc"), "b")
        assert kept is not None
        assert [shot.frame.node for shot in kept] == [ord("a"), ord("b"), ord("b")]


class TestLength:
    """A film has so many frames at most."""

    def test_a_short_film_stays(self) -> None:
        film = shots("a" * MOST_FRAMES)
        assert shortened(film) == tuple(shot.frame for shot in film)

    def test_of_a_long_one_start_and_end_are_shown(self) -> None:
        film = shots("a" + "b" * (MOST_FRAMES + 8) + "c")
        frames = shortened(film)
        assert len(frames) == MOST_FRAMES
        assert (frames[0], frames[-1]) == (film[0].frame, film[-1].frame)
        assert "11 steps of this run are left out" in [
            line for each in frames for line in each.said
        ]

    def test_what_was_left_out_before_is_counted(self) -> None:
        film = shots("a" * 60 + "b" + "c" * 60)
        film[60] = film[60]._replace(skipped=9_000)
        frames = shortened(film)
        told = [line for each in frames for line in each.said if "left out" in line]
        assert told == ["9041 steps of this run are left out"]

    def test_alone_it_is_told_as_well(self) -> None:
        (gap,) = shortened([shots("a")[0]._replace(skipped=3)])
        assert gap == Frame(ord("a"), said=("3 steps of this run are left out",))
