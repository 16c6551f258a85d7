"""Choose how each mention refers: an entity is introduced with "a", then it is "the" with the shortest words that tell
it from its rivals, or a pronoun where no rival stands between; ordinals come last.

After the incremental algorithm of Dale and Reiter (Cognitive Science 19, 1995) and what is usual of given and new.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Final

from kb import Concept
from kb.taxonomy import is_a
from kb.values.words import ORDINALS
from sanitizer.common.knowledge import in_use
from sanitizer.say.discourse import At, Discourse, Referent
from sanitizer.say.phrases import Phrase
from sanitizer.say.phrases_from_labels import NAME
from sanitizer.say.plan_types import Edit, Entity
from sanitizer.say.positions import Page
from sanitizer.say.pronouns import NEAR, apart, pronoun_of
from sanitizer.types import Span

_ORDINALS: Final = ("", *ORDINALS[:10])
_FEW: Final = 3
"""Entities of the same words that ordinals tell apart without a reader having to count."""
_SUBJECT: Final = frozenset({"nsubj", "nsubj:pass"})
_OWNERS: Final = frozenset({"my", "your", "our"})
_OWNERS_OF_KIN: Final = _OWNERS | {"his", "her", "their"}
_KIN: Final = Concept("wn:relative.n.01", "relative")
_NEVER_ANOTHER: Final = frozenset({"code", "thing", "work"})


def referred(page: Page, edits: Sequence[Edit], numbered: bool) -> list[Edit]:
    """Return the edits with determiners, ordinals and pronouns; with ``numbered`` every entity is told from the
    others of its words in the whole text."""
    discourse = Discourse()
    done: list[Edit] = []
    placed: dict[object, int] = {}
    shared = _shared(edits) if numbered else {}
    ordered = _bearers_told(page, edits)
    withheld = {
        page.text[e.told.span.start : e.told.span.end].lower().rpartition(" ")[2]: e.phrase
        for e in edits
        if e.phrase is not None and e.phrase.kind == "noun"
    }
    for i, edit in enumerate(ordered):
        beside = [*done[-1:], *ordered[i + 1 : i + 2]]
        said = _refer(page, _as_told(edit, beside, withheld), discourse, shared if numbered else None)
        if said.follows is not None and said.follows in placed:
            lead = done[placed[said.follows]]
            if not lead.determiner:
                done[placed[said.follows]] = replace(lead, determiner=said.determiner, apart=said.apart)
            said = replace(said, determiner="")
        placed[edit.told.span] = len(done)
        done.append(said)
    return done


def _bearers_told(page: Page, edits: Sequence[Edit]) -> list[Edit]:
    """Return the edits; "the nurse Ann Ek" is a nurse, and a woman where no more than a person is told of the noun."""
    done = list(edits)
    before: set[Entity] = set()
    for i, (noun, name) in enumerate(pairwise(edits)):
        before.add(noun.told.referent)
        called, known, place = noun.phrase, name.told.phrase, noun.place
        if called is None or known is None or place is None or not name.gone or noun.many or noun.owns:
            continue
        if not (called.person and known.person and called.countable) or name.span.start - noun.span.end > 1:
            continue
        the = place.determiner
        beside = page.text[noun.span.end : name.told.span.start] == " "
        first = beside and name.told.referent not in before and called.kind == "noun"
        if first and name.attribute is None and not called.empty:
            done[i + 1] = replace(name, attribute=called)
        if first and the is not None and page.lower(the) == "the" and not (place.left or place.named):
            said = called if not called.empty else known
            said = NAME if said.words == "person" else said
            start = Span(page[the].idx, noun.span.end)
            done[i] = replace(noun, span=start, phrase=said, determiner="" if said.kind == "mark" else "a")
    return done


def _as_told(edit: Edit, others: Sequence[Edit], withheld: Mapping[str, Phrase]) -> Edit:
    """Return the edit of a name that goes, called as the noun beside it is told, where that is hidden too: "your
    foreman, Al" is the supervisor, and so is "Al, a foreman". A noun that is ``withheld`` anywhere in the text
    calls nobody."""
    if edit.attribute is None or not edit.gone:
        return edit
    for noun in others:
        near = 0 <= edit.span.start - noun.span.end <= 1 or noun.span.start == edit.span.end
        if near and noun.phrase is not None and noun.phrase.kind == "noun" and not noun.many:
            return replace(edit, attribute=noun.phrase)
    return replace(edit, attribute=withheld.get(edit.attribute.words, edit.attribute))


def _shared(edits: Sequence[Edit]) -> dict[str, int]:
    """Return how many entities are told with the same words."""
    found: dict[str, set[Entity]] = {}
    for edit in edits:
        if edit.phrase is not None and edit.phrase.kind == "noun":
            found.setdefault(edit.phrase.words, set()).add(edit.told.referent)
    return {words: len(entities) for words, entities in found.items()}


def _sentence(page: Page, edit: Edit) -> int:
    assert edit.place is not None
    return int(page[edit.place.first].sent.start)


def _refer(page: Page, edit: Edit, discourse: Discourse, shared: dict[str, int] | None) -> Edit:
    place, entity = edit.place, edit.told.referent
    if place is None:
        return edit
    at = At(_sentence(page, edit), place.slot.relation in _SUBJECT)
    if edit.gone:
        if edit.attribute is not None and entity not in discourse.known:
            known_as = discourse.introduce(entity, edit.attribute, at)
            known_as.listed, known_as.owner = edit.listed, _owner(page, edit)
        elif entity in discourse.known:
            discourse.again(entity, at)
        return edit
    return _told(page, edit, discourse, at, shared)


def _owner(page: Page, edit: Edit) -> str:
    """Return the possessive of the noun before a name that goes ("my boss, Al"), or ""; "his" of relatives alone,
    who are not called without one."""
    assert edit.place is not None and edit.attribute is not None
    first = edit.place.name_begins
    noun = next((t for t in reversed(page.doc[max(0, first - 2) : first]) if t.is_alpha), None)
    if noun is None or noun.lower_ != edit.attribute.words or _is_quoted(page, noun.idx):
        return ""
    words = in_use().words
    kin = any(is_a(words, sense.concept, _KIN) for sense in words.senses(noun.lower_)[:1])
    owners = _OWNERS_OF_KIN if kin else _OWNERS
    return next((t.lower_ for t in noun.children if t.lower_ in owners and t.i < noun.i), "")


def _is_quoted(page: Page, offset: int) -> bool:
    """Return whether an offset stands in a quotation of its paragraph."""
    before = page.text[page.text.rfind("\n", 0, offset) + 1 : offset]
    return before.count('"') % 2 == 1 or before.count("“") > before.count("”")


def _told(page: Page, edit: Edit, discourse: Discourse, at: At, shared: dict[str, int] | None) -> Edit:
    """Return the edit of a mention of which something is said."""
    entity, phrase = edit.told.referent, edit.phrase
    if phrase is not None and phrase.kind == "mark" and (called := discourse.known.get(entity)) is not None:
        return _marked(page, edit, called, discourse, at)
    if phrase is None or phrase.kind != "noun" or phrase.something:
        return edit
    if not edit.named:  # what is written small may be no person
        small = phrase.words == "person" and edit.told.label == "name" and edit.determiner == "a"
        letter = page.form.by_name.get(entity) if small and not edit.after else None
        return edit if letter is None else replace(edit, phrase=letter, determiner="", open=False)
    known = discourse.known.get(entity)
    if edit.many or edit.words is not None:
        if edit.attribute is not None and known is None:
            discourse.introduce(entity, edit.attribute, at).listed = edit.listed
        return edit
    if not edit.open:
        if known is None:
            discourse.introduce(entity, phrase, at)
        return edit
    known = _as_called(page, edit, known, discourse, at)
    if (label := _label_of(page, edit, phrase, known)) is not None:
        if entity not in page.form.by_name:
            discourse.introduce(entity, phrase, at)
        return label
    if known is None:
        return _introduced(page, edit, phrase, discourse, at, shared)
    said = _known(page, edit, known, discourse, at, shared)
    discourse.again(entity, at)
    return said


def _as_called(
    page: Page, edit: Edit, known: Referent | None, discourse: Discourse, at: At
) -> Referent | None:
    """Return what the reader knows of an entity, with what the text has called it where that says more."""
    role = page.form.roles.get(edit.told.referent)
    if role is None or edit.before or not page.text[role.end : edit.span.start].strip(" ,("):
        return known
    if known is None:
        return discourse.introduce(edit.told.referent, role.phrase, At(at.sentence, False))
    weak = known.phrase.empty or known.phrase.words == known.phrase.sex
    if weak and known.phrase.words != role.phrase.words:
        sentence, order, subject = known.sentence, known.order, known.subject
        known = discourse.introduce(edit.told.referent, role.phrase, at)
        known.sentence, known.order, known.subject = sentence, order, subject
    return known


def _label_of(page: Page, edit: Edit, phrase: Phrase, known: Referent | None) -> Edit | None:
    """Return the edit of a mention as the label of its name, where that is all that is told of it there."""
    if known is not None or edit.after:
        return None
    weak = phrase.words == "person" or phrase.sex != ""
    label = page.form.by_name.get(edit.told.referent) if weak else None
    if label is None and not edit.before:
        label = page.form.renamed.get(edit.told.span)
    return None if label is None else replace(edit, phrase=label, determiner="", open=False)


def _marked(page: Page, edit: Edit, known: Referent, discourse: Discourse, at: At) -> Edit:
    """Return a name of which nothing is sure but what the text called its bearer: "his girlfriend ... the
    girlfriend"."""
    if edit.words is not None or edit.told.label != "name" or not known.phrase.person:
        return edit
    said = _known(page, replace(edit, phrase=known.phrase, before=""), known, discourse, at, None)
    discourse.again(edit.told.referent, at)
    return said


def _introduced(
    page: Page,
    edit: Edit,
    phrase: Phrase,
    discourse: Discourse,
    at: At,
    shared: dict[str, int] | None,
) -> Edit:
    """Return a first mention: "a city", "another city" beside one, "a third city"."""
    near = phrase.words in discourse.last and apart(page, discourse.last[phrase.words], at.sentence) < NEAR
    referent = discourse.introduce(edit.told.referent, phrase, at)
    number = referent.number
    if (
        number == 1
        or edit.before
        or not phrase.countable
        or _is_predicate(page, edit)
        or phrase.words in _NEVER_ANOTHER
    ):
        return edit
    if shared is not None:
        return replace(edit, determiner=_nth(number, "a"), apart=True)
    return replace(edit, determiner="another", apart=True) if near else edit


def _nth(number: int, article: str) -> str:
    if number >= len(_ORDINALS):
        return "another" if article == "a" else article
    word = _ORDINALS[number]
    return f"{'an' if article == 'a' and word[0] in 'e' else article} {word}"


def _is_predicate(page: Page, edit: Edit) -> bool:
    assert edit.place is not None
    head = page[edit.place.slot.head]
    return any(child.dep_ == "cop" for child in head.children) or page.lower(edit.place.first - 1) in (
        "as",
        "like",
    )


def _known(
    page: Page, edit: Edit, known: Referent, discourse: Discourse, at: At, shared: dict[str, int] | None
) -> Edit:
    """Return a later mention: a pronoun, "the city", "the second man"."""
    entity = edit.told.referent
    called = known.phrase
    if shared is None and (pronoun := pronoun_of(page, edit, known, discourse, at)):
        return replace(edit, pronoun=pronoun)
    rivals = discourse.rivals(entity, called.head, called.words)
    if not rivals:
        short = called.short
        if short.words != called.words and discourse.rivals(entity, called.head, short.words):
            short = called
        said = _the(edit, short)
        owned = known.owner and called.person and not _is_quoted(page, edit.span.start)
        return replace(said, determiner=known.owner) if owned else said
    if known.listed and shared is None and edit.owns and edit.told.label == "name":
        return replace(
            edit, phrase=NAME, determiner=""
        )  # a part of a group has no possessive that reads well
    near = (
        shared is None
        and apart(page, known.sentence, at.sentence) <= NEAR
        and all(discourse.known[r].order < known.order for r in rivals)
    )
    few = max(known.number, len(rivals) + 1) <= _FEW and not known.listed
    if not called.person and shared is None and not near and not few:
        return edit  # a definite group would say that a reader knows which
    if known.listed and shared is None:
        known.listed = False
        return replace(_the(edit, called), determiner="one of the", apart=True, many=True)
    if near:
        return _the(edit, called)
    if known.number >= len(_ORDINALS) and shared is not None:
        return replace(_the(edit, called), determiner="", after=f" {known.number}{edit.after}")
    if shared is None and known.number > _FEW:
        return replace(_the(edit, called), determiner="one of the", apart=True, many=True)
    # an ordinal before a phrase with what stands behind its noun would mean another one
    return replace(_the(edit, called.short), determiner=_nth(known.number, "the"), apart=True)


def _the(edit: Edit, phrase: Phrase) -> Edit:
    return replace(
        edit,
        determiner="the",
        phrase=phrase,
        before="" if edit.phrase != phrase and edit.told.phrase != edit.phrase else edit.before,
    )
