# ruff: noqa: E501 (a form reads best on one line)
"""The slots in which persons stand: whoever is greeted, signs, is spoken to or is somebody's wife, each with its bits."""

import re
from typing import Final, NamedTuple

from sanitizer.types import Bits

NAME_WORD: Final = r"[^\W\d_]+(?:['’-][^\W\d_]+)*"
_LARGE: Final = r"(?=[^\W\d_a-zß-öø-ÿ])"
REST: Final = rf"(?:[ ](?:[^\W\d_]\.|{NAME_WORD})){{0,4}}"
NAME: Final = rf"(?P<name>(?:[^\W\d_]\.[ ]?){{0,2}}{NAME_WORD}{REST})"
KIN: Final = r"(?:wife|husband|partner|spouse|fianc[eé]e?|girlfriend|boyfriend|mother|father|mum|mom|dad|parents?|son|daughter|sons|daughters|child|children|kids?|twins|boys|girls|brothers?|sisters?|siblings?|uncle|aunt|auntie|cousins?|niece|nephew|grandmother|grandfather|grandson|granddaughter|nan|grandad|friends?|flatmate|housemate|neighbou?rs?|colleagues?|ex|stepfather|stepmother|carer|landlord|landlady|roommate|godmother|godfather|(?:mother|father|brother|sister|son|daughter)s?-in-law|step-?(?:brother|sister|son|daughter))"
_CALLED: Final = r"(?:aunt(?:ie|y)?|uncle|nana?|gran(?:ny|dma|dpa|dad)?|grampa|cousin)"
"""Relatives whose word stands before their name as a title does."""
_ROLE: Final = r"(?:patient|client|applicant|claimant|defendant|plaintiff|respondent|appellant|complainant|witness|tenant|student|pupil|victim|suspect|driver|passenger|resident|employee|customer|caller|insured|deceased|teacher|nurse|doctor|midwife|manager|officer|tutor|author|owner|interpreter|solicitor|neighbou?r|informant|accused|prisoner|inmate|candidate|nominee|beneficiary|trustee|buyer|seller|guest|visitor|child|baby|boy|girl|man|woman)"
_TOLD: Final = r"(?:said|says|told|asked|replied|answered|rang|rung|called|wrote|writes|confirmed|explained|reported|stated|added|thinks|denies|denied|claims|claimed|admitted|agreed|insisted|recalled|testified|mentioned|promised|texted|emailed|e-mailed|phoned|messaged|was[ ](?:told|asked|seen|advised|admitted|born|referred|arrested|dismissed|discharged)|has[ ](?:been|said|told|asked)|had[ ](?:been|said|told|asked)|will[ ](?:call|ring|be|email|phone|see)|lives|lived|works|worked|attended|presents|presented|lets|let)"
_END: Final = r"(?=[ ]*(?:[,.!?;:)–—\n]|-[ ]|$))"
LINE: Final = r"(?m)^[ \t>*•·-]{0,6}(?:\d{1,2}[.)][ ])?"
AND_NAME: Final = re.compile(rf"(?:,[ ](?:and[ ])?|[ ](?:and|&|\+)[ ])(?=[^\W\d_a-z]){NAME}")


class Slot(NamedTuple):
    """A form with the group ``name``, and the bits with which it speaks for a person; ``last``: the name ends it, ``bounded``: nothing else is
    in it, ``listed``: others may stand beside it ("the twins, Leilani and Hope")."""

    pattern: re.Pattern[str]
    bits: Bits
    last: bool = False
    bounded: bool = False
    listed: bool = False


def _slot(form: str, bits: Bits, last: bool = False, bounded: bool = False, listed: bool = False) -> Slot:
    return Slot(re.compile(form), bits, last, bounded, listed)


SLOTS: Final = (
    _slot(
        rf"(?:^|(?<=[\n.!?>:\"“,;]))[ \t]*(?i:dearest|dear|hi|hiya|hello|hey|good[ ](?:morning|afternoon|evening)|morning|thanks|thank[ ]you|thx|cheers|ta|sorry|bye|welcome)(?:[ ]again)?,?[ ]+(?P<name>{NAME_WORD}(?:[ ]{NAME_WORD}){{0,3}}){_END}",
        9.0,
        bounded=True,
    ),
    _slot(
        rf"(?i:regards|wishes|sincerely|faithfully|truly|thanks|thank[ ]you|thx|cheers|best|love|yours|signed|many[ ]thanks|take[ ]care|xx+)[ ]?[,.!]?[ ]*\n\s{{0,40}}{NAME}(?=[ ]*(?:[,.(|\n–-]|$))",
        10.0,
        bounded=True,
    ),
    _slot(
        rf"(?i:\b(?:my|the|his|her|their|whose)[ ](?:(?:full|first|last|real|given|family)[ ])?names?[ ](?:is|was|are)|\bcall[ ]me|\b(?:goes|go|went|going)[ ]by(?:[ ]the[ ]name)?(?:[ ]of)?|\bcalls[ ](?:him|her|them)selves|\bask[ ]for|\bnamed|\b(?:you|we|i)[ ](?:are|am|was|were)[ ](?:now[ ])?(?:talking|speaking|chatting)[ ](?:to|with))[ ]+{NAME}",
        7.0,
    ),
    _slot(
        rf"(?i:\b(?:spoke|speak|speaking|talked|talk|talking|wrote|chatted)[ ](?:to|with)|\bmet[ ](?:with|up[ ]with)|\bcalled|\baccording[ ]to|\bin[ ]front[ ]of|\bon[ ]behalf[ ]of|\b(?:signed|seen|reviewed|reported|written|prepared|completed|witnessed|sent|sent[ ]on|approved|agreed|observed|assisted|accompanied|interviewed|represented|examined|assessed|supervised|countersigned|referred|led|chaired|taken)[ ]by)[ ]+{NAME}",
        6.5,
    ),
    _slot(
        rf"(?i:\bwho(?:['’]s|[ ](?:are|is))[ ](?:you|this|that|calling|speaking)|\b(?:what(?:['’]s|[ ](?:is|was))|and)[ ]your(?:[ ](?:full|first|last|real))?[ ](?:sur|last)?name)(?:,?[ ]please)?\?[\\\"”’']{{0,3}}\s{{1,3}}[\"“‘'>-]{{0,2}}[ ]?{NAME}",
        6.5,
    ),
    _slot(rf"(?i:\b(?:this|it)[ ](?:is|was)|\bi['’]?m|\bi[ ]am|\b(?:this|that)['’]s)[ ]+{NAME}", 4.0),
    _slot(
        rf"(?i:\b(?:told|asked|saw|rang|phoned|emailed|e-mailed|texted|met|visited|informed|reminded|thanked|got|contacted|messaged|helped|with|for|by|from|via|per|cc|attn|c/o|to|and|but|about))[ ]+{NAME}",
        0.0,
    ),
    _slot(
        rf"(?i:\b(?:my|his|her|their|our|your|the|an?|[^\W\d_]+['’]s)[ ](?:(?:late|older|younger|elder|eldest|youngest|little|big|twin|ex|new|former|best|own|half|first|second|other|old|estranged|foster|adoptive)[ -])?{KIN}|\b{_CALLED})(?:,[ ]?|[ ]\(|[ ](?:is[ ])?(?:named|called)[ ]|:[ ]?|[ ]){NAME}",
        6.5,
        listed=True,
    ),
    _slot(  # who puts letters behind the own name: "Ada Byrne, FRCS", alone in its line, no heading in capitals
        rf"(?m)^(?=[^\n]*(?:,|[a-zß-öø-ÿ]))[ \t]*(?P<name>{NAME_WORD}(?:[ ](?:[^\W\d_]\.|{NAME_WORD})){{1,3}}),?(?:[ ,]+(?!USA|UAE)(?:[A-Z][a-z]?){{0,2}}[A-Z]{{3,6}}(?:\([A-Za-z]{{1,12}}\))?)+[ ]*$",
        9.0,
        bounded=True,
    ),
    _slot(
        rf"(?:^|(?<=[\n.!?;:,\"“(])|(?<=[\n.!?;:,\"“(] )|(?<=\b(?:and|but|why) )|(?<=\b(?:that|when|then) ))(?P<name>{NAME_WORD}(?:[ ]{NAME_WORD}){{0,3}}?)[ ](?i:{_TOLD})\b",
        6.0,
        True,
    ),
    _slot(
        rf"(?P<name>{NAME_WORD})['’]s[ ](?i:{KIN}|house|home|room|flat|address|name|bedroom|phone|number|care|case|file|notes|school|teacher|gp|behaviou?r|birthday|solicitor|account|wages)\b",
        6.5,
        True,
    ),
    _slot(
        rf"\b[Tt](?:he|HE)[ ](?P<name>(?:(?i:van|von|de|da|di|del|della|dos|do|la|le|bin|al|el|der|den|ten)[ ]){{0,2}}{NAME_WORD})[ ](?i:family|household|estate[ ]of|children|brothers|sisters|twins|residence|boys|girls)\b",
        5.5,
    ),
    _slot(  # no initial is small before a capital, as in "Huber v. Austria"
        r"(?<![\w.])(?![a-z]\.[ ][A-Z])(?P<name>[^\W\d_]\.(?:[ ]?[^\W\d_]\.)?[ ]?[^\W\d_]{2,}(?:['’-][^\W\d_]+)*)(?!\w)",
        7.0,
    ),
    _slot(  # the pronouns of somebody
        rf"(?P<name>{NAME_WORD}(?:[ ]{NAME_WORD}){{0,3}})[ ][(\[](?i:she|he|they|xe|ze)/[a-z/]{{2,12}}[)\]]",
        12.0,
        True,
    ),
    _slot(  # what follows the brackets has a capital where the first name has one
        rf"(?<!\w)(?P<name>(?:(?P<large>{_LARGE})|(?!{_LARGE})){NAME_WORD}[ ][\"“‘'(][^\W\d_]{{2,15}}[\"”’')][ ](?(large){_LARGE}|){NAME_WORD})(?![\w])",
        7.0,
        bounded=True,
    ),
    _slot(
        rf"(?i:\b(?:the|a)[ ](?:{KIN}|{_ROLE})),[ ]{NAME}(?=,|[ ]\()",
        6.5,
        bounded=True,
    ),
)
