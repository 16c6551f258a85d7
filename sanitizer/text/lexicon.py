"""Load the compact lists that ship with the package (made by ``training/lists``), each once in a process."""

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from types import MappingProxyType

from sanitizer.common.integrity import check
from sanitizer.errors import ResourceError


def lines(name: str) -> list[str]:
    """Return the lines of a shipped list. Raises :class:`ResourceError` when the file is missing or
    damaged.
    """
    check(f"sanitizer/text/data/{name}")
    try:
        return (files("sanitizer.text") / "data" / name).read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise ResourceError(
            f"the list {name} of sanitizer.recognize cannot be read: reinstall the package"
        ) from error


@cache
def common_words() -> frozenset[str]:
    """Return lower-case English words that are no names: a capital alone does not make a name of them."""
    return frozenset(lines("common.txt"))


def is_spelled_so(label: str, phrase: str) -> bool:
    """Return whether a phrase may be written for a label: an abbreviation in capitals that is a word of English in
    small letters is never written so ("hearing aids" are no AIDS)."""
    return phrase.isupper() or not label.isupper() or phrase.lower() not in common_words()


@cache
def frequent_words() -> frozenset[str]:
    """Return lower-case English words of four letters and more that make up at least twelve of a million words."""
    return frozenset(lines("frequent.txt"))


@cache
def job_heads() -> frozenset[str]:
    """Return nouns for occupations and roles, singular and plural: "engineer", "engineers"."""
    return frozenset(lines("job_heads.txt"))


@cache
def job_modifiers() -> frozenset[str]:
    """Return words that stand before an occupation: "civil", "primary", "school"."""
    return frozenset(lines("job_modifiers.txt"))


@cache
def attributes() -> tuple[tuple[str, str], ...]:
    """Phrases for nationalities, groups, religions, languages, diseases, relatives, occupations, with fine
    types.
    """
    pairs = (line.partition("\t") for line in lines("attributes.tsv"))
    return tuple((phrase, kind) for phrase, _, kind in pairs)


@cache
def given_names() -> frozenset[str]:
    """Return words with which names of persons begin, and hardly any other titles: "Mary"."""
    return frozenset(lines("given_names.txt"))


@cache
def surnames() -> frozenset[str]:
    """Return words with which names of persons end, and hardly any other titles: "Huber"."""
    return frozenset(lines("surnames.txt"))


@cache
def noun_sex() -> Mapping[str, str]:
    """Return nouns that are said of one sex alone, with "m" or "f": "actress", "f"."""
    return MappingProxyType(
        {noun: sex for noun, _, sex in (line.partition("\t") for line in lines("noun_sex.tsv"))}
    )
