"""What the given name of a person says where nothing else is known: "Mary Hale" is a woman.

Names are recognized, not listed: the base knows no instances from above. Ids: ``given:mary hale``, below WordNet's man
and woman. The table (`training/given_names`) has names of which nearly all bearers are alike; of others ("Robin",
"Andrea") the base says nothing."""

import re
from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from types import MappingProxyType
from typing import Final

from kb.base import Concept, KnowledgeBaseError, Sense

DEFAULT_PATH: Final = Path(__file__).with_name("data") / "given_names.tsv"

_KINDS: Final = MappingProxyType({"m": Concept("wn:man.n.01", "man"), "f": Concept("wn:woman.n.01", "woman")})
_TITLES: Final = (
    "Dr|Doctor|Prof|Professor|President|Senator|Governor|Mayor|Minister|Chancellor|Ambassador|Captain|Capt|Colonel|Col|"
    "General|Gen|Major|Maj|Lieutenant|Lt|Sergeant|Sgt|Corporal|Admiral|Commander|Detective|Inspector|Officer|Judge"
)
_PERSON: Final = re.compile(
    rf"(?:(?:{_TITLES})\.? ){{0,2}}"
    r"(?P<given>[^\W\d_]+(?:-[^\W\d_]+)?)"
    r"(?: [^\W\d_]\.?| [“\"'‘][^”\"'’]{1,24}[”\"'’]| [^\W\d_][\w'’-]+){0,4}"
    r" [^\W\d_][\w'’-]+(?:,? (?:Jr|Sr|I{2,3}|IV)\.?)?",
    re.I,
)


class GivenNames:
    """Full names of persons as a knowledge base; see the module for its ids."""

    name = "given-names:1"
    prefix = "given"
    from_form: Final = True  # tells by how a name is made, not from a list of names
    closed: Final = True
    """A chain does not ask it about others' concepts: it lists nothing below them."""

    def __init__(self, path: Path = DEFAULT_PATH) -> None:
        self._path = path

    def senses(self, phrase: str) -> Sequence[Sense]:
        """Return the bearer of a full name, as an instance without frequency; none of a given name alone ("Mary"
        may be a ship) or of a phrase in small letters."""
        if phrase.islower() or self._kind(phrase) is None:
            return ()
        return (Sense(Concept(f"given:{phrase.casefold()}", phrase), True, "PERSON", 0.0),)

    def hypernyms(self, concept: Concept) -> Sequence[Concept]:
        """Man or woman."""
        kind = self._kind(concept.id.removeprefix("given:")) if concept.prefix == self.prefix else None
        return () if kind is None else (kind,)

    def hyponyms(self, concept: Concept) -> Sequence[Concept]:
        """Nothing: names are recognized, not listed."""
        return ()

    def lemmas(self, concept: Concept) -> Sequence[str]:
        """Return the name itself."""
        return (concept.label,) if self.hypernyms(concept) else ()

    def _kind(self, phrase: str) -> Concept | None:
        match = _PERSON.fullmatch(phrase)
        return _KINDS.get(self._table.get(match["given"].casefold(), "")) if match else None

    @cached_property
    def _table(self) -> Mapping[str, str]:
        try:
            lines = self._path.read_text(encoding="utf-8").splitlines()
        except OSError as error:
            raise KnowledgeBaseError(f"{self._path}: {error.strerror}; reinstall the package") from None
        return {name.casefold(): sort for name, _, sort in (line.partition("\t") for line in lines)}
