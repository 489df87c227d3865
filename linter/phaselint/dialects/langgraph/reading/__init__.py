"""From Python documents to the graphs that they build; nothing is imported or executed."""
