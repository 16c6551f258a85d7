"""The interface of docs/python.md and README: what they print, what is exported, what notebooks and logs show."""

import doctest
import logging
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

import sanitizer
from sanitizer import Document, Failed, Sanitizer, Settings, UsageError
from sanitizer.recognize.finders.user_lists import Phrase
from tests import tiny
from tests.command import run_command

ROOT = Path(__file__).parent.parent


def test_the_examples_of_the_page_print_what_it_says() -> None:
    page = (ROOT / "docs" / "python.md").read_text(encoding="utf-8")
    blocks = "\n".join(re.findall(r"```python\n(.*?)```", page, re.DOTALL))
    examples = doctest.DocTestParser().get_doctest(blocks, {}, "python.md", "docs/python.md", 0)
    assert len(examples.examples) > 10
    told: list[str] = []
    doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(examples, out=told.append)
    assert not told, "".join(told)


def test_the_library_writes_what_the_command_writes(tmp_path: Path) -> None:
    folder = ROOT / "examples" / "letters"
    assert run_command("sanitize", folder, "-o", tmp_path / "out", "--quiet").returncode == 0
    sanitizer_of_all = Sanitizer.default()
    for path in folder.iterdir():
        done = sanitizer_of_all.sanitize(path.read_text(encoding="utf-8"))
        assert done.text == (tmp_path / "out" / path.name).read_text(encoding="utf-8")


def test_every_public_name_is_there_and_completion_shows_it() -> None:
    assert {"Sanitizer", "Settings", "Control", "sanitize", "UsageError"} <= set(sanitizer.__all__)
    assert dir(sanitizer) == sanitizer.__all__
    for name in sanitizer.__all__:
        assert getattr(sanitizer, name) is not None
    with pytest.raises(AttributeError, match="Sanitiser"):
        _ = sanitizer.Sanitiser


@pytest.fixture
def world() -> Sanitizer:
    return tiny.sanitizer(Phrase("Boston", "GPE"), Phrase("<b>Paris", "GPE"))


TEXT = "The surgeon of Boston saw <b>Paris & a garden."


def test_a_notebook_shows_the_changes_and_no_original(world: Sanitizer) -> None:
    done = world.sanitize(TEXT)
    assert "Boston" not in done.text
    shown = done._repr_html_()
    assert "<ins" in shown and "Boston" not in shown and "Paris" not in shown and " &amp; a garden" in shown
    both = str(done.compare())
    assert ">Boston</del>" in both and "&lt;b&gt;Paris</del>" in both and "<b>" not in both
    for value in (done, world, Failed("Ann", "x"), Document("Ann", TEXT)):
        assert "Boston" not in repr(value) and "Ann" not in repr(value)


def test_logs_tell_nothing_private_above_debug(world: Sanitizer, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    canaries = ("Boston", "Paris", "surgeon", "garden", "Quernby")
    world.sanitize(Document("Quernby", TEXT, person="Quernby"))
    list(world.sanitize_many([TEXT, "\0 Boston"], errors="return"))
    assert [record for record in caplog.records if record.name.startswith("sanitizer")]
    told = " ".join(
        record.getMessage() + str(record.args) + str(record.exc_info) for record in caplog.records
    )
    assert not [word for word in canaries if word in told]


def test_rows_with_fields_give_rows(world: Sanitizer) -> None:
    rows = [{"body": TEXT, "nr": 7, "name": "Quernby"}, {"body": None, "nr": 8}]
    told = list(world.sanitize_many(iter(rows), text="body", id="nr", errors="return"))
    first, second = told
    assert first == {"nr": 7, "body": world.sanitize(TEXT).text, "met": True, "reason": None}
    assert (second["nr"], second["body"], second["met"]) == (8, None, False) and "not nothing" in second[
        "reason"
    ]
    assert list(world.sanitize_many(rows[:1], text="body")) == [{"body": first["body"], "met": True}]
    with pytest.raises(UsageError, match="no field 'text'"):
        list(world.sanitize_many(rows))
    with pytest.raises(UsageError, match="same as another"):
        world.sanitize_many(rows, text="nr", id="nr")


def test_many_texts(world: Sanitizer) -> None:
    alone = world.sanitize(TEXT).text
    assert [done.text for done in world.sanitize_many(iter([TEXT, Document("2", TEXT)]))] == [alone, alone]
    first, failed = world.sanitize_many([TEXT, "a\0b"], errors="return")
    assert first.text == alone and isinstance(failed, Failed) and "U+0000" in failed.reason
    with pytest.raises(sanitizer.DocumentError):
        list(world.sanitize_many([TEXT, "a\0b"]))
    for wrong in ("one text", {"a": TEXT}, 3, None, Document("", TEXT)):
        with pytest.raises(UsageError, match="documents: a list"):
            world.sanitize_many(wrong)
    with pytest.raises(UsageError, match="errors"):
        world.sanitize_many([TEXT], errors="ignore")


def frames() -> Iterator[Any]:
    rows = {"n": [7, 8], "body": [TEXT, None], "phone": ["1", "2"]}
    yield pd.DataFrame(rows, index=["x", "y"])
    polars = pytest.importorskip("polars")
    yield polars.DataFrame(rows)


@pytest.mark.parametrize(
    ("labels", "is_plain"),
    [
        (["a", "note_2"], True),
        ([7, 70000], True),
        (["Helena Whitcombe", "x"], False),
        ([9434765919, 1], False),
        ([pd.Timestamp(1961, 5, 4), pd.Timestamp(1991, 3, 2)], False),
    ],
)
def test_an_index_that_may_be_somebody_is_refused(
    world: Sanitizer, labels: list[object], is_plain: bool
) -> None:
    frame = pd.DataFrame({"text": ["It rained.", "It snowed."]}, index=labels)
    if is_plain:
        assert list(world.sanitize_many(frame).index) == labels
        frame.index.name, is_plain = "Helena Whitcombe", False
    with pytest.raises(UsageError, match="the index") as error:
        world.sanitize_many(frame)
    assert "Whitcombe" not in str(error.value)


def test_data_frames(world: Sanitizer) -> None:
    for frame in frames():
        before = frame.to_dict()
        told = world.sanitize_many(frame, text="body", id="n", errors="return")
        assert type(told) is type(frame) and list(told.columns) == ["n", "body", "met", "reason"]
        assert list(told["n"]) == [7, 8] and list(told["met"]) == [True, False]
        texts = list(told["body"])
        assert texts[0] == world.sanitize(Document("7", TEXT)).text and not isinstance(texts[1], str)
        assert "a string is needed" in list(told["reason"])[1]
        assert str(frame.to_dict()) == str(before)
        with pytest.raises(UsageError, match="string is needed"):
            world.sanitize_many(frame, text="body")
        with pytest.raises(UsageError, match="did you mean 'body'"):
            world.sanitize_many(frame, text="boddy")
    series = world.sanitize_many(pd.Series([TEXT], index=[4], name="note"))
    assert list(series.columns) == ["note", "met"] and list(series.index) == [4]


def test_parts_of_a_frame_give_frames_one_by_one(world: Sanitizer) -> None:
    pyarrow = pytest.importorskip("pyarrow")
    frame = pd.DataFrame({"n": [7, 8, 9], "body": [TEXT] * 3})
    whole = world.sanitize_many(frame, text="body", id="n")
    parts = (frame.iloc[at : at + 1].set_index(pd.RangeIndex(10**6 + at, 10**6 + at + 1)) for at in range(3))
    told = list(world.sanitize_many(parts, text="body", id="n"))
    assert [part.index[0] for part in told] == [10**6, 10**6 + 1, 10**6 + 2]
    assert pd.concat(told, ignore_index=True).equals(whole)
    reader = pyarrow.Table.from_pandas(frame).to_reader(max_chunksize=2)
    batches = world.sanitize_many(reader, text="body", id="n")
    assert [row for part in batches for row in part.to_pylist()] == whole.to_dict("records")
    with pytest.raises(UsageError, match="no column 'text'"):
        list(world.sanitize_many([frame]))


def test_options_by_name_and_their_conflicts(monkeypatch: pytest.MonkeyPatch) -> None:
    from sanitizer.build import Recipe

    opened: list[Recipe] = []

    def open_tiny(recipe: Recipe, order: str) -> dict[str, Any]:
        opened.append(recipe)
        return {
            "parse": tiny.parse, "recognizers": [], "counts": [tiny.counts()], "knowledge": tiny.TinyKnowledge(),
            "tag": tiny.parse,
        }  # fmt: skip

    monkeypatch.setattr(Recipe, "open", open_tiny)
    made = Sanitizer.default(strategy="S4", threshold="bits:3", context="window:5", profile="court", groups=2)
    assert str(made.settings.threshold) == "bits:3" and made.settings.groups == 2
    assert made.control.name == "court" or made.control.citations
    made = Sanitizer.default(
        recognizers=["patterns"], knowledge=["default", tiny.TinyKnowledge()], offline=True
    )
    assert opened[-1].recognizers == ("patterns",) and opened[-1].access.offline
    for wrong, told in (
        ({"settings": Settings(), "strategy": "S4"}, "settings and strategy are given"),
        ({"profile": "court", "control": sanitizer.Control()}, "profile and control are given"),
        ({"profil": "court"}, "did you mean 'profile'"),
        ({"counts": []}, "at least one"),
        ({"recognizers": "model"}, "a list of names"),
        ({"operators": {"PERSON": "surrogate"}}, "needs a key"),
        ({"profile": "cort"}, "cort"),
    ):
        with pytest.raises(UsageError, match=told):
            Sanitizer.default(**wrong)


def test_a_control_brings_its_operators() -> None:
    control = sanitizer.Control(operators={"GPE": "tag"})
    base = tiny.sanitizer(Phrase("Boston", "GPE"))
    assert base.with_(control=control).policy.names == {"GPE": "tag"}
    assert base.with_(operators={"GPE": "mask"}).with_(control=sanitizer.Control()).policy.names == {
        "GPE": "mask"
    }
