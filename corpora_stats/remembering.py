"""Any source of counts asked question by question, each question once."""

from collections.abc import Sequence

from corpora_stats.asking import AskedCounts, Memory
from corpora_stats.base import CountProvider, Query
from corpora_stats.questions import Question


class ProviderEngine:
    """Any :class:`~corpora_stats.base.CountProvider` as an :class:`Engine`, so that it can be remembered."""

    alternatives = 1 << 30
    groups = 1 << 30
    unites = True
    at_a_time = 4096

    def __init__(self, provider: CountProvider) -> None:
        self.name = provider.name
        self.unit = provider.unit
        self.exact = provider.exact
        self.public = provider.public
        self.minimum_support = provider.minimum_support
        self._provider = provider

    def size(self) -> int:
        """N of the provider."""
        return self._provider.total

    def ask(self, questions: Sequence[Question]) -> Sequence[int]:
        """The counts of the provider."""
        found = self._provider.counts([[Query(group) for group in question] for question in questions])
        return [int(count) for count in found]


def remembered(provider: CountProvider, memory: Memory) -> AskedCounts:
    """`provider`, whose every answer is remembered."""
    return AskedCounts(ProviderEngine(provider), memory)
