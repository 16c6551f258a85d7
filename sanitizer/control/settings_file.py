"""Settings files: plain TOML, read into a Control; every mistake is named with file, table and key.

Nothing is guessed and nothing ignored: a key that is not known, a rule that says nothing and a value that has no effect
are errors, for each of them would leave in clear what somebody wanted masked.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any, Final

from sanitizer.common import arguments
from sanitizer.control.rules import OFF, SCOPES, STAYS, Control, Rule
from sanitizer.control.toml_table import TomlTable
from sanitizer.errors import UsageError, did_you_mean
from sanitizer.operators.policy import check
from sanitizer.recognize.entity_types import TYPES, entity_class, fine_type
from sanitizer.recognize.finders.user_expressions import Expression, expression
from sanitizer.recognize.finders.user_lists import CASE_RULES, Phrase, read_phrases
from sanitizer.recognize.finders.user_patterns import CustomPattern
from sanitizer.settings import Settings
from sanitizer.text.fold import lower_same_length
from sanitizer.types import EntityClass
from sanitizer.values.safe_harbor import SHORTENERS

KEYS: Final = (
    "name", "extends", "without", "minimum", "generic", "offices", "statutes", "types", "only", "allow", "keep", "deny",
    "pattern", "shorten", "protect", "nationalities", "common", "impersonal", "operators", "method",
)  # fmt: skip
_ALLOW: Final = (
    "name", "phrases", "file", "regex", "case", "types", "before", "after", "public", "state", "why",
)  # fmt: skip
_KEEP: Final = ("phrases", "regex", "case", "citations", "why")
_DENY: Final = ("phrases", "file", "regex", "case", "type", "generalization", "why")
_PATTERN: Final = ("type", "regex", "score", "context", "class", "generalization", "why")
_PROTECT: Final = ("names", "file", "scope")
_METHOD: Final = tuple(f.name.replace("_", "-") for f in fields(Settings) if f.name != "protect")
"""Settings of the method that a file may make: those of the command, by their names there."""


@dataclass(frozen=True, slots=True)
class TableReader:
    """One file being read: its tables, the folder of the lists that it names, what it extends."""

    top: TomlTable
    folder: Path
    base: Control

    def control(self, name: str) -> Control:
        """Return the control that the whole file says."""
        top, base = self.top, self.base
        patterns = tuple(self._pattern(at) for at in self._rows("pattern", _PATTERN))
        own = base.own_types | {fine_type(p.type) for p in patterns}
        denied = [self._denied(at, own) for at in self._rows("deny", _DENY)]
        kept = [self._kept(at) for at in self._rows("keep", _KEEP)]
        thresholds = {kind: self._threshold(label, value) for kind, label, value in self._typed("types", own)}
        shorten = {
            kind: self._shorten(label, value) for kind, label, value in self._typed("shorten", own, False)
        }
        protect, scope = self._protect(own)
        return Control(
            name=top.text("name", name, blank=False),
            minimum=arguments.least_score(top.values.get("minimum", base.minimum), top.place("minimum")),
            thresholds=dict(base.thresholds) | thresholds,
            only=frozenset(self._types(top, "only", own)) or base.only,
            generic=top.flag("generic", base.generic),
            offices=top.flag("offices", base.offices and "courts" not in top.texts("without")),
            statutes=top.flag("statutes", base.statutes),
            allow=self._inherited() + tuple(self._rule(at, own) for at in self._rows("allow", _ALLOW)),
            keep=base.keep + tuple(e for expressions, cites in kept if not cites for e in expressions),
            citations=base.citations + tuple(e for expressions, cites in kept if cites for e in expressions),
            deny=base.deny + tuple(p for phrases, _ in denied for p in phrases),
            patterns=base.patterns + patterns + tuple(p for _, expressions in denied for p in expressions),
            shorten=dict(base.shorten) | shorten,
            protect=base.protect + protect,
            scope=scope,
            nationalities=top.flag("nationalities", base.nationalities),
            common=top.number("common", base.common, 0.0),
            impersonal=top.text("impersonal", base.impersonal),
            operators=dict(base.operators) | self._operators(own),
            method=dict(base.method) | self._method(),
        )

    def _rows(self, key: str, keys: Sequence[str]) -> list[TomlTable]:
        return [TomlTable(row, place, self.top.file, keys) for place, row in self.top.rows(key)]

    # --- values ---------------------------------------------------------------------------------------------------

    def _type(self, label: str, place: str, own: Iterable[str], classes: bool = True) -> str:
        """Return a fine type, or a class where `classes` says so, by any of its names."""
        known = {*TYPES, *own, *(EntityClass.__members__ if classes else ())}
        name = label.upper()
        kind = name if classes and name in EntityClass.__members__ else fine_type(label)
        if kind not in known or (not classes and name == "DATETIME"):
            fine = "" if classes else "fine "
            raise UsageError(
                f"{place}: {label!r} is no {fine}type that is known{did_you_mean(label, known)}; sanitizer parts "
                "lists them"
            )
        return kind

    def _types(self, table: TomlTable, key: str, own: Iterable[str]) -> list[str]:
        return [self._type(label, table.place(key), own) for label in table.texts(key, blank=False)]

    def _typed(self, key: str, own: Iterable[str], classes: bool = True) -> list[tuple[str, str, Any]]:
        """Return the entries of a table by types: type, place and value; no type twice under two names."""
        seen: dict[str, tuple[str, str, Any]] = {}
        for label, value in self.top.entries(key).items():
            place = f"{self.top.file}: {key}.{label}"
            kind = self._type(label, place, own, classes)
            if kind in seen:
                raise UsageError(f"{place}: {kind} is said twice")
            seen[kind] = (kind, place, value)
        return list(seen.values())

    def _threshold(self, place: str, value: Any) -> float:
        """Off, on, what stays, or a least score."""
        if isinstance(value, Mapping):
            table = TomlTable(value, place.partition(": ")[2], self.top.file, ("threshold",))
            if "threshold" not in table:
                raise table.fail("threshold", "missing")
            value = table.values["threshold"]
        if isinstance(value, bool):
            return 0.0 if value else OFF
        if value == "keep":
            return STAYS
        if isinstance(value, str):
            raise UsageError(
                f"{place}: write true (on), false (off), a least score from 0 to 1, or "
                '"keep" (it stays, whatever it tells)'
            )
        if isinstance(value, int):
            raise UsageError(
                f"{place}: {value} may be a score or a switch: write a score as 0.7, or true (on) or false (off)"
            )
        return arguments.least_score(value, place)

    def _shorten(self, place: str, value: Any) -> str:
        return arguments.one_of(value, sorted(SHORTENERS), place)

    def _expressions(self, table: TomlTable, key: str, ignore_case: bool = False) -> list[Expression]:
        return [expression(r, table.place(key), ignore_case) for r in table.texts(key, blank=False)]

    def _phrases(self, table: TomlTable, key: str = "phrases") -> list[str]:
        phrases = list(table.texts(key, blank=False))
        if not all(any(c.isalnum() for c in phrase) for phrase in phrases):
            raise table.fail(key, "a phrase needs a letter or a digit")
        return phrases

    def _lists(self, table: TomlTable, own: Iterable[str], kind: str = "MISC") -> list[Phrase]:
        """Return the phrases of the list files that a table names."""
        found = []
        for name in table.texts("file", blank=False):
            phrases = read_phrases(self.folder / name, kind, own)
            if not phrases:
                raise table.fail("file", f"the list {name} holds no phrase")
            found += phrases
        return found

    # --- tables ---------------------------------------------------------------------------------------------------

    def _rule(self, table: TomlTable, own: Iterable[str]) -> Rule:
        _needs(table, "phrases", "file", "regex", "types", "before", "after")
        ignore = table.choice("case", ("ignore", "exact"), "ignore") == "ignore"
        phrases = self._phrases(table) + [p.text for p in self._lists(table, own)]
        expressions = self._expressions(table, "regex", ignore)
        joined = "|".join(f"(?:{e.pattern})" for e in expressions)
        before, after = table.text("before", blank=False), table.text("after", blank=False)
        if before:
            expression(before, table.place("before"))  # by itself, before it is tied to the place
        return Rule(
            frozenset(lower_same_length(p) if ignore else p for p in phrases),
            expression(joined, table.place("regex"), ignore) if expressions else None,
            ignore,
            frozenset(self._types(table, "types", own)),
            expression(f"(?:{before})$", table.place("before")) if before else None,
            expression(after, table.place("after")) if after else None,
            table.text("why"),
            table.text("name", blank=False),
            table.flag("public", False),
            table.flag("state", False),
        )

    def _inherited(self) -> tuple[Rule, ...]:
        """Return the allow rules of what the file extends, but for those that it does without."""
        known = {rule.name for rule in self.base.allow if rule.name}
        left_out = self.top.texts("without", blank=False)
        for name in left_out:
            if name not in known:
                there = ", ".join(sorted(known)) or "none has a name"
                raise self.top.fail("without", f"no rule that it extends is called {name!r}: {there}")
        return tuple(rule for rule in self.base.allow if rule.name not in left_out)

    def _kept(self, table: TomlTable) -> tuple[list[Expression], bool]:
        """Return what a table keeps, and whether it says that these are citations of other cases."""
        _needs(table, "phrases", "regex")
        if "case" in table and "phrases" not in table:
            raise table.fail("case", "it is of phrases; in an expression write (?i:...)")
        ignore = table.choice("case", ("ignore", "exact"), "ignore") == "ignore"
        table.text("why")
        place = table.place("phrases")
        phrases = [expression(rf"(?<!\w){re.escape(p)}(?!\w)", place, ignore) for p in self._phrases(table)]
        return [*self._expressions(table, "regex"), *phrases], table.flag("citations", False)

    def _denied(self, table: TomlTable, own: Iterable[str]) -> tuple[list[Phrase], list[CustomPattern]]:
        _needs(table, "phrases", "file", "regex")
        kind = self._type(table.text("type", "MISC", blank=False), table.place("type"), own, classes=False)
        told = table.text("generalization", blank=False) or None
        case = table.choice("case", CASE_RULES, "smart")
        ignore = table.choice("case", CASE_RULES, "ignore") == "ignore"
        table.text("why")
        phrases = [Phrase(p, kind, "", told) for p in self._phrases(table)]
        phrases += [
            replace(p, generalization=p.generalization or told) for p in self._lists(table, own, kind)
        ]
        patterns = [
            CustomPattern(kind, e, 1.0, generalization=told, denied=True)
            for e in self._expressions(table, "regex", ignore)
        ]
        return [replace(phrase, case=case) for phrase in phrases], patterns

    def _pattern(self, table: TomlTable) -> CustomPattern:
        for key in ("type", "regex"):
            if key not in table:
                raise table.fail(key, "missing")
        label = table.text("type", blank=False)
        named = table.choice("class", [c.value for c in EntityClass], "")
        if not named and fine_type(label) not in TYPES:
            raise table.fail(
                "type",
                f"{label!r} is no type that is known{did_you_mean(label, TYPES)}; sanitizer types lists them, and a "
                "type of your own needs its class = one of " + ", ".join(EntityClass),
            )
        context = table.text("context", blank=False)
        table.text("why")
        try:
            return CustomPattern(
                fine_type(label),
                expression(table.text("regex", blank=False), table.place("regex")),
                table.number("score", 0.8, 0.0, 1.0),
                expression(context, table.place("context"), ignore_case=True) if context else None,
                EntityClass(named) if named else entity_class(label),
                table.text("generalization", blank=False) or None,
            )
        except UsageError as error:
            if str(error).startswith(self.top.file):
                raise
            raise table.fail("", str(error)) from error

    def _protect(self, own: Iterable[str]) -> tuple[tuple[str, ...], str]:
        """Return the names of the persons and how far what stands near them is masked."""
        if "protect" not in self.top:
            return (), self.base.scope
        table = TomlTable(self.top.table("protect"), "protect", self.top.file, _PROTECT)
        if not self.base.protect:
            _needs(table, "names", "file")
        names = (*self._phrases(table, "names"), *(p.text for p in self._lists(table, own, "PERSON")))
        return names, table.choice("scope", SCOPES, self.base.scope)

    def _method(self) -> dict[str, Any]:
        """Return what the file says of the method, by the names of :class:`Settings`."""
        self.top.entries("method")
        if "method" not in self.top:
            return {}
        table = TomlTable(self.top.table("method"), "method", self.top.file, _METHOD)
        told = {name.replace("-", "_"): value for name, value in table.values.items()}
        try:
            Settings(**told)
        except UsageError as error:
            raise table.fail("", str(error)) from error
        return told

    def _operators(self, own: Iterable[str]) -> dict[str, Any]:
        table = self.top.entries("operators")
        for label, wanted in table.items():
            place = f"{self.top.file}: operators.{label}"
            try:
                check(wanted, label, own)
            except UsageError as error:
                raise UsageError(f"{place}: {error}") from error
        return table


def _needs(table: TomlTable, *keys: str) -> None:
    """Refuse a table without any of the keys: one must stand in the table, or it says nothing."""
    if not any(key in table for key in keys):
        raise table.fail("", f"it says nothing: give one of {', '.join(keys)}")
