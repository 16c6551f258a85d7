"""The finders: each is a recognizer, or finds one sort of mention for one."""
