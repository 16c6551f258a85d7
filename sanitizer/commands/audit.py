"""`sanitizer audit`: attacks a release before it goes out."""

import json
from pathlib import Path
from typing import Any

import click

from sanitizer.check import told_counts
from sanitizer.commands.evaluate import align
from sanitizer.commands.shown import progress
from sanitizer.documents.write import refuse_same
from sanitizer.errors import UsageError
from sanitizer.extras import need

_FILE = click.Path(exists=True, dir_okay=False, path_type=Path)


@click.command()
@click.argument("release", type=click.Path(exists=True))
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
    type=click.Choice(["tfidf", "learned", "both"]),
    default="both",
    show_default=True,
    help="Who tries to link: a search by rare words, a learned one, or both.",
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
def command(release: str, **options: Any) -> int:
    """Attack RELEASE: sanitized texts (a folder, .txt, .jsonl, .csv or {id: text} as .json) or, with
    --quasi, a table.

    Ends with status 1 when a sensitive form is left in a text, or a table falls short of --k; with --strict also when a
    place of a text looks like a name, number or date.
    """
    audit = _table(Path(release), options) if options["quasi"] else _texts(release, options)
    if options["output"]:
        read = {"the release": Path(release), "the report": options["report_file"]}
        refuse_same({"the audit": options["output"]}, read)
        _write(options["output"], audit)
    if options["as_json"]:
        click.echo(json.dumps(audit, indent=1, ensure_ascii=False))
    else:
        click.echo(_table_lines(audit) if audit["kind"] == "table audit" else _text_lines(audit))
    return 0 if audit["met"] else 1


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


def _texts(release: str, options: dict[str, Any]) -> dict[str, Any]:
    if options["background"] or options["earlier"]:
        need("audit", "audit --background, --earlier")
    from sanitizer.audit import LearnedAttacker, TfidfAttacker, true_persons
    from sanitizer.audit.inputs import read_background, read_match, read_texts
    from sanitizer.audit.metadata import file_metadata
    from sanitizer.audit.release import (
        earlier_part,
        linkage_part,
        look_part,
        metadata_part,
        reconstruction_part,
        residue_part,
    )
    from sanitizer.page.read import read_report

    _check_attacks(options)
    fields = options["text_field"], options["id_field"]
    released = read_texts(release, *fields)
    reports = read_report(options["report_file"]).done if options["report_file"] else ()
    audit: dict[str, Any] = {"kind": "text audit", "documents": len(released), "met": True}
    if options["background"]:
        background = read_background(options["background"])
        originals = read_texts(options["original"], *fields) if options["original"] else None
        if originals is None and reports:
            originals = {d.output_id: d.text for d in reports}
        inputs = {d.output_id: d.id for d in reports}
        match = read_match(options["match"]) if options["match"] else {}
        whole = TfidfAttacker(background)
        attackers: list[Any] = [whole] if options["attacker"] in ("tfidf", "both") else []
        if options["attacker"] in ("learned", "both"):
            also = (
                read_background(options["sanitized_background"]) if options["sanitized_background"] else None
            )
            attackers.append(LearnedAttacker(background, also, whole))
        persons = true_persons(list(released), attackers[0], match, inputs)
        audit["linkage"] = [linkage_part(attacker, persons, released, originals) for attacker in attackers]
    if options["earlier"]:
        audit["earlier"] = earlier_part(released, read_texts(options["earlier"], *fields))
    named_alike = Path(release).is_file() and list(released) == [Path(release).name]
    if len(reports) == 1 and named_alike:  # one text in one file, which may be called as one likes
        released = dict(zip([reports[0].output_id], released.values(), strict=True))
    audit |= _models_part(options, reports, released)
    if reports:
        audit["residue"] = residue_part(reports, released)
        if not audit["residue"]["documents_checked"]:
            raise UsageError(
                f"none of the {len(reports)} documents of {options['report_file']} is in {release}: is it the "
                "report of this release? (In JSON lines and CSV, --id-field says what names a document.)"
            )
        audit["met"] = audit["residue"]["sure"] == 0
    if options["reconstruct"]:
        if not reports:
            raise UsageError("--reconstruct needs --report FILE: it says what stands for what")
        from sanitizer.audit.reconstruct import reconstruct
        from sanitizer.build import open_counts, open_knowledge

        counts, knowledge = open_counts("default"), open_knowledge(options["knowledge"])
        guesses = [
            guess for report in progress(reports, "text") for guess in reconstruct(report, counts, knowledge)
        ]
        audit["reconstruction"] = reconstruction_part(guesses)
    audit["look"] = look_part(reports, released)
    if options["strict"] and audit["look"]["places"]:
        audit["met"] = False
    folder = Path(release)
    files = sorted(p for p in folder.rglob("*") if p.is_file()) if folder.is_dir() else [folder]
    audit["metadata"] = metadata_part([entry for path in files for entry in file_metadata(path)])
    return audit


def _models_part(options: dict[str, Any], reports: Any, released: Any) -> dict[str, Any]:
    """Prompts written, and answers to them scored."""
    from sanitizer.audit.prompts import guesses_part, prompts, read_guesses, write_prompts

    if options["prompts"]:
        write_prompts(options["prompts"], prompts(reports, released))
    if options["guesses"]:
        return {"guesses": guesses_part(reports, read_guesses(options["guesses"]))}
    return {}


def _table(release: Path, options: dict[str, Any]) -> dict[str, Any]:
    need("tables", "audit --quasi")
    from sanitizer.audit.tables import audit_table, read_table

    population = read_table(options["population"]) if options["population"] else None
    result = audit_table(
        read_table(release), _list(options["quasi"]), _list(options["sensitive"]), population
    )
    short = options["k"] is not None and result.k is not None and result.k < options["k"]
    return {"kind": "table audit", "met": not short, "promised_k": options["k"], **result.to_json()}


def _list(columns: str) -> list[str]:
    return [column.strip() for column in columns.split(",") if column.strip()]


def _percent(value: float | None) -> str:
    return "-" if value is None else f"{100 * value:.1f} %"


def _text_lines(audit: dict[str, Any]) -> str:
    lines = []
    if "linkage" in audit:
        rows = [["linkage", "@1 before", "@1 after", "@1 chance", "@5 before", "@5 after", "@5 chance"]]
        for part in audit["linkage"]:
            before = part["before"] or {"1": None, "5": None}
            rows.append(
                [part["attacker"]]
                + [_percent(x[k]) for k in ("1", "5") for x in (before, part["after"], part["chance"])]
            )
        lines.append(align(rows))
        last = audit["linkage"][-1]
        lines.append(
            f"documents attacked: {last['documents_attacked']}, candidates: {last['candidates']}"
            + (
                f", documents about none of them: {last['documents_without_person']}"
                if last["documents_without_person"]
                else ""
            )
        )
        found = [d for d in last["documents"] if d["hit_1"] >= 0.5]
        if found:
            lines.append(f"\nFound by the {last['attacker']} attacker, and what gave them away:")
            lines += [f"  {d['id']}: {', '.join(s['term'] for s in d['gave_away'][:8])}" for d in found[:50]]
            if len(found) > 50:
                lines.append(f"  ... and {len(found) - 50} more (--json has all)")
    lines += _more_attacks(audit)
    if "residue" in audit:
        residue = audit["residue"]
        lines.append(
            f"\nleft of the originals: {residue['sure_promised']} names, codes and phrases that had to go, "
            f"{residue['sure'] - residue['sure_promised']} dates, numbers and short codes that were not promised to go, "
            f"{residue['to_look_at']} places to look at ({residue['documents_checked']} documents)"
        )
        if residue["documents_not_released"]:
            lines.append(
                f"  {residue['documents_not_released']} documents of the report are not in the release"
            )
        lines += [
            f"  {t['document']} {t['start']}-{t['end']}: {t['how']} ({t['entity_class']} number {t['entity']})"
            + (", in a replacement" if t["replacement"] else "")
            for t in sorted(residue["traces"], key=lambda t: not t["sure"])[:30]
        ]
        if len(residue["traces"]) > 30:
            lines.append(f"  ... and {len(residue['traces']) - 30} more (--json has all)")
    if "look" in audit:
        look = audit["look"]
        lines.append(
            f"\nto look at: {told_counts(look['counts'])} ({look['documents_checked']} documents, by their looks alone)"
        )
        lines += [
            f"  {p['document']} {p['start']}-{p['end']}: {p['kind']} ({p['why']})"
            for p in look["places"][:30]
        ]
        if len(look["places"]) > 30:
            lines.append(f"  ... and {len(look['places']) - 30} more (--json has all)")
    if "reconstruction" in audit:
        part = audit["reconstruction"]
        lines.append(
            f"\nreconstruction: of {part['terms']} generalized terms {_percent(part['named_among_10'])} are among "
            f"the first ten guesses ({_percent(part['named_among_10_without_context'])} without the context)"
        )
    if audit["metadata"]:
        lines.append("\nfiles tell besides their texts:")
        lines += [f"  {m['file']}: {m['place']}: {m['value']}" for m in audit["metadata"]]
    return "\n".join(lines)


def _more_attacks(audit: dict[str, Any]) -> list[str]:
    """What an earlier release and language models find."""
    lines: list[str] = []
    if "earlier" in audit:
        told = audit["earlier"]
        lines.append(
            f"\nearlier release: {_percent(told['after']['1'])} of {told['documents_attacked']} documents are found "
            f"by what is told now (by lot {_percent(told['chance']['1'])}; {told['documents_without_person']} are new)"
        )
    if "guesses" in audit:
        lines.append("\nguesses of a language model, right at the first and among five:")
        lines += [
            f"  {kind}: {row['hit_1']} and {row['hit_5']} of {row['answered']}"
            for kind, row in audit["guesses"]["attributes"].items()
        ]
    return lines


def _table_lines(audit: dict[str, Any]) -> str:
    lines = [
        f"{audit['rows']} rows in {audit['classes']} classes; k = {audit['k']}, mean class "
        f"{audit['mean_class'] or 0:.1f}, {audit['unique_records']} records alone in their class"
    ]
    if not audit["met"]:
        lines.append(f"k = {audit['promised_k']} was promised")
    if audit["diversity"]:
        rows = [["sensitive column", "distinct l", "entropy l", "t", "distance"]]
        rows += [
            [d["column"], str(d["distinct"]), f"{d['entropy']:.2f}", f"{d['t']:.3f}", d["distance"]]
            for d in audit["diversity"]
        ]
        lines.append(align(rows))
    risks = audit["risks"]
    if risks:
        rows = [["risk", "highest", "mean"]]
        rows.append(["prosecutor", _percent(risks["prosecutor"]), _percent(risks["prosecutor_mean"])])
        rows.append(["journalist", _percent(risks["journalist"]), _percent(risks["journalist_mean"])])
        rows.append(["marketer", "", _percent(risks["marketer"])])
        lines += [align(rows), f"above one in five: {_percent(risks['prosecutor_above'])} of the records"]
    if audit["combinations"]:
        lines.append("records that are alone with their values of")
        lines += [f"  {', '.join(u['columns'])}: {u['records']}" for u in audit["combinations"][:20]]
    return "\n".join(lines)
