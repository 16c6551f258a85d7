"""Build a sanitizer from the names of its parts: the default parts, and what each name on the command line opens."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any, Final, TypedDict

from corpora_stats import CountProvider, CountsError
from kb import KnowledgeBase, KnowledgeBaseError
from kb.chain import Chain, KbOrder
from sanitizer import plugins
from sanitizer.build_recognizers import NO_RECOGNIZER, RECOGNIZERS, open_recognizer
from sanitizer.common import arguments
from sanitizer.common.integrity import KNOWLEDGE, check
from sanitizer.common.keys import Key
from sanitizer.common.timing import stage
from sanitizer.control.log.replay import read_given
from sanitizer.control.profiles import read_profile
from sanitizer.control.rules import Control
from sanitizer.documents.decode import decode, read_bytes
from sanitizer.errors import ResourceError, SanitizerError, UsageError
from sanitizer.operators.policy import Policy
from sanitizer.recognize.base import Recognizer
from sanitizer.recognize.finders.user_lists import fields_of
from sanitizer.risk.count_sources import ROLL_UPS, Access
from sanitizer.risk.count_sources import open_counts as open_shipped_counts
from sanitizer.settings import ContextSize, Protected, Settings, Strategy, Threshold, Unknown, Unlinkable

__all__ = [
    "RECOGNIZERS", "ROLL_UPS", "Access", "Options", "Recipe", "choose", "open_counts", "open_knowledge",
    "open_recognizer", "policy_of", "read_protected",
]  # fmt: skip
_DEFAULT: Final = ("default",)


class Options(TypedDict, total=False):
    """What ``Sanitizer.default`` takes by name, as the command takes it: the fields of :class:`Settings`; a ``profile``
    (a name, a file or a Control; ``control`` is the same) and a file of ``decisions``; parts by name, or objects; and
    what sources of counts beyond the machine may do."""

    strategy: Strategy | str
    context: ContextSize | str
    threshold: Threshold | str
    unknown: Unknown | str
    protect: Iterable[Protected] | str | Path
    generalization_counts: str
    last_resort: str
    kb_order: str
    sensitive: str
    groups: int
    distinct: str
    contextual: bool
    singling_out: int
    unlinkable: Unlinkable | str
    any_language: bool
    profile: str | Path | Control
    control: Control
    decisions: str | Path
    recognizers: Sequence[str | Recognizer]
    counts: Sequence[str | CountProvider]
    knowledge: Sequence[str | KnowledgeBase]
    key: Key | str | Path
    offline: bool
    cache: str | Path | None
    cache_days: int | None


_SETTINGS: Final = tuple(f.name for f in fields(Settings))


@dataclass(frozen=True)
class Recipe:
    """What a sanitizer is made from, so that another process can make it again: names of parts, or parts."""

    recognizers: tuple[str | Recognizer, ...] = RECOGNIZERS
    counts: tuple[str | CountProvider, ...] = _DEFAULT
    knowledge: tuple[str | KnowledgeBase, ...] = _DEFAULT
    access: Access = field(default_factory=Access)

    def __post_init__(self) -> None:
        for name, kind in (
            ("recognizers", Recognizer),
            ("counts", CountProvider),
            ("knowledge", KnowledgeBase),
        ):
            object.__setattr__(self, name, _named(getattr(self, name), kind, name))

    def open(self, kb_order: str) -> dict[str, Any]:
        """Return the parts, by the names of the fields of ``Sanitizer``. Raises UsageError, ResourceError."""
        from sanitizer.text.parse import parse, parts_of_speech

        providers = [open_counts(c, self.access) if isinstance(c, str) else c for c in self.counts]
        try:
            opened = [open_recognizer(r, providers) if isinstance(r, str) else r for r in self.recognizers]
        except CountsError as error:
            raise ResourceError(str(error)) from error
        base = open_knowledge(self.knowledge, kb_order)
        parts = {"parse": parse, "recognizers": opened, "counts": providers, "knowledge": base}
        return {**parts, "tag": parts_of_speech}

    def with_recognizers(self, before: Sequence[Recognizer], now: Sequence[Recognizer]) -> "Recipe":
        """Return the recipe for other recognizers; those of ``before`` are called by their names as they were."""
        known = {id(made): name for made, name in zip(before, self.recognizers, strict=True)}
        return replace(self, recognizers=tuple(known.get(id(r), r) for r in now))


@stage("start: parts")
def choose(
    settings: Settings | None, operators: Policy | Mapping[str, Any] | None, options: Mapping[str, Any]
) -> dict[str, Any]:
    """Return the fields of a ``Sanitizer`` from what its maker asks for. Raises UsageError, ResourceError."""
    arguments.options("Sanitizer.default", options, tuple(Options.__annotations__), ("settings", "operators"))
    given = {name: value for name, value in options.items() if value is not None}
    for name, value in given.items():
        _refuse_halves(value, name)
    control = _control(given)
    asked = {name: given[name] for name in _SETTINGS if name in given}
    chosen = _settings(settings, asked, control.method)
    recipe = Recipe(
        given.get("recognizers", RECOGNIZERS),
        given.get("counts", _DEFAULT),
        given.get("knowledge", _DEFAULT),
        _access(given),
    )
    policy = policy_of(operators, control, given.get("key"))
    try:
        parts = recipe.open(chosen.kb_order)
    except CountsError as error:
        raise ResourceError(str(error)) from error
    return {**parts, "settings": chosen, "control": control, "operators": policy, "recipe": recipe}


def _refuse_halves(value: Any, what: str) -> None:
    """Raise UsageError for a name that no file can have."""
    for name in value if isinstance(value, list | tuple) else (value,):
        if isinstance(name, str) and any("\ud800" <= c <= "\udfff" for c in name):
            raise UsageError(f"{what}: it holds halves of characters")


def _settings(settings: Settings | None, words: Mapping[str, Any], method: Mapping[str, Any]) -> Settings:
    """Return the settings that are given; else those asked for by words, before those of the ``method`` of a
    profile."""
    arguments.instance(settings, Settings, "settings")
    if settings is not None:
        if words:
            raise UsageError(
                f"settings and {', '.join(words)} are given: put {'it' if len(words) == 1 else 'them'} into "
                "Settings(...), or leave settings out"
            )
        return settings
    protect = words.get("protect")
    if isinstance(protect, str | Path):
        words = {**words, "protect": read_protected(str(protect))}
    return Settings(**{**method, **words})


def _control(given: Mapping[str, Any]) -> Control:
    """Return what a profile, or a control in its place, and decisions ask for."""
    if not isinstance(given.get("decisions", ""), str | Path):
        raise UsageError(f"decisions: a file is needed, not {arguments.kind_of(given['decisions'])}")
    if "profile" in given and "control" in given:
        raise UsageError("profile and control are given: give one of them")
    asked = given.get("profile", given.get("control"))
    if isinstance(asked, str | Path) and "profile" in given:
        return read_profile(asked, given.get("decisions"))
    control = arguments.instance(asked, Control, "control" if "control" in given else "profile") or Control()
    if "decisions" not in given:
        return control
    return read_given(given["decisions"], control.own_types).given_to(control)


def _access(given: Mapping[str, Any]) -> Access:
    cache, days = given.get("cache"), given.get("cache_days")
    if cache is not None and not isinstance(cache, str | Path):
        raise UsageError(f"cache: a folder is needed, not {arguments.kind_of(cache)}")
    return Access(
        arguments.flag(given.get("offline", False), "offline"),
        None if cache is None else Path(cache),
        None if days is None else arguments.whole(days, "cache_days", 0),
    )


def policy_of(operators: Any, control: Control, key: Any = None) -> Policy:
    """Return the operators that are asked for, and those that a settings file names where nothing else is; ``key``
    is a Key, or the file that holds one. Raises UsageError."""
    if isinstance(operators, Policy):
        if key is not None:
            raise UsageError("key: a Policy has its key already; give a table of operators, or no key")
        return operators
    if operators is not None and not isinstance(operators, Mapping):
        return Policy.of(operators)  # says what is needed
    if key is not None and not isinstance(key, Key):
        if not isinstance(key, str | Path):
            raise UsageError(f"key: a Key or a file is needed, not {arguments.kind_of(key)}")
        key = Key.read(key)
    table = {**control.operators, **(operators or {})}
    if key is None:
        Policy.of(table)
    return Policy.parse(table, key, control.own_types)


def _named(parts: Any, kind: type, what: str) -> tuple[Any, ...]:
    """Return names of parts, or parts; at least one."""
    if isinstance(parts, str) or not isinstance(parts, Iterable):
        raise UsageError(f"{what}: a list of names or objects is needed, not {arguments.kind_of(parts)}")
    made = tuple(parts)
    for part in made:
        if isinstance(part, type) or not isinstance(part, str | kind):
            raise UsageError(f"{what}: a name or a {kind.__name__} is needed, not {arguments.kind_of(part)}")
    if not made:
        none = (
            '; where nothing is to be looked for but what settings name, say "none"'
            if what == "recognizers"
            else ""
        )
        raise UsageError(f"{what}: at least one is needed; leave it out for the default{none}")
    if NO_RECOGNIZER in made and len(made) > 1 and what == "recognizers":
        raise UsageError(f"recognizers: {NO_RECOGNIZER} stands alone: leave it out, or the others")
    return made


def read_protected(path: str) -> tuple[Protected, ...]:
    """Return the entries of ``--protect``: CSV lines of entity and what may be told of it. Raises UsageError."""
    try:
        text = decode(read_bytes(Path(path)))
    except SanitizerError as error:
        cure = "" if Path(path).exists() else "; --protect takes a file, with a name or phrase on each line"
        raise UsageError(f"{path} {error}{cure}") from error
    result = []
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        cells = fields_of(line, f"{path} line {number}", "expected entity,generalization")
        if number == 1 and cells[:1] == ["entity"]:
            continue
        if len(cells) > 2 or not any(map(str.isalnum, cells[0])):
            raise UsageError(f"{path} line {number}: expected entity,generalization")
        result.append(Protected(cells[0], cells[1] if len(cells) > 1 else ""))
    if not result:
        raise UsageError(f"{path} names no entity")
    return tuple(result)


def open_counts(name: str, access: Access | None = None) -> CountProvider:
    """Return a source of counts by its name: of a plug-in, or one that ships
    (:func:`sanitizer.risk.count_sources.open_counts`). Raises UsageError, ResourceError."""
    kind, _, value = name.partition(":")
    maker = plugins.parts("count_sources").get(kind)
    return open_shipped_counts(name, access) if maker is None else maker(value, access or Access())


def open_knowledge(names: Sequence[str | KnowledgeBase], order: str = "together") -> KnowledgeBase:
    """``default``, paths (.kb compiled ODP or WordNet; .csv, .json, .toml hierarchies) and knowledge bases, as one."""
    try:
        if list(names) == ["default"] and order == "together":
            return _default_knowledge()
        bases: list[KnowledgeBase] = []
        for name in names:
            if name == "default":
                bases += _default_knowledge().bases
            else:
                bases.append(_open_base(name) if isinstance(name, str) else name)
        return Chain(bases, KbOrder(order))
    except (KnowledgeBaseError, OSError) as error:
        raise ResourceError(str(error)) from error


def _default_knowledge() -> "Chain":
    from kb.defaults import open_default

    check(KNOWLEDGE)
    return open_default()


def _open_base(name: str) -> KnowledgeBase:
    from kb.files import open_file

    kind, _, value = name.partition(":")
    maker = plugins.parts("knowledge_bases").get(kind)
    return open_file(Path(name)) if maker is None else maker(value)
