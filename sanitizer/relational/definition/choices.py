"""The words that a definition of a release may choose from (docs/definition.md)."""

from typing import Final

from kb.values.date_order import ORDERS as DATE_ORDERS
from kb.values.date_order import Order

FORMATS: Final = ("csv", "parquet", "xlsx", "xml", "sql")
PARTITIONERS: Final = ("mondrian", "gdf", "cluster", "full-domain", "columns", "local", "mdav", "auto")
BY_COLUMNS: Final = ("full-domain", "columns", "local", "mdav")
"""Those that work on columns of codes where a table has no texts; the last three only there. "auto" takes the one of
all that loses least."""
TERM_RECODING: Final = ("generalize", "suppress")
KM_CUTS: Final = ("free", "kept", "all")
"""What the cuts of a partitioner leave of the terms under km-anonymity: see docs/definition.md."""
MODELS: Final = (
    "l-diversity", "t-closeness", "alpha-k", "km-anonymity", "k-map", "beta-likeness", "delta-disclosure",
    "delta-presence", "households", "average-risk", "threshold-risk", "population-uniqueness", "safe-sampling",
)  # fmt: skip
L_KINDS: Final = ("distinct", "entropy", "recursive")
B_KINDS: Final = ("enhanced", "basic")
T_DISTANCES: Final = ("equal", "ordered", "hierarchical")
NULL_MATCHING: Final = ("basic", "extended", "maybe", "right-maybe")
SEARCHES: Final = ("optimal", "best-first")
WITHOUT_PERSON: Final = ("refuse", "drop")
"""What becomes of rows that do not say whose they are."""
ORDERS: Final = ("sorted", "source")
"""Of the released rows: by their released cells, or as the source has them (which may undo k)."""
WORDINGS: Final = ("grammar", "plain")
DATES: Final = ("auto", *DATE_ORDERS)
"""What comes first in 3/4/1961: as the other dates of the table show, or the day, the month, the year."""
LOSSES: Final = ("loss", "wil")
AGGREGATES: Final = ("range", "mean", "median")
"""What the numbers of a class become."""
HIERARCHIES: Final = (
    "masking", "ranges", "calendar", "flat", "education", "industry", "icd10", "ages", "incomes",
)  # fmt: skip
TAXONOMIES: Final = ("wordnet", "places", "occupations", "all")
OPERATORS: Final = ("tag", "pseudonym", "mask", "hash", "encrypt", "surrogate")
"""Those of docs/operators.md that can write a column of identifiers."""


def order_of(dates: str) -> Order:
    """Return how dates in numbers are read; where nothing says it, with the day first."""
    return next((o for o in DATE_ORDERS if o == dates), "dmy")


def guess_format(path: str, url: str = "") -> str:
    """Return the format that the name of a file (or the presence of a URL) says: csv unless it says otherwise."""
    if url:
        return "sql"
    name = path.lower().removesuffix(".gz")
    for suffix, found in ((".parquet", "parquet"), (".pq", "parquet"), (".xlsx", "xlsx"), (".xml", "xml")):
        if name.endswith(suffix):
            return found
    return "csv"
