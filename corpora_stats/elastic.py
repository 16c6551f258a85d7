"""Counts from Elasticsearch or OpenSearch (`_count` for one question, `_msearch` for many) and from Quickwit (a search
with ``max_hits`` 0).

Forms: https://www.elastic.co/guide/en/elasticsearch/reference/current/search-count.html and search-multi-search.html;
OpenSearch keeps both. Phrases are values of a JSON query (match_phrase), so nothing in them is syntax."""

import re
from collections.abc import Sequence
from typing import Any
from urllib.parse import quote

from corpora_stats.asking import Group, Question, Told
from corpora_stats.base import CountsError
from corpora_stats.web import Http, Refused, TryAgain, whole_number

_BATCH = (
    64  # searches of one request: large enough to hide the way there, small enough for any server's limit
)
_BUSY = frozenset([429, 500, 502, 503, 504])


class Elastic:
    """One field of one index (or alias, or pattern). Exact, if all shards answer; an answer of some is refused.

    The analysis of the field decides what a phrase is; with ``english`` or a like one (lower case, stems) counts mean
    the same as those of the local index."""

    exact = True
    public = True
    alternatives = 256  # clauses of one bool query; the servers' own limit is 1,024 or more
    groups = 16
    unites = True

    def __init__(self, http: Http, url: str, index: str, field: str, told: Told) -> None:
        self.name = told.name
        self.unit = told.unit
        self.minimum_support = told.minimum_support
        self.at_a_time = _BATCH * max(1, http.manners.at_once)
        self._http = http
        self._base = f"{url.rstrip('/')}/{quote(index, safe='*,-_.')}"
        self._field = field

    def size(self) -> int:
        """N: all documents of the index."""
        return self._count({"match_all": {}})

    def ask(self, questions: Sequence[Question]) -> list[int]:
        """Return the count of each question."""
        if len(questions) == 1:
            return [self._count(self._query(questions[0]))]
        batches = [questions[first : first + _BATCH] for first in range(0, len(questions), _BATCH)]
        return [count for batch in self._http.each(self._search, batches) for count in batch]

    def _count(self, query: dict[str, Any]) -> int:
        def read(answer: Any) -> int:
            _check(answer)
            return whole_number(answer["count"])

        return self._http.ask("POST", f"{self._base}/_count", read, body={"query": query})

    def _search(self, questions: Sequence[Question]) -> list[int]:
        def read(answer: Any) -> list[int]:
            _check(answer, shards=False)
            responses = answer["responses"]
            if len(responses) != len(questions):
                raise ValueError("not as many answers as questions")
            return [_hits(response) for response in responses]

        lines: list[Any] = []
        for question in questions:
            lines += [{}, {"size": 0, "track_total_hits": True, "query": self._query(question)}]
        return self._http.ask("POST", f"{self._base}/_msearch", read, lines=lines)

    def _query(self, question: Question) -> dict[str, Any]:
        return {"bool": {"filter": [self._any(group) for group in question]}}

    def _any(self, group: Group) -> dict[str, Any]:
        phrases = [{"match_phrase": {self._field: {"query": phrase}}} for phrase in group]
        if len(phrases) == 1:
            return phrases[0]
        return {"bool": {"should": phrases, "minimum_should_match": 1}}


def _check(answer: Any, shards: bool = True) -> None:
    """Raise where an answer is an error, or only that of some shards."""
    error = answer.get("error")
    if error is not None:
        status = answer.get("status")
        kind = error.get("type", "error") if isinstance(error, dict) else "error"
        if status in _BUSY:
            raise TryAgain(f"the server answers {status}")
        if kind == "index_not_found_exception":
            raise Refused("there is no such index; check the name after the last slash")
        if kind in ("security_exception",):
            raise Refused(
                "access refused: check ELASTIC_API_KEY, or ELASTIC_USER and ELASTIC_PASSWORD (environment)"
            )
        raise Refused(f"the server answers {status} ({kind}): check the index and the field")
    if shards:
        if answer["_shards"]["failed"]:
            raise TryAgain("some shards did not answer, so that the count would be too low")
        if answer.get("timed_out") is True:
            raise TryAgain("the search ran out of its time, so that the count would be too low")


def _hits(response: Any) -> int:
    _check(response)
    total = response["hits"]["total"]
    if total["relation"] != "eq":
        raise ValueError("a lower bound where all was asked for")
    return whole_number(total["value"])


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
        """Return the count of each question, one request each."""
        return self._http.each(lambda question: self._count(self.query(question)), questions)

    def query(self, question: Question) -> str:
        """Return the question in Quickwit's language."""
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
