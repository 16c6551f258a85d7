"""A knowledge base from a file, whatever its kind."""

from pathlib import Path

from kb.base import KnowledgeBase, KnowledgeBaseError
from kb.dgh import SUFFIXES, open_dgh
from kb.odp import open_odp
from kb.store import store_kind
from kb.wordnet import open_wordnet


def open_file(path: Path | str) -> KnowledgeBase:
    """Return a base compiled by `sanitizer kb build` (WordNet, ODP), or a hierarchy (CSV, JSON, TOML).

    Raises KnowledgeBaseError when the file is missing, damaged or neither."""
    path = Path(path)
    if path.suffix in SUFFIXES:
        return open_dgh(path)
    kind = store_kind(path)
    if kind == "wordnet":
        return open_wordnet(path)
    if kind == "odp":
        return open_odp(path)
    if not path.exists():
        raise KnowledgeBaseError(f"{path}: no such knowledge base; build one with `sanitizer kb build`")
    raise KnowledgeBaseError(
        f"{path}: is neither compiled by `sanitizer kb build` nor a hierarchy ({', '.join(SUFFIXES)})"
    )
