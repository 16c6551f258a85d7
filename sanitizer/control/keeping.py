"""Leave alone what decisions and rules keep, and report where that breaks a promise."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from sanitizer.choose.replacement_requests import SAFE, Made
from sanitizer.choose.risky_terms import Treated
from sanitizer.control.apply_decisions import LastWord, verdict_of, verdicts
from sanitizer.control.covered_text import Cover, in_result, without_places
from sanitizer.control.outcomes import CHOSEN, KEPT, MASK_NOT_HELD, LeftName, Problem, Verdict
from sanitizer.risk.find_risky_terms import Risky
from sanitizer.text.edits import Change
from sanitizer.text.terms import Words, words_of
from sanitizer.types import Span

_BREAKS: Final = {
    "linkage": "hardening was to hide it",
    "inside": "it is part of a longer sensitive name",
    "form": "it is a sensitive form",
}


@dataclass
class Keeping:
    """The last word of persons and rules on one document, and the promises that were broken for it.

    Attributes:
        text: the input.
        word: what is held.
        spans: the spans that no later stage may change: those of keep decisions, and those of rules, but for what a
            guarantee bounds or hardening hides.
        broken_at: for each span of the input that is kept although it would have gone, why it would have.
    """

    text: str = field(repr=False)
    word: LastWord
    spans: tuple[Span, ...]
    broken_at: dict[Span, str] = field(default_factory=dict)

    @classmethod
    def of(cls, text: str, word: LastWord, strict: bool, hidden: Words) -> "Keeping":
        """For a text; where a `strict` guarantee is asked for, rules bind nothing, and nowhere a word that hardening
        has `hidden`."""
        ruled = [] if strict else [s for s in word.bound if not words_of(s.of(text)) & hidden]
        spans = Cover([*word.held, *without_places(ruled, Cover(word.held))]).spans
        return cls(text, word, tuple(spans), dict.fromkeys(word.inside, "inside"))

    def units(self, masked: Iterable[Span], taken: Iterable[Span]) -> list[Span]:
        """Return the spans as terms of their own, without what is masked or taken as one already."""
        return without_places(self.spans, Cover([*masked, *taken]))

    def treatable(self, risky: Sequence[Risky]) -> list[Risky]:
        """Return risky terms at the places where they may be changed; those that a decision keeps are noted down."""
        held, kept, result = Cover(self.word.held), Cover(self.spans), []
        for r in risky:
            free = tuple(span for span in r.spans if not kept.touches(span))
            for span in r.spans:
                if held.touches(span):
                    self.broken_at.setdefault(span, r.rule)
            if len(free) == len(r.spans):
                result.append(r)
            elif free:
                result.append(replace(r, spans=free))
        return result

    def treated(self, treated: Sequence[Treated]) -> list[Treated]:
        """Return the same for terms that are treated already."""
        result = []
        for t in treated:
            result += [replace(t, risky=risky) for risky in self.treatable([t.risky])]
        return result

    def problems(self, left: Sequence[Problem], changes: Sequence[Change]) -> list[Problem]:
        """Return the sensitive forms that are left, those in what a decision keeps called so; and each place of the
        result that is kept although a promise is broken by it."""
        held = Cover(in_result(self.word.held, changes))
        told, seen = [], set()
        for problem in left:
            if problem.span is not None and held.touches(problem.span):
                seen.add(problem.span)
                told.append(replace(problem, kind=KEPT, why=_BREAKS["form"]))
            else:
                told.append(problem)
        for span, rule in sorted(self.broken_at.items()):
            for place in in_result([span], changes):
                if place not in seen:
                    why = _BREAKS.get(rule, f"it tells too much of what is sensitive ({rule})")
                    told.append(Problem(kind=KEPT, term=span.of(self.text), span=place, why=why))
        return told

    def verdicts(
        self, changes: Sequence[Change], is_sealed: Callable[[Change], bool], made: Sequence[Made] = ()
    ) -> list[Verdict]:
        """Return each decision that is in force with whether it holds in the result, and what came of the choices
        ``made``."""
        sealed, shift = [], 0
        for change in changes:
            start = change.span.start + shift
            shift += len(change.replacement) - (change.span.end - change.span.start)
            if change.replacement and is_sealed(change):
                sealed.append(Span(start, start + len(change.replacement)))
        return [*verdicts(self.text, changes, self.word, sealed), *map(verdict_of, made)]

    @staticmethod
    def unsafe(made: Iterable[Made]) -> list[Problem]:
        """Return a problem for each choice of a person that tells too much, or of which that is not known."""
        return [
            Problem(kind=CHOSEN, term=m.chosen.form, span=None, why=m.verdict)
            for m in made
            if m.places and m.verdict not in SAFE
        ]

    @staticmethod
    def broken(decisions: Iterable[Verdict]) -> list[Problem]:
        """Return a problem for each decision to mask that does not hold."""
        return [
            Problem(kind=MASK_NOT_HELD, term=d.form, span=None)
            for d in decisions
            if d.decision == "mask" and not d.holds
        ]

    def left(self, changes: Sequence[Change]) -> list[LeftName]:
        """Return the names that stand in the result by a rule or decision, each form once, for the report."""
        changed = Cover(change.span for change in changes)
        rows: dict[tuple[str, str, str], LeftName] = {}
        for name in self.word.left:
            if changed.touches(name.span):
                continue
            term = name.span.of(self.text)
            key = (term, name.rule, name.why)
            before = rows.get(key) or LeftName(
                term=term, entity_class=str(name.entity_class), rule=name.rule, why=name.why, spans=()
            )
            rows[key] = replace(before, spans=(*before.spans, name.span))
        return list(rows.values())
