"""What stands for a sensitive term besides a generalization: tags, masks, ciphers, surrogates."""

from sanitizer.common.keys import Key
from sanitizer.operators.base import Operator, Term
from sanitizer.operators.date_shift import ShiftDates
from sanitizer.operators.encrypt import Encrypt
from sanitizer.operators.plain import Hash, Keep, Mask, Pseudonym, Tag
from sanitizer.operators.plan import Plan, make_plan
from sanitizer.operators.policy import Policy, operate
from sanitizer.operators.restore import Restored, restore
from sanitizer.operators.surrogate import Surrogate

__all__ = [
    "Encrypt",
    "Hash",
    "Keep",
    "Key",
    "Mask",
    "Operator",
    "Plan",
    "Policy",
    "Pseudonym",
    "Restored",
    "ShiftDates",
    "Surrogate",
    "Tag",
    "Term",
    "make_plan",
    "operate",
    "restore",
]
