"""Recognize in texts the values that linked columns of the same table hold."""

import re
from collections.abc import Sequence
from typing import Final

import pandas as pd
from spacy.tokens import Doc

from sanitizer.recognize.finders.lists import Lists, Phrase
from sanitizer.recognize.labels import entity_class
from sanitizer.relational.definition.definition import Definition, Kind, Role
from sanitizer.types import Mention

_WORD: Final = re.compile(r"[^\W\d_]{3}")
_MOST: Final = 50_000


class ColumnValues:
    """Finds the values of categories that are tied to an entity type (emap), as terms of that type.

    Whoever writes "I'm a Pisces" repeats the column "sign": no model knows that, the column does.
    """

    name = "column"

    def __init__(self, phrases: Sequence[Phrase]) -> None:
        self._lists = Lists(phrases, case="ignore", name=self.name)

    @classmethod
    def of(cls, table: pd.DataFrame, definition: Definition) -> "ColumnValues":
        """Those of a table; values without three letters in a row are left to other recognizers."""
        phrases: list[Phrase] = []
        for attribute in definition.named(Role.QUASI):
            if attribute.entity and attribute.kind is Kind.CATEGORY:
                values = sorted({str(v) for v in table[attribute.name] if v is not None and v == v})
                phrases += [Phrase(v, attribute.entity) for v in values[:_MOST] if _WORD.search(v)]
        return cls(phrases)

    def find(self, doc: Doc) -> Sequence[Mention]:
        """The mentions of column values."""
        return self._lists.find(doc)


def is_direct(entity: str) -> bool:
    """Whether a fine type singles out one person by itself."""
    return entity_class(entity).value in ("PERSON", "CODE")
