"""Rules about skills and tools."""
