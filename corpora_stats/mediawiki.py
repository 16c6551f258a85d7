"""Counts from the search of a MediaWiki: `action=query&list=search&srinfo=totalhits`.

Forms: https://www.mediawiki.org/wiki/API:Search, API:Etiquette and Manual:Maxlag_parameter (the error comes with status
200 and a Retry-After header). Requests are serial, say who asks, and wait when the server is behind."""

from collections.abc import Callable, Sequence
from typing import Any, Final

from corpora_stats.asking import Question
from corpora_stats.base import UNKNOWN
from corpora_stats.web import Http, Refused, TryAgain, whole_number

LONGEST: Final = 300
"""Characters of a search; a longer one is refused by the servers."""

_BUSY: Final = frozenset(["maxlag", "ratelimited", "readonly", "internal_api_error_DBQueryError"])


class MediaWiki:
    """The articles (name space 0) of one wiki, e.g. ``https://en.wikipedia.org/w/api.php``. Counts are those that its
    search engine reports: estimates. It has no brackets, so a union is asked phrase by phrase."""

    exact = False
    public = True
    unit = "page"
    alternatives = 3
    groups = 4
    unites = False
    at_a_time = 1

    def __init__(self, http: Http, url: str, *, name: str, minimum_support: int = 2) -> None:
        self.name = name
        self.minimum_support = minimum_support
        self._http = http
        self._url = url

    def size(self) -> int:
        """N: the articles that the wiki says it has (site statistics)."""

        def read(answer: Any) -> int:
            _check(answer)
            return whole_number(answer["query"]["statistics"]["articles"])

        return self._get({"meta": "siteinfo", "siprop": "statistics"}, read)

    def ask(self, questions: Sequence[Question]) -> list[int]:
        """Return the count of each question, one request after the other; UNKNOWN for one that is too long for it."""
        return [self._search(self.query(question)) for question in questions]

    def query(self, question: Question) -> str:
        """Return the question in the language of the search: each phrase in quotes; "" where nothing of one is left."""
        phrases = [_plain(group[0]) for group in question]
        return " ".join(f'"{phrase}"' for phrase in phrases) if all(phrases) else ""

    def _search(self, words: str) -> int:
        def read(answer: Any) -> int:
            _check(answer)
            return whole_number(answer["query"]["searchinfo"]["totalhits"])

        if not words or len(words) > LONGEST:
            return UNKNOWN
        return self._get(
            {
                "list": "search",
                "srsearch": words,
                "srwhat": "text",
                "srinfo": "totalhits",
                "srprop": "",
                "srlimit": "1",
                "srnamespace": "0",
            },
            read,
        )

    def _get(self, more: dict[str, str], read: Callable[[Any], int]) -> int:
        params = {"action": "query", "format": "json", "formatversion": "2", "maxlag": "5", **more}
        return self._http.ask("GET", self._url, read, params=params)


def _plain(phrase: str) -> str:
    """Without what is syntax inside or around quotes: quotes, backslashes, and the ~ and * of fuzzy search."""
    return " ".join("".join(" " if c in '"\\~*?' else c for c in phrase).split())


def _check(answer: Any) -> None:
    error = answer.get("error")
    if error is not None:
        code = str(error["code"])
        if code in _BUSY:
            raise TryAgain(f"the server answers {code!r}")
        raise Refused(f"the server answers {code!r}: check the address (it ends in api.php)")
