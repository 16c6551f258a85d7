"""Say in plain words why something was changed or kept, and what it tells; the figures go behind."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from sanitizer.check.report import CandidateTried, DocumentReport, RiskyEntry, SensitiveEntry, Towards
from sanitizer.control.outcomes import LeftName

NEEDS: Final[Mapping[str, str]] = {
    "problem": "a promise is not kept here",
    "over": "it told much more than it may",
    "unknown": "no count is known of it",
    "close": "it was close to the limit",
    "last resort": "nothing safe was found to say instead",
    "look": "it still looks like a name, number or date",
}
"""Why something needs a person."""

FINDERS: Final[Mapping[str, str]] = {
    "model": "the language model takes it for one",
    "patterns": "it has the form of one",
    "demographics": "it is said of a person",
    "works": "it is the title of a work",
    "decision": "a person decided so",
    "spread": "it is named so elsewhere in this document",
    "deny": "a list says so",
    "list": "a list says so",
    "given": "it was given as one",
    "named": "it is to be protected",
    "protect": "it is to be protected",
    "disguised": "it stands there in disguise",
}

CLASSES: Final[Mapping[str, str]] = {
    "PERSON": "person", "CODE": "number or code", "LOC": "place", "ORG": "organization", "DEM": "attribute of a person",
    "DATETIME": "date or time", "QUANTITY": "quantity", "MISC": "name of something else",
}  # fmt: skip

RULES: Final[Mapping[str, str]] = {
    "decision": "a person decided to keep it",
    "allow": "a rule of the settings allows it",
    "keep": "a rule of the settings keeps this part of the text",
    "cited case": "it stands in the citation of another case, or in the name of a law",
    "types": "its kind is switched off, or it is not sure enough",
}

VERDICTS: Final[Mapping[str, str]] = {
    "safe": "safe",
    "risky": "tells too much",
    "unknown": "what it tells is not known",
    "unreadable": "safe, but no reader knows the word",
    "sensitive": "holds a sensitive form",
    "": "not tried yet: what it tells of others is checked when it is chosen",
}


def of_sensitive(entry: SensitiveEntry) -> Iterator[str]:
    """Yield why an entity is changed, and what stands for it."""
    kind = CLASSES.get(entry.entity_class, "name of something else")
    found = dict.fromkeys(
        FINDERS.get(name.partition(":")[0], "a recognizer found it") for name in entry.recognizers
    )
    yield f"Taken for {'an' if kind[0] in 'aeiou' else 'a'} {kind}: {', '.join(found)}."
    if entry.operator:
        yield f"It is treated by the operator “{entry.operator}”."
    elif entry.generalization and entry.limit is not None and entry.generalization_ic is not None:
        share = 0 if entry.limit <= 0 else round(100 * entry.generalization_ic / entry.limit)
        yield f"“{entry.generalization}” stands for it, and tells {share} % of what may be told of it."
    elif not entry.generalization:
        yield "Nothing safe was found to say instead: it was taken out."
    if entry.documents is None and not entry.operator:
        yield "No document of the counted collection names it: nothing is known of how many are called so."
    elif entry.documents is not None:
        yield f"{_documents(entry.documents)} of the counted collection name it."


def of_risky(entry: RiskyEntry, report: DocumentReport) -> Iterator[str]:
    """Yield why a correlated term is changed."""
    names = {s.number: s.term for s in report.sensitive}
    if entry.rule == "unknown":
        yield "No document of the counted collection mentions it: what it tells of the persons here is not known."
    for towards in entry.towards[:3]:
        yield _towards(towards, names.get(towards.sensitive, "what is sensitive"))
    if entry.group is not None:
        others = ", ".join(f"“{term}”" for term in entry.group.terms)
        about = names.get(entry.group.sensitive, "")
        yield f"Together {others} tell too much of “{about}”, though each alone does not."
    if entry.rule == "linkage":
        yield "An attack on the result named the person by this word."
    said = entry.choice.replacement
    yield f"“{said}” stands for it." if said else "Nothing safe was found to say instead: it was taken out."


def _towards(towards: Towards, name: str) -> str:
    both, alone = towards.counts.get("sq"), towards.counts.get("q")
    part = f" (by “{towards.part}”)" if towards.part else ""
    if both is None or alone is None:
        return f"It is not known how often this stands beside “{name}”{part}."
    if towards.rule == "estimate" or both == 0:
        return f"It hardly ever stands beside “{name}” in the counted collection{part}: what it tells is estimated."
    share = f"{both:,} of the {_documents(alone)} that mention this"
    return f"{share} also mention “{name}”{part}: whoever reads it may guess the one from the other."


def of_term(term: str, around: Sequence[tuple[str, Mapping[str, int | None], float, float]]) -> Iterator[str]:
    """Yield why a word that was judged stands in clear: the entities of which it tells most, each with its counts
    (``sq``, ``q``, ``s``, ``N``), the bits told at most, and the limit."""
    if not around:
        yield "Kept: nothing here is told by it, or no count is known of it."
    for name, counts, _, _ in around:
        both, alone, total, s = (counts.get(k) or 0 for k in ("sq", "q", "N", "s"))
        chance = alone * s / total if total else 0.0
        yield (
            f"{both:,} of the {_documents(alone)} that mention “{term}” also mention “{name}”; by chance it would be "
            f"{chance:,.0f}."
        )
    if around:
        yield "That is less than the limit allows: it was kept."


def of_kept(name: LeftName) -> str:
    """Return why a name stands in clear."""
    why = f" ({name.why})" if name.why else ""
    return f"Kept: {RULES.get(name.rule, name.rule)}{why}."


def figures_of(entry: SensitiveEntry | RiskyEntry) -> dict[str, Any]:
    """Return the figures behind the words, in the terms of the method."""
    told: dict[str, Any] = {
        "information (bits)": entry.ic,
        "documents": entry.documents,
        "source": entry.source,
    }
    if isinstance(entry, SensitiveEntry):
        told |= {
            "limit (bits)": entry.limit,
            "told (bits)": entry.generalization_ic,
            "concept": entry.concept,
            "type": entry.type,
            "found by": ", ".join(entry.recognizers),
        }
    else:
        told |= {"rule": entry.rule, "chosen by": entry.choice.rule, "told (bits)": entry.choice.ic}
        for towards in entry.towards[:3]:
            counts = ", ".join(f"{k}={'?' if v is None else v}" for k, v in towards.counts.items())
            told[f"risk towards entity {towards.sensitive} (bits)"] = f"{towards.dr} ({counts})"
    return {name: value for name, value in told.items() if value is not None}


def candidate(tried: CandidateTried) -> dict[str, Any]:
    """Return one step that was tried, with its verdict in words."""
    words = VERDICTS.get(tried.verdict, tried.verdict)
    return {
        "label": tried.label,
        "bits": tried.ic,
        "risk": tried.dr,
        "verdict": tried.verdict,
        "words": words,
    }


def not_tried(label: str) -> dict[str, Any]:
    """Return one step of which nothing is known."""
    return candidate(CandidateTried(label=label, concept=None, ic=None, dr=None, verdict=""))


def _documents(count: int) -> str:
    return "one document" if count == 1 else f"{count:,} documents"
