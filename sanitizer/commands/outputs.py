"""Write what `sanitizer sanitize` makes: documents in the form of the input, masks, and the report with its secrets."""

import csv
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass, field, replace
from io import TextIOWrapper
from itertools import chain
from pathlib import Path, PurePath
from typing import IO, Any

from sanitizer.check.report import DocumentTold, FailedReport
from sanitizer.check.summary import SummaryReport
from sanitizer.documents.formats import Written
from sanitizer.documents.known_formats import ending, format_called, name_of_format
from sanitizer.documents.places import Packing, is_archive
from sanitizer.documents.read import Collection
from sanitizer.documents.sealed import Seal
from sanitizer.documents.write import (
    STDOUT,
    Writer,
    dumps,
    is_written_through,
    packed,
    refuse_same,
    safe_cell,
    whole_file,
    write_bytes,
    write_inside,
)
from sanitizer.errors import UsageError
from sanitizer.keys import Key
from sanitizer.run.collection import Outcome
from sanitizer.run.names import plain_endings

_READ = {
    # options that name files which a run reads -> what they are called in messages
    "profile": "the settings file", "decisions": "the file of decisions", "protect": "the file of --protect",
    "key_file": "the key", "background": "the background", "match": "the file of --match",
}  # fmt: skip


@dataclass
class Outputs:
    """The places of one run; ``renamed`` collects the documents whose id tells something, with what stands for it (no
    ending); ``written`` the files of a folder. Where the run is to ``add`` to a folder in use, ``before`` are the files
    that it held; none of them is touched, and numbers go on behind the greatest of theirs."""

    collection: Collection
    documents: Path | None
    masks: Path | None
    report: Path | None
    ids: Path | None = None
    renamed: dict[str, str] = field(default_factory=dict, repr=False)
    written: set[str] = field(default_factory=set, repr=False)
    writer: Writer = field(default=whole_file, repr=False)
    seal: Seal | None = None
    add: bool = False
    before: tuple[str, ...] = field(default=(), repr=False)
    _folders: dict[tuple[str, ...], str] = field(default_factory=dict, repr=False)
    _last: int = 0
    _named: list[tuple[str, str]] = field(default_factory=list, repr=False)
    _taken: set[str] = field(default_factory=set, repr=False)
    _plain_endings: frozenset[str] = field(default_factory=plain_endings, repr=False)

    @classmethod
    def of(cls, collection: Collection, options: Mapping[str, Any], writer: Writer = whole_file) -> "Outputs":
        """The places that the options name, checked. Raises UsageError."""
        if options["preview"]:
            return cls(collection, None, None, None)
        documents, masks, report, ids = (
            Path(options[name]) if options[name] else None
            for name in ("output", "masks", "report_file", "ids_file")
        )
        if documents is None and (
            collection.source == "-" or not (collection.is_folder or collection.has_rows)
        ):
            documents = STDOUT
        seal = Seal.of(Key.read(options["key_file"])) if options.get("encrypt_reports") else None
        outputs = cls(
            collection, documents, masks, report, ids, writer=writer, seal=seal, add=bool(options["add"])
        )
        outputs.check_sealed()
        read = {what: Path(options[name]) for name, what in _READ.items() if options.get(name)}
        outputs.check(read, bool(options["resume"]))
        if outputs.add:
            if not collection.is_folder or outputs.packs or documents is None:
                raise UsageError(
                    "--add goes on in a folder of outputs: the input must be a folder or an archive, and -o one"
                )
            outputs.begin(tuple(outputs._files()))
        if documents == STDOUT and options["as_json"]:
            raise UsageError("the documents and --json would both go to standard output: -o FILE")
        return outputs

    def check_sealed(self) -> None:
        """Refuse to seal where there is nothing to seal, or a packed report. Raises UsageError."""
        if self.seal is None:
            return
        if self.report is None:
            raise UsageError("--encrypt-reports seals the report: name one with --report FILE")
        if self.report.suffix in (".gz", ".xz", ".zst"):
            raise UsageError(f"{self.report}: a sealed report is not packed: leave {self.report.suffix} out")

    @property
    def place(self) -> Path | None:
        """Beside which the journal of the run may lie; None where nothing is a file."""
        places = (self.report, self.documents, self.masks)
        return next((path for path in places if path is not None and not is_written_through(path)), None)

    @property
    def packs(self) -> bool:
        """Whether files of a folder are written to an archive."""
        return self.collection.is_folder and self.documents is not None and is_archive(self.documents)

    @property
    def journal(self) -> Path | None:
        """Where the journal of the run lies."""
        return Path(f"{self.place}.partial") if self.place else None

    def check(self, read: Mapping[str, Path], resume: bool) -> None:
        """Refuse to overwrite what is read or written by this call, to put secrets where the output is, and to write
        into a folder that is in use."""
        is_folder, packs = self.collection.is_folder, self.packs
        source = None if self.collection.source == "-" else Path(self.collection.source).resolve()
        if self.documents is None and self.masks is None:
            raise UsageError("where to? -o OUTPUT (or --masks FILE)")
        if is_folder and self.documents is not None and is_written_through(self.documents):
            raise UsageError(
                f"the input is a folder, so the output must be one: {self.documents} is none; -o FOLDER"
            )
        if packs and self.documents and self.documents.name.lower().endswith((".tgz", ".txz")):
            raise UsageError(f"{self.documents}: name an archive to write .zip, .tar, .tar.gz or .tar.xz")
        if self.documents == STDOUT and sys.stdout is None:
            raise UsageError("standard output is closed: -o FILE")
        self._refuse_other_ending()
        if source is not None:
            self._refuse_input(source, is_folder)
        for what, private in (("report", self.report), ("list of ids", self.ids)):
            if private and self.documents:
                out, place = self.documents.resolve(), private.resolve()
                if is_folder and not packs and (out == place or out in place.parents):
                    raise UsageError(
                        f"the {what} {private} holds every secret: it must not lie inside the output {self.documents}"
                    )
        written = {
            "the output": self.documents, "the masks": self.masks, "the report": self.report, "the ids": self.ids
        }  # fmt: skip
        inputs = {
            f"the input {self.collection.source}": None if source is None or source.is_dir() else source
        }
        refuse_same({**written, "the journal of the run": self.journal}, {**inputs, **read})
        if is_folder and not packs and self.documents and self.documents.exists():
            self._refuse_used(self.documents, resume)

    def _refuse_other_ending(self) -> None:
        """Refuse a name whose ending says another format than the one that is written."""
        if self.documents is None or self.collection.is_folder or self.collection.has_rows:
            return
        kind = self.collection.kind
        other = self.collection.format.written_as(self.collection.fields)
        written = kind if other is None else name_of_format(f"x{other}") or "text"
        said = None if is_written_through(self.documents) else name_of_format(self.documents.name)
        if said is not None and said != written:
            wanted = other or format_called(kind).suffixes[0]
            raise UsageError(
                f"{self.documents} would be a file of the format {written}: let its name end in {wanted}"
            )

    def _refuse_input(self, source: Path, is_folder: bool) -> None:
        """Refuse outputs that would overwrite the input or lie inside it, and an input inside the output."""
        for path in (self.documents, self.masks, self.report, self.ids):
            if path is None or is_written_through(path):
                continue
            place = path.resolve()
            if place == source or (
                is_folder and source in place.parents and path not in (self.report, self.ids)
            ):
                raise UsageError(
                    f"{path} would overwrite or lie inside the input {self.collection.source}: choose another place"
                )
        if self.documents and is_folder and self.documents.resolve() in source.parents:
            raise UsageError(
                f"the input {self.collection.source} lies inside the output {self.documents}: choose another place"
            )

    def _refuse_used(self, folder: Path, resume: bool) -> None:
        """Refuse a file for a folder, and a folder with files in it unless they are of a run that goes on."""
        if not folder.is_dir():
            raise UsageError(f"the input is a folder, so the output must be one: {folder} is a file")
        begun = self.journal is not None and self.journal.exists()
        if not self.add and not (resume and begun) and any(self._files()):
            hint = ", or --resume to go on with the run that was interrupted" if begun else ""
            raise UsageError(
                f"{folder} is not empty, and its files would stay or be overwritten: name a new folder,"
                f" empty it, or --add to it{hint}"
            )

    def _files(self) -> Iterator[str]:
        """What lies in the folder of the output, hidden files left out."""
        if self.documents is None:
            return
        for path in sorted(self.documents.rglob("*")):
            name = path.relative_to(self.documents)
            if not path.is_dir() and not any(part.startswith(".") for part in name.parts):
                yield str(name)

    def begin(self, before: tuple[str, ...]) -> None:
        """Settle which files the folder of the output held before this run."""
        self.before = before
        self._taken |= set(before)
        stems = (PurePath(name).name.partition(".")[0] for name in before)
        self._last = max((int(stem) for stem in stems if stem.isdecimal() and len(stem) < 10), default=0)

    def strangers(self) -> list[str]:
        """Files in the folder of the output that this run did not write, as when settings were changed on the way."""
        if not self.collection.is_folder or self.documents is None or self.packs:
            return []
        masks = self.masks.resolve() if self.masks else None
        return [
            name
            for name in self._files()
            if name not in self.written
            and name not in self.before
            and (self.documents / name).resolve() != masks
        ]

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

    def lines(self, done: int) -> Iterator[str]:
        """Where things lie."""
        if self.documents is not None and not is_written_through(self.documents) and done:
            yield f"written: {self.documents}"
        if self.report is not None:
            yield f"report: {self.report} (it holds every secret: keep it to yourself)"
        if self.ids is not None:
            yield f"ids: {self.ids} (names of originals: keep it to yourself)"
        if done and self.report is not None and self.collection.is_folder and self.documents is not None:
            yield f"next: read it, then attack it: sanitizer audit {self.documents} --report {self.report}"

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

    def write(self, outcomes: Iterator[Outcome], summary: Callable[[], SummaryReport]) -> None:
        """Write documents, masks and report as the outcomes come; single files appear when complete. ``summary`` is
        asked at the end."""
        masks: dict[str, Any] = {}
        rows = self._masked(outcomes, masks)
        if self.report is None:
            self._write_documents(rows)
        else:
            with self._private(self.report) as stream:
                self._write_documents(self._reported(rows, stream))
                stream.write(dumps(summary().to_json()) + "\n")
        if self.ids is not None:
            with whole_file(self.ids, private=True) as stream:
                names = csv.writer(stream, lineterminator="\n")
                names.writerow(["id", "output"])
                names.writerows([safe_cell(own), safe_cell(new)] for own, new in self._named)
        if self.masks is not None:
            with self.writer(self.masks) as stream:
                stream.write(dumps(masks) + "\n")

    def _private(self, path: Path) -> AbstractContextManager[TextIOWrapper]:
        """A file that only its owner may read, sealed where that is asked for."""
        return (
            whole_file(path, private=True, seal=self.seal) if self.writer is whole_file else self.writer(path)
        )

    def _masked(self, outcomes: Iterator[Outcome], masks: dict[str, Any]) -> Iterator[Outcome]:
        """The outcomes, their masks noted down on the way."""
        for outcome in outcomes:
            if outcome.reason is None and self.ids is not None:
                self._named.append((outcome.id, self.new_id(outcome)))
            if outcome.reason is None and self.masks is not None:
                masks[self.new_id(outcome)] = [list(mask) for mask in outcome.masks]
            yield outcome

    def _reported(self, outcomes: Iterator[Outcome], stream: IO[str]) -> Iterator[Outcome]:
        """The outcomes, each written to the report on the way."""
        for outcome in outcomes:
            entry: DocumentTold
            if outcome.report is not None:
                entry = replace(outcome.report, output_id=self.new_id(outcome))
            else:
                entry = FailedReport(id=outcome.id, reason=outcome.reason, sent=outcome.sent)
            stream.write(dumps(entry.to_json()) + "\n")
            yield outcome

    def _write_documents(self, outcomes: Iterator[Outcome]) -> None:
        """The sanitized documents in the form of the input."""
        good = (outcome for outcome in outcomes if outcome.reason is None)
        if self.documents is None:
            for _ in good:
                pass
        elif self.packs:
            write_bytes(self.documents, self._packed(good, self.documents))
        elif self.collection.is_folder:
            for outcome in good:
                write_inside(self.documents, self.new_id(outcome), self._file([outcome]), self.writer)
                self.written.add(self.new_id(outcome))
        else:
            write_bytes(self.documents, self._file(good), self.writer)

    def _packed(self, outcomes: Iterable[Outcome], path: Path) -> Iterator[bytes]:
        """The bytes of an archive of these documents, each in its file."""
        packing = Packing(path)
        for outcome in outcomes:
            name = self.new_id(outcome)
            packing.add(name, packed(PurePath(name).suffix, b"".join(self._file([outcome]))))
        yield from packing.parts()

    def _file(self, outcomes: Iterable[Outcome]) -> Iterator[bytes]:
        """The bytes of a file of these documents: as they were written and checked where the file is more than its
        text, else as the format writes them now."""
        rest = iter(outcomes)
        first = next(rest, None)
        if first is not None and first.file is not None and not self.collection.has_rows:
            yield from (o.file for o in chain([first], rest) if o.file is not None)
            return
        kind = self.collection.format_of(first.id if first else "")
        written = map(self._written, chain([first] if first else [], rest))
        yield from format_called(kind).write(written, self.collection.fields)

    def _written(self, outcome: Outcome) -> Written:
        """A document as the format writes it; an id that was a number is one again."""
        was_number = outcome.number is not None and outcome.id not in self.renamed
        new = outcome.number if was_number and outcome.number is not None else self.new_id(outcome)
        return Written(new, outcome.text, outcome.fields or {}, outcome.file or b"")
