"""Link sanitized documents to candidate persons with an attacker; list the words that gave a person away."""

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass
from statistics import fmean

import numpy as np

from sanitizer.audit.attackers import Attacker, Scores, Share, by_word
from sanitizer.common.progress import followed
from sanitizer.errors import UsageError


@dataclass(frozen=True, slots=True)
class Linked:
    """What an attacker makes of one document.

    ``above`` candidates score higher than the true person, ``ties`` as high (the person included), out of
    ``candidates``; ``first`` are the likeliest names; ``gave_away`` the words that point to the person, most
    telling first, in units of the attacker's score.
    """

    document: str
    person: str
    above: int
    ties: int
    candidates: int
    first: tuple[str, ...] = ()
    gave_away: tuple[Share, ...] = ()

    def hit(self, k: int) -> float:
        """Chance that the true person is among the first ``k`` when ties are broken by lot (an empty
        text ties all).
        """
        return min(1.0, max(0.0, (k - self.above) / self.ties))

    @property
    def rank(self) -> float:
        """The person's place, 1 for the likeliest; the middle of a tie."""
        return self.above + (self.ties + 1) / 2


def linkage_at(linked: Sequence[Linked], k: int) -> float | None:
    """Return the share of documents whose true person is among the first ``k`` candidates; ``None`` without
    documents.
    """
    return fmean(one.hit(k) for one in linked) if linked else None


def chance_at(candidates: int, k: int) -> float:
    """Return the share of documents that guessing by lot would link."""
    return min(1.0, k / candidates)


def true_persons(
    documents: Sequence[str],
    attacker: Attacker,
    match: Mapping[str, str] | None = None,
    inputs: Mapping[str, str] | None = None,
) -> dict[str, str]:
    """Return document id -> candidate, by ``match`` where it names the document, else by equal name (a file's
    ending aside).

    ``inputs`` says what a document was called before it was sanitized: ``match`` and candidates may know it by
    that name. Documents whose person is no candidate are left out.

    Raises:
        UsageError: no document has its person among the candidates.
    """
    known = frozenset(attacker.candidates)
    names = {document: (document, (inputs or {}).get(document, document)) for document in documents}
    people = {
        document: next((p for n in both if (p := person_of(n, known, match or {})) is not None), None)
        for document, both in names.items()
    }
    found = {document: person for document, person in people.items() if person is not None}
    if documents and not found:
        raise UsageError(
            f"none of the documents ({len(documents)}) is about one of the {len(known)} candidates: the ids of "
            "documents (--id-field, in JSON lines and CSV) must be the names of candidates, or --match FILE "
            "(document,person) must say who is who"
        )
    return found


def person_of(document: str, candidates: Set[str], match: Mapping[str, str]) -> str | None:
    """Return the candidate whom a document is about: the one that `match` names, else the one of its name, a file's
    ending aside."""
    names = [match[document]] if document in match else [document, document.rpartition(".")[0]]
    return next((name for name in names if name in candidates), None)


def link(
    attacker: Attacker, texts: Mapping[str, str], persons: Mapping[str, str], evidence: int = 10
) -> tuple[Linked, ...]:
    """Attack each text of ``persons`` (document id -> true person), in the order of ``texts``.

    ``evidence`` words are given for each document, and five likeliest names; 0 leaves both out.
    """
    column = {name: i for i, name in enumerate(attacker.candidates)}
    documents = [document for document in texts if document in persons]
    scores = attacker.scores([texts[document] for document in documents])
    return tuple(
        _linked(attacker, document, texts[document], row, column[persons[document]], evidence)
        for document, row in followed(list(zip(documents, scores, strict=True)), "documents attacked")
    )


def _linked(attacker: Attacker, document: str, text: str, row: Scores, true: int, evidence: int) -> Linked:
    own = row[true]
    # scores of equal texts may differ in the last bits
    close = np.isclose(row, own, rtol=1e-9, atol=1e-12)
    first: tuple[str, ...] = ()
    gave_away: tuple[Share, ...] = ()
    if evidence:
        order = np.argsort(-row, kind="stable")[:5]
        first = tuple(attacker.candidates[i] for i in order)
        gave_away = telling_words(attacker, text, true, evidence)
    above = int(((row > own) & ~close).sum())
    return Linked(document, attacker.candidates[true], above, int(close.sum()), len(row), first, gave_away)


def telling_words(attacker: Attacker, text: str, true: int, most: int) -> tuple[Share, ...]:
    """Return the words of ``text`` that speak for candidate number ``true`` more than for the average one,
    strongest first.
    """
    words, each = by_word(*attacker.parts(text))
    if not words:
        return ()
    weight = each[:, true] - each.mean(axis=1)
    order = np.argsort(-weight, kind="stable")[:most]
    return tuple(Share(words[i], float(weight[i])) for i in order if weight[i] > 0)
