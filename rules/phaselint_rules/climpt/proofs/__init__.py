"""How the executor shows each finding (reference §7, "Confirm"; design §8).

A module per theme, imported when one of its provers is first run. `claims` holds findings against
the agent on the bench, `bench` leads a run along a way of steps.
"""
