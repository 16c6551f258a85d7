"""Read the characters of workbooks, charts and slides that are written as numbers (Office Open XML, part 1, 22.9.2.19,
ST_Xstring)."""

import re
from typing import Final

_NUMBERED: Final = re.compile(r"_x([0-9A-Fa-f]{4})_")
_RETURNS: Final = re.compile(r"\r\n?")
_NOT_WRITTEN: Final = re.compile("[\0-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
"""What no part of XML can hold."""


def characters(text: str) -> str:
    """Return a text as programs show it: "_x0041_" is "A", "_x000D_" ends a line, what cannot be written is a blank."""
    if "_x" not in text:
        return text
    told = _NUMBERED.sub(lambda code: chr(int(code[1], 16)), text)
    told = told.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return _NOT_WRITTEN.sub(" ", _RETURNS.sub("\n", told))
