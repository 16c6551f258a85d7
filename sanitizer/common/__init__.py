"""What all rooms share: checks of arguments, keys, extras, records, knowledge and memory in use, times, workers."""
