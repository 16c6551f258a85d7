"""Release tables that do not fit into memory: the cuts and files of the memory engine, rows stay in a database."""
