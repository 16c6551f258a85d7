"""Sort mentions by what decisions and rules make of them: sensitive, allowed, covered by a region, switched off."""

import re
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from spacy.tokens import Doc

from sanitizer.control.case_parties import has_title
from sanitizer.control.covered_text import Cover, rest_of
from sanitizer.control.rules import Control
from sanitizer.recognize.common_attributes import CommonAttributes
from sanitizer.recognize.finders.user_patterns import OWN
from sanitizer.recognize.institution_words import is_generic, is_office_of_state, may_be_somebody
from sanitizer.recognize.known_names import known_classes
from sanitizer.recognize.person_names import is_full_name
from sanitizer.recognize.spans.merge import TRUST, must_be_masked
from sanitizer.recognize.vocabulary import is_english, is_given_name, is_unknown_name
from sanitizer.text.fold import fold
from sanitizer.text.patterns import DIGIT_RUN, WORD
from sanitizer.types import EntityClass, Mention, Span
from sanitizer.values.safe_harbor import SHORTENERS, tells_great_age

CITED: Final = "cited case"
"""The rule by which what stands in a citation is left."""

_SOME_ONE: Final = frozenset(("PERSON",))
_NAMED: Final = frozenset((EntityClass.ORG, EntityClass.LOC, EntityClass.MISC))
_SOMEWHERE: Final = frozenset(("LOC", "FACILITY"))
_HOUSE: Final = re.compile(
    r"\b(?:hospitals?|infirmary|clinic|surgery|hospice|(?:medical|health) cent(?:re|er)"
    r"|(?:nursing|care) home|school|primary|nursery|kindergarten|college|academy|prison|church|practice|pharmacy|hotel"
    r"|house|lodge|court|ward|university)\b",
    re.IGNORECASE,
)
"""Words in the names of houses that stand in one place and tell of it."""
_LONG: Final = 4
_JOINED: Final = re.compile(r"[^\W\d_][\w.!-]*\d|\d[\w.!-]*[^\W\d_]")
"""Letters and digits in one word."""
_ROAD: Final = re.compile(
    r"^\d{1,4}[a-zA-Z]? [A-Z]"
    r"|\b[A-Z][\w'’-]+ (?:Street|Road|Lane|Avenue|Boulevard|Drive|Crescent|Terrace|Close|Grove|Mews)$"
)
"""A name that ends as roads do, or begins with the number of a house: who is of a road lives there."""


@dataclass(frozen=True)
class Regions:
    """The regions that rules keep, the citations of other cases among them, and the parties of the own case."""

    kept: tuple[Span, ...]
    cited: tuple[Span, ...]
    parties: tuple[Mention, ...]


@dataclass
class Sorted:
    """Mentions by what becomes of them: ``sensitive``; ``allowed`` by a decision or rule (name, why); ``covered``
    by a kept region; ``switched`` off; ``decided`` are the spans of those that a decision keeps, ``public`` of
    those that the risk leaves, ``states`` of those that name a State.
    """

    sensitive: list[Mention] = field(default_factory=list)
    allowed: list[tuple[Mention, str, str]] = field(default_factory=list, repr=False)
    covered: list[tuple[Mention, str]] = field(default_factory=list, repr=False)
    switched: list[tuple[Mention, str]] = field(default_factory=list)
    decided: set[Span] = field(default_factory=set)
    public: set[Span] = field(default_factory=set)
    states: set[Span] = field(default_factory=set)


def sort(
    control: Control,
    text: str,
    everything: Sequence[Mention],
    held: Cover,
    regions: Regions,
    left: frozenset[Mention] = frozenset(),
) -> Sorted:
    """Return what stays sensitive, and what a decision (which has ``held`` places) or a rule lets stand; what is
    ``left`` to the correlation risk is not sensitive by itself."""
    result = Sorted()
    sure = [must_be_masked(m.recognizer) for m in everything]
    kept = [not s and _is_kept(text, m, held) for m, s in zip(everything, sure, strict=True)]
    trusted = [
        s or (not k and m.recognizer.partition(":")[0] in TRUST)
        for m, s, k in zip(everything, sure, kept, strict=True)
    ]
    _let_stand(control, text, result, zip(everything, kept, trusted, strict=True))
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
        elif t or (not covered and mention not in left and _counts(control, text, mention)):
            result.sensitive += _remaining(control, text, mention, t)
        elif not covered and mention not in left and not _is_generic(control, text, mention):
            result.switched.append((mention, "types"))
    return result


def _let_stand(
    control: Control, text: str, result: Sorted, mentions: Iterable[tuple[Mention, bool, bool]]
) -> None:
    """Note which mentions a decision keeps (the second of each three) or, of those that are not trusted (the third), a
    rule allows."""
    for mention, is_kept, is_trusted in mentions:
        if is_kept:
            result.allowed.append((mention, "decision", ""))
            result.decided.add(mention.span)
        elif not is_trusted and mention.recognizer != "party":
            rule = next((r for r in control.allow if r.means(text, mention)), None)
            if rule is not None:
                result.allowed.append((mention, "allow", rule.why))
                if rule.public or mention.entity_class is EntityClass.PERSON:
                    result.public.add(mention.span)
                if rule.state:
                    result.states.add(mention.span)


def _is_generic(control: Control, text: str, mention: Mention) -> bool:
    """Return whether a mention is dropped because it is made of generic words alone; a date ("3.XI.58") is no words,
    and what was found as a person's name may be one ("Bill")."""
    if not control.generic or mention.entity_class is EntityClass.DATETIME:
        return False
    surface = mention.span.of(text)
    may_be = control.offices and (mention.entity_class in _NAMED or mention.recognizer == "works")
    if may_be and is_office_of_state(surface):
        return True
    is_person = mention.entity_class is EntityClass.PERSON
    return is_generic(surface) and not (
        is_person and may_be_somebody(text, mention.span.start, mention.span.end)
    )


def _counts(control: Control, text: str, mention: Mention) -> bool:
    """Return whether a mention is of a type that counts, and sure enough."""
    if mention.recognizer == OWN:
        return True  # a pattern of the user's own has its own least score
    names = (mention.type, mention.entity_class.value)
    if (
        control.only
        and mention.recognizer != "spread"
        and not control.only.intersection(names)
        and not _may_be_meant(control, text, mention)
    ):
        return False
    if _is_generic(control, text, mention):
        return False
    least = next((control.thresholds[n] for n in names if n in control.thresholds), control.minimum)
    return mention.score >= least


def _may_be_meant(control: Control, text: str, mention: Mention) -> bool:
    """Return whether a mention of another class than those that count may be of one all the same. A name of no
    class is one of those that it is known as, a person's where it is known as nothing; a name that is made as
    persons' are is one whatever its class; letters and some digits in one word are a code, and a house or road
    tells of its place."""
    if mention.entity_class not in (EntityClass.MISC, EntityClass.ORG):
        return False
    surface = fold(mention.span.of(text)).text
    if mention.type == "WORK":
        return not _SOME_ONE.isdisjoint(control.only) and _may_name_somebody(surface)
    known = known_classes(surface)
    if mention.type == "MISC" and any(kind.value in control.only for kind in known):
        return True
    if not _SOME_ONE.isdisjoint(control.only) and (
        is_unknown_name(surface)
        or is_full_name(surface)
        or (mention.type == "MISC" and not known and not is_english(surface.lower()))
    ):
        return True
    long = any(len(digits) >= _LONG for digits in DIGIT_RUN.findall(surface))
    if "CODE" in control.only and long and _JOINED.search(surface):
        return True
    return (
        not _SOMEWHERE.isdisjoint(control.only)
        and bool(_HOUSE.search(surface) or _ROAD.search(surface))
        and not is_generic(surface)
    )


def _may_name_somebody(title: str) -> bool:
    """Return whether what looks like a title holds a name of a person: a whole one, or a given name that is no English
    word; or is a single word, which may be what somebody is called."""
    spoken = WORD.findall(title)
    return (
        len(spoken) == 1 or is_full_name(title) or any(is_given_name(w) and not is_english(w) for w in spoken)
    )


def _remaining(control: Control, text: str, mention: Mention, trusted: bool) -> list[Mention]:
    """Return the mention as the rules shorten it; none where nothing of it is left, but what the user lists is
    whole."""
    shorter = _shortened(control, text, mention)
    if shorter is None and (trusted or mention.recognizer == OWN):
        return [mention]
    return [] if shorter is None else [shorter]


def _shortened(control: Control, text: str, mention: Mention) -> Mention | None:
    how = control.shorten.get(mention.type)
    if how is None:
        return mention
    value = SHORTENERS[how](mention.span.of(text))
    if how == "year" and tells_great_age(text, mention.span.start, mention.span.end):
        value = "date"
    if value == mention.span.of(text):
        return None
    return replace(mention, generalization=value)


def left_to_risk(
    doc: Doc, mentions: Sequence[Mention], common: CommonAttributes | None
) -> frozenset[Mention]:
    """Return common attributes, which the correlation risk judges like other words; none of a user's own patterns."""
    return common.among(doc, [m for m in mentions if m.recognizer != OWN]) if common else frozenset()


def _is_kept(text: str, mention: Mention, held: Cover) -> bool:
    """Return whether a decision keeps all of a mention that tells something."""
    own = held.on(mention.span)
    return bool(own) and not rest_of(text, mention.span, own)


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
