"""Rules about tools and served graphs (reference langgraph §7.6)."""
