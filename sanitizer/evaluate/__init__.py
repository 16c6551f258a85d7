"""The measures of the field: masks of any system against gold annotations, and what a text keeps."""

from sanitizer.evaluate.agreement import Agreement, annotator_agreement, compare, token_agreement
from sanitizer.evaluate.characters_that_carry_nothing import IgnoreRule, PartOfSpeechRule, WordListRule
from sanitizer.evaluate.masks import (
    GoldDocument,
    GoldEntity,
    GoldMention,
    Mask,
    Masks,
    apply_masks,
    masks_from_report,
    read_gold,
    read_masks,
)
from sanitizer.evaluate.systems import InformationModel, SystemScores, evaluate
from sanitizer.evaluate.tab import Recalls, Share, TabScores, score, score_document
from sanitizer.evaluate.utility import counted, information_kept, least_support, text_preserved_information

__all__ = [
    "Agreement", "GoldDocument", "GoldEntity", "GoldMention", "IgnoreRule", "InformationModel", "Mask", "Masks",
    "PartOfSpeechRule", "Recalls", "Share", "SystemScores", "TabScores", "WordListRule", "annotator_agreement",
    "apply_masks", "compare", "counted", "evaluate", "information_kept", "least_support", "masks_from_report",
    "read_gold", "read_masks", "score", "score_document", "text_preserved_information", "token_agreement",
]  # fmt: skip
