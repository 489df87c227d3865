"""What other distributions bring to a configuration that names them: dialects and rules.

Nothing here is imported where no plugin is named: to look for entry points costs as much as the
rest of the start-up.
"""
