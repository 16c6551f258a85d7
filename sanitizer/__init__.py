"""Sanitize texts and tables about people. Start reading at :mod:`sanitizer.pipeline`.

Each public name is imported when it is first used (docs/python.md): `sanitizer --help` loads no language model.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sanitizer.common.keys import Key as Key
    from sanitizer.control.decisions import Decision as Decision
    from sanitizer.control.decisions import read_decisions as read_decisions
    from sanitizer.control.profiles import profiles as profiles
    from sanitizer.control.profiles import read_profile as read_profile
    from sanitizer.control.rules import Control as Control
    from sanitizer.control.rules import Rule as Rule
    from sanitizer.errors import DocumentError as DocumentError
    from sanitizer.errors import ResourceError as ResourceError
    from sanitizer.errors import SanitizerError as SanitizerError
    from sanitizer.errors import UsageError as UsageError
    from sanitizer.operators.base import Operator as Operator
    from sanitizer.operators.policy import Policy as Policy
    from sanitizer.pipeline import Sanitizer as Sanitizer
    from sanitizer.recognize.base import Recognizer as Recognizer
    from sanitizer.recognize.finders.user_lists import Lists as Lists
    from sanitizer.recognize.finders.user_lists import Phrase as Phrase
    from sanitizer.recognize.finders.user_patterns import CustomPattern as CustomPattern
    from sanitizer.result import Failed as Failed
    from sanitizer.result import SanitizedDocument as SanitizedDocument
    from sanitizer.settings import ContextSize as ContextSize
    from sanitizer.settings import Protected as Protected
    from sanitizer.settings import Settings as Settings
    from sanitizer.settings import Strategy as Strategy
    from sanitizer.settings import Threshold as Threshold
    from sanitizer.settings import Unknown as Unknown
    from sanitizer.text.edits import Change as Change
    from sanitizer.types import Document as Document
    from sanitizer.types import EntityClass as EntityClass
    from sanitizer.types import Mention as Mention
    from sanitizer.types import Span as Span

__version__ = "0.2.0"

_HOMES = {
    "common.keys": ("Key",),
    "control.decisions": ("Decision", "read_decisions"),
    "control.rules": ("Control", "Rule"),
    "control.profiles": ("profiles", "read_profile"),
    "errors": ("DocumentError", "ResourceError", "SanitizerError", "UsageError"),
    "operators.base": ("Operator",),
    "operators.policy": ("Policy",),
    "pipeline": ("Sanitizer",),
    "recognize.base": ("Recognizer",),
    "recognize.finders.user_patterns": ("CustomPattern",),
    "recognize.finders.user_lists": ("Lists", "Phrase"),
    "result": ("Failed", "SanitizedDocument"),
    "settings": ("ContextSize", "Protected", "Settings", "Strategy", "Threshold", "Unknown"),
    "text.edits": ("Change",),
    "types": ("Document", "EntityClass", "Mention", "Span"),
}
_HOME = {name: f"sanitizer.{module}" for module, names in _HOMES.items() for name in names}

__all__ = sorted((*_HOME, "__version__", "sanitize"))


def sanitize(text: "Document | str", **options: Any) -> "SanitizedDocument":
    """Sanitize one text; the ``options`` are those of :meth:`Sanitizer.default`, which is made anew each time (parts
    are loaded once): make one for many texts."""
    from sanitizer.pipeline import Sanitizer

    return Sanitizer.default(**options).sanitize(text)


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module 'sanitizer' has no attribute {name!r}")
    value = globals()[name] = getattr(import_module(_HOME[name]), name)
    return value


def __dir__() -> list[str]:
    return list(__all__)
