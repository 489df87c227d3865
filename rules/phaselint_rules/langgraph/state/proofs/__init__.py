"""Proofs of rules about the state."""
