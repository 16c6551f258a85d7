"""What stands for a sensitive term besides a generalization: tags, masks, ciphers, surrogates."""

from sanitizer.common.keys import Key
from sanitizer.operators.base import Operator, Term
from sanitizer.operators.date_shift import ShiftDates
from sanitizer.operators.encrypt import Encrypt
from sanitizer.operators.mask import Mask
from sanitizer.operators.on_text import operate
from sanitizer.operators.plan import Plan, make_plan
from sanitizer.operators.policy import Policy
from sanitizer.operators.pseudonyms import Hash, Pseudonym
from sanitizer.operators.restore import Restored, restore
from sanitizer.operators.surrogate import Surrogate
from sanitizer.operators.tag import Keep, Tag

__all__ = [
    "Encrypt", "Hash", "Keep", "Key", "Mask", "Operator", "Plan", "Policy", "Pseudonym", "Restored", "ShiftDates",
    "Surrogate", "Tag", "Term", "make_plan", "operate", "restore",
]  # fmt: skip
