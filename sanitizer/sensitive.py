"""What must not be told: mentions of the first pass, joined to entities, and the entities named by the user."""

from collections.abc import Sequence
from dataclasses import dataclass

from corpora_stats.normalize import normalize
from sanitizer.settings import Protected
from sanitizer.types import EntityClass, Mention, Span


@dataclass(frozen=True, slots=True)
class Sensitive:
    """A sensitive entity of a document: s of the paper, with all its mentions.

    ``forms`` are its surface forms, the one that stands for it first (the one with most words, then characters);
    ``spans`` where it stands (none for a protected entity that the text does not name); ``proposed`` the g(s) given
    with it, if any; ``protected`` when the user named it.
    """

    number: int
    forms: tuple[str, ...]
    entity_class: EntityClass
    type: str
    recognizers: tuple[str, ...]
    spans: tuple[Span, ...]
    proposed: str | None = None
    protected: bool = False

    @property
    def surface(self) -> str:
        """The form that stands for the entity."""
        return self.forms[0]


def group(text: str, mentions: Sequence[Mention], protect: Sequence[Protected] = ()) -> tuple[Sensitive, ...]:
    """Sensitive entities by first appearance; then the protected ones that the text does not name.

    `mentions` are disjoint, sorted, and carry entity numbers. An entity of which a form equals a protected entity
    (case and number apart) is that protected entity.
    """
    wanted = {normalize(entry.entity): entry for entry in protect}
    by_entity: dict[int, list[Mention]] = {}
    for mention in mentions:
        by_entity.setdefault(mention.entity, []).append(mention)
    result: list[Sensitive] = []
    for members in by_entity.values():
        # an adjective that was joined with its country is not what the entity is called after
        chief = [m for m in members if m.entity_class is not EntityClass.DEM] or members
        forms = _forms([m.span.of(text) for m in chief])
        forms += tuple(form for form in _forms([m.span.of(text) for m in members]) if form not in forms)
        entry = next((wanted.pop(key) for form in forms if (key := normalize(form)) in wanted), None)
        lead = max(
            chief, key=lambda m: (len(m.span.of(text).split()), m.span.end - m.span.start, -m.span.start)
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


def checked_forms(sensitive: Sequence[Sensitive]) -> list[str]:
    """The surface forms that must not stand in the result. Numbers and short codes are left out: "two" or "A4" stands
    for other things elsewhere, and says nothing by itself."""
    return [
        form
        for s in sensitive
        if s.entity_class not in (EntityClass.QUANTITY, EntityClass.DATETIME)
        for form in s.forms
        if s.entity_class is not EntityClass.CODE or len(form) > 3
    ]


def _forms(surfaces: Sequence[str]) -> tuple[str, ...]:
    return tuple(sorted(set(surfaces), key=lambda form: (-len(form.split()), -len(form), form)))
