"""Rules for contracts of every dialect."""
