"""Words that name an institution or a part of a text, and nobody in particular: "the Court", "Protocol
No", "Rule".

A mention made of such words alone identifies nothing. Models trained on news take them for names.
"""

from typing import Final

from sanitizer.recognize.spelling import is_borne
from sanitizer.text.fold import words
from sanitizer.text.patterns import ALPHANUMERIC

INSTITUTIONS: Final = words(
    "court courts tribunal tribunals chamber chambers section sections registry bench jury panel judge "
    "judges president government governments state states federal republic kingdom municipality "
    "municipalities ministry ministries minister ministers department departments office offices agency "
    "agencies authority authorities commission commissions committee committees council councils board "
    "bureau directorate parliament assembly senate house cabinet prosecutor prosecutors prosecution "
    "police prison hospital clinic school university college institute company bank party parties union "
    "church district regional provincial county city town village local national supreme high highest "
    "constitutional administrative civil criminal military social labour appeal appeals appellate "
    "cassation first second third fourth fifth instance security general public justice interior defence "
    "defense finance foreign internal home affairs health education grand plenary deputy chief central "
    "special senior assize magistrate magistrates family juvenile commercial european member members "
    "agent registrar secretary province governor mayor staff"
)
STATE_OFFICES: Final = words(
    "court courts tribunal tribunals chamber government governments ministry ministries "
    "department departments office offices authority authorities agency agencies directorate parliament assembly "
    "senate cabinet prosecutor prosecutors prosecution"
)
OF_PLACES: Final = words(
    "hospital clinic school university college institute company bank church party parties union prison police"
)
"""Words of what people go to, work for or belong to: it tells of where they live."""
_TITLES: Final = words("judge justice president minister governor mayor registrar agent")
TEXT_PARTS: Final = words(
    "article articles art arts rule rules section sections paragraph paragraphs protocol protocols "
    "convention chapter chapters appendix annex schedule part title book volume no nos number numbers "
    "page pages point points law laws act acts code codes bill decree regulation regulations order "
    "decision decisions judgment judgments ruling hearing hearings case cases application applications "
    "constitution statute procedure facts merits human rights fundamental freedoms protection "
    "admissibility i ii iii iv v vi vii viii ix x xi xii nr para paras plan"
)
LINKS: Final = words("the a an of and for in on to at by with from or its their this that s under against")


def is_generic(surface: str) -> bool:
    """Return whether ``surface`` names nobody: all its words are generic, and at most one of them is of an
    institution."""
    institutions = _institutions(surface)
    return institutions is not None and len(institutions) <= 1


def is_office_of_state(surface: str) -> bool:
    """Return whether ``surface`` names an office that every State has, told apart by nothing: all its words are
    generic, one is of a court, a government or the like, none of what serves the people of a place, and no title
    opens it, which may stand before a surname."""
    institutions = _institutions(surface) or []
    return (
        not STATE_OFFICES.isdisjoint(institutions)
        and OF_PLACES.isdisjoint(institutions)
        and institutions[0] not in _TITLES
    )


def _institutions(surface: str) -> list[str] | None:
    """Return the words for institutions in a phrase of generic words alone; None where another word is among them."""
    found = [w.lower() for w in ALPHANUMERIC.findall(surface)]
    named = [w for w in found if not (w in TEXT_PARTS or w in LINKS or (w.isdigit() and len(w) < 4))]
    told = any(w.isalpha() for w in found) and all(w in INSTITUTIONS for w in named)
    return named if told else None


def may_be_somebody(text: str, start: int, end: int) -> bool:
    """Return whether a generic word of a text is one that persons are called by too, and no institution: "Bill",
    "Art"."""
    word = text[start:end]
    return word.istitle() and word.lower() not in INSTITUTIONS and is_borne(word)
