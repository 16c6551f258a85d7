"""Self-written reports for tests of all who read one."""

from typing import Any

from sanitizer.check.report import DocumentReport, SensitiveEntry
from sanitizer.check.summary import SummaryReport
from sanitizer.page.read import Report

TEXT = "Ada Byron wrote <b>notes</b> & tables in Leeds.\n\nShe met a loom-maker; Ada Byron liked looms."


def entity_json(number: int, term: str, entity_class: str = "PERSON", **changes: Any) -> dict[str, Any]:
    """Return a sensitive entity of a report, removed."""
    return {
        "number": number, "term": term, "forms": [term], "class": entity_class, "type": entity_class,
        "recognizers": ["model"], "spans": [], "query": [term.lower()], "documents": None, "ic": None, "source": None,
        "limit": None, "proposed": None, "generalization": None, "generalization_ic": 0.0, "concept": None,
        "candidates": [],
    } | changes  # fmt: skip


def entity(number: int, term: str, entity_class: str = "PERSON", **changes: Any) -> SensitiveEntry:
    """Return the same as a record."""
    return SensitiveEntry.from_json(entity_json(number, term, entity_class, **changes))


def report_of(text: str, *changes: tuple[int, int, str], **more: Any) -> DocumentReport:
    """Return the report of a document in which every change is a sensitive entity of its own."""
    rows = [[start, end, words, "sensitive", number] for number, (start, end, words) in enumerate(changes)]
    entities = [entity_json(number, text[start:end]) for number, (start, end, _) in enumerate(changes)]
    nothing: dict[str, Any] = {"risky": [], "sources": [], "knowledge": [], "id": "a", "output_id": "a"}
    own = {"text": text, "characters": len(text), "changes": rows, "sensitive": entities}
    return document(**nothing | own | more)


def document(number: int = 0, **changes: Any) -> DocumentReport:
    """Return the record of :func:`document_json`."""
    return DocumentReport.from_json(document_json(number, **changes))


def document_json(number: int = 0, **changes: Any) -> dict[str, Any]:
    """Return a document of a report, with a script in its text to see that it stays text."""
    name = f"visit-{number}"
    return {
        "kind": "document",
        "id": f"byron-{number}",
        "output_id": name,
        "status": "done",
        "strategy": "S5",
        "context": "document",
        "groups": 1,
        "characters": len(TEXT),
        "text": TEXT,
        "threshold": {"policy": "quantile:0.5", "bits": 6.5, "set_by": {"term": "Leeds", "ic": 6.5}},
        "sources": [{"name": "tiny", "total": 4096, "unit": "document", "exact": True, "public": False, "asked": []}],
        "knowledge": ["tiny"],
        "sensitive": [
            {
                "number": 0, "term": "Ada Byron", "forms": ["Ada Byron"], "class": "PERSON", "type": "PERSON",
                "recognizers": ["model"], "spans": [[0, 9], [71, 80]], "query": ["ada byron"],
                "documents": 3, "ic": 10.415, "source": "tiny",
                "limit": 6.5, "proposed": None, "generalization": "person", "generalization_ic": 0.1,
                "concept": "wn:person.n.01", "candidates": [],
            },
            {
                "number": 1, "term": "Leeds", "forms": ["Leeds"], "class": "LOC", "type": "GPE",
                "recognizers": ["model"], "spans": [[41, 46]], "query": ["leeds"], "documents": 45,
                "ic": 6.508, "source": "tiny", "limit": 6.5, "proposed": None,
                "generalization": "city", "generalization_ic": 2.2, "concept": "wn:city.n.01",
                "candidates": [
                    {"label": "English city", "concept": "x:1", "ic": 5.0, "dr": 7.0, "verdict": "risky"},
                    {"label": "city", "concept": "wn:city.n.01", "ic": 2.2, "dr": 3.0, "verdict": "safe"},
                ],
            },
        ],
        "risky": [
            {
                "number": 0, "term": "loom-maker", "spans": [[59, 69]], "ic": 9.0, "documents": 8, "source": "tiny",
                "rule": "pair", "towards_total": 1,
                "towards": [
                    {"sensitive": 1, "dr": 8.25, "rule": "pair",
                     "counts": {"N": 4096, "s": 45, "q": 8, "sq": 7, "g": 900, "gq": 8}, "source": "tiny"}
                ],
                "sense": {"concept": "wn:maker.n.01", "rule": "context", "runner_up": "wn:manufacturer.n.02"},
                "candidates": [
                    {"label": "artisan", "concept": "wn:artisan.n.01", "ic": 5.0, "dr": 4.0, "verdict": "safe"}
                ],
                "choice": {
                    "replacement": "artisan", "concept": "wn:artisan.n.01", "ic": 5.0, "rule": "most informative",
                },
            }
        ],
        "changes": [
            [0, 9, "A person", "sensitive", 0], [41, 46, "a city", "sensitive", 1],
            [57, 69, "an artisan", "risky", 0], [71, 80, "the person", "sensitive", 0],
        ],
        "residual": {"met": True, "problems": []},
        "unknown": {"marginal": 0, "joint": 1, "repaired": 0, "risky": 0, "safe": 0, "ask": 0, "terms": []},
        "utility": {"percent": 48.5, "bits_before": 40.0, "bits_after": 19.4, "occurrences": 6, "without_count": 0.0},
        "sent": [],
    } | changes  # fmt: skip


def summary(documents: int, **changes: Any) -> SummaryReport:
    """Return the record of :func:`summary_json`."""
    return SummaryReport.from_json(summary_json(documents, **changes))


def summary_json(documents: int, **changes: Any) -> dict[str, Any]:
    """Return the summary of a run that ended well."""
    return {
        "kind": "summary", "documents": documents, "done": documents, "failed": [], "skipped": [],
        "residual_not_met": [],
        "look": {"known_forms_left": 0, "places": 0, "counts": {}, "documents": 0, "strict": False},
        "ids": {}, "utility_percent": 48.5, "sensitive": 2 * documents, "risky": documents, "settings": SETTINGS,
        "kept_identifying": {}, "sent": {}, "versions": {"semantic-sanitizer": "0.1.0"}, "met": True,
    } | changes  # fmt: skip


SETTINGS: dict[str, Any] = {
    "strategy": "S5", "context": "document", "threshold": "quantile:0.5", "unknown": "risky", "protected": 0,
    "generalization_counts": "rolled-up", "last_resort": "remove", "kb_order": "together", "sensitive": "taxonomy",
    "groups": 1, "distinct": "near", "dates": "auto", "contextual": False, "profile": None, "decisions": 0,
    "operators": {}, "spread": "document", "common": 0.0, "recognizers": ["model", "list:byron-names.txt"],
    "counts": ["default"], "knowledge": ["default"],
}  # fmt: skip

SECRETS = (
    "Byron",
    "byron",
    "Ada",
    "Leeds",
    "loom-maker",
    "English city",
    "10.415",
    "6.508",
    "8.25",
    "manufacturer",
)
"""What only the originals have: no page without originals, and no certificate, may hold one of them."""


def report_on(*documents: DocumentReport) -> Report:
    return Report(documents, summary(len(documents)))


AUDIT = {
    "kind": "text audit",
    "met": True,
    "linkage": [
        {
            "attacker": "tfidf", "candidates": 20, "documents_attacked": 1, "documents_without_person": 0,
            "chance": {"1": 0.05, "5": 0.25}, "before": {"1": 1.0, "5": 1.0}, "after": {"1": 1.0, "5": 1.0},
            "documents": [
                {"id": "byron-0", "person": "Ada Byron", "rank": 1, "rank_before": 1, "hit_1": 1.0, "hit_5": 1.0,
                 "likeliest": ["Ada Byron"], "gave_away": [{"term": "looms", "weight": 0.2}]}
            ],
        }
    ],
    "residue": {"sure": 0, "to_look_at": 0, "documents_checked": 1, "documents_not_released": 0, "traces": []},
    "metadata": [],
}  # fmt: skip


def operated(number: int = 0) -> DocumentReport:
    """Return a document whose person is hashed, whose place a person decided about, whose correlated term is
    encrypted."""
    told = document_json(number)
    person, place = told["sensitive"]
    risky = told["risky"][0]
    token = "{enc:s:MISC:AAAA}"
    kept = {
        "form": "Acme",
        "decision": "keep",
        "by": "jd",
        "why": "public",
        "line": 1,
        "places": 1,
        "holds": True,
    }
    return document(
        number,
        decisions=[kept | {"verdict": "kept by decision"}],
        sensitive=[person | {"operator": "hash"}, place | {"recognizers": ["decision"]}],
        risky=[risky | {"choice": {"replacement": None, "concept": None, "ic": 0.0, "rule": "operator"}}],
        changes=[
            [0, 9, "PERSON-9f2c", "sensitive", 0], [41, 46, "a city", "sensitive", 1],
            [57, 69, token, "risky", 0], [71, 80, "PERSON-9f2c", "sensitive", 0],
        ],
    )  # fmt: skip


def operated_report() -> Report:
    settings = SETTINGS | {"operators": {"PERSON": "hash", "risky": "encrypt"}, "decisions": 3}
    return Report((operated(),), summary(1, settings=settings))
