"""Attacks on a release before it goes out: linkage, residue, reconstruction, and the risks of tables."""

from sanitizer.audit.attackers import Attacker, BM25Attacker, LearnedAttacker, TfidfAttacker
from sanitizer.audit.harden import Draft, Hardened, Hardener
from sanitizer.audit.linkage import Linked, chance_at, link, linkage_at, telling_words, true_persons

__all__ = [
    "Attacker", "BM25Attacker", "Draft", "Hardened", "Hardener", "LearnedAttacker", "Linked", "TfidfAttacker",
    "chance_at", "link", "linkage_at", "telling_words", "true_persons",
]  # fmt: skip
