"""What is said where something goes, through the whole product: articles, denials, commas, states."""

import pytest

from sanitizer import Sanitizer

CASES = [
    (
        "She is a 38 y/o Finnish harpsichord maker from Turku.",
        "She is a European maker from a European city.",
    ),
    (
        "Ann Brook is off with burnout and, since January, a frozen shoulder.",
        "X is off with burnout and, since winter, a medical condition.",
    ),
    (
        "He waited for the next 14 buses, Ann Brook said.",
        "He waited for the next ten buses or more, X said.",
    ),
    ("She was four months pregnant, Ann Brook said.", "She had a health condition, X said."),
    ("Floor was dry. Mrs Bell slipped by the till.", "Floor was dry. Mrs X slipped by the till."),
    (
        "Ann Bell has asthma. The foreman at Hadley's, Bill Orrell, told her to go home.",
        "X has a respiratory condition. The manager at Y told her to go home.",
    ),
    (
        "Lee Parfitt, a scaffolder from Newport, was fined.",
        "X, a skilled worker from the United Kingdom, was fined.",
    ),
    (
        "The twins, Isla and Freya, were born at the Royal Infirmary in Edinburgh.",
        "The twins were born at an institution in a British city.",
    ),
    ("She worked under the master builder Sten Hallqvist.", "She worked under a building worker."),
    ("He was married to the Kenyan lawyer Wanjiru Kamande.", "He was married to an African lawyer."),
    (
        "On most mornings Murdina MacAskill walks the two miles to the lighthouse.",
        "On most mornings X walks two or three miles to the lighthouse.",
    ),
    (
        "They married at Brixton register office in 1974.",
        "They married at a register office in the mid-1970s.",
    ),
    (
        "Mrs Ann Ladd broke her hip last Christmas and has used a stick since January.",
        "Mrs X broke her hip last December and has used a stick since winter.",
    ),
    ("My mother read a book about Tom Baker.", "My mother read a book about X."),
    ("Dear Mr and Mrs Tanaka,\n\nThank you for it.", "Dear Sir and Madam,\n\nThank you for it."),
    ("Dear Dr and Mrs Tanaka,\n\nThank you for it.", "Dear both,\n\nThank you for it."),
    (
        "This is for the return of a boy, Tobias, born in Stuttgart in 2012. Tobias said that he plays.",
        "This is for the return of a boy born in a European city in the early 2010s. "
        "The boy said that he plays.",
    ),
    (
        "Seen: Mum (Ann Bell, 23). Mum says that she had a colectomy.",
        "Seen: Mum ([name], [number]). Mum says that she had an operation.",
    ),
    (
        "Karna Shakya (Nepali: कर्ण शाक्य) (born April 2, 1943) was stunned.",
        "X (born in 1943) was stunned.",
    ),
    (
        "Nonna Grishayeva (Russian: Нонна Гришаева; born 21 July 1971) was stunned.",
        "X (born in 1971) was stunned.",
    ),
    ("The claimant, a piano tuner of 54, was injured.", "The claimant, a tradesperson, was injured."),
    ("Ann Bell was found by the greenkeeper.", "X was found by the greenkeeper."),
    ("Ann Bell says that she had shingles.", "X says that she had an infection."),
    ("Ann Bell wants to pay mr papadakis for it.", "X wants to pay a man for it."),
    ("I was with Ann Bell at St Malachy's on the Friday.", "I was with X at Y's on the Friday."),
    ("Dear Ms Orr and Mr Laidlaw,\n\nHello.", "Dear Madam and Sir,\n\nHello."),
    ("Anna Berg lived with the pianist Bo Ek.", "X lived with a pianist."),
    ("Peter Gale of Leeds, Yorkshire, played the organ.", "X of a place in England played the organ."),
    (
        "Ann Bell was found on Marine Road, Morecambe, by a friend.",
        "X was found on Y Road in a town by a friend.",
    ),
    ("Ann Bell will leave La Gomera in the Canary Islands.", "X will leave a Spanish region."),
    (
        "Ann Bell finds reading hard in both English and Polish.",
        "X finds reading hard in both English and a European language.",
    ),
    (
        "She has developed steroid-induced diabetes, Ann Bell said.",
        "She has developed a medical condition, X said.",
    ),
    (
        "Ann Bell owns a collection of Victorian postage stamps.",
        "X owns a collection of postage stamps.",
    ),
    ("I saw this nine-year-old with her aunt, Ann Bell.", "I saw this child with her aunt."),
    ("It takes another six months, Ann Bell said.", "It takes another few months, X said."),
    (
        "Ann Bell had no head injury and denied chest pain.",
        "X had no head injury and denied chest pain.",
    ),
    ("The trial could exceed £30,000, Ann Bell said.", "The trial could exceed £10,000, X said."),
    (
        "Ann Bell works as a typist and her son as a plumber.",
        "X works as an office worker and her son as a tradesperson.",
    ),
]


@pytest.mark.parametrize(("text", "said"), CASES)
def test_what_goes_leaves_a_whole_sentence(text: str, said: str) -> None:
    assert Sanitizer.default().sanitize(text).text == said


def test_nothing_is_left_out_of_what_is_denied() -> None:
    done = Sanitizer.default().sanitize("The union did not strike at Pennyfield Foundry, Ann Brook said.")
    assert " at " in done.text


FORM = """NEW TENANT RECORD
Last: Grady   First: Raymond      Score: 7
dob: 4/9/1991
"""


def test_headings_columns_and_labels_of_a_form_stay() -> None:
    said = Sanitizer.default().sanitize(FORM).text
    assert said.startswith("NEW TENANT RECORD\nLast: [name]   First: [name]      Score:")
    assert "\ndob: " in said and "1991\n" not in said.partition("dob")[0]
