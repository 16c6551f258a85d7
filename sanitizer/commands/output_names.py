"""Name documents in the output of `sanitizer sanitize`: what tells something becomes a number, no name comes twice."""

from dataclasses import dataclass, field
from pathlib import PurePath

from sanitizer.documents.known_formats import ending, format_called
from sanitizer.documents.read import Collection
from sanitizer.run.collection import Outcome
from sanitizer.run.names import plain_endings


@dataclass
class OutputNames:
    """The names of the documents of one run; ``renamed`` collects the documents whose id tells something, with what
    stands for it (no ending). Where the output held files ``before``, none of their names is used, and numbers go on
    behind the greatest of theirs."""

    collection: Collection
    renamed: dict[str, str] = field(default_factory=dict, repr=False)
    before: tuple[str, ...] = field(default=(), repr=False)
    _folders: dict[tuple[str, ...], str] = field(default_factory=dict, repr=False)
    _last: int = 0
    _taken: set[str] = field(default_factory=set, repr=False)
    _plain_endings: frozenset[str] = field(default_factory=plain_endings, repr=False)

    def begin(self, before: tuple[str, ...]) -> None:
        """Settle which files the folder of the output held before this run."""
        self.before = before
        self._taken |= set(before)
        stems = (PurePath(name).name.partition(".")[0] for name in before)
        self._last = max((int(stem) for stem in stems if stem.isdecimal() and len(stem) < 10), default=0)

    def name(self, outcome: Outcome, number: int) -> None:
        """Settle the id of the `number`-th document in the output: parts that tell something become numbers, and no two
        documents get one name."""
        count, suffix, own = f"{number + self._last:06d}", self._suffix(outcome), ending(outcome.id)
        whole = PurePath(outcome.id).parts if self.collection.is_folder else (outcome.id,)
        parts = []
        for index in range(len(whole) - 1):
            above = whole[: index + 1]
            if index in outcome.telling:
                self._folders.setdefault(above, count)
            parts.append(self._folders.get(above, whole[index]))
        last = len(whole) - 1
        parts.append(count if last in outcome.telling else whole[last].removesuffix(own if suffix else ""))
        chosen, again = "/".join(parts), 0
        while chosen + suffix in self._taken:
            chosen = "/".join([*parts[:-1], f"{count}-{again}" if again else count])
            again += 1
        self._taken.add(chosen + suffix)
        if chosen + suffix != outcome.id:
            self.renamed[outcome.id] = chosen

    def new_id(self, outcome: Outcome) -> str:
        """The id in the output: a number where the id itself tells something; a file keeps its ending."""
        if outcome.id not in self.renamed:
            return outcome.id
        return self.renamed[outcome.id] + self._suffix(outcome)

    def _suffix(self, outcome: Outcome) -> str:
        """The ending of a file that its number keeps, by the format it is written in: none that may tell something."""
        suffix = "" if self.collection.has_rows else ending(outcome.id)
        if suffix and self.collection.is_folder:
            kind = format_called(self.collection.format_of(outcome.id))
            other = kind.written_as(self.collection.fields)
            if other is not None:
                return other
        return suffix if set(PurePath(suffix.lower()).suffixes) <= self._plain_endings else ""
