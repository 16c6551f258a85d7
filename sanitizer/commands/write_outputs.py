"""Write what `sanitizer sanitize` makes: documents in the form of the input, masks, and the report with its secrets."""

import csv
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass, field, replace
from io import TextIOWrapper
from itertools import chain
from pathlib import Path, PurePath
from typing import IO, Any

from sanitizer.check.report import DocumentTold, FailedReport
from sanitizer.check.summary import SummaryReport
from sanitizer.commands.output_targets import OutputPlaces
from sanitizer.documents.csv_cells import safe_cell
from sanitizer.documents.formats import Written
from sanitizer.documents.known_formats import ending, format_called
from sanitizer.documents.locations import Packing
from sanitizer.documents.read import Collection
from sanitizer.documents.write import (
    Writer,
    dumps,
    packed,
    whole_file,
    write_bytes,
    write_inside,
)
from sanitizer.run.collection import Outcome
from sanitizer.run.telling_names import plain_endings


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
        """Return the id in the output: a number where the id itself tells something; a file keeps its ending."""
        if outcome.id not in self.renamed:
            return outcome.id
        return self.renamed[outcome.id] + self._suffix(outcome)

    def _suffix(self, outcome: Outcome) -> str:
        """Return the ending of a file that its number keeps, by the format it is written in: none that may tell
        something."""
        suffix = "" if self.collection.has_rows else ending(outcome.id)
        if suffix and self.collection.is_folder:
            kind = format_called(self.collection.format_of(outcome.id))
            other = kind.written_as(self.collection.fields)
            if other is not None:
                return other
        return suffix if set(PurePath(suffix.lower()).suffixes) <= self._plain_endings else ""


@dataclass
class Outputs:
    """What one run writes to its ``places``, under its ``names``; ``written`` collects the files of a folder."""

    places: OutputPlaces
    names: OutputNames
    writer: Writer = field(default=whole_file, repr=False)
    written: set[str] = field(default_factory=set, repr=False)
    _named: list[tuple[str, str]] = field(default_factory=list, repr=False)

    @classmethod
    def to(cls, places: OutputPlaces, writer: Writer = whole_file) -> "Outputs":
        """Return what writes to these places; numbers go on where files are added."""
        names = OutputNames(places.collection)
        if places.add:
            names.begin(tuple(places.files()))
        return cls(places, names, writer)

    def strangers(self) -> list[str]:
        """Return files in the folder of the output that this run did not write, as when settings were changed on
        the way."""
        places = self.places
        if not places.collection.is_folder or places.shown is None or places.packs:
            return []
        masks = places.masks.resolve() if places.masks else None
        return [
            name
            for name in places.files()
            if name not in self.written
            and name not in self.names.before
            and (places.documents is None or (places.documents / name).resolve() != masks)
        ]

    def write(self, outcomes: Iterator[Outcome], summary: Callable[[], SummaryReport]) -> None:
        """Write documents, masks and report as the outcomes come; single files appear when complete. ``summary`` is
        asked at the end."""
        masks: dict[str, Any] = {}
        rows = self._masked(outcomes, masks)
        places = self.places
        if places.report is None:
            self._write_documents(rows)
        else:
            with self._private(places.report) as stream:
                self._write_documents(self._reported(rows, stream))
                stream.write(dumps(summary().to_json()) + "\n")
        if places.ids is not None:
            told = summary()
            hidden = [(own.id, own.called) for own in (*told.failed, *told.skipped) if own.is_hidden]
            with whole_file(places.ids, private=True) as stream:
                names = csv.writer(stream, lineterminator="\n")
                names.writerow(["id", "output"])
                names.writerows([safe_cell(own), safe_cell(new)] for own, new in (*self._named, *hidden))
        if places.masks is not None:
            with self.writer(places.masks) as stream:
                stream.write(dumps(masks) + "\n")

    def _private(self, path: Path) -> AbstractContextManager[TextIOWrapper]:
        """Return a file that only its owner may read, sealed where that is asked for."""
        if self.writer is not whole_file:
            return self.writer(path)
        return whole_file(path, private=True, seal=self.places.seal)

    def _masked(self, outcomes: Iterator[Outcome], masks: dict[str, Any]) -> Iterator[Outcome]:
        """Yield the outcomes, their masks noted down on the way."""
        for outcome in outcomes:
            if outcome.reason is None and self.places.ids is not None:
                self._named.append((outcome.id, self.names.new_id(outcome)))
            if outcome.reason is None and self.places.masks is not None:
                masks[self.names.new_id(outcome)] = [list(mask) for mask in outcome.masks]
            yield outcome

    def _reported(self, outcomes: Iterator[Outcome], stream: IO[str]) -> Iterator[Outcome]:
        """Yield the outcomes, each written to the report on the way."""
        for outcome in outcomes:
            entry: DocumentTold
            if outcome.report is not None:
                entry = replace(outcome.report, output_id=self.names.new_id(outcome))
            else:
                entry = FailedReport(id=outcome.id, reason=outcome.reason, sent=outcome.sent)
            stream.write(dumps(entry.to_json()) + "\n")
            yield outcome

    def _write_documents(self, outcomes: Iterator[Outcome]) -> None:
        """Write the sanitized documents in the form of the input."""
        good = (outcome for outcome in outcomes if outcome.reason is None)
        places = self.places
        if places.shown is None:
            for _ in good:
                pass
        elif places.collection.is_folder and not places.packs:
            for outcome in good:
                name = self.names.new_id(outcome)
                self._put(name, self._file([outcome]))
                self.written.add(name)
        elif places.packs:
            self._put("", self._packed(good, places.name))
        elif places.collection.has_rows:
            self._put("", self._file(good))
        else:
            for outcome in good:  # one at most: what was refused is not written
                self._put("", self._file([outcome]))

    def _put(self, name: str, parts: Iterable[bytes]) -> None:
        """Write a file of a folder by its name, or the one file that is written."""
        places = self.places
        if places.table is not None:
            places.table.write(b"".join(parts))
        elif places.store is not None:
            content = b"".join(parts)
            places.store.put(name, [packed(PurePath(name or places.name).suffix, content)])
        elif places.documents is not None and name:
            write_inside(places.documents, name, parts, self.writer)
        elif places.documents is not None:
            write_bytes(places.documents, parts, self.writer)

    def _packed(self, outcomes: Iterable[Outcome], path: str) -> Iterator[bytes]:
        """Yield the bytes of an archive of these documents, each in its file."""
        packing = Packing(path)
        for outcome in outcomes:
            name = self.names.new_id(outcome)
            packing.add(name, packed(PurePath(name).suffix, b"".join(self._file([outcome]))))
        yield from packing.parts()

    def _file(self, outcomes: Iterable[Outcome]) -> Iterator[bytes]:
        """Yield the bytes of a file of these documents: as they were written and checked where the file is more
        than its text, else as the format writes them now."""
        rest = iter(outcomes)
        first = next(rest, None)
        collection = self.places.collection
        if first is not None and first.file is not None and not collection.has_rows:
            yield from (o.file for o in chain([first], rest) if o.file is not None)
            return
        kind = collection.format_of(first.id if first else "")
        written = map(self._written, chain([first] if first else [], rest))
        yield from format_called(kind).write(written, collection.fields)

    def _written(self, outcome: Outcome) -> Written:
        """Return a document as the format writes it; an id that was a number is one again."""
        was_number = outcome.number is not None and outcome.id not in self.names.renamed
        new = outcome.number if was_number and outcome.number is not None else self.names.new_id(outcome)
        return Written(new, outcome.text, outcome.fields or {}, outcome.file or b"")
