# ruff: noqa: E501 (a form reads best on one line)
"""Addresses on the network: e-mail, handles, web addresses, domains."""

import re
from collections.abc import Iterator
from typing import Final

from sanitizer.recognize.identifiers import check_digits as checks
from sanitizer.text.anchors import Anchors
from sanitizer.values.found_values import Found

_LOCAL: Final = frozenset("!#$%&'*+/=?^_`{|}~.-")
_DOMAIN: Final = re.compile(
    r"(?:[^\W_](?:[\w-]{0,61}[^\W_])?\.)+[^\W\d_]{2,24}(?![^\W_])|\[\d{1,3}(?:\.\d{1,3}){3}\]"
)
_HOST: Final = re.compile(r"(?:\d{1,3}(?:\.\d{1,3}){3}|[^\W\d_][\w-]{1,62}(?:\.[\w-]{1,62}){0,4})(?![^\W_])")
"""A machine without a domain of the net: "mailhost", "10.2.3.4"."""
_BROKEN: Final = re.compile(
    r"[ \t]?(?:\r?\n[ \t]*)?[\w-]{1,63}(?:\.[\w-]{1,63}){0,3}(?:\.?[ \t]*\r?\n[ \t]*|\.)[\w-]{0,63}(?:\.[\w-]{2,24}){0,3}(?![^\W_])"
)
"""A domain with the end of a line before it or in it."""
_SPELLED: Final = re.compile(
    r"(?<![\w.+%-])(?!(?:me|us|him|her|them|it|you|is|am|are|was|here|there|mail|email)[ ]at)(?P<local>\w[\w.+%-]{1,63}(?:[ ]dot[ ][\w+%-]{1,30}){0,3})[ ]?(?P<at>[ ]at[ ]|[\[({<][ ]?(?:at|a|@)[ ]?[\])}>]|_at_|[ ]@[ ])[ ]?"
    r"(?P<host>[\w-]{2,63}(?:(?:\.|[ ]dot[ ]|[ ]?[\[({<][ ]?dot[ ]?[\])}>][ ]?)[\w-]{2,63}){0,4})(?![^\W_])",
    re.IGNORECASE,
)
_SIGN: Final = re.compile(r"[\[({<][ ]?(?:[Aa][Tt]?|@)[ ]?[\])}>]|_[Aa][Tt]_|[ ]@[ ]")
_MARKS: Final = ("(", "[", "{", "<", "@", "_")
_SAID_SIGN: Final = re.compile(r"[Aa][Tt][ ][ ]?[\w-]{2,63}(?:\.|[ ][Dd][Oo][Tt][ ]|[ ]?[\[({<])")
"""What may stand for the sign: the word alone does where a domain with its end follows."""
_IN_BRACKETS: Final = re.compile(r"[\[({<]a[\])}>]", re.IGNORECASE)
"""What stands for the sign, and for a letter of a list as well."""
_TOP: Final = re.compile(r"(?:\.|dot[ \])}>]{1,3})[a-z]{2,24}$", re.IGNORECASE)
_HANDLE: Final = re.compile(r"@[A-Za-z_]\w{1,38}(?:\.\w{1,30})?")
_MASTODON: Final = re.compile(r"@[A-Za-z_]\w{1,38}@(?:[\w-]{1,63}\.){1,4}[a-z]{2,24}")


def at_signs(text: str) -> Iterator[Found]:
    """E-mail addresses and handles."""
    position = text.find("@")
    while position >= 0:
        start = _local(text, position)
        domain = _domain(text, start, position) if start < position else None
        if domain:
            yield Found(start, domain.end(), "EMAIL", 0.98)
            position = text.find("@", domain.end())
            continue
        handle = None
        if not position or not (text[position - 1].isalnum() or text[position - 1] == "@"):
            handle = _MASTODON.match(text, position) or _HANDLE.match(text, position)
        if handle:
            yield Found(position, handle.end(), "HANDLE", 0.7)
        position = text.find("@", handle.end() if handle else position + 1)


def _local(text: str, position: int) -> int:
    """Return where what stands before the sign at `position` begins, also when it stands on the line before."""
    end = position
    broken = re.compile(r"(?:\r?\n)[ \t]*$").search(text, max(0, position - 8), position)
    if broken and broken.start() and text[broken.start() - 1].isalnum():
        end = broken.start()
    start, floor = end, max(0, end - 64)
    while start > floor and (text[start - 1].isalnum() or text[start - 1] in _LOCAL):
        start -= 1
    while start < end and text[start] in ".'-*_/`":
        start += 1
    if end < position and not ("." in text[start:end] or text[start:end].islower()):
        return position
    return start if start < end else position


def _domain(text: str, start: int, position: int) -> re.Match[str] | None:
    """Return the domain or machine behind the sign at `position` of an address that begins at `start`."""
    whole = _DOMAIN.match(text, position + 1)
    if whole:
        return whole
    broken = _BROKEN.match(text, position + 1)
    if broken and "." in broken.group() and _TLD.search(broken.group()):
        return broken
    named = any(c.isalpha() for c in text[start:position])
    return _HOST.match(text, position + 1) if named else None


def spelled_out(anchors: Anchors) -> Iterator[Found]:
    """Yield addresses whose sign is written as a word or in brackets: "helena [at] example.org", "h.m at example
    dot org"."""
    text, lowered = anchors.text, anchors.lowered
    at = lowered.find(" at ")
    while at >= 0 and not _SAID_SIGN.match(text, at + 1):
        at = lowered.find(" at ", at + 3)
    if at < 0 and not (any(mark in text for mark in _MARKS) and _SIGN.search(text)):
        return
    for match in _SPELLED.finditer(text):
        bare = match["at"].lower() == " at "
        top = _TOP.search(match["host"]) is not None
        local = match["local"]
        if bare and (
            not top or not (" dot " in match["host"].lower() or re.search(r"[\d_.]| dot ", local.rstrip(".")))
        ):
            continue
        if (match["at"] == " @ " or _IN_BRACKETS.fullmatch(match["at"])) and not top:
            continue
        yield Found(match.start(), match.end(), "EMAIL", 0.85)


_URL: Final = re.compile(
    r"(?:https?|hxxps?|ftps?|sftp|ssh|git|file|wss?|mailto|tel|s3|jdbc):(?://)?[^\s<>\"“”]{3,2000}|(?:www\d?\.|//)[^\s<>\"“”]{3,2000}",
    re.IGNORECASE,
)
_URL_START: Final = re.compile(
    r"(?:https?|hxxps?|ftps?|sftp|ssh|git|file|wss?|s3)://|(?<![:\w/])//(?=[\w-]{1,63}(?:\.[\w-]{1,63}){1,4}/)|\bwww\d?\.|\bmailto:",
    re.IGNORECASE,
)
_TLD: Final = re.compile(
    r"\.(?:com|org|net|edu|gov|mil|int|info|biz|io|ai|app|dev|me|tv|co|eu|us|uk|ca|au|nz|ie|de|fr|it|es|nl|be|ch|at|se|no|dk|fi|pl|cz|pt|gr|ro|hu|ru|ua|tr|jp|cn|in|br|mx|ar|za|kr|xyz|online|site|gl|ly)(?![\w-])(?!\.\w)",
)
_WEAK_TLD: Final = frozenset(
    ["it", "no", "at", "in", "me", "us", "be", "is", "so", "my", "to", "io", "ai", "co", "de", "es", "in"]
)


def web(text: str) -> Iterator[Found]:
    """Web addresses, and domains that end in a name of a country or in another that is common."""
    done = 0
    if "//" in text or "www" in text or "mailto:" in text or "WWW" in text:
        for begin in _URL_START.finditer(text):
            if begin.start() < done:
                continue
            match = _URL.match(text, begin.start())
            if match:
                end = match.end()
                while end > begin.end() and (
                    text[end - 1] in ".,;:!?'’\"*_" or (text[end - 1] == ")" and "(" not in match.group())
                ):
                    end -= 1
                yield Found(begin.start(), end, "URL", 0.95)
                done = end
    for tld in _TLD.finditer(text):
        start = tld.start()
        floor = max(done, start - 100)
        while start > floor and (text[start - 1].isalnum() or text[start - 1] in "-."):
            start -= 1
        while start < tld.start() and text[start] in ".-":
            start += 1
        name = text[start : tld.start()]
        if not name or (start and text[start - 1] in "@/\\") or start < done:
            continue
        weak = tld.group()[1:] in _WEAK_TLD
        if not any(c.isalpha() for c in name) or (weak and (len(name) < 4 or name[0].isupper())):
            continue
        path = re.compile(r"(?:/[^\s<>\"“”]{0,500})?").match(text, tld.end())
        end = path.end() if path else tld.end()
        while end > tld.end() and text[end - 1] in ".,;:!?'’\")":
            end -= 1
        yield Found(start, end, "DOMAIN" if end == tld.end() else "URL", 0.55 if weak else 0.65)
        done = end


_IPV6: Final = re.compile(
    r"(?<![\w:])(?:[0-9A-Fa-f]{0,4}:){2,7}[0-9A-Fa-f]{0,4}(?:%\w{1,16})?(?:/\d{1,3})?(?![\w:])"
)


def ipv6(text: str) -> Iterator[Found]:
    """Yield addresses of IPv6."""
    if "::" in text or text.count(":") >= 6:
        for match in _IPV6.finditer(text):
            if len(match.group()) > 4 and checks.ip(match.group().partition("%")[0]):
                yield Found(match.start(), match.end(), "IP", 0.9)
