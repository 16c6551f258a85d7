"""Which spans win: where mentions begin and end, and which of two that overlap stays."""
