"""Find who and what prose speaks of: `python training/entities/prose.py WIKIPEDIA LEADS PROSE.json [PROCESSES]`.

Persons, works, products and organizations without an article of their own, with the kind that a text gives them: casts
and credits ("starring A and B", "directed by C"), nouns before a name ("the British actor A", "companies such as B and
C"), what stands behind it ("A, an American painter", "B and other airlines", "the C console"), items of lists ("- A
(born 1950), Danish poet"), tables of films. Each article counts once for a name and what it says. Ten minutes.
"""

import collections
import json
import lzma
import multiprocessing
import re
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from build import PERSON_SIGN, Kinds, read_adjectives
from names import base_name
from parse import definition_of_sentence, first_sentence, parse
from works import CREDITS, cast, credits, listed, tabled

from kb.lookup import singular_keys
from kb.wordnet import open_wordnet

WORDS = {
    use: frozenset(words.split())
    for use, words in (
        line.split("\t")
        for line in Path(__file__).with_name("words.tsv").read_text(encoding="utf-8").splitlines()
        if not line.startswith("#")
    )
}
# A kind is believed of names in prose when the definitions of so many articles use its noun.
LEAST_PERSON, LEAST_THING, LEAST_LONGER = 3, 3, 5
# Nouns that are no kind: relations, parts of phrases, words with another use before or after a name.
NO_KIND = WORDS["no kind"]
# A thing does not begin with these ("In 1894, a company").
OPENERS = WORDS["openers"]
# Heads that say themselves what they are need no prose; these words before a name are believed all the same.
SUFFIXES = (
    "computer|home computer|personal computer|laptop|console|video game console|game console|handheld|smartphone|"
    "phone|tablet|operating system|programming language|scripting language|software|web browser|browser|"
    "search engine|word processor|spreadsheet|microprocessor|processor|graphics card|sports car|sedan|coupé|coupe|"
    "hatchback|minivan|SUV|pickup truck|motorcycle|scooter|aircraft|airliner|fighter aircraft|bomber|"
    "helicopter|glider|missile|rocket|launch vehicle|spacecraft|space probe|satellite|rifle|pistol|machine gun|"
    "submarine|locomotive|synthesizer|smartwatch|camera|airline|newspaper|magazine|social network|"
    "board game|card game|video game|comic strip|soft drink|whisky|cigarette|doll|file format|protocol|"
    "television network|TV network|television channel|TV channel|radio station|record label|programming language"
)
SUFFIX = re.compile(
    rf"^ ({SUFFIXES})s?\b(?! (?:and|or|company|maker|division|industry|star|executive|market))"
)
UPPER = "A-ZÀ-ÖØ-ÞĆČĐĚĞİŁŃŇŐŘŚŞŠŤŹŻŽ"
_REST = r"(?:[^\W_]|['’\-](?=[^\W_]))*"
TOKEN = rf"(?:(?:[A-Z]\.)+(?=[ ,])|(?:St|Jr|Sr|Mt)\.(?= )|[{UPPER}]{_REST}|[a-z][A-Z]{_REST})"
PARTICLE = "de|von|van|der|den|di|da|la|le|del|du|dos|ten|ter|bin|ibn|al|y"
CANDIDATE = re.compile(
    rf"_[^_\n]{{2,60}}_|(?<![\w'’\-])(?:{TOKEN}|\d+[A-Z][^\W_]*)"
    rf"(?: (?:(?:{PARTICLE}|of|of the|the|for) ){{0,2}}(?:{TOKEN}|\d[^\W_]*(?:-[^\W_]+)*|& {TOKEN}))*"
)
PERSON = re.compile(
    rf"(?:(?:[A-Z]\.)+|[{UPPER}]{_REST})(?: (?:(?:{PARTICLE}) ){{0,2}}(?:(?:[A-Z]\.)+|[{UPPER}]{_REST})){{1,3}}"
)
JOIN = re.compile(r"^(?: \([^()]{1,40}\))?(?:,| and|, and| or| &|;) $")
JOIN_CAST = re.compile(r"^(?: \([^()]{1,40}\)| as [^,;.()]{2,40})?(?:,| and|, and|;) $")
RUN = re.compile(r"((?:[A-Za-z][\w\-]*,? ){1,5})$")
SUCH = re.compile(r"((?:[A-Za-z][\w\-]* ){1,4}),? ?(?:such as|including|like) (?:the )?$")
AFTER = re.compile(
    r"^(?: \((?:born |b\. |c\. )?(?:\w+ \d{1,2},? |\d{1,2} \w+ )?(\d{4})?[^()]{0,40}\))?, (an?|the) ([^.;:()\n]{3,110})"
)
OTHERS = re.compile(
    r"^,? and other ([a-z][\w\- ]{2,40}?)(?=[.,;]| (?:in|of|from|that|who|to|for|as|by|with)\b)"
)
IS = re.compile(r"^ (?:is|was|are|were) (?:an?|one of the|the) ")
SENTENCE = re.compile(r"(?:^|[.!?] )(?:The )?$")
STARS = re.compile(
    r"\b(?:starring|co-starring|film stars|movie stars|series stars|stars|starred|cast includes|cast included|"
    r"cast of|portrayed by|cast featured|voiced by|featuring the voices of|the voices of) "
    r"(?:the |actors? |actress(?:es)? )*$"
)
BY = re.compile(
    r"\b(directed|screenplay|script|written|scripted|composed|choreographed|illustrated|novel|novels|play|"
    r"novella|poem|poems|memoir|book|books|music|score|painting|paintings|sculpture|cinematography|lyrics|libretto|"
    r"photographed|film|photographs|photograph|biography|opera|sculptures|essay|article|portrait|portraits)_?"
    r"(?:(?:,| and| &) [\w\- ]{3,22})? by (?:the )?$"
)
MADE = {
    "directed": "film director",
    "film": "film director",
    "screenplay": "screenwriter",
    "script": "screenwriter",
    "scripted": "screenwriter",
    "written": "writer",
    "composed": "composer",
    "music": "composer",
    "score": "composer",
    "opera": "composer",
    "choreographed": "choreographer",
    "illustrated": "illustrator",
    **dict.fromkeys(("novel", "novels", "novella"), "novelist"),
    **dict.fromkeys(("book", "books", "memoir", "biography", "essay", "article"), "writer"),
    "play": "playwright",
    **dict.fromkeys(("poem", "poems"), "poet"),
    **dict.fromkeys(("painting", "paintings", "portrait", "portraits"), "painter"),
    **dict.fromkeys(("sculpture", "sculptures"), "sculptor"),
    **dict.fromkeys(("photographs", "photograph", "photographed"), "photographer"),
    "cinematography": "cinematographer",
    "lyrics": "lyricist",
    "libretto": "librettist",
}
SCREEN = re.compile(r"\b(?:films?|television|actors|actresses|TV)\b")
PERSONS_OF_FILM = frozenset(["actor", *CREDITS.values()])
ROLE = re.compile(r"\b(?:role of|roles of|character|portrayed|portrays|portraying|played|playing|plays|as) $")
TITLES = {
    **dict.fromkeys(("Senator", "Sen.", "Congressman", "Congresswoman", "Representative"), "legislator"),
    "Governor": "governor",
    "Mayor": "mayor",
    **dict.fromkeys(("Judge", "Justice"), "judge"),
    "Professor": "professor",
    **dict.fromkeys(
        ("General", "Admiral", "Colonel", "Lieutenant", "Major", "Brigadier"), "military officer"
    ),
    **dict.fromkeys(("Bishop", "Archbishop", "Cardinal"), "bishop"),
    **dict.fromkeys(("Reverend", "Rev.", "Father", "Pastor"), "clergyman"),
    "Rabbi": "rabbi",
    "Ambassador": "ambassador",
}
ROYAL = WORDS["royal"]
NOT_NAMES = WORDS["no names"]


class Reader:
    """What one article says of names; ``adjectives`` of nations, ``given`` names and surnames that persons bear."""

    def __init__(self, leads: Path) -> None:
        self.adjectives, self.places = read_adjectives()
        self.kinds = Kinds(open_wordnet())
        self._count(leads)
        self.find = cache(self._find)
        self.parsed = cache(lambda text: parse(text, self.adjectives))

    def _count(self, leads: Path) -> None:
        persons: collections.Counter[str] = collections.Counter()
        things: collections.Counter[str] = collections.Counter()
        first: collections.Counter[str] = collections.Counter()
        last: collections.Counter[str] = collections.Counter()
        self.phrases: collections.Counter[str] = collections.Counter()
        with leads.open(encoding="utf-8") as lines:
            for line in lines:
                article = json.loads(line)
                person = any(PERSON_SIGN.match(c) for c in article["cats"])
                if person and " " in (name := base_name(article["title"])):
                    first[name.split()[0]] += 1
                    last[name.split()[-1]] += 1
                definition = definition_of_sentence(first_sentence(article["lead"]))
                for words in parse(definition, self.adjectives).kinds[:4]:
                    lower = [w.lower() for w in words]
                    self.phrases.update({" ".join(lower[i:]) for i in range(len(lower))})
                    hit = self.kinds.find(words, person)
                    if hit:
                        (persons if person else things)[hit[0]] += 1
                    elif not person:
                        break
        self.person_kinds = {k for k, n in persons.items() if n >= LEAST_PERSON and k not in NO_KIND}
        self.thing_kinds = {k for k, n in things.items() if n >= LEAST_THING and k not in NO_KIND}
        self.thing_kinds |= set(SUFFIXES.lower().split("|")) | {
            "film",
            "album",
            "song",
            "novel",
            "play",
            "band",
        }
        self.first = {n for n, k in first.items() if k >= 2} - NOT_NAMES
        self.last = {n for n, k in last.items() if k >= 2} - NOT_NAMES

    def _find(self, words: tuple[str, ...], person: bool) -> str | None:
        if not words[-1].islower() and not words[-1].isupper():
            return None  # a surname
        hit = self.kinds.find(words, person)
        if hit is None or hit[0] not in (self.person_kinds if person else self.thing_kinds):
            return None
        # With one modifier that definitions use too: "rock band".
        longer = " ".join(words[-len(hit[0].split()) - 1 :]).lower()
        for form in singular_keys(longer):
            if longer != hit[0] and self.phrases[form] >= LEAST_LONGER:
                return form
        return hit[0]

    def is_person(self, name: str) -> bool:
        """Return whether a name has the form of a person's: a given name or initials first, or a known surname last."""
        words = name.split()
        if not PERSON.fullmatch(name) or any(w in NOT_NAMES for w in words) or "'s" in name or "’s" in name:
            return False
        if any(w.isupper() and len(w) > 3 and "." not in w for w in words):
            return False
        return (
            words[0] in self.first or words[0][1:2] == "." or (words[-1] in self.last and len(words[0]) > 1)
        )

    def kind_before(self, run: str, person: bool) -> tuple[str, str, bool] | None:
        """(kind, nation, plural) of the noun phrase at the end of the words before a name."""
        words = run.strip().split()
        if not words or words[-1].endswith(","):
            return None
        while words and (any(w.endswith(",") for w in words[:1]) or len(words) > 4):
            words = words[1:]
        start = len(words)
        while start and (words[start - 1].islower() or words[start - 1].lower() in self.adjectives):
            start -= 1
            if words[start].endswith(","):
                start += 1
                break
        words = words[start:]
        if not words or not words[-1].islower():
            return None
        parsed = self.parsed(" ".join(words))
        if not parsed.kinds or parsed.rest:
            return None
        last = parsed.kinds[-1]
        if last[-1] != words[-1]:
            return None
        kind = self.find(last, person)
        if kind is None:
            return None
        plural = words[-1].endswith("s") and not self.kinds.wordnet.number(f"wn:{words[-1]}.n.01")
        return kind, (parsed.nations or ("",))[0], plural

    def definition(self, text: str) -> Iterator[tuple[bool, str, str]]:
        """(whether of a person, kind, nation) of a definition's noun phrases; nothing when the first is unknown."""
        parsed = self.parsed(text)
        person = None
        for words in parsed.kinds[:3]:
            kind = self.find(words, True)
            if kind is None and not person and self.kinds.find(words, True) is None:
                kind = self.find(words, False)
                if kind is not None and person is None:
                    yield False, kind, (parsed.nations or ("",))[0]
                return
            if kind is not None:
                person = True
                yield True, kind, (parsed.nations or ("",))[0]
            elif person is None:
                return

    def said(self, text: str, categories: list[str]) -> set[tuple[str, str, str, str]]:
        """(name, "person", "thing" or "role", kind and nation, rule) of an article, each once."""
        screen = bool(SCREEN.search(" ".join(categories)))
        found: set[tuple[str, str, str, str]] = set()

        name_is_marked = False  # in italics

        def add(name: str, person: bool, kind: str, nation: str, rule: str) -> bool:
            name = base_name(name.strip("_ "))
            if "_" in name or (person != self.is_person(name) and (person or not name_is_marked)):
                return False
            first, _, rest = name.partition(" ")
            if not person and (
                (first in OPENERS and not name_is_marked)
                or len(name) < 3
                or name.lower() in self.adjectives
                or name in self.places
                or (not rest and first in NOT_NAMES)
                or re.fullmatch(r"[\d\s\W]+", name)
            ):
                return False
            found.add((name, "person" if person else "thing", f"{kind}|{nation}", rule))
            return True

        series: tuple[bool, str, str, str] | None = None
        end = 0
        for match in CANDIDATE.finditer(text):
            name, start, stop = match[0], match.start(), match.end()
            name_is_marked = name.startswith("_")
            name = name.strip("_ ")
            possessive = name.endswith(("'s", "’s"))
            if possessive:
                name = name[:-2]
            before, after = text[max(0, start - 70) : start], text[stop : stop + 150]
            if "\n" in before:
                before = before[before.rindex("\n") + 1 :]
            between = text[end:start] if start - end < 70 else "."
            joined = series is not None and bool((JOIN_CAST if series[3] == "stars" else JOIN).match(between))
            if joined and series is not None:
                if add(name, *series):
                    end = stop
                    if possessive:
                        series = None
                    continue
                series = None
            elif (
                series is not None and between.startswith(" as ") and re.fullmatch(r" as (?:the )?", between)
            ):
                if series[3] == "stars" and screen:
                    found.add((name, "role", "character|", "as"))
                continue
            series = None
            first, _, rest = name.partition(" ")
            if screen and " " in name and (role := ROLE.search(before)) and role[0] != "as ":
                found.add((name, "role", "character|", role[0].strip()))
            # What stands before.
            if " " in rest and (first in TITLES or first.lower() in self.person_kinds - ROYAL):
                kind = TITLES.get(first) or first.lower()
                while rest.partition(" ")[0] in TITLES:
                    if first in ("Lieutenant", "Major", "Brigadier"):
                        kind = TITLES[rest.partition(" ")[0]]
                    rest = rest.partition(" ")[2]
                if self.is_person(rest):
                    add(rest, True, kind, "", "title")
                    name = rest
            elif STARS.search(before) and screen and self.is_person(name):
                series = (True, "actor", "", "stars")
            elif (by := BY.search(before)) and self.is_person(name):
                if by[1] not in ("directed", "film", "written") or screen:
                    series = (True, "screenwriter" if by[1] == "written" else MADE[by[1]], "", "by")
            elif such := SUCH.search(before):
                for person in (True, False):
                    if kind_such := self.kind_before(such[1], person):
                        if kind_such[2]:
                            series = (person, kind_such[0], kind_such[1], "such as")
                        break
            elif run := RUN.search(before):
                for person in (True, False):
                    if kind_run := self.kind_before(run[1], person):
                        one = (person, kind_run[0], kind_run[1], "before")
                        if kind_run[2]:
                            series = (*one[:3], "plural")
                        else:
                            add(name, *one)
                        break
            if series is not None:
                if not add(name, *series) or possessive:
                    series = None
                end = stop
            # What stands behind.
            if possessive:
                continue
            if behind := AFTER.match(after):
                born = behind[1] or ""
                for person, kind, nation in self.definition(f"{behind[3]}"):
                    if person or (behind[2] != "the" and not re.search(r"(?:^|[.] )[A-Z]\w+ $", before)):
                        add(name, person, kind, nation, f"after {born}".strip())
            elif others := OTHERS.match(after):
                for person in (True, False):
                    if kind_others := self.kind_before(others[1], person):
                        if kind_others[2]:
                            add(name, person, kind_others[0], kind_others[1], "and other")
                        break
            elif IS.match(after) and not name.isupper() and (SENTENCE.search(before) or not before):
                for person, kind, nation in self.definition(IS.sub("", after)):
                    add(name, person, kind, nation, "is")
            elif (suffix := SUFFIX.match(after)) and re.search(
                r"(?:\b(?:[tT]he|[aA]n?|its|their|new|first|original)|['’]s) $", before
            ):
                add(name, False, suffix[1].lower(), "", "suffix")
        for name, person, kind, nation, rule in listed(text, self.definition):
            name_is_marked = not person
            add(name, person, kind, nation, rule)
        if screen:
            for name, kind, rule in (*cast(text), *credits(text), *tabled(text)):
                if kind in PERSONS_OF_FILM:
                    add(name, True, kind, "", rule)
                else:
                    found.add((name, "role" if kind == "character" else "thing", f"{kind}|", rule))
        return found


_reader: Reader | None = None


def _start(leads: Path) -> None:
    global _reader
    _reader = Reader(leads)


def _file(path: Path) -> collections.Counter[tuple[str, str, str, str]]:
    count: collections.Counter[tuple[str, str, str, str]] = collections.Counter()
    assert _reader is not None
    with lzma.open(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            article = json.loads(line)
            own = base_name(article["title"]).casefold()
            said = _reader.said(article["text"], article["categories"])
            count.update(row for row in said if row[0].casefold() != own)
    return count


def main() -> None:
    if len(sys.argv) not in (4, 5):
        sys.exit(__doc__)
    paths = sorted(Path(sys.argv[1]).glob("articles-*.jsonl.xz"))
    if not paths:
        sys.exit(f"no articles-*.jsonl.xz in {sys.argv[1]}")
    total: collections.Counter[tuple[str, str, str, str]] = collections.Counter()
    processes = int(sys.argv[4]) if len(sys.argv) == 5 else 1
    with multiprocessing.Pool(processes, _start, (Path(sys.argv[2]),)) as pool:
        for count in pool.imap_unordered(_file, paths):
            total.update(count)
    rows = sorted((*row, n) for row, n in total.items())
    Path(sys.argv[3]).write_text(json.dumps(rows, ensure_ascii=False), encoding="utf-8")
    print(f"{len(rows)} statements of {len({row[0] for row in rows})} names")


if __name__ == "__main__":
    main()
