# ruff: noqa: E501 (a text reads best on one line; letters that look like others are what is tried)
"""What attackers and users found in texts: each text goes through the command, all of one call's options in one file."""

import json
import re
from collections import defaultdict
from functools import cache
from typing import Final, NamedTuple

import pytest

from tests.command import run_command

HARBOR: Final = ("--profile", "safe-harbor")
COURT: Final = ("--profile", "court")
JUDGMENT: Final = (
    "Neutral Citation Number: [2024] EWFC 117\nRe A (A Child)\n\nBefore HER HONOUR JUDGE HILLIER\n\n"
    "Mr Simon Pargeter (instructed by Hall LLP) for the Applicant.\n\nThe mother is Ms Jane Doe of Leeds, who came with her son. The Children "
    "Act 1989 and the Equality Act 2010 apply. I refer to Re B (Children) [2008] UKHL 35.\n"
)
STRASBOURG: Final = (
    "CASE OF DREVNIK v. SLOVENIA\n(Application no. 1234/05)\n\nThe applicant, Mr Jure Drevnik, lives in Maribor. The "
    "Government were represented by their Agent, Ms Lidija Lukina-Karajković. See Frydlender v. France [GC], no. 30979/96.\n"
)
LISTS: Final = "Anna Berg was 61 in May. She was in her 60s; born in 1961 or 1962."


class Case(NamedTuple):
    """A finding, a text, the options, what must not be said of it (an expression), and what must."""

    finding: str
    text: str
    never: str
    instead: str = ""
    options: tuple[str, ...] = ()


CASES: Final = (
    # numbers with other hyphens and blanks, names in tables and markup, under the rule of eighteen identifiers
    *(Case("H3", f"Her SSN is {number} there.", r"\d", "number", HARBOR) for number in (
        "536\u00a090\u00a04399", "536\u201090\u20104399", "536\u201190\u20114399", "536\u201390\u20134399",
        "536\u201490\u20144399", "536\u200990\u20094399", "536  90  4399", "536 - 90 - 4399")),
    Case("H3", "MRN is 0048-2913 of the patient.", r"\d", "number", HARBOR),
    Case("H3", "The card 4111 1111\n1111 1111 was used.", r"\d", "card", HARBOR),
    Case("H3", "MARKOVIC H   33   3", "MARKOVIC", "33", HARBOR),
    Case("H3", "| Markovic, Helena | 33 |", "Markovic|Helena", "33", HARBOR),
    Case("H3", "<surname>Markovic</surname>", "Markovic", "surname", HARBOR),
    Case("H3", "INSERT INTO p VALUES ('Markovic', 'Helena');", "Markovic|Helena", "INSERT", HARBOR),
    Case("H3", "It was de la Cruz who called.", "Cruz", "called", HARBOR),
    Case("H3", "The Smiths of Elm Street called.", "Smith|Elm", "called", HARBOR),
    # unknown words where nothing else is sensitive
    Case("H8", "Commit by hmarkovic: fixed the build.", "markovic", "Commit by"),
    Case("H8", "The user helena_m91 posted.", "helena|91", "posted"),
    Case("H8", "/home/hmarkovic/report.docx", "markovic", "home"),
    Case("H8", "It says 9434765919 here.", r"\d", "[reference]"),
    # names that markup and soft characters cut
    Case("M11", "Mrs **Whit**combe came. Mrs Anna Whitcombe left.", "Whit|combe", "came"),
    Case("M11", "<b>Whit</b>combe came after Mrs Anna Whitcombe left.", "Whit|combe", "left"),
    Case("M11", "Mrs Anna Whit-\r\ncombe came to the ward.", "Whit|combe", "ward"),
    Case("M11", "Mrs Anna Whit\u00adcombe came to the ward.", "Whit|combe", "ward"),
    Case("M11", "Mrs Anna Whit\u00ad\ncombe came to the ward.", "Whit|combe", "ward"),
    Case("M11", "Mrs An\u200dna Whit\u200dcombe came to the ward.", "Whit|combe", "ward"),
    Case("M11", "Mrs Anna W h i t c o m b e came to the ward.", "W h|c o m", "ward"),
    Case("M11", "Herr M\\\"uller came from K\\\"oln.", r"uller|oln", "came"),
    Case("M11", "Ask Helena Markovi\\'{c} about it.", r"Markovi|\{c\}", "about it"),
    Case("M11", "The surname is Hu\U0001f600ber.", "Hu|ber", "surname"),
    Case("M11", "Mr \U0001f1ed\U0001f1fa\U0001f1e7\U0001f1ea\U0001f1f7 was seen.", "[\U0001f1e6-\U0001f1ff]", "was seen"),
    Case("M11", "Mrs \u24bd\u24d4\u24db\u24d4\u24dd\u24d0 \u24c2\u24d0\u24e1\u24da\u24de\u24e5\u24d8\u24d2 came.", "[\u24b6-\u24e9]", "came"),
    # names in small letters
    Case("M12", "It was whitcombe who called the ward.", "whitcombe", "ward"),
    Case("M12", "markovic, helena was seen", "markovic|helena"),
    Case("M12", "Mrs Priya Raghunathan was seen. Then raghunathan left.", "(?i)raghu", "left"),
    # addresses of mail without a domain, or in disguise
    Case("M13", "mail helena.markovic@mailhost now", "markovic", "address"),
    Case("M13", "mail helena.markovic@10.2.3.4 now", r"markovic|\d", "address"),
    Case("M13", "mail helena.markovic[at]mail.org now", "markovic", "address"),
    Case("M13", "mail helena.markovic＠mail.org now", "markovic", "address"),
    Case("M13", "mail helena.markovic@mail.\norg now", "markovic", "address"),
    # dates with slashes are dates
    Case("N1", "She was born on 14/03/1961.", "14|03|code", "1961"),
    Case("N1", "She was born on 3/14/1961.", "14|code", "1961"),
    Case("N1", "DOB: 28/01/1978", "28|01|[Cc]ode|CODE", "DOB: 1970s"),
    Case("N1", "She was born on 14/03/1961.", "14|03|code", "1961", HARBOR),
    Case("N2", "BP 140/90, HR 88.", "(?i)case number", "BP 140/90, HR 88."),
    Case("N3", "The patient is a 46-year-old man with HIV.", "HIV|organization", "disease"),
    Case("N3", "She is HIV positive.", "HIV|organization", "disease"),
    Case("N3", "She has MS.", r"\bMS\b", "condition"),
    Case("N3", "COPD and CKD were known.", "COPD|CKD|something", "condition"),
    Case("N4", "The NHS paid for it.", "NHS|American|state", "health service"),
    # what stands for a term is true of it
    Case("N5", "She lives in Whitby.", "Whitby|America|Europe|Canada|England", "in X"),
    Case("N5", "She lives in Windsor.", "Windsor|Canad|America|Brit", "in X"),
    Case("N5", "He lives in Cambridge.", "Cambr|Canad|America|Brit", "in X"),
    Case("N5", "He moved to Georgia in 1991.", "Georgia|Asia|America", "district"),
    Case("N5", "Cambridge is a city in Ontario.", "Cambridge|Brit|Europe", "city"),
    Case("N5", "The Children's Guardian told Mr Tom Huber about it.", "(?i)woman|press|newspaper|medium|Huber", "told Mr "),
    Case("N5", "The Children’s Guardian visited the home of Anna Berg.", "(?i)press|newspaper|medium", "visited"),
    Case("N5", "Anna Berg was appointed as Children's Guardian.", "(?i)press|newspaper|medium", "appointed"),
    Case("N5", "The parents live in STRASBOURG.", "(?i)strasbourg|person", "city"),
    Case("N5", "They drove to Llandudno.", "Lland|structure", "to X"),
    Case("N5", "The breast care nurse saw her.", "adult", "nurse"),
    Case("N6", "Dear Dr Berry,\n\nThank you for seeing Mrs Smith.", "Berry|Smith|A dear", "Dear Dr X,"),
    Case("N6", "GP: Dr Schofield", "Scho|omething", "GP: [doctor]"),
    Case("N6", "Consultant: Dr Scott Johnson", "Scott|John|omething", "Consultant: [doctor]"),
    Case("N7", "She was given dialysis in 1991.", "dialysis|condition", "treatment"),
    Case("N7", "Mrs Helena Marković had radiotherapy in Boston.", "radio|work|activity", "treatment"),
    Case("N7", "Mr Hale had an appendectomy in 1991.", "append|process|activity", "operation"),
    # a medicine tells the disease
    Case("N8", "She takes fluoxetine for her depression. Mrs Anna Berg.", "fluox|depress", "medicine"),
    Case("N8", "Mr Tom Huber takes insulin and infliximab for his diabetes.", "insulin|infli|diab", "medicine"),
    Case("N9", "He can be reached on 01914960364 or a@b.com", r"\d|@", "[phone number]"),
    Case("N9", "He can be reached on 01914960364 or a@b.com", r"\d|@", "[phone number]", HARBOR),
    Case("N9", "He can be reached on 01914960364 or a@b.com", r"\d|@", "[phone number]", COURT),
    Case("N10", "NHS No: 684 934 0721", r"\d", "NHS No", HARBOR),
    Case("N10", "She lives at 64 Hawthorn Rise, Leeds.", r"\d|Hawth|Leeds", "address", HARBOR),
    Case("N10", "She lives at 64, Hawthorn Rise, Leeds.", r"\d|Hawth|Leeds", "address", HARBOR),
    Case("N10", "She was seen at Royal Infirmary Leeds on Monday.", "Leeds|Royal", "was seen", HARBOR),
    # a court's own case, those who act in public, the law, and cases that are cited
    Case("N11", JUDGMENT, "EWFC 117|Doe|Leeds", "Mr Simon Pargeter (instructed by Hall LLP)", COURT),
    Case("N11", JUDGMENT, "Doe", "HER HONOUR JUDGE HILLIER", COURT),
    Case("N11", JUDGMENT, "Doe", "The Children Act 1989 and the Equality Act 2010", COURT),
    Case("N11", JUDGMENT, "Doe", "Re B (Children) [2008] UKHL 35", COURT),
    Case("N11", STRASBOURG, "Drevnik|1234", "Frydlender v. France [GC], no. 30979/96", COURT),
    Case("N11", STRASBOURG, "(?i)drevnik", "Lidija Lukina-Karajković", COURT),
    Case("N11", 'The newspaper ran the headline "Rugby ace\'s boy hurt in trampoline lie".', "Rugby|trampoline", "headline", COURT),
    *(Case("N11", text, "Rugby|trampoline|lie", "", COURT) for text in (
        "The newspaper ran the headline Rugby ace's boy hurt in trampoline lie.",
        "The headline read: Rugby ace's boy hurt in trampoline lie.",
        "It came under the headline Rugby ace's boy hurt in trampoline lie, and the mother wept.",
        "The headline was 'Rugby ace's boy hurt in trampoline lie'.",
        "Headline: Rugby ace's boy hurt in trampoline lie",
        "The mother kept an article headed Rugby ace's boy hurt in trampoline lie.")),
    Case("N11", "The headline rate rose to 3 per cent. The headline figures of the Bank were good.", "work", "headline rate rose", COURT),
    Case("N11", 'The article came out; he said "You must leave the house today".', "work", "today"),
    Case("B2", STRASBOURG, "(?i)drevnik", "The applicant lives", COURT),
    Case("B2", "The case of Müller v. Austria. Mr Müller complained.", "Müller", "complained", COURT),
    Case("N14", "Biscuit is the dog. Anna Berg and Tom Huber live with her husband in Leeds.", "People lives|Leeds", "is the dog."),
    Case("M10", LISTS, "61|1962", "60s"),
    Case("n6", "He moved to Selby, YO8 4QA.", "YO8|a Post|an Addr", "postcode"),
    Case("n6", "Mr Tom Huber lives at 12 Elm Street, Leeds LS1 4AB, and called several times.", "an Addr|Elm", "several times"),
    Case("n6", "The manager of the company Acme Widgets Ltd., Tom Huber, left.", "The a|company\\.,|Acme", "manager"),
    Case("n6", "The server 10.2.3.4 was slow.", r"\d|IP network", "slow"),
    # found later, by others
    Case("raised digits", "SSN ⁵³⁶-⁹⁰-⁴³⁹⁹ of the man.", "[⁵³⁶⁹⁰⁴]", "number"),
    Case("raised digits", "She wrote 2³ there.", "number|code", "2³"),
    # a text that is nothing but a name, as a cell is
    *(Case("one name", text, "(?i)tenniscroft|aldersey") for text in ("Tenniscroft", "tenniscroft", "ALDERSEY.", "Photo of Aldersey")),
    Case("one name", "Aldersey Tenniscroft", "Ald|Ten", "", HARBOR),
    Case("one name", "Not done yet", r"X|\[", "Not done yet"),
    # initials where somebody is named
    *(Case("initials", text.format(who), rf"\b{re.escape(who)}", instead, options)
      for who in ("GY", "ZWO", "H.V.", "QB") for options in ((), HARBOR) for text, instead in (
        ("Notes of {} were lost.", "lost"), ("Checked by {} today.", "Checked"), ("{} refused the tablets.", "refused"),
        ("{}, 45, has a cat.", "cat"), ("Left it for {} to sign.", "sign"))),
    *(Case("initials", text, r"X|\[name", text) for text in ("The WO was late.", "The PR of the day is merged.", "We use R.E.M. sleep.")),
    # words in small letters that are names by what stands before them
    *(Case("named", text, "pebble|storm|wren") for text in (
        "the girl named pebble has nits", "a boy called pebble hit him", "my brother storm has a rash", "cc wren in the reply pls")),
    *(Case("named", text, "X", text) for text in (
        "the patient called back today", "a friend called yesterday", "my brother always has a rash", "cc everyone in the reply pls")),
    # a word that is a name too, with the only capital
    *(Case("capital", text, name) for name, text in (
        ("Hope", "Has Hope eaten yet?"), ("Gale", "Little Gale has a rash."), ("Art", "Poor old Art can't hear."), ("Rich", "With Rich gone, it is quiet."))),
    *(Case("capital", text, "X", text) for text in ("Great Job!", "The Art of it is lost.", "We sat in the Hope of it.")),
    # letters that are typed for digits, and an address of a machine in groups of four
    *(Case("mistyped", f"{before} {number} after six.", r"\d", "after six", HARBOR) for before in ("Ring", "My mobile is") for number in (
        "o79OO 9OO 118", "O161 4l6 O7I2", "+44 79OO 9OO118", "079oo 900118")),
    Case("mistyped", "He scored 10 o 12 l and 3 I.", r"\[", "He scored", HARBOR),
    Case("mac", "The mac 3C22.FB9A.017E was on the guest network.", "3C22|017E", "guest", HARBOR),
    # days and months behind other words that ask for them
    *(Case("days", f"{before} 3/7{behind}", r"\d", "", HARBOR) for before, behind in (
        ("Her last drink", ", then a fit."), ("The first visit to us was on", "/ and she cried."), ("Knee op", ", stitches out."), ("She went home", "."))),
    Case("days", "At home 3/7 of the rooms were cold.", "X", "3/7", HARBOR),
)  # fmt: skip


@cache
def outputs() -> dict[int, str]:
    """Return what the command makes of each case: one run for each set of options."""
    numbers = defaultdict[tuple[str, ...], list[int]](list)
    for number, case in enumerate(CASES):
        numbers[case.options].append(number)
    found: dict[int, str] = {}
    for options, own in numbers.items():
        rows = "".join(json.dumps({"text": CASES[number].text}) + "\n" for number in own)
        done = run_command("sanitize", "-", "--format", "jsonl", "--quiet", *options, stdin=rows)
        assert done.returncode == 0, done.stderr
        found |= dict(zip(own, (json.loads(line)["text"] for line in done.stdout.splitlines()), strict=True))
    return found


@pytest.mark.parametrize("number", range(len(CASES)), ids=lambda n: f"{CASES[n].finding}-{n}")
def test_texts(number: int) -> None:
    case, result = CASES[number], outputs()[number]
    assert not re.search(case.never, result), result
    assert case.instead in result


@pytest.mark.finding("N16")
def test_other_languages_are_refused() -> None:
    done = run_command(
        "sanitize", "-", stdin="Mme Hélène Dubois est née à Lyon le 10 mars 1961 et habite Paris."
    )
    assert (done.returncode, done.stdout) == (1, "") and "is not English" in done.stderr
