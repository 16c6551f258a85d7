"""All measures of one system on one gold file, as one record: what ``sanitizer evaluate`` shows."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import TYPE_CHECKING, Any

from sanitizer.evaluate.agreement import Agreement, token_agreement
from sanitizer.evaluate.characters_that_carry_nothing import IgnoreRule
from sanitizer.evaluate.masks import GoldDocument, Masks
from sanitizer.evaluate.tab import Recalls, Share, TabScores, covered, score, words
from sanitizer.evaluate.utility import (
    Inform,
    Information,
    information_kept,
    information_weights,
    terms_of,
    text_preserved_information,
    units_of,
)

if TYPE_CHECKING:
    from spacy.tokens import Doc


@dataclass(frozen=True, slots=True)
class InformationModel:
    """What turns words into bits: IC of phrases, and the IC of the least support for what has no count."""

    inform: Inform
    floor: float
    name: str


@dataclass(frozen=True, slots=True)
class SystemScores:
    """A system's measures; those in bits are ``None`` when no counts were asked."""

    system: str
    documents: int
    missing: int
    tab: TabScores
    agreement: Agreement
    masked: Share
    utility: Information | None
    tpi: float | None

    def to_json(self) -> dict[str, Any]:
        """Return plain data; docs/measures.md defines each key."""
        return {
            "system": self.system,
            "documents": self.documents,
            "documents_missing": self.missing,
            "entity_recall_direct": _share(self.tab.direct.entity),
            "entity_recall_quasi": _share(self.tab.quasi.entity),
            "entity_recall": _share(self.tab.all.entity),
            "mention_recall": _share(self.tab.all.mention),
            "token_recall": _share(self.tab.all.token),
            "token_precision": _share(self.tab.precision_token),
            "mention_precision": _share(self.tab.precision_mention),
            "weighted_token_precision": _share(self.tab.weighted_token),
            "weighted_mention_precision": _share(self.tab.weighted_mention),
            "by_class": {name: _recalls(recalls) for name, recalls in self.tab.by_class.items()},
            "direct": _recalls(self.tab.direct),
            "quasi": _recalls(self.tab.quasi),
            "content_words": {
                "precision": self.agreement.precision,
                "recall": self.agreement.recall,
                "f1": self.agreement.f1,
                "hits": self.agreement.hits,
                "masked": self.agreement.chosen,
                "marked": self.agreement.reference,
            },
            "share_masked": _share(self.masked),
            "utility_percent": self.utility.percent if self.utility else None,
            "utility_terms_without_count": (
                Share(self.utility.unknown, self.utility.occurrences).value if self.utility else None
            ),
            "tpi": self.tpi,
        }


def _share(share: Share) -> dict[str, Any]:
    return {"value": share.value, "part": share.part, "whole": share.whole}


def _recalls(recalls: Recalls) -> dict[str, Any]:
    return {
        "entity": _share(recalls.entity),
        "mention": _share(recalls.mention),
        "token": _share(recalls.token),
    }


def evaluate(
    system: str,
    gold: Sequence[GoldDocument],
    masks: Masks,
    rules: Mapping[str, IgnoreRule] | None = None,
    parsed: Mapping[str, "Doc"] | None = None,
    model: InformationModel | None = None,
) -> SystemScores:
    """Score one system.

    Args:
        system: its name.
        gold: the documents; those that ``masks`` lacks are counted as missing and not scored.
        masks: what it hides, by document id.
        rules: what may stay in clear, by document id; the published word list where not given.
        parsed: the parsed texts by document id, for terms; needed for the measures in bits.
        model: what tells bits; without it those measures are ``None``.

    Raises:
        UsageError: masks of a document that gold lacks, or outside its text.
    """
    weigh = information_weights(model.inform, model.floor) if model else None
    tab = score(gold, masks, rules, weigh)
    scored = [document for document in gold if document.id in masks]
    masked, utility, shares = Share(), Information(), []
    for document in scored:
        hidden = covered(document.text, masks[document.id])
        pairs = list(words(document.text))
        masked += Share(sum(bool(hidden[a:b].all()) for a, b in pairs), len(pairs))
        if model and parsed:
            doc = parsed[document.id]
            utility += information_kept(
                document.text, terms_of(doc), masks[document.id], model.inform, model.floor
            )
            units = units_of(doc)
            weights = information_weights(model.inform, model.floor)(document.text, units)
            share = text_preserved_information(document.text, units, masks[document.id], weights)
            shares += [] if share is None else [share]
    in_bits = bool(model and parsed)
    return SystemScores(
        system,
        len(scored),
        len(gold) - len(scored),
        tab,
        token_agreement(gold, masks, rules),
        masked,
        utility if in_bits else None,
        fmean(shares) if in_bits and shares else None,
    )
