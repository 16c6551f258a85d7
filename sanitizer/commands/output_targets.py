"""Find and check the places that `sanitizer sanitize` writes to: files, folders, archives, stores and databases."""

import hashlib
import shlex
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path, PurePosixPath
from typing import Final

from sanitizer.commands.databases import TableOutput, is_database
from sanitizer.commands.sanitize_options import SanitizeOptions
from sanitizer.common.arguments import names_folder
from sanitizer.common.keys import Key
from sanitizer.documents.encrypted_files import Seal
from sanitizer.documents.known_formats import format_called, name_of_format
from sanitizer.documents.locations import is_archive
from sanitizer.documents.read import Collection
from sanitizer.documents.remote_stores import Store, here, is_url
from sanitizer.documents.write import STDOUT, is_written_through, refuse_existing, refuse_same
from sanitizer.errors import UsageError

_READ: Final = {
    # options that name files which a run reads -> what they are called in messages
    "profile": "the settings file", "decisions": "the file of decisions", "protect": "the file of --protect",
    "key_file": "the key", "background": "the background", "match": "the file of --match",
}  # fmt: skip
_PRIVATE: Final = {"masks": "--masks", "report_file": "--report", "ids_file": "--ids"}


@dataclass(frozen=True)
class OutputPlaces:
    """Where one run writes: ``documents`` to a place of this machine, to a ``store``, or to a ``table`` of a database;
    ``masks``, ``report`` and ``ids`` beside; ``seal`` seals the report. ``add`` goes on in a folder in use,
    ``overwrite`` replaces files; ``in_folder`` says that the place of the documents is a folder by its name."""

    collection: Collection
    documents: Path | None = None
    store: Store | None = None
    table: TableOutput | None = None
    masks: Path | None = None
    report: Path | None = None
    ids: Path | None = None
    seal: Seal | None = None
    add: bool = False
    overwrite: bool = False
    in_folder: bool = False

    @classmethod
    def of(
        cls, collection: Collection, options: SanitizeOptions, table: TableOutput | None = None
    ) -> "OutputPlaces":
        """Return the places that the options name, checked. Raises UsageError."""
        if options.preview:
            return cls(collection)
        private = {option: getattr(options, name) for name, option in _PRIVATE.items()}
        for option, file in private.items():
            if file and is_url(file):
                raise UsageError(f"{option}: name a file of this machine; it is not sent anywhere")
        output = options.output
        masks, report, ids = (Path(file) if file else None for file in private.values())
        documents = store = None
        if table is None and output and is_url(output):
            store = Store(output)
        elif table is None and output:
            documents = Path(output)
        elif table is None and (
            collection.source == "-" or not (collection.is_folder or collection.has_rows)
        ):
            documents = STDOUT
        seal = Seal.of(Key.read(options.key_file)) if options.encrypt_reports else None
        in_folder = bool(output) and table is None and names_folder(str(output))
        if in_folder:
            collection = collection.as_folder()
        places = cls(
            collection,
            documents,
            store,
            table,
            masks,
            report,
            ids,
            seal,
            options.add,
            options.overwrite,
            in_folder,
        )
        places.check_sealed()
        read = {what: Path(file) for name, what in _READ.items() if (file := getattr(options, name))}
        if is_database(options.source) and (base := here(options.source)) is not None:
            read["the database"] = base
        places.check(read, options.resume)
        if documents == STDOUT and options.as_json:
            raise UsageError("the documents and --json would both go to standard output: -o FILE")
        return places

    def check_sealed(self) -> None:
        """Refuse to seal where there is nothing to seal, or a packed report. Raises UsageError."""
        if self.seal is None:
            return
        if self.report is None:
            raise UsageError("--encrypt-reports seals the report: name one with --report FILE")
        if self.report.suffix in (".gz", ".xz", ".zst"):
            raise UsageError(f"{self.report}: a sealed report is not packed: leave {self.report.suffix} out")

    @property
    def shown(self) -> str | None:
        """What the place of the documents is called in messages; None where they are not written."""
        if self.table is not None:
            return self.table.shown
        return self.store.url if self.store else None if self.documents is None else str(self.documents)

    @property
    def name(self) -> str:
        """The name of the file or folder that is written."""
        return self.store.name if self.store else "" if self.documents is None else self.documents.name

    @property
    def packs(self) -> bool:
        """Whether files of a folder are written to an archive."""
        return self.collection.is_folder and not self.in_folder and is_archive(PurePosixPath(self.name))

    @property
    def is_through(self) -> bool:
        """Whether documents go to standard output, a device or a pipe."""
        return self.documents is not None and is_written_through(self.documents)

    @cached_property
    def journal(self) -> Path | None:
        """Where the journal of the run lies: beside a file that is written, in the working folder where documents are
        sent to a store; None where nothing is a file."""
        places = (self.report, self.documents, self.masks)
        place = next((path for path in places if path is not None and not is_written_through(path)), None)
        if place is None and self.store is not None:
            place = Path(f".sanitizer-{hashlib.sha256(self.store.url.encode()).hexdigest()[:12]}")
        return Path(f"{place}.partial") if place else None

    def check(self, read: Mapping[str, Path], resume: bool) -> None:
        """Refuse to overwrite what is read or written by this call, to put secrets where the output is, and to write
        into a folder that is in use."""
        is_folder, packs = self.collection.is_folder, self.packs
        if self.shown is None and self.masks is None:
            raise UsageError(
                "where to? Give -o OUTPUT (as -o clean), --masks FILE, or --preview 3, which writes nothing"
            )
        if is_folder and self.is_through:
            raise UsageError(
                f"the input is a folder, so the output must be one: {self.documents} is none; -o FOLDER"
            )
        if packs and self.name.lower().endswith((".tgz", ".txz")):
            raise UsageError(f"{self.shown}: name an archive to write .zip, .tar, .tar.gz or .tar.xz")
        if self.documents == STDOUT and sys.stdout is None:
            raise UsageError("standard output is closed: -o FILE")
        if self.add and (not is_folder or packs or self.shown is None):
            raise UsageError(
                "--add goes on in a folder of outputs: the input must be a folder or an archive, and -o one"
            )
        self._refuse_other_ending()
        self._refuse_input()
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
        source = Path(self.collection.source).resolve() if self.collection.is_local else None
        inputs = {
            f"the input {self.collection.source}": None if source is None or source.is_dir() else source
        }
        refuse_same({**written, "the journal of the run": self.journal}, {**inputs, **read})
        begun = self.journal is not None and self.journal.exists()
        if not (resume and begun):
            self._refuse_existing()
        if is_folder and not packs:
            self._refuse_used(resume, begun)

    def _refuse_other_ending(self) -> None:
        """Refuse a name whose ending says another format than the one that is written."""
        if self.table is not None and self.collection.kind != "parquet":
            raise UsageError(
                f"{self.shown}: only rows of a database (--table) or of Parquet are written into a table"
            )
        if self.shown is None or self.table or self.collection.is_folder:
            return
        kind = self.collection.kind
        other = self.collection.format.written_as(self.collection.fields)
        written = kind if other is None else name_of_format(f"x{other}") or "text"
        said = None if self.is_through else name_of_format(self.name)
        if said is not None and said != written:
            wanted = other or format_called(kind).suffixes[0]
            raise UsageError(
                f"{self.shown} would be a file of the format {written}: let its name end in {wanted}"
            )

    def _refuse_input(self) -> None:
        """Refuse outputs that would overwrite the input or lie inside it, and an input inside the output."""
        is_folder, shown = self.collection.is_folder, self.collection.source
        if self.store is not None and is_url(shown):
            source = Store(shown)
            if self.store.lies_in(source) or (is_folder and source.lies_in(self.store)):
                raise UsageError(
                    f"{self.store.url} would overwrite, lie inside or hold the input {source.url}: choose another place"
                )
        local = here(shown) if self.collection.held is None and shown != "-" else None
        if local is None:
            return
        documents = here(self.store.url) if self.store is not None else self.documents
        place_of_input = local.resolve()
        for path in (documents, self.masks, self.report, self.ids):
            if path is None or is_written_through(path):
                continue
            place = path.resolve()
            if place == place_of_input or (
                is_folder and place_of_input in place.parents and path not in (self.report, self.ids)
            ):
                raise UsageError(
                    f"{path} would overwrite or lie inside the input {shown}: choose another place"
                )
        if documents and is_folder and documents.resolve() in place_of_input.parents:
            raise UsageError(f"the input {shown} lies inside the output {documents}: choose another place")

    def _refuse_existing(self) -> None:
        """Refuse to replace files that are there."""
        is_file = self.packs or not self.collection.is_folder
        documents = self.documents if is_file else None
        refuse_existing((documents, self.masks, self.report, self.ids), self.overwrite)
        if is_file and self.store is not None and not self.overwrite and self.store.exists():
            raise UsageError(
                f"{self.shown} is there already: give another name, or --overwrite to replace it"
            )

    def _refuse_used(self, resume: bool, begun: bool) -> None:
        """Refuse a file for a folder, and a folder with files in it unless they are of a run that goes on."""
        if self.documents is not None and self.documents.exists() and not self.documents.is_dir():
            raise UsageError(f"the input is a folder, so the output must be one: {self.documents} is a file")
        if not self.add and not (resume and begun) and any(self.files()):
            hint = ", or --resume to go on with the run that was interrupted" if begun else ""
            raise UsageError(
                f"{self.shown} is not empty, and its files would stay or be overwritten: name a new folder,"
                f" empty it, or --add to it{hint}"
            )

    def files(self) -> Iterator[str]:
        """Yield what lies in the folder of the output, hidden files left out."""
        names: list[str] = []
        if self.store is not None:
            names = self.store.names()
        elif self.documents is not None:
            found = sorted(p for p in self.documents.rglob("*") if not p.is_dir())
            names = [str(path.relative_to(self.documents)) for path in found]
        for name in names:
            if not any(part.startswith(".") for part in PurePosixPath(name).parts):
                yield name

    def lines(self, done: int) -> Iterator[str]:
        """Yield the lines that say where the outputs lie."""
        if self.shown is not None and not self.is_through and done:
            yield f"written: {self.shown}"
        if self.report is not None:
            yield f"report: {self.report} (it holds every secret: keep it to yourself)"
        if self.ids is not None:
            yield f"ids: {self.ids} (names of originals: keep it to yourself)"
        if done and self.shown is not None and not self.is_through:
            yield self._next_step()

    def _next_step(self) -> str:
        """Return what to do with a result: read it, and attack it where there is a report."""
        fields = self.collection.fields
        named = [
            ("--text-field", fields.text if fields.text != "text" else ""),
            ("--id-field", fields.id or ""),
        ]
        more = "".join(f" {option} {shlex.quote(name)}" for option, name in named if name)
        if self.report is None:
            return "next: read it; --report FILE keeps why each word was changed, and lets `sanitizer audit` attack it"
        attack = (
            f"sanitizer audit {shlex.quote(self.shown or '')}{more} --report {shlex.quote(str(self.report))}"
        )
        return f"next: read it, then attack it: {attack}"
