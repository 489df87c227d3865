"""Supersteps: what LangGraph makes of a graph."""
