"""What a sanitizer is made of: its parts and settings, checked, and the same with others."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import Any, Final, Self

from spacy.tokens import Doc

from corpora_stats import CountProvider, CountsError
from kb import KnowledgeBase
from kb.values.date_order import ORDERS, Order
from sanitizer.build import Recipe, open_knowledge, policy_of
from sanitizer.choose.judge import Judge
from sanitizer.common import arguments
from sanitizer.common.knowledge import Known
from sanitizer.common.reuse import Again
from sanitizer.control.first_pass import FirstPass
from sanitizer.control.rules import Control
from sanitizer.errors import ResourceError, UsageError
from sanitizer.operators.policy import Policy
from sanitizer.recognize.base import Recognizer
from sanitizer.recognize.common_attributes import CommonAttributes
from sanitizer.recognize.finders.marked_spans import Given
from sanitizer.risk.singling_out import Population
from sanitizer.risk.word_runs import Sources
from sanitizer.settings import Settings


@dataclass(frozen=True, eq=False, repr=False)
class Parts:
    """The fields of :class:`sanitizer.Sanitizer`, which says what they are. Raises UsageError for what is no part."""

    parse: Callable[[str], Doc]
    recognizers: Sequence[Recognizer]
    counts: Sequence[CountProvider]
    knowledge: KnowledgeBase
    settings: Settings = field(default_factory=Settings)
    control: Control = field(default_factory=Control)
    tag: Callable[[str], Doc] | None = None
    operators: Policy | Mapping[str, Any] | None = None
    recipe: Recipe | None = None
    usual_dates: Order | None = None
    sources: Sources | None = None
    policy: Policy = field(init=False)
    known: Known = field(init=False)
    judge: Judge = field(init=False)
    population: Population | None = field(init=False)

    def __post_init__(self) -> None:
        def put(name: str, value: Any) -> None:
            object.__setattr__(self, name, value)

        put("settings", arguments.instance(self.settings, Settings, "settings") or Settings())
        put("control", arguments.instance(self.control, Control, "control") or Control())
        put("policy", policy_of(self.operators, self.control))
        for name, part in (("parse", self.parse), ("tag", self.tag or self.parse)):
            if not callable(part):
                raise UsageError(f"{name}: a function is needed, not {arguments.kind_of(part)}")
        if not isinstance(self.knowledge, KnowledgeBase) or isinstance(self.knowledge, type):
            raise UsageError(
                f"knowledge: a knowledge base is needed, not {arguments.kind_of(self.knowledge)}"
            )
        arguments.instance(self.recipe, Recipe, "recipe")
        asked, known = self.settings.unlinkable, arguments.instance(self.sources, Sources, "sources")
        if asked and known and asked.words != known.words:
            raise UsageError(
                f"sources: runs of {asked.words} words are asked for, but they hold {known.words}"
            )
        if self.usual_dates is not None:
            arguments.one_of(self.usual_dates, ORDERS, "usual_dates")
        for name, kind in (("recognizers", Recognizer), ("counts", CountProvider)):
            put(name, arguments.several(getattr(self, name), kind, name))
        put("known", Known(self.knowledge))
        try:
            put("judge", Judge(self.counts, self.knowledge, self.settings))
            put("population", Population(self.counts[0]) if self.settings.singling_out else None)
        except CountsError as error:
            raise ResourceError(str(error)) from error

    def with_(
        self,
        *,
        settings: Settings | None = None,
        operators: Policy | Mapping[str, Any] | None = None,
        control: Control | None = None,
        recognizers: Sequence[Recognizer] | None = None,
        usual_dates: Order | None = None,
        sources: Sources | None = None,
    ) -> Self:
        """Return another sanitizer of the same parts, with other settings, operators, control or recognizers; a
        ``control`` brings its own operators where it names some. Raises UsageError."""
        changed: dict[str, Any] = {}
        if settings is not None:
            changed["settings"] = arguments.instance(settings, Settings, "settings")
            if self.recipe and settings.kb_order != self.settings.kb_order:
                changed["knowledge"] = open_knowledge(self.recipe.knowledge, settings.kb_order)
        if control is not None:
            changed["control"] = arguments.instance(control, Control, "control")
            changed["operators"] = None if control.operators else self.policy
        if operators is not None:
            changed["operators"] = operators
        if recognizers is not None:
            changed["recognizers"] = tuple(recognizers)
            changed["recipe"] = self.recipe and self.recipe.with_recognizers(self.recognizers, recognizers)
        if usual_dates is not None:
            changed["usual_dates"] = usual_dates
        if sources is not None:
            changed["sources"] = sources
        return replace(self, **changed)

    def again(self) -> Again:
        """Return what remembers one document between runs under other decisions (:meth:`decided`)."""
        return Again(
            self.judge.calculator.chain, self.population is not None or self.settings.unlinkable is not None
        )

    def decided(self, control: Control) -> Self:
        """Return the same sanitizer with other decisions of persons; the parts and what they know are shared."""
        other = object.__new__(type(self))
        for name, value in (*vars(self).items(), ("control", control)):
            object.__setattr__(other, name, value)
        return other

    def reads_repeats_once(self) -> bool:
        """Return whether rows of tables that repeat others need not be read: nothing depends on where they stand."""
        control = self.control
        bound = control.places or control.protect or any(own.span for own in control.chosen)
        return not (
            bound or not self.reads_whole_paragraphs() or self.policy.cipher or self.settings.unlinkable
        )

    def reads_whole_paragraphs(self) -> bool:
        """Return whether line breaks within paragraphs may be read as blanks: no recognizer knows the text itself."""
        return not any(isinstance(r, Given) for r in self.recognizers)

    def first_pass(self) -> FirstPass:
        """Return what finds and reads what is sensitive."""
        return FirstPass(
            self.recognizers,
            self.control,
            self.settings,
            self.policy,
            self.common_attributes(),
            self.parse,
        )

    def common_attributes(self) -> CommonAttributes | None:
        """Return what the first pass leaves to the correlation risk; None where no risk is looked at."""
        if not self.settings.strategy.treats_risky or self.settings.guarantees:
            return None
        return self.control.common_attributes(self.judge.tells, self.policy.operators)

    def __repr__(self) -> str:
        s = self.settings
        parts = ", ".join(r.name.partition(":")[0] for r in self.recognizers)
        return f"Sanitizer({s.strategy}, {s.context}, {s.threshold}, recognizers: {parts})"

    def __reduce__(self) -> tuple[Any, ...]:
        own = {f.name: getattr(self, f.name) for f in fields(self) if f.init}
        if self.recipe is not None:
            own = {name: value for name, value in own.items() if name not in _OPENED}
        return _again, (type(self), own)


_OPENED: Final = ("parse", "tag", "recognizers", "counts", "knowledge")
"""What a recipe opens."""


def _again(kind: type[Parts], own: Mapping[str, Any]) -> Parts:
    """Return the same in another process; parts that have names are opened there."""
    recipe: Recipe | None = own["recipe"]
    opened = {} if recipe is None else recipe.open(own["settings"].kb_order)
    return kind(**opened, **own)
