"""What a user wants masked and kept: lists, switches, decisions and profiles, from plain TOML settings files.

The order is stated once, in :meth:`Control.apply`: what a person decided comes first, then what is always sensitive
(deny), then what stays (allow, keep), then switches and thresholds of types. docs/recognition.md shows the files.
"""

import json
import re
import tomllib
from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

from spacy.tokens import Doc

from sanitizer.errors import UsageError
from sanitizer.recognize.base import Recognizer
from sanitizer.recognize.custom import CustomPattern, CustomPatterns, compiled
from sanitizer.recognize.entities import join, spread
from sanitizer.recognize.fold import lower_same_length
from sanitizer.recognize.generic import is_generic
from sanitizer.recognize.labels import TYPES, entity_class, fine_type
from sanitizer.recognize.lists import Lists, Phrase, read_phrases
from sanitizer.recognize.merge import TRUST, merge
from sanitizer.recognize.shorten import SHORTENERS
from sanitizer.types import EntityClass, Mention, Span

_BEFORE: Final = 80
_AFTER: Final = 80
_SECTIONS: Final = frozenset(
    (
        "name",
        "extends",
        "minimum",
        "generic",
        "types",
        "only",
        "allow",
        "keep",
        "deny",
        "pattern",
        "shorten",
        "protect",
    )
)


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


@dataclass(frozen=True, slots=True)
class Decision:
    """What a person decided: ``mask`` or keep a surface form, everywhere or in one ``document``; by whom and why."""

    form: str
    mask: bool
    document: str | None = None
    type: str = "MISC"
    by: str = ""
    why: str = ""


def read_decisions(path: str | Path) -> tuple[Decision, ...]:
    """Decisions from JSON lines: ``{"form": ..., "decision": "keep" or "mask", "document"?, "type"?, "by"?, "why"?}``.

    Of two decisions on one form the later line holds. Raises :class:`UsageError` that names the line.
    """
    file = Path(path)
    try:
        lines = file.read_text(encoding="utf-8-sig").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"decisions {file}: cannot be read ({error.__class__.__name__})") from error
    decisions: dict[tuple[str, str | None], Decision] = {}
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
            form, verdict = str(row["form"]), row["decision"]
            if verdict not in ("keep", "mask") or not form.strip():
                raise ValueError
        except (ValueError, KeyError, TypeError) as error:
            raise UsageError(
                f'decisions {file}, line {number}: needs {{"form": ..., "decision": "keep" or "mask"}}'
            ) from error
        document = None if row.get("document") is None else str(row["document"])
        decisions[form, document] = Decision(
            form,
            verdict == "mask",
            document,
            fine_type(row.get("type", "MISC")),
            row.get("by", ""),
            row.get("why", ""),
        )
    return tuple(decisions.values())


@dataclass(frozen=True)
class Control:
    """Settings of recognition. The default lets through what the recognizers find, but for generic words.

    ``minimum`` is the least score; ``thresholds`` by fine type or class override it (above 1: switched off);
    ``only``, when not empty, names the types and classes that count; ``generic`` drops mentions made of generic words
    alone ("the Court"); ``shorten`` says for fine types how much of the value may stay; ``protect`` restricts masking
    to the persons named and, within ``scope`` (document, paragraph, sentence), what stands near them.
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

    # --- reading ------------------------------------------------------------------------------------------------

    @classmethod
    def read(cls, source: str | Path, decisions: str | Path | None = None) -> "Control":
        """Settings from a TOML file, or from a profile by name: ``everything``, ``safe-harbor``, ``court``.

        Raises :class:`UsageError` with file and key for what it does not understand.
        """
        table, folder = _load(source)
        control = _parse(table, folder, str(source))
        return replace(control, decisions=read_decisions(decisions)) if decisions else control

    # --- use ----------------------------------------------------------------------------------------------------

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

    def apply(self, doc: Doc, mentions: Iterable[Mention]) -> list[Mention]:
        """The mentions that stay sensitive, with what may be told of them; in the order given.

        A person's decision comes first, then given spans and deny lists, then allow and keep rules, then generic
        words, types and thresholds; at last values are shortened. What lies inside of something that is allowed or
        kept is allowed with it.
        """
        return self._split(doc, mentions)[0]

    def first_pass(self, doc: Doc, recognizers: Sequence[Recognizer]) -> tuple[Mention, ...]:
        """The whole first pass: recognizers and those of the settings, these rules, merged, spread and joined.

        A person who is allowed where first named (a judge, say) is allowed in every mention; one who is sensitive
        where first named is sensitive in every mention.
        """
        found = [m for r in (*recognizers, *self.recognizers()) for m in r.find(doc)]
        kept, allowed = self._split(doc, found)
        mentions = spread(doc.text, merge(kept))
        added = set(self.apply(doc, [m for m in mentions if m.recognizer == "spread"]))
        mentions = tuple(m for m in mentions if m.recognizer != "spread" or m in added)
        public = [m for m in merge(allowed) if m.entity_class is EntityClass.PERSON]
        joined = _settle_persons(doc, mentions, public) if public else join(doc, mentions)
        return restrict(doc, joined, self.protect, self.scope) if self.protect else joined

    def _split(self, doc: Doc, mentions: Iterable[Mention]) -> tuple[list[Mention], list[Mention]]:
        """What stays sensitive, and what a decision or an allow rule lets stand."""
        text, document = doc.text, doc.user_data.get("id")
        everything = list(mentions)
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
            if sure or (not covered and self._counts(text, mention)):
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


def _settle_persons(doc: Doc, mentions: Sequence[Mention], public: Sequence[Mention]) -> tuple[Mention, ...]:
    """Persons who are public where first named are public throughout, the others sensitive throughout."""
    free = [m for m in public if not any(m.span.overlaps(k.span) for k in mentions)]
    first: dict[int, bool] = {}
    stays = []
    open_spans = {m.span for m in free}
    for mention in join(doc, [*mentions, *free]):
        is_open = first.setdefault(mention.entity, mention.span in open_spans)
        if not is_open:
            stays.append(replace(mention, entity=-1))
    return join(doc, stays)


def restrict(doc: Doc, mentions: Sequence[Mention], names: Sequence[str], scope: str) -> tuple[Mention, ...]:
    """Of joined ``mentions`` those of the persons in ``names``, and what is no person and stands within ``scope`` of
    one of them (document, paragraph or sentence). Entity numbers stay.
    """
    text = doc.text
    wanted = Lists([Phrase(n, "PERSON") for n in names], case="ignore").find_in(text)
    protected = {
        m.entity
        for m in mentions
        if m.entity_class is EntityClass.PERSON and any(m.span.overlaps(w.span) for w in wanted)
    }
    anchors = [m.span for m in mentions if m.entity in protected] + [w.span for w in wanted]
    regions = _regions(doc, scope)
    near = [r for r in regions if any(r.overlaps(a) for a in anchors)]
    return tuple(
        m
        for m in mentions
        if m.entity in protected
        or (m.entity_class is not EntityClass.PERSON and any(r.overlaps(m.span) for r in near))
    )


def _regions(doc: Doc, scope: str) -> list[Span]:
    if scope == "sentence":
        return [Span(s.start_char, s.end_char) for s in doc.sents if s.end_char > s.start_char]
    if scope == "paragraph":
        return [Span(*m.span()) for m in re.finditer(r"[^\n]+", doc.text)]
    return [Span(0, len(doc.text))] if doc.text else []


# --- settings files ---------------------------------------------------------------------------------------------------


def _load(source: str | Path) -> tuple[dict[str, Any], Path]:
    path = Path(source)
    if path.suffix != ".toml" and path.name == str(source):
        profile = files("sanitizer") / "profiles" / f"{source}.toml"
        if not profile.is_file():
            known = sorted(
                p.name[:-5] for p in (files("sanitizer") / "profiles").iterdir() if p.name.endswith(".toml")
            )
            raise UsageError(
                f"profile {str(source)!r} is none of {', '.join(known)}; a file of your own ends in .toml"
            )
        return tomllib.loads(profile.read_text(encoding="utf-8")), Path()
    try:
        return tomllib.loads(path.read_text(encoding="utf-8")), path.parent
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"settings {path}: cannot be read ({error.__class__.__name__})") from error
    except tomllib.TOMLDecodeError as error:
        raise UsageError(f"settings {path}: no valid TOML: {error}") from error


def _parse(table: Mapping[str, Any], folder: Path, where: str) -> Control:
    unknown = sorted(set(table) - _SECTIONS)
    if unknown:
        raise UsageError(f"settings {where}: {unknown[0]!r} is none of {', '.join(sorted(_SECTIONS))}")
    base = Control()
    if "extends" in table:
        parent, parent_folder = _load(table["extends"])
        base = _parse(parent, parent_folder, str(table["extends"]))
    try:
        thresholds = dict(base.thresholds) | {
            _type(k, where): _threshold(v) for k, v in table.get("types", {}).items()
        }
        protect = table.get("protect", {})
        scope = protect.get("scope", base.scope)
        if scope not in ("document", "paragraph", "sentence"):
            raise UsageError(
                f"settings {where}: protect.scope {scope!r} is none of document, paragraph, sentence"
            )
        names = [p.text for f in _listed(protect.get("file")) for p in read_phrases(folder / f, "PERSON")]
        shorten = dict(base.shorten) | {_type(k, where): str(v) for k, v in table.get("shorten", {}).items()}
        for kind, how in shorten.items():
            if how not in SHORTENERS:
                raise UsageError(
                    f"settings {where}: shorten.{kind} {how!r} is none of {', '.join(sorted(SHORTENERS))}"
                )
        return Control(
            name=str(table.get("name", where)),
            minimum=float(table.get("minimum", base.minimum)),
            thresholds=thresholds,
            only=frozenset(_type(t, where) for t in table["only"]) if "only" in table else base.only,
            generic=bool(table.get("generic", base.generic)),
            allow=base.allow + tuple(_rule(r, folder, where) for r in table.get("allow", ())),
            keep=base.keep
            + tuple(
                compiled(r, f"settings {where}, keep")
                for k in table.get("keep", ())
                for r in _listed(k.get("regex"))
            ),
            deny=base.deny + tuple(p for d in table.get("deny", ()) for p in _denied(d, folder)),
            patterns=base.patterns
            + tuple(_custom(p, where) for p in table.get("pattern", ()))
            + tuple(
                _denied_pattern(d, r, where) for d in table.get("deny", ()) for r in _listed(d.get("regex"))
            ),
            shorten=shorten,
            protect=base.protect + tuple(_listed(protect.get("names"))) + tuple(names),
            scope=scope,
        )
    except (TypeError, ValueError, AttributeError, KeyError) as error:
        raise UsageError(
            f"settings {where}: a value has the wrong form ({error}); see docs/recognition.md"
        ) from error


def _listed(value: Any) -> list[str]:
    if value is None:
        return []
    return [value] if isinstance(value, str) else [str(v) for v in value]


def _type(label: str, where: str) -> str:
    kind = label.upper() if label.upper() in EntityClass.__members__ else fine_type(label)
    if kind not in TYPES and kind not in EntityClass.__members__:
        raise UsageError(
            f"settings {where}: {label!r} is no type that is known; docs/recognition.md lists them"
        )
    return kind


def _threshold(value: Any) -> float:
    if isinstance(value, bool):
        return 0.0 if value else 2.0
    return float(value["threshold"] if isinstance(value, Mapping) else value)


def _rule(row: Mapping[str, Any], folder: Path, where: str) -> Rule:
    case = row.get("case", "ignore")
    if case not in ("ignore", "exact"):
        raise UsageError(f"settings {where}: allow.case {case!r} is none of ignore, exact")
    phrases = _listed(row.get("phrases")) + [
        p.text for f in _listed(row.get("file")) for p in read_phrases(folder / f)
    ]
    ignore = case == "ignore"
    regexes = _listed(row.get("regex"))
    joined = "|".join(f"(?:{r})" for r in regexes)
    return Rule(
        frozenset(lower_same_length(p) if ignore else p for p in phrases),
        compiled(joined, f"settings {where}, allow", ignore) if regexes else None,
        ignore,
        frozenset(_type(t, where) for t in _listed(row.get("types"))),
        compiled(f"(?:{row['before']})$", f"settings {where}, allow") if "before" in row else None,
        compiled(row["after"], f"settings {where}, allow") if "after" in row else None,
        str(row.get("why", "")),
    )


def _denied(row: Mapping[str, Any], folder: Path) -> list[Phrase]:
    kind, told = row.get("type", "MISC"), row.get("generalization")
    phrases = [Phrase(p, kind, "deny", told) for p in _listed(row.get("phrases"))]
    return phrases + [p for f in _listed(row.get("file")) for p in read_phrases(folder / f, kind)]


def _denied_pattern(row: Mapping[str, Any], regex: str, where: str) -> CustomPattern:
    ignore = row.get("case", "ignore") == "ignore"
    pattern = compiled(regex, f"settings {where}, deny", ignore)
    return CustomPattern(row.get("type", "MISC"), pattern, 1.0, generalization=row.get("generalization"))


def _custom(row: Mapping[str, Any], where: str) -> CustomPattern:
    place = f"settings {where}, pattern {row.get('type', '')}"
    return CustomPattern(
        row["type"],
        compiled(row["regex"], place),
        float(row.get("score", 0.8)),
        compiled(row["context"], place, ignore_case=True) if "context" in row else None,
        EntityClass(row["class"]) if "class" in row else entity_class(row["type"]),
        row.get("generalization"),
    )
