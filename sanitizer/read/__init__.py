"""Stage 1: what each mention is (class, kind, meaning) and which entity it belongs to, from the whole text."""
