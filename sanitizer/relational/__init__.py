"""Tables about people, made k-anonymous with as little loss as possible (docs/tables-engine.md)."""
