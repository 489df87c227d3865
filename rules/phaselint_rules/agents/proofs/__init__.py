"""Proofs of the rules by execution, imported for a dry run only."""
