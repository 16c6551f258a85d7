# ruff: noqa: E501 (a form reads best on one line)
"""What stands beside letters in capitals where they are somebody's initials and no abbreviation."""

import re
from typing import Final

CALLED: Final = re.compile(
    r"\b(?:(?:sur|fore|first|last)?names?|patients?|pt|client|tenant|victim|suspect|next of kin|nok|staff|signed|initials(?: of)?|"
    r"dear|hi|hello|hey|love|regards|wishes|thanks|cheers|from|to|cc|call|calls|called|"
    r"mother|father|mum|mom|dad|sons?|daughters?|wife|husband|partner|ex|siblings?|brothers?|sisters?|child|children|"
    r"uncle|aunt|aunty|cousin|friend|neighbou?r|boyfriend|girlfriend|v|vs)\s?[:,.]?\s$",
    re.IGNORECASE,
)
"""What stands before a person who is named: a label, a form of address, a noun for a relative."""
OWNING: Final = re.compile(r"['’]s\b|,? \(?\d{1,2}[,)]|\sv\.?\s[A-Z]")
"""What stands behind one: a possessive, an age, whom they sue."""
ACTING: Final = re.compile(
    r"(?:,? (?:and |& )?[A-Z]{2,5})*\s(?:(?:is|was|are|were) (?:my|his|her|our|their|the)|will|said|says|told|rang|hit|ran|lives?|lived|"
    r"came|comes|went|goes|own(?:ed|s)|stayed|stays|attended|asked|asks|called|calls|stalks|stalked|wants?|wanted|phoned|knows|knew|"
    r"works|worked|left|died|moved|thinks?|thought|takes|took|gave|gives|saw|sees|met|texted|emailed)\b"
)
"""The verb of a person behind a row of abbreviations."""
TOLD_OF: Final = re.compile(
    r"\b(?:(?:notes?|records?|case|file|statement|evidence|consent|death|birth|care|behalf|memory) of|according to|(?:letter|call|text|note|message|e-?mail|word|complaint|statement)s? (?:from|to)"
    r"|(?:ask|asked|tell|told|met|saw|rang|phone|phoned|text|texted|thank|thanked|visit|visited|help|helped|contact|contacted|remind|reminded)"
    r"|(?:given|gave [a-z ]{1,20}|handed|sent|talk(?:ed|ing)?|spoke(?:n)?|speaking|listened|explained|lent|sold|said) (?:to|with)"
    r"|(?:seen|checked|signed|taken|written|reviewed|witnessed|reported|done|raised|dictated|typed|noted|administered|approved|countersigned|reset|closed|opened) by)\s$",
    re.IGNORECASE,
)
"""What stands before one of whom, or to whom, is told."""
DOING: Final = re.compile(
    r"\s(?:refus(?:ed|es)|agreed|declined|denie[sd]|complained|reports|signed|slept|sleeps|ate|eats|felt|feels|drove|drives|fell|cried|cries|apologi[sz]ed|swore|shouted|smokes|drinks|smoked|drank"
    r"|(?:is|was|has been) (?:seen|late|ill|unwell|pregnant|worried|upset|crying|asleep|married|allergic|drunk|arrested|born|discharged|admitted)|has (?:a|an|no|been) [a-z]|and (?:his|her) )"
)
"""What stands behind one who does or bears something."""
