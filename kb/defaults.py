"""The knowledge bases that ship with the package, as one chain."""

from kb.calendar import Calendar
from kb.chain import Chain
from kb.codes import Codes
from kb.common_terms import CommonTerms
from kb.diseases import Diseases
from kb.entities import Entities
from kb.given_names import GivenNames
from kb.medicines import Medicines
from kb.names_with_nouns import HeadNouns
from kb.occupations import Jobs
from kb.places import Places
from kb.quantities import Quantities
from kb.wordnet import open_wordnet


def open_default() -> Chain:
    """WordNet, entities, places, occupations, diseases, medicines, heads of names, given names, dates, quantities,
    codes and common terms, in this order.

    WordNet comes first: for a common noun its senses are the usual ones. Which sense of a name is meant is for
    `sanitizer.read.senses` to choose. Raises KnowledgeBaseError when a file of the package is missing or damaged."""
    places = Places()
    return Chain(
        [
            open_wordnet(),
            Entities(),
            places,
            Jobs(),
            Diseases(),
            Medicines(),
            HeadNouns(places),
            GivenNames(),
            Calendar(),
            Quantities(),
            Codes(),
            CommonTerms(),
        ]
    )
