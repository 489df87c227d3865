"""The rules of LangGraph (reference langgraph §7)."""
