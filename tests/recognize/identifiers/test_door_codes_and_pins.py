"""Numbers that open something, and numbers beside the same words that open nothing."""

import pytest

from sanitizer import Sanitizer
from sanitizer.recognize.identifiers.door_codes_and_pins import access
from sanitizer.text.anchors import Anchors


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("The Door Code 2046 works. Alarm code 1987, then set.", ["2046", "1987"]),
        ("Key Safe Code 1987; key safe 2580 is behind the bin", ["1987", "2580"]),
        ("PIN: 4471, passcode 2211, my PIN (7714)", ["4471", "2211", "7714"]),
        ("the combination 1-9-4, the padlock is set to 3-8-2-6", ["1-9-4", "3-8-2-6"]),
        ("The alarm is 4471# and the gate: *88", ["4471#"]),
        ("the safe opens with 1972 and 1972 opens the safe", ["1972", "1972"]),
        ("Door codes: front 2580, back 1379", ["2580", "1379"]),
        ("The key safe is by the door, code 1984.", ["1984"]),
        ("Door code four four seven one", ["four four seven one"]),
        ("Back gate 2905, push hard; the wardrobe safe, 199204, has it", ["2905", "199204"]),
        ("the alarm is set with 4466", ["4466"]),
        ("the keybox opens on 1850; enter 3604 at the barrier", ["1850", "3604"]),
        ("Locker combination 36 right, 4 left, 18", ["36 right, 4 left, 18"]),
        ("her phone unlocks with 140952; sim pin 1 2 3 8", ["140952", "1 2 3 8"]),
        ("door entry 1965E, entry code 19C", ["1965E", "19C"]),
    ],
)
def test_found(text: str, found: list[str]) -> None:
    assert [text[f.start : f.end] for f in access(Anchors(text))] == found


@pytest.mark.parametrize(
    "text",
    [
        "the Penal Code 1860, the Code of 1987, code 12 of the ACM, error code 404, dress code 2020",
        "dial code 0161, ICD code 250, tax code 1257L, zip code 90210, building code 2018",
        "from gate 22, Door 4 is blocked, locker 12, pin 12 of the connector",
        "The alarm went off at 0415. The gate was 2000 metres away. The safe is 20 years old.",
        "0415 Alarm in bay 3\nThe gate cost 4500; the safe held 4520 coins; the door is 2040 mm; built in 1834.",
        "Safe (1995), The Locked Door (1929), safe in 1945, the combination of 2019",
    ],
)
def test_innocent(text: str) -> None:
    assert list(access(Anchors(text))) == []


def test_no_year_stays_where_years_stay() -> None:
    assert "1987" not in Sanitizer.default(profile="safe-harbor").sanitize("The door code is 1987.").text
