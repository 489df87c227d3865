"""How the executor shows each finding (reference §8, "Confirm"; design §8).

A module per theme, imported when one of its provers is first run; `samples` makes up what a model
could answer, `bench` leads a run along a way and says what it was offered there.
"""
