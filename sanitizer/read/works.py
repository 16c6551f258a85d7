"""Read what the text says of its works: of what kind they are ("the film Jaws"), by their lists (in "A (1994), B (1995)
and C (1997)" all are films if some are), and by what is done in them ("starred as Brody in Jaws")."""

import re
from collections.abc import Iterable, Sequence
from itertools import islice
from typing import Final

from kb import KnowledgeBase, Sense
from kb.taxonomy import ancestors
from sanitizer.types import Span

SCREEN: Final = "film or television series"
"""What is said of a title among titles of films and of television: filmographies mix them."""

_SHOWN: Final = frozenset(("movie", "television program", "sitcom", "documentary", SCREEN))
_SHOWS: Final = frozenset(("wn:movie.n.01", "wn:show.n.03", "wn:broadcast.n.02"))
_BETWEEN: Final = re.compile(
    r"[”\"’'_*]{0,2}(?: \([^()\n]{0,30}\))?(?:,? and(?: the)?(?: \w+)?|,|;) (?:the )?[“\"‘'_*]{0,2}"
)
_WORK_KINDS: Final = {
    **dict.fromkeys(["film", "movie"], "movie"),
    **dict.fromkeys(["song", "single"], "song"),
    **{
        kind: kind
        for kind in ("album", "novel", "book", "poem", "opera", "musical", "sitcom", "documentary", "play")
    },
    **dict.fromkeys(
        ["television series", "TV series", "miniseries", "television show"], "television program"
    ),
    **dict.fromkeys(["video game", "computer game"], "computer game"),
}
"""What a text may call a work, and the phrase under which a knowledge base has its kind."""

_WORK_KIND: Final = "|".join(sorted(_WORK_KINDS, key=len, reverse=True))
_TITLE: Final = r"[“\"_*]{0,2}\w[^,;()“”\"_*\n]{0,60}[”\"_*]{0,2}"
_WORK_BEFORE: Final = re.compile(
    rf"\b(?:(?P<one>{_WORK_KIND})(?:,? (?:called|titled|entitled))?|"
    rf"(?P<many>{_WORK_KIND})s(?: such as|,? including|:| like)?)"
    rf" (?:{_TITLE}(?: \([^()]{{1,30}}\))?(?:, and |, | and | or )){{0,8}}[“\"_*]{{0,2}}$"
)


def kind_of_work(text: str, spans: Iterable[Span]) -> str:
    """Return what the text calls a work before its title ("the film Jaws", "in the films Jaws and Duel"), by the
    name of the kind in the knowledge bases; "" where it says nothing."""
    for span in spans:
        if match := _WORK_BEFORE.search(text[max(0, span.start - 200) : span.start]):
            return _WORK_KINDS[match.group("one") or match.group("many")]
    return ""


_SCREEN_WORDS: Final = re.compile(
    r"\b(?:films?|movies?|television|TV|sitcom|miniseries|series|actor|actress|director|starr(?:ed|ing)|cast|role|"
    r"character|screenplay|cinema|episode)\b"
)
_ENOUGH: Final = 4

_CUES: Final = re.compile(
    r"\b(?:(?P<shown>(?:co-|guest-)?starr(?:ed|ing|s)|appear(?:ed|ing|s|ances?)|roles?|parts?|cast|debut(?:ed)?|acted|"
    r"featured|performances?|portray(?:ed|s|ing|al)|played|playing|voic(?:ed|e|ing)|direct(?:ed|ing)|directorial|"
    r"thrillers?|dramas?|comed(?:y|ies)|western|biopic|blockbusters?|sequels?|remake|pilot|series|miniseries)|"
    r"stage(?: \w+)? (?:debut|appearances?|roles?|performances?|production|play)|stage|theat(?:re|er|rical)|Broadway|"
    r"West End|plays?|musicals?|operas?|revue|albums?|songs?|singles?|tracks?|tour|concert|novels?|books?|memoir|"
    r"autobiography|magazine|newspaper|radio|band|orchestra|game|podcast|character|awards?|prize|nominat\w+|won|winning|"
    r"wins|received|receiving|earned|earning|honou?red|festival|[Cc]ritics?|studied|attended)\b"
)
_YEAR_BEHIND: Final = re.compile(r"[”\"'’_*]{0,2} \((?:\w+ )?(?:19|20)\d\d(?:[–-](?:\d{2,4}|present))?\)")
_STARRED: Final = re.compile(
    r"\b(?:starr(?:ed|ing|s)|roles?|debut|acted|performances?|portray(?:ed|s|ing|al)|directorial)$"
)
_READ_OR_HEARD: Final = frozenset(
    (
        "wn:album.n.01",
        "wn:song.n.01",
        "wn:fiction.n.01",
        "wn:book.n.01",
        "wn:book.n.02",
    )
)
_CATEGORY: Final = re.compile(r"(?:Best|Outstanding|Favou?rite|Most Outstanding) [A-Z]")


def is_award(text: str, spans: Iterable[Span]) -> bool:
    """Return whether what is named is a category of an award ("Best Actor")."""
    return any(_CATEGORY.match(text, span.start, span.end) for span in spans)


def is_about_the_screen(text: str) -> bool:
    """Return whether a text is about films and television, where "starred in X" names one."""
    return sum(1 for _ in islice(_SCREEN_WORDS.finditer(text), _ENOUGH)) == _ENOUGH


def is_shown(
    text: str, spans: Iterable[Span], starred: bool = False, dated: bool = False, likely: bool = False
) -> bool:
    """Return whether a text about the screen speaks of a title as of something shown: the last word of its sentence
    before it that says what is done with titles is of the screen ("starred in"), not of prizes, the stage, music or
    books. With `starred`, only what somebody acts in. Where no such word is there, a year behind the title is
    enough if it is one of a work (`dated`), and nothing is needed if nearly all works of the text are shown
    (`likely`)."""
    for span in spans:
        left = text[max(0, span.start - 160) : span.start]
        left = left[
            max(left.rfind("\n"), *(m.end() for m in re.finditer(r"[a-z\d)]\. (?=[A-Z])", left)), 0) :
        ]
        cues = [match["shown"] or "" for match in _CUES.finditer(left)]
        if starred:
            found = bool(cues) and bool(_STARRED.search(cues[-1]))
        else:
            found = bool(cues[-1] if cues else likely or (dated and _YEAR_BEHIND.match(text, span.end)))
        if found:
            return True
    return False


def kinds_in_lists(text: str, works: Sequence[tuple[Iterable[Span], str]]) -> list[str]:
    """Return the kind of each work, given with its spans and the kind known of it ("" none): where it has none, the
    one that the other members of its lists share; films and television together are :data:`SCREEN`."""
    mentions = sorted((span, i) for i, (spans, _) in enumerate(works) for span in spans)
    lists: list[list[int]] = []
    for at, (span, i) in enumerate(mentions):
        before = mentions[at - 1][0] if at else None
        if before is None or not _BETWEEN.fullmatch(text, before.end, span.start):
            lists.append([])
        lists[-1].append(i)
    kinds = [kind for _, kind in works]
    for members in lists:
        known = {works[i][1] for i in members} - {""}
        shared = next(iter(known), "") if len(known) == 1 else SCREEN if known and known <= _SHOWN else ""
        for i in members:
            kinds[i] = kinds[i] or shared
    return kinds


def mostly_shown(kinds: Sequence[str]) -> bool:
    """Return whether nearly all works of a text of which something is known are of the cinema or television."""
    known = [kind for kind in kinds if kind]
    return len(known) >= _ENOUGH and sum(kind in _SHOWN for kind in known) >= 0.8 * len(known)


def read_or_heard(knowledge: KnowledgeBase, senses: Sequence[Sense]) -> bool:
    """Return whether all meanings are books, songs or albums."""
    above = ({sense.concept.id, *(c.id for c, _ in ancestors(knowledge, sense.concept))} for sense in senses)
    return bool(senses) and all(ids & _READ_OR_HEARD for ids in above)


def shown(knowledge: KnowledgeBase, senses: Sequence[Sense]) -> str:
    """:data:`SCREEN` where all meanings are of the cinema or of television, else ""."""
    above = ({sense.concept.id, *(c.id for c, _ in ancestors(knowledge, sense.concept))} for sense in senses)
    return SCREEN if senses and all(ids & _SHOWS for ids in above) else ""
