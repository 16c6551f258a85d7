"""Bind the tokens of `encrypt` to their places, so that values that changed places are seen when they are restored.

A token in a sanitized text ends in its place, ``:N.K.T.TAG``: the number of the document in its collection (0 for a
text by itself), the number of the token in the document, how many there are, and an HMAC-SHA-256 of these, the token
and the tag of the token before it (the first: of the document's id, with a digest of the id behind, ``.ID``), cut to 64
bits. What is sealed stays the same for equal values in all documents.
"""

import base64
import hmac
import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final

from sanitizer.common.keys import Key
from sanitizer.operators.encrypt import TOKEN
from sanitizer.text.edits import Change

_TAG_BYTES: Final = 8
_ID_BYTES: Final = 6
_PLACE: Final = re.compile(r"(\d+)\.(\d+)\.(\d+)\.([\w-]+)(?:\.([\w-]+))?")


def placed(changes: Sequence[Change], key: Key, number: int = 0, id: str = "") -> tuple[Change, ...]:
    """Return the changes of one document with the places of their tokens: of document `number` of a collection
    (from 1) with an `id`, or of a text by itself."""
    total = sum(len(TOKEN.findall(change.replacement)) for change in changes)
    named = _digest(key, id) if number else ""
    at, before = 0, named

    def with_place(match: re.Match[str]) -> str:
        nonlocal at, before
        at += 1
        bare = _bare(match.group())
        before = _tag(key, (before, bare, str(number), str(at), str(total)))
        place = f"{number}.{at}.{total}.{before}" + (f".{named}" if at == 1 and named else "")
        return f"{bare[:-1]}:{place}}}"

    return tuple(
        replace(change, replacement=TOKEN.sub(with_place, change.replacement)) if total else change
        for change in changes
    )


class Places:
    """Says of the texts of one file, in order, whether their tokens stand where they were written.

    The tokens of a document must all be there in their order; documents of a collection must come in its order, but
    some may be missing; `name` is the file's where it holds one document of a folder ("" else): it must be that of the
    document, or its number.
    """

    def __init__(self, key: Key, name: str = "") -> None:
        self._key, self._name = key, name
        self._last = 0

    def hold(self, texts: Iterable[str]) -> bool:
        """Return whether the tokens of the values of one record (or of a text) are whole documents in their places."""
        tokens = [match.group() for text in texts for match in TOKEN.finditer(text)]
        while tokens:
            length = self._document(tokens)
            if not length:
                return False
            tokens = tokens[length:]
        return True

    def _document(self, tokens: Sequence[str]) -> int:
        """Return the number of tokens of the document that begins with the first; 0 where they are not in their
        places."""
        first = _place(tokens[0])
        if first is None or len(tokens) < int(first[3]):
            return 0
        number, total, named = int(first[1]), int(first[3]), first[5] or ""
        before = named
        for at, token in enumerate(tokens[:total], 1):
            place = _place(token)
            if place is None:
                return 0
            before = _tag(self._key, (before, _bare(token), str(number), str(at), str(total)))
            if not hmac.compare_digest(before, place[4]) or (at > 1 and place[5]):
                return 0
        if number and not (number > self._last and self._is_named(number, named)):
            return 0
        self._last = max(self._last, number)
        return total

    def _is_named(self, number: int, named: str) -> bool:
        if not self._name:
            return True
        counted = re.match(r"\d{6,}(?![^\W_])", self._name)
        return named == _digest(self._key, self._name) or (counted is not None and int(counted[0]) == number)


def _place(token: str) -> re.Match[str] | None:
    match = TOKEN.fullmatch(token)
    return _PLACE.fullmatch(match["place"]) if match and match["place"] else None


def _bare(token: str) -> str:
    """Return a token without its place."""
    match = TOKEN.fullmatch(token)
    return token if match is None or not match["place"] else f"{token[: match.start('place') - 1]}}}"


def _tag(key: Key, parts: Sequence[str]) -> str:
    return _text(key.digest("place of a token", *parts)[:_TAG_BYTES])


def _digest(key: Key, id: str) -> str:
    """Return the digest of the last part of an id: the name of a file, wherever its folder is."""
    return _text(key.digest("name of a document", id.rpartition("/")[2])[:_ID_BYTES])


def _text(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()
