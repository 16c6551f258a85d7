"""The terms of texts in tables: found, generalized, rewritten."""
