"""Passwords, keys and tokens, names of users: behind the words for them, or by their form."""

import re
from collections.abc import Iterator
from typing import Final

from sanitizer.recognize.identifiers.numbered import COMPILED
from sanitizer.recognize.vocabulary import is_english
from sanitizer.text.anchors import Anchors, Led
from sanitizer.text.fold import words
from sanitizer.values.found_values import Found

_KEY_STARTS: Final = (
    "AKIA", "ASIA", "AROA", "AIDA", "AIza", "ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_", "xox", "k_", "eyJ",
    "glpat-", "npm_", "sk-",
)  # fmt: skip
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
_LONG_MIXED: Final = re.compile(
    r"\b(?:AKIA|ASIA|AROA|AIDA|AIza|gh[pousr]_|github_pat_|xox[abpers]-|[sr]k_(?:live|test)_|eyJ|glpat-|npm_|sk-)\w"
)


def passwords_and_logins(anchors: Anchors) -> Iterator[Found]:
    """Yield what opens something, and who opens it: behind the words for them, by a mark, or by how services begin
    them."""
    text = anchors.text
    if "-----BEGIN" in text:
        for match in _PRIVATE_KEY.finditer(text):
            yield Found(match.start(), match.end(), "SECRET", 1.0)
    if "u/" in text or "U/" in text:
        for match in _MEMBER.finditer(text):
            yield Found(*match.span(), "USERNAME", 0.7)
    yield from _announced(anchors)
    for match in _ON_NETWORK.finditer(anchors):
        yield Found(*match.span("name"), "USERNAME", 0.7)
    for match in _KEY.finditer(anchors):
        value = match[1].rstrip(".,;:!?)")
        yield Found(match.start(1), match.start(1) + len(value), "PASSWORD", 0.6)
    if any(start in text for start in _KEY_STARTS):
        yield from _keys(text)


def _announced(anchors: Anchors) -> Iterator[Found]:
    """Passwords and names of users behind the word for them."""
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


def _keys(text: str) -> Iterator[Found]:
    """Yield keys of services by the letters that they begin with."""
    for match in _LONG_MIXED.finditer(text):
        for candidate in COMPILED:
            if candidate.kind.type == "SECRET" and candidate.kind.score > 0.9:
                hit = candidate.match(text, match.start())
                if hit:
                    yield Found(match.start(), hit.end(), "SECRET", 0.95)
