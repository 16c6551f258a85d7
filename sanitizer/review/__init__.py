"""Review desk: what a person decides about a run in the browser, as events of its log."""
