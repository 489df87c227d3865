"""How the executor shows each finding (reference §7, "Confirm"; design §8).

A module per theme, imported when one of its provers first runs. `claims` compares findings with the
agent under test, `bench` leads a run along a path of steps.
"""
