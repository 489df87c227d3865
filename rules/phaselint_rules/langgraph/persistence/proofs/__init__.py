"""Proofs of rules about interrupts, checkpointers and threads."""
