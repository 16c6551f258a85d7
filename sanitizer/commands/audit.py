"""`sanitizer audit`: attacks a release before it goes out."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from sanitizer.commands.audit_summary import table_lines, text_lines
from sanitizer.commands.shared_options import as_one, choice, writes_files
from sanitizer.commands.terminal import finish, progress, waiting
from sanitizer.commands.wrong_calls import Input, Output
from sanitizer.common.extras import need
from sanitizer.documents.locations import at_hand, is_there
from sanitizer.documents.remote_stores import is_url, shown_url
from sanitizer.documents.write import refuse_same
from sanitizer.errors import UsageError, missing

if TYPE_CHECKING:  # loaded only where they are used
    from sanitizer.audit.findings import GuessesPart, LinkagePart, ReconstructionPart, ResiduePart, TextAudit
    from sanitizer.audit.tables import JudgedTable
    from sanitizer.check.report import DocumentReport

_FILE = Input()


@dataclass(frozen=True, slots=True)
class Asked:
    """What is asked of an audit: the parameters of the command."""

    release: str
    text_field: str | None
    id_field: str | None
    background: str | None
    sanitized_background: str | None
    match: Path | None
    attacker: str
    original: str | None
    report_file: Path | None
    earlier: str | None
    prompts: Path | None
    guesses: Path | None
    reconstruct: bool
    knowledge: tuple[str, ...]
    quasi: str | None
    sensitive: str
    population: Path | None
    k: int | None
    output: Path | None
    strict: bool
    as_json: bool


@click.command()
@click.argument("release")
@click.option("--text-field", help="Of a RELEASE in JSON lines or CSV (default: text).")
@click.option("--id-field", help="Of a RELEASE in JSON lines or CSV: what names the document.")
@click.option(
    "--background",
    help="What an attacker knows: {person: text} as JSON, a folder, or JSONL or CSV with the fields person, text.",
)
@click.option(
    "--sanitized-background",
    help="The same texts, sanitized as the release was: the learned attacker learns from them.",
)
@click.option(
    "--match", type=_FILE, help="CSV of document, person, where ids are not the names of candidates."
)
@choice(
    "--attacker", ["tfidf", "learned", "both", "bm25", "all"],
    "Who tries to link: a search by rare words (tfidf), a learned one, both, or all: one that weighs words as "
    "search engines do (bm25) too.",
    default="both",
)  # fmt: skip
@click.option(
    "--original", help="The originals: who is found by them, to compare (the report of the run has them too)."
)
@click.option(
    "--report",
    "report_file",
    type=_FILE,
    help="Report of the run: what of the originals is left? Also for --reconstruct.",
)
@click.option(
    "--earlier",
    help="An earlier release of the same documents (or of some): can each be found by what is told now?",
)
@click.option(
    "--prompts",
    type=Output(),
    help="With --report: write prompts for language models that attack the release, as JSON lines; nothing is sent.",
)
@click.option(
    "--guesses", type=_FILE, help="With --report: score answers to the prompts ({id, guesses} in JSON lines)."
)
@click.option(
    "--reconstruct", is_flag=True, help="Also guess which word each more general one stands for (slow)."
)
@click.option(
    "--kb",
    "knowledge",
    multiple=True,
    default=("default",),
    help="With --reconstruct: the run's knowledge bases (repeatable).",
)
@click.option("--quasi", help="For a table: the columns by which a person may be found, with commas between.")
@click.option(
    "--sensitive",
    default="",
    help="For a table: the columns whose values nobody may learn of a person (gives l and t).",
)
@click.option("--population", type=_FILE, help="For a table: everyone it may be about, in the same columns.")
@click.option("--k", type=click.IntRange(1), help="For a table: the k that was promised; fewer is a failure.")
@click.option(
    "-o",
    "--output",
    type=Output(),
    help="Write the audit as JSON; only you may read it.",
)
@click.option(
    "--strict", is_flag=True, help="For texts: not met while a place looks like a name, number or date."
)
@click.option("--json", "as_json", is_flag=True, help="Print the audit as JSON.")
@writes_files("output", "prompts", tells=True)
@as_one(Asked)
def command(asked: Asked) -> int:
    """Attack RELEASE: sanitized texts (a folder or an archive of files, .txt, .jsonl, .csv or {id: text} as .json, here
    or at a URL) or, with --quasi, a table.

    Ends with status 1 when a sensitive form is left in a text, or a table falls short of --k; with --strict also when a
    place of a text looks like a name, number or date.
    """
    if not is_there(asked.release):
        url = f"{shown_url(asked.release)} does not exist: check its name"
        raise UsageError(url if is_url(asked.release) else missing(asked.release))
    shown: Mapping[str, str] = {}
    audit: JudgedTable | TextAudit
    with at_hand(asked.release) as place, waiting("attacking"):
        if asked.quasi:
            audit = _table(Path(place), asked)
        else:
            audit, shown = _texts(place, asked)
    told = audit.to_json()
    if asked.output:
        read = {
            "the release": None if is_url(asked.release) else Path(asked.release),
            "the report": asked.report_file,
        }
        refuse_same({"the audit": asked.output}, read)
        _write(asked.output, told)
    if asked.as_json:
        click.echo(json.dumps(told, indent=1, ensure_ascii=False))
    else:
        click.echo(table_lines(audit) if audit.kind == "table audit" else text_lines(audit, shown))
    finish(_next_step(audit, asked), asked.output, asked.prompts)
    return 0 if audit.met else 1


def _next_step(audit: "JudgedTable | TextAudit", asked: Asked) -> str:
    """Return what somebody does after an audit."""
    if audit.kind == "table audit":
        told = (
            "k holds: the table may go out"
            if asked.k
            else "--k N asks whether each person looks like N - 1 others"
        )
        return told if audit.met else "make the columns rougher and release again: sanitizer help table"
    if not audit.met:
        return "what is left must go: mask it by a line in --decisions FILE of `sanitize`, run again, audit again"
    if audit.kind == "text audit" and asked.output and asked.report_file:
        given = f"{asked.report_file} --certificate certificate.html --audit {asked.output}"
        return f"read each place to look at, then: sanitizer report {given}"
    return "read each place to look at; -o FILE keeps the audit for the certificate (sanitizer report)"


def _write(path: Path, audit: dict[str, Any]) -> None:
    from sanitizer.documents.write import whole_file

    with whole_file(path, private=True) as stream:
        stream.write(json.dumps(audit, indent=1, ensure_ascii=False) + "\n")


def _check_attacks(asked: Asked) -> None:
    """Refuse an audit that has nothing to attack with."""
    if not (asked.background or asked.report_file or asked.earlier):
        raise UsageError(
            "what to attack with? --report FILE, the report of the run (is anything left?), --background FILE, what is "
            "known of the persons (who is found?), or --earlier RELEASE"
        )
    if (asked.prompts or asked.guesses) and not asked.report_file:
        raise UsageError(
            "--prompts and --guesses need --report FILE: what is asked and right is in the report"
        )


def _texts(release: str, asked: Asked) -> "tuple[TextAudit, Mapping[str, str]]":
    """Return the audit, and the released texts by their ids and by those of the originals."""
    if asked.background or asked.earlier:
        need("audit", "audit --background, --earlier")
    from sanitizer.audit.findings import TextAudit
    from sanitizer.audit.inputs import read_texts
    from sanitizer.audit.metadata import file_metadata
    from sanitizer.audit.texts import earlier_part, look_part, runs_part
    from sanitizer.page.read import read_report

    _check_attacks(asked)
    fields = asked.text_field, asked.id_field
    released = read_texts(release, *fields)
    count = len(released)
    reports = read_report(asked.report_file).done if asked.report_file else ()
    originals = _originals(asked, reports)
    linkage = _linkage(asked.background, asked, reports, released, originals) if asked.background else ()
    earlier = earlier_part(released, read_texts(asked.earlier, *fields)) if asked.earlier else None
    named_alike = Path(release).is_file() and list(released) == [Path(release).name]
    if len(reports) == 1 and named_alike:  # one text in one file, which may be called as one likes
        released = dict(zip([reports[0].output_id], released.values(), strict=True))
    guesses = _guesses(asked, reports, released)
    residue = _residue(release, asked, reports, released) if reports else None
    reconstruction = _reconstruction(asked, reports) if asked.reconstruct else None
    look = look_part(reports, released)
    folder = Path(release)
    files = sorted(p for p in folder.rglob("*") if p.is_file()) if folder.is_dir() else [folder]
    audit = TextAudit(
        kind="text audit",
        documents=count,
        met=(residue is None or residue.sure == 0) and not (asked.strict and look.places),
        linkage=linkage,
        earlier=earlier,
        runs=runs_part(released, originals) if originals else None,
        guesses=guesses,
        residue=residue,
        reconstruction=reconstruction,
        look=look,
        metadata=tuple(entry for path in files for entry in file_metadata(path)),
    )
    by_original = {r.id: released[r.output_id] for r in reports if r.output_id in released}
    return audit, {**by_original, **released}


def _originals(asked: Asked, reports: "Sequence[DocumentReport]") -> dict[str, str] | None:
    """Return the texts before, by the ids of the release, where they are known."""
    from sanitizer.audit.inputs import read_texts

    if asked.original:
        return read_texts(asked.original, asked.text_field, asked.id_field)
    return {d.output_id: d.text for d in reports} if reports else None


def _linkage(
    known: str,
    asked: Asked,
    reports: "Sequence[DocumentReport]",
    released: dict[str, str],
    originals: dict[str, str] | None,
) -> "tuple[LinkagePart, ...]":
    """Return what attackers link who know these texts about the candidates."""
    from sanitizer.audit import BM25Attacker, LearnedAttacker, TfidfAttacker, true_persons
    from sanitizer.audit.inputs import read_background, read_match
    from sanitizer.audit.texts import linkage_part

    background = read_background(known)
    inputs = {d.output_id: d.id for d in reports}
    match = read_match(asked.match) if asked.match else {}
    whole = TfidfAttacker(background)
    attackers: list[Any] = [whole] if asked.attacker in ("tfidf", "both", "all") else []
    if asked.attacker in ("bm25", "all"):
        attackers.append(BM25Attacker(background))
    if asked.attacker in ("learned", "both", "all"):
        also = read_background(asked.sanitized_background) if asked.sanitized_background else None
        attackers.append(LearnedAttacker(background, also, whole))
    persons = true_persons(list(released), attackers[0], match, inputs)
    return tuple(linkage_part(attacker, persons, released, originals) for attacker in attackers)


def _residue(
    release: str, asked: Asked, reports: "Sequence[DocumentReport]", released: dict[str, str]
) -> "ResiduePart":
    from sanitizer.audit.texts import residue_part

    residue = residue_part(reports, released)
    if not residue.documents_checked:
        raise UsageError(
            f"none of the {len(reports)} documents of {asked.report_file} is in {release}: is it the "
            "report of this release? (In JSON lines and CSV, --id-field says what names a document.)"
        )
    return residue


def _reconstruction(asked: Asked, reports: "Sequence[DocumentReport]") -> "ReconstructionPart":
    if not reports:
        raise UsageError("--reconstruct needs --report FILE: it says what stands for what")
    from sanitizer.audit.reconstruct import reconstruct
    from sanitizer.audit.texts import reconstruction_part
    from sanitizer.build import open_counts, open_knowledge

    counts, knowledge = open_counts("default"), open_knowledge(asked.knowledge)
    return reconstruction_part(
        [guess for report in progress(reports, "text") for guess in reconstruct(report, counts, knowledge)]
    )


def _guesses(
    asked: Asked, reports: "Sequence[DocumentReport]", released: dict[str, str]
) -> "GuessesPart | None":
    """Prompts written, and answers to them scored."""
    from sanitizer.audit.prompts import guesses_part, prompts, read_guesses, write_prompts

    if asked.prompts:
        write_prompts(asked.prompts, prompts(reports, released))
    return guesses_part(reports, read_guesses(asked.guesses)) if asked.guesses else None


def _table(release: Path, asked: Asked) -> "JudgedTable":
    need("tables", "audit --quasi")
    from sanitizer.audit.tables import JudgedTable, audit_table, read_table

    population = read_table(asked.population) if asked.population else None
    result = audit_table(read_table(release), _list(asked.quasi or ""), _list(asked.sensitive), population)
    short = asked.k is not None and result.k is not None and result.k < asked.k
    return JudgedTable(not short, asked.k, result)


def _list(columns: str) -> list[str]:
    return [column.strip() for column in columns.split(",") if column.strip()]
