"""The package of the language server, apart from the engine: only `phaselint server` imports it."""
