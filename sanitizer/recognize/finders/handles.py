# ruff: noqa: E501 (a form reads best on one line)
"""Find names in logins, addresses and files: "helena.markovic", "helena_m91", "hMarkovic", "markovichelena"."""

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from sanitizer.recognize.spelling import word_bits
from sanitizer.recognize.vocabulary import (
    is_english,
    is_given_name,
    is_listed,
    is_surname,
    is_unknown,
    may_name,
)
from sanitizer.text import lexicon
from sanitizer.text.fold import words
from sanitizer.text.patterns import CAMEL_PARTS, DIGIT_RUN
from sanitizer.values.found_values import Found

_TOKEN: Final = re.compile(r"(?<![\w@#.%-])[^\W\d_](?:\w|[.+-](?=\w)){3,63}(?!\w)")
_LOGIN: Final = re.compile(
    r"(?:(?<![\w~])~(?=[a-z])|\b(?:[Uu]ser(?:name|\s?id)?|[Ll]ogin|[Aa]ccount|[Cc]ommit(?:ted)?\sby|[Oo]wner|[Aa]uthor|(?:incorrect|invalid|wrong|[Ff]ailed|[Aa]ccepted)\s(?:password|publickey)\sfor(?:\suser)?|session\s(?:opened|closed)\sfor(?:\suser)?|(?:invalid|illegal|unknown)\suser)(?:\s?[:=]\s?|\s))"
    r"(?!(?:user(?:name|id)?|login|account|owner|author|invalid|illegal|unknown)(?![\w.-]))([A-Za-z][\w.-]{2,40}\w)"
)
_HOME: Final = re.compile(
    r"(?:(?<![\w.])/(?:home|Users)/|(?:\b[A-Za-z]:)?\\{1,2}(?:Users|home|Documents and Settings)\\{1,2})"
    r"(?P<owner>[^/\\\n:;,\"'<>|*?$%{}()]{2,40}(?=[/\\])|[\w.-]{2,40}\w)"
)
"""The folder in which what somebody has lies, by the name of its owner: with blanks where a folder follows."""
_FOLDER: Final = re.compile(r"(?<=[/\\])(?P<owner>[a-z]{4,20})(?=[/\\])")
"""A folder of a path in small letters, which may be called by a name."""
_OWNED_BY_NOBODY: Final = words(
    "user users public shared all default guest admin administrator root runner ubuntu debian fedora vagrant docker app apps "
    "node git pi jenkins build www www-data me you name username yourname your-name myuser example test dev data project "
    "projects work src local"
)
_INITIALED: Final = re.compile(r"[a-z][._][a-z]{5,}|[a-z]{5,}[._][a-z]")
_FILES: Final = words(
    "txt md doc docx pdf rtf odt xls xlsx csv tsv json xml html htm js ts py java c h cpp rb go rs sh bat sql db log cfg "
    "ini toml yaml yml zip gz tar png jpg jpeg gif svg tif mp3 mp4 wav avi mov ppt pptx exe dll php css com org net edu"
)
_NAME_PREFIXES: Final = words("mc mac de la le di da du van von o al el st fitz")
_LINE_ENDS: Final = re.compile(r"[ \t]*(?:$|\r?\n|:)")
_LONGEST_NUMBER: Final = 6
_INITIALS: Final = 2
_GLUED: Final = 4


def handles(text: str) -> Iterator[Found]:
    """Yield words with a mark, a digit or a capital inside of which parts are names; logins behind what announces
    them."""
    for token in _TOKEN.finditer(text):
        word = token.group()
        if _has_structure(word):
            end = token.end()
            stem, dot, ending = word.rpartition(".")
            if dot and ending.lower() in _FILES:
                word, end = stem, token.start() + len(stem)
            if len(word) > 3 and (_is_of_person(word) or _signs(text, token.start(), token.end(), word)):
                yield Found(token.start(), end, "USERNAME", 0.6)
        elif word.islower() and _is_glued(word):
            kind = "JOB" if _is_calling(word) else "USERNAME"
            yield Found(token.start(), token.end(), kind, 0.55)
    for match in _HOME.finditer(text):
        if match["owner"].strip().lower() not in _OWNED_BY_NOBODY:
            yield Found(*match.span("owner"), "USERNAME", 0.7)
    for match in _FOLDER.finditer(text):
        if not is_english(match["owner"]) and word_bits(match["owner"]) > 0:
            yield Found(*match.span("owner"), "USERNAME", 0.6)
    for match in _LOGIN.finditer(text):
        word = match.group(1)
        parts = [p.lower() for p in CAMEL_PARTS.findall(word)]
        told = match.group().startswith("~")
        strange = not all(map(is_english, parts))
        if word[:1].islower() and (strange or (told and _has_structure(word))):
            yield Found(*match.span(1), "USERNAME", 0.65)


def _has_structure(word: str) -> bool:
    return not word.isalpha() or not (word.islower() or word.isupper() or word[1:].islower())


def _signs(text: str, start: int, end: int, word: str) -> bool:
    """Return whether a handle stands alone in its line, or begins it before a colon, and may be made of a name."""
    before = text.rfind("\n", 0, start) + 1
    if text[before:start].strip(" \t>@*-") or not _LINE_ENDS.match(text, end):
        return False
    long = [p for p in CAMEL_PARTS.findall(word) if len(p) > _INITIALS]
    return bool(long) and "-" not in word and max(map(word_bits, long)) > 0


def _is_of_person(word: str) -> bool:
    """Return whether a word of several parts holds a name, and nothing that is English beside it but a title; or a
    given name with another behind it, whatever stands beside them."""
    parts = CAMEL_PARTS.findall(word)
    if len(parts) > 1 and parts[0].lower() in _NAME_PREFIXES and word.isalpha():
        return False  # a surname with a prefix
    if word.isupper() or any(p.isupper() and len(p) > _INITIALS for p in parts):
        return False
    digits = DIGIT_RUN.findall(word)
    if any(len(d) > _LONGEST_NUMBER for d in digits) or len(digits) > 1:
        return False
    long = [p for p in parts if len(p) > _INITIALS]
    small = word.islower()
    if not long or ("-" in word and not small):
        return False
    if re.search(r"\.[A-Z]", word) and not (len(long) == 2 and is_given_name(long[0])):
        return False  # a sentence ends without a blank behind its stop
    names = [p for p in long if is_given_name(p) or is_surname(p) or (small and _is_glued(p))]
    others = [p for p in long if p not in names]
    if len(long) == 1:
        if _INITIALED.fullmatch(word) and word_bits(long[0]) > 0:
            return True
        if small and "-" in word and len(parts) == 2 and not is_listed(parts[0]) and word_bits(long[0]) > 0:
            return True
        mixed = bool(digits) or "_" in word or "." in word
        return bool(mixed and (names or (len(long[0]) > 5 and is_unknown(long[0]) and digits)))
    if names:
        if "." not in word and any(_is_pair(a, b) for a, b in pairwise(long)):
            return True
        return all(may_name(p) or len(p) < _GLUED for p in others) or (
            "-" not in word and len(names) >= len(others)
        )
    mixed = small or (word[0].islower() and word.isalpha())
    return mixed and len(long) == 2 and all(map(is_unknown, long))


def _is_pair(first: str, last: str) -> bool:
    """Return whether two parts are a given name that is no English word, and a name that nobody knows."""
    return is_given_name(first) and not is_english(first) and is_unknown(last)


def _is_glued(word: str) -> bool:
    """Return whether a word in small letters is an initial and a surname, or a given name and another name, in one
    piece."""
    if len(word) < 6 or is_english(word) or is_given_name(word) or word_bits(word) <= 0:
        return False
    if len(word) > 6 and is_surname(word[1:]):
        return True
    for at in range(_GLUED, len(word) - _GLUED + 1):
        first, last = word[:at], word[at:]
        if (is_given_name(first) and may_name(last)) or (is_given_name(last) and may_name(first)):
            return True
    return False


def _is_calling(word: str) -> bool:
    """Return whether a word is an English one, no given name, and one for an occupation, in one piece:
    "bridgemaster"."""
    splits = ((word[:at], word[at:]) for at in range(_INITIALS + 1, len(word) - _INITIALS))
    return any(
        last in lexicon.job_heads() and is_english(first) and not is_given_name(first)
        for first, last in splits
    )
