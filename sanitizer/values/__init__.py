"""Dates, numbers, amounts and ages: their forms in text, and how much of a value may stay."""
