"""How the executor shows each finding (reference §7, "Confirm"; design §8).

A module per theme, named in `Rule.prove`; `bench` leads a run along a way of steps.
"""
