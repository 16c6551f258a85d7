"""Log of decisions: events that are only ever added, chained by hashes, and replayed into what holds now."""
