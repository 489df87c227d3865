"""From a graph that a test has built to the records of one: nothing of LangGraph is imported."""
