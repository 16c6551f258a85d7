"""Read labels, as knowledge bases and tables give them, into phrases: the only place of the writing that reads one."""

import re
from typing import Final

from kb.base import Concept
from kb.quantities import ends, is_sum
from kb.values.words import MONTHS
from sanitizer.say.phrases import EMPTY, EMPTY_PERSONS, PAIR, SOMETHING, Amount, Phrase
from sanitizer.text.inflection import head_of, is_fixed, is_mass, is_plural_label, singular
from sanitizer.text.surroundings import is_person_word, is_proper_label

UNSAID: Final = frozenset({"age", "amount", "number", "percentage", "period", "quantity", "rank", "date", "time", "day",
                           "large integer", "integer", "cardinal", "digit", "figure"})  # fmt: skip
"""Class words of values: nothing of the value is told."""
OCCUPATION: Final = "occupation"
_MEN: Final = frozenset({"man", "boy", "guy", "male", "gentleman"})
_WOMEN: Final = frozenset({"woman", "girl", "female", "lady"})
_PLACES: Final = (" in ", " of ", " from ")
"""Prepositions before the place that a noun is told with."""
_LINKS: Final = {"place": " in ", "part": " of "}
"""How kinds of places of which no more is known are told with what they lie in."""
_TIMES: Final = frozenset({"the morning", "the afternoon", "the evening", "the night"})
_THE: Final = "the "
_HEDGES: Final = ("about", "around")
_MANY: Final = frozenset({"many", "several"})
_AGE: Final = re.compile(r"(\d+)(?: to (\d+))? years old")
_OLD: Final = 90
_OLDEST: Final = 124
_YEARS: Final = re.compile(
    r"(?:the )?(?:(?P<part>early|mid|late)[- ])?"
    r"(?:(?P<year>\d{4})(?P<tens>s)?|(?P<century>\d\d?)(?:st|nd|rd|th)[ -]century)"
)
_OTHER_TIMES: Final = (*(month.lower() for month in MONTHS), "spring", "summer", "autumn", "winter")
_PARTS: Final = {None: (0.0, 1.0), "early": (0.0, 0.4), "mid": (0.3, 0.7), "late": (0.7, 1.0)}


def mark(tag: str, number: int = 0) -> Phrase:
    """Return a label in brackets: "[name]", "[name 2]"."""
    return Phrase(f"[{tag} {number}]" if number else f"[{tag}]", "mark", tag=tag, bracketed=True)


NAME: Final = mark("name")
"""What stands for a name of which nothing is sure."""


def phrase_of(label: str, concept: Concept | None = None) -> Phrase:
    """Return the phrase of a label as knowledge bases give it, and of the concept that it is the label of."""
    found = ends(concept) if concept is not None else None
    if found is not None:
        return _value(label, found, concept is not None and is_sum(concept))
    label = "place" if label == "location" else label
    if label == "thing":
        return Phrase(SOMETHING, "noun", head=SOMETHING, tokens=(SOMETHING,), empty=True, bracketed=True)
    if label in (NAME.tag, OCCUPATION):  # all that is sure of it
        return mark(label)
    if label[:1] in "[*#":
        return Phrase(label, "mark", bracketed=label[:1] == "[")
    if label in UNSAID:
        return Phrase(label, "unsaid", head=label, empty=True, bare=label)
    if label.endswith(" years old"):
        years = _AGE.fullmatch(label)
        ages = (int(years[1]), int(years[2] or years[1])) if years else None
        if ages and _OLD <= ages[0] < ages[1]:  # of so old people there are few
            ages = _OLD, _OLDEST
        return Phrase(label, "age", ages=ages)
    if label in _TIMES:
        bare = label.removeprefix(_THE)
        return Phrase(label, "time", the=True, bare=bare, attributive=bare)
    interval = _interval(label)
    if interval is not None or label.removeprefix(_THE).split(" ", 1)[0].lower() in _OTHER_TIMES:
        return _period(label, interval)
    return _value(label) if is_fixed(label) else _noun(label)


def _period(label: str, interval: tuple[int, int] | None) -> Phrase:
    bare = label.removeprefix(_THE)
    return Phrase(
        label, "period", tokens=tuple(label.split(" ")), the=bare != label, bare=bare,
        attributive=bare.replace(" century", "-century"), interval=interval, month=label in MONTHS,
    )  # fmt: skip


def _value(label: str, bounds: tuple[str, str] = ("", ""), money: bool = False) -> Phrase:
    """Return an amount, or another phrase that takes no article."""
    words = label.split(" ")
    hedge = words.pop(0) if words[0] in _HEDGES and len(words) > 1 else ""
    article = words.pop(0) if words[:2] == ["a", "few"] and len(words) > 2 else ""
    upper = ""
    if "to" in words[1:-1]:
        at = words.index("to", 1)
        number, upper, unit = " ".join(words[:at]), words[at + 1], words[at + 2 :]
    elif words[:3] == PAIR.split(" "):
        number, unit = PAIR, words[3:]
    else:
        number, *unit = words
    one_unit = number in _MANY and singular(words[-1]) is None
    amount = Amount(number, upper, " ".join(unit), hedge, article, one_unit)
    ordinal = amount.figures and label.endswith(("st", "nd", "rd", "th"))
    return Phrase(label, "value", amount=amount, ordinal=ordinal, ends=bounds, money=money)  # fmt: skip


def _noun(label: str) -> Phrase:
    """Return a noun phrase, a name or an adjective."""
    before, head, after = head_of(label)
    if is_proper_label(label):
        return Phrase(label, "name", before, head, after)
    if head[:1].isupper() and " " not in label.removeprefix("North ").removeprefix("South "):
        return Phrase(label, "adjective", before, head, after, countable=True)
    first = before.split(" ", 1)[0]
    link = "" if before else _LINKS.get(head, "")
    return Phrase(
        label, "noun", before, head, after, tokens=tuple(label.split(" ")),
        countable=not (is_mass(label) or (" " in label and is_mass(head))) and not is_plural_label(label),
        empty=label in EMPTY,
        person=is_person_word(head) or label in EMPTY_PERSONS,
        sex="man" if head in _MEN else "woman" if head in _WOMEN else "",
        common=label.islower() and " " not in label,
        container=before.strip() if first[:1].isupper() and before.istitle() else "",
        located=after.count(" ") if after.startswith(_PLACES) and after.split(" ", 2)[2][:1].isupper() else 0,
        holder=after.removeprefix(link) if link and after.startswith(link) else "",
    )  # fmt: skip


def _interval(label: str) -> tuple[int, int] | None:
    found = _YEARS.fullmatch(label)
    if found is None:
        return None
    if found["century"]:
        first, years = 100 * int(found["century"]) - 100, 100
    else:
        first, years = int(found["year"]), 10 if found["tens"] else 1
    low, high = _PARTS[found["part"]]
    return first + int(low * years), first + int(high * years) - (high * years >= 1)
