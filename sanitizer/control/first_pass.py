"""Find what is sensitive in a document (ξ1), all mentions of each, and what decisions and rules hold."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from spacy.tokens import Doc

from sanitizer.common.reuse import once
from sanitizer.common.timing import stage
from sanitizer.control.apply_decisions import LastWord
from sanitizer.control.apply_rules import decide
from sanitizer.control.covered_text import Cover, cut
from sanitizer.control.decisions import places_in, regrouped
from sanitizer.control.rules import Control
from sanitizer.operators.on_text import with_lookalikes
from sanitizer.operators.policy import Policy
from sanitizer.read.name_matching import join, spread
from sanitizer.read.sensitive import Sensitive, group
from sanitizer.read.who_is_who import enter, remember
from sanitizer.recognize.base import Recognizer
from sanitizer.recognize.common_attributes import CommonAttributes
from sanitizer.recognize.spans.merge import merge
from sanitizer.settings import Settings
from sanitizer.text.surface_forms import Forms
from sanitizer.types import EntityClass, Mention, Span, text_of


@dataclass(frozen=True, slots=True)
class Found:
    """Sensitive entities; spans of names that are not sensitive, each kept in one piece (``units``); and the ``word``
    of persons and rules."""

    sensitive: tuple[Sensitive, ...]
    units: tuple[Span, ...]
    word: LastWord

    @property
    def masked(self) -> list[Span]:
        """The spans of the sensitive entities."""
        return [span for s in self.sensitive for span in s.spans]


@dataclass(frozen=True, slots=True)
class FirstPass:
    """The parts of the first pass. ``common`` attributes are left to the correlation risk (None: no risk is looked at);
    what stands in a disguise is parsed by ``parse``."""

    recognizers: Sequence[Recognizer]
    control: Control
    settings: Settings
    operators: Policy
    common: CommonAttributes | None
    parse: Callable[[str], Doc]


@stage("rules of persons")
def find_sensitive(doc: Doc, parts: FirstPass) -> Found:
    """Return the whole first pass over a document."""
    text, settings, protect = text_of(doc), parts.settings, parts.settings.protect
    mentions, word = decide(parts.control, doc, parts.recognizers, parts.common, parts.parse)
    if parts.operators.cipher is not None:
        mentions = with_lookalikes(text, mentions)
    named = _protected_mentions(Forms(entry.entity for entry in protect).find(text), mentions)
    word = word.without(m.span for m in named)
    must = (*named, *word.must)
    units: list[Span] = []
    if settings.guarantees:
        named = list(merge([*named, *word.must]))
        units = [m.span for m in mentions if not any(m.span.overlaps(n.span) for n in named)]
        mentions = join(doc, spread(text, named))
    elif named:
        mentions = join(doc, spread(text, merge([*mentions, *named])))
    mentions, inside = cut(text, mentions, Cover(word.held))
    mentions = regrouped(mentions, places_in(parts.control.places, str(doc.user_data.get("id", "")), text))
    sensitive = tuple(_found_too(s, must) for s in group(text, mentions, protect))
    remember(doc, once("register", sensitive, lambda: enter(doc, sensitive)))
    return Found(sensitive, tuple(units), word.with_inside(inside))


def _found_too(s: Sensitive, must: Sequence[Mention]) -> Sensitive:
    """Return an entity with whoever said that it, or a part of its name, must be masked among its recognizers."""
    added = {m.recognizer for m in must if any(span.overlaps(m.span) for span in s.spans)}
    return replace(s, recognizers=tuple(sorted(added.union(s.recognizers)))) if added else s


def _protected_mentions(spans: Sequence[Span], found: Sequence[Mention]) -> list[Mention]:
    kind = {m.span: (m.type, m.entity_class) for m in found}
    default = ("PROTECTED", EntityClass.MISC)
    return [Mention(span, *kind.get(span, default), recognizer="protect") for span in spans]
