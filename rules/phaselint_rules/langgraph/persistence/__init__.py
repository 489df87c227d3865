"""Rules about interrupts, checkpointers and threads (reference langgraph §7.5)."""
