"""What a text says that somebody is: "she is a harpsichord maker", "worked as a dental nurse", "father of three".

Whose attribute it is decides, read from the dependency tree, not the word alone: a noun for persons counts where it is
said of a person: as a predicate, in apposition to a name or before one, behind "as". "The court's prosecutor" is nobody
in particular; "she is a prosecutor" is hers.
"""

from collections.abc import Iterator
from typing import Final

from spacy.tokens import Doc, Token

from kb.values.words import PERIODS
from sanitizer.recognize.finders.nouns_for_persons import (
    ROLES,
    SOMEBODY,
    is_for_persons,
    is_group,
    is_somebody,
    may_be,
    relatives,
)
from sanitizer.recognize.known_names import is_word, may_be_person
from sanitizer.text import lexicon
from sanitizer.text.fold import words
from sanitizer.text.inflection import WORDS
from sanitizer.text.mention_syntax import slot_of
from sanitizer.values.found_values import Found

_MODIFIERS: Final = frozenset(["amod", "compound", "flat", "nmod:unmarked", "nmod:poss"])
_WEAK: Final = words(
    "other new first second third last one same such all any some every each own several many more most two former "
    "then alleged certain said young old older younger little good great late dear next only real whole different"
)
"""Modifiers that tell nothing of what somebody is."""
_EMPLOYED: Final = words("retired unemployed self-employed freelance trainee apprentice student part-time")
"""What somebody's work is like, as a census asks it."""
_LASTING: Final = words(
    "old young late early long away apart ahead behind overdue tall high wide older younger short"
)
"""Adjectives that a period measures and that say no state of a person."""
_SIDES: Final = words("the his her my their one both left right")
_AGENTS: Final = ("er", "or", "ist", "ian", "man", "woman")
"""Endings of nouns for those who do something."""
_TITLE: Final = 4
"""Words of the title of a post."""
_NEAR: Final = 32
"""Tokens on each side of a noun, among which so few words begin and end."""
_SAID: Final = ("NOUN", "ADJ", "VERB")
"""The parts of speech of what somebody is said to be."""
_CLOSES: Final = frozenset(".:;!?()[]")
"""Marks that no phrase goes over."""
_LONGEST: Final = 6
"""Words before a noun that may belong to it."""


def _is_unknown(token: Token) -> bool:
    """Return whether a noun that WordNet does not know is said of somebody with an indefinite article: set beside a
    name ("a harbourmaster"), as a predicate ("is a scaffolder") or behind "as"."""
    if token.pos_ != "NOUN" or not token.text.islower() or is_word(token.lemma_.lower()):
        return False
    article = next((t for t in token.children if t.dep_ == "det" and t.lower_ in ("a", "an")), None)
    if article is None or article.i < 2 or "Plur" in token.morph.get("Number"):
        return False
    before = token.doc[article.i - 2]
    if token.doc[article.i - 1].text == "," and before.ent_type_ == "PERSON":
        return True
    return (_of_subject(token) or _behind_as(token)) and token.lower_.endswith(_AGENTS)


def is_state(token: Token) -> bool:
    """Return whether an adjective says a state of somebody that has lasted so long ("four months pregnant"), or of
    one side of the body ("deaf in one ear")."""
    if token.pos_ not in ("ADJ", "NOUN", "VERB") or not token.text.islower() or token.lower_ in _LASTING:
        return False
    if not any(t.dep_ == "cop" for t in token.children) or not any(
        t.dep_ == "nsubj" and (is_somebody(t) or is_for_persons(t)) for t in token.children
    ):
        return False
    return _side(token) is not None or _period(token) is not None


def _period(token: Token) -> Token | None:
    """Return the time for which an adjective has been true, right before it."""
    return next(
        (
            t
            for t in token.children
            if t.dep_ == "obl:unmarked" and t.i == token.i - 1 and t.lemma_ in PERIODS
        ),
        None,
    )


def _side(token: Token) -> Token | None:
    """Return the side of the body of which an adjective is said: "deaf in one ear", "blind in her left eye"."""
    behind = token.doc[token.i + 1 : token.i + 5]
    if len(behind) < 3 or behind[0].lower_ != "in" or behind[1].lower_ not in _SIDES:
        return None
    noun = next((t for t in behind[2:] if t.lower_ not in _SIDES), None)
    one = behind[1].lower_ == "one" or any(t.lower_ in ("left", "right", "both") for t in behind)
    return noun if noun is not None and noun.pos_ == "NOUN" and one else None


def _state(token: Token) -> Found:
    """Return what somebody is, with the adverb or period before it and the side of the body behind it: "profoundly
    deaf in one ear", "four months pregnant"."""
    doc, first, last = token.doc, token, _side(token) or token
    if token.i and doc[token.i - 1].pos_ == "ADV" and doc[token.i - 1].lower_.endswith("ly"):
        first = doc[token.i - 1]
    period = _period(token)
    if period is not None:
        first = min([period, *period.lefts], key=lambda t: t.i)
    return Found(first.idx, last.idx + len(last), "DISEASE", 0.6)


def is_said(token: Token) -> bool:
    """Return whether the tree says of somebody in particular that he or she is what the noun means.

    Coordination and apposition count only where the words between confirm them (:mod:`sanitizer.text.mention_syntax`).
    """
    if not token.doc.has_annotation("DEP"):
        return False
    if _of_subject(token) or _behind_as(token) or _before_name(token) or _set_beside(token):
        return True
    if _behind_age(token):
        return True
    slot = slot_of(token.doc, token.i, token.i + 1)
    beside = [*slot.appositions, *([] if slot.apposition_of is None else [slot.apposition_of])]
    if any(_is_name(token.doc[i]) for i in beside):
        return True
    return any(_of_subject(token.doc[i]) or _behind_as(token.doc[i]) for i in slot.conjuncts)


def is_in_passing(head: Token) -> bool:
    """Return whether a noun for an occupation only says in what part somebody comes in ("the nurse", "an
    interpreter", "clerk Ann Ek", "the director, Bo Ek"): it is no predicate with an indefinite article, not set
    beside somebody so, and no value of a field. What the one is whom a text is about is told with one of these."""
    if not head.doc.has_annotation("DEP") or not (
        head.text.islower() or _before_name(head) or _is_of_title(head)
    ):
        return False  # with a capital it may be a name
    if _of_subject(head) or _behind_as(head) or _behind_age(head) or _is_entry(head):
        return False
    article = next((t for t in head.children if t.dep_ == "det" and t.lower_ in ("a", "an")), None)
    if article is not None and article.i:
        before = head.doc[article.i - 1]
        if before.text in ",(" or before.lower_ == "as" or (before.pos_ == "PROPN" and before.text.istitle()):
            return False
    conjuncts = slot_of(head.doc, head.i, head.i + 1).conjuncts
    return not any(_of_subject(head.doc[i]) or _behind_as(head.doc[i]) for i in conjuncts)


def _is_of_title(head: Token) -> bool:
    """Return whether a noun stands in the title of somebody's post that is a line of its own: "Consultant
    Rheumatologist"."""
    near = head.doc[max(0, head.i - _NEAR) : head.i + _NEAR]
    at = head.idx - near.start_char
    before, after = near.text[:at], near.text[at:]
    if ("\n" not in before and near.start) or ("\n" not in after and near.end < len(head.doc)):
        return False  # a longer line
    words = (before.rpartition("\n")[2] + after.partition("\n")[0]).split()
    title = 1 < len(words) <= _TITLE and all(word.istitle() for word in words)
    return title and head.text in words and words[-1].lower().endswith(_AGENTS)


def _is_entry(head: Token) -> bool:
    """Return whether a noun stands without an article behind a mark, as in a file: "Ann, 38, clerk", "Occupation:
    clerk"."""
    first = first_of_phrase(head).i
    before = head.doc[first - 1] if first else None
    return before is not None and before.text in ",(:" and not any(t.dep_ == "det" for t in head.children)


def _is_name(token: Token) -> bool:
    return token.ent_type_ == "PERSON" or (token.pos_ == "PRON" and token.lower_ in SOMEBODY)


def _of_subject(token: Token) -> bool:
    """Return whether the noun is the predicate of a copula whose subject is somebody, or of "being" without one."""
    copula = next((t for t in token.children if t.dep_ == "cop"), None)
    if copula is None:
        return False
    subjects = [t for t in token.children if t.dep_ == "nsubj"]
    return any(map(is_somebody, subjects)) or (not subjects and copula.lower_ == "being")


def _behind_as(token: Token) -> bool:
    """Return whether "as" leads to the noun and something is done or lived as that: "worked as a nurse", no "such
    as"."""
    case = next((t for t in token.lefts if t.dep_ == "case" and t.lower_ == "as"), None)
    if case is None or "Plur" in token.morph.get("Number"):
        return False
    before = token.doc[case.i - 1].lower_ if case.i else ""
    return before not in ("such", "as", "same", "well", "known") and (
        token.head.pos_ in ("VERB", "NOUN") or token.head.i == token.i
    )


def _before_name(token: Token) -> bool:
    """Return whether a person's name follows right behind ("health visitor Sandeep Virk")."""
    if token.i + 1 >= len(token.doc) or token.whitespace_ != " ":
        return False
    following = token.doc[token.i + 1]
    return bool(following.ent_type_ == "PERSON" and following.text[:1].isupper())


def _set_beside(token: Token) -> bool:
    """Return whether the phrase begins with an article behind a comma, and somebody stands before: "our lodger, a
    student"; or it opens a bracket behind a person's name: "Mair Rees (matron)"."""
    first = first_of_phrase(token).i
    if first > 1 and token.doc[first - 1].text == "(" and _is_name(token.doc[first - 2]):
        return True
    opening = next((t for t in token.children if t.dep_ == "det" and t.i < token.i), None)
    if opening is None or opening.i < 2 or opening.lower_ not in ("a", "an", "the"):
        return False
    return token.doc[opening.i - 1].text == "," and is_somebody(token.doc[opening.i - 2])


def _behind_age(token: Token) -> bool:
    """Return whether somebody's age stands in the same phrase: "a 64-year-old retired bus conductor", "a 38 y/o
    baker"."""
    for at in range(token.i - 1, max(0, token.i - 1 - _LONGEST), -1):
        before = token.doc[at]
        if before.lower_ in ("old", "yo", "y.o") or (before.lower_ == "o" and token.doc[at - 1].text == "/"):
            return any(t.like_num for t in token.doc[max(0, at - 4) : at])
        if before.pos_ not in ("ADJ", "NOUN", "PROPN", "VERB") and before.text not in ("-", "‑"):
            return False
    return False


def first_of_phrase(head: Token) -> Token:
    """Return the first of the words right before a noun that modify it, one another's modifiers among them."""
    first, doc = head, head.doc
    if not doc.has_annotation("DEP"):
        return head
    inside = {head.i}
    for at in range(head.i - 1, max(-1, head.i - 1 - _LONGEST), -1):
        token = doc[at]
        if token.is_space or token.is_sent_end or "\n" in token.text_with_ws:
            break
        if token.text in _CLOSES:
            break
        if token.text in ("-", "‑") and at and not token.whitespace_ and not doc[at - 1].whitespace_:
            inside.add(at)
            continue
        if token.dep_ == "case" and token.pos_ == "PART":  # behind a possessor
            continue
        if token.dep_ not in _MODIFIERS and not (token.head.i in inside and token.dep_ == "punct"):
            joined = doc[at + 1].text in ("-", "‑") and token.pos_ in ("ADJ", "NOUN", "PROPN", "VERB", "ADV")
            if not joined and token.pos_ != "ADJ":
                break
        if token.pos_ != "ADJ" and not _leads_into(token, inside):
            break
        if token.text.isdigit() or token.pos_ in ("DET", "PRON") or _is_called(token):
            break
        if doc[at + 1].text not in ("-", "‑") and not _tells(token):
            break
        inside.add(at)
        first = token
    return first


def _is_called(token: Token) -> bool:
    """Return whether a word is of a name, and no word of English in small letters."""
    return bool(token.ent_type_) and not (token.text.islower() and is_word(token.lower_))


def _tells(token: Token) -> bool:
    """Return whether a modifier narrows what a noun says: a noun, an adjective that is rare or listed with
    occupations."""
    low = token.lower_
    if low in _WEAK:
        return False
    if low in _EMPLOYED:
        return True
    if token.dep_ != "amod" or token.head.lemma_.lower() in relatives():
        return True
    return low in lexicon.job_modifiers() or low not in lexicon.frequent_words()


def _leads_into(token: Token, inside: set[int]) -> bool:
    return token.head.i in inside or (token.i + 1 in inside and token.doc[token.i + 1].text in ("-", "‑"))


def says_nothing(token: Token) -> bool:
    """Return whether a noun for an occupation tells of no person what they do: it is a relation to somebody else ("his
    supervisor"), or it is in small letters, bare or behind "the", and predicated of nobody ("by courier", "the
    driver")."""
    if not token.doc.has_annotation("DEP"):
        return False
    if any(t.dep_ == "nmod:poss" and t.pos_ == "PRON" for t in token.children):
        return True
    articles = {t.lower_ for t in token.children if t.dep_ == "det"}
    alone = not any(t.dep_ in _MODIFIERS for t in token.children)
    deictic = articles - {"the"}
    return token.text.islower() and alone and not deictic and not is_said(token) and not _leads(token)


def _leads(token: Token) -> bool:
    """Return whether more is said of the noun: it has an "of", a clause or a place of its own, modifies or owns
    another, stands in a list, or is what a verb makes of somebody ("was appointed surgeon")."""
    if token.i and token.doc[token.i - 1].text == ",":
        return True  # an item of a list, whatever the tree says
    below = {t.dep_.partition(":")[0] for t in token.children}
    return token.dep_ in (*_MODIFIERS, "xcomp", "conj", "appos") or not below.isdisjoint(("nmod", "acl"))


def _is_role(token: Token) -> bool:
    """Return whether a noun alone says only what part somebody has in the matter: it is definite, a frequent word
    for no occupation, or a role beside a name ("Ms Ek, a lawyer")."""
    definite = any(t.dep_ == "det" and t.lower_ not in ("a", "an") for t in token.children)
    beside = token.lower_ in ROLES and token.dep_ == "appos"
    lemma = token.lemma_.lower()
    common = lemma not in lexicon.job_heads() and lemma in lexicon.frequent_words()
    return definite or beside or common or _before_name(token)


def last_of_phrase(head: Token) -> Token:
    """Return the last word of "of" and a number behind a noun for relatives ("father of three"), or the noun."""
    doc = head.doc
    if head.i + 2 < len(doc) and doc[head.i + 1].lower_ == "of" and doc[head.i + 2].like_num:
        return doc[head.i + 2]
    return head


def _sort_of_person(token: Token, first: Token) -> Iterator[Found]:
    """Yield the words before "man" or "woman" that say what sort of one is meant ("homeless"), where they say much."""
    before = token.doc[first.i : token.i]
    if any(t.is_alpha and t.lower_ not in lexicon.frequent_words() for t in before):
        yield Found(first.idx, token.idx + len(token), "DEM", 0.6)


def attributes(doc: Doc) -> Iterator[Found]:
    """Yield what somebody is said to be, with the words that modify it."""
    if not doc.has_annotation("DEP"):
        return
    for token in doc:
        if token.pos_ not in _SAID:
            continue
        for_persons = is_for_persons(token)
        if not for_persons and is_state(token):
            yield _state(token)
            continue
        if not for_persons and is_group(token):
            yield Found(token.idx, token.idx + len(token), "DEM", 0.6)
            continue
        if _is_unknown(token):
            yield Found(first_of_phrase(token).idx, token.idx + len(token), "JOB", 0.6)
            continue
        aged = token.pos_ == "NOUN" and _behind_age(token) and may_be_person(token.lemma_.lower())
        if not (for_persons or aged or may_be(token)) or not is_said(token):
            continue
        family = token.lemma_.lower() in relatives()
        last = last_of_phrase(token) if family else token
        first = first_of_phrase(token)
        if not family and says_nothing(token):
            continue
        if token.lemma_.lower() in WORDS["empty_persons"]:
            yield from _sort_of_person(token, first)
            continue
        alone = first.i == last.i
        if alone and (family or _is_role(token)):
            continue  # that somebody has relatives, or a part in the matter, tells nothing
        yield Found(first.idx, last.idx + len(last), "FAMILY" if family else "JOB", 0.6)
