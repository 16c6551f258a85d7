"""A table as arrays: codes, hierarchies, persons."""
