"""Counts from infini-gram, the public interface or the engine on this machine.

Forms: https://infini-gram.readthedocs.io/en/latest/api.html and pkg.html. It counts token windows, not documents, and
its queries are case-sensitive: a phrase is asked in lower case, with a capital, and with capitals, united. In its
language OR binds closer than AND; a clause has at most four phrases, a query at most four clauses."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, Protocol

from corpora_stats.asking import Group, Question
from corpora_stats.base import UNKNOWN, CountsError
from corpora_stats.web import Http, Refused, whole_number

API: Final = "https://api.infini-gram.io/"
CLAUSES: Final = 4
"""Clauses of a query, and phrases of a clause, that the public interface takes."""

NEAR: Final = 100
"""Tokens between two phrases that still count as together (``max_diff_tokens``)."""

FREQUENT: Final = 500_000
"""Occurrences of a clause beyond which the engine samples (``max_clause_freq``)."""


def spellings(phrase: str) -> tuple[str, ...]:
    """Return a normal phrase as texts may write it, without what the query language would take for AND or OR."""
    words = phrase.replace("\\", " ").split()
    whole = " ".join(words)
    capital = whole[:1].upper() + whole[1:]
    names = " ".join(word[:1].upper() + word[1:] for word in words)
    found = [w for w in dict.fromkeys((whole, capital, names)) if w]
    return tuple(w for w in found if not {"AND", "OR"} & set(w.split()))


class InfiniGram:
    """One index of the public interface."""

    exact = False
    public = True
    unit = "window"
    alternatives = 3
    groups = CLAUSES
    unites = False  # the places of a clause are needed for the spellings of one phrase

    def __init__(
        self, http: Http, index: str, *, name: str, url: str = API, near: int = NEAR, minimum_support: int = 2
    ) -> None:
        self.name = name
        self.minimum_support = minimum_support
        self.at_a_time = 4 * max(1, http.manners.at_once)
        self._http = http
        self._url = url
        self._index = index
        self._near = near

    def size(self) -> int:
        """N: the tokens of the index, which is the count of the empty query."""
        return self._count("")

    def ask(self, questions: Sequence[Question]) -> list[int]:
        """Return the count of each question, one request each; UNKNOWN where a phrase has no spelling that can be
        asked."""
        return self._http.each(self._one, questions)

    def query(self, question: Question) -> str:
        """Return the question in infini-gram's language, each group one phrase; "" where one has no spelling."""
        clauses = [spellings(group[0]) for group in question]
        return " AND ".join(" OR ".join(clause) for clause in clauses) if all(clauses) else ""

    def _one(self, question: Question) -> int:
        query = self.query(question)
        return self._count(query) if query else UNKNOWN

    def _count(self, query: str) -> int:
        def read(answer: Any) -> int:
            if "error" in answer:
                raise Refused("the server refuses the query or the index; check the index's name")
            return whole_number(answer["count"])

        body: dict[str, Any] = {"index": self._index, "query_type": "count", "query": query}
        if " AND " in query:
            body |= {"max_clause_freq": FREQUENT, "max_diff_tokens": self._near}
        return self._http.ask("POST", self._url, read, body=body)


class LocalEngine(Protocol):
    """What is used of ``infini_gram.engine.InfiniGramEngine``."""

    def count(self, input_ids: list[int]) -> Mapping[str, Any]:
        """``{"count", "approx"}`` of a row of tokens; all tokens for an empty row."""

    def count_cnf(
        self, cnf: list[list[list[int]]], max_clause_freq: int, max_diff_tokens: int
    ) -> Mapping[str, Any]:
        """``{"count", "approx"}`` of an AND of ORs."""


class LocalInfiniGram:
    """An index on this machine, through the ``infini_gram`` package: nothing leaves."""

    exact = False
    public = False
    unit = "window"
    alternatives = 16
    groups = 16
    unites = True
    at_a_time = 1024

    def __init__(
        self,
        engine: LocalEngine,
        tokenize: Callable[[str], list[int]],
        *,
        name: str,
        near: int = NEAR,
        minimum_support: int = 2,
    ) -> None:
        self.name = name
        self.minimum_support = minimum_support
        self._engine = engine
        self._tokenize = tokenize
        self._near = near

    def size(self) -> int:
        """N: the tokens of the index."""
        return self._read(self._engine.count(input_ids=[]))

    def ask(self, questions: Sequence[Question]) -> list[int]:
        """Return the count of each question."""
        return [self._one(question) for question in questions]

    def _one(self, question: Question) -> int:
        cnf = [self._tokens(group) for group in question]
        if not all(cnf):
            return UNKNOWN
        if len(cnf) == 1 and len(cnf[0]) == 1:
            return self._read(self._engine.count(input_ids=cnf[0][0]))
        found = self._engine.count_cnf(cnf=cnf, max_clause_freq=FREQUENT, max_diff_tokens=self._near)
        return self._read(found)

    def _tokens(self, group: Group) -> list[list[int]]:
        forms = dict.fromkeys(form for phrase in group for form in spellings(phrase))
        return [tokens for form in forms if (tokens := self._tokenize(form))]

    def _read(self, answer: Mapping[str, Any]) -> int:
        if "error" in answer:
            raise CountsError(f"{self.name}: the engine refuses the query")
        return whole_number(answer["count"])
