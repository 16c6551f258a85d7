"""Titles of works by what stands around them: a year in brackets, "the film ...", a list of others, a role before "in".

A title may be made of anything: "George Wallace (1997) and Gia (1998)" are no persons, and "Ripley in Alien" is a
person and a work.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Final

from sanitizer.recognize.known_names import known_classes
from sanitizer.recognize.person_names import is_full_name
from sanitizer.values.found_values import Found

_YEAR: Final = r"(?:1[89]|20)\d\d"
_YEAR_BEHIND: Final = re.compile(
    rf"['\"”’*_]{{0,2}}\s\((?:[^()\n]{{0,30}}[,;]\s)?{_YEAR}(?:[^()\n]{{0,20}})?\)"
)
_RELEASED: Final = re.compile(
    rf"(?:(?<=[JS]r)\.)?['\"”’*_]{{0,2}}\s\(({_YEAR})(?:\s?[–-]\s?({_YEAR}|\d\d|present|))?\)|['\"”’*_]{{0,2}}\s\(both\s(?:in\s)?{_YEAR}\)"
)
_MEDIA: Final = re.compile(
    r"\b(?:films?|movies?|series|miniseries|sitcoms?|soap\sopera|musicals?|novels?|albums?|songs?|singles?|operas?|poems?|trilogy|franchise"
    r"|video\sgames?|soundtrack|sequels?|remake|documentar(?:y|ies)|Broadway|screenplay|starring|co-starred|starred|filmography|discography)\b"
)
BEFORE: Final = re.compile(
    r"\b(?:films?|movies?|series|sitcom|shows?|drama|comedy|thriller|musicals?|plays?|novels?|books?|albums?|songs?|singles?|operas?|poems?|story|stories|trilogy|franchise"
    r"|video\sgame|game|soundtrack|sequel|remake|adaptation|production|documentary|miniseries|titled|entitled|called|named|EP|hit|starred\sin|appeared\sin|role\sin|roles\sin|debut\sin|seen\sin|including|includes?|such\sas|like)"
    r"(?:\s(?:of|the|in|is|was|were|are|with|as))?[,:]?\s[\"“‘*_]?$"
)
"""The words that announce a title, right before it."""
ROLE_BEFORE: Final = re.compile(
    r"\b(?:as|portrayal\sof|portray(?:s|ed|ing)|plays|played|playing|voiced?|voices|voicing|(?:role|voice|character)\sof)\s(?:the\s)?$"
)
"""The words that announce a role."""
_IN: Final = re.compile(r"\sin\s(?:the\s)?(?=[^\W\d_a-z])")
_NEXT: Final = re.compile(
    rf"['\"”’*_]{{0,2}}(?:\s\([^()\n]{{0,12}}{_YEAR}[^()\n]{{0,20}}\))?(?:,\sand\s|,\s|\sand\s|;\s)(?:the\s)?['\"“‘*_]{{0,2}}"
)
_SURE: Final = 1.0
_FOLLOWS: Final = 0.65
"""The score of what stands in a list with a title."""


def year_behind(text: str, end: int) -> bool:
    """Return whether a year stands in brackets behind, up to thirty characters before it ("Miramax, 1997"), and no
    life."""
    return bool(_YEAR_BEHIND.match(text, end)) and not _is_life(_RELEASED.match(text, end))


def _released(text: str, end: int) -> bool:
    """Return whether a year alone, or those of a series, stand in brackets behind."""
    match = _RELEASED.match(text, end)
    return bool(match) and not _is_life(match)


def _is_life(years: re.Match[str] | None) -> bool:
    first, last = years.groups() if years else ("", "")
    return bool(first and last and last.isdigit() and len(last) == 4 and int(last) - int(first) > 15)


_PLURAL: Final = re.compile(
    r"\b(?:films|movies|novels|albums|songs|singles|musicals|plays|books|sitcoms|dramas|comedies|thrillers|games)\s['\"“‘*_]?$"
)
_BOTH: Final = re.compile(r"['\"”’*_]{0,2}\s\((?:both|each)\s")
_AND: Final = re.compile(r"\sand\s(?:the\s)?(?=[^\W\d_a-z])")


def _pair(text: str, run: Found) -> re.Match[str] | None:
    """Return the "and" between two titles in one run: behind it stands that both are of one year, or before it that
    they are films; None where there is none, or the whole is known as one title."""
    both = _BOTH.match(text, run.end)
    if not both and not _PLURAL.search(text[max(0, run.start - 14) : run.start]):
        return None
    joints = list(_AND.finditer(text, run.start, run.end))
    if not joints or (len(joints) > 1 and not both) or known_classes(text[run.start : run.end]):
        return None
    return joints[-1]


_BESIDE: Final = re.compile(r"\s?(?:/|&|and|,|;)\s?")
"""Between two names that share the year behind the second: "Jon Voight / Laurence Olivier (1978)"."""
_APART: Final = 60
"""Characters between two members of a list at most, from the year on."""
_LEAST: Final = 3
"""Members of a list of persons."""


def _listed_persons(text: str, runs: Sequence[Found]) -> frozenset[Found]:
    """Return those of `runs` (sorted) that stand with a year in brackets in a list of which more than half are made
    as names of persons are: winners of an award. In running text all must be, where titles are more usual."""
    listed: set[Found] = set()
    members: list[tuple[Found, int]] = []  # with the end of their years

    def close() -> None:
        if len(members) < _LEAST:
            return
        persons = sum(is_full_name(text[run.start : run.end]) for run, _ in members)
        lines = sum("\n" in text[end : run.start] for (_, end), (run, _) in pairwise(members))
        in_lines = 2 * lines >= len(members)
        if 2 * persons > len(members) and (in_lines or persons == len(members)):
            listed.update(run for run, _ in members)

    waiting: list[Found] = []
    for run in runs:
        match = _RELEASED.match(text, run.end)
        if not match or _is_life(match):
            beside = _BESIDE.match(text, run.end)
            waiting = [run] if beside is not None else []
            continue
        if members and run.start - members[-1][1] > _APART:
            close()
            members = []
        if waiting and _BESIDE.fullmatch(text, waiting[0].end, run.start) and members:
            members.append((waiting[0], waiting[0].end))
        waiting = []
        members.append((run, match.end()))
    close()
    return frozenset(listed)


def credited(text: str, runs: Iterable[Found]) -> Iterator[Found]:
    """Return those of the `runs` of capitalized words, sorted, that are titles here as WORK, surer than any model;
    of a role with its work both parts. Only in a text that speaks of works. In a list of persons with years they
    are PERSON."""
    first = _MEDIA.search(text)
    last = -1
    runs = list(runs)
    persons = _listed_persons(text, runs) if first is not None else frozenset()
    for run in runs:
        if run in persons:
            yield Found(run.start, run.end, "PERSON", _SURE)
            last = -1
            continue
        if first is None:
            yield run
            continue
        work = run.type == "WORK"
        released = _released(text, run.end)
        role = ROLE_BEFORE.search(text[max(0, run.start - 24) : run.start])
        cut = _IN.search(text, run.start, run.end) if role else None
        pair = _pair(text, run) if not role else None
        if pair:
            score = _SURE if released else max(run.score, _FOLLOWS)
            yield Found(run.start, pair.start(), "WORK", score)
            yield Found(pair.end(), run.end, "WORK", score)
            last = run.end
        elif cut:
            yield Found(run.start, cut.start(), "PERSON", _SURE)
            yield Found(cut.end(), run.end, "WORK", _SURE if released or work else run.score)
            last = run.end
        elif released and not role:
            yield Found(run.start, run.end, "WORK", _SURE)
            last = run.end
        elif run.type in ("MISC", "WORK") and last >= 0 and _NEXT.fullmatch(text, last, run.start):
            yield Found(run.start, run.end, "WORK", max(run.score, _FOLLOWS))
            last = run.end
        else:
            yield run
            last = run.end if work else -1
