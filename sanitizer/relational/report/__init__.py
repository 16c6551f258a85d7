"""Records of a table's report: each figure with its unit, and its key in the file."""
