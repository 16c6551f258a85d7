"""Names of other rows in a text, in small letters."""

from pathlib import Path

import pytest

from sanitizer.commands import main

DEFINITION = """
[[source]]
path = "a.csv"
[output]
path = "out.csv"
replace = true
[privacy]
k = 3
[attribute.who]
role = "identifier"
[attribute.age]
role = "quasi"
type = "number"
[attribute.note]
role = "text"
"""


@pytest.mark.finding("L10")
def test_the_name_of_another_row_goes_from_a_text(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    names = [
        "Ada Whitcombe",
        "Boris Raghunathan",
        "Clara Okonkwo",
        "Dora Rose",
        "Elsa Wieczorek",
        "Ivo Hartnoll",
    ]
    notes = ["the mother of {} rang.", "she saw {} again", "it was {}'s idea."]
    rows = [
        f'{name},{30 + i},"The patient felt well; {notes[i % 3].format(names[i - 1].split()[1].lower())}"'
        for i, name in enumerate(names)
    ]
    (tmp_path / "a.csv").write_text("\n".join(["who,age,note", *rows]) + "\n", encoding="utf-8")
    (tmp_path / "d.toml").write_text(DEFINITION)
    with pytest.raises(SystemExit) as end:
        main(["release", "d.toml"])
    assert not end.value.code
    released = (tmp_path / "out.csv").read_text(encoding="utf-8").lower()
    assert not any(name.split()[1].lower() in released for name in names)
    assert "felt well" in released
