"""Apply what a user wants masked and kept to what the recognizers find in a text.

The order is stated once, here: what must be masked (a person's decision to mask, deny lists, protected persons) comes
first; then what a person decided to keep; then given spans; then the rules (allow, keep regions); then switches and
thresholds of types. What a decision keeps the correlation risk leaves alone too (`apply_decisions.py`).
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from spacy.tokens import Doc

from sanitizer.common.knowledge import in_use
from sanitizer.common.reuse import once
from sanitizer.common.timing import stage
from sanitizer.control.apply_decisions import (
    DecidedForms,
    LastWord,
    Left,
    forms_decided,
)
from sanitizer.control.case_parties import own_case, roles, without_roles
from sanitizer.control.chosen_persons import restrict, settle_persons
from sanitizer.control.covered_text import Cover, cut, united, without_places
from sanitizer.control.impersonal import NOBODYS, let_states_stay, of_persons
from sanitizer.control.rules import Control
from sanitizer.control.sort_mentions import CITED, Regions, Sorted, left_to_risk, sort
from sanitizer.control.statutes import statutes
from sanitizer.errors import DocumentError
from sanitizer.read.name_matching import join, spread
from sanitizer.recognize.base import Recognizer
from sanitizer.recognize.common_attributes import CommonAttributes
from sanitizer.recognize.disguised_text import disguised, uncut
from sanitizer.recognize.finders.abbreviations import settled
from sanitizer.recognize.identifiers.code_shapes import codes_by_shape, digits_one_by_one
from sanitizer.recognize.known_names import is_medicine
from sanitizer.recognize.names_in_data import names_in_data
from sanitizer.recognize.spans.fields import without_labels
from sanitizer.recognize.spans.lattice import best
from sanitizer.recognize.spans.merge import merge
from sanitizer.recognize.text_in_capitals import in_shouted
from sanitizer.types import EntityClass, Mention, Span, text_of


def apply_rules(control: Control, doc: Doc, mentions: Iterable[Mention]) -> list[Mention]:
    """Return the mentions that stay sensitive, with what may be told of them; in the order given.

    What must be masked comes first, then keep decisions, then given spans, then allow and keep rules, then generic
    words, types and thresholds; at last values are shortened. What lies inside of something that is allowed or
    kept is allowed with it.
    """
    listed = list(mentions)
    text = text_of(doc)
    return sort(
        control, text, listed, forms_decided(control, doc, listed).held, _regions(control, text, listed)
    ).sensitive


def first_pass(
    control: Control,
    doc: Doc,
    recognizers: Sequence[Recognizer],
    common: CommonAttributes | None = None,
    parse: Callable[[str], Doc] | None = None,
) -> tuple[Mention, ...]:
    """Return the mentions of :func:`decide`."""
    return decide(control, doc, recognizers, common, parse)[0]


def decide(
    control: Control,
    doc: Doc,
    recognizers: Sequence[Recognizer],
    common: CommonAttributes | None = None,
    parse: Callable[[str], Doc] | None = None,
) -> tuple[tuple[Mention, ...], LastWord]:
    """Return the whole first pass: recognizers and those of the settings, these rules, merged, spread and joined;
    and what holds whatever the stages after it say.

    What stands in a disguise is read as :func:`sanitizer.text.fold.fold` shows it, parsed by `parse`.

    `common` attributes are left out; None where no correlation risk will be looked at.

    A person who is allowed where first named (a judge, say) is allowed in every mention; one who is sensitive
    where first named is sensitive in every mention, also in citations, wherever these stand.
    """
    text = text_of(doc)
    asked = (*recognizers, *control.recognizers())
    found = list(once("recognized", (), lambda: _recognized(control, doc, asked, parse)))
    must = forms_decided(control, doc, found)
    found += must.mentions
    regions = _regions(control, text, found)
    found += regions.parties
    typed = _of_types_that_stay(control, text, found)
    left = left_to_risk(doc, found, common)
    first = sort(control, text, found, must.held, replace(regions, kept=(*regions.kept, *typed)), left)
    let_states_stay(text, first)
    merged = merge(first.sensitive)
    mentions = once("spread", merged, lambda: spread(text, merged))
    typed = _without_names(text, typed, (m.span for m in mentions if m.recognizer == "spread"))
    regions = replace(regions, kept=(*regions.kept, *typed))
    wider = replace(regions, kept=(*regions.kept, *(m.span for m, _, _ in first.allowed)))
    again = sort(control, text, [m for m in mentions if m.recognizer == "spread"], must.held, wider)
    # what is sensitive elsewhere is so in a citation too
    quoted = {m for m, rule in again.covered if rule == CITED and m.entity_class is not EntityClass.PERSON}
    added = {*again.sensitive, *quoted}
    mentions = tuple(m for m in mentions if m.recognizer != "spread" or m in added)
    public = _persons(m for m, _, _ in first.allowed)
    named = Cover(m.span for m in public)
    cited = [m for m in _persons(m for m, _ in (*first.covered, *again.covered)) if not named.touches(m.span)]
    if public or cited:
        joined = settle_persons(doc, mentions, public, cited, first.decided)
    else:
        joined = join(doc, mentions)
    if control.nationalities:
        from sanitizer.read.nationalities import same_places  # a knowledge base, loaded where asked for

        joined = join(doc, joined, same_places(text, joined))
    if control.protect:
        joined = restrict(doc, joined, control.protect, control.scope)
    covered = Cover(m.span for m in joined)
    if missing := [m for m in must.every if without_places([m.span], covered)]:
        joined = join(doc, merge([*joined, *missing]))
    nobodys: list[Mention] = []
    if common is not None and control.impersonal == "keep":
        joined, nobodys = of_persons(doc, joined, common.asked, found)
    joined, inside = cut(text, joined, must.held)
    first.switched += ((m, NOBODYS) for m in nobodys)
    regions = replace(regions, kept=(*regions.kept, *(m.span for m in nobodys)))
    return joined, _last_word(text, joined, inside, must, regions, first)


def _found(recognizer: Recognizer, doc: Doc) -> Sequence[Mention]:
    """Return what a recognizer finds. Raises DocumentError where that is not about the text: what it meant is not
    known."""
    try:
        found, length = recognizer.find(doc), len(text_of(doc))
    except SystemExit as end:
        if end.code:
            raise  # the run is to end, and says so
        raise DocumentError(f"the recognizer {recognizer.name!r} ends the run as if all was done") from end
    if not isinstance(found, Iterable):
        raise DocumentError(f"the recognizer {recognizer.name!r} gave no mentions: mend it, or leave it out")
    mentions = list(found)
    if not all(isinstance(m, Mention) and m.span.end <= length for m in mentions):
        raise DocumentError(
            f"the recognizer {recognizer.name!r} gave a mention that lies outside of the text, or is none: mend it, or "
            "leave it out"
        )
    return mentions


@stage("recognize")
def _recognized(
    control: Control, doc: Doc, asked: Sequence[Recognizer], parse: Callable[[str], Doc] | None
) -> tuple[Mention, ...]:
    """Return what the recognizers find, whatever persons decided."""
    text = text_of(doc)
    found = in_shouted(doc, asked, best(doc, [m for r in asked for m in _found(r, doc)]), parse)
    found = list(uncut(text, [*found, *disguised(doc, asked, parse)]))
    found = list(settled(text, without_labels(text, found)))
    found += names_in_data(text, found)
    found += digits_one_by_one(text, found)
    if EntityClass.CODE.value in control.only:
        found += codes_by_shape(text, found)
    return tuple(without_roles(text, found) if control.citations else found)


def _regions(control: Control, text: str, found: Sequence[Mention]) -> Regions:
    """Return the regions that rules keep, and what is cited: laws, and other cases, the own case's title apart."""
    kept = [Span(*m.span()) for p in control.keep for m in p.finditer(text) if m.group()]
    citations = [Span(*m.span()) for p in control.citations for m in p.finditer(text) if m.group()]
    laws = tuple(statutes(text, found)) if control.statutes else ()
    if not citations and not control.citations:
        return Regions(tuple(kept), laws, ())
    own = own_case(text, citations, found)
    kept = [*without_places(united(kept), Cover(own.titles)), *roles(text)]
    return Regions(tuple(united(kept)), (*own.cited, *laws), own.parties)


def _of_types_that_stay(control: Control, text: str, found: Sequence[Mention]) -> list[Span]:
    """Return what stands for types that stay. Of what another finder takes for something else only conditions and
    medicines stay, and only where they hold no more of it than a word of theirs (:func:`_without_names`)."""

    def stays(mention: Mention) -> bool:
        return not control.stays.isdisjoint((mention.type, mention.entity_class.value))

    if not control.stays:
        return []
    others = [m.span for m in found if not stays(m)]
    from sanitizer.recognize.finders import (
        medicines_and_conditions,  # a knowledge base, loaded where asked for
    )

    conditions = [
        m.span for m in medicines_and_conditions.clinical_words(text, in_use().everything) if stays(m)
    ]
    kept = _without_names(text, conditions, others)
    rest = Cover(without_places(others, Cover(kept)))
    return [*kept, *(m.span for m in found if stays(m) and not rest.touches(m.span))]


def _without_names(text: str, places: Iterable[Span], names: Iterable[Span]) -> list[Span]:
    """Return the places that no name reaches beyond, and that are none themselves: a name is a part of a longer place
    ("Parkinson's disease"), or a guess where the place has small letters or is known as a medicine alone."""
    taken = Cover(names)
    kept = []
    for place in places:
        surface = place.of(text)
        no_name = surface.islower() or is_medicine(surface.split()[0])
        if all(
            place.start <= n.start and n.end <= place.end and (no_name or n != place) for n in taken.on(place)
        ):
            kept.append(place)
    return kept


def _last_word(
    text: str,
    mentions: Sequence[Mention],
    inside: tuple[Span, ...],
    must: DecidedForms,
    regions: Regions,
    first: Sorted,
) -> LastWord:
    """Return what the stages after the first pass must leave alone, and which names stand by whose word."""
    taken = Cover(m.span for m in mentions)
    allowed = [(m, rule, why) for m, rule, why in first.allowed]
    standing = [
        *allowed,
        *((m, rule, "") for m, rule in first.covered),
        *((m, rule, "") for m, rule in first.switched),
    ]
    left: dict[Span, Left] = {}
    for mention, rule, why in standing:
        if not taken.touches(mention.span):
            left.setdefault(mention.span, Left(mention.span, mention.entity_class, rule, why))
    public = sorted(first.public & left.keys())
    bound = without_places(united([*regions.kept, *regions.cited, *public]), taken)
    return LastWord(
        must.every,
        must.masked,
        must.asked,
        tuple(must.held.spans),
        inside,
        tuple(bound),
        tuple(left[span] for span in sorted(left)),
        tuple(dict.fromkeys(m.span.of(text) for m in must.every if m.recognizer.partition(":")[0] == "deny")),
        must.chosen,
    )


def _persons(mentions: Iterable[Mention]) -> list[Mention]:
    return [m for m in merge(mentions) if m.entity_class is EntityClass.PERSON]
