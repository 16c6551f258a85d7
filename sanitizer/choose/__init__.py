"""Stage 3: the most informative generalization that is safe for every sensitive term."""
