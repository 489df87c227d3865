"""Rules about routers, `goto` and `Send` (reference langgraph §7.2)."""
