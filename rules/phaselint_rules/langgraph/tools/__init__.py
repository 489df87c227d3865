"""Rules about tools, and about what is served (reference langgraph §7.6)."""
