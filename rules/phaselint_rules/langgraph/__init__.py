"""The rules for LangGraph (reference langgraph §7)."""
