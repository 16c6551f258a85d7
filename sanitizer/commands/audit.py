"""`sanitizer audit`: attacks a release before it goes out."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from sanitizer.commands.audit_summary import table_lines, text_lines
from sanitizer.commands.shared_options import writes_files
from sanitizer.commands.terminal import finish, progress, waiting
from sanitizer.commands.wrong_calls import Input
from sanitizer.common.extras import need
from sanitizer.documents.locations import at_hand, is_there
from sanitizer.documents.stores import is_url, shown_url
from sanitizer.documents.write import refuse_same
from sanitizer.errors import UsageError, missing

if TYPE_CHECKING:  # loaded only where they are used
    from sanitizer.audit.parts import GuessesPart, LinkagePart, ReconstructionPart, ResiduePart, TextAudit
    from sanitizer.audit.tables import JudgedTable
    from sanitizer.check.report import DocumentReport

_FILE = Input()


@click.command()
@click.argument("release")
@click.option("--text-field", help="Of a RELEASE in JSON lines or CSV (default: text).")
@click.option("--id-field", help="Of a RELEASE in JSON lines or CSV: what names the document.")
@click.option(
    "--background",
    help="What an attacker knows: {person: text} as JSON, a folder, or JSONL or CSV with the fields person, text.",
)
@click.option(
    "--sanitized-background", help="The same, sanitized as the release was: teaches the learned attacker."
)
@click.option(
    "--match", type=_FILE, help="CSV of document, person, where ids are not the names of candidates."
)
@click.option(
    "--attacker",
    type=click.Choice(["tfidf", "learned", "both", "bm25", "all"]),
    default="both",
    show_default=True,
    help="Who tries to link: a search by rare words (tfidf), a learned one, both, or all: one that weighs words as "
    "search engines do (bm25) too.",
)
@click.option("--original", help="The originals, for linkage before (the report of the run has them too).")
@click.option(
    "--report", "report_file", type=_FILE, help="Report of the run: for residue and reconstruction."
)
@click.option(
    "--earlier",
    help="An earlier release of the same documents (or of some): can each be found by what is told now?",
)
@click.option(
    "--prompts",
    type=click.Path(dir_okay=False, path_type=Path),
    help="With --report: write prompts for language models that attack the release, as JSON lines; nothing is sent.",
)
@click.option(
    "--guesses", type=_FILE, help="With --report: score answers to the prompts ({id, guesses} in JSON lines)."
)
@click.option("--reconstruct", is_flag=True, help="Also guess what each generalization stands for (slow).")
@click.option(
    "--kb",
    "knowledge",
    multiple=True,
    default=("default",),
    help="With --reconstruct: the run's knowledge bases (repeatable).",
)
@click.option("--quasi", help="For a table: the columns by which a person may be found, with commas between.")
@click.option("--sensitive", default="", help="For a table: the columns that must not be told (l, t).")
@click.option("--population", type=_FILE, help="For a table: everyone it may be about, in the same columns.")
@click.option("--k", type=click.IntRange(1), help="For a table: the k that was promised; fewer is a failure.")
@click.option(
    "-o", "--output", type=click.Path(dir_okay=False, path_type=Path), help="Write the audit as JSON (0600)."
)
@click.option(
    "--strict", is_flag=True, help="For texts: not met while a place looks like a name, number or date."
)
@click.option("--json", "as_json", is_flag=True, help="Print the audit as JSON.")
@writes_files("output", "prompts", tells=True)
def command(release: str, **options: Any) -> int:
    """Attack RELEASE: sanitized texts (a folder or an archive of files, .txt, .jsonl, .csv or {id: text} as .json, here
    or at a URL) or, with --quasi, a table.

    Ends with status 1 when a sensitive form is left in a text, or a table falls short of --k; with --strict also when a
    place of a text looks like a name, number or date.
    """
    if not is_there(release):
        url = f"{shown_url(release)} does not exist: check its name"
        raise UsageError(url if is_url(release) else missing(release))
    shown: Mapping[str, str] = {}
    audit: JudgedTable | TextAudit
    with at_hand(release) as place, waiting("attacking"):
        if options["quasi"]:
            audit = _table(Path(place), options)
        else:
            audit, shown = _texts(place, options)
    told = audit.to_json()
    if options["output"]:
        read = {
            "the release": None if is_url(release) else Path(release),
            "the report": options["report_file"],
        }
        refuse_same({"the audit": options["output"]}, read)
        _write(options["output"], told)
    if options["as_json"]:
        click.echo(json.dumps(told, indent=1, ensure_ascii=False))
    else:
        click.echo(table_lines(audit) if audit.kind == "table audit" else text_lines(audit, shown))
    finish(_next_step(audit, options), options["output"], options["prompts"])
    return 0 if audit.met else 1


def _next_step(audit: "JudgedTable | TextAudit", options: dict[str, Any]) -> str:
    """What somebody does after an audit."""
    if not audit.met:
        return "what is left must go: mask it by a line in --decisions FILE of `sanitize`, run again, audit again"
    if audit.kind == "text audit" and options["output"] and options["report_file"]:
        given = f"{options['report_file']} --certificate certificate.html --audit {options['output']}"
        return f"read each place to look at, then: sanitizer report {given}"
    return "read each place to look at; -o FILE keeps the audit for the certificate (sanitizer report)"


def _write(path: Path, audit: dict[str, Any]) -> None:
    from sanitizer.documents.write import whole_file

    with whole_file(path, private=True) as stream:
        stream.write(json.dumps(audit, indent=1, ensure_ascii=False) + "\n")


def _check_attacks(options: dict[str, Any]) -> None:
    """Refuse an audit that has nothing to attack with."""
    if not any(options[name] for name in ("background", "report_file", "earlier")):
        raise UsageError(
            "what to attack with? --background FILE or --earlier RELEASE (linkage), --report FILE (residue)"
        )
    if (options["prompts"] or options["guesses"]) and not options["report_file"]:
        raise UsageError(
            "--prompts and --guesses need --report FILE: what is asked and right is in the report"
        )


def _texts(release: str, options: dict[str, Any]) -> "tuple[TextAudit, Mapping[str, str]]":
    """The audit, and the released texts by their ids and by those of the originals."""
    if options["background"] or options["earlier"]:
        need("audit", "audit --background, --earlier")
    from sanitizer.audit.inputs import read_texts
    from sanitizer.audit.metadata import file_metadata
    from sanitizer.audit.parts import TextAudit
    from sanitizer.audit.texts import earlier_part, look_part, runs_part
    from sanitizer.page.read import read_report

    _check_attacks(options)
    fields = options["text_field"], options["id_field"]
    released = read_texts(release, *fields)
    count = len(released)
    reports = read_report(options["report_file"]).done if options["report_file"] else ()
    originals = _originals(options, reports)
    linkage = _linkage(options, reports, released, originals) if options["background"] else ()
    earlier = earlier_part(released, read_texts(options["earlier"], *fields)) if options["earlier"] else None
    named_alike = Path(release).is_file() and list(released) == [Path(release).name]
    if len(reports) == 1 and named_alike:  # one text in one file, which may be called as one likes
        released = dict(zip([reports[0].output_id], released.values(), strict=True))
    guesses = _guesses(options, reports, released)
    residue = _residue(release, options, reports, released) if reports else None
    reconstruction = _reconstruction(options, reports) if options["reconstruct"] else None
    look = look_part(reports, released)
    folder = Path(release)
    files = sorted(p for p in folder.rglob("*") if p.is_file()) if folder.is_dir() else [folder]
    audit = TextAudit(
        kind="text audit",
        documents=count,
        met=(residue is None or residue.sure == 0) and not (options["strict"] and look.places),
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


def _originals(options: dict[str, Any], reports: "Sequence[DocumentReport]") -> dict[str, str] | None:
    """The texts before, by the ids of the release, where they are known."""
    from sanitizer.audit.inputs import read_texts

    if options["original"]:
        return read_texts(options["original"], options["text_field"], options["id_field"])
    return {d.output_id: d.text for d in reports} if reports else None


def _linkage(
    options: dict[str, Any],
    reports: "Sequence[DocumentReport]",
    released: dict[str, str],
    originals: dict[str, str] | None,
) -> "tuple[LinkagePart, ...]":
    """What attackers with texts about the candidates link."""
    from sanitizer.audit import BM25Attacker, LearnedAttacker, TfidfAttacker, true_persons
    from sanitizer.audit.inputs import read_background, read_match
    from sanitizer.audit.texts import linkage_part

    background = read_background(options["background"])
    inputs = {d.output_id: d.id for d in reports}
    match = read_match(options["match"]) if options["match"] else {}
    whole = TfidfAttacker(background)
    attackers: list[Any] = [whole] if options["attacker"] in ("tfidf", "both", "all") else []
    if options["attacker"] in ("bm25", "all"):
        attackers.append(BM25Attacker(background))
    if options["attacker"] in ("learned", "both", "all"):
        also = read_background(options["sanitized_background"]) if options["sanitized_background"] else None
        attackers.append(LearnedAttacker(background, also, whole))
    persons = true_persons(list(released), attackers[0], match, inputs)
    return tuple(linkage_part(attacker, persons, released, originals) for attacker in attackers)


def _residue(
    release: str, options: dict[str, Any], reports: "Sequence[DocumentReport]", released: dict[str, str]
) -> "ResiduePart":
    from sanitizer.audit.texts import residue_part

    residue = residue_part(reports, released)
    if not residue.documents_checked:
        raise UsageError(
            f"none of the {len(reports)} documents of {options['report_file']} is in {release}: is it the "
            "report of this release? (In JSON lines and CSV, --id-field says what names a document.)"
        )
    return residue


def _reconstruction(options: dict[str, Any], reports: "Sequence[DocumentReport]") -> "ReconstructionPart":
    if not reports:
        raise UsageError("--reconstruct needs --report FILE: it says what stands for what")
    from sanitizer.audit.reconstruct import reconstruct
    from sanitizer.audit.texts import reconstruction_part
    from sanitizer.build import open_counts, open_knowledge

    counts, knowledge = open_counts("default"), open_knowledge(options["knowledge"])
    return reconstruction_part(
        [guess for report in progress(reports, "text") for guess in reconstruct(report, counts, knowledge)]
    )


def _guesses(
    options: dict[str, Any], reports: "Sequence[DocumentReport]", released: dict[str, str]
) -> "GuessesPart | None":
    """Prompts written, and answers to them scored."""
    from sanitizer.audit.prompts import guesses_part, prompts, read_guesses, write_prompts

    if options["prompts"]:
        write_prompts(options["prompts"], prompts(reports, released))
    return guesses_part(reports, read_guesses(options["guesses"])) if options["guesses"] else None


def _table(release: Path, options: dict[str, Any]) -> "JudgedTable":
    need("tables", "audit --quasi")
    from sanitizer.audit.tables import JudgedTable, audit_table, read_table

    population = read_table(options["population"]) if options["population"] else None
    result = audit_table(
        read_table(release), _list(options["quasi"]), _list(options["sensitive"]), population
    )
    short = options["k"] is not None and result.k is not None and result.k < options["k"]
    return JudgedTable(not short, options["k"], result)


def _list(columns: str) -> list[str]:
    return [column.strip() for column in columns.split(",") if column.strip()]
