"""Which sensitive terms share a context with one of them."""

from collections.abc import Sequence

import numpy as np
from spacy.tokens import Doc

from sanitizer.choose.generalize import Shared
from sanitizer.read.sensitive import Sensitive
from sanitizer.settings import Settings
from sanitizer.text.context_windows import shared_contexts
from sanitizer.types import BoolArray


def sharing_a_context(doc: Doc, sensitive: Sequence[Sensitive], settings: Settings) -> Shared | None:
    """Return which sensitive terms share a context with one of them; None where all do."""
    if settings.context.kind == "document":
        return None
    anchors = [s.spans for s in sensitive]

    def shared(row: int) -> BoolArray:
        if not sensitive[row].spans:
            return np.ones(len(sensitive), dtype=np.bool_)
        found = shared_contexts(doc, settings.context, anchors, sensitive[row].spans)
        return np.asarray(found.any(axis=1), dtype=np.bool_)

    return shared
