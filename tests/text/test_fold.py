# ruff: noqa: E501, SIM905 (a table reads best on long lines)
"""Folding: one place undoes disguises, and each folded character knows where it came from."""

import html
from collections.abc import Callable
from urllib.parse import quote

from hypothesis import given
from hypothesis import strategies as st

from sanitizer.text.anchors import Anchors
from sanitizer.text.fold import fold, tight
from sanitizer.text.folded import Folded

STRANGE = (
    "\u00ad \u200b \u200c \u200d \u2060 \ufeff \u00a0 \u2009 \u3000 \u2010 \u2011 \u2013 \u2212 Ａ ａ １ Ⓐ ⓐ 𝐀 𝐚 е о р А Α ο é e\u0301 "
    "** __ ~~ ` <b> </b> &amp; &eacute; &#233; &shy; %20 %C3%A9 -\n -\r\n \n \r\n . , - _ ' a b A B 1 2"
).split(" ")
TEXTS = st.lists(st.sampled_from([*STRANGE, " ", "Whitcombe", "H e l e n a", "536", "90"]), max_size=24).map(
    "".join
)
WORDS = st.text("abcdefghijklmnopqrstuvwxyzABCDEFGHIJ", min_size=5, max_size=12)


def original(folded: Folded, text: str, i: int) -> str:
    start, end = folded.back(i, i + 1)
    return text[start:end]


@given(TEXTS | st.text(max_size=40))
def test_every_character_has_its_place(text: str) -> None:
    for folded in (fold(text), tight(Anchors(text))):
        if folded.starts is None or folded.ends is None:
            assert folded.text == text
            continue
        assert len(folded.starts) == len(folded.ends) == len(folded.text)
        assert all(0 <= a < b <= len(text) for a, b in zip(folded.starts, folded.ends, strict=True))
        assert list(folded.starts) == sorted(folded.starts) and list(folded.ends) == sorted(folded.ends)
        changed = {i for a, b in folded.changed for i in range(a, b)}
        for i, char in enumerate(folded.text):
            if i not in changed:
                assert original(folded, text, i) == char, "what is not marked as changed is the original"


DISGUISES: dict[str, Callable[[str], str]] = {
    "zero width": lambda w: "\u200b".join(w),
    "soft hyphen": lambda w: w[:2] + "\u00ad" + w[2:],
    "full width": lambda w: "".join(chr(ord(c) + 0xFEE0) for c in w),
    "circled": lambda w: "".join(chr((0x24D0 - 97 if c.islower() else 0x24B6 - 65) + ord(c)) for c in w),
    "mathematical": lambda w: "".join(chr((0x1D41A - 97 if c.islower() else 0x1D400 - 65) + ord(c)) for c in w),
    "bold inside": lambda w: f"{w[:3]}**{w[3:]}**",
    "tag inside": lambda w: f"{w[:3]}<i>{w[3:]}</i>",
    "decimal entities": lambda w: "".join(f"&#{ord(c)};" for c in w),
    "hexadecimal entities": lambda w: "".join(f"&#x{ord(c):x};" for c in w),
    "percent": lambda w: w[:2] + f"%{ord(w[2]):02X}" + w[3:],
    "line end": lambda w: f"{w[:3]}-\n{w[3:]}",
    "line end of Windows": lambda w: f"{w[:3]}-\r\n{w[3:]}",
}  # fmt: skip


@given(WORDS.map(str.lower).filter(lambda w: len(w) > 4), st.sampled_from(sorted(DISGUISES)))
def test_a_disguise_is_undone_and_found_again(word: str, kind: str) -> None:
    written = DISGUISES[kind](word)
    text = f"to {written} today"
    folded = fold(text)
    at = folded.text.find(word)
    assert at >= 0, (kind, folded.text)
    start, end = folded.back(at, at + len(word))
    assert text[start:end].strip("*") in (written.strip("*"), written, written.removesuffix("</i>"))


@given(st.text("Marković Müller", min_size=4, max_size=12))
def test_entities_and_percents_of_any_letter(word: str) -> None:
    assert html.escape(word) in fold(f"x{quote(word)}x").text.replace("%20", " ") or " " in word
