"""Import spaCy without its own command line, which takes a third of that time and which no stage uses.

``import spacy`` imports its command ``spacy info``, and with that clients of HTTP, templates and terminals. In the
process of our command an empty module stands in its place meanwhile; whoever imports ``spacy.cli`` later gets the real
one. Programs that import this package import spaCy as it is.
"""

import sys
from types import ModuleType
from typing import Any, Final

_COMMANDS: Final = ("spacy.cli", "spacy.cli.info")


def _info(*given: Any, **named: Any) -> Any:
    """Return what ``spacy.info`` does, imported when it is asked for."""
    from spacy.cli.info import info

    return info(*given, **named)


def import_spacy() -> None:
    """Import spaCy so, where nobody has imported it yet."""
    if any(name in sys.modules for name in ("spacy", *_COMMANDS)):
        return
    package, module = (ModuleType(name) for name in _COMMANDS)
    package.__path__ = []
    module.info = _info  # type: ignore[attr-defined]
    sys.modules.update(zip(_COMMANDS, (package, module), strict=True))
    try:
        import spacy
    finally:
        for name in _COMMANDS:
            sys.modules.pop(name, None)
    vars(spacy).pop("cli", None)
