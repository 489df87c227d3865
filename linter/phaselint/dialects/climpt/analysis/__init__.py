"""Facts for rules about an agent: its graph, schemas, variables and links; nothing here runs it."""
