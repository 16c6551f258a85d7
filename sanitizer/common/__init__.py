"""What all rooms share: checks of arguments, keys, extras, knowledge and memory in use, times, workers."""
