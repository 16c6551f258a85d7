"""Counts from Quickwit: `POST /api/v1/{index}/search` with ``max_hits`` 0.

Forms: https://quickwit.io/docs/reference/rest-api and query-language. The field must be indexed with positions
(``record: position``), else phrases are refused. Phrases are quoted and escaped."""

import re
from collections.abc import Sequence
from typing import Any
from urllib.parse import quote

from corpora_stats.asking import Told
from corpora_stats.base import CountsError
from corpora_stats.questions import Group, Question
from corpora_stats.web import Http, TryAgain, whole_number

_FIELD = re.compile(r"[A-Za-z_][\w.-]*")


class Quickwit:
    """One field of one index. Exact; an answer with failed splits is refused."""

    exact = True
    public = True
    alternatives = 64
    groups = 16
    unites = True

    def __init__(self, http: Http, url: str, index: str, field: str, told: Told) -> None:
        if not _FIELD.fullmatch(field):
            raise CountsError(
                f"{told.name}: {field!r} is no name of a field (letters, digits, underscores, dots, hyphens)"
            )
        self.name = told.name
        self.unit = told.unit
        self.minimum_support = told.minimum_support
        self.at_a_time = 16 * max(1, http.manners.at_once)
        self._http = http
        self._url = f"{url.rstrip('/')}/api/v1/{quote(index, safe='*,-_.')}/search"
        self._field = field

    def size(self) -> int:
        """N: all documents of the index."""
        return self._count("*")

    def ask(self, questions: Sequence[Question]) -> list[int]:
        """The count of each question, one request each."""
        return self._http.each(lambda question: self._count(self.query(question)), questions)

    def query(self, question: Question) -> str:
        """The question in Quickwit's language."""
        return " AND ".join(self._any(group) for group in question)

    def _any(self, group: Group) -> str:
        phrases = [f'{self._field}:"{_escape(phrase)}"' for phrase in group]
        return phrases[0] if len(phrases) == 1 else f"({' OR '.join(phrases)})"

    def _count(self, query: str) -> int:
        def read(answer: Any) -> int:
            if answer.get("errors"):
                raise TryAgain("some splits could not be searched, so that the count would be too low")
            return whole_number(answer["num_hits"])

        return self._http.ask("POST", self._url, read, body={"query": query, "max_hits": 0})


def _escape(phrase: str) -> str:
    return phrase.replace("\\", "\\\\").replace('"', '\\"')
