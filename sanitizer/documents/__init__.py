"""Reading and writing collections of documents: folders, text, Markdown, JSON lines, CSV, TAB JSON, standard input."""
