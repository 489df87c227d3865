"""The built-in tools of the harnesses, as data with its sources: tools, their sets and legacy
names."""
