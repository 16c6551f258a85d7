"""What is said of a mention: a noun phrase or a value by its parts. `phrases_from_labels.py` makes them."""

from dataclasses import dataclass, field, replace
from typing import Final, Literal

from sanitizer.text.articles import indefinite
from sanitizer.text.inflection import WORDS, hyphened, plural

Kind = Literal["noun", "name", "adjective", "period", "time", "age", "value", "unsaid", "mark"]

EMPTY_PERSONS: Final = WORDS["empty_persons"] | {"fictional character"}
"""Labels of which any word for a person says more."""
EMPTY: Final = EMPTY_PERSONS | {
    "thing", "work", "location", "place", "organization", "group", "nationality or group", "attribute", "event",
    "product", "nationality", "ethnic group", "religion", "occupation", "name", "code", "identifier",
}  # fmt: skip
"""Labels that tell no more than the class of a mention."""
PAIR: Final = "two or three"
"""How two or three of a thing are told."""
REMOVED: Final = "[...]"
"""What stands where something was removed: a reader must see that something is missing."""
WORKER: Final = "worker"
"""Said in sentences of who has an occupation of which nothing is told."""
WITHHELD: Final = "withheld"
"""The value of a field of which nothing is told."""
SOMETHING: Final = "[...]"
"""What stands, at last, for a thing of which nothing is known and that cannot go; it takes no article."""
EXPECTED: Final = frozenset({"municipality", "community", "settlement", "town", "city", "region", "area", "district",
                             "locality"})  # fmt: skip
"""Kinds of places that every reader expects where people live and meet."""
HELD: Final = frozenset({"city", "town", "village", "place", "municipality", "settlement", "capital", "community",
                         "suburb", "location", "district", "neighborhood", "borough"})  # fmt: skip
"""Kinds of places that lie in another."""
HOLDERS: Final = frozenset({"state", "country", "province", "region", "county", "division", "place", "location",
                            "part"})  # fmt: skip
"""Kinds of places in which others lie."""


@dataclass(frozen=True, slots=True)
class Amount:
    """The parts of an amount: a ``hedge`` ("about"), the article of "a few", the ``number`` or the lower of two, the
    ``upper`` one, the ``unit`` or what is counted (``one_unit``: in the singular, though there are many of it)."""

    number: str = field(repr=False)
    upper: str = field(default="", repr=False)
    unit: str = field(default="", repr=False)
    hedge: str = ""
    article: str = ""
    one_unit: bool = False

    @property
    def plain(self) -> str:
        """As it stands behind a determiner or an adjective: "his first few weeks"."""
        return " ".join(filter(None, (self.hedge, *self._core)))

    @property
    def few(self) -> str:
        """As it stands behind "another" and "every": "few weeks", where it is "several weeks" or "a few weeks"."""
        return f"few {self.unit}" if self.number == "several" and self.unit else self.plain

    @property
    def attributive(self) -> str:
        """As it stands behind an article and before a noun: "roughly 40"."""
        words = " ".join(filter(None, (self.article, *self._core)))
        return f"roughly {words}" if self.hedge else words

    @property
    def hyphened(self) -> str:
        """As a part of a word with hyphens."""
        return hyphened(" ".join(filter(None, (self.article, *self._core))))

    @property
    def between(self) -> str:
        """A range of numbers in figures behind "between", "" of what is none: "5 and 10 films"."""
        return f"{self.number} and {self.upper} {self.unit}".strip() if self.upper and self.figures else ""

    @property
    def below_one(self) -> str:
        """The unit of which less than one is told ("0 to 1 hours"), or ""."""
        return self.unit if (self.number, self.upper) == ("0", "1") and self.figures else ""

    @property
    def figures(self) -> bool:
        """Whether it begins with a number in figures."""
        return not (self.hedge or self.article) and self.number[:1].isdigit()

    @property
    def _core(self) -> tuple[str, ...]:
        return (self.number, f"to {self.upper}" if self.upper else "", self.unit)


@dataclass(frozen=True, slots=True)
class Phrase:
    """What stands for a mention, without an article.

    Attributes:
        words: the label: a singular noun phrase, a name, or a whole phrase ("the 1990s", "about 40").
        kind: what it is; ``unsaid`` are class words of values, of which nothing is told; ``mark`` is written as it is.
        before, head, after: the parts of a noun phrase.
        countable: whether it takes an article and a plural.
        empty: whether it tells no more than the class of the mention.
        person: whether it is a word for a person.
        sex: ``man``, ``woman`` or "" where it tells none.
        common: whether it is one word with small letters.
        tokens: the words of a noun phrase or period, one by one.
        the: whether a period begins with an article of its own ("the 1990s"); ``bare`` is the same without it,
            ``attributive`` as it stands before a noun ("19th-century").
        interval: first and last year of a period; ``month`` of one that tells no year.
        ages: first and last year of a band of ages.
        amount: the parts of an amount; ``ordinal`` of a band of ordinals ("1st to 10th").
        ends: how the lower and the upper end of an amount are said ("ten horses", "20 horses"), or "".
        money: whether it is an amount of money.
        tag: what a mark in brackets calls the thing ("name" of "[name 2]"), or "".
        bracketed: whether it stands in brackets.
        container: the adjective of the place that a noun is told with ("American" of "American city"), or "".
        located: how many words behind its head say in which place it lies ("city in Europe").
        holder: what a place of which no more is known lies in ("England" of "place in England"), or "".
    """

    words: str = field(repr=False)
    kind: Kind
    before: str = field(default="", repr=False)
    head: str = field(default="", repr=False)
    after: str = field(default="", repr=False)
    countable: bool = False
    empty: bool = False
    person: bool = False
    sex: str = ""
    common: bool = False
    tokens: tuple[str, ...] = field(default=(), repr=False)
    the: bool = False
    bare: str = field(default="", repr=False)
    attributive: str = field(default="", repr=False)
    interval: tuple[int, int] | None = None
    month: bool = False
    ages: tuple[int, int] | None = None
    amount: Amount | None = None
    ordinal: bool = False
    ends: tuple[str, str] = ("", "")
    money: bool = False
    tag: str = ""
    bracketed: bool = False
    container: str = ""
    located: int = 0
    holder: str = ""

    @property
    def share(self) -> bool:
        """Whether it is an amount in hundredths."""
        return self.ends[1].endswith("%")

    @property
    def year(self) -> bool:
        """Whether it is one year of the calendar."""
        return self.interval is not None and self.interval[0] == self.interval[1]

    @property
    def many(self) -> str:
        """The plural."""
        return SOMETHING if self.something else plural(self.words)

    @property
    def one(self) -> str:
        """With an indefinite article, where it takes one."""
        return indefinite(self.words) if self.kind == "noun" else self.words

    @property
    def short(self) -> "Phrase":
        """Without the place that it is told with: enough where no other has the same head."""
        if not (self.container or self.located):
            return self
        before, after = "" if self.container else self.before, "" if self.located else self.after
        words = before + self.head + after
        first = self.container.count(" ") + 1 if self.container else 0
        tokens = self.tokens[first : len(self.tokens) - self.located]
        common = not (before or after) and self.head.islower()
        return replace(
            self, words=words, before=before, after=after, tokens=tokens, container="", located=0,
            empty=words in EMPTY, common=common,
        )  # fmt: skip

    @property
    def something(self) -> bool:
        """Whether it is what stands for a thing of which nothing is known."""
        return self.words == SOMETHING

    @property
    def names(self) -> bool:
        """Whether all that it tells is that there is a name."""
        return self.tag == "name"

    @property
    def anywhere(self) -> bool:
        """Whether it is a kind of place that every reader expects."""
        return self.words in EXPECTED

    @property
    def place(self) -> bool:
        """Whether it is a kind of place that others lie in, or that lies in one."""
        return self.kind == "noun" and self.head in HELD | HOLDERS


def covers(outer: Phrase, inner: Phrase) -> bool:
    """Return whether one period holds another."""
    if outer.interval is None or inner.interval is None:
        return False
    return outer.interval[0] <= inner.interval[0] and inner.interval[1] <= outer.interval[1]
