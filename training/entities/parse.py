"""Read a definition: "American cartoonist, writer and producer" -> nationality, kinds, rest.

A definition is a short description ("Spanish architect") or what follows the verb of an article's first sentence
("is an American cartoonist, writer, ..."). Its noun phrases give the kinds of the entity, by head noun; adjectives of
countries are a facet of their own; adjectives that only praise or place in time are dropped.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

COPULA = re.compile(
    r"\b(?:is|was|are|were)\b(?: (?:also|both|originally|formerly|either|currently|perhaps|probably))?"
    r" (?P<det>a|an|the|one of the|among the|any|any of the|one of|any of several|any of various|one of several)?\b"
)
# What ends a noun phrase.
STOP = re.compile(
    r"\s(?:in|of|by|from|at|for|with|that|who|whose|which|where|when|on|to|as|located|based|situated|written|"
    r"directed|published|released|founded|produced|recorded|created|built|developed|designed|used|found|born|"
    r"composed|starring|held|formed|established|owned|operated|about|between|during|within|near|under|since|until|"
    r"known|named|called|set|after|before|comprising|consisting|featuring|made|played|played|performed|launched|"
    r"headquartered|active|currently|best|most|primarily|mainly|native|endemic|who|then|through|along|off|over|"
    r"against|among|having|is|was|are|were|has|had|belonging|serving|served|broadcast|dedicated|presented|lying|"
    r"spoken|worn|given|held|fought|signed|issued|dated|aired|hosted|discovered|described|registered|first|whom|"
    r"up|into|via|inside|outside|around|toward|towards|than|like|such|including|commissioned|containing)\b|[;:.()\[]"
)
SEPARATOR = re.compile(r",? (?:and|or|&|as well as|turned|cum)(?: (?:a|an|the))? |, (?:a |an |the )?|/")
# Adjectives that say nothing of the kind.
EMPTY = frozenset(
    [
        "notable",
        "famous",
        "professional",
        "former",
        "retired",
        "well-known",
        "prominent",
        "renowned",
        "noted",
        "early",
        "late",
        "young",
        "small",
        "large",
        "major",
        "minor",
        "great",
        "little",
        "leading",
        "prolific",
        "acclaimed",
        "celebrated",
        "influential",
        "popular",
        "successful",
        "award-winning",
        "contemporary",
        "modern",
        "current",
        "new",
        "old",
        "ancient",
        "medieval",
        "living",
        "deceased",
        "prize-winning",
        "international",
        "national",
        "local",
        "longtime",
        "veteran",
        "controversial",
        "pioneering",
        "legendary",
        "respected",
        "well",
        "important",
        "significant",
        "key",
        "main",
        "official",
        "short",
        "long",
        "brief",
        "upcoming",
        "planned",
        "proposed",
        "present-day",
        "traditional",
        "common",
        "rare",
        "extinct",
        "fictional",
        "fictitious",
        "self-proclaimed",
        "self-taught",
        "self-titled",
        "eponymous",
        "unincorporated",
        "incorporated",
        "historic",
        "historical",
        "distinguished",
        "eminent",
        "accomplished",
        "active",
        "amateur",
        "full-time",
        "part-time",
        "future",
        "first",
        "second",
        "third",
        "fourth",
        "fifth",
        "sixth",
        "seventh",
        "eighth",
        "ninth",
        "tenth",
        "last",
        "next",
        "previous",
        "final",
        "sole",
        "only",
        "original",
        "principal",
        "primary",
        "chief",
        "top",
        "high",
        "low",
        "highest",
        "largest",
        "biggest",
        "second-largest",
        "third-largest",
        "oldest",
        "annual",
        "biennial",
        "biannual",
        "quarterly",
        "monthly",
        "weekly",
        "daily",
        "free",
        "non-profit",
        "nonprofit",
        "not-for-profit",
        "for-profit",
        "private",
        "public",
        "privately",
        "publicly",
        "held",
        "world-class",
        "world-renowned",
        "internationally",
        "critically",
        "best-selling",
        "bestselling",
        "multi-platinum",
        "gold",
        "platinum",
        "openly",
        "gay",
        "lesbian",
        "male",
        "female",
        "deaf",
        "blind",
        "black",
        "white",
        "native",
        "native-born",
        "british-born",
        "american-born",
        "left-handed",
        "right-handed",
        "two-time",
        "three-time",
        "four-time",
        "six-time",
        "five-time",
        "former",
        "time",
        "one-time",
        "onetime",
        "sometime",
        "then",
        "u.s.-based",
        "us-based",
        "london-based",
        "independent",
        "critically-acclaimed",
        "highly",
        "former-president",
        "ex",
        "dual",
        "certain",
        "particular",
        "single",
        "double",
        "triple",
        "small-sized",
        "medium-sized",
        "mid-sized",
        "full-length",
        "feature-length",
        "ambitious",
        "tiny",
        "giant",
        "huge",
        "wealthy",
        "rich",
        "poor",
        "proper",
        "so-called",
        "latest",
        "newest",
        "several",
        "various",
        "many",
    ]
)
TRANSPARENT = frozenset(
    [
        "species",
        "genus",
        "type",
        "kind",
        "form",
        "variety",
        "breed",
        "family",
        "group",
        "class",
        "cultivar",
        "subspecies",
        "sort",
        "style",
        "member",
        "subfamily",
        "tribe",
        "collection",
        "series",
        "pair",
        "set",
        "name",
        "term",
        "version",
        "example",
        "brand",
        "line",
        "range",
        "member",
        "system",
        "part",
        "order",
    ]
)
# Heads of which "X of Y" speaks of a Y.
OF_KIND = frozenset(
    [
        "species",
        "genus",
        "type",
        "kind",
        "form",
        "variety",
        "breed",
        "class",
        "cultivar",
        "subspecies",
        "sort",
        "subfamily",
    ]
)
NOUN_AFTER_OF = re.compile(r"^ of (?:the )?(?P<np>.+)$")
YEAR = re.compile(r"\b(1[0-9]{3}|20[0-2][0-9])\b")
CENTURY = re.compile(r"\b(\d{1,2})(?:st|nd|rd|th)[- ](?:and|to)?.*?century\b", re.I)


@dataclass(frozen=True)
class Definition:
    """What a definition says: ``kinds`` noun phrases without nationality, ``nations`` codes, ``rest`` the remainder."""

    kinds: tuple[tuple[str, ...], ...]
    nations: tuple[str, ...]
    rest: str


def first_sentence(lead: str) -> str:
    """Return the first sentence of an article: up to a full stop that is not an abbreviation's."""
    text = lead.split("\n\n")
    body = next((p for p in text if COPULA.search(p)), text[0]).replace("\n", " ")
    body = body.replace("_", "").replace("  ", " ")
    while True:  # brackets, inner ones first
        shorter = re.sub(r"\([^()]*\)", "", body)
        shorter = re.sub(r"\[[^\[\]]*\]", "", shorter)
        if shorter == body:
            break
        body = shorter
    match = re.search(
        r"(?<![A-Z])(?<!\b[A-Za-z])(?<!Dr|St|Jr|Sr|Mt|vs|No|ca)(?<!U\.S)\.(?=\s+[A-Z“\"]|$)", body
    )
    return re.sub(r"\s+", " ", body[: match.start()] if match else body).strip()


def definition_of_sentence(sentence: str) -> str:
    """Return what follows the verb ("an American cartoonist ..."), or ""."""
    match = COPULA.search(sentence)
    return sentence[match.end() :].strip() if match and match["det"] else ""


def clauses(text: str) -> Iterator[str]:
    """Yield the coordinated noun phrases at the start of a definition."""
    match = STOP.search(" " + text)
    head = (" " + text)[: match.start()] if match else " " + text
    for part in SEPARATOR.split(head.strip()):
        part = re.sub(r"^(?:a|an|the|one of the) ", "", part.strip(" ,\"'“”"))
        if part:
            yield part


def parse(text: str, adjectives: dict[str, str]) -> Definition:
    """Read a definition; ``adjectives`` maps lower-case adjectives of countries to their codes."""
    text = re.sub(r"^(?:a|an|the|one of the|any of the|any of several|any) ", "", text.strip(), flags=re.I)
    text = re.sub(r"\b(\d{1,2}(?:st|nd|rd|th)) (?:and|to|or) (\d{1,2}(?:st|nd|rd|th))[- ]century\b", "", text)
    text = re.sub(
        r"\b(?:early|late|mid)?[- ]?\d{1,2}(?:st|nd|rd|th)[- ]century\b(?: AD| BC| BCE| CE)?", "", text
    )
    text = text.strip(" ,")
    kinds: list[tuple[str, ...]] = []
    nations: list[str] = []
    for clause in clauses(text):
        words = clause.split()
        kept: list[str] = []
        i = 0
        while i < len(words):
            two = " ".join(words[i : i + 2]).lower()
            one = words[i].lower().strip(",")
            if two in adjectives:
                nations.append(adjectives[two])
                i += 2
                continue
            if one in adjectives and not _is_compound(words, i):
                nations.append(adjectives[one])
            elif "-" in one and all(half in adjectives for half in one.split("-")):
                nations.extend(adjectives[half] for half in one.split("-"))
            elif one.endswith("-born") or one in EMPTY or YEAR.fullmatch(one) or re.match(r"^\d", one):
                pass
            else:
                kept.append(words[i].strip(",\"'“”"))
            i += 1
        if kept:
            kinds.append(tuple(kept))
    match = STOP.search(" " + text)
    rest = (" " + text)[match.start() :] if match else ""
    if kinds and kinds[-1][-1].lower() in OF_KIND and (of := NOUN_AFTER_OF.match(rest)):
        inner = parse(of["np"], adjectives)
        if inner.kinds:
            return Definition((*kinds[:-1], *inner.kinds[:1]), tuple(nations), inner.rest)
    return Definition(tuple(kinds), tuple(dict.fromkeys(nations)), rest)


def _is_compound(words: list[str], i: int) -> bool:
    # "American football player" plays a game, wherever he was born.
    following = words[i + 1].lower() if i + 1 < len(words) else ""
    game = {"american": ("football",), "canadian": ("football",), "australian": ("rules", "football")}
    return following in game.get(words[i].lower(), ()) and (i > 0 or len(words) == 3 or following == "rules")
