"""Settings files and profiles: plain TOML, read into a Control; every mistake is named with file and key."""

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import replace
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

from sanitizer.control import Control, Rule
from sanitizer.errors import UsageError
from sanitizer.recognize.custom import CustomPattern, compiled
from sanitizer.recognize.fold import lower_same_length
from sanitizer.recognize.labels import TYPES, entity_class, fine_type
from sanitizer.recognize.lists import CASE_RULES, Phrase, read_phrases
from sanitizer.recognize.shorten import SHORTENERS
from sanitizer.types import EntityClass

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
        "nationalities",
        "common",
        "operators",
    )
)


def read_settings_file(source: str | Path) -> Control:
    """The control that a TOML file, or a profile by its name, describes. Raises :class:`UsageError`."""
    table, folder = _load(source)
    try:
        return _parse(table, folder, str(source))
    except RecursionError as error:
        raise UsageError(f"settings {source}: it extends itself") from error


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
        wanted = str(table["extends"])  # a profile by name, or a file beside this one
        above = folder / wanted if wanted.endswith(".toml") else wanted
        base = _parse(*_load(above), str(above))
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
                if not k.get("citations")
                for r in _listed(k.get("regex"))
            )
            + tuple(_kept(k, p, where) for k in table.get("keep", ()) for p in _listed(k.get("phrases"))),
            citations=base.citations
            + tuple(
                compiled(r, f"settings {where}, keep")
                for k in table.get("keep", ())
                if k.get("citations")
                for r in _listed(k.get("regex"))
            ),
            deny=base.deny + tuple(p for d in table.get("deny", ()) for p in _denied(d, folder, where)),
            patterns=base.patterns
            + tuple(_custom(p, where) for p in table.get("pattern", ()))
            + tuple(
                _denied_pattern(d, r, where) for d in table.get("deny", ()) for r in _listed(d.get("regex"))
            ),
            shorten=shorten,
            protect=base.protect + tuple(_listed(protect.get("names"))) + tuple(names),
            scope=scope,
            nationalities=bool(table.get("nationalities", base.nationalities)),
            common=float(table.get("common", base.common)),
            operators=dict(base.operators) | dict(table.get("operators", {})),
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


def _kept(row: Mapping[str, Any], phrase: str, where: str) -> re.Pattern[str]:
    ignore = _case(row, "ignore", where, ("ignore", "exact")) == "ignore"
    return compiled(rf"(?<!\w){re.escape(phrase)}(?!\w)", f"settings {where}, keep", ignore)


def _case(row: Mapping[str, Any], default: str, where: str, rules: Sequence[str] = CASE_RULES) -> str:
    case = row.get("case", default)
    if case not in rules:
        raise UsageError(f"settings {where}: case {case!r} is none of {', '.join(rules)}")
    return str(case)


def _denied(row: Mapping[str, Any], folder: Path, where: str) -> list[Phrase]:
    kind, told, case = row.get("type", "MISC"), row.get("generalization"), _case(row, "smart", where)
    phrases = [Phrase(p, kind, "", told) for p in _listed(row.get("phrases"))]
    phrases += [p for f in _listed(row.get("file")) for p in read_phrases(folder / f, kind)]
    return [replace(phrase, case=case) for phrase in phrases]


def _denied_pattern(row: Mapping[str, Any], regex: str, where: str) -> CustomPattern:
    ignore = row.get("case", "ignore") == "ignore"
    pattern = compiled(regex, f"settings {where}, deny", ignore)
    return CustomPattern(
        row.get("type", "MISC"), pattern, 1.0, generalization=row.get("generalization"), denied=True
    )


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
