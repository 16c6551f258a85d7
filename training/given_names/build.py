"""Given names that are borne by men or by women only: `python training/given_names/build.py WIKIPEDIA OUT`.

Bearers are told by what their biography calls them (he or she), and by what any article calls relatives and others
right before their names ("his wife Kate", "Mr. Tim Cook"; each article counts once for a name). A name is kept where
nearly all its bearers are alike. Peoples that put the family name first are left out, and words that are a family name
more often than a given one. Names that no biography or too few tell are taken from the lists of given names of many
countries that Faker (MIT) has, where all lists agree, no bearer in an article speaks against them, and they are no
family name, place or common word. OUT is kb/data/given_names.tsv. A minute of one core.
"""

import collections
import importlib
import json
import lzma
import re
import sys
from pathlib import Path

from faker.config import AVAILABLE_LOCALES

from kb.wordnet import open_wordnet
from sanitizer.text.fold import words as word_set
from sanitizer.text.lexicon import common_words

LEAST_BEARERS = 3
BEARERS_OF_EXCEPTION = 14
"""One exception is allowed for so many bearers: words before a name may belong to another ("father Anna")."""

HE = re.compile(r"\b(?:he|his|him|himself)\b", re.I)
SHE = re.compile(r"\b(?:she|her|hers|herself)\b", re.I)
_FIRST = r"(?P<name>[A-ZÀ-Þ][a-zß-ÿāēīōūăğışçłńśźżčěřšťůž]{2,}(?:-[A-ZÀ-Þ][a-zß-ÿ]+)?)\b"
CALLED = {
    "f": re.compile(
        rf"\b(?:wife|daughter|mother|sister|girlfriend|aunt|niece|grandmother|granddaughter|widow|actress|businesswoman|"
        rf"stepmother|stepdaughter|Mrs\.?|Ms\.?|Miss|Princess|Dame),? {_FIRST}"
    ),
    "m": re.compile(
        rf"\b(?:husband|son|father|brother|boyfriend|uncle|nephew|grandfather|grandson|widower|businessman|stepfather|"
        rf"stepson|Mr\.?|Prince|Sir|Brother),? {_FIRST}"
    ),
}
PERSON = re.compile(r"^\d{1,4}s? (?:BC )?(?:births|deaths)$|^Living people$|^Year of (?:birth|death)")
FAMILY_NAME_FIRST = re.compile(
    r"\b(?:Chinese|Japanese|Korean|Vietnamese|Taiwanese|Hungarian|Mongolian|Singaporean|Malaysian|Cambodian|Burmese|"
    r"Hong Kong|dynasty|Dynasty|China|Korea|Japan|Edo|Samurai|Shōgun|Joseon|Goryeo|mythology|Icelandic)\b"
)
NO_PERSON = re.compile(
    r"\b(?:duos?|groups|bands|families|siblings|twins|fictional|characters|animals|horses)\b", re.I
)
OF_RARE_WORDS, OF_WORDS = 6, 12
"""Bearers that a word needs that is a common noun ("Molly"), one that WordNet met in texts ("Bride"), or a place."""
NO_NAME = word_set(
    "Sir Pope Prince Princess Dame Lady King Queen Lord Saint Emperor Empress Sultan Brother Sister Roman German Count "
    "Baron Duke Earl Cardinal Captain General Colonel Major Doctor Professor Judge Justice President Mother "
    "Father Uncle Aunt The His Her Who When Young Old Little Big Holy Crown Royal Grand Great High Black White"
)
LISTED = re.compile(r"[A-ZÀ-Þ][a-zß-ɏ]{2,}(?:-[A-ZÀ-Þ][a-zß-ɏ]+)?")
LISTS = {"m": "first_names_male", "f": "first_names_female"}
NAME = re.compile(r"(?:[A-Z][a-zà-öø-ÿāēīōūăğışçłńśźżčěřšťůž]+[-'’]?){1,3}")


def listed() -> dict[str, str]:
    """Return the given names of Faker's lists that only men, or only women, of all countries bear, and that are no
    family names."""
    lists: dict[str, set[str]] = {"m": set(), "f": set(), "": set()}
    for locale in sorted(AVAILABLE_LOCALES):
        try:
            provider = importlib.import_module(f"faker.providers.person.{locale}").Provider
        except ImportError:
            continue
        for sort, name in LISTS.items():
            lists[sort].update(getattr(provider, name, ()))
        lists[""].update(getattr(provider, "last_names", ()))
    return {
        name: sort
        for sort, other in (("f", "m"), ("m", "f"))
        for name in sorted(lists[sort] - lists[other] - lists[""])
        if LISTED.fullmatch(name)
    }


def main() -> None:
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    bearers: dict[str, collections.Counter[str]] = collections.defaultdict(collections.Counter)
    family: collections.Counter[str] = collections.Counter()
    for path in sorted(Path(sys.argv[1]).glob("articles-*.jsonl.xz")):
        with lzma.open(path, "rt", encoding="utf-8") as lines:
            for line in lines:
                article = json.loads(line)
                told = "|".join(article["categories"])
                for sort, called in CALLED.items():
                    for name in {match["name"] for match in called.finditer(article["text"])}:
                        bearers[name][sort] += 1
                if not any(PERSON.search(c) for c in article["categories"]) or NO_PERSON.search(told):
                    continue
                words = re.sub(r"\s*\(.*", "", article["title"]).partition(",")[0].split()
                if (
                    len(words) < 2 or words[1][:1].islower()
                ):  # "Henry of Navarre" has no family name to tell it from
                    continue
                if FAMILY_NAME_FIRST.search(told):
                    continue
                family[words[-1]] += 1
                he, she = len(HE.findall(article["text"])), len(SHE.findall(article["text"]))
                if NAME.fullmatch(words[0]) and max(he, she) >= max(3, 3 * min(he, she)):
                    bearers[words[0]]["m" if he > she else "f"] += 1
    wordnet = open_wordnet()
    kept = []
    for name in sorted(bearers.keys() - NO_NAME):
        (sort, most), total = bearers[name].most_common(1)[0], sum(bearers[name].values())
        exceptions = total - most
        alike = exceptions * BEARERS_OF_EXCEPTION <= total
        senses = wordnet.senses(name)
        place = any(s.instance and s.entity_class == "LOC" for s in senses)
        nouns = [s.frequency for s in senses if not s.instance]
        least = OF_WORDS if place or any(nouns) else OF_RARE_WORDS if nouns else LEAST_BEARERS
        if total >= least and alike and 3 * total >= family[name]:
            kept.append(f"{name}\t{sort}\n")
    known = {line.partition("\t")[0].casefold() for line in kept}
    for name, sort in listed().items():
        against = bearers[name].total() - bearers[name][sort]
        rare = not wordnet.senses(name) and 3 * bearers[name].total() >= family[name]
        english = name.casefold() in common_words() or name in NO_NAME
        if name.casefold() not in known and not against and rare and not english:
            kept.append(f"{name}\t{sort}\n")
    kept.sort()
    Path(sys.argv[2]).write_text("".join(kept), encoding="utf-8")
    of_women = sum(line.endswith("\tf\n") for line in kept)
    print(f"{len(kept)} names of {len(bearers)}, {of_women} of women")


if __name__ == "__main__":
    main()
