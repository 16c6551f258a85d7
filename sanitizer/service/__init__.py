"""Serve over HTTP what the command does: a thin layer of jobs, keys and limits, without any logic of its own."""
