"""Compile the entity base: `python training/entities/build.py LEADS MINED PROSE WIKIPEDIA GEONAMES OUT [REPORT]`.

LEADS comes from leads.py, MINED from mine.py, PROSE from prose.py; WIKIPEDIA is the folder with
short_descriptions.tsv.gz and article_categories.tsv.gz. For each article: what kinds of thing it is about (by head
noun, checked against WordNet), its nation and its period. REPORT lists title and first generalization.
"""

import collections
import gzip
import json
import re
import sys
from collections.abc import Container
from pathlib import Path

import facts_of_entities
import numpy as np
from awards import field_of, fields
from extra import MADE_BY, acronyms, from_awards, from_categories, from_dates, from_prose, years_of
from names import award_forms, base_name, is_proper, surface_forms
from parse import YEAR, definition_of_sentence, first_sentence, parse

from kb.base import Concept
from kb.lookup import NameIndex, Strings, name_key, singular_keys, write_arrays
from kb.names_with_nouns import HeadNouns
from kb.places import Places
from kb.taxonomy import ancestors
from kb.wordnet import WordNet, open_wordnet

HERE = Path(__file__).parent
PLACES = HERE.parent / "places"
GIVEN_NAMES = HERE.parents[1] / "kb" / "data" / "given_names.tsv"
MAX_KINDS = 3
# Kinds below another that is not the end of their label.
WIDER = (("film award", "screen award"), ("television award", "screen award"))
CHARACTER = "fictional_character.n.01"
# A kind of one's own ("software company") is told only when at least so many entities share it.
LEAST_SHARED = 5
SKIPPED_TITLES = re.compile(
    r"^(List|Lists|Outline|Index|Timeline|History|Geography|Economy|Culture|Politics|Demographics|Transport|"
    r"Communications|Music|Religion|Education|Sport|Sports|Military|Bibliography|Discography|Glossary|Portal|"
    r"Comparison|Effects|Effect|Impact|Reaction|Reactions|Aftermath|Causes|Foreign relations|Media|Law|Women) "
    r"(of|in|by|for) |"
    r"^(List|Lists|Outline|Index|Timeline)\b|discography$|filmography$|bibliography$|\(disambiguation\)$|"
    r"\(surname\)$|\(given name\)$|\(name\)$|^\d{1,4}(s| BC)?$| in \d{4}$|^\d{4} in | at the \d{4} "
)
PERSON_SIGN = re.compile(r"^\d{1,4}s? (BC )?(births|deaths)$|^Living people$|^Year of (birth|death)")


class Kinds:
    """Noun phrases -> WordNet concepts, by the table senses.tsv, else by WordNet's first fitting sense."""

    def __init__(self, wordnet: WordNet) -> None:
        self.wordnet = wordnet
        self.table: dict[str, str] = {}
        for line in (HERE / "senses.tsv").read_text(encoding="utf-8").splitlines():
            if line and not line.startswith("#"):
                phrase, sense = line.split("\t")
                self.table[phrase] = sense
        person = Concept("wn:person.n.01", "")
        self._is_person = {person.id: True}
        self._above: dict[str, frozenset[str]] = {}
        unknown = {s for s in self.table.values() if s != "-" and wordnet.number(f"wn:{s}") is None}
        if unknown:
            sys.exit(f"senses.tsv: WordNet has no {', '.join(sorted(unknown))}")

    def is_person(self, synset: str) -> bool:
        """Return whether a synset (with prefix) is a kind of person."""
        if synset not in self._is_person:
            found = ancestors(self.wordnet, Concept(synset, ""))
            self._is_person[synset] = any(a.id == "wn:person.n.01" for a, _ in found)
        return self._is_person[synset]

    def above(self, synset: str) -> frozenset[str]:
        """Return the synsets above one, without their prefix."""
        if synset not in self._above:
            found = ancestors(self.wordnet, Concept(f"wn:{synset}", ""))
            self._above[synset] = frozenset(a.id.removeprefix("wn:") for a, _ in found)
        return self._above[synset]

    def is_dated(self, synset: str) -> bool:
        """Return whether members of a synset are told with their decade."""
        return bool((self.above(synset) | {synset}) & set(PERIOD_CLASSES))

    def is_common(self, word: str) -> bool:
        """Return whether a word is a common noun."""
        return any(not s.instance for s in self.wordnet.senses(word.lower()))

    def find(self, words: tuple[str, ...], person: bool) -> tuple[str, str] | None:
        """Return the longest end of the phrase that is known, with its synset; None when the head says too little."""
        lower = [w.lower() for w in words]
        for start in range(len(lower)):
            phrase = " ".join(lower[start:])
            for form in singular_keys(phrase):
                synset = self.table.get(form) or self._in_wordnet(form, person, start == len(lower) - 1)
                if synset == "-":
                    return None
                if synset:
                    synset = synset.removeprefix("wn:")
                    if self.is_person(f"wn:{synset}") != person:
                        break
                    return form, synset
        return None

    def _in_wordnet(self, phrase: str, person: bool, head: bool) -> str | None:
        senses = [s for s in self.wordnet.senses(phrase) if not s.instance]
        # Plurals and variants are ours to undo: the phrase must be a word of the synset as it stands.
        senses = [s for s in senses if phrase in {name_key(w) for w in self.wordnet.lemmas(s.concept)}]
        if not senses:
            return None
        if person:
            return next((s.concept.id for s in senses if self.is_person(s.concept.id)), None)
        if len(senses) > 2 and head:
            return None
        return senses[0].concept.id


def read_adjectives() -> tuple[dict[str, str], dict[str, str]]:
    """Return lower-case adjectives and nouns of nations -> codes; names of countries and divisions -> codes of
    countries."""
    adjectives: dict[str, str] = {}
    places: dict[str, str] = {}
    for line in (PLACES / "countries.tsv").read_text(encoding="utf-8").splitlines():
        if line.startswith("#"):
            continue
        code, adjective, noun, _, _, names = (line.split("\t") + [""] * 6)[:6]
        for form in [*adjective.split("|"), *noun.split("|")]:
            if form and form not in ("US", "U.S.", "Congolese", "Dominican", "Korean"):
                adjectives.setdefault(form.lower(), code)
        for name in names.split("|"):
            if name:
                places.setdefault(name, code)
    for line in (PLACES / "region_names.tsv").read_text(encoding="utf-8").splitlines():
        if line.startswith("#"):
            continue
        code, _, _, forms, _ = (line.split("\t") + [""] * 5)[:5]
        for form in forms.split("|"):
            if form and form not in ("Norman", "Canton", "Tatar", "Saxon"):
                adjectives.setdefault(form.lower(), code if code.startswith("GB.") else code.split(".")[0])
    for line in (PLACES / "historical.tsv").read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            code, name, _ = line.split("\t")
            places.setdefault(name, code)
    return adjectives, places


def continents_of(geonames: Path) -> dict[str, str]:
    """Code of a country -> "+" and the code of its continent, where that has an adjective."""
    countries = json.loads((geonames / "countries.json").read_text(encoding="utf-8"))
    found = {code: country["continentcode"] for code, country in countries.items()}
    for line in (PLACES / "historical.tsv").read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            code, _, continent = line.split("\t")
            found[code] = continent
    return {code: f"+{c}" for code, c in found.items() if c in ("AF", "AS", "EU", "NA", "SA")}


def divisions(geonames: Path) -> set[str]:
    """Return the names of all first-level divisions and countries."""
    found = {
        d["name"] for d in json.loads((geonames / "admin_level_1.json").read_text(encoding="utf-8")).values()
    }
    return found | {
        c["name"] for c in json.loads((geonames / "countries.json").read_text(encoding="utf-8")).values()
    }


def nation_labels(geonames: Path) -> dict[str, str]:
    """Code -> adjective, tab, the code above it ("GB" above "GB.ENG", "+EU" above "ES")."""
    continents = continents_of(geonames)
    labels = {}
    for line in (PLACES / "countries.tsv").read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            code, adjectives = line.split("\t")[:2]
            labels[code] = f"{adjectives.partition('|')[0]}\t{continents.get(code, '')}"
    for line in (PLACES / "region_names.tsv").read_text(encoding="utf-8").splitlines():
        if line.startswith("GB."):
            code, _, _, adjectives = (line.split("\t") + [""] * 4)[:4]
            labels[code] = f"{adjectives.partition('|')[0]}\tGB"
    return labels


def read_places(geonames: Path, places: dict[str, str]) -> dict[str, str]:
    """Add the names of countries, and of the divisions of large English-speaking ones."""
    for code, country in json.loads((geonames / "countries.json").read_text(encoding="utf-8")).items():
        places[country["name"]] = code
    for code, division in json.loads((geonames / "admin_level_1.json").read_text(encoding="utf-8")).items():
        iso = code.split(".")[0]
        if iso in ("US", "CA", "AU", "GB", "IN") and division["name"] not in places:
            places[division["name"]] = code if iso == "GB" else iso
    places.pop("Georgia", None)
    for name in (
        "Jersey",
        "Central",
        "US",
        "U.S.",
        "America",
        "Congo",
        "Guinea",
        "Victoria",
        "Punjab",
        "Korea",
    ):
        places.pop(name, None)
    return places


def nation_of_categories(categories: list[str], adjectives: dict[str, str]) -> str:
    """Return the nation that most categories begin with ("American computer businesspeople")."""
    votes: collections.Counter[str] = collections.Counter()
    for category in categories:
        words = re.sub(r"^\d{1,2}(st|nd|rd|th)-century ", "", category).lower().split()
        for n in (2, 1):
            if (code := adjectives.get(" ".join(words[:n]))) and len(words) > n:
                votes[code] += 1
                break
    ranked = votes.most_common(2)
    if not ranked or (len(ranked) == 2 and ranked[0][1] == ranked[1][1]):
        return ""
    return ranked[0][0]


def nation_of_rest(rest: str, names: re.Pattern[str], places: dict[str, str]) -> str:
    """Return the country in which a place or an organization is said to be; "" when two are named."""
    found = {places[m.group()] for m in names.finditer(rest[:160])}
    return found.pop() if len(found) == 1 else ""


def weight(n: int, whole_title: bool) -> int:
    """Return how usual a meaning of a name is: by categories, more when its title needs no bracket; -n: n mentions."""
    return min(255, -n if n < 0 else n * (4 if whole_title else 1) + 3)


def century_name(year: int) -> str:
    century = (year - 1) // 100 + 1
    ending = "th" if 10 <= century % 100 <= 20 else {1: "st", 2: "nd", 3: "rd"}.get(century % 10, "th")
    return f"{century}{ending}-century"


def period_of_person(categories: list[str]) -> str:
    """Return the century in which a person was grown up, from the years of birth and death."""
    born = died = None
    for category in categories:
        if match := re.fullmatch(r"(\d{3,4})s? (births|deaths)", category):
            if match[2] == "births":
                born = int(match[1])
            else:
                died = int(match[1])
    if born:
        middle = (born + died) // 2 + 5 if died else born + 30
        return century_name(min(middle, died or 2019, 2019))
    return century_name(died - 20) if died else ""


def period_of_work(categories: list[str], definition: str, title: str) -> str:
    """Return the decade of a work or an event (the century before 1900); "" when years disagree."""
    years = [
        int(m[1])
        for c in categories
        if (m := re.match(r"(\d{4}) (?!establish|disestab|births|deaths|introd)", c))
    ]
    if not years:
        years = [int(m[1]) for m in (YEAR.search(title), YEAR.search(definition[:120])) if m]
    if not years or (max(years) - min(years) > 9 and min(years) // 10 != max(years) // 10):
        return ""
    year = min(years)
    return f"{year // 10 * 10}s" if year >= 1900 else century_name(year)


PERIOD_CLASSES = [
    "creation.n.02",
    "movie.n.01",
    "album.n.01",
    "song.n.01",
    "book.n.01",
    "writing.n.02",
    "publication.n.01",
    "serial.n.01",
    "broadcast.n.02",
    "musical_composition.n.01",
    "computer_game.n.01",
    "contest.n.01",
    "war.n.01",
    "battle.n.01",
    "treaty.n.01",
    "election.n.01",
    "game.n.03",
    "show.n.03",
    "military_action.n.01",
    "happening.n.01",
    "social_event.n.01",
    "ship.n.01",
]


def main() -> None:
    if len(sys.argv) not in (7, 8):
        sys.exit(__doc__)
    leads, mined, prose, wikipedia, geonames, out = map(Path, sys.argv[1:7])
    wordnet = open_wordnet()
    kinds = Kinds(wordnet)
    adjectives, places = read_adjectives()
    places = read_places(geonames, places)
    names = re.compile(r"\b(" + "|".join(sorted(map(re.escape, places), key=lambda n: (-len(n), n))) + r")\b")
    short = {}
    with gzip.open(wikipedia / "short_descriptions.tsv.gz", "rt", encoding="utf-8") as lines:
        for line in lines:
            title, _, description = line.rstrip("\n").partition("\t")
            short[title.strip()] = description

    with_period = {f"wn:{c}" for c in PERIOD_CLASSES}
    dated: dict[str, bool] = {}
    records = []
    with leads.open(encoding="utf-8") as lines:
        articles = [json.loads(line) for line in lines]
    known = {a["title"] for a in articles}
    articles += [{"title": t, "type": "", "lead": "", "cats": []} for t in sorted(short) if t not in known]
    for article in articles:
        title, categories = article["title"], article["cats"]
        if SKIPPED_TITLES.search(title) or article["type"] == "name/disambig":
            continue
        sentence = first_sentence(article["lead"])
        if not is_proper(title, article["lead"], short.get(title, "")):
            continue
        person = sum(bool(PERSON_SIGN.match(c)) for c in categories) > 0
        definition = definition_of_sentence(sentence)
        told = []
        for source, text in (("sentence", definition), ("short", short.get(title, ""))):
            parsed = parse(text, adjectives)
            found = []
            for words in parsed.kinds[:6]:
                hit = kinds.find(words, person or (source == "short" and _looks_person(words, kinds)))
                if hit:
                    found.append((words, *hit))
                elif not person:
                    break
            told.append((source, parsed, found))
        (_, parsed, found), (_, parsed_short, found_short) = told
        # A short description speaks only where the article gives no kind, or to confirm it.
        chosen = found or found_short
        if not chosen:
            continue
        if (
            not found
            and not person
            and chosen[0][1] not in kinds.table
            and not kinds.is_person(f"wn:{chosen[0][2]}")
        ):
            continue  # many short descriptions are captions of pictures; only usual kinds are believed
        if (
            not found
            and article["lead"]
            and not person
            and not YEAR.search(sentence)
            and len(short.get(title, "")) > 90
        ):
            continue
        main_synset = f"wn:{chosen[0][2]}"
        is_person = kinds.is_person(main_synset)
        if is_person and not person and categories:
            continue  # a person without births or deaths: fictional, or a group
        nation = (parsed.nations or parsed_short.nations or ("",))[0]
        if len(parsed.nations) > 1 and is_person:
            nation = parsed.nations[0]
        if not nation and is_person:
            nation = nation_of_categories(categories, adjectives)
        if not nation and not is_person and main_synset != "wn:country.n.02":
            nation = nation_of_rest(parsed.rest if found else parsed_short.rest, names, places)
        if main_synset not in dated:
            above = {a.id for a, _ in ancestors(wordnet, Concept(main_synset, ""))} | {main_synset}
            dated[main_synset] = bool(above & with_period)
        period = ""
        if is_person:
            period = period_of_person(categories)
        elif dated[main_synset]:
            period = period_of_work(categories, definition or short.get(title, ""), title)
        records.append(
            (title, article["lead"], sentence, chosen[:MAX_KINDS], nation, period, len(categories))
        )

    aliases = acronyms(mined)
    records = [_award_by_field(record) for record in records]
    records += extra_records(records, articles, kinds, mined, prose, aliases)
    report = sys.argv[7] if len(sys.argv) == 8 else None
    compile_base(records, kinds, geonames, aliases, {*places, *divisions(geonames)}, out, report)


AWARD_NAME = re.compile(r"\b(?:Award|Prize)s?\b")
AWARD_FIELDS = fields(HERE / "awards.tsv")


def _award_by_field(record):
    """Return the record of an award with its field ("film award"), where its name tells it."""
    title, lead, sentence, chosen, nation, period, n = record
    if chosen[0][1] in ("award", "prize") and (field := field_of(title, AWARD_FIELDS)) != "award":
        hit = ((*field.split(),), field, "decoration.n.02" if field == "medal" else "award.n.02")
        return title, lead, sentence, [hit], nation, period, n
    return record


def extra_records(
    records, articles, kinds: Kinds, mined: Path, prose: Path, aliases: dict[str, list[str]]
) -> list:
    """Entities that have no article, in the form of ``records``; none that only repeats one with an article."""
    of_title = {title: chosen for title, _, _, chosen, _, _, _ in records}
    known = collections.defaultdict(set)
    for title, _, _, chosen, _, _, _ in records:
        known[name_key(base_name(title))] |= {synset for _, _, synset in chosen}
    people = {key for key, synsets in known.items() if any(kinds.is_person(f"wn:{s}") for s in synsets)}
    with_kinds = (
        (a["cats"], [" ".join(words) for words, _, _ in of_title.get(a["title"], ())])
        for a in articles
        if a["cats"]
    )
    found = []
    said = [*from_categories(with_kinds), *from_prose(mined), *from_dates(mined), *from_awards(mined)]
    years = years_of(mined)
    by_prose = facts_of_entities.read(prose)
    for name, kind, count in said:  # "Films directed by X"
        if kind in facts_of_entities.VOTED and name not in by_prose["person"]:
            by_prose["person"][name] = facts_of_entities.Said({kind: count}, {}, {"by": count}, {})
    given_names = GIVEN_NAMES.read_text(encoding="utf-8").splitlines()
    women = {name for name, _, sex in (line.partition("\t") for line in given_names) if sex == "f"}
    persons = list(facts_of_entities.persons(by_prose["person"], kinds.find, kinds.above))
    for one in persons:
        if (key := name_key(one.name)) in people:
            continue
        # A cast does not say who is an actress; a given name that only women bear does.
        woman = one.name.split()[0] in women
        named = dict.fromkeys("actress" if k == "actor" and woman else k for k in one.kinds)
        hits = [(tuple(k.split()), *hit) for k in named if (hit := kinds.find(tuple(k.split()), True))]
        if known[key] and one.articles < 3:
            continue
        known[key] |= {synset for _, _, synset in hits}
        people.add(key)
        period = century_name(min(one.born + 30, 2019)) if one.born else ""
        found.append((one.name, "", "", hits, one.nation, period, -one.articles))
    print(f"{len(found)} persons without an article")
    for name, kind, count in said:
        if kind == "award" and (field := field_of(name, AWARD_FIELDS)) != "award":
            kind = field
        words = tuple(kind.split())
        hit = kinds.find(words, True) or kinds.find(words, False)
        if hit is None:
            continue  # senses.tsv says that the noun says too little
        if kinds.is_person(f"wn:{hit[1]}") and AWARD_NAME.search(name):
            continue  # "actor Academy Award"
        key = name_key(name)
        if hit[1] in known[key] or (key in people and kinds.is_person(f"wn:{hit[1]}")):
            continue
        # A second meaning of a name that has an article must be said more than once.
        if known[key] and (count < 3 or kind in MADE_BY.values()):
            continue
        known[key].add(hit[1])
        period = facts_of_entities.decade_of(years.get(name, {})) if kinds.is_dated(hit[1]) else ""
        found.append((name, "", "", [(words, *hit)], "", period, -count))
    given = frozenset(
        base_name(t).split()[0] for t, *_, c, _, _, _ in records if kinds.is_person(f"wn:{c[0][2]}")
    )
    real = {name_key(n) for n in by_prose["person"]} | people
    surnames = frozenset(
        base_name(t).split()[-1] for t, *_, c, _, _, _ in records if kinds.is_person(f"wn:{c[0][2]}")
    )
    roles = facts_of_entities.characters(
        by_prose["role"], lambda n: name_key(n) in real, given, kinds.is_common
    )
    of_places = Places()
    others = facts_of_entities.things(
        by_prose["thing"],
        kinds.find,
        lambda n: (
            bool(known[name_key(n)]) or name_key(n) in real or any(s.instance for s in of_places.senses(n))
        ),
        surnames,
    )
    heads = HeadNouns(of_places)
    adjectives, _ = read_adjectives()
    for one in (*roles, *others):
        hit = kinds.find(tuple(one.kinds[0].split()), False)
        maker, of, product = one.name.replace("’s ", "'s ").partition("'s ")
        if of and known[name_key(maker)] and hit is not None and hit[1] not in known[name_key(maker)]:
            one = one._replace(name=product)  # "Sony's PlayStation 3"
        if hit is None or known[name_key(one.name)]:
            continue
        if any(form in adjectives for form in singular_keys(one.name.split()[-1].lower())):
            continue  # "Chinese Americans"
        # What the name itself says must agree: "Republic Pictures" is no picture.
        said_by_head = [s.entity_class for s in heads.senses(one.name)]
        if (
            said_by_head
            and said_by_head[0] in ("ORG", "LOC")
            and said_by_head[0] != _about(kinds, "", hit[1])[0]
        ):
            continue
        known[name_key(one.name)].add(hit[1])
        period = facts_of_entities.decade_of(years.get(one.name, {})) if kinds.is_dated(hit[1]) else ""
        found.append(
            (one.name, "", "", [(tuple(one.kinds[0].split()), *hit)], one.nation, period, -one.articles)
        )
    # Names with an acronym that say what they are: "Kurdistan Workers' Party (PKK)".
    for name in sorted(aliases):
        if known[name_key(name)] or not (senses := heads.senses(name)):
            continue
        _, nation, label, _ = senses[0].concept.id.split("/", 3)
        words = tuple(label.split())
        if senses[0].entity_class == "ORG" and (hit := kinds.find(words, False)):
            found.append((name, "", "", [(words, *hit)], nation, "", -2))
    print(f"{len(found)} entities without an article")
    return found


def _looks_person(words: tuple[str, ...], kinds: Kinds) -> bool:
    return kinds.find(words, True) is not None and kinds.find(words, False) is None


def compile_base(
    records,
    kinds: Kinds,
    geonames: Path,
    aliases: dict[str, list[str]],
    places: Container[str],
    out: Path,
    report: str | None,
) -> None:
    """Number kinds, nations and periods; write arrays."""
    phrases: collections.Counter[str] = collections.Counter()
    spelling: dict[str, collections.Counter[str]] = collections.defaultdict(collections.Counter)
    for _, _, sentence, chosen, _, _, _ in records:
        for words, _, _ in chosen:
            phrases.update({" ".join(w.lower() for w in words[i:]) for i in range(len(words))})
            # The first word of a short description has its capital from its place.
            for word in words if sentence else words[1:]:
                spelling[word.lower()][word] += 1
    usual = {small: forms.most_common(1)[0][0] for small, forms in spelling.items()}
    table: dict[str, tuple[str, str]] = {}  # label -> (parent label or "", synset)

    def kind_of(words: tuple[str, ...], form: str, synset: str) -> str:
        lower = [w.lower() for w in words]
        label = _label(form, usual)
        table.setdefault(label, ("", synset))
        base = len(form.split())
        # One more modifier, where enough entities share it: "software company" above "company".
        for extra in (2, 1):
            longer = " ".join(lower[-base - extra :])
            if (
                len(lower) >= base + extra
                and phrases[longer] >= LEAST_SHARED
                and _says_something(lower[-base - extra])
            ):
                shown = _label(longer, usual)
                table.setdefault(shown, (label, synset))
                return shown
        return label

    for narrow, wide in WIDER:
        table[narrow], table[wide] = (wide, "award.n.02"), ("", "award.n.02")
    rows, index, texts = [], [], []
    for title, lead, _, chosen, nation, period, n_categories in records:
        labels = list(dict.fromkeys(kind_of(*one) for one in chosen))[:MAX_KINDS]
        forms = surface_forms(title, lead[:400], kinds.is_person(f"wn:{chosen[0][2]}"), places)
        forms += [a for a in aliases.get(forms[0], ()) if a not in forms]
        if chosen[0][2] == "award.n.02":
            forms += award_forms(forms[0])
        row = len(rows)
        texts.append("\t".join(forms))
        index += [(name_key(form), row) for form in forms]
        rows.append((labels, nation, period, n_categories, title == forms[0]))
    kind_names = sorted(table)
    numbers = {label: i for i, label in enumerate(kind_names)}
    nations = sorted({r[1] for r in rows})
    about_nations = nation_labels(geonames)
    periods = sorted({r[2] for r in rows})
    synsets = sorted({s for _, s in table.values()})
    kind_rows = np.full((len(rows), MAX_KINDS), -1, dtype=np.int16)
    for i, (labels, *_) in enumerate(rows):
        for j, label in enumerate(labels):
            kind_rows[i, j] = numbers[label]
    blob, ends = Strings.arrays(texts)
    hashes, index_rows = NameIndex.arrays(index)
    kind_blob, kind_ends = Strings.arrays(
        "\t".join([label, table[label][0], table[label][1], *_about(kinds, label, table[label][1])])
        for label in kind_names
    )
    write_arrays(
        out,
        {
            "names_blob": blob,
            "names_ends": ends,
            "hashes": hashes,
            "rows": index_rows,
            "kinds": kind_rows,
            "nations": np.array([nations.index(r[1]) for r in rows], dtype=np.uint16),
            "periods": np.array([periods.index(r[2]) for r in rows], dtype=np.uint16),
            "weights": np.array([weight(r[3], r[4]) for r in rows], dtype=np.uint8),
            "kind_blob": kind_blob,
            "kind_ends": kind_ends,
            "nation_codes": np.array(nations),
            "nation_labels": np.array([about_nations.get(n, "\t") for n in nations]),
            "period_names": np.array(periods),
        },
    )
    n_nation = sum(bool(r[1]) for r in rows)
    print(f"{len(rows)} entities, {len(hashes)} names, {len(kind_names)} kinds on {len(synsets)} synsets")
    print(
        f"with nation {n_nation}, with period {sum(bool(r[2]) for r in rows)}, {out.stat().st_size / 1e6:.2f} MB"
    )
    if report:
        with Path(report).open("w", encoding="utf-8") as lines:
            for record, row in zip(records, rows, strict=True):
                lines.write(f"{record[0]}\t{' / '.join(row[0])}\t{row[1]}\t{row[2]}\t{record[2][:200]}\n")


def _about(kinds: Kinds, label: str, synset: str) -> tuple[str, str, str]:
    """TAB's class of a kind's members, WordNet's label of its synset, "=" when the kind is a word of the synset."""
    concept = Concept(f"wn:{synset}", "")
    # Who is played by an actor is recognized as a person.
    of_members = (
        "PERSON"
        if kinds.is_person(concept.id) or synset == CHARACTER
        else kinds.wordnet.entity_class(concept) or "MISC"
    )
    lemmas = kinds.wordnet.lemmas(concept)
    return of_members, lemmas[0], "=" if name_key(label) in map(name_key, lemmas) else ""


def _label(form: str, usual: dict[str, str]) -> str:
    # "Roman Catholic church", "DJ": the spelling that most definitions use.
    words = form.split()
    shown = [usual.get(w, w) for w in words[:-1]]
    last = usual.get(words[-1], words[-1])
    return " ".join([*shown, last if last.isupper() else words[-1]])


def _says_something(word: str) -> bool:
    return word.isascii() and word.replace("-", "").replace("'", "").isalpha() and len(word) > 2


if __name__ == "__main__":
    main()
