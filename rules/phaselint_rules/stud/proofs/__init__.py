"""Proofs of the stud rules by execution (design §8)."""
