"""What the columns of a table are, without any configuration."""
