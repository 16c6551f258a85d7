"""Hardening within a run of `sanitizer sanitize`: who a document is about, what is told of it, and the totals."""

import hashlib
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from sanitizer.audit.harden import Hardened, Hardener
from sanitizer.audit.linkage import person_of
from sanitizer.check.report import Attacked, NotAttacked
from sanitizer.check.summary import HardeningSummary, mean_of
from sanitizer.pipeline import Sanitizer
from sanitizer.result import SanitizedDocument
from sanitizer.types import Document


class Hardening:
    """Sanitizes documents one by one against what is known of candidates; holds no state between them, so that
    forked workers share it.

    ``background`` maps candidates to what is known of them, ``match`` documents to candidates where names differ.

    Raises:
        UsageError: there are not more than ``k`` candidates, or their texts hold no words.
    """

    def __init__(
        self, background: Mapping[str, str], match: Mapping[str, str], k: int = 5, floor: float = 0.5
    ) -> None:
        self.k, self.floor = k, floor
        self._hardener = Hardener.with_background(background, k, floor)
        self._candidates = frozenset(background)
        self._match = match
        parts = (k, floor, sorted(background.items()), sorted(match.items()))
        self.fingerprint = hashlib.sha256(repr(parts).encode("utf-8", "surrogatepass")).hexdigest()

    @property
    def candidates(self) -> int:
        """How many persons the attacker chooses among."""
        return len(self._candidates)

    def sanitize(self, sanitizer: Sanitizer, document: Document) -> SanitizedDocument:
        """A document whose person is a candidate, hardened; another one as the sanitizer makes it. The report says
        which (``hardening``, docs/report.md)."""
        person = person_of(document.id, self._candidates, self._match)
        if person is None:
            done = sanitizer.sanitize(document)
            told: Attacked | NotAttacked = NotAttacked(person=None, outcome="no candidate")
        else:
            hardened = self._hardener(sanitizer.sanitize, document, person)
            done, told = hardened.draft, _told(person, hardened)
        sent = sanitizer.judge.calculator.chain.sent()  # by every draft, not by the one that was taken alone
        return replace(done, report=replace(done.report, sent=sent, hardening=told))


def _told(person: str, hardened: Hardened[SanitizedDocument]) -> Attacked:
    return Attacked(
        person=person,
        outcome=hardened.outcome,
        rank_before=hardened.before.rank,
        rank_after=hardened.after.rank,
        words=tuple(sorted(hardened.words)),
        utility_before=hardened.utility_before,
        utility_after=hardened.utility_after,
    )


@dataclass
class HardeningTotals:
    """What hardening did to the documents of a run."""

    hardening: Hardening
    attacked: dict[str, Attacked] = field(default_factory=dict)
    without_person: list[str] = field(default_factory=list)

    def add(self, document: str, told: Attacked | NotAttacked) -> None:
        """Note down the ``hardening`` of a document's report."""
        if isinstance(told, NotAttacked):
            self.without_person.append(document)
        else:
            self.attacked[document] = told

    @property
    def open(self) -> list[str]:
        """Documents whose person is still among the first candidates."""
        return [name for name, told in self.attacked.items() if told.outcome != "hidden"]

    @property
    def met(self) -> bool:
        """Whether every person is hidden who could be; not when no document was about a candidate."""
        return not self.open and bool(self.attacked or not self.without_person)

    def told(self) -> HardeningSummary:
        """For the summary of the report."""
        rows, k = list(self.attacked.values()), self.hardening.k
        return HardeningSummary(
            k=k,
            floor=self.hardening.floor,
            candidates=self.hardening.candidates,
            attacked=len(rows),
            first_before=sum(row.rank_before <= 1 for row in rows),
            first_after=sum(row.rank_after <= 1 for row in rows),
            among_k_before=sum(row.rank_before <= k for row in rows),
            among_k_after=sum(row.rank_after <= k for row in rows),
            utility_before=mean_of(row.utility_before for row in rows),
            utility_after=mean_of(row.utility_after for row in rows),
            outcomes=dict(sorted(Counter(row.outcome for row in rows).items())),
            not_hidden=tuple(self.open),
            without_person=tuple(self.without_person),
        )

    def lines(self) -> list[str]:
        """What the command says, document by document where something is left."""
        total = self.told()
        told = [
            f"{name}: still among the first {total.k} candidates "
            + ("(hiding more would cost more utility than the floor allows)"
               if self.attacked[name].outcome == "floor" else "(no word is left that points to the person)")
            for name in self.open
        ]  # fmt: skip
        told += [
            f"{name}: not hardened, its person is no candidate of the background"
            for name in self.without_person
        ]
        if total.attacked:
            told.append(
                f"hardening: persons among the first {total.k} of {total.candidates} candidates in "
                f"{total.among_k_before} of {total.attacked} documents before, in {total.among_k_after} "
                f"after; {total.utility_before} % of the information kept before, {total.utility_after} % after"
            )
        return told
