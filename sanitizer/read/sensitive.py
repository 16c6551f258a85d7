"""Group mentions of the first pass into sensitive entities, with the entities that the user protects."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from sanitizer.common.normal_forms import normal_form
from sanitizer.recognize.known_names import is_spelled
from sanitizer.recognize.name_groups import PARTICLES
from sanitizer.settings import Protected
from sanitizer.text.fold import plain
from sanitizer.text.patterns import ANY_POSSESSIVE, WORD
from sanitizer.types import EntityClass, Mention, Span


@dataclass(frozen=True, slots=True)
class Sensitive:
    """A sensitive entity of a document: s of the paper, with all its mentions.

    ``forms`` are its surface forms, the one that stands for it first (without possessive; the one with most words, then
    characters, but for forms that are no name: with marks of files, or a person's with words in small letters);
    ``spans`` where it stands (none for a protected entity that the text does not name); ``proposed`` the g(s) given
    with it, if any; ``protected`` when the user named it; ``sure`` is False where little speaks for the class. ``repr``
    tells no text.
    """

    number: int
    forms: tuple[str, ...] = field(repr=False)
    entity_class: EntityClass
    type: str
    recognizers: tuple[str, ...]
    spans: tuple[Span, ...]
    proposed: str | None = field(default=None, repr=False)
    protected: bool = False
    sure: bool = True

    @property
    def surface(self) -> str:
        """The form that stands for the entity."""
        return self.forms[0]


def group(text: str, mentions: Sequence[Mention], protect: Sequence[Protected] = ()) -> tuple[Sensitive, ...]:
    """Sensitive entities by first appearance; then the protected ones that the text does not name.

    `mentions` are disjoint, sorted, and carry entity numbers. An entity of which a form equals a protected entity
    (case and number apart) is that protected entity.
    """
    wanted = {normal_form(entry.entity): entry for entry in protect}
    by_entity: dict[int, list[Mention]] = {}
    for mention in mentions:
        by_entity.setdefault(mention.entity, []).append(mention)
    result: list[Sensitive] = []
    for members in by_entity.values():
        # an adjective that was joined with its country is not what the entity is called after
        chief = [m for m in members if m.entity_class is not EntityClass.DEM] or members
        forms = _chief_first(_forms([m.span.of(text) for m in chief]), chief[0].entity_class)
        forms += tuple(form for form in _forms([m.span.of(text) for m in members]) if form not in forms)
        entry = next((wanted.pop(key) for form in forms if (key := normal_form(form)) in wanted), None)
        lead = max(
            chief,
            key=lambda m: (
                ANY_POSSESSIVE.sub("", m.span.of(text)) == forms[0],
                len(m.span.of(text).split()),
                m.span.end - m.span.start,
                -m.span.start,
            ),
        )
        given = next((m.generalization for m in members if m.generalization), None)
        result.append(
            Sensitive(
                len(result),
                forms,
                lead.entity_class,
                lead.type,
                tuple(sorted({m.recognizer for m in members})),
                tuple(m.span for m in members),
                entry.generalization or None if entry else given,
                entry is not None,
                all(m.sure for m in chief) and not _is_counted(text, lead, members),
            )
        )
    for entry in wanted.values():
        result.append(
            Sensitive(
                len(result),
                (entry.entity,),
                EntityClass.MISC,
                "PROTECTED",
                ("protect",),
                (),
                entry.generalization or None,
                True,
            )
        )
    return tuple(result)


def _is_counted(text: str, lead: Mention, members: Sequence[Mention]) -> bool:
    """Return whether a name that was taken for a person's is one of several ("a grey Dodge Charger"), so that its
    class is no more than a guess."""
    return lead.entity_class is EntityClass.PERSON and any(
        _INDEFINITE.search(text, max(0, m.span.start - _NEAR), m.span.start) for m in members
    )


def checked_forms(sensitive: Sequence[Sensitive]) -> list[str]:
    """Return the surface forms that must not stand in the result. Numbers and short codes are left out: "two" or
    "A4" stands for other things elsewhere, and says nothing by itself."""
    return [
        form
        for s in sensitive
        if s.entity_class not in (EntityClass.QUANTITY, EntityClass.DATETIME)
        for form in s.forms
        if s.entity_class is not EntityClass.CODE or len(form) > 3
    ]


_NEAR: Final = 40
_INDEFINITE: Final = re.compile(r"\b[Aa]n? (?:[a-z]+ ){0,2}$")
_NAMED: Final = frozenset((EntityClass.PERSON, EntityClass.ORG, EntityClass.LOC, EntityClass.MISC))
_NO_NAME: Final = re.compile(r"[|=_]|\.(?:jpe?g|png|gif|svg)\b|[-–,:]$", re.IGNORECASE)
"""What no name holds, or ends in: marks of files and markup, and the beginning of another word."""


def _chief_first(forms: tuple[str, ...], entity_class: EntityClass) -> tuple[str, ...]:
    """`forms` (longest first) of a name with the one that stands for it in front."""
    if entity_class not in _NAMED:
        return forms
    bare = dict.fromkeys(form for surface in forms if (form := _without_possessive(surface)))
    chief = next((form for form in bare if not _is_misshapen(form, entity_class)), forms[0])
    if chief.isupper():  # of a heading: "BARCELONA"
        chief = next((form for form in bare if form != chief and form.upper() == chief), chief)
    return (chief, *(form for form in forms if form != chief))


def _without_possessive(surface: str) -> str:
    """Return the form without the mark, which is part of a name that is known with it ("McDonald's")."""
    bare = ANY_POSSESSIVE.sub("", surface)
    return surface if bare != surface and is_spelled(surface) else bare


def _is_misshapen(form: str, entity_class: EntityClass) -> bool:
    if _NO_NAME.search(form):
        return True
    return entity_class is EntityClass.PERSON and any(
        word[0].islower() and plain(word) not in PARTICLES for word in WORD.findall(form)
    )


def _forms(surfaces: Sequence[str]) -> tuple[str, ...]:
    return tuple(sorted(set(surfaces), key=lambda form: (-len(form.split()), -len(form), form)))
