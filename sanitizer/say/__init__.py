"""Stage 4: write the decisions as changes of the text, in good English."""
