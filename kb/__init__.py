"""What is a kind of what? Knows nothing of sanitizing, nor of counts."""

from kb.base import Concept, KnowledgeBase, KnowledgeBaseError, Sense

__all__ = ["Concept", "KnowledgeBase", "KnowledgeBaseError", "Sense"]
