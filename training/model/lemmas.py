"""Tables for spaCy's rule lemmatizer, derived from the treebanks and the word counts of the Wikipedia texts.

A few suffix rules give the regular forms; every frequent form for which the rules are wrong is an exception: the
treebanks' lemma where they have the word, else the candidate that the texts use most ("buses": "bus", not "buse").
"""

from collections import Counter, defaultdict
from collections.abc import Iterable
from pathlib import Path

from corpora import Sentence
from spacy.lookups import Lookups

RULES = {
    "noun": [["ies", "y"], ["sses", "ss"], ["xes", "x"], ["ches", "ch"], ["shes", "sh"], ["men", "man"], ["ss", "ss"],
             ["us", "us"], ["is", "is"], ["s", ""], ["", ""]],
    "verb": [["ies", "y"], ["sses", "ss"], ["xes", "x"], ["ches", "ch"], ["shes", "sh"], ["ied", "y"], ["ss", "ss"],
             ["s", ""], ["ing", ""], ["ed", ""], ["", ""]],
    "adj": [["ier", "y"], ["iest", "y"], ["", ""]],
    "adv": [["", ""]],
}  # fmt: skip
"""The first rule that fits is used, so the longer endings come first; the empty one gives lower case."""
_UNINFLECTED = """news series species means headquarters barracks crossroads gallows physics mathematics economics
politics ethics statistics athletics diabetes measles rabies always perhaps analysis basis crisis thesis lens chaos gas
bias atlas canvas texas christmas pancreas electronics genetics linguistics aesthetics"""
UNINFLECTED = frozenset(_UNINFLECTED.split())
IRREGULAR = """arose:arise arisen:arise awoke:awake bade:bid bled:bleed bred:breed clung:cling crept:creep
dealt:deal dug:dig dwelt:dwell fed:feed fled:flee flew:fly flown:fly flung:fling forbade:forbid forbidden:forbid
forgave:forgive forgiven:forgive froze:freeze frozen:freeze ground:grind hung:hang hid:hide hidden:hide knelt:kneel
leant:lean leapt:leap lit:light mown:mow overcame:overcome overthrew:overthrow overthrown:overthrow oversaw:oversee
overseen:oversee rang:ring rung:ring rode:ride ridden:ride sang:sing sung:sing sank:sink sunk:sink sewn:sew
shook:shake shaken:shake shone:shine shrank:shrink shrunk:shrink slid:slide slain:slay slew:slay sought:seek
sped:speed sprang:spring sprung:spring stung:sting stole:steal stolen:steal stuck:stick strode:stride strove:strive
striven:strive swam:swim swum:swim swept:sweep swore:swear sworn:swear swung:swing tore:tear torn:tear
undertook:undertake undertaken:undertake undergone:undergo underwent:undergo upheld:uphold wept:weep
withdrew:withdraw withdrawn:withdraw withheld:withhold withstood:withstand woke:wake woken:wake wove:weave
woven:weave wrung:wring"""
PLURALS = """geese:goose teeth:tooth feet:foot oxen:ox mice:mouse lice:louse bacteria:bacterium theses:thesis
hypotheses:hypothesis crises:crisis diagnoses:diagnosis axes:axis matrices:matrix vertices:vertex
appendices:appendix alumni:alumnus fungi:fungus nuclei:nucleus stimuli:stimulus cacti:cactus radii:radius
strata:stratum curricula:curriculum memoranda:memorandum symposia:symposium quizzes:quiz ties:tie pies:pie lies:lie
metastases:metastasis prognoses:prognosis larvae:larva vertebrae:vertebra antennae:antenna formulae:formula
foci:focus loci:locus thrombi:thrombus emboli:embolus bronchi:bronchus sera:serum ova:ovum ganglia:ganglion"""
LEAST = 8


def regular(word: str, part: str) -> str:
    """Return what the rules alone give."""
    for old, new in RULES[part]:
        if word.endswith(old) and len(word) > len(old) + 1:
            return word[: len(word) - len(old)] + new
    return word


def candidates(word: str, part: str) -> list[str]:
    """Return the lemmas that English spelling allows for an inflected form."""
    result = []
    if word.endswith("s") and part in {"noun", "verb"}:
        result.append(word[:-1])
        if word.endswith("es"):
            result.append(word[:-2])
        if word.endswith("ies"):
            result.append(word[:-3] + "y")
        if word.endswith("ses") and part == "noun":
            result.append(word[:-2] + "is")
        if word.endswith("ves") and part == "noun":
            result += [word[:-3] + "f", word[:-3] + "fe"]
        if word.endswith("zzes") or word.endswith("sses"):
            result.append(word[:-3])
    if part == "verb":
        for ending in ("ing", "ed"):
            if word.endswith(ending) and len(word) > len(ending) + 2:
                stem = word[: -len(ending)]
                result += [stem, stem + "e"]
                if stem[-1] == stem[-2]:
                    result.append(stem[:-1])
                if ending == "ed" and stem.endswith("i"):
                    result.append(stem[:-1] + "y")
                if ending == "ing" and stem.endswith("y"):
                    result.append(stem[:-1] + "ie")
                if stem.endswith("ck"):
                    result.append(stem[:-1])
    return result


def word_counts(text: Path) -> Counter[str]:
    """Return counts of the lower-case words of a text with its words set apart."""
    counts: Counter[str] = Counter()
    with text.open(encoding="utf8") as lines:
        for line in lines:
            counts.update(word for word in line.split() if word.isalpha() and word.islower())
    return counts


def exceptions(sentences: Iterable[Sentence], counts: Counter[str]) -> dict[str, dict[str, list[str]]]:
    """For each part of speech, the forms whose lemma the rules miss."""
    seen: dict[str, dict[str, Counter[str]]] = defaultdict(lambda: defaultdict(Counter))
    for sentence in sentences:
        for word, part, lemma in zip(sentence.words, sentence.pos, sentence.lemmas, strict=True):
            if part not in {"PROPN", "NUM", "PUNCT", "SYM", "X", ""}:
                seen[part.lower()][word.lower()][
                    lemma if part == "PRON" and lemma == "I" else lemma.lower()
                ] += 1
    table: dict[str, dict[str, list[str]]] = {}
    for part in sorted(seen):
        found = {word: forms.most_common(1)[0][0] for word, forms in sorted(seen[part].items())}
        if part in RULES:
            found = {w: lemma for w, lemma in found.items() if regular(w, part) != lemma and w.isalpha()}
            if part in {"noun", "verb"}:
                found |= _from_counts(part, counts, set(seen[part]))
        if part == "noun":
            found |= dict(pair.split(":") for pair in PLURALS.split()) | {word: word for word in UNINFLECTED}
        if part == "verb":
            found = dict(pair.split(":") for pair in IRREGULAR.split()) | found
        table[part] = {word: [lemma] for word, lemma in sorted(found.items())}
    return table


def _from_counts(part: str, counts: Counter[str], known: set[str]) -> dict[str, str]:
    found = {}
    for word, n in counts.items():
        if n < LEAST or word in known or len(word) < 4:
            continue
        options = candidates(word, part)
        if part == "noun" and (word.endswith(("ss", "us", "is")) or not word.endswith("s")):
            continue
        best = max(options, key=lambda option: (counts[option], option), default="")
        if best and counts[best] >= max(5, n // 50):
            if best != regular(word, part):
                found[word] = best
        elif part == "noun" and n >= 20 and counts[best] < n / 50:
            # What is never seen without its s is a singular ("herpes", "asbestos").
            found[word] = word
    return found


def tables(sentences: Iterable[Sentence], counts: Counter[str]) -> Lookups:
    """Return the three tables of spaCy's rule lemmatizer; the index stays empty, since the exceptions say all it
    would."""
    lookups = Lookups()
    lookups.add_table("lemma_rules", RULES)
    lookups.add_table("lemma_exc", exceptions(sentences, counts))
    lookups.add_table("lemma_index", {})
    return lookups
