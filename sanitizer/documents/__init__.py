"""Documents in and out, in any format: folders, files, standard input; text, JSON lines, CSV, TAB, and of plug-ins."""
