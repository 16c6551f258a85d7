"""What a call of `sanitizer sanitize` asks for: its options as one typed value, from the command line as over HTTP."""

from dataclasses import dataclass, fields
from pathlib import Path
from typing import Final, Literal

_CHANGING: Final = ("resume", "workers", "quiet", "as_json", "overwrite")
"""Options that may be others where a run goes on."""


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class SanitizeOptions:
    """The options of `sanitizer sanitize`, named as its parameters; `sanitizer sanitize --help` says what each is."""

    source: str
    output: str | None
    kind: str | None
    text_field: str | None
    id_field: str | None
    keep: tuple[str, ...]
    keep_ids: bool
    table: str | None
    to_table: str | None
    tracked: Literal["accept", "reject", "refuse"]
    comments: Literal["drop", "read", "refuse"]
    ocr: bool
    pdf: Literal["text", "md", "html", "pdf"]
    strategy: str
    context: str
    threshold: str
    protect: str | None
    unknown: str
    recognizers: tuple[str, ...]
    profile: str | None
    operators: tuple[str, ...]
    key_file: str | None
    person_field: str | None
    spread: Literal["document", "collection"]
    decisions: str | None
    counts: tuple[str, ...]
    offline: bool
    cache: Path | None
    cache_days: int | None
    knowledge: tuple[str, ...]
    sensitive: str
    groups: int
    distinct: str
    dates: str
    contextual: bool
    singling_out: int
    unlinkable: str | None
    kb_order: str
    last_resort: str
    generalization_counts: str
    masks: str | None
    report_file: str | None
    encrypt_reports: bool
    ids_file: str | None
    add: bool
    harden: int | None
    background: str | None
    match: str | None
    harden_floor: float
    strict: bool
    any_language: bool
    preview: int | None
    workers: int
    overwrite: bool
    resume: bool
    as_json: bool
    quiet: bool

    def of_a_run(self) -> str:
        """Return what stays as it is where an interrupted run goes on, as text."""
        return repr([(f.name, getattr(self, f.name)) for f in fields(self) if f.name not in _CHANGING])
