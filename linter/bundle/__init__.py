"""Builds phaselint for where no Python is installed: a browser, an editor, npm. In no wheel.

The parts are zips that Pyodide, CPython compiled to WebAssembly, imports from without unpacking
them; `js` holds what starts it.
"""
