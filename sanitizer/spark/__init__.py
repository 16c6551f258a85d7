"""Texts on Spark: sanitize a column of a frame, decide over all its rows, harden and attack it."""

from sanitizer.spark.frames import PRIVATE, SparkOptions, known_of, link, sanitize

__all__ = ["PRIVATE", "SparkOptions", "known_of", "link", "sanitize"]
