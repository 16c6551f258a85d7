# ruff: noqa: E501 (tables of words)
"""Derive the compact lists of sanitizer/text/data from their sources.

    python training/lists/build_lists.py DATA/taxonomies DATA/wikipedia -o sanitizer/text/data

Sources: ESCO occupations, Disease Ontology, WordNet 3.0 (the compiled form in kb/), and counts over Wikipedia's
categories, short descriptions and letter case. Only words and short phrases come out, no running text.
"""

import argparse
import csv
import gzip
import io
import json
import lzma
import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

from kb.base import Concept
from kb.wordnet import WordNet, open_wordnet
from sanitizer.text.fold import words as word_set

WORK_CATEGORY = re.compile(
    r"\b(?:films?|albums?|songs|singles|novels|books|plays|musicals|operas|poems|paintings|television (?:series|programs|shows|films)"
    r"|television programmes|sitcoms|video games|EPs|magazines|comics|ballets|short stories|manga|anime|soap operas|sculptures)\b"
)
WORK_NEGATIVE = re.compile(
    r"companies|organizations|establish|people|actors|writers|players|characters|publishers|venues|genres|awards|festivals|theor"
)
GROUP_CATEGORY = re.compile(
    r"^((?:[A-Z][\w'-]+ ){1,3})(?:people|male|female|women|footballers|politicians|writers|singers|actors|actresses|novelists"
    r"|musicians|painters|composers|scientists|emigrants|poets|films|descent|cuisine|journalists)\b"
)
NOT_GROUPS = word_set(
    "Living Expatriate Documentary Lost Fictional International Biographical Cookbook Classical Country "
    "Medieval Feminist Executed Drama Modern Mythopoeic Contemporary Dystopian Abstract Landscape Parody "
    "Western Rock Pop Jazz Ragtime Blues Folk Soul Gospel Opera Historical National Murdered Deaf Blind "
    "Gay Lesbian Bisexual LGBT Transgender Silent War Crime Comedy Horror Adventure Romantic Political "
    "Military Religious Mythological Legendary Female Male Women Child Independent Former Young Business "
    "Real Early Ancient Music Art Film Radio Television Street Sports Science Fantasy Mystery Travel "
    "Garden Food Wildlife Portrait Court Marine Animal Still Women's Deified Masala Black White "
    "Postmodern Modernist Neoclassical Surrealist Impressionist Realist Symbolist Baroque Renaissance "
    "Rococo Gothic Mannerist Official Unofficial Latin New Old North South East West Central Northern "
    "Southern Eastern Upper Lower Greater United Post Pre Non Honorary Missing Assassinated Kidnapped "
    "Retired Professional Amateur Freelance Youth Prehistoric Urban Rural Educational Anti Pro"
)
JOB_ROOTS = (
    "worker.n.01", "leader.n.01", "creator.n.02", "entertainer.n.01", "expert.n.01", "scholar.n.01", "communicator.n.01", "contestant.n.01",
    "religious_person.n.01", "serviceman.n.01", "professional.n.01", "professional.n.02", "official.n.01", "official.n.02", "athlete.n.01", "capitalist.n.02",
    "intellectual.n.01", "traveler.n.01", "adventurer.n.01", "negotiator.n.01", "aristocrat.n.01", "preserver.n.03",
)  # fmt: skip
HEALTH_ROOTS = (
    "illness.n.01",
    "symptom.n.01",
    "injury.n.01",
    "mental_disorder.n.01",
    "disability.n.01",
    "addiction.n.01",
    "pathology.n.02",
    "physiological_condition.n.01",
)
GROUP_ROOTS = {
    "NORP": ("inhabitant.n.01", "ethnic_group.n.01", "native.n.01", "nationality.n.02"),
    "RELIGION": ("religious_person.n.01", "religion.n.01", "religion.n.02"),
    "LANGUAGE": ("natural_language.n.01",),
}
NOT_FAITHS = word_set(
    "Byzantine Dominican Gregorian Hebrew Hebraic Hebraical Hindi Kokka Mandaean Mandean Marian Mendelian Moorish Moresque "
    "Mosaic Pauline R.C. Roman Shuha Tantric Tantrik Unitarian Zionist"
)
"""Adjectives of faiths that say something else first."""
FAMILY_ROOTS = ("relative.n.01", "spouse.n.01")
# people of whom a text says nothing by calling them so
NOT_JOBS = word_set(
    "birth bird brat back cat dish dog end extra fan fossil instrument material mate mime offspring "
    "oracle personality personification planet plant regicide relation rep rock sire sport study "
    "subsidiary suicide tackle tool type unknown vet whale wing parent twin prisoner detainee inmate "
    "refugee letter browser monitor router server scanner setter stamper stacker splitter sweeper tuner "
    "printer loader grader checker hanger jumper matcher mounter mover pusher punter beater blocker "
    "booker cutter caster carrier digger fixer handler provider responder selector shopper survivor "
    "perpetrator predator antagonist protagonist purchaser supplier tester thrower treater trimmer "
    "observer center prior liberal noble suspect killer objector organiser organizer demonstrator "
    "resister operator sorter taster taker winder smuggler freedman human hero villain monarch "
    "participant attendee adoptee amputee affiliate representative escort exile groom consort proxy "
    "relations competition computer calculator closer ends forward agonist counsel primate wife husband "
    "client rover putter adapter fastener patron celebrity professional filer finisher colonizer veteran "
    "mercenary sibling princess prince duke duchess earl baron king queen emperor empress billionaire "
    "warrior hunter family cannibal psychopath escapee synthesizer synthesiser oiler greaser charger "
    "consul lock rail hook brake anchor cast post bond range staffs conscript agnostic existentialist "
    "exponent catcher trickster extras "
    "person people man woman user member head chair star host partner guide page cook train fellow guest "
    "slave human adult child male female winner loser finalist runner leader follower father mother "
    "brother sister boy girl friend enemy citizen resident native inhabitant individual figure character "
    "subject object model expert authority source agent party side principal second third first other "
    "best applicant claimant defendant plaintiff witness accused suspect victim offender representative "
    "appellant respondent petitioner lawyer's public media press staff team crew group company band club "
    "squad cast mark bill john jack jane will may grant case chief self team-mate creature god goddess "
    "devil angel saint spirit power force influence reader visitor viewer listener speaker buyer owner "
    "player-manager one life death name lead set top key body mind heart face eye hand foot cover spot "
    "cut stand run hit miss fall rise minor major general private corporal regular ordinary junior senior "
    "peer match rival opponent competitor contender challenger traveler traveller passenger pedestrian "
    "caller sender receiver recipient holder bearer keeper maker doer user breaker draw favorite "
    "favourite express"
)
NOT_HEALTH = word_set(
    "wale founder collapse strain spinal flexion malaise pip harelip murmur plethora stress anoxia bends chill roaring purple purples jerk jerks "
    "condition state health age maturity youth sleep pregnancy birth hunger thirst wakefulness sex breath "
    "energy rest strength muscle tone heat pain hurt wound break burn cut bite sting fire cold hot shock "
    "rash ill upset complaint attack syndrome disease disorder illness sickness mania hiding drive "
    "arousal awakening relaxation tension nature death life growth twist pull strain stress bump scratch "
    "scrape graze blister bad need craving addiction dream trance trip high stone sign symptom effect "
    "crisis block mole spot reflex flare flush glow look excitement dependence tic run thing mean habit "
    "rage passion virginity potency fertility sterility alertness sanity disability health-problem "
    "exposure suffering stitch sore stiff drunk lie fall harm hit blow pinch blackout attachment "
    "separation fracture break mass tiredness fatigue nakedness nudity hospitalization hair consciousness "
    "awareness wound trauma damage injury bruise quickening asphyxia infestation "
    "aberration adhesion alerting anomaly abnormality aura congestion coronary deflection endemic erection excitation fixation frenzy fugue "
    "gall hardening hurting lichen materialism maternity mono obliquity para parity peduncle pest redness regression rupture "
    "slash sleeping smart smarting smartness stinging torment transposition vigil warp wasting blockage"
)
LAY_HEALTH = (
    "heart attack", "stroke", "cancer", "depression", "anxiety", "disability", "fracture", "fractures", "mental illness", "suicide attempt", "drug addiction",
    "alcoholism", "overdose", "obesity", "dementia", "blindness", "deafness", "miscarriage", "kidney failure", "heart failure", "heart disease",
    "brain injury", "brain damage", "head injury", "organ failure", "brain tumour", "tumour", "tumours", "leukaemia", "anaemia", "haemophilia",
    "paralysis", "amputation", "chemotherapy", "radiotherapy", "dialysis", "surgery", "transplant", "post-traumatic stress disorder", "heart condition",
    "heart surgery", "psychiatric disorder", "psychiatric disorders", "mental disorder", "mental disorders", "diarrhoea", "oedema", "oesophageal cancer",
)  # fmt: skip
EXTRA_JOBS = word_set(
    "ceo cfo coo cto co-founder cofounder founder forester fisherwoman spokesman spokeswoman youtuber "
    "blogger influencer streamer barista podcaster screenwriter songwriter singer-songwriter filmmaker "
    "showrunner bassist frontman cinematographer midfielder goalkeeper defender striker quarterback "
    "linebacker pitcher catcher outfielder shortstop wrestler kickboxer chairwoman chairperson councillor "
    "councilman congressman congresswoman senator parliamentarian mayor vice-president vice-chairman "
    "commander-in-chief headteacher caretaker"
)
LATIN = re.compile(r"^[a-z][a-z' -]+$")
FREQUENT = 12e-6
"""Share of running words from which on a word is frequent: about 16 bits."""


def walk(wordnet: WordNet, roots: Iterable[str]) -> Iterator[tuple[str, Concept]]:
    """Yield every lemma under the roots, with its concept."""
    stack = [Concept(f"wn:{r}", r) for r in roots]
    seen: set[str] = set()
    while stack:
        concept = stack.pop()
        if concept.id in seen:
            continue
        seen.add(concept.id)
        for lemma in wordnet.lemmas(concept):
            yield lemma, concept
        stack.extend(wordnet.hyponyms(concept))


def under(wordnet: WordNet, roots: Iterable[str]) -> dict[str, bool]:
    """Lemmas below the roots -> whether that is the first sense of the lemma."""
    concepts = {c.id for _, c in walk(wordnet, roots)}
    found: dict[str, bool] = {}
    for lemma, _ in walk(wordnet, roots):
        senses = wordnet.senses(lemma)
        found[lemma] = bool(senses) and senses[0].concept.id in concepts and not senses[0].instance
    return found


def casing(wikipedia: Path, files: int) -> tuple[Counter[str], Counter[str]]:
    """Return how often words stand in lower case, and capitalized, away from beginnings of sentences."""
    word = re.compile(r"(?<![.!?\"“:\n]\s)(?<![\"“(\n])(?<!\w)([A-Za-z][a-z]+)(?!\w)")
    lower: Counter[str] = Counter()
    upper: Counter[str] = Counter()
    for file in sorted(wikipedia.glob("articles-*.jsonl.xz"))[:files]:
        with lzma.open(file, "rt", encoding="utf-8") as lines:
            for number, line in enumerate(lines):
                if number % 2:
                    continue
                for w in word.findall(json.loads(line)["text"][200:20000]):
                    (lower if w[0].islower() else upper)[w.lower()] += 1
    return lower, upper


def categories(wikipedia: Path) -> Iterator[tuple[str, list[str]]]:
    with gzip.open(wikipedia / "article_categories.tsv.gz", "rt", encoding="utf-8") as lines:
        for line in lines:
            title, *names = line.rstrip("\n").split("\t")
            yield title, names


def singular(word: str) -> str:
    if word.endswith("men"):
        return word[:-3] + "man"
    if word.endswith("ies"):
        return word[:-3] + "y"
    if word.endswith(("sses", "ches", "shes")):
        return word[:-2]
    return word[:-1] if word.endswith("s") and not word.endswith("ss") else word


def plural(word: str) -> str:
    if word.endswith("man"):
        return word[:-3] + "men"
    if word.endswith("y") and word[-2:-1] not in "aeiou":
        return word[:-1] + "ies"
    return word + ("es" if word.endswith(("s", "ch", "sh", "x")) else "s")


def occupations(
    taxonomies: Path, wikipedia: Path, wordnet: WordNet, lower: Counter[str]
) -> tuple[set[str], set[str]]:
    """Heads of occupations ("engineer"), and the words that stand before them ("civil")."""
    first = under(wordnet, JOB_ROOTS)
    person = under(wordnet, ("person.n.01",))
    labels: list[str] = []
    with gzip.open(taxonomies / "esco" / "occupations.csv.gz", "rt", encoding="utf-8") as raw:
        for row in csv.DictReader(raw):
            labels += [row["PREFERREDLABEL"], *row["ALTLABELS"].split("\n")]
    ends: Counter[str] = Counter()
    before: Counter[str] = Counter()
    for label in labels:
        words = label.strip().lower().split()
        if words and LATIN.match(label.strip().lower()):
            ends[words[-1]] += 1
    with gzip.open(wikipedia / "short_descriptions.tsv.gz", "rt", encoding="utf-8") as lines:
        described: Counter[str] = Counter()
        descriptions = []
        for line in lines:
            text = re.split(
                r"[(;]| who | from | in | of | for | and | at |, ", line.rstrip("\n").split("\t")[-1].strip()
            )
            for piece in text:
                words = piece.split()
                if words and LATIN.match(words[-1]):
                    described[words[-1]] += 1
                    descriptions.append(words)
    for _, names in categories(wikipedia):
        for name in names:
            words = name.split()
            if len(words) > 1 and singular(words[-1]) in person:
                described[singular(words[-1])] += 1
    heads = {
        w
        for w in set(ends) | set(described) | set(first)
        if LATIN.match(w)
        and " " not in w
        and len(w) > 2
        and w not in NOT_JOBS
        and w in person
        and (
            (first.get(w) and described[w] + ends[w] >= 2)
            or (person[w] and (described[w] >= 4 or ends[w] >= 4))
            or described[w] >= 25
        )
    }
    heads |= {
        w
        for w in ends
        if ends[w] >= 4
        and "-" not in w
        and w not in NOT_JOBS
        and re.search(r"(?:ist|ologist|grapher|keeper|maker|smith|worker|driver|man|woman)$", w)
    }
    heads |= EXTRA_JOBS
    heads -= {
        w for w in heads - EXTRA_JOBS if not person.get(w, True) and not first.get(w) and described[w] < 25
    }
    for label in labels:
        words = label.strip().lower().split()
        if len(words) > 1 and words[-1] in heads:
            before.update(w for w in words[:-1] if LATIN.match(w))
    for words in descriptions:
        if words[-1] in heads:
            before.update(w for w in words[:-1] if LATIN.match(w))
    stop = word_set("the a an of and or for in to as by with at on from his her its their this that who")
    modifiers = {w for w, n in before.items() if n >= 4 and w not in stop and (lower[w] or "-" in w)}
    return heads, modifiers


def compounds(wordnet: WordNet, roots: Iterable[str]) -> set[str]:
    """Return lower-case lemmas of more than one word under the roots."""
    return {lemma for lemma, _ in walk(wordnet, roots) if " " in lemma and LATIN.match(lemma)}


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("taxonomies", type=Path)
    parser.add_argument("wikipedia", type=Path)
    parser.add_argument("-o", "--output", type=Path, required=True)
    parser.add_argument("--files", type=int, default=4, help="article files that are read for letter case")
    arguments = parser.parse_args()
    for folder in (arguments.taxonomies / "esco", arguments.wikipedia):
        if not folder.is_dir():
            sys.exit(f"missing: {folder}")
    wordnet = open_wordnet()
    lower, upper = casing(arguments.wikipedia, arguments.files)

    common = {w for w, n in lower.items() if n >= 4 and n >= 0.12 * (n + upper[w])}
    heads, modifiers = occupations(arguments.taxonomies, arguments.wikipedia, wordnet, lower)
    write(arguments.output / "common.txt", common)
    least = FREQUENT * sum(lower.values())
    write(arguments.output / "frequent.txt", {w for w, n in lower.items() if n >= least and len(w) > 3})
    write(arguments.output / "job_heads.txt", {f for h in heads for f in (h, plural(h))})
    write(arguments.output / "job_modifiers.txt", modifiers)
    person = compounds(wordnet, JOB_ROOTS)
    rows: dict[str, str] = {phrase: "JOB" for phrase in person if phrase.split()[-1] not in NOT_JOBS}

    with (arguments.taxonomies / "disease_ontology" / "HumanDO.tsv").open(encoding="utf-8") as lines:
        for row in csv.DictReader(lines, delimiter="\t"):
            label = row["label"].lower()
            if (
                3 < len(label) <= 40
                and len(label.split()) <= 3
                and re.fullmatch(r"[a-z][a-z' -]+", label)
                and label not in NOT_HEALTH
                and not (" " not in label and common_noise(label, lower))
            ):
                rows[label] = "DISEASE"
    for lemma, is_first in under(wordnet, HEALTH_ROOTS).items():
        if (
            is_first
            and LATIN.match(lemma)
            and len(lemma) > 3
            and lemma not in NOT_HEALTH
            and lower[lemma] < 3000
        ):
            rows.setdefault(lemma, "DISEASE")
    rows.update((lay, "DISEASE") for lay in LAY_HEALTH)
    for lemma, is_first in under(wordnet, FAMILY_ROOTS).items():
        if (
            is_first
            and LATIN.match(lemma)
            and lemma
            not in (
                "relation",
                "relative",
                "baby",
                "offspring",
                "child",
                "kin",
                "family",
                "issue",
                "partner",
                "single",
                "twin",
                "infant",
                "successor",
                "next of kin",
                "kinsman",
                "kid",
            )
        ):
            rows.setdefault(lemma, "FAMILY")

    groups: Counter[str] = Counter()
    for _, names in categories(arguments.wikipedia):
        for name in names:
            match = GROUP_CATEGORY.match(name)
            if match:
                groups[match.group(1).strip()] += 1
    lemma_case = under(wordnet, (r for roots in GROUP_ROOTS.values() for r in roots))
    adjectives = {w for w in lemma_case if w[:1].isupper()}
    for name, count in groups.items():
        words = name.split()
        if name in {
            "Olympic",
            "Argentina",
            "Mickey",
            "Victorian",
            "Post-apocalyptic",
            "Brazil",
            "Bletchley Park",
            "Aldosivi",
            "Kotar",
        }:
            continue
        if (
            any(w in NOT_GROUPS for w in words[:1])
            and name not in adjectives
            and not name.startswith(("New Zealand", "North Korean", "South ", "Puerto", "Hong"))
        ):
            continue
        if lower[name.lower()] > 0.3 * (1 + upper[name.lower()] + lower[name.lower()]):
            continue
        demonym = re.search(
            r"(?:an|ish|ese|ch|i|ic|ian|ean|er|se|sh|k|lander|ite|tine|que|qi|ori|egian|enian|uk|po|ek|ot|ss|us|il|ni|na)$",
            words[-1],
        )
        if count >= 4 and len(words) <= 2 and demonym and not name.endswith(("language", "Women's")):
            rows.setdefault(name, "NORP")
    for kind, roots in GROUP_ROOTS.items():
        for lemma, is_first in under(wordnet, roots).items():
            if is_first and lemma[:1].isupper() and len(lemma) > 3 and re.fullmatch(r"[A-Z][\w' -]+", lemma):
                rows.setdefault(lemma, kind)
    rows.update(dict.fromkeys(faiths(), "RELIGION"))
    write(arguments.output / "attributes.tsv", {f"{phrase}\t{kind}" for phrase, kind in rows.items()})


def faiths() -> set[str]:
    """Return the adjectives of religions and of those who follow them ("Jewish"), by WordNet's links between words."""
    from nltk.corpus import wordnet

    followed = set()
    for root in map(wordnet.synset, (*GROUP_ROOTS["RELIGION"], "jew.n.01", "denomination.n.01")):
        followed |= {root, *root.closure(lambda synset: synset.hyponyms() + synset.instance_hyponyms())}
    lemmas = (lemma for synset in wordnet.all_synsets("a") for lemma in synset.lemmas())
    names = {
        lemma.name().replace("_", " ")
        for lemma in lemmas
        if any(of.synset() in followed for of in lemma.pertainyms() + lemma.derivationally_related_forms())
    }
    return {name for name in names if name[:1].isupper()} - NOT_FAITHS


def common_noise(word: str, lower: Counter[str]) -> bool:
    """One-word diseases that are everyday words."""
    return lower[word] > 2500


def write(path: Path, lines: Iterable[str]) -> None:
    kept = sorted(set(lines))
    buffer = io.StringIO()
    for line in kept:
        buffer.write(line + "\n")
    path.write_text(buffer.getvalue(), encoding="utf-8")
    print(f"{path}: {len(kept)} lines, {path.stat().st_size} bytes")


if __name__ == "__main__":
    main()
