"""What a word tells for a name of a person."""

import pytest

from sanitizer.recognize.spelling import buckets, is_borne, spelled_bits, word_bits


def test_n_grams_are_those_between_the_edges() -> None:
    assert len(buckets("ab")) == 4 + 3 + 2 + 1  # of "^ab$": one to four letters
    assert buckets("ab") == buckets("ab")


@pytest.mark.parametrize("name", ["markowicz", "okonjo", "haugstad", "tanigawa", "bhattarai"])
def test_rare_surnames_are_spelled_like_names(name: str) -> None:
    assert word_bits(name) > 0


@pytest.mark.parametrize("word", ["recieved", "refactoring", "hypotension", "wasnt", "goodwill"])
def test_words_and_slips_are_not(word: str) -> None:
    assert word_bits(word) < 0


def test_english_words_that_persons_are_called_by() -> None:
    assert is_borne("grace") and is_borne("Bell") and not is_borne("table")
    assert word_bits("table") < word_bits("grace") < word_bits("Grace") < word_bits("Natasha")


def test_spelling_does_not_depend_on_case_and_diacritics() -> None:
    assert spelled_bits("Doğan") == spelled_bits("DOGAN")
