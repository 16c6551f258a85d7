"""Apply what a user wants masked and kept whatever the recognizers find: lists, switches, decisions, protected
persons.

The order is stated once, here: what must be masked (a person's decision to mask, deny lists, protected persons) comes
first; then what a person decided to keep; then given spans; then the rules (allow, keep regions); then switches and
thresholds of types. What a decision keeps the correlation risk leaves alone too (`last_word.py`). `settings_file.py`
reads it from files.
"""

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from spacy.tokens import Doc

from sanitizer import arguments
from sanitizer.control.breadth import refuse_all_words, refuse_everything
from sanitizer.control.decisions import Decision
from sanitizer.control.last_word import (
    Cover,
    Decided,
    LastWord,
    Left,
    cut,
    forms_of_person,
    in_force,
    may_stand,
    places_of,
    rest_of,
    spoken_in,
    to_keep,
    to_mask,
    united,
    without_places,
)
from sanitizer.control.own_case import has_title, own_case
from sanitizer.control.persons import restrict, settle_persons
from sanitizer.errors import UsageError, did_you_mean
from sanitizer.operators.policy import check
from sanitizer.read.entities import join, key_words, spread
from sanitizer.recognize.base import Recognizer
from sanitizer.recognize.common import ATTRIBUTES, CommonAttributes, Tells
from sanitizer.recognize.disguised import disguised, uncut
from sanitizer.recognize.finders.abbreviations import settled
from sanitizer.recognize.finders.custom import OWN, CustomPattern, CustomPatterns
from sanitizer.recognize.finders.expressions import Expression, expression
from sanitizer.recognize.finders.lists import Lists, Phrase
from sanitizer.recognize.finders.salutations import without_labels
from sanitizer.recognize.generic import is_generic
from sanitizer.recognize.labels import TYPES, entity_class, fine_type
from sanitizer.recognize.name_groups import bare_name, name_words
from sanitizer.recognize.spans.merge import TRUST, merge, must_be_masked
from sanitizer.recognize.vocabulary import is_unknown_name
from sanitizer.text.fold import fold, lower_same_length
from sanitizer.types import Bits, EntityClass, Mention, Span, text_of
from sanitizer.values.shorten import SHORTENERS

CITED: Final = "cited case"
"""The rule by which what stands in a citation is left."""

_SOME_ONE: Final = frozenset(("PERSON",))
_SOMEWHERE: Final = frozenset(("LOC", "FACILITY"))
_HOUSE: Final = re.compile(
    r"\b(?:hospitals?|infirmary|clinic|surgery|hospice|(?:medical|health) cent(?:re|er)"
    r"|(?:nursing|care) home|school|college|academy|prison|church|practice|pharmacy|hotel"
    r"|house|lodge|court|ward|university)\b",
    re.IGNORECASE,
)
"""Words in the names of houses that stand in one place and tell of it."""
_ROAD: Final = re.compile(
    r"\b[A-Z][\w'’-]+ (?:Street|Road|Lane|Avenue|Boulevard|Drive|Crescent|Terrace|Close|Grove|Mews)$"
)
"""A name that ends as roads do: who is of a road lives there."""
_BEFORE: Final = 80
_AFTER: Final = 80
SCOPES: Final = ("document", "paragraph", "sentence")
OFF: Final = 2.0
"""The threshold of a type that is switched off: no score reaches it."""


@dataclass(frozen=True, slots=True)
class Rule:
    """Which mentions stay in clear. A mention is meant when its surface is one of ``phrases`` or matches ``regex``
    entirely, and the text before and behind it matches ``before`` and ``after``; ``types`` (fine types or classes)
    restricts it. A rule without phrases and regex means every mention of its types; one without any condition would
    mean everything and is refused.
    """

    phrases: frozenset[str] = field(default=frozenset(), repr=False)
    regex: Expression | None = field(default=None, repr=False)
    ignore_case: bool = True
    types: frozenset[str] = frozenset()
    before: Expression | None = None
    after: Expression | None = None
    why: str = field(default="", repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "phrases", _words(self.phrases, "rule: phrases"))
        object.__setattr__(self, "types", _words(self.types, "rule: types"))
        arguments.flag(self.ignore_case, "rule: ignore_case")
        for name, ignore in (("regex", self.ignore_case), ("before", False), ("after", False)):
            if getattr(self, name) is not None:
                object.__setattr__(self, name, expression(getattr(self, name), f"rule: {name}", ignore))
        if not (self.phrases or self.types or self.regex or self.before or self.after):
            raise UsageError(
                "rule: it has no condition, and would let everything stay: give phrases, regex, types, before or after"
            )
        refuse_everything(self.regex, self.before, self.after, alone=not self.types)

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
    ``citations`` are regions to keep that name other cases, never the own one; ``only``, when not empty, names the
    types and classes that count; ``generic`` drops mentions made of generic words alone ("the Court"); ``shorten`` says
    for fine types how much of the value may stay; ``protect`` restricts masking to the persons named and, within
    ``scope`` (document, paragraph, sentence), what stands near them; ``nationalities`` joins adjectives with their
    countries; ``common``: occupations and nationalities that tell less than so many bits by themselves are left to the
    correlation risk, but for types that the settings name; ``operators`` is a table for :class:`Policy`.
    """

    name: str = "default"
    minimum: float = 0.0
    thresholds: Mapping[str, float] = field(default_factory=dict)
    only: frozenset[str] = frozenset()
    generic: bool = True
    allow: tuple[Rule, ...] = ()
    keep: tuple[Expression, ...] = ()
    citations: tuple[Expression, ...] = ()
    deny: tuple[Phrase, ...] = ()
    patterns: tuple[CustomPattern, ...] = ()
    shorten: Mapping[str, str] = field(default_factory=dict)
    decisions: tuple[Decision, ...] = ()
    protect: tuple[str, ...] = field(default=(), repr=False)
    scope: str = "document"
    nationalities: bool = False
    common: Bits = 5.0
    operators: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        parts = (
            ("allow", Rule), ("deny", Phrase), ("patterns", CustomPattern), ("decisions", Decision), ("protect", str),
        )  # fmt: skip
        for name, kind in parts:
            values = getattr(self, name)
            if isinstance(values, str) or not isinstance(values, Sequence):
                raise UsageError(f"control: {name}: a tuple is needed, not {arguments.kind_of(values)}")
            if not all(isinstance(v, kind) for v in values):
                raise UsageError(f"control: {name}: every element must be a {kind.__name__}")
            object.__setattr__(self, name, tuple(values))
        for name in self.protect:
            arguments.text(name, "control: protect")
        for name in ("thresholds", "shorten", "operators"):
            if not isinstance(getattr(self, name), Mapping):
                kind_given = arguments.kind_of(getattr(self, name))
                raise UsageError(f"control: {name}: a table is needed, not {kind_given}")
        for name in ("keep", "citations"):
            if isinstance(getattr(self, name), str) or not isinstance(getattr(self, name), Iterable):
                kind_given = arguments.kind_of(getattr(self, name))
                raise UsageError(f"control: {name}: a list of expressions is needed, not {kind_given}")
            expressions = tuple(expression(r, f"control: {name}") for r in getattr(self, name))
            for made in expressions:
                refuse_all_words(made)
            object.__setattr__(self, name, expressions)
        arguments.text(self.name, "control: name")
        arguments.least_score(self.minimum, "control: minimum")
        arguments.number(self.common, "control: common", 0.0)
        arguments.flag(self.generic, "control: generic")
        arguments.flag(self.nationalities, "control: nationalities")
        arguments.one_of(self.scope, SCOPES, "control: scope")
        object.__setattr__(self, "only", _words(self.only, "control: only"))
        known = {*TYPES, *EntityClass.__members__, *self.own_types}
        for label in (*self.thresholds, *self.only, *(t for rule in self.allow for t in rule.types)):
            if label not in known:
                raise UsageError(f"control: {label!r} is no type that is known{did_you_mean(label, known)}")
        for label, least in self.thresholds.items():
            if least != OFF:
                arguments.least_score(least, f"control: thresholds of {label}")
        for label, how in self.shorten.items():
            if label not in {*TYPES, *self.own_types}:
                raise UsageError(f"control: shorten: {label!r} is no fine type{did_you_mean(label, TYPES)}")
            arguments.one_of(how, sorted(SHORTENERS), f"control: shorten of {label}")
        for label, wanted in self.operators.items():
            check(wanted, label, self.own_types)

    @property
    def own_types(self) -> frozenset[str]:
        """The types that deny lists and custom patterns give."""
        return frozenset(map(fine_type, [*(p.type for p in self.deny), *(p.type for p in self.patterns)]))

    def recognizers(self) -> list[Recognizer]:
        """The recognizers that these settings add: deny lists and custom patterns."""
        added: list[Recognizer] = []
        if self.deny:
            added.append(Lists(self.deny, name="deny"))
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

        What must be masked comes first, then keep decisions, then given spans, then allow and keep rules, then generic
        words, types and thresholds; at last values are shortened. What lies inside of something that is allowed or
        kept is allowed with it.
        """
        listed = list(mentions)
        text = text_of(doc)
        return self._split(text, listed, self._decided(doc, listed), self._regions(text, listed)).sensitive

    def first_pass(
        self,
        doc: Doc,
        recognizers: Sequence[Recognizer],
        common: CommonAttributes | None = None,
        parse: Callable[[str], Doc] | None = None,
    ) -> tuple[Mention, ...]:
        """The mentions of :meth:`decide`."""
        return self.decide(doc, recognizers, common, parse)[0]

    def decide(
        self,
        doc: Doc,
        recognizers: Sequence[Recognizer],
        common: CommonAttributes | None = None,
        parse: Callable[[str], Doc] | None = None,
    ) -> tuple[tuple[Mention, ...], LastWord]:
        """The whole first pass: recognizers and those of the settings, these rules, merged, spread and joined; and what
        holds whatever the stages after it say.

        What stands in a disguise is read as :func:`sanitizer.text.fold.fold` shows it, parsed by `parse`.

        `common` attributes are left out; None where no correlation risk will be looked at.

        A person who is allowed where first named (a judge, say) is allowed in every mention; one who is sensitive
        where first named is sensitive in every mention, also in citations, wherever these stand.
        """
        text = text_of(doc)
        asked = (*recognizers, *self.recognizers())
        found = [m for r in asked for m in r.find(doc)]
        found = list(uncut(text, [*found, *disguised(doc, asked, parse)]))
        found = list(settled(text, without_labels(text, found)))
        must = self._decided(doc, found)
        found += must.mentions
        regions = self._regions(text, found)
        found += regions.parties
        first = self._split(text, found, must, regions, common)
        mentions = spread(text, merge(first.sensitive))
        wider = replace(regions, kept=(*regions.kept, *(m.span for m, _, _ in first.allowed)))
        again = self._split(text, [m for m in mentions if m.recognizer == "spread"], must, wider)
        # what is sensitive elsewhere is so in a citation too: the own case's state in "Huber v. Austria"
        quoted = {
            m for m, rule in again.covered if rule == CITED and m.entity_class is not EntityClass.PERSON
        }
        added = {*again.sensitive, *quoted}
        mentions = tuple(m for m in mentions if m.recognizer != "spread" or m in added)
        public = _persons(m for m, _, _ in first.allowed)
        named = Cover(m.span for m in public)
        cited = [
            m for m in _persons(m for m, _ in (*first.covered, *again.covered)) if not named.touches(m.span)
        ]
        if public or cited:
            joined = settle_persons(doc, mentions, public, cited, first.decided)
        else:
            joined = join(doc, mentions)
        if self.nationalities:
            from sanitizer.read.nationalities import same_places  # a knowledge base, loaded where asked for

            joined = join(doc, joined, same_places(text, joined))
        if self.protect:
            joined = restrict(doc, joined, self.protect, self.scope)
        covered = Cover(m.span for m in joined)
        if missing := [m for m in must.every if without_places([m.span], covered)]:
            joined = join(doc, merge([*joined, *missing]))
        joined, inside = cut(text, joined, must.held)
        return joined, self._last_word(text, joined, inside, must, regions, first)

    def _decided(self, doc: Doc, found: Sequence[Mention]) -> "_Must":
        """What decisions and protected names say of a text, in which recognizers found mentions."""
        text, document = text_of(doc), doc.user_data.get("id")
        decisions = in_force(self.decisions, None if document is None else str(document))
        masked = to_mask(text, decisions, found)
        kinds = {m.span: (m.type, m.entity_class) for m in found}
        mentions = []
        for decided in masked:
            kind = decided.decision.type
            if kind == "MISC" and len(decided.forms) > 1:
                kind = "PERSON"
            for span in decided.spans:
                own = (
                    kinds.get(span, (kind, entity_class(kind)))
                    if kind == "MISC"
                    else (kind, entity_class(kind))
                )
                mentions.append(Mention(span, *own, recognizer="decision"))
        spoken = spoken_in(text) if self.protect else frozenset()
        for name in (n for n in self.protect if may_stand(n, spoken)):
            spans = _of_protected(text, name, found)
            mentions += [Mention(s, "PERSON", EntityClass.PERSON, recognizer="named") for s in spans]
        asked = to_keep(text, decisions)
        every = [*mentions, *(m for m in found if must_be_masked(m.recognizer))]
        taken = Cover(m.span for m in every)
        held = [s for d in asked for s in d.spans if not taken.touches(s)]
        return _Must(tuple(mentions), tuple(every), masked, asked, Cover(held))

    def _regions(self, text: str, found: Sequence[Mention]) -> "_Regions":
        """The regions that rules keep, the own case's title apart."""
        kept = [Span(*m.span()) for p in self.keep for m in p.finditer(text) if m.group()]
        citations = [Span(*m.span()) for p in self.citations for m in p.finditer(text) if m.group()]
        if not citations and not self.citations:
            return _Regions(tuple(kept), (), ())
        own = own_case(text, citations, found)
        return _Regions(tuple(without_places(united(kept), Cover(own.titles))), own.cited, own.parties)

    def _split(
        self,
        text: str,
        everything: Sequence[Mention],
        must: "_Must",
        regions: "_Regions",
        common: CommonAttributes | None = None,
    ) -> "_Split":
        """What stays sensitive, and what a decision or a rule lets stand."""
        left = _left_to_risk(text, everything, common)
        result = _Split()
        sure = [must_be_masked(m.recognizer) for m in everything]
        kept = [not s and _is_kept(text, m, must.held) for m, s in zip(everything, sure, strict=True)]
        trusted = [
            s or (not k and m.recognizer.partition(":")[0] in TRUST)
            for m, s, k in zip(everything, sure, kept, strict=True)
        ]
        for mention, k, t in zip(everything, kept, trusted, strict=True):
            if k:
                result.allowed.append((mention, "decision", ""))
                result.decided.add(mention.span)
            elif not t and mention.recognizer != "party":
                rule = next((r for r in self.allow if r.means(text, mention)), None)
                if rule is not None:
                    result.allowed.append((mention, "allow", rule.why))
        open_spans = {m.span for m, _, _ in result.allowed}
        spans = [m.span for m in everything]
        areas = [*regions.kept, *(m.span for m, _, _ in result.allowed)]
        by_rule = _inside(spans, areas)
        by_citation = _inside(spans, regions.cited)
        for mention, k, is_must, t, ruled, quoted in zip(
            everything, kept, sure, trusted, by_rule, by_citation, strict=True
        ):
            if k:
                continue
            titled = quoted and has_title(text, mention.span)  # nobody is cited with a title
            covered = (ruled or (quoted and not titled)) and mention.recognizer != "party"
            if covered and not t and mention.span not in open_spans:
                result.covered.append((mention, CITED if quoted else "keep"))
            if is_must:
                result.sensitive.append(mention)
            elif t or (not covered and mention not in left and self._counts(text, mention)):
                result.sensitive += self._remaining(text, mention, t)
            elif (
                not covered
                and mention not in left
                and not (self.generic and is_generic(mention.span.of(text)))
            ):
                result.switched.append((mention, "types"))
        return result

    def _last_word(
        self,
        text: str,
        mentions: Sequence[Mention],
        inside: tuple[Span, ...],
        must: "_Must",
        regions: "_Regions",
        first: "_Split",
    ) -> LastWord:
        """What the stages after the first pass must leave alone, and which names stand by whose word."""
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
        persons = [
            m.span
            for m, rule, _ in allowed
            if m.entity_class is EntityClass.PERSON and m.span in left and rule == "allow"
        ]
        bound = without_places(united([*regions.kept, *regions.cited, *persons]), taken)
        return LastWord(
            must.every,
            must.masked,
            must.asked,
            tuple(must.held.spans),
            inside,
            tuple(bound),
            tuple(left[span] for span in sorted(left)),
        )

    def _counts(self, text: str, mention: Mention) -> bool:
        if mention.recognizer == OWN:
            return True  # a pattern of the user's own has its own least score
        names = (mention.type, mention.entity_class.value)
        if (
            self.only
            and mention.recognizer != "spread"
            and not self.only.intersection(names)
            and not self._may_be_meant(text, mention)
        ):
            return False
        if self.generic and is_generic(mention.span.of(text)):
            return False
        least = next((self.thresholds[n] for n in names if n in self.thresholds), self.minimum)
        return mention.score >= least

    def _may_be_meant(self, text: str, mention: Mention) -> bool:
        """Whether a name of another class than those that count may be one of them all the same: of a person where
        nothing is known of it, of a place where it is a house's or road's that stands in one."""
        if mention.entity_class not in (EntityClass.MISC, EntityClass.ORG) or mention.type == "WORK":
            return False
        surface = fold(mention.span.of(text)).text
        if not _SOME_ONE.isdisjoint(self.only) and is_unknown_name(surface):
            return True
        return (
            not _SOMEWHERE.isdisjoint(self.only)
            and bool(_HOUSE.search(surface) or _ROAD.search(surface))
            and not is_generic(surface)
        )

    def _remaining(self, text: str, mention: Mention, trusted: bool) -> list[Mention]:
        """The mention as the rules shorten it; none where nothing of it is left, but what the user lists is whole."""
        shorter = self._shortened(text, mention)
        if shorter is None and (trusted or mention.recognizer == OWN):
            return [mention]
        return [] if shorter is None else [shorter]

    def _shortened(self, text: str, mention: Mention) -> Mention | None:
        how = self.shorten.get(mention.type)
        if how is None:
            return mention
        value = SHORTENERS[how](mention.span.of(text))
        if value == mention.span.of(text):
            return None
        return replace(mention, generalization=value)


def _words(values: Iterable[str], what: str) -> frozenset[str]:
    """Strings that are not blank, as a set."""
    if isinstance(values, str) or not isinstance(values, Iterable):
        raise UsageError(f"{what}: a set of strings is needed, not {arguments.kind_of(values)}")
    return frozenset(arguments.text(value, what) for value in values)


@dataclass(frozen=True)
class _Must:
    """What decisions and protected names say of a text: their ``mentions``; with those of deny lists ``every`` one that
    must be masked; the decisions to mask and to keep, and what the latter hold."""

    mentions: tuple[Mention, ...]
    every: tuple[Mention, ...]
    masked: tuple[Decided, ...]
    asked: tuple[Decided, ...]
    held: Cover


@dataclass(frozen=True)
class _Regions:
    """The regions that rules keep, the citations of other cases among them, and the parties of the own case."""

    kept: tuple[Span, ...]
    cited: tuple[Span, ...]
    parties: tuple[Mention, ...]


@dataclass
class _Split:
    """Mentions by what becomes of them: ``sensitive``; ``allowed`` by a decision or rule (name, why); ``covered`` by a
    kept region; ``switched`` off; ``decided`` are the spans of those that a decision keeps."""

    sensitive: list[Mention] = field(default_factory=list)
    allowed: list[tuple[Mention, str, str]] = field(default_factory=list, repr=False)
    covered: list[tuple[Mention, str]] = field(default_factory=list, repr=False)
    switched: list[tuple[Mention, str]] = field(default_factory=list)
    decided: set[Span] = field(default_factory=set)


def _left_to_risk(
    text: str, mentions: Sequence[Mention], common: CommonAttributes | None
) -> frozenset[Mention]:
    """Common attributes, which the correlation risk judges like other words; none of a user's own patterns."""
    return common.among(text, [m for m in mentions if m.recognizer != OWN]) if common else frozenset()


def _is_kept(text: str, mention: Mention, held: Cover) -> bool:
    """Whether a decision keeps all of a mention that tells something."""
    own = held.on(mention.span)
    return bool(own) and not rest_of(text, mention.span, own)


def _persons(mentions: Iterable[Mention]) -> list[Mention]:
    return [m for m in merge(mentions) if m.entity_class is EntityClass.PERSON]


def _of_protected(text: str, name: str, found: Sequence[Mention]) -> list[Span]:
    """Where a protected person stands: by the whole name, and by its parts but for those in another person's name."""
    whole = places_of(text, [name])
    own = set(key_words(name).split())
    others = [
        m.span
        for m in found
        if m.entity_class is EntityClass.PERSON
        and not any(m.span.overlaps(w) for w in whole)
        and not _bare_words(m.span.of(text)) <= own
    ]
    parts = places_of(text, forms_of_person(name))
    return [*whole, *(p for p in parts if not any(p.overlaps(s) for s in (*whole, *others)))]


def _bare_words(surface: str) -> set[str]:
    return set(bare_name(name_words(surface))[0])


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
