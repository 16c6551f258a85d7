"""What must not be told, and what to say instead. Start reading at :mod:`sanitizer.pipeline`."""

__version__ = "0.1.0"
