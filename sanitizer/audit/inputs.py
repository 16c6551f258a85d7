"""Reads what an audit needs: texts by id, background by person, who is who."""

import csv
from pathlib import Path

from sanitizer.documents.read import find_collection, read_documents
from sanitizer.errors import UsageError
from sanitizer.evaluate.masks import load_json
from sanitizer.types import Document


def read_texts(source: str) -> dict[str, str]:
    """Texts by id: a JSON object {id: text} (.json, .json.gz), or whatever `sanitizer sanitize` reads.

    Raises:
        UsageError: nothing can be read there, or one of the documents cannot be.
    """
    path = Path(source)
    if path.suffix == ".json" or path.name.endswith(".json.gz"):
        value = load_json(path)
        if isinstance(value, dict):
            if not all(isinstance(text, str) for text in value.values()):
                raise UsageError(f"{source}: an object with a text for each name is needed")
            return value
    texts = {}
    for item in read_documents(find_collection(source, None, None, None, ())):
        if not isinstance(item, Document):
            raise UsageError(f"{source}, {item.id}: {item.reason}")
        texts[item.id] = item.text
    if not texts:
        raise UsageError(f"{source} holds no document")
    return texts


def read_match(path: Path) -> dict[str, str]:
    """Document id -> person, from a CSV with the columns ``document`` and ``person``.

    Raises:
        UsageError: a column is missing.
    """
    with path.open(encoding="utf-8-sig", newline="") as stream:
        rows = csv.DictReader(stream)
        if not {"document", "person"} <= set(rows.fieldnames or ()):
            raise UsageError(f"{path} needs the columns document and person")
        return {row["document"]: row["person"] for row in rows}
