"""Proper names that say themselves what they are: "Istanbul Assize Court", "University of Bergen", "Robert Bosch GmbH".

The head of the name (its last word, or the word before "of", "for" or "v.") is looked up in a short table of heads,
each with a WordNet sense. Where the rest of the name holds a place or an adjective of one, the country is a facet:
"Istanbul Assize Court" is a "Turkish court", then a "court". Ids: ``head:/TR/court/Istanbul Assize Court`` (the named
one), ``head:/TR/court`` and ``head://court`` (classes). Names are recognized, not listed: the base knows no instances
from above. A short second table has household names that say nothing of the kind ("Apple", "NATO")."""

import re
from collections.abc import Iterator, Sequence
from functools import cached_property
from pathlib import Path
from typing import Final, NamedTuple

from kb.base import Concept, KnowledgeBaseError, Sense
from kb.lookup import name_key, singular_keys
from kb.places import Places

DEFAULT_PATH = Path(__file__).with_name("data") / "head_nouns.tsv"
KNOWN_PATH = Path(__file__).with_name("data") / "known_names.tsv"

_BRACKET = re.compile(r"\s*[(\[“\"][^)\]”\"]*[)\]”\"]")
_SPLIT = re.compile(r"\s(?:of|for|in|on|at|to|de|du|des|der|v\.?|vs\.?|against|and|&|with)\s|,\s", re.I)
_GOALS = re.compile(r"\s(?:for|against|to)\s", re.I)
_POSSESSIVE = re.compile(r"(?:'s|’s|(?<=s)['’])$")
# What a text says of a name: "Kalogrea, village in Cyprus", "Tännäs, Swedish village".
_TOLD = re.compile(
    r"^(?P<name>.+), (?:(?P<nation>[A-Z]\w+) )?(?P<kind>[a-z][a-z ]*?)(?: in (?P<within>[A-Z].*))?$"
)
_YEAR = re.compile(r"(?<=\w) (?:1[5-9]|20)\d\d$")
_UNITS = frozenset(["regiment", "brigade", "battalion", "squadron"])
_ORDINAL = re.compile(r"\d+(?:st|nd|rd|th)$")
_VERSUS = re.compile(r"\s(?:v|vs)\.?\s", re.I)


# Words of names that are also names of divisions somewhere ("Eastern" in Ghana).
_NO_PLACES = frozenset([
    "eastern", "western", "northern", "southern", "central", "upper", "lower", "north", "south", "east", "west",
    "national", "federal", "royal", "capital", "metropolitan", "international", "union", "liberty", "independence",
    "victoria", "saint", "st.", "santa", "san", "maritime",
])  # fmt: skip
_NUMBERS = frozenset(
    ["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "twelve", "hundred"]
)

# Streets whose kind is the end of one word ("Schlossgasse").
_STREETS = re.compile(
    r"\w{2,}(gasse|straße|strasse|platz|allee|gatan|straat|laan|utca|gade|katu|vej|veien)$", re.I
)
_NUMBERED_LAND = re.compile(
    r"(?:section\s[A-Z\d]{1,3},\s)?(plot|lot|parcel)s?\s(?:of land\s)?(?:no[s.]*\s*)?\d", re.I
)

# Sports clubs have their kind before their name ("FC Haka", "1. FC Magdeburg") or an epithet after it.
_CLUBS = frozenset([
    "FC", "AFC", "AC", "SC", "SV", "VfB", "VfL", "FK", "SK", "CD", "CF", "RC", "KK", "BK", "IF", "NK", "RB",
    "Deportivo", "Atlético", "Dynamo", "Dinamo",
])  # fmt: skip
_CLUB_ENDINGS = frozenset(
    ["united", "rovers", "wanderers", "albion", "athletic", "rangers", "fc.", "f.k.", "b.c."]
)

# Words that begin the name of what they name ("Lake Como", "rue de Rivoli", "Article 8").
_FIRST = frozenset(
    [
        *("lake", "mount", "fort", "hotel", "radio", "rue", "clinique", "camp", "article"),
        *("articles", "via", "ulica", "calle", "piazza", "plac", "avenida", "quai", "rua"),
        *("carrer", "praça", "plaça", "paseo", "passeig", "viale", "loch", "lough", "lac"),
        *("jezioro", "mont", "cerro", "sierra", "île", "isla", "isola", "ilha", "château"),
        *("schloss", "cape", "river"),
    ]
)

LEAST_INHABITANTS = 100_000


def _rows(path: Path, columns: int) -> Iterator[list[str]]:
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except OSError as error:
        raise KnowledgeBaseError(f"{path}: {error.strerror}; reinstall the package") from None
    for number, line in enumerate(lines, 1):
        if line.startswith("#") or not line:
            continue
        cells = line.split("\t")
        if len(cells) != columns:
            raise KnowledgeBaseError(f"{path}, line {number}: {columns} columns wanted, found {len(cells)}")
        yield cells


class Head(NamedTuple):
    """A row of the table: the readable label, WordNet's sense and its label, TAB's class of names with it."""

    label: str
    synset: str
    synset_label: str
    entity_class: str


class HeadNouns:
    """Heads of proper names as a knowledge base; see the module for its ids."""

    name = "head-nouns:1"
    prefix = "head"
    from_form: Final = True  # tells by how a name is made, not from a list of names

    def __init__(self, places: Places | None = None, path: Path = DEFAULT_PATH) -> None:
        """``places`` finds the country within a name; without it, names have no such facet."""
        self._places = places
        self._path = path

    def senses(self, phrase: str) -> Sequence[Sense]:
        """Return the one meaning that the head of a capitalized name tells; nothing for a phrase in small letters."""
        if told := self._told(phrase):
            return [told]
        if not any(c.isupper() for c in phrase) and not _NUMBERED_LAND.match(phrase.strip()):
            return ()
        bare = phrase.strip(' .,;“”"')
        name = _POSSESSIVE.sub("", _BRACKET.sub("", bare).strip(' .,;“”"') or bare).strip()
        if listed := self._known.get(name_key(name)):
            return [self._sense(self._by_label[label], country, name) for label, country in listed]
        head, rest = self._head(name) if name else (None, "")
        if head is None or not rest:
            return ()
        return [self._sense(self._table[head], self._country(rest), name)]

    def hypernyms(self, concept: Concept) -> Sequence[Concept]:
        """Return the class with the country, then the class, then WordNet's concept."""
        if concept.prefix != self.prefix:
            return ()
        _, country, label, *name = concept.id.split("/", 3)
        known = self._by_label.get(label)
        if known is None:
            return ()
        if name:
            return (self._class(country, label), *self._lies_in(name[0]))
        if country:
            return (self._class("", label),)
        return (Concept(f"wn:{known.synset}", known.synset_label),)

    def hyponyms(self, concept: Concept) -> Sequence[Concept]:
        """Return the class below a WordNet concept whose word is another; classes have no listed members."""
        if concept.prefix != "wn":
            return ()
        labels = dict.fromkeys(k.label for k in self._table.values() if f"wn:{k.synset}" == concept.id)
        return [c for label in labels if (c := self._class("", label)).prefix == self.prefix]

    def lemmas(self, concept: Concept) -> Sequence[str]:
        """Return the name, or the label of the class."""
        if concept.prefix != self.prefix:
            return ()
        _, country, label, *name = concept.id.split("/", 3)
        if name:
            return (concept.label,)
        return (self._class(country, label).label,) if label in self._by_label else ()

    def _sense(self, head: Head, country: str, name: str) -> Sense:
        concept = Concept(f"head:/{country}/{head.label}/{name_key(name)}", name)
        return Sense(concept, True, head.entity_class, 0.0)

    def _told(self, phrase: str) -> Sense | None:
        """Return a place of which a text says the kind; its id begins with @, for no name says it."""
        match = _TOLD.match(phrase)
        head = (self._table.get(match["kind"]) or self._by_label.get(match["kind"])) if match else None
        if match is None or head is None or head.entity_class != "LOC":
            return None
        country = self._code(match["nation"]) if match["nation"] else ""
        within = ""
        if match["within"] and self._places is not None:
            within = self._places.holder(match["within"])
            country = country or self._places.country_of(within)
        local = f"@{within or country}/{name_key(match['name'])}"
        return Sense(
            Concept(f"head:/{country}/{head.label}/{local}", match["name"]), True, head.entity_class, 0.0
        )

    def _lies_in(self, name: str) -> Sequence[Concept]:
        """Return the class of the places where a text says that one lies ("place in Cyprus")."""
        within = name[1:].partition("/")[0] if name.startswith("@") else ""
        if not within or self._places is None:
            return ()
        place = f"geo:place.in.{within}"
        return [Concept(place, lemma) for lemma in self._places.lemmas(Concept(place, ""))[:1]]

    def heads(self) -> list[Head]:
        """Return the rows of the table."""
        return list(dict.fromkeys(self._table.values()))

    def _class(self, country: str, label: str) -> Concept:
        known = self._by_label[label]
        if not country and known.synset_label == label:
            return Concept(f"wn:{known.synset}", label)
        adjective = ""
        if country and self._places is not None:
            named = self._places.lemmas(Concept(f"geo:adj.{country}", ""))
            adjective = f"{named[0]} " if named else ""
        return Concept(f"head:/{country}/{label}", f"{adjective}{label}")

    def _head(self, name: str) -> tuple[str | None, str]:
        if _VERSUS.search(f" {name} ") and not name[0].islower():
            return "v.", _VERSUS.split(f" {name} ")[1]
        name = _YEAR.sub("", name)
        parts = _SPLIT.split(name, maxsplit=1)
        return self._head_by_form(name, parts) or self._head_by_end(name, parts) or self._head_by_sign(name)

    def _head_by_form(self, name: str, parts: list[str]) -> tuple[str | None, str] | None:
        """Return the head of a name of a fixed form (numbered, a street, an award), or that it has none; None for
        others."""
        first = parts[0].split()
        whole = name.split()
        # The head stands before "of" or "for", or first, before its numbers.
        beginning = whole[0].lower()
        if beginning in self._table and len(whole) > 1 and re.match(r"[§\d]|nos?\b", whole[1]):
            return beginning, name
        if len(whole) > 2 and _ORDINAL.match(beginning) and whole[1].lower() in _UNITS:
            return whole[1].lower(), name  # a numbered unit, whatever follows
        if land := _NUMBERED_LAND.match(name):
            return land[1].lower(), name
        if street := _STREETS.match(parts[0]):
            return street[1].lower(), name
        if re.match(r"best \w+ \w", name, re.I) and len(parts) == 1:
            return "award", name  # a superlative before a role
        if re.search(r"\bradio \d", name, re.I):
            return "radio", name
        if self._joins_places(name):
            return None, ""
        if whole[0].lower() in _NUMBERS and whole[-1].endswith("s"):
            return None, ""  # a number before a plural: an age
        if len(first) == 1 and re.match(r"(?:at|in|on|to|with)\s", name[len(parts[0]) :].strip()):
            return None, ""  # what was studied, at an institution
        return None

    def _head_by_end(self, name: str, parts: list[str]) -> tuple[str | None, str] | None:
        """Return the head at the end of a name or of its part before a preposition, or that it has none; None where the
        table knows neither end."""
        first = parts[0].split()
        whole = name.split()
        candidates = [first, whole] if len(parts) > 1 else [whole]
        if _GOALS.match(name, len(parts[0])):
            candidates = [first]  # what an office or a law is for is not what it is
        if len(parts) > 1 and whole[-1].islower() and parts[-1][:1].isupper():
            if whole[-1] == "series":
                return None, ""  # of books, of films, of games
            candidates.reverse()  # the last noun is the head
        found = [self._tail(words, len(parts) > 1) for words in candidates]
        # A division before the head only tells which one it is.
        classes = [self._table[tail].entity_class for tail in found if tail]
        if classes == ["LOC", "ORG"] and candidates[0] is first:
            found.reverse()
        for tail in found:
            if tail:
                return tail, name
        return None

    def _head_by_sign(self, name: str) -> tuple[str | None, str]:
        """Return the head that a word or an ending stands for that is no head itself (of clubs, charts, addresses)."""
        whole = name.split()
        beginning = whole[0].lower()
        if name.split(". ")[-1].split()[0] in _CLUBS or (
            whole[-1].lower() in _CLUB_ENDINGS and len(whole) > 1 and "and" not in whole
        ):
            return "club", name
        if beginning == "billboard":
            return "chart", name
        if beginning in _FIRST and len(whole) > 1:
            return beginning, name
        for ending in (".com", ".org", ".net"):
            if name.lower().endswith(ending):
                return ending, name
        return None, ""

    def _joins_places(self, name: str) -> bool:
        """Return whether a name is a place and something else ("Finland and the USL A-League", "Aldershot and
        Rochdale in the Football League"): no one name."""
        first, joined, second = name.partition(" and ")
        if not joined or self._places is None:
            return False
        if re.search(r" in (?:the )?[A-Z]", second):
            return True
        return any(s.instance and s.frequency >= LEAST_INHABITANTS for s in self._places.senses(first)[:1])

    def _tail(self, words: list[str], more: bool) -> str | None:
        for length in (3, 2, 1):
            if len(words) > length or (more and len(words) == length and len(words[0]) > 3):
                for tail in singular_keys(" ".join(words[-length:]).lower()):
                    if tail in self._table:
                        # whose guardian, examiner or observer it is makes it an office, no paper
                        office = self._table[tail].label == "newspaper" and _POSSESSIVE.search(
                            " ".join(words[:-length])
                        )
                        return None if office and tail != "newspaper" else tail
        # Names that are joined by hyphens, and signs of stations.
        stem, _, last = words[-1].lower().rpartition("-")
        return last if stem and last in self._table else None

    def _country(self, name: str) -> str:
        """Return the code of the country of the first place or adjective within the name."""
        if self._places is None:
            return ""
        words = [_POSSESSIVE.sub("", w) for w in re.split(r"[\s\-–]+", name.strip(","))]
        for length in (3, 2, 1):
            for start in range(len(words) - length + 1):
                part = words[start : start + length]
                if part[0][:1].isupper() and (code := self._code(" ".join(part))):
                    return code
        return ""

    def _code(self, phrase: str) -> str:
        if phrase.lower() in self._table or phrase.lower() in _NO_PLACES or self._places is None:
            return ""
        for sense in self._places.senses(phrase)[:1]:
            local = sense.concept.id.removeprefix("geo:")
            if local.startswith("adj.") and not local.startswith("adj.continent."):
                return local.removeprefix("adj.").partition(".")[0]
            if local.startswith(("dem.", "continent.", "adj.continent.", "@")):
                return ""
            # A small homonym within a name ("Robert Bosch GmbH") is no evidence.
            if (local.isdigit() or "." in local) and sense.frequency < LEAST_INHABITANTS:
                return ""
            holders = self._places.containers(sense.concept)
            countries = [c.id.removeprefix("geo:") for c in (sense.concept, *holders)]
            return next((c for c in countries if len(c) == 2 or (c.isupper() and len(c) == 4)), "")
        return ""

    @cached_property
    def _table(self) -> dict[str, Head]:
        table: dict[str, Head] = {}
        for words, label, synset, synset_label, entity_class in _rows(self._path, 5):
            for word in words.split("|"):
                table.setdefault(word, Head(label, synset, synset_label, entity_class))
        return table

    @cached_property
    def _known(self) -> dict[str, list[tuple[str, str]]]:
        """Key of a household name -> labels and countries of what it may be."""
        known: dict[str, list[tuple[str, str]]] = {}
        for names, label, country in _rows(KNOWN_PATH, 3):
            for name in names.split("|"):
                known.setdefault(name_key(name), []).append((label, country))
        return known

    @cached_property
    def _by_label(self) -> dict[str, Head]:
        return {known.label: known for known in reversed(self._table.values())}
