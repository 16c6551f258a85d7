"""Tell what the name of a column speaks for."""

import re
from typing import Final

from sanitizer.text.patterns import LETTERS

# entity type -> words of a column's name that speak for it, and how much they add to the share of its cells
HINTS: Final[dict[str, tuple[str, ...]]] = {
    "EMAIL": ("email", "mail"),
    "PHONE": ("phone", "telephone", "tel", "mobile", "fax", "cell"),
    "PERSON": (
        "name",
        "surname",
        "firstname",
        "lastname",
        "patient",
        "author",
        "customer",
        "surame",
        "forename",
    ),
    "POSTCODE": ("zip", "postcode", "postal", "zipcode", "postalcode", "plz"),
    "AGE": ("age", "ages", "years"),
    "GENDER": ("sex", "gender"),
    "MONEY": (
        "price",
        "salary",
        "income",
        "fare",
        "cost",
        "amount",
        "wage",
        "fee",
        "revenue",
        "balance",
        "earnings",
    ),
    "JOB": ("occupation", "job", "profession", "workclass", "employment"),
    "EDUCATION": ("education", "degree", "school"),
    "ETHNICITY": ("race", "ethnicity", "ethnic"),
    "RELIGION": ("religion", "faith"),
    "FAMILY": ("marital", "relationship", "civil"),
    "DISEASE": ("condition", "diagnosis", "disease", "illness", "diagnoses", "icd"),
    "GPE": ("country", "city", "state", "region", "nationality", "place", "town", "county", "address"),
    "DATE": ("date", "birth", "birthday", "dob", "day", "expiration", "expiry", "year", "born"),
    "TIME": ("time", "hour"),
    "COORDINATES": ("latitude", "longitude", "longtitude", "lat", "lon", "lng"),
}
BY_NAME: Final = frozenset(
    {"AGE", "MONEY", "JOB", "EDUCATION", "ETHNICITY", "RELIGION", "FAMILY", "DISEASE", "COORDINATES"}
)
"""Types whose cells are plain labels or numbers: only the name of the column can say what they are."""


def name_words(name: str) -> tuple[str, ...]:
    """Return the words of a column's name: ``creditSurame`` -> credit, surame; ``native-country`` -> native,
    country."""
    spaced = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name)
    return tuple(w.lower() for w in LETTERS.findall(spaced.replace("_", " ")))


def hints(name: str) -> frozenset[str]:
    """Return the entity types that a column's name speaks for."""
    words = set(name_words(name))
    return frozenset(kind for kind, known in HINTS.items() if words & set(known))
