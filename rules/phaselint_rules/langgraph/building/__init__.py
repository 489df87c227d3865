"""Rules about graphs that LangGraph refuses to build or to compile (reference langgraph §7.1)."""
