"""What a user wants masked and kept whatever the recognizers find: lists, switches, decisions, protected persons.

The order is stated once, in :meth:`Control.apply`: what a person decided comes first, then what is always sensitive
(deny), then what stays (allow, keep), then switches and thresholds of types. `settings_file.py` reads it from files.
"""

import re
from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final

from spacy.tokens import Doc

from sanitizer.decisions import Decision, read_decisions
from sanitizer.persons import restrict, settle_persons
from sanitizer.recognize.abbreviations import settled
from sanitizer.recognize.base import Recognizer
from sanitizer.recognize.common import ATTRIBUTES, CommonAttributes, Tells
from sanitizer.recognize.custom import CustomPattern, CustomPatterns
from sanitizer.recognize.entities import join, spread
from sanitizer.recognize.fold import lower_same_length
from sanitizer.recognize.generic import is_generic
from sanitizer.recognize.labels import entity_class, fine_type
from sanitizer.recognize.lists import Lists, Phrase
from sanitizer.recognize.merge import TRUST, merge
from sanitizer.recognize.salutations import without_labels
from sanitizer.recognize.shorten import SHORTENERS
from sanitizer.types import Bits, EntityClass, Mention, Span, text_of

_BEFORE: Final = 80
_AFTER: Final = 80


@dataclass(frozen=True, slots=True)
class Rule:
    """Which mentions stay in clear. A mention is meant when its surface is one of ``phrases`` or matches ``regex``
    entirely, and the text before and behind it matches ``before`` and ``after``; ``types`` (fine types or classes)
    restricts it. A rule without phrases and regex means every mention of its types.
    """

    phrases: frozenset[str] = frozenset()
    regex: re.Pattern[str] | None = None
    ignore_case: bool = True
    types: frozenset[str] = frozenset()
    before: re.Pattern[str] | None = None
    after: re.Pattern[str] | None = None
    why: str = ""

    def means(self, text: str, mention: Mention) -> bool:
        """Whether the rule is about this mention."""
        if self.types and mention.type not in self.types and mention.entity_class.value not in self.types:
            return False
        start, end = mention.span.start, mention.span.end
        if self.before is not None and not self.before.search(text[max(0, start - _BEFORE) : start]):
            return False
        if self.after is not None and not self.after.match(text[end : end + _AFTER]):
            return False
        if not self.phrases and self.regex is None:
            return True
        surface = mention.span.of(text)
        key = lower_same_length(surface) if self.ignore_case else surface
        return key in self.phrases or (self.regex is not None and self.regex.fullmatch(surface) is not None)


@dataclass(frozen=True)
class Control:
    """Settings of recognition. The default lets through what the recognizers find, but for generic words.

    ``minimum`` is the least score; ``thresholds`` by fine type or class override it (above 1: switched off);
    ``only``, when not empty, names the types and classes that count; ``generic`` drops mentions made of generic words
    alone ("the Court"); ``shorten`` says for fine types how much of the value may stay; ``protect`` restricts masking
    to the persons named and, within ``scope`` (document, paragraph, sentence), what stands near them;
    ``nationalities`` joins adjectives with their countries; ``common``: occupations and nationalities that tell less
    than so many bits by themselves are left to the correlation risk, but for types that the settings name;
    ``operators`` is a table for :class:`Policy`.
    """

    name: str = "default"
    minimum: float = 0.0
    thresholds: Mapping[str, float] = field(default_factory=dict)
    only: frozenset[str] = frozenset()
    generic: bool = True
    allow: tuple[Rule, ...] = ()
    keep: tuple[re.Pattern[str], ...] = ()
    deny: tuple[Phrase, ...] = ()
    patterns: tuple[CustomPattern, ...] = ()
    shorten: Mapping[str, str] = field(default_factory=dict)
    decisions: tuple[Decision, ...] = ()
    protect: tuple[str, ...] = ()
    scope: str = "document"
    nationalities: bool = False
    common: Bits = 5.0
    operators: Mapping[str, Any] = field(default_factory=dict)

    # --- reading ------------------------------------------------------------------------------------------------

    @classmethod
    def read(cls, source: str | Path, decisions: str | Path | None = None) -> "Control":
        """Settings from a TOML file, or from a profile by name: ``everything``, ``safe-harbor``, ``court``.

        Raises :class:`UsageError` with file and key for what it does not understand.
        """
        from sanitizer.settings_file import read_settings_file

        control = read_settings_file(source)
        return replace(control, decisions=read_decisions(decisions)) if decisions else control

    # --- use ----------------------------------------------------------------------------------------------------

    @property
    def own_types(self) -> frozenset[str]:
        """The types that deny lists and custom patterns give."""
        return frozenset(map(fine_type, [*(p.type for p in self.deny), *(p.type for p in self.patterns)]))

    def recognizers(self) -> list[Recognizer]:
        """The recognizers that these settings add: deny lists and custom patterns."""
        forms = [Phrase(d.form, d.type, "decision") for d in self.decisions if d.mask]
        added: list[Recognizer] = []
        if forms:
            added.append(Lists(forms, name="decision"))
        if self.deny:
            added.append(Lists(self.deny))
        if self.patterns:
            added.append(CustomPatterns(self.patterns))
        return added

    def common_attributes(self, tells: Tells, named: Iterable[str] = ()) -> CommonAttributes:
        """Which attributes are common, by what phrases tell. Types that these settings or the caller name are treated
        whatever they tell, and so are nationalities that are one entity with their country."""
        asked = {
            *named,
            *self.thresholds,
            *self.only,
            *self.shorten,
            *(("NORP",) if self.nationalities else ()),
        }
        types = (t for t in ATTRIBUTES if not asked.intersection((t, entity_class(t).value)))
        return CommonAttributes(tells, self.common, types)

    def apply(self, doc: Doc, mentions: Iterable[Mention]) -> list[Mention]:
        """The mentions that stay sensitive, with what may be told of them; in the order given.

        A person's decision comes first, then given spans and deny lists, then allow and keep rules, then generic
        words, types and thresholds; at last values are shortened. What lies inside of something that is allowed or
        kept is allowed with it.
        """
        return self._split(doc, mentions)[0]

    def first_pass(
        self, doc: Doc, recognizers: Sequence[Recognizer], common: CommonAttributes | None = None
    ) -> tuple[Mention, ...]:
        """The whole first pass: recognizers and those of the settings, these rules, merged, spread and joined.

        `common` attributes are left out; None where no correlation risk will be looked at.

        A person who is allowed where first named (a judge, say) is allowed in every mention; one who is sensitive
        where first named is sensitive in every mention.
        """
        found = [m for r in (*recognizers, *self.recognizers()) for m in r.find(doc)]
        found = settled(text_of(doc), without_labels(text_of(doc), found))
        kept, allowed = self._split(doc, found, common)
        mentions = spread(text_of(doc), merge(kept))
        added = set(self.apply(doc, [m for m in mentions if m.recognizer == "spread"]))
        mentions = tuple(m for m in mentions if m.recognizer != "spread" or m in added)
        public = [m for m in merge(allowed) if m.entity_class is EntityClass.PERSON]
        joined = settle_persons(doc, mentions, public) if public else join(doc, mentions)
        if self.nationalities:
            from sanitizer.recognize.nationalities import (
                same_places,
            )  # a knowledge base, loaded where asked for

            joined = join(doc, joined, same_places(text_of(doc), joined))
        return restrict(doc, joined, self.protect, self.scope) if self.protect else joined

    def _split(
        self, doc: Doc, mentions: Iterable[Mention], common: CommonAttributes | None = None
    ) -> tuple[list[Mention], list[Mention]]:
        """What stays sensitive, and what a decision or an allow rule lets stand."""
        text, document = text_of(doc), doc.user_data.get("id")
        everything = list(mentions)
        left = common.among(text, everything) if common else frozenset()
        verdicts = {
            lower_same_length(d.form): d.mask
            for d in sorted(self.decisions, key=lambda d: d.document is not None)
            if d.document is None or d.document == str(document)
        }
        decided = [verdicts.get(lower_same_length(m.span.of(text))) for m in everything]
        trusted = [
            bool(d) or (m.recognizer.partition(":")[0] in TRUST and not m.recognizer.startswith("decision"))
            for m, d in zip(everything, decided, strict=True)
        ]
        allowed = [
            m
            for m, d, t in zip(everything, decided, trusted, strict=True)
            if d is False or (not t and any(rule.means(text, m) for rule in self.allow))
        ]
        regions = [
            Span(*match.span()) for pattern in self.keep for match in pattern.finditer(text) if match.group()
        ]
        regions += [m.span for m in allowed]
        inside = _inside([m.span for m in everything], regions)
        kept = []
        open_persons = {m.span for m in allowed}
        for mention, verdict, sure, covered in zip(everything, decided, trusted, inside, strict=True):
            if verdict is False or (mention.recognizer.startswith("decision") and not verdict):
                continue
            if (
                covered
                and not sure
                and mention.entity_class is EntityClass.PERSON
                and mention.span not in open_persons
            ):
                allowed.append(mention)  # a cited name stands only while its person is not sensitive
            if sure or (not covered and mention not in left and self._counts(text, mention)):
                shorter = self._shortened(text, mention)
                if shorter is not None:
                    kept.append(shorter)
        return kept, allowed

    def _counts(self, text: str, mention: Mention) -> bool:
        names = (mention.type, mention.entity_class.value)
        if self.only and not self.only.intersection(names):
            return False
        if self.generic and is_generic(mention.span.of(text)):
            return False
        least = next((self.thresholds[n] for n in names if n in self.thresholds), self.minimum)
        return mention.score >= least

    def _shortened(self, text: str, mention: Mention) -> Mention | None:
        how = self.shorten.get(mention.type)
        if how is None:
            return mention
        value = SHORTENERS[how](mention.span.of(text))
        if value == mention.span.of(text):
            return None
        return replace(mention, generalization=value)


def _inside(spans: Sequence[Span], regions: Sequence[Span]) -> list[bool]:
    """For each span whether one region holds all of it."""
    reach: list[tuple[int, int]] = []  # starts, and the farthest end of the regions up to there
    for region in sorted(regions):
        reach.append((region.start, max(region.end, reach[-1][1] if reach else 0)))
    result = []
    for span in spans:
        i = bisect_right(reach, (span.start, 1 << 62)) - 1
        result.append(i >= 0 and reach[i][1] >= span.end)
    return result
