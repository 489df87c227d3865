"""Rules about the state of a graph (reference langgraph §7.4)."""
