"""Reads what an audit needs: texts by id, background by person, who is who."""

import csv
from pathlib import Path

from sanitizer.documents.formats import Choices
from sanitizer.documents.read import find_collection, read_documents
from sanitizer.errors import RefusedInputError, UsageError
from sanitizer.evaluate.masks import load_json
from sanitizer.types import Document


def read_texts(source: str, text_field: str | None = None, id_field: str | None = None) -> dict[str, str]:
    """Return texts by id: a JSON object {id: text} (.json, .json.gz), or whatever `sanitizer sanitize` reads.

    The fields are those of JSON lines and CSV; without ``id_field`` documents are numbered.

    Raises:
        UsageError: nothing can be read there.
        RefusedInputError: one of the documents cannot be read.
    """
    path = Path(source)
    if path.suffix == ".json" or path.name.endswith(".json.gz"):
        value = load_json(path)
        if isinstance(value, dict):
            if not all(isinstance(text, str) for text in value.values()):
                raise UsageError(f"{source}: an object with a text for each name is needed")
            return value
    texts = {}
    choices = Choices(comments="read")  # what a release holds is looked at, whatever the run chose
    for item in read_documents(find_collection(source, None, text_field, id_field, (), choices)):
        if not isinstance(item, Document):
            raise RefusedInputError(f"{source}, {item.id}: {item.reason}")
        texts[item.id] = item.text
    if not texts:
        raise UsageError(f"{source} holds no document")
    return texts


def read_background(source: str) -> dict[str, str]:
    """Return what is known of each person: {person: text} as JSON, a folder of texts named for the persons, or JSON
    lines or CSV with the fields ``person`` and ``text``.

    Raises:
        UsageError: it cannot be read.
    """
    path = Path(source)
    rows = path.is_file() and {".jsonl", ".csv"} & {suffix.lower() for suffix in path.suffixes[-2:]}
    texts = read_texts(source, id_field="person" if rows else None)
    if path.is_dir():  # files are named for the persons
        texts = {name.removesuffix(".txt").removesuffix(".md"): text for name, text in texts.items()}
    return texts


def read_match(path: Path) -> dict[str, str]:
    """Return document id -> person, from a CSV with the columns ``document`` and ``person``.

    Raises:
        UsageError: a column is missing, or it is no CSV.
    """
    try:
        with path.open(encoding="utf-8-sig", newline="") as stream:
            rows = csv.DictReader(stream)
            if not {"document", "person"} <= set(rows.fieldnames or ()):
                raise UsageError(f"{path} needs the columns document and person")
            return {row["document"]: row["person"] for row in rows}
    except UsageError:
        raise
    except (OSError, ValueError, csv.Error) as error:
        raise UsageError(f"{path} is no CSV of document, person ({type(error).__name__})") from error
