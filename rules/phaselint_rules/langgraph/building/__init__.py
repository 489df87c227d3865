"""Rules about what LangGraph refuses to build or to compile (reference langgraph §7.1)."""
