"""Sentences of courts, hospitals and offices with names of many origins in their places.

The patterns are our own; the names are recombined from the titles of the Wikipedia articles on persons, within a
nationality, and from GeoNames. They teach how names stand in such texts: after titles, with initials, in full with
middle names, and how courts, ministries and departments are called.
"""

import random
import re
from collections.abc import Iterator, Sequence

from corpora import Sentence, Tag
from gazetteer import Gazetteer
from spacy.language import Language

PATTERNS = """
The case originated in a complaint lodged by {mr}, a {NORP} national, on 3 March {year}.
The claimant, {mr}, was born in {year} and lives in {LOC}.
The applicants, {mr}, {mr} and {mr}, are {NORP} nationals who were born in {year}, {year} and {year} respectively.
They were represented by {mr}, a lawyer practising in {LOC}.
She was represented before the court by {mr} and {mr} of {firm}, solicitors in {LOC}.
The {NORP} authorities were represented by their Agents, {mr} and, later, {mr}, of the {ministry}.
The {state_government} was represented by its counsel, {mr}.
The {state_government} contested the claim, and the {ministry} submitted further observations.
On 12 May {year} the {court} dismissed the appeal lodged by {person}.
By a judgment of 7 June {year} the {court} upheld the decision of the {court}.
The {court}, sitting in a single-judge formation ({mr}), ordered that {surname} be released.
The prosecutor at the {court} charged {person} with fraud under {law}.
Under section 12 of the {law} a request may be made to the {ministry}.
{surname} appealed to the {court}, relying on the {law}.
Judge {surname} gave a dissenting opinion, which Judges {surname} and {surname} joined.
Counsel for the defence, {person}, asked that the witness {initials} be heard in {LOC}.
The child, {initials}, lives with the mother, {person}, at {address}, {LOC}.
{initials} and {initials} were arrested in {LOC} by officers of the {police}.
The {police} searched the flat of {mr} in {LOC} on 4 January {year}.
The witness stated that {person} had worked for {company} in {LOC} until {year}.
{person} ({initials}) v. {state}
In the case of {surname} v. {state}, the {court} held that the claim was inadmissible.
See {surname} and Others v. {state}, no. 4512/{year}, and {surname} v. {state}.
The {ministry} of {state} replied on 9 April {year} that {mr} had no right of residence in {LOC}.
The {department} refused {person} a permit, and the {council} confirmed the refusal.
{mr} was detained in {prison} and later transferred to {prison}.
The district council of {LOC} and the {council} signed an agreement with {company}.
Shares of {company} were bought by {company}, a company registered in {LOC}, {COUNTRY}.
The land at {LOC}, in the district of {LOC}, belonged to {person} and {person}.
The applicant company, {company}, has its registered office in {LOC}.
The {union} and the {union} intervened in support of {mr}.
Mr and Mrs {surname} moved from {LOC} to {LOC} in {year}.
The President of the Chamber, {person}, and the Registrar, {person}, signed the judgment.
{person}, President, {person}, {person}, {person}, judges, and {person}, Deputy Registrar,
Dr {person} of {hospital} examined the patient, {mr}, on 21 August {year}.
Dear Dr {surname}, Thank you for referring {mr}, who attended {hospital} in {LOC} today.
Patient: {person}. Consultant: Dr {initial_name}. Ward 7, {hospital}.
{given} was seen by Dr {surname} and by Nurse {person} in the emergency department of {hospital}.
The patient's daughter, {person}, lives in {LOC} and works at {company}.
Prof. {person}, {university}, confirmed the diagnosis made by Dr. {initial_name}.
He studied at the {university} and then at {university}, where {surname} taught him.
Please contact {person} of the {department} or {initial_name} at {company}.
Dear {given}, I met {person} from {company} in {LOC} last week. Best regards, {given}
Our colleague {person} has left {company}; {person} takes over in {LOC}.
Minutes: present were {person} (chair), {initial_name}, {initial_name} and {person}; {person} sent apologies.
The {NORP} delegation, led by {person}, met {person} at the {ministry} in {LOC}.
Interviewed by {initial_name} in {LOC}, {COUNTRY}, the {NORP} witness named {person}.
{person} was born in {LOC}, {COUNTRY}, to {NORP} parents, {given} and {person}.
{person} (born 2 May {year}) is a {NORP} lawyer from {LOC} who worked for {company} and the {ministry}.
{surname} joined {company} in {year} and became its director; {surname} retired to {LOC}.
A letter from {initial_name} to the {court} of 5 July {year} mentions the {law}.
The {court} referred the case back to the {court}, which gave judgment for {surname}.
The {law} and the {law} entered into force in {year}.
Article 6 of the {law} was applied by the {court} in {surname}.
The file was sent by the {police} to the public prosecutor's office in {LOC}.
The {bank} in {LOC} froze the account of {person} at the request of the {department}.
The Government submitted that the Court had no jurisdiction and that the complaint was unfounded.
The Court considers that the Government have not shown that the applicant could have appealed.
The Court notes that the Commission declared the application admissible on 4 May {year}.
The Chamber decided to relinquish jurisdiction in favour of the Grand Chamber (Article 30 of the Convention).
{mr} (“the applicant”) lodged an application against {state} under Article 34 of the Convention.
The {state_government} (“the Government”) were represented by their Agent, {mr}.
The application was allocated to the Third Section of the Court (Rule 52 § 1 of the Rules of Court).
It relied on the Convention for the Protection of Human Rights and Fundamental Freedoms (“the Convention”).
The Court awarded the applicant EUR 5,000 and dismissed the remainder of his claim for just satisfaction.
The Council refused the request; the Ministry and the Tribunal upheld the refusal of the Council.
The Minister may, after consulting the Board, make an Order under section 5 of the Act.
The Convention, the Protocol and the Act were in force; Article 6 § 1 of the Convention reads as follows:
PROCEDURE
THE FACTS
THE LAW
I. THE CIRCUMSTANCES OF THE CASE
II. RELEVANT DOMESTIC LAW AND PRACTICE
A. Background to the case
B. Proceedings before the courts
C. Relevant provisions
The {court} ({foreign_court}) issued an arrest warrant ({term}) against {mr}.
A penal order ({term}) of the {department} and a decision ({term}) of the {council} were quashed by the {court}.
On appeal ({term}), the {foreign_court} amended the judgment ({term}) of the {foreign_court}.
The {joint} and the {joint} carried out an inquiry into {company}.
{person} (born 5 May {year}) is a {NORP} footballer who plays for {club}.
{person} (born {person}; 14 July {year}) is a {NORP} actor, best known for the film {work}.
{person} ({language}: {script}; born 2 June {year} in {LOC}) is a {NORP} politician.
{person} ({language}: {script}) was a {NORP} poet and composer from {LOC}, {COUNTRY}.
{surname} made his debut for {club} in {year} and moved to {club} in {year}.
{surname} won the {event} with {club} and played 20 matches for the {NORP} side.
He joined {club} from {club}, where {surname} was the coach, and later managed {club}.
{surname} directed {work} and wrote {work} with {person}; {surname} received the {event} Award for it.
{person} released the album {work} on {company} Records.
""".strip().splitlines()


SCRIPTS = {
    "Russian": (0x430, 0x44F),
    "Ukrainian": (0x430, 0x44F),
    "Hebrew": (0x5D0, 0x5EA),
    "Arabic": (0x627, 0x64A),
    "Persian": (0x627, 0x648),
    "Hindi": (0x905, 0x939),
    "Nepali": (0x905, 0x939),
    "Chinese": (0x4E00, 0x9FA5),
    "Japanese": (0x4E00, 0x9FA5),
    "Korean": (0xAC00, 0xD7A3),
    "Greek": (0x3B1, 0x3C9),
    "Tamil": (0xB95, 0xBB9),
    "Bengali": (0x995, 0x9B9),
    "Georgian": (0x10D0, 0x10F0),
    "Armenian": (0x561, 0x586),
    "Thai": (0xE01, 0xE2E),
}
"""Languages and the letters from which a name in their script is drawn; its form matters, not its sound."""


def _list(text: str) -> list[str]:
    return [" ".join(item.split()) for item in text.split("|")]


COURT = _list(
    """District | Regional | Administrative | Criminal | Labour | Social | Assize | Magistrates’ | Crown | County |
    Family | Juvenile | Military | Commercial | Civil | High | State Security | Municipal | Tax | Cantonal |
    City | Provincial | Higher Regional | Enforcement | Sheriff | Court of First Instance"""
)
SUPREME = _list(
    """Supreme Court | Constitutional Court | Supreme Administrative Court | Court of Appeal | Court of Cassation |
    High Court | Federal Court | Federal Constitutional Court | Federal Administrative Court | Court of Audit |
    High Court of Justice | House of Lords | Privy Council | Conseil d’État | Supreme Military Court | Federal
    Labour Court | Employment Tribunal | Appeals Board | Immigration Tribunal"""
)
FIELDS = _list(
    """Justice | Defence | the Interior | Foreign Affairs | Finance | Health | Education | Labour | Agriculture |
    Transport | Social Affairs | Public Works | Trade and Industry | Culture | Energy | Environment | Labour and
    Social Policy | Justice and Home Affairs | Forestry | Housing | Immigration | Land Registry | Pensions"""
)
LAWS = _list(
    """{x} Act | {x} Act {year} | {n} {x} Code | Code of {x} Procedure | {n} {x} Act | Convention on {x} | {x} Code
    | Law on {x} | {x} Ordinance | {n} Constitution | {x} Regulations {year} | European Convention on {x}"""
)
SUBJECTS = _list(
    """Housing | Aliens | Criminal | Civil | Children | Data Protection | Employment | Immigration | Tax | Social
    Security | Road Traffic | Water | Mental Health | Prisons | Companies | Administrative | Penal | Extradition
    | Police | Military Service | Pensions | Copyright | Freedom of Information"""
)
COMPANY = _list(
    """{s} Ltd | {s} & {s} | {s} GmbH | {s} Holdings | {s} S.A. | {l} Insurance | {s} Bank | {l} Shipping Company |
    {s} and Sons Ltd | {l} Gas Works | {s} Pharma | {s} AG | {s} Group plc | {l} Steel Corporation | {s} A.Ş. |
    {s} Sp. z o.o. | {s} Oy | {l} Airlines | {s} Construction | {l} Daily News | Radio {l} | {s} d.o.o."""
)
HOSPITAL = _list(
    """{l} General Hospital | St {g}'s Hospital | {l} University Hospital | {l} Medical Centre | Clinique {s} | {s}
    Clinic | {l} Health Centre | Royal {l} Infirmary | {s} Memorial Hospital"""
)
UNIVERSITY = _list(
    """University of {l} | {l} University | {l} Technical University | {l} College | {s} Institute of Technology |
    {l} Law School | {l} Grammar School | {s} High School | Academy of Sciences of {l}"""
)
POLICE = _list(
    """{l} Police | {l} Federal Police Authority | Metropolitan Police | {l} Security Directorate | Gendarmerie |
    Federal Criminal Police Office | {l} District Police | National Crime Agency | Border Guard"""
)
COUNCIL = _list(
    """{l} City Council | {l} District Council | {l} Borough Council | Regional Council of {l} | Municipality of
    {l} | {l} District Authority | {l} County Council | County Administrative Board of {l} | {l} Town Council"""
)
DEPARTMENT = _list(
    """Department of {f} | Directorate of {f} | {l} Land Registry | Home Office | Inland Revenue | State Treasury |
    Social Insurance Board | Immigration Office | Pensions Office | General Directorate of {f} | Federal Office
    of {f} | Legal Aid Board | Bar Association | {l} Bar Association | Tax Inspectorate | National Insurance"""
)
UNION = _list(
    """{n} Bar Association | {l} Chamber of Commerce | {n} Trade Union Confederation | Association of {l} Farmers |
    {n} Red Cross | Human Rights Centre | {n} Workers’ Party | {n} Helsinki Committee | Society of Saint {g}"""
)
FOREIGN_COURTS = _list(
    """Landgericht | Amtsgericht | Oberlandesgericht {l} | Bundesgerichtshof | Verwaltungsgericht {l} | Cour de
    cassation | Tribunal de grande instance de {l} | Cour d’appel de {l} | Conseil d’État | Tribunale di {l} |
    Corte di cassazione | Tribunal Supremo | Audiencia Provincial de {l} | Sąd Najwyższy | Sąd Rejonowy |
    Okresní soud | Ústavní soud | Yargıtay | Asliye Hukuk Mahkemesi | Hoge Raad | Rechtbank {l} | Högsta
    domstolen | Kammarrätten i {l} | Højesteret | Korkein oikeus | Kúria | Vrhovni sud | Okrožno sodišče v {l} |
    Înalta Curte | Areios Pagos | Tribunal da Relação de {l}"""
)
TERMS = _list(
    """Haftbefehl | Bescheid | Berufung | Klage | Urteil | Beschwerde | Vollstreckung | Aufenthaltsgenehmigung |
    Strafantrag | Geschäftsführer | Rechtsanwalt | Dienstvertrag | Gesetz | Anklageschrift | Schadenersatz |
    garde à vue | ordonnance | mise en demeure | pourvoi | sentenza | ricorso | decreto | querella | amparo |
    sentencia | postanowienie | wyrok | apelacja | skarga | rozsudek | usnesení | dava | ceza | karar | beslut |
    överklagande | dom | vonnis | beschikking | Verfügung | Erlass"""
)
CLUBS = _list(
    """FC {l} | {l} FC | {l} United | {l} City | {l} RFC | SC {l} | {l} Rangers | {l} Tigers | {l} Sharks | {l}
    Rovers | {n} national team | Sporting {l} | Real {l} | {l} Royals | 1. FC {l} | {l} Hockey Club | CD {l} |
    BC {l} | {l} Lions"""
)
EVENTS = _list(
    "{l} Cup | {n} Cup | {l} Open | {n} Championship | {l} Film Festival | {s} Prize | Tour of {l} | {l} Grand Prix"
)
JOINT = _list(
    """{x} and {x} Office | {x} and {x} Commission | {x} and {x} Committee | Office of the {x} Ombudsman | National
    {x} Authority | {l} {x} Board | {n} {x} Council | {x} Appeals Board | Regional Office for {x}"""
)
WORKS = _list(
    """The Last {g} | A Night in {l} | {l} Stories | Return to {l} | The {s} Letters | Songs of {l} | My Name Is
    {g} | The {n} Garden | Lost in {l} | The House of {s}"""
)
SLOT = re.compile(r"\{(\w+)\}")


class Names:
    """Draws names from the gazetteer, the same for the same seed."""

    def __init__(self, known: Gazetteer, rng: random.Random) -> None:
        self.rng = rng
        self.nations = sorted(n for n, people in known.people.items() if len(people) >= 15)
        self.people = known.people
        self.places = sorted(place for place in known.places if place[:1].isupper() and len(place) > 2)
        self.countries = sorted(known.countries)
        self.demonyms = sorted(d.title() for d in known.demonyms if not d.endswith("s") and len(d) > 3)
        self.nation = ""
        self.language = "Russian"

    def begin(self) -> None:
        """Choose the nationality of the next passage."""
        self.nation = self.rng.choice(self.nations)

    def surname(self) -> str:
        """Return a family name of the nationality."""
        return self._part(-1)

    def given(self) -> str:
        """Return a given name of the nationality."""
        return self._part(0)

    def _part(self, index: int) -> str:
        for _ in range(20):
            part: str = self.rng.choice(self.people[self.nation])[index].strip(",")
            if (
                len(part) > 1
                and part[0].isupper()
                and not any(c.isdigit() for c in part)
                and part not in {"Jr.", "Sr."}
            ):
                return part
        return "Smith"

    def person(self) -> str:
        """Return a full name, in one of several forms."""
        draw = self.rng.random()
        if draw < 0.35:
            return " ".join(self.rng.choice(self.people[self.nation]))
        if draw < 0.5:
            return f"{self.given()} {self.given()} {self.surname()}"
        if draw < 0.58:
            return f"{self.given()} {self.surname()}-{self.surname()}"
        if draw < 0.64:
            return f"{self.given()} {self.given()[0]}. {self.surname()}"
        if draw < 0.68:
            return f"{self.given()} {self.surname()} {self.surname()}"
        if draw < 0.71:
            return f'{self.given()} "{self.given()}" {self.surname()}'
        return f"{self.given()} {self.surname()}"

    def initial_name(self) -> str:
        """Return a family name with initials."""
        letters = ".".join(self.given()[0] for _ in range(self.rng.choice([1, 1, 1, 2])))
        gap = self.rng.choice([" ", " ", " ", ""]) if "." in letters else " "
        double = f"-{self.surname()}" if self.rng.random() < 0.12 else ""
        return f"{letters}.{gap or ' '}{self.surname()}{double}"

    def initials(self) -> str:
        """Return initials alone, as courts print protected names."""
        return "".join(f"{self.given()[0]}." for _ in range(self.rng.choice([1, 2, 2, 2, 3])))

    def place(self) -> str:
        """Return a town or region."""
        return self.rng.choice(self.places)

    def script(self) -> str:
        """Return two words in the letters of the language drawn last (one in the scripts without spaces)."""
        first, last = SCRIPTS[self.language]
        size = (2, 3) if first in {0x4E00, 0xAC00} else (4, 8)
        words = [
            "".join(chr(self.rng.randint(first, last)) for _ in range(self.rng.randint(*size)))
            for _ in range(1 if first == 0x4E00 else 2)
        ]
        return " ".join(word.capitalize() for word in words)

    def fill(self, pattern: str) -> str:
        """Return a name of an organization or a law from its pattern."""
        values = {
            "s": self.surname,
            "l": self.place,
            "g": self.given,
            "f": lambda: self.rng.choice(FIELDS),
            "x": lambda: self.rng.choice(SUBJECTS),
            "n": lambda: self.rng.choice(self.demonyms),
            "year": lambda: str(self.rng.randint(1920, 2020)),
        }
        return SLOT.sub(lambda m: values[m[1]](), pattern)

    def court(self) -> str:
        """Return the name of a court."""
        draw = self.rng.random()
        if draw < 0.25:
            return self.rng.choice(SUPREME)
        kind = self.rng.choice(COURT)
        kind = kind if "Court" in kind else f"{kind} Court"
        if draw < 0.4:
            return kind
        if draw < 0.8:
            return f"{self.place()} {kind}"
        if draw < 0.9:
            return f"{self.place()} {self.rng.choice(SUPREME[:6])}"
        return f"{kind} of {self.place()}"

    def state(self) -> str:
        """Return a country."""
        return self.rng.choice(self.countries)

    def slot(self, name: str) -> tuple[str, str]:
        """Return the text of a slot and its label (empty: none)."""
        choice = self.rng.choice
        if name == "mr":
            title = choice(["Mr", "Mr", "Mr", "Mrs", "Mrs", "Ms", "Ms", "Miss", "Mr.", "Mrs.", "Ms."])
            body = choice([self.person, self.initial_name, self.initial_name, self.surname, self.initials])()
            return f"{title} {body}", "PERSON"
        if name in {"person", "initial_name", "initials", "surname", "given"}:
            return str(getattr(self, name)()), "PERSON"
        if name == "year":
            return str(self.rng.randint(1930, 2020)), ""
        if name == "NORP":
            return choice(self.demonyms), "NORP"
        if name == "LOC":
            return self.place(), "LOC"
        if name == "term":
            return choice(TERMS), ""
        if name == "language":
            self.language = choice(sorted(SCRIPTS))
            return self.language, "NORP"
        if name == "script":
            return self.script(), "PERSON"
        if name == "work":
            return self.fill(choice(WORKS)), "MISC"
        if name == "event":
            return self.fill(choice(EVENTS)), "MISC"
        if name == "address":
            street = choice(["Street", "Road", "Avenue", "Lane", "Square"])
            return f"{self.rng.randint(1, 200)} {choice([self.surname, self.place])()} {street}", "LOC"
        if name in {"COUNTRY", "state"}:
            return self.state(), "LOC"
        if name == "state_government":
            return choice([f"{choice(self.demonyms)} Government", f"Government of {self.state()}"]), "ORG"
        if name == "court":
            return self.court(), "ORG"
        if name == "ministry":
            office = choice(
                ["Ministry of", "Ministry of", "Federal Ministry of", "Department of", "State Ministry of"]
            )
            return f"{office} {choice(FIELDS)}", "ORG"
        if name == "firm":
            return choice(
                [
                    f"{self.surname()} & {self.surname()}",
                    f"{self.surname()} Solicitors",
                    f"{self.surname()} LLP",
                ]
            ), "ORG"
        if name == "prison":
            return (
                f"{self.place()} {choice(['Prison', 'Remand Prison', 'Detention Centre', 'Prison'])}",
                "ORG",
            )
        if name == "bank":
            return choice(
                [f"{self.place()} Savings Bank", f"Bank of {self.place()}", f"{self.surname()} Bank"]
            ), "ORG"
        if name == "law":
            return self.fill(choice(LAWS)), "MISC"
        patterns = {
            "company": COMPANY,
            "hospital": HOSPITAL,
            "university": UNIVERSITY,
            "police": POLICE,
            "council": COUNCIL,
            "foreign_court": FOREIGN_COURTS,
            "club": CLUBS,
            "joint": JOINT,
            "department": DEPARTMENT,
            "union": UNION,
        }
        return self.fill(choice(patterns[name])), "ORG"


def sentences(nlp: Language, known: Gazetteer, count: int, seed: int = 13) -> Iterator[Sentence]:
    """``count`` filled patterns; runs of four share a nationality and make one document."""
    rng = random.Random(seed)
    names = Names(known, rng)
    for number in range(count):
        if number % 4 == 0:
            names.begin()
        text, spans = _fill(rng.choice(PATTERNS), names)
        yield _sentence(nlp, text, spans, f"template-{number // 4}")


def _fill(pattern: str, names: Names) -> tuple[str, list[tuple[int, int, str]]]:
    text, last = "", 0
    spans: list[tuple[int, int, str]] = []
    for match in SLOT.finditer(pattern):
        text += pattern[last : match.start()]
        value, label = names.slot(match[1])
        if label:
            title = re.match(r"(?:Mrs?|Ms|Miss)\.? ", value) if match[1] == "mr" else None
            spans.append((len(text) + (title.end() if title else 0), len(text) + len(value), label))
        text += value
        last = match.end()
    return text + pattern[last:], spans


def _sentence(nlp: Language, text: str, spans: Sequence[tuple[int, int, str]], document: str) -> Sentence:
    doc = nlp.make_doc(text)
    tags: list[Tag] = ["O"] * len(doc)
    for start, end, label in spans:
        first = True
        for token in doc:
            if token.idx < end and token.idx + len(token) > start:
                tags[token.i] = f"{'B' if first else 'I'}-{label}"
                first = False
    return Sentence([t.text for t in doc], [bool(t.whitespace_) for t in doc], tags, document=document)
