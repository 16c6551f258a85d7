"""Hold what a user wants masked and kept whatever the recognizers find: rules, lists, switches, decisions, persons.

`settings_file.py` reads it from files, `apply_rules.py` applies it.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from sanitizer.choose.replacement_requests import Chosen
from sanitizer.common import arguments
from sanitizer.control.decisions import AtPlace, Decision, Told
from sanitizer.control.too_broad_rules import refuse_all_words, refuse_everything
from sanitizer.errors import UsageError, did_you_mean
from sanitizer.operators.policy import check
from sanitizer.recognize.base import Recognizer
from sanitizer.recognize.common_attributes import ATTRIBUTES, CommonAttributes, Tells
from sanitizer.recognize.entity_types import TYPES, entity_class, fine_type
from sanitizer.recognize.finders.user_expressions import Expression, expression
from sanitizer.recognize.finders.user_lists import Lists, Phrase
from sanitizer.recognize.finders.user_patterns import CustomPattern, CustomPatterns
from sanitizer.text.fold import lower_same_length
from sanitizer.types import Bits, EntityClass, Mention
from sanitizer.values.safe_harbor import SHORTENERS

_BEFORE: Final = 80
_AFTER: Final = 80
SCOPES: Final = ("document", "paragraph", "sentence")
IMPERSONAL: Final = ("keep", "treat")
OFF: Final = 2.0
"""The threshold of a type that is switched off: no score reaches it."""
STAYS: Final = 3.0
"""The threshold of a type that stays, also where its words tell too much of what is sensitive."""


@dataclass(frozen=True, slots=True)
class Rule:
    """Which mentions stay in clear. A mention is meant when its surface is one of ``phrases`` or matches
    ``regex`` entirely, and the text before and behind it matches ``before`` and ``after``; ``types`` (fine types
    or classes) restricts it. A rule without phrases and regex means every mention of its types; one without any
    condition would mean everything and is refused. By its ``name`` settings that extend others leave it out. What
    is ``public``, and persons, the correlation risk leaves too; other mentions that stay are weighed like any
    word. Where a ``state`` is allowed, the country that it names stays wherever it is named.
    """

    phrases: frozenset[str] = field(default=frozenset(), repr=False)
    regex: Expression | None = field(default=None, repr=False)
    ignore_case: bool = True
    types: frozenset[str] = frozenset()
    before: Expression | None = None
    after: Expression | None = None
    why: str = field(default="", repr=False)
    name: str = ""
    public: bool = False
    state: bool = False

    def __post_init__(self) -> None:
        object.__setattr__(self, "phrases", _words(self.phrases, "rule: phrases"))
        object.__setattr__(self, "types", _words(self.types, "rule: types"))
        arguments.flag(self.ignore_case, "rule: ignore_case")
        arguments.flag(self.public, "rule: public")
        arguments.flag(self.state, "rule: state")
        for name, ignore in (("regex", self.ignore_case), ("before", False), ("after", False)):
            if getattr(self, name) is not None:
                object.__setattr__(self, name, expression(getattr(self, name), f"rule: {name}", ignore))
        if not (self.phrases or self.types or self.regex or self.before or self.after):
            raise UsageError(
                "rule: it has no condition, and would let everything stay: give phrases, regex, types, before or after"
            )
        refuse_everything(self.regex, self.before, self.after, alone=not self.types)

    def means(self, text: str, mention: Mention) -> bool:
        """Return whether the rule is about this mention."""
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

    ``minimum`` is the least score; ``thresholds`` by fine type or class override it (2: switched off, 3: stays);
    ``citations`` are regions to keep that name other cases, never the own one; ``only``, when not empty, names the
    types and classes that count; ``generic`` drops mentions made of generic words alone ("the Court"), with ``offices``
    also those that every State has ("the Supreme Court"); ``statutes`` stay where they are named by what they are about
    ("the Housing Act 1996"); ``shorten`` says for fine types how much of the value may
    stay; ``protect`` restricts masking to the persons named and, within ``scope`` (document, paragraph, sentence), what
    stands near them; ``nationalities`` joins adjectives with their countries; ``common``: occupations and nationalities
    that tell less than so many bits by themselves are left to the correlation risk, but for types that the settings
    name; ``impersonal`` passages, which tell of no person, keep what belongs to nobody ("keep") or are treated like
    others ("treat"); ``operators`` is a table for :class:`Policy`; ``method`` are settings that hold where nothing else
    is asked for, by the names of :class:`sanitizer.settings.Settings`. Persons decide about forms (``decisions``),
    about ``places``, and what stands for a form (``chosen``).
    """

    name: str = "default"
    minimum: float = 0.0
    thresholds: Mapping[str, float] = field(default_factory=dict)
    only: frozenset[str] = frozenset()
    generic: bool = True
    offices: bool = True
    statutes: bool = True
    allow: tuple[Rule, ...] = ()
    keep: tuple[Expression, ...] = ()
    citations: tuple[Expression, ...] = ()
    deny: tuple[Phrase, ...] = ()
    patterns: tuple[CustomPattern, ...] = ()
    shorten: Mapping[str, str] = field(default_factory=dict)
    decisions: tuple[Decision, ...] = ()
    places: tuple[AtPlace, ...] = ()
    chosen: tuple[Chosen, ...] = ()
    protect: tuple[str, ...] = field(default=(), repr=False)
    scope: str = "document"
    nationalities: bool = False
    common: Bits = 5.0
    impersonal: str = "keep"
    operators: Mapping[str, Any] = field(default_factory=dict)
    method: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._check_lists()
        arguments.text(self.name, "control: name")
        arguments.least_score(self.minimum, "control: minimum")
        arguments.number(self.common, "control: common", 0.0)
        arguments.flag(self.generic, "control: generic")
        arguments.flag(self.offices, "control: offices")
        arguments.flag(self.statutes, "control: statutes")
        arguments.flag(self.nationalities, "control: nationalities")
        arguments.one_of(self.scope, SCOPES, "control: scope")
        arguments.one_of(self.impersonal, IMPERSONAL, "control: impersonal")
        object.__setattr__(self, "only", _words(self.only, "control: only"))
        self._check_types()

    def _check_lists(self) -> None:
        """Make tuples of the lists. Raises UsageError for what is none, and for a wrong element."""
        parts = (
            ("allow", Rule), ("deny", Phrase), ("patterns", CustomPattern), ("decisions", Decision), ("protect", str),
            ("places", AtPlace), ("chosen", Chosen),
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

    def _check_types(self) -> None:
        """Raise UsageError for a type that nothing knows, and for what cannot be asked of it."""
        known = {*TYPES, *EntityClass.__members__, *self.own_types}
        for label in (*self.thresholds, *self.only, *(t for rule in self.allow for t in rule.types)):
            if label not in known:
                raise UsageError(f"control: {label!r} is no type that is known{did_you_mean(label, known)}")
        for label, least in self.thresholds.items():
            if least not in (OFF, STAYS):
                arguments.least_score(least, f"control: thresholds of {label}")
        for label, how in self.shorten.items():
            if label not in {*TYPES, *self.own_types}:
                raise UsageError(f"control: shorten: {label!r} is no fine type{did_you_mean(label, TYPES)}")
            arguments.one_of(how, sorted(SHORTENERS), f"control: shorten of {label}")
        for label, wanted in self.operators.items():
            check(wanted, label, self.own_types)
        if not (self.deny or self.patterns or self.decisions or self.places or self.protect) and all(
            self._is_off(kind) for kind in TYPES
        ):
            raise UsageError(
                "control: every type is switched off, and so everything would stay: leave at least one on"
            )

    def _is_off(self, kind: str) -> bool:
        names = (kind, entity_class(kind).value)
        least = next((self.thresholds[name] for name in names if name in self.thresholds), self.minimum)
        return least >= OFF or bool(self.only and self.only.isdisjoint(names))

    @property
    def decided(self) -> list[tuple[str, Told]]:
        """All decisions of persons about words, each with its act (mask, keep, choose)."""
        return [
            *(("mask" if d.mask else "keep", d) for d in self.decisions),
            *((p.act, p) for p in self.places if p.act in ("mask", "keep")),
            *(("choose", c) for c in self.chosen),
        ]

    @property
    def own_types(self) -> frozenset[str]:
        """The types that deny lists and custom patterns give."""
        return frozenset(map(fine_type, [*(p.type for p in self.deny), *(p.type for p in self.patterns)]))

    @property
    def stays(self) -> frozenset[str]:
        """The types and classes that stay, whatever they tell."""
        return frozenset(kind for kind, least in self.thresholds.items() if least == STAYS)

    def recognizers(self) -> list[Recognizer]:
        """Return the recognizers that these settings add: deny lists and custom patterns."""
        added: list[Recognizer] = []
        if self.deny:
            added.append(Lists(self.deny, name="deny"))
        if self.patterns:
            added.append(CustomPatterns(self.patterns))
        return added

    def common_attributes(self, tells: Tells, named: Iterable[str] = ()) -> CommonAttributes:
        """Return which attributes are common, by what phrases tell. Types that these settings or the caller name
        are treated whatever they tell, and so are nationalities that are one entity with their country."""
        asked = {
            *named,
            *self.thresholds,
            *self.only,
            *self.shorten,
            *(("NORP",) if self.nationalities else ()),
        }
        types = (t for t in ATTRIBUTES if not asked.intersection((t, entity_class(t).value)))
        return CommonAttributes(tells, self.common, types, asked)


def _words(values: Iterable[str], what: str) -> frozenset[str]:
    """Return strings that are not blank, as a set."""
    if isinstance(values, str) or not isinstance(values, Iterable):
        raise UsageError(f"{what}: a set of strings is needed, not {arguments.kind_of(values)}")
    return frozenset(arguments.text(value, what) for value in values)
