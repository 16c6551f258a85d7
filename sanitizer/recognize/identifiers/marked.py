"""Find what a word or a mark announces: keys and tokens, passwords, user names, bank codes, IPv6, citations of
judgments, numbers in groups or with a leading zero that measure nothing."""

import re
from collections.abc import Iterator
from typing import Final

from sanitizer.recognize.identifiers import check_digits as checks
from sanitizer.recognize.identifiers.numbered import COMPILED
from sanitizer.recognize.vocabulary import is_english
from sanitizer.text.anchors import Anchors, Led
from sanitizer.text.fold import words
from sanitizer.values.found_values import Found

_KEY_STARTS: Final = (
    "AKIA", "ASIA", "AROA", "AIDA", "AIza", "ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_", "xox", "k_", "eyJ",
    "glpat-", "npm_", "sk-",
)  # fmt: skip
_NEUTRAL: Final = re.compile(r"\[(?:19|20)\d\d\] (?:\d )?[A-Z][A-Za-z]{1,6} (?:[A-Z][a-z]+ )?\d{1,5}\b")
_IPV6: Final = re.compile(
    r"(?<![\w:])(?:[0-9A-Fa-f]{0,4}:){2,7}[0-9A-Fa-f]{0,4}(?:%\w{1,16})?(?:/\d{1,3})?(?![\w:])"
)
_PRIVATE_KEY: Final = re.compile(
    r"-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----[\s\S]{0,8000}?-----END [A-Z ]{0,30}PRIVATE KEY-----"
)
_PASSWORD: Final = Led(
    re.compile(
        r"\b(?:password|passwd|pwd|passphrase)\b(?:(?:\s(?:is|was)|\s?[:=])\s?|\s(?=\S{0,63}\d)(?=\S{0,63}[^\W\d]))[\"'“]?([^\s\"'”]{4,64})",
        re.IGNORECASE,
    ),
    words("password passwd pwd passphrase"),
)
_KEY: Final = Led(
    re.compile(
        r"\b(?:key|code|passcode)\b(?:\s(?:is|was)|\s?[:=])\s?[\"'“]?(?=[^\s]*[A-Za-z])(?=[^\s]*\d)(\w[^\s\"'”]{6,63})",
        re.IGNORECASE,
    ),
    words("key code passcode"),
)
"""What opens something: letters and digits in one word, or in several with marks between."""
_NETWORKS: Final = (
    "insta", "instagram", "snap", "snapchat", "tiktok", "twitter", "telegram", "discord", "skype", "steam", "xbox",
    "psn", "twitch", "github", "reddit", "facebook", "whatsapp", "wechat", "onlyfans", "linkedin", "youtube",
    "mastodon", "bluesky",
)  # fmt: skip
_USER: Final = Led(
    re.compile(
        r"\b(?:user ?name|user ?id|login|screen name|nickname|handle)\b"
        r"(?:\s(?:is|was)|\s?[:=]|(?<=handle)(?=\s@?[a-z][\w-]{0,30}[._\d]\w))\s?[\"'“]?([\w.@-]{3,40})",
        re.IGNORECASE,
    ),
    words("user username userid login screen nickname handle"),
)
_ON_NETWORK: Final = Led(
    re.compile(
        rf"\b(?:{'|'.join(_NETWORKS)})(?: (?:name|id|tag|account|user|profile))?(?:\s(?:is|was)\s|\s?[:=]\s?|\s)[\"'“]?"
        r"(?P<name>(?:@\w|[^\W\d])[\w:-]{0,30}[._#\d][\w.#:-]{0,30}(?<![.:-]))",
        re.IGNORECASE,
    ),
    frozenset(_NETWORKS),
)
"""The name on a network behind that of the network: with a mark or digit in it, as no word of English has, and no
digit in front, as numbers, times and versions have."""
_MEMBER: Final = re.compile(r"(?<![\w/.])/?[Uu]/([A-Za-z][\w-]{2,24})(?![\w/])")
_GROUPS: Final = re.compile(
    r"\d(?<![\w.,/+-]\d)\d{1,5}(?:(?:[ -]\d{2,6}){2,5}|(?: / \d{2,6}){2,5})(?![\w/]|[.,-]\d)"
)
_LEAST_GROUPED: Final = 9
"""Digits of a number in groups that is no other number: telephone numbers, cards and amounts have their own forms."""
_THOUSANDS: Final = re.compile(r"\d{1,3}(?: \d{3}){1,3}")
"""A number up to the billions; nobody counts more in full."""
_YEARS: Final = re.compile(r"(?:1[5-9]|20)\d\d(?:(?:[ -]| / )(?:1[5-9]|20)\d\d)+")
_PAIR: Final = re.compile(
    r"(?P<first>\d(?<![\w.,/+$€£-]\d)\d{1,5})(?P<mark>[-/])(?P<second>\d{3,7})(?![\w/%]|[.,-]\d)"
)
_LEAST_PAIRED: Final = 7
"""Digits of two numbers with a mark between that are no range, for it would fall, and no ratio."""
_OTHER_PAIR: Final = re.compile(r"\d+[-/](?:1[5-9]|20)\d\d|(?:[2-9]\d\d-0|555-\d)\d{3}")
"""What ends in a year, as the numbers of laws do, or is a number of a telephone within its exchange."""
_LED_BY_ZERO: Final = re.compile(r"0(?<![\w/.,-]0)\d{2,6}[/-]\d{1,4}(?![\w/-])")
_LONG_MIXED: Final = re.compile(
    r"\b(?:AKIA|ASIA|AROA|AIDA|AIza|gh[pousr]_|github_pat_|xox[abpers]-|[sr]k_(?:live|test)_|eyJ|glpat-|npm_|sk-)\w"
)
_BIC_WORD: Final = re.compile(
    r"\b(?:BIC|SWIFT|swift|bic)\b[^\n]{0,30}?\b([A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?)\b"
)


def marked(anchors: Anchors) -> Iterator[Found]:
    """What is announced."""
    text = anchors.text
    yield from _announced_by_signs(text)
    yield from _by_their_form(anchors)
    yield from _announced_by_words(anchors)
    for match in _ON_NETWORK.finditer(anchors):
        yield Found(*match.span("name"), "USERNAME", 0.7)
    for match in _KEY.finditer(anchors):
        value = match[1].rstrip(".,;:!?)")
        yield Found(match.start(1), match.start(1) + len(value), "PASSWORD", 0.6)
    if any(start in text for start in _KEY_STARTS):
        yield from _keys(text)


def _announced_by_signs(text: str) -> Iterator[Found]:
    """Neutral citations, addresses of IPv6, private keys."""
    if "] " in text:
        for match in _NEUTRAL.finditer(text):
            yield Found(match.start(), match.end(), "CASE_NUMBER", 0.8)
    if "::" in text or text.count(":") >= 6:
        for match in _IPV6.finditer(text):
            if len(match.group()) > 4 and checks.ip(match.group().partition("%")[0]):
                yield Found(match.start(), match.end(), "IP", 0.9)
    if "-----BEGIN" in text:
        for match in _PRIVATE_KEY.finditer(text):
            yield Found(match.start(), match.end(), "SECRET", 1.0)


def _by_their_form(anchors: Anchors) -> Iterator[Found]:
    """Members of a forum, numbers in groups, numbers with a leading zero and a part behind a stroke."""
    text = anchors.text
    if "u/" in text or "U/" in text:
        for match in _MEMBER.finditer(text):
            yield Found(*match.span(), "USERNAME", 0.7)
    for match in anchors.at_close(_GROUPS):
        whole = match.group()
        digits = sum(map(str.isdecimal, whole))
        if digits >= _LEAST_GROUPED and not _THOUSANDS.fullmatch(whole) and not _YEARS.fullmatch(whole):
            yield Found(*match.span(), "CODE", 0.5)
    for match in anchors.at_close(_PAIR):
        first, second = match["first"], match["second"]
        ranged = int(first) < int(second) and second[0] != "0" and match["mark"] == "-"
        if len(first + second) >= _LEAST_PAIRED and not ranged and not _OTHER_PAIR.fullmatch(match.group()):
            yield Found(*match.span(), "CODE", 0.55)
    for match in anchors.at_close(_LED_BY_ZERO):
        yield Found(*match.span(), "CASE_NUMBER", 0.5)


def _announced_by_words(anchors: Anchors) -> Iterator[Found]:
    """Passwords, names of users and codes of banks behind the word for them."""
    text = anchors.text
    for match in _PASSWORD.finditer(anchors):
        end = match.end(1)
        while end > match.start(1) + 4 and text[end - 1] in ".,;":
            end -= 1
        if end - match.start(1) >= 4 and not match.group(1).isalpha():
            yield Found(match.start(1), end, "PASSWORD", 0.8)
    for match in _USER.finditer(anchors):
        value = match.group(1).rstrip(".-")
        said = text[match.start() : match.start(1)].rstrip("\"'“ ")  # no login, but a verb
        if len(value) >= 3 and not (said.endswith(("is", "was")) and is_english(value)):
            yield Found(match.start(1), match.start(1) + len(value), "USERNAME", 0.6)
    if "BIC" in text or "SWIFT" in text or "swift" in anchors.lowered:
        for match in _BIC_WORD.finditer(text):
            if checks.stdnum("bic")(match.group(1)):
                yield Found(match.start(1), match.end(1), "BIC", 0.85)


def _keys(text: str) -> Iterator[Found]:
    """Keys of services by the letters that they begin with."""
    for match in _LONG_MIXED.finditer(text):
        for candidate in COMPILED:
            if candidate.kind.type == "SECRET" and candidate.kind.score > 0.9:
                hit = candidate.match(text, match.start())
                if hit:
                    yield Found(match.start(), hit.end(), "SECRET", 0.95)
