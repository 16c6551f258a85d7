"""Texts of a Spark frame are sanitized to the same bytes as one by one; rows that fail say why."""

import json
from threading import Timer
from types import MappingProxyType
from typing import Any, Literal

import pytest

from sanitizer import Document, SanitizedDocument, Sanitizer, UsageError
from sanitizer import spark as sanitizer_spark
from sanitizer.audit.attackers import LearnedAttacker, TfidfAttacker
from sanitizer.audit.harden import Hardening
from sanitizer.audit.linkage import link
from sanitizer.run.found_anywhere import spread_over
from tests.spark_sessions import TWO_WORKERS, kill_a_worker, session_at

TEXTS = [
    "Mr Andrej Kovač was born in Maribor.",
    None,
    "Il paziente è stato ricoverato in ospedale dopo una caduta e non ricorda nulla di quello che è successo.",
    "",
    "Ann Miller, a nurse of 34, moved to Oslo on 3 May 1987 and called 555-0134 twice.",
]


@pytest.fixture
def session() -> Any:
    pytest.importorskip("pyspark")
    return session_at()


@pytest.mark.heavy
def test_rows_are_those_of_one_machine(session: Any) -> None:
    frame = session.createDataFrame(list(enumerate(TEXTS)), "id int, body string")
    made = sanitizer_spark.sanitize(
        frame.repartition(3), text="body", id="id", more=["report", "masks"], strategy="S4"
    )
    rows = sorted(made.collect())
    assert made.columns == ["id", "body", "met", "utility", "reason", "report", "masks"]
    alone = Sanitizer.default(strategy="S4")
    for row, text in zip(rows, TEXTS, strict=True):
        if row.reason is not None:
            assert row.body is None and not row.met and row.report is None
            continue
        one = alone.sanitize(Document(str(row.id), str(text)))
        assert (row.body, row.met, row.utility, row.reason) == (one.text, one.met, one.utility_percent, None)
        assert json.loads(row.report) == one.report.to_json()
        again = text or ""
        for mask in reversed(row.masks):
            again = again[: mask.start] + mask.replacement + again[mask.end :]
        assert again == row.body
    failed = {row.id: row.reason for row in rows if row.reason}
    assert list(failed) == [1, 2] and failed[1] == "document: text: a string is needed, not nothing"


PEOPLE = {
    "Ann Miller": "Ann Miller, a nurse, plays the cello in the orchestra of Bergen and keeps bees.",
    "Bob Stone": "Bob Stone is a carpenter who sails and restores old boats in Hull.",
    "Carla Weiss": "Carla Weiss teaches chemistry and climbs in the Dolomites.",
    "Dan Frost": "Dan Frost drives a tram and collects stamps.",
}
COLLECTION = [
    ("Ann Miller", "Ann Miller, a nurse from Bergen, keeps bees and plays the cello."),
    ("Bob Stone", "He restores boats. The garden of Miller is near the harbour."),
    ("nobody", "Carla Weiss met the tram driver on 3/14/1990."),
    ("Dan Frost", None),
]


@pytest.mark.heavy
def test_decisions_of_a_collection_and_hardening(session: Any) -> None:
    frame = session.createDataFrame(COLLECTION, "id string, text string").repartition(3)
    known = session.createDataFrame(list(PEOPLE.items()), "who string, life string")
    background = sanitizer_spark.known_of(known, "who", "life")
    assert background == PEOPLE
    hardening = Hardening(background, {}, 2)
    made = sanitizer_spark.sanitize(
        frame, id="id", more=["report"], strategy="S4", spread="collection", hardening=hardening
    )
    rows = {row.id: row for row in made.collect()}
    documents = [Document(name, text) for name, text in COLLECTION if text is not None]
    wide = spread_over(Sanitizer.default(strategy="S4"), documents)
    for document in documents:
        one = hardening.sanitize(wide, document)
        assert rows[document.id].text == one.text
        assert json.loads(rows[document.id].report) == one.report.to_json()
    assert rows["Dan Frost"].text is None and "a string is needed" in rows["Dan Frost"].reason
    assert "Miller" not in rows["Bob Stone"].text


@pytest.mark.heavy
def test_a_release_is_attacked_as_on_one_machine(session: Any) -> None:
    match = {"nobody": "Carla Weiss"}
    for name, attacker in (("tfidf", TfidfAttacker(PEOPLE)), ("learned", LearnedAttacker(PEOPLE))):
        frame = session.createDataFrame([*COLLECTION, ("else", "Boats.")], "id string, text string")
        made = sanitizer_spark.link(frame.repartition(2), PEOPLE, match=match, attacker=name)  # type: ignore[arg-type]
        rows = {row.id: row for row in made.collect()}
        assert {row.id: row.reason for row in rows.values() if row.reason} == {
            "else": "no candidate",
            "Dan Frost": "no text",
        }
        texts = {name: text for name, text in COLLECTION if text is not None}
        persons = {name: match.get(name, name) for name in texts}
        for one in link(attacker, texts, persons):
            row = rows[one.document]
            assert (row.person, row["rank"], row.hit_1, row.hit_5) == (
                one.person,
                one.rank,
                one.hit(1),
                one.hit(5),
            )
            assert row.gave_away == [share.term for share in one.gave_away]


@pytest.mark.heavy
@pytest.mark.two_workers
@pytest.mark.parametrize("spread", ["document", "collection"])
def test_a_worker_that_is_lost_changes_nothing(spread: Literal["document", "collection"]) -> None:
    pytest.importorskip("pyspark")
    cluster = session_at(TWO_WORKERS)
    cluster.range(0, 8, 1, 8).mapInArrow(lambda batches: batches, "id long").count()  # the workers are there
    frame = cluster.createDataFrame(list(enumerate(TEXTS * 4)), "id int, text string").repartition(6)
    lost: list[int] = []
    ending = Timer(4, lambda: lost.append(kill_a_worker(cluster)))
    ending.start()  # the first pass over a collection runs at once
    made = sanitizer_spark.sanitize(frame, id="id", recognizers=["patterns"], spread=spread)
    rows = sorted(made.collect())
    ending.join()
    alone = Sanitizer.default(recognizers=["patterns"])
    documents = [Document(str(n), text) for n, text in enumerate(TEXTS) if text]
    alone = spread_over(alone, documents) if spread == "collection" else alone
    wanted = list(alone.sanitize_many(TEXTS, errors="return"))
    assert lost and len(rows) == 4 * len(TEXTS)
    for row in rows:
        one = wanted[row.id % len(TEXTS)]
        assert row.text == (one.text if isinstance(one, SanitizedDocument) else None)


class Pretended:
    """A frame as far as it is looked at before anything runs."""

    columns = ("id", "text", "age", "Ann Miller", "met", "several")
    kinds = MappingProxyType({"age": "int", "several": "struct<who:string>"})

    def __init__(self) -> None:
        from types import SimpleNamespace as Of

        def kind(name: str) -> Any:
            return Of(dataType=Of(simpleString=lambda: self.kinds.get(name, "string")))

        self.schema = {name: kind(name) for name in self.columns}

    def mapInArrow(self) -> None: ...


@pytest.mark.parametrize(
    ("asked", "says"),
    [
        ({"text": "txt"}, "did you mean 'text'"),
        ({"text": "age"}, "cast it to string"),
        ({"text": "Ann Miller"}, "named as persons"),
        ({"text": "text", "id": "met"}, "called as one that is made"),
        ({"text": "text", "id": "several"}, "more than one value a row"),
        ({"text": "text", "more": ["spans"]}, "not one of report, masks"),
        ({"text": "text", "spread": "all"}, "spread"),
        ({"text": "text", "hardening": 1}, "needs the column id"),
        ({"text": "text", "sanitizer": 1, "strategy": "S4"}, "not both"),
    ],
)
def test_what_is_wrong_is_said_before_anything_runs(asked: dict[str, Any], says: str) -> None:
    pytest.importorskip("pyspark")
    with pytest.raises(UsageError, match=says):
        sanitizer_spark.sanitize(Pretended(), **asked)
