"""What surrounds a mention in its sentence: head and modifiers, what governs it and how, conjuncts, appositions.

Read from a dependency tree with the relations of Universal Dependencies. ``WEAK`` names the relations that the shipped
parse often gets wrong (``bench/parser.py`` prints its scores): there the words between two phrases must agree, and they
decide alone where a text has no tree.
"""

from collections.abc import Iterator, Set
from dataclasses import dataclass
from typing import Final, Literal

from spacy.tokens import Doc, Token

NOMINAL: Final = frozenset(["NOUN", "PROPN", "PRON", "NUM", "SYM", "X"])
WEAK: Final = frozenset(["appos", "conj"])
"""Relations that the words between must confirm: a comma or bracket (apposition), a comma or conjunction."""

_MODIFIERS: Final = frozenset(["amod", "compound", "nummod", "flat", "nmod:unmarked", "advmod"])
_OPENING: Final = frozenset('"“‘«')
_CLOSING: Final = frozenset('"”’»')
_SEPARATORS: Final = frozenset([",", ";", "/", "&", "and", "or", "nor", "as", "well"])


@dataclass(frozen=True)
class Slot:
    """The place of a mention in its sentence; words are given by their numbers in the document.

    Attributes:
        head: the word that the others of the mention hang on.
        modifiers: words before or after the head that modify it, without articles; they may lie outside the mention.
        determiner: article, demonstrative or possessive pronoun in small letters, ``'s`` after another's name, or "".
        preposition: in small letters, with the words fixed to it ("because of"), or "".
        relation: of the head to its governor; of a conjunct, the first one's. "" where there is no tree, ``root``
            where nothing governs it.
        governor: the word that governs the mention, or ``None``.
        governor_lemma: its lemma in small letters, or "".
        apposition_of: the head of the phrase that the mention stands in apposition to, or ``None``.
        appositions: the heads of the phrases in apposition to the mention.
        conjuncts: the heads of the phrases that it is coordinated with, in the order of the text.
        number: ``singular``, ``plural`` or ``None`` where neither the word nor its verb tells.
        possessive: whether the mention owns what follows ("Hagen's").
        quoted: whether quotation marks enclose it.
        opens_sentence: whether it begins its sentence, quotation marks and articles apart.
    """

    head: int
    modifiers: tuple[int, ...] = ()
    determiner: str = ""
    preposition: str = ""
    relation: str = ""
    governor: int | None = None
    governor_lemma: str = ""
    apposition_of: int | None = None
    appositions: tuple[int, ...] = ()
    conjuncts: tuple[int, ...] = ()
    number: Literal["singular", "plural"] | None = None
    possessive: bool = False
    quoted: bool = False
    opens_sentence: bool = False


def head_of(doc: Doc, start: int, end: int) -> int:
    """The number of the word that the others of ``doc[start:end]`` hang on.

    Of several words that hang on words outside, the noun that most words of the span hang on, the last of those;
    without a tree, the last noun before a preposition or comma.
    """
    tokens = [t for t in doc[start:end] if not t.is_space] or list(doc[start:end])
    if not doc.has_annotation("DEP"):
        return _last_noun(tokens)
    outside = [t for t in tokens if t.head.i == t.i or not start <= t.head.i < end]
    if len(outside) == 1:
        return int(outside[0].i)
    nouns = [t for t in outside if t.pos_ in NOMINAL] or outside
    return int(max(nouns, key=lambda t: (sum(start <= d.i < end for d in t.subtree), t.i)).i)


def _last_noun(tokens: list[Token]) -> int:
    last: int | None = None
    for token in tokens:
        if last is not None and (token.pos_ == "ADP" or token.text == ","):
            break
        if token.pos_ in NOMINAL:
            last = token.i
    return int(tokens[-1].i) if last is None else last


def slot_of(doc: Doc, start: int, end: int, weak: Set[str] = WEAK) -> Slot:
    """The place of ``doc[start:end]`` in its sentence.

    Args:
        doc: with parts of speech and sentences, and a tree if there is one.
        weak: relations that the words between two phrases must confirm.
    """
    head = doc[head_of(doc, start, end)]
    found = Slot(
        head=head.i, number=_number(head), possessive=_possessive(doc, head, end),
        quoted=_quoted(doc, start, end), opens_sentence=_opens(doc, start),
    )  # fmt: skip
    return _from_tree(doc, found, weak) if doc.has_annotation("DEP") else _from_words(doc, found, start)


def _from_tree(doc: Doc, found: Slot, weak: Set[str]) -> Slot:
    """``found`` with what the tree tells."""
    head = doc[found.head]
    chain = list(_conjuncts(head, weak))
    first = chain[0]
    above = first.head if first.head.i != first.i else None
    host = above if above is not None and first.dep_ == "appos" and _apposed(above, first, weak) else None
    relation = "root" if above is None else first.dep_
    preposition = _preposition(head) or _preposition(first)
    return Slot(
        head=found.head,
        modifiers=tuple(t.i for t in head.children if t.dep_ in _MODIFIERS),
        determiner=_determiner(head),
        preposition=preposition,
        relation=relation,
        governor=None if above is None else above.i,
        governor_lemma="" if above is None else above.lemma_.lower(),
        apposition_of=None if host is None else host.i,
        appositions=tuple(t.i for t in head.children if t.dep_ == "appos" and _apposed(head, t, weak)),
        conjuncts=tuple(sorted(t.i for t in chain if t.i != head.i)),
        number=found.number or _agreement(head),
        possessive=found.possessive,
        quoted=found.quoted,
        opens_sentence=found.opens_sentence,
    )


def _conjuncts(head: Token, weak: Set[str]) -> Iterator[Token]:
    """The phrases coordinated with ``head``, itself among them, the first conjunct first."""
    first = head
    while first.dep_ == "conj" and first.head.i != first.i and _joined(first.head, first, weak):
        first = first.head
    yield first
    waiting = [first]
    while waiting:
        current = waiting.pop(0)
        for child in current.children:
            if child.dep_ == "conj" and _joined(current, child, weak):
                yield child
                waiting.append(child)


def _joined(first: Token, second: Token, weak: Set[str]) -> bool:
    """Whether ``second`` is a conjunct of ``first``: the tree says so; if weak, both are nouns or neither is, and a
    comma or conjunction stands between."""
    if "conj" not in weak:
        return True
    between = first.doc[first.i + 1 : second.i]
    return (first.pos_ in NOMINAL) == (second.pos_ in NOMINAL) and any(
        t.lower_ in _SEPARATORS for t in between
    )


def _apposed(first: Token, second: Token, weak: Set[str]) -> bool:
    """Whether ``second`` is in apposition to ``first``: the tree says so; if weak, both are nouns, a comma,
    bracket or dash stands before the second phrase, and no verb stands between."""
    if "appos" not in weak:
        return True
    if not (first.pos_ in NOMINAL and second.pos_ in NOMINAL):
        return False
    start = min(t.i for t in second.subtree) if second.i > first.i else second.i
    between = first.doc[first.i + 1 : max(start, first.i + 1)]
    if any(t.pos_ in {"VERB", "AUX", "CCONJ"} and t.head.i == first.i for t in between):
        return False
    opened = {t.text for t in first.doc[first.i + 1 : second.i] if t.pos_ == "PUNCT"}
    return bool(opened & {",", "(", "[", "-", "–", "—", ":"}) or second.i == first.i + 1


def _determiner(head: Token) -> str:
    for child in head.children:
        if child.dep_ == "det":
            return str(child.lower_)
        if child.dep_ == "nmod:poss":
            return str(child.lower_) if child.pos_ == "PRON" else "'s"
    return ""


def _preposition(head: Token) -> str:
    """The preposition before ``head`` with the words fixed to it."""
    for child in head.lefts:
        if child.dep_ == "case":
            fixed = [t for t in child.children if t.dep_ == "fixed"]
            return " ".join(t.lower_ for t in sorted([child, *fixed], key=lambda t: t.i))
    return ""


def _number(head: Token) -> Literal["singular", "plural"] | None:
    """What the form of the word tells."""
    number = head.morph.get("Number")
    if number:
        return "plural" if number[0] in {"Plur", "Ptan"} else "singular"
    return "singular" if head.pos_ == "NOUN" else None


def _agreement(head: Token) -> Literal["singular", "plural"] | None:
    """What the verb tells of its subject's number."""
    if head.dep_ not in {"nsubj", "nsubj:pass"} or head.pos_ == "PRON":
        return None
    verbs = [head.head, *(t for t in head.head.children if t.dep_ in {"aux", "aux:pass", "cop"})]
    for verb in verbs:
        number = verb.morph.get("Number") if verb.pos_ in {"VERB", "AUX"} else []
        if number:
            return "plural" if number[0] == "Plur" else "singular"
    return None


def _possessive(doc: Doc, head: Token, end: int) -> bool:
    """Whether an 's or a lone apostrophe stands at the end of, or after, a phrase that ends at ``end``."""
    marks = {"'s", "’s", "'", "’"}
    after = (
        end < len(doc) and doc[end].text in marks and not doc[end - 1].whitespace_ and doc[end].pos_ == "PART"
    )
    return after or (doc[end - 1].text in marks and doc[end - 1].pos_ == "PART" and end - 1 > head.i)


def _quoted(doc: Doc, start: int, end: int) -> bool:
    if doc[start].text in _OPENING and doc[end - 1].text in _CLOSING and end - start > 2:
        return True
    return start > 0 and end < len(doc) and doc[start - 1].text in _OPENING and doc[end].text in _CLOSING


def _opens(doc: Doc, start: int) -> bool:
    first = doc[start].sent.start if doc.has_annotation("SENT_START") else 0
    return all(t.is_space or t.text in _OPENING or t.pos_ == "DET" for t in doc[first:start])


def _from_words(doc: Doc, found: Slot, start: int) -> Slot:
    """``found`` with what the words beside the mention tell, where there is no tree."""
    head = doc[found.head]
    inside = [t for t in doc[start : head.i] if t.pos_ == "DET"]
    left = start
    while (
        left > 0 and doc[left - 1].pos_ in {"ADJ", "NUM", "NOUN", "PROPN"} and not doc[left - 1].is_sent_end
    ):
        left -= 1
    modifiers = tuple(t.i for t in doc[left : head.i] if t.pos_ in {"ADJ", "NUM", "NOUN", "PROPN"})
    determiner = inside[0] if inside else doc[left - 1] if left > 0 and doc[left - 1].pos_ == "DET" else None
    before = determiner.i if determiner is not None and determiner.i < start else left
    preposition = doc[before - 1] if before > 0 and doc[before - 1].pos_ == "ADP" else None
    return Slot(
        head=found.head, modifiers=modifiers,
        determiner=determiner.lower_ if determiner is not None else "",
        preposition=preposition.lower_ if preposition is not None else "",
        apposition_of=_host_before(doc, start), number=found.number, possessive=found.possessive,
        quoted=found.quoted, opens_sentence=found.opens_sentence,
    )  # fmt: skip


def _host_before(doc: Doc, start: int) -> int | None:
    """The noun that a phrase beginning at ``start`` with an article, after a comma, is set beside."""
    if start < 2 or doc[start].pos_ != "DET" or doc[start - 1].text != ",":
        return None
    host = doc[start - 2]
    return int(host.i) if host.pos_ in {"NOUN", "PROPN"} else None


def token_at(doc: Doc, offset: int) -> Token | None:
    """The token that begins at an offset, None where none does."""
    low, high = 0, len(doc)
    while low < high:
        middle = (low + high) // 2
        if doc[middle].idx < offset:
            low = middle + 1
        else:
            high = middle
    return doc[low] if low < len(doc) and doc[low].idx == offset else None
