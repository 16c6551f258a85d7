"""What a text is made of: the parse, sentences, terms, surface forms, edits and offsets, English word forms."""
