"""Tables in and out: files, databases, and outputs that appear only when they are whole."""
