"""Examples of calls, shown at the end of the help of a command; and what to do after it."""

from collections.abc import Mapping
from typing import Final

EXAMPLES: Final[Mapping[str, tuple[str, ...]]] = {
    "sanitize": (
        "sanitizer sanitize letters -o clean --report private/report.jsonl",
        "sanitizer sanitize judgments.zip -o clean.zip --profile court",
        "sanitizer sanitize chats.jsonl -o clean.jsonl --text-field 'messages[].content'",
        "cat note.txt | sanitizer sanitize -",
    ),
    "explain": (
        "sanitizer explain private/report.jsonl",
        "sanitizer explain private/report.jsonl --document letter-7.txt",
    ),
    "report": (
        "sanitizer report private/report.jsonl -o private/page.html",
        "sanitizer report private/report.jsonl --certificate certificate.html --audit private/audit.json",
        "sanitizer report figures.json -o page.html --after released.csv",
    ),
    "review": (
        "sanitizer review private/run --source letters --profile clinical-research",
        "sanitizer review private/run",
        "sanitizer review private/run --export clean",
    ),
    "sweep": (
        "sanitizer sweep letters -o private/sweep.html --sample 20",
    ),
    "restore": (
        "sanitizer restore clean.jsonl -o back.jsonl --key-file private/key",
    ),
    "scan": (
        "sanitizer scan visits.csv",
        "sanitizer scan visits.csv --person patient -o visits.toml",
        "sanitizer scan visits.csv -o visits.toml --ask",
    ),
    "release": (
        "sanitizer release visits.toml -o released.csv --report figures.json",
        "sanitizer release visits.csv --auto --person patient -k 5 -o released.csv",
        "sanitizer release visits.toml --explore page.html",
    ),
    "verify": (
        "sanitizer verify released.csv --definition visits.toml",
        "sanitizer verify --definition visits.toml --sidecar private/who-is-who",
    ),
    "audit": (
        "sanitizer audit clean --report private/report.jsonl -o private/audit.json",
        "sanitizer audit clean --background known-persons.json --original letters",
        "sanitizer audit released.csv --quasi age,town --k 5",
    ),
    "evaluate": (
        "sanitizer evaluate gold.json masks.json --by-class",
    ),
    "serve": (
        "sanitizer serve --state private/service --port 8000",
    ),
    "keys": (
        "sanitizer keys add --help",
    ),
    "purge": (
        "sanitizer purge private/report.jsonl --dry-run",
    ),
    "count": (
        'sanitizer count "breast cancer" radiotherapy',
    ),
    "corpus": (
        "sanitizer corpus build archive -o archive.index",
        "sanitizer count --counts archive.index radiotherapy",
    ),
    "cache": (
        "sanitizer cache info",
    ),
    "kb": (
        "sanitizer kb lookup violinist",
    ),
    "init": (
        "sanitizer init letters --profile clinical-research",
    ),
    "parts": (
        "sanitizer parts",
        "sanitizer parts operators",
    ),
    "types": (
        "sanitizer types",
        "sanitizer types --json",
    ),
    "profiles": (
        "sanitizer profiles",
    ),
    "where": (
        "sanitizer where --check",
    ),
    "help": (
        "sanitizer help",
        "sanitizer help letters",
        "sanitizer help DEM",
        "sanitizer help --examples examples",
    ),
    "completion": (
        "sanitizer completion bash --install",
    ),
}  # fmt: skip
"""By the name of a command; what a call needs is in it."""


def epilog(name: str) -> str | None:
    """Return the examples of a command, as click keeps their lines; None where it has none."""
    lines = EXAMPLES.get(name)
    return "\b\nExamples:\n" + "\n".join(f"  {line}" for line in lines) if lines else None


NEXT: Final[Mapping[str, str]] = {
    "cache": "sanitizer cache info says what is kept; sanitizer help counts explains it",
    "completion": "sanitizer completion SHELL --install puts it where your shell looks",
    "corpus": "sanitizer sanitize SOURCE -o clean --counts INDEX --counts default counts in it first",
    "count": "sanitizer help counts says what the figures mean",
    "kb": "sanitizer help knowledge says what the bases are for; --kb gives one to sanitize",
    "keys": "sanitizer help service says how a caller uses it",
    "parts": "give a name of the list to the option of its kind; sanitizer COMMAND --help shows examples",
    "profiles": "sanitizer init FOLDER --profile NAME writes your choice down; sanitizer help choose compares them",
    "purge": "remove copies and backups elsewhere yourself; if something is listed as left, purge it too",
    "restore": "keep the result where the originals lie: it holds what was encrypted",
    "sanitize": "read the result",
    "types": "name one in [types] of a settings file, or in --operator TYPE=NAME; sanitizer help TYPE explains it",
    "where": "sanitizer init writes settings for this folder",
}
"""What to do after a command that does not say it itself."""
