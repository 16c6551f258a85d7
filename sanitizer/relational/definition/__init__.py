"""What a release is told to do: the definition file, read and checked."""
