"""Knowledge bases: what a phrase may mean, and what each meaning is a kind of. Knows nothing of sanitizing, nor of
counts."""

from kb.base import Concept, KnowledgeBase, KnowledgeBaseError, Sense

__all__ = ["Concept", "KnowledgeBase", "KnowledgeBaseError", "Sense"]
