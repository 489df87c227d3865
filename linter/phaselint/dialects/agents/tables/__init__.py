"""What the harnesses bring, as data with its sources: tools, their sets and names of old."""
