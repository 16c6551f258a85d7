"""Find what is no plain word, by its shape: addresses of the net, numbers, codes, dates, streets. Lists too much
rather than too little.

All patterns read folded text (:mod:`sanitizer.check.undisguise`) and take linear time: no repetition stands inside
another without a mark between.
"""

import re
from collections.abc import Iterator
from typing import Final, Literal

Kind = Literal["email", "handle", "url", "number", "code", "date", "address", "name"]

KINDS: Final[tuple[Kind, ...]] = ("email", "url", "handle", "date", "address", "number", "code", "name")
"""In the order in which one place of several kinds is called by one of them."""

Found = tuple[int, int, Kind, str]
"""Start and end in the folded text, kind, and the shape by which it was found (never text)."""

_MONTH: Final = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?"
    r"|nov(?:ember)?|dec(?:ember)?)"
)
_ORDINAL: Final = (
    r"(?:twenty[- ]?|thirty[- ]?)?(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh"
    r"|twelfth"
    r"|thirteenth|fourteenth|fifteenth|sixteenth|seventeenth|eighteenth|nineteenth)|twentieth|thirtieth"
)
_DAY: Final = r"(?:0?[1-9]|[12][0-9]|3[01])"
_DIGIT_WORD: Final = r"(?:zero|oh|nought|one|two|three|four|five|six|seven|eight|nine|double|triple)"
_STREET: Final = (
    r"(?:street|str|st|road|rd|avenue|ave?|lane|ln|drive|dr|boulevard|blvd|court|ct|close|crescent|place|pl"
    r"|square|sq"
    r"|terrace|way|walk|gardens?|grove|hill|park|mews|row|parade|quay|highway|hwy|parkway|pkwy|circle|trail"
    r"|alley|wharf"
    r"|green|rise|view|gate|yard|strasse|gasse|weg|platz|straat|gatan|gata|vej|katu|ulica|utca|sokak|caddesi)"
)
_NAMED_STREET: Final = (
    r"(?:rue|via|viale|calle|avenida|avinguda|carrer|ulica|ul|ulitsa|rua|plaza|piazza|place|corso|allee|chaussee"
    r"|boulevard|camino|paseo|largo|trg|cesta|jalan|jl)"
)
_TOP: Final = (
    "com|org|net|edu|gov|info|io|co|me|dev|app|biz|eu|uk|us|ie|de|fr|es|it|nl|be|at|ch|se|no|dk|fi|pl|cz|hu|ro"
    "|pt|gr|ru"
    "|ua|tr|in|cn|jp|kr|au|nz|za|br|mx|ca|si|hr|rs|int|mil|local|lan|test|example|invalid|onion|xyz|online|site"
)

_PATTERNS: Final[tuple[tuple[Kind, str, str], ...]] = (
    ("email", "at", r"(?<![\w.+%-])[\w.+%-]{1,64}(?:@|\s?[\[({<]\s?(?:at|@)\s?[\])}>])\s{0,2}\w[\w.-]{0,80}"
     r"(?:\s?[\[({<]\s?(?:dot|\.)\s?[\])}>]\s?\w{1,20}){0,3}"),
    ("email", "at in words", r"[\w.+-]{2,64} at [\w-]{2,40}(?: dot [a-z]{2,20}){1,3}\b"),
    ("email", "at in words", rf"[\w+-]{{1,40}}(?: dot [\w+-]{{1,40}}){{0,2}} at [\w-]{{2,40}}(?: dot |\.)"
     rf"(?:{_TOP})\b"),
    ("url", "web", r"\b(?:https?|ftp|sftp|file|ssh|s3|smb)://?[^\s<>\ue000]{2,400}"
     r"|\bwww\.[^\s<>\ue000]{3,400}"),
    ("url", "domain", rf"(?<![\w.@-])[\w-]{{2,63}}(?:\.[\w-]{{1,63}}){{0,4}}\.(?:{_TOP})"
     rf"(?:/[^\s<>\ue000]{{0,300}}|(?![\w.-]))"),
    ("handle", "at sign", r"(?<![\w.])@\w[\w.-]{1,60}"),
    ("handle", "user", r"(?:(?<=[/\\](?:home)[/\\])|(?<=[/\\](?:Users)[/\\])|(?<=~))[\w.-]{2,40}"),
    ("handle", "user", r"\b(?:user ?name|login|log-in|user ?id|screen ?name|nick ?name"
     r"|handle)\s?[:=]\s?[^\s\ue000]{2,60}"),
    ("date", "figures", rf"(?<![\d.,/-])(?:{_DAY}|\d{{4}})([-./ ])\s?(?:{_DAY}|1[0-2])\1\s?(?:\d{{4}}"
     rf"|'?\d{{2}})(?![\d/-])"),
    ("date", "day and month", rf"(?<!\d){_DAY}(?:st|nd|rd|th)?(?:[-./, ]|\s?\ue000?\s?of ){{1,2}}"
     rf"(?:the )?{_MONTH}(?![a-z])"
     r"(?:[-./, ']{0,3}\d{2,4})?"),
    ("date", "month and day", rf"(?<![a-z]){_MONTH}\.?(?:[-./, ]| the ){{1,2}}{_DAY}(?:st|nd|rd|th)?"
     rf"(?![\d:]|[.,]\d{{3}})"
     r"(?:[-./, ']{1,3}(?:\d{4}|'?\d{2})\b)?"),
    ("date", "glued", rf"(?<![\w]){_DAY}{_MONTH}\d{{2,4}}(?!\w)"),
    ("date", "Roman month", rf"(?<![\d.]){_DAY}[-./ ]\s?(?:I{{1,3}}|IV|VI{{0,3}}|IX"
     rf"|XI{{0,2}})[-./ ]\s?\d{{2,4}}(?!\w)"),
    ("date", "words", rf"\b(?:{_ORDINAL})(?: day)? of {_MONTH}\b|\b{_MONTH} (?:the )?(?:{_ORDINAL})\b"),
    ("date", "short", rf"\b(?:on|dated|dob|born|since|until|by|from|d\.o\.b\.?):? (?:the )?{_DAY}[/.]{_DAY}"
     rf"(?![\d/%])"),
    ("date", "week", r"(?<!\w)(?:19|20)\d\d-?W\d\d(?:-?\d)?(?!\w)"),
    ("address", "street", rf"(?<![\d.,/])\d{{1,5}} ?[a-z]?(?:[-/]\d{{1,4}}[a-z]?)?,? (?:(?!of |the |and "
     rf"|or |in |to |for )[\w.'-]{{2,25}} ){{1,4}}?{_STREET}\b"),
    ("address", "street", r"\b[\w-]{3,30}(?:strasse|str\.?|gasse|weg|platz|straat|gatan|vej|laan|allee"
     r"|utca) \d{1,4} ?[a-z]?\b"),
    ("address", "street", rf"\b{_NAMED_STREET}\.? (?:[\w.'-]{{1,25}},? ){{1,4}}?\d{{1,4}} ?[a-z]?\b"),
    ("address", "street", r"\b[\w'-]{3,30} (?:cesta|ulica|utca|trg|put|plac|street|road|avenue|lane|strasse"
     r"|vei|gata|tee|tie"
     r"|caddesi|sokak|jalan|dori) \d{1,4} ?[a-z]?\b"),
    ("address", "street", r"(?<![\d.,/])\d{1,4} ?(?:bis|ter)?,? "
     r"(?:rue|via|viale|calle|avenida|carrer|ulica|ul\.|rua|plaza|piazza|corso|chaussee)"
     r"\s(?:d[aeio](?:[ls]|lla|lle)?\s|du\s|l[aeo]s?\s|el\s){0,2}[\w'-]{2,30}"),
    ("address", "road", r"(?-i:(?<![\w])(?:[A-Z][\w.'-]{1,25} ){1,3}(?:Street|Road|Avenue|Lane|Drive"
     r"|Boulevard|Crescent"
     r"|Terrace|Close|Grove|Mews|Parade|St|Rd|Ave|Ln|Dr|Blvd)(?![\w]))"),
    ("address", "unit", r"\b(?:flat|apartment|apt|unit|suite|ste|room|house|floor|building|block|cell|bed"
     r"|ward|lot|plot|site"
     r"|box|p\.? ?o\.? ?box)\.?,? ?(?:no\.?|number|nr\.?|#)? ?(?:\d{1,5}[a-z]?|[a-z]\d{1,4})\b"),
    ("address", "door", rf"\b(?:no\.?|number|nr\.?|#) ?\d{{1,4}}[a-z]?,? "
     rf"(?:[\w.'-]{{2,25}} ){{1,3}}?{_STREET}\b"),
    ("address", "postcode", r"\b(?:[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}|[A-Z]\d[A-Z] ?\d[A-Z]\d)\b"),
    ("number", "digits", r"(?<![\w.])[+(]{0,2}\d(?:[ .\-/()+_*'|~,]{0,3}\d){8,60}"),
    ("number", "digits", r"(?<![\d.,])\d{5,8}(?![\d]|[.,]\d)"),
    ("number", "groups", r"(?<![\d.,$-])(?:\(?0\d{2,5}\)?|\+\d{1,3}|\d{3,5})(?:[ .-]{1,2}\d{3,5}){1,3}"
     r"(?![\d%]|[.,]\d)"),
    ("number", "groups", r"(?<![\d.,-])\d{2,4}(?:[-. ]{1,3}\d{2,4}){2,6}(?![\d%]|[.,]\d)"),
    ("number", "digits", r"(?<![\w.,])\d((?:[^\w\s,;\ue000]|_){1,3}\s?|[,;])\d(?!\d)(?:\1\d(?!\d)){4,30}"),
    ("number", "spelled", rf"\b{_DIGIT_WORD}(?:[ ,-]{{1,2}}{_DIGIT_WORD}){{4,30}}\b"),
    ("number", "labelled", r"(?:#|\b(?:no|nr|num|number|ref|reference|id|case|file|record|ext|extension"
     r"|badge|account|acct|a/c"
     r"|claim|policy|invoice|ticket|order|docket|mrn|nhs|ssn|dln|vin|licen[cs]e|passport|pin|room))"
     r"[.:#]{0,2} ?(?:no\.?|number|is|was|ending|ends)?[.:#]? ?(?:in )?\d{4,8}\b"),
    ("number", "address of a machine", r"(?<![\w.])(?:\d{1,3}\.){3}\d{1,3}(?![\w]|\.\d)|\b"
     r"(?:[0-9a-f]{2}[:-]){5}[0-9a-f]{2}\b"),
    ("code", "citation", r"\[(?:19|20)\d\d\](?: \d{1,2})? [a-z]{2,8}(?: [a-z]{2,5})? \d{1,5}|\[(?:19"
     r"|20)\d\d\] \d? ?[A-Z]{2,8}\b"),
    ("code", "plate", r"(?-i:(?<!\w)[A-Z]{2}\d{2} ?[A-Z]{3}(?!\w)|"
     r"(?<!\w)[A-Z]{1,3}[ -]\d{3,4}[ -]?[A-Z]{2,3}(?!\w))"),
    ("code", "slash", r"(?<![\w/.])(?:[a-z]{1,4}[ -]?)?(?:\d{4,7}/\d{2}|\d{3,7}/\d{4})(?![\w/])"),
)  # fmt: skip
_SHAPES: Final = tuple((kind, why, re.compile(pattern, re.IGNORECASE)) for kind, why, pattern in _PATTERNS)
_YEAR: Final = re.compile(r"(?<!\d)(?:1[5-9]|20)\d\d(?!\d)")
_AMOUNT: Final = re.compile(r"\d{1,3}(?:[ ,.]\d{3}){1,3}(?:[.,]\d{1,2})?")

_WORD: Final = re.compile(r"\S+")
_DIGIT: Final = re.compile(r"\d")
_MIXED: Final = re.compile(
    r"(?<![\w])(?=[\w/.#:-]{0,61}\d)(?=[\w/.#:-]{0,61}[^\W\d_])[^\W_](?:[\w/.#:-]{0,60}[^\W_])?"
)
_PLAIN_MIX: Final = re.compile(
    r"\d{1,4}(?:st|nd|rd|th)|(?:mid-|early-|late-|pre-|post-)?\d{2,4}'?s|\d{1,3}[a-z]{1,2}|[a-z]{1,2}\d{1,2}[a-z]?"
    r"|[\d./:-]+(?:mg|mcg|ug|g|kg|ml|l|dl|cm|mm|m|km|mi|ft|in|lb|lbs|oz|kb|mb|gb|tb|khz|mhz|ghz|hz|kw|kwh|w|v"
    r"|am|pm|a\.m"
    r"|p\.m|h|hr|hrs|min|mins|sec|s|ms|k|bn|m2|c|f|x|d|px|pt|mmhg|bpm|iu|mmol|year|years|week|weeks|day|days"
    r"|month|months)"
    r"(?:/[a-z]{1,4}\d?)?|x?\d{1,3}x(?:\d{1,4})?|\d{1,4}-[a-z-]{2,30}|[a-z]{2,12}-\d{1,2}|[a-z-]{3,20}-\d{2,4}s?"
    r"|\d{1,2}:\d\d(?:am|pm)?|q\d{1,2}h|[a-z]{2,5}\d|\d{1,2}[a-z]\d{1,2}|[a-z]\d/[a-z]?\d|[\d./+-]+/[a-z]{1,3}"
    r"|covid-?19|sars-cov-2|mp[34]|h\dn\d|0x[0-9a-f]{1,2}|[a-z]{1,8}/\d{1,4}",
    re.IGNORECASE,
)


def shapes(text: str) -> Iterator[Found]:
    """Yield every place of a shape in a folded text; they may overlap."""
    has_at, in_words = "@" in text, " dot " in text or " at " in text
    for kind, why, pattern in _SHAPES:
        if (why == "at" and not has_at and "at" not in text) or (why == "at in words" and not in_words):
            continue
        for match in pattern.finditer(text):
            start, end = match.span()
            while end > start and text[end - 1] in " .,;:-(\n":
                end -= 1
            if kind == "number" and why in ("digits", "groups") and _harmless(text[start:end]):
                continue
            if start < end:
                yield start, end, kind, why
    yield from _mixes(text)


def _harmless(number: str) -> bool:
    """Return whether groups of digits are years or an amount with separators of thousands."""
    if len(_YEAR.sub("", number).strip(" -/.,()+")) == 0:
        return True
    digits = sum(c.isdigit() for c in number)
    return digits < 9 and "-" not in number and bool(_AMOUNT.fullmatch(number)) and number[0] != "0"


def _mixes(text: str) -> Iterator[Found]:
    """Tokens of letters and digits that are no measure, ordinal or the like."""
    with_digit = (word.span() for word in _WORD.finditer(text) if _DIGIT.search(word.group()))
    for match in (m for start, end in with_digit for m in _MIXED.finditer(text, start, end)):
        token = match.group()
        if _PLAIN_MIX.fullmatch(token):
            continue
        digits = sum(c.isdigit() for c in token)
        letters = sum(c.isalpha() for c in token)
        if (
            digits >= 3
            or (digits == 2 and letters >= 2)
            or (digits == 1 and letters >= 4 and not token[-1].isdigit())
        ):
            yield match.start(), match.end(), "code", "letters and digits"
