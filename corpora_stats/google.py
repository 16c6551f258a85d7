"""Counts from Google's Custom Search, for those who still have it (closed to new customers, ends 2027-01-01).

Form: https://developers.google.com/custom-search/v1/reference/rest/v1/cse/list; ``searchInformation.totalResults`` is
an estimate, as a string. The key travels in a header, never in an address."""

from collections.abc import Sequence
from typing import Any, Final

from corpora_stats.asking import Question
from corpora_stats.base import UNKNOWN
from corpora_stats.web import Http, Refused, Spent, TryAgain

API: Final = "https://www.googleapis.com/customsearch/v1"
LONGEST: Final = 32
"""Words of a search; what comes after is ignored by the server, and would be another question."""

_SPENT: Final = frozenset(["dailyLimitExceeded", "quotaExceeded", "dailyLimitExceededUnreg"])
_FAST: Final = frozenset(["rateLimitExceeded", "userRateLimitExceeded", "backendError"])


class GoogleSearch:
    """One search engine (``cx``). N is not told by the service: the user states it (``total``).

    Every question is one of some hundred a day, so unions are asked as few phrases, the most frequent standing for all.
    """

    exact = False
    public = True
    unit = "page"
    alternatives = 2
    groups = 4
    unites = False
    at_a_time = 1

    def __init__(
        self, http: Http, cx: str, total: int, *, name: str, url: str = API, minimum_support: int = 2
    ) -> None:
        self.name = name
        self.minimum_support = minimum_support
        self._http = http
        self._cx = cx
        self._total = total
        self._url = url

    def size(self) -> int:
        """N as the user states it."""
        return self._total

    def ask(self, questions: Sequence[Question]) -> list[int]:
        """Return the count of each question, one after the other; UNKNOWN for one that is too long for the server."""
        return [self._one(self.query(question)) for question in questions]

    def query(self, question: Question) -> str:
        """Return the question in Google's language: each phrase in quotes; "" where nothing of one is left."""
        phrases = [_plain(group[0]) for group in question]
        return " ".join(f'"{phrase}"' for phrase in phrases) if all(phrases) else ""

    def _one(self, words: str) -> int:
        if not words or len(words.split()) > LONGEST:
            return UNKNOWN
        return self._http.ask("GET", self._url, _read, params={"cx": self._cx, "q": words, "num": "1"})


def _plain(phrase: str) -> str:
    """Without what is syntax inside quotes: quotes and the * that stands for any word."""
    return " ".join(phrase.replace('"', " ").replace("*", " ").split())


def _read(answer: Any) -> int:
    error = answer.get("error")
    if error is not None:
        reasons = {str(e.get("reason", "")) for e in error.get("errors", [])}
        if reasons & _SPENT:
            raise Spent("the day's searches are spent: go on tomorrow (answers so far are in the cache)")
        if reasons & _FAST or error.get("code") in (429, 503):
            raise TryAgain("the server says: too fast")
        if error.get("code") in (400, 401, 403):
            raise Refused("access refused: check GOOGLE_API_KEY (environment) and the engine's id (cx)")
        raise Refused(f"the server answers {error.get('code')}")
    return int(answer["searchInformation"]["totalResults"])
