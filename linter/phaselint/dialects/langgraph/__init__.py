"""Graphs that Python builds with LangGraph's `StateGraph` (reference: langgraph)."""
