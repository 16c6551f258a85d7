"""Documents in and out, in any format: folders, text, Markdown, JSON lines, CSV, TAB JSON, those of plug-ins; standard
input."""
