"""A form once sensitive is sensitive in the whole collection: two passes, the same bytes however they are run."""

import json
from pathlib import Path

from sanitizer.pipeline import Sanitizer
from sanitizer.recognize.finders.user_lists import Phrase
from sanitizer.run.found_anywhere import CollectedForms, Seen, sensitive_forms, spread_over
from sanitizer.settings import Unknown
from sanitizer.types import Document
from tests.command import run_command
from tests.tiny import sanitizer


def test_forms_of_a_document() -> None:
    world = sanitizer(
        Phrase("Ann Miller", "PERSON"), Phrase("Will Huber", "PERSON"), Phrase("31 May", "DATE"), Phrase("A-1", "CODE"),
        Phrase("W-1234", "WARD"),
    )  # fmt: skip
    text = "Ann Miller met Will Huber on 31 May in A-1 and W-1234."
    # "Will" begins sentences; dates and short codes stand for other things elsewhere; a type of one's own has a class
    assert sensitive_forms(world, Document("a", text)) == (
        ("Ann", "PERSON"), ("Ann Miller", "PERSON"), ("Huber", "PERSON"), ("Miller", "PERSON"), ("W-1234", "WARD"),
        ("Will Huber", "PERSON"),
    )  # fmt: skip


def test_most_documents_name_the_type() -> None:
    said = [("Miller", "ORG"), ("Miller", "PERSON"), ("Miller", "PERSON"), ("Oslo", "ORG"), ("Oslo", "GPE")]
    seen = [Seen((form,)) for form in said]
    collected = CollectedForms.of(seen)
    world = collected.give_to(sanitizer(Phrase("x")))
    doc = world.parse("Miller of Oslo")
    assert [(m.span.of(doc.text), m.type) for m in world.recognizers[1].find(doc)] == [
        ("Miller", "PERSON"),
        ("Oslo", "GPE"),
    ]
    assert collected.count == 2 and collected.digest == CollectedForms.of(reversed(seen)).digest


def test_what_one_document_says_is_hidden_in_all() -> None:
    class OnlyFull:  # finds the name only where it is given in full
        name = "full"

        def find(self, doc: object) -> list[object]:
            return [m for m in world.recognizers[0].find(doc) if str(doc) != "The garden of Miller."]

    world = sanitizer(Phrase("Ann Miller", "PERSON"), unknown=Unknown.SAFE)
    documents = [Document("a", "Ann Miller left."), Document("b", "The garden of Miller.")]
    alone = world.sanitize(documents[1])
    assert "Miller" in alone.text
    for workers in (1, 2):
        wider = spread_over(world, documents, workers)
        done = wider.sanitize(documents[1])
        assert "Miller" not in done.text and done.met
        assert done.report.sensitive[0].recognizers == ("collection",)
    assert world.sanitize(documents[1]).text == alone.text


def test_what_is_sensitive_in_a_collection_is_nobodys_in_none_of_its_documents() -> None:
    model = Sanitizer.default(recognizers=["model"])
    document = Document("a", "Item: Couch for a waiting room, gently used\nPickup from Bava Ganj only.\n")
    alone = model.sanitize(document)
    assert [s.term for s in alone.report.sensitive] == ["Bava Ganj"]
    assert "Bava Ganj" not in spread_over(model, [document]).sanitize(document).text


def test_the_command_gives_the_same_bytes_with_workers_and_resumed(tmp_path: Path) -> None:
    texts = [
        "The patient Ada Quillington-Brahe came from Oslo.",
        "quillington-brahe and QUILLINGTON-BRAHE were on the list, and file W-77123.",
        "Ward file W-77123 was closed.",
    ]
    source = tmp_path / "in.jsonl"
    source.write_text("\n".join(json.dumps({"text": t}) for t in texts))
    settings = tmp_path / "s.toml"
    settings.write_text("[[pattern]]\ntype = \"CODE\"\nregex = '(?<=Ward file )W-\\d{5}'\n")

    def sanitize(name: str, *more: object) -> tuple[bytes, dict[str, object]]:
        report = tmp_path / f"{name}.report"
        call = ["sanitize", source, "-o", tmp_path / name, "--report", report, "--profile", settings,
                "--spread", "collection", *more]  # fmt: skip
        done = run_command(*call)
        assert done.returncode == 0, done.stderr
        return (tmp_path / name).read_bytes(), json.loads(report.read_text().splitlines()[-1])

    one, summary = sanitize("one.jsonl")
    assert b"W-77123" not in one and summary["settings"]["spread"] == "collection"  # type: ignore[index]
    assert summary["collection_forms"] > 3  # type: ignore[operator]
    assert sanitize("two.jsonl", "--workers", 2, "--resume")[0] == one
