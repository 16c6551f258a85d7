"""Stage 2: what terms disclose of each other, in bits, from counts; the only place with logarithms."""
