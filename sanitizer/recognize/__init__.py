"""Stage 0: the first sanitizers (ξ1) that find sensitive mentions."""
