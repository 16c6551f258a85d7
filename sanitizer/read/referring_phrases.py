"""Find the phrases of a text that can refer to somebody or something: names, noun phrases, pronouns.

Read from the dependency tree: a noun with its modifiers, complements and relative clauses, without what stands beside
it (conjuncts, appositions, a copula and its subject) and without the preposition or possessive ending that marks it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

from spacy.tokens import Doc, Token

from sanitizer.read.nouns import sort_of_noun
from sanitizer.text.fold import plain
from sanitizer.text.titles import TITLES

_BESIDE: Final = frozenset(
    [
        "cc", "conj", "appos", "parataxis", "case", "cop", "nsubj", "nsubj:pass", "nsubj:outer", "csubj", "aux",
        "aux:pass", "mark", "discourse", "vocative", "advcl", "advcl:relcl", "expl", "orphan", "list", "dislocated",
        "ccomp",
        "xcomp", "punct", "dep", "obj", "iobj", "preconj", "cc:preconj", "reparandum",
    ]
)  # fmt: skip
"""Relations of words that hang on a noun without being part of its phrase."""
_BEFORE: Final = frozenset(
    [
        "det",
        "amod",
        "compound",
        "nummod",
        "nmod:poss",
        "advmod",
        "det:predet",
        "nmod:unmarked",
        "nmod:desc",
        "flat",
    ]
)
"""Relations of the words before a noun that belong to its phrase."""
_IN_NAME: Final = frozenset(["compound", "flat", "fixed", "goeswith", "compound:prt", "list"])
_NO_REFERENCE: Final = frozenset(
    ["expl", "discourse", "fixed", "goeswith", "reparandum", "mark", "cc", "advmod", "case"]
)
_PREDICATE: Final = frozenset(["obl", "advmod", "obl:unmarked", "obl:agent", "obl:npmod"])
"""Relations that belong to the clause of a noun that is a predicate, not to its phrase."""
_OPENING: Final = {")": "(", "]": "[", "”": "“", "’": "‘", '"': '"', "»": "«"}
_OUTSIDE: Final = frozenset(["PUNCT", "ADP", "CCONJ", "SCONJ"])
_RELATIVE: Final = frozenset(
    ["who", "which", "whom", "whose", "what", "where", "when", "whoever", "whatever", "whichever"]
)
_DEMONSTRATIVE: Final = frozenset(["this", "that", "these", "those"])

Kind = Literal["name", "noun", "pronoun"]


@dataclass(frozen=True, slots=True)
class Named:
    """A name, as it comes in: words ``start`` to ``end`` of a document (half-open), which entity it is joined with by
    its words, what it names (PERSON, LOC, ORG, another class or ""), and the sensitive entity that it belongs to
    (-1: none)."""

    start: int
    end: int
    group: int
    label: str
    sensitive: int = -1


@dataclass(frozen=True, slots=True)
class Candidate:
    """A phrase that can refer: words ``start`` to ``end`` of a document (half-open), its head, what it is made of, the
    name in it, and whether it is a coordination of several."""

    start: int
    end: int
    head: int
    kind: Kind
    name: Named | None = None
    joined: bool = False


def candidates_of(doc: Doc, names: Sequence[Named] = ()) -> list[Candidate]:
    """Return the phrases that can refer, by start, longer ones first.

    Args:
        doc: with parts of speech, sentences and a tree.
        names: disjoint, in the order of the text.
    """
    inside: dict[int, Named] = {i: name for name in names for i in range(name.start, name.end)}
    found: dict[tuple[int, int], Candidate] = {}
    taken: set[int] = set()
    for name in names:
        if all(token.pos_ == "ADJ" for token in doc[name.start : name.end]):
            continue  # an adjective refers to nobody
        candidate = _of_name(doc, name, inside)
        taken.update(range(name.start, name.end))
        taken.update(range(candidate.start, name.start))
        found[candidate.start, candidate.end] = candidate
    for token in doc:
        if token.i in taken:
            continue
        kind = _kind(token)
        if kind is None:
            continue
        start, end = (token.i, token.i + 1) if kind == "pronoun" else _phrase(doc, token)
        if end > start:
            found.setdefault((start, end), Candidate(start, end, token.i, kind))
    for candidate in list(found.values()):
        several = _coordination(doc, candidate)
        if several is not None:
            found.setdefault((several.start, several.end), several)
    return sorted(found.values(), key=lambda c: (c.start, -c.end))


def _kind(token: Token) -> Kind | None:
    """Return whether a word heads a phrase that can refer."""
    pos, dep = token.pos_, token.dep_
    if dep in _NO_REFERENCE:
        return None
    if pos == "PRON":
        lower = token.lower_
        if lower in _RELATIVE or lower == "there" or (lower == "that" and _is_relative(token)):
            return None
        return "pronoun"
    if pos == "DET" and token.lower_ in _DEMONSTRATIVE and dep not in {"det", "advmod"}:
        return "pronoun"
    if pos == "DET" and dep == "nmod:poss":
        return "pronoun"
    if pos in {"NOUN", "PROPN"}:
        return None if dep in _IN_NAME and (pos == "PROPN" or dep != "compound") else "noun"
    if pos == "NUM":
        return "noun" if dep in {"obl", "nmod", "obj", "nsubj", "obl:unmarked", "nmod:unmarked"} else None
    return "noun" if pos == "ADJ" and dep in {"nsubj", "obj", "nmod"} and _determined(token) else None


def _is_relative(token: Token) -> bool:
    verb = token.head
    return "acl:relcl" in (verb.dep_, verb.head.dep_)


def _determined(token: Token) -> bool:
    return any(child.dep_ == "det" for child in token.lefts)


def _phrase(doc: Doc, head: Token) -> tuple[int, int]:
    """Return first word and end of the phrase of a noun; of one that stands before another noun, itself."""
    if head.dep_ == "compound" and head.pos_ == "NOUN":
        return head.i, head.i + 1
    children = list(head.children)
    predicate = any(c.dep_ == "cop" for c in children) or (
        head.dep_ == "root" and any("subj" in c.dep_ for c in children)
    )
    start, end = head.i, head.i + 1
    for child in children:
        dep = child.dep_
        if child.i < head.i:
            if dep in _BEFORE and not (predicate and dep == "advmod"):
                start = min(start, child.left_edge.i)
        elif dep not in _BESIDE and child.left_edge.pos_ != "CCONJ" and not (predicate and dep in _PREDICATE):
            end = max(end, child.i + 1 if dep == "flat" else child.right_edge.i + 1)
    stop = min(
        (c.left_edge.i for c in children if c.i > head.i and c.dep_ in _BESIDE - {"punct", "case"}),
        default=end,
    )
    end = max(head.i + 1, min(end, stop))
    begin = max(
        (c.right_edge.i + 1 for c in children if c.i < head.i and c.dep_ in _BESIDE - {"punct", "preconj"}),
        default=start,
    )
    return _trimmed(doc, min(max(start, begin), head.i), end, head.i)


def _trimmed(doc: Doc, start: int, end: int, head: int) -> tuple[int, int]:
    """Return a phrase without marks, spaces and prepositions at its edges, unless a bracket or quotation mark has
    its pair inside."""
    while start < head and (doc[start].is_space or doc[start].pos_ in _OUTSIDE):
        start += 1
    while end > head + 1 and (doc[end - 1].is_space or doc[end - 1].pos_ in {"PUNCT", "CCONJ"}):
        opening = _OPENING.get(doc[end - 1].text)
        if opening is not None and any(t.text == opening for t in doc[start : end - 1]):
            break
        end -= 1
    return start, end


def _of_name(doc: Doc, name: Named, inside: dict[int, Named]) -> Candidate:
    """Return a name with its titles and the noun before it ("the actor Luis Vega")."""
    head = name.end - 1
    for token in doc[name.start : name.end]:
        if not name.start <= token.head.i < name.end or token.head.i == token.i:
            head = token.i
            break
    start = name.start
    governed = doc[head]
    if governed.dep_ in _IN_NAME and not governed.head.i < name.start:
        return Candidate(name.start, name.end, head, "name", name)
    first, end = _phrase(doc, governed)
    if not any(i in inside and inside[i] is not name for i in range(first, start)):
        start = min(start, first)
    if (
        start == name.start
        and start
        and doc[start - 1].dep_ == "det"
        and name.start <= doc[start - 1].head.i < name.end
    ):
        start -= 1
    noun = start - 1
    if noun >= 0 and noun not in inside and _describes(doc[noun], name):
        before, _ = _phrase(doc, doc[noun]) if doc[noun].dep_ not in _IN_NAME else (noun, 0)
        start = min(start, before)
    return Candidate(start, max(name.end, end), head, "name", name)


def _describes(token: Token, name: Named) -> bool:
    """Return whether a word right before a person's name says who that is: "the actor Luis Vega", "Mr Vega"."""
    if name.label != "PERSON" or not token.whitespace_:
        return False
    if token.pos_ == "NOUN":
        return sort_of_noun(token.lemma_.lower()) == "person"
    return plain(token.text.strip(".")) in TITLES


def _coordination(doc: Doc, first: Candidate) -> Candidate | None:
    """Several nouns joined by "and", from the first conjunct to the last."""
    head = doc[first.head]
    if first.kind == "pronoun" and head.dep_ == "nmod:poss":
        return None
    others = [c for c in head.rights if c.dep_ == "conj" and c.pos_ in {"NOUN", "PROPN", "PRON"}]
    if not others or not any(t.lower_ in {"and", "&"} for c in others for t in c.lefts if t.dep_ == "cc"):
        return None
    last = others[-1]
    end = max(_phrase(doc, last)[1], last.i + 1)
    while end < len(doc) and doc[end].dep_ == "flat":
        end += 1
    return Candidate(first.start, end, first.head, "noun", None, joined=True)
