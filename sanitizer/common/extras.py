"""Name the extra whose libraries a part needs and this environment lacks.

The base (`pip install semantic-sanitizer`) sanitizes texts. What other parts need besides comes with extras, as in
`pip install 'semantic-sanitizer[tables]'`; pyproject.toml lists their versions.
"""

from importlib.util import find_spec
from typing import Final

from sanitizer.errors import ResourceError

EXTRAS: Final = {
    "tables": ("numba", "pandas", "pyarrow", "sqlalchemy"),
    "corpus": ("numba", "pyarrow"),
    "postgres": ("psycopg",),
    "audit": ("scipy", "sklearn"),
    "duckdb": ("duckdb", "pyarrow"),
    "spark": ("pyspark", "pyarrow"),
    "documents": ("lxml", "openpyxl", "pikepdf", "pypdf", "pypdfium2", "striprtf", "tinycss2"),
    "stores": ("fsspec",),
    "service": ("fastapi", "python_multipart", "starlette", "uvicorn"),
}
"""The modules that each extra brings: `tables` releases tables, `corpus` indexes texts to count in, `postgres` reads
databases of PostgreSQL, `audit` attacks releases of texts and hardens them,
`documents` reads and writes files of Office, web pages and PDF, `stores` reads and writes in buckets and other stores
with URLs, `service` answers over HTTP,
`duckdb` releases tables that do not fit into memory, `spark` sanitizes texts on Spark (which needs Java 17)."""


class MissingExtraError(ResourceError, ImportError):
    """A library of an extra is not installed; the message says which extra to install."""


def need(extra: str, part: str) -> None:
    """Raise MissingExtraError where a module of `extra` is missing; `part` says what needs it."""
    if not all(_is_installed(module) for module in EXTRAS[extra]):
        raise MissingExtraError(missing(extra, part))


def missing(extra: str, part: str) -> str:
    """Return the one line that says what to install."""
    return f"{part} needs the extra \"{extra}\": pip install 'semantic-sanitizer[{extra}]'"


def _is_installed(module: str) -> bool:
    try:
        return find_spec(module) is not None
    except (ImportError, ValueError):
        return False
