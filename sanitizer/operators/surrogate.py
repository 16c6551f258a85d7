"""Consistent surrogates: made-up values of the same kind, drawn by a keyed hash of the value.

The same value has the same surrogate in all documents, tables and runs under one key (and one version of
Faker). Names are drawn word by word, so that "Huber" and "Thomas Huber" stay one family.
"""

import string
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, ClassVar, Final

from sanitizer.operators.base import Keyed, Term
from sanitizer.operators.date_shift import made_up
from sanitizer.recognize.identifiers.check_digits import luhn
from sanitizer.recognize.name_groups import naming_words
from sanitizer.text.fold import plain
from sanitizer.text.patterns import POSSESSIVE, WORD
from sanitizer.types import EntityClass

_TRIES: Final = 20


@lru_cache(maxsize=1)
def _faker() -> Any:
    from faker import Faker

    return Faker("en_US")


@dataclass(frozen=True)
class Surrogate(Keyed):
    """Names, places, organizations, addresses, numbers... that are made up; other kinds are left to the
    next in line.
    """

    name: ClassVar[str] = "surrogate"
    sealed: ClassVar[bool] = False

    def replace(self, term: Term) -> str | None:
        """Return the surrogate; never the term itself."""
        return self.draw(term, lambda words: False)

    def draw(self, term: Term, forbidden: Callable[[str], bool]) -> str | None:
        """Return the surrogate; one that is the term itself or ``forbidden`` is drawn again, of a name only the
        words that are, so that families stay families. None where no try is good, or nothing can be drawn for the
        type."""
        tail = POSSESSIVE.search(term.surface)
        ending = tail.group() if tail else ""
        surface = term.surface[: len(term.surface) - len(ending)]
        bare = replace(term, surface=surface)
        for attempt in range(_TRIES):
            made = self._made(bare, str(attempt) if attempt else "", forbidden)
            if made is None:
                return None
            if made.casefold() != surface.casefold() and not forbidden(made):
                return made + ending
        return None

    def _made(self, term: Term, salt: str, forbidden: Callable[[str], bool]) -> str | None:
        if term.entity_class is EntityClass.PERSON:
            return self._person(term, salt, forbidden)
        how = _HOW.get(term.type)
        if how is not None:
            return str(how(self._seeded(term.type, term.canonical, salt)))
        if term.type == "CARD" and sum(c.isdecimal() for c in term.surface) > 1:
            return self._card(term, salt)
        if term.entity_class is EntityClass.DATETIME:
            return made_up(term, self.key, salt)
        if term.entity_class is EntityClass.CODE:
            return self._like(term.surface, self.key.digest("surrogate-code", term.type, term.surface, salt))
        return None

    def _seeded(self, *parts: str) -> Any:
        faker = _faker()
        faker.seed_instance(int.from_bytes(self.key.digest("surrogate", *parts)[:8], "big"))
        return faker

    def _person(self, term: Term, salt: str, forbidden: Callable[[str], bool]) -> str:
        """Return the name, word by word: titles and punctuation stay, the last word is a surname, the others
        given names.
        """
        words = list(WORD.finditer(term.surface))
        naming = [words[i] for i in naming_words([plain(m.group()) for m in words])] or words
        full = [plain(w) for w in WORD.findall(POSSESSIVE.sub("", term.full or term.surface))]
        full = [full[i] for i in naming_words(full)] or full
        out: list[str] = []
        position = 0
        for match in naming:
            word = plain(match.group())
            # a lone word is a given name only where the full name has it in front
            last = word == full[-1] if word in full else match is naming[-1]
            if len(word) == 1:
                whole = next((w for w in full if w.startswith(word) and len(w) > 1), None)
                name = self._name(whole, "first", salt, forbidden) if whole else self._initial(word, salt)
                drawn = name[0]
            else:
                drawn = self._name(word, "last" if last else "first", salt, forbidden)
            drawn = drawn.upper() if match.group().isupper() and len(word) > 1 else drawn
            out += [term.surface[position : match.start()], drawn]
            position = match.end()
        return "".join([*out, term.surface[position:]])

    def _name(self, word: str, part: str, salt: str, forbidden: Callable[[str], bool]) -> str:
        drawn = ""
        for attempt in range(_TRIES):
            faker = self._seeded("name-" + part, word, salt, *([str(attempt)] if attempt else []))
            drawn = str(faker.last_name() if part == "last" else faker.first_name())
            if plain(drawn) != word and not forbidden(drawn):
                break
        return drawn

    def _initial(self, word: str, salt: str) -> str:
        return string.ascii_uppercase[self.key.digest("surrogate-initial", word, salt)[0] % 26]

    def _card(self, term: Term, salt: str) -> str:
        like = self._like(term.surface, self.key.digest("surrogate-card", term.canonical, salt))
        place = max(i for i, c in enumerate(like) if c.isdecimal())
        candidates = (like[:place] + d + like[place + 1 :] for d in string.digits)
        return next(c for c in candidates if luhn(c))

    def _like(self, surface: str, seed: bytes) -> str:
        """Return other letters for letters, other digits for digits, all else as it is."""
        stream = int.from_bytes(seed, "big")
        out: list[str] = []
        for character in surface:
            if stream < 1 << 64:
                stream = int.from_bytes(
                    self.key.digest("surrogate-stream", str(stream), str(len(out))), "big"
                )
            alphabet = (
                string.digits
                if character.isdecimal()
                else string.ascii_uppercase
                if character.isupper()
                else string.ascii_lowercase
                if character.isalpha()
                else ""
            )
            if alphabet:
                stream, place = divmod(stream, len(alphabet))
                out.append(alphabet[place])
            else:
                out.append(character)
        return "".join(out)


def _ip(f: Any) -> str:
    return f"192.0.2.{f.random_int(1, 254)}"  # a range reserved for documentation (RFC 5737)


_HOW: Final[dict[str, Any]] = {
    "EMAIL": lambda f: f"{f.user_name()}@example.org",
    "URL": lambda f: f"https://example.org/{f.slug()}",
    "DOMAIN": lambda f: f"{f.domain_word()}.example",
    "HANDLE": lambda f: f"@{f.user_name()}",
    "USERNAME": lambda f: f.user_name(),
    "IP": _ip,
    "IBAN": lambda f: f.iban(),
    "GPE": lambda f: f.city(),
    "LOC": lambda f: f.city(),
    "FACILITY": lambda f: f"{f.last_name()} Hall",
    "ADDRESS": lambda f: f.street_address(),
    "POSTCODE": lambda f: f.postcode(),
    "ORG": lambda f: f.company(),
    "JOB": lambda f: f.job().split(",")[0].split(" (")[0].lower(),
}
