"""What exploration alone finds wrong with a contract: pure functions over an atlas."""
