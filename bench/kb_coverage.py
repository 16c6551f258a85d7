"""Coverage of the knowledge bases: `python bench/kb_coverage.py TAB.json.gz WIKIBIOS.json.gz WIKIACTORS.json.gz`.

Of the gold mentions of each file (in the benchmarks' form), the share that gets a generalization below the root that
is not just the class word ("person", "organization", "place", ...), by class and by the knowledge base of the sense;
PERSON, CODE and QUANTITY are left out of the totals. A mention is looked up by itself; for places it is also said how
many have one in their document, where the text tells what they are or lie in ("X, a village in Cyprus"). On files
where humans chose a generalization in words, the share where one of ours is the same or a close taxonomic neighbour.
`-v` lists what is not covered.
"""

import argparse
import ast
import collections
import gzip
import json
import re
import time
from pathlib import Path

from kb import Concept, Sense
from kb.chain import Chain
from kb.defaults import open_default
from kb.taxonomy import ancestors
from sanitizer.read.described_places import NOTHING_SAID, Said, said_of, told_senses
from sanitizer.read.senses import NO_SENSE, choose_sense
from sanitizer.types import Span

CLASS_WORDS = {
    "PERSON": {"person", "individual", "human"},
    "ORG": {"organization", "organisation", "group", "social group", "institution"},
    "LOC": {"location", "place", "region", "area"},
    "DEM": {"person", "attribute", "state", "condition"},
    "DATETIME": {"date", "time", "time period", "time of day"},
    "QUANTITY": {"quantity", "number"},
    "CODE": {"code", "number"},
    "MISC": {"thing", "object", "event", "work"},
    "": {"thing", "object", "person", "location", "group"},
}
# Roots of the taxonomies and what stands right below them: no reader learns anything from these.
TOP = {
    "entity",
    "physical entity",
    "abstraction",
    "abstract entity",
    "object",
    "physical object",
    "whole",
    "unit",
    "thing",
    "matter",
    "attribute",
    "relation",
    "psychological feature",
    "group",
    "grouping",
    "causal agent",
    "measure",
    "act",
    "event",
    "state",
    "communication",
    "cognition",
    "artifact",
    "artefact",
    "instrumentality",
    "organism",
    "living thing",
    "root",
    "code",
}
LEFT_OUT = ("PERSON", "CODE", "QUANTITY")


def look_up(kb: Chain, text: str, entity_class: str, occupation: bool = False) -> tuple[Sense | None, bool]:
    """Return the sense of a mention, or of what is left of it when its first words are dropped."""
    words = text.split()
    for start in range(len(words)):
        phrase = " ".join(words[start:])
        # What is left of a name tells nothing ("Love Never Dies"); names that tell are known as such. Of a title it
        # does ("House Minority Leader").
        if start and any(c.isupper() for c in phrase):
            if entity_class != "DEM":
                continue
            phrase = phrase.lower()
        senses = kb.senses(phrase)
        if start:
            senses = [s for s in senses if not s.instance]
        if senses:
            # What is left of a name must be of its class ("athletics" is no team); of other phrases, anything.
            kept = entity_class if not start or entity_class in ("ORG", "LOC", "PERSON", "DEM") else ""
            choice = choose_sense(
                senses, kept, lambda _: 0.0, phrase, lambda s: kb.hypernyms(s.concept), occupation or None
            )
            if choice.chosen is not NO_SENSE:
                return choice.chosen, start > 0
    return None, False


def look_up_in(
    kb: Chain, text: str, entity_class: str, said: Said, occupation: bool = False
) -> tuple[Sense | None, bool]:
    """Return the sense of a mention in its document, where that says something of it."""
    if told := told_senses(kb, text, said):
        return choose_sense(told, entity_class, lambda _: 0.0, text).chosen, False
    return look_up(kb, text, entity_class, occupation)


def is_occupation(kb: Chain, text: str) -> bool:
    """Return whether the head of a phrase in small letters is a kind of person in WordNet (an occupation, mostly)."""
    head = text.split()[-1] if text.split() else ""
    senses = kb.bases[0].senses(head)[:1] if head.islower() else []
    return any(a.id == "wn:person.n.01" for s in senses for a, _ in ancestors(kb.bases[0], s.concept))


def generalizations(kb: Chain, sense: Sense, shortened: bool) -> list[Concept]:
    above = [c for c, _ in ancestors(kb, sense.concept)]
    return [sense.concept, *above] if shortened else above


def read(path: Path) -> list[tuple[str, str, list[str], bool, Said]]:
    """(text, class, chosen, sensitive, what its document says of it) of the mentions, each once; attributes of
    persons also when not sensitive."""
    found = []
    with gzip.open(path, "rt", encoding="utf-8") as stream:
        documents = json.load(stream)
    for document in documents:
        annotations = document["annotations"]
        if isinstance(annotations, str):
            annotations = ast.literal_eval(annotations)
        seen = set()
        for annotator in annotations.values():
            for mention in annotator["entity_mentions"]:
                entity_class = mention["entity_type"].replace("UNKNOWN", "")
                key = (mention["start_offset"], mention["end_offset"])
                sensitive = mention["identifier_type"] != "NO_MASK"
                if key not in seen and (sensitive or entity_class == "DEM"):
                    seen.add(key)
                    text = document["text"][key[0] : key[1]]
                    said = NOTHING_SAID
                    if entity_class == "LOC":
                        whole = re.finditer(rf"(?<!\w){re.escape(text)}(?!\w)", document["text"])
                        said = said_of(document["text"], [Span(*key), *(Span(*m.span()) for m in whole)])
                    found.append((text, entity_class, mention.get("chosen", []), sensitive, said))
    return found


def in_words(chosen: list[str]) -> str:
    """Return the generalization that a human chose, where it is in words."""
    if not chosen or "***" in chosen[0] or re.search(r"\d|^[A-Z$X]+$|^DATE", chosen[0]) or not chosen[0]:
        return ""
    return chosen[0].lower()


def is_near(kb: Chain, human: str, ours: list[Concept]) -> bool:
    """Return whether they agree: the same label, a label that says the same head, or within two steps in the
    taxonomy."""
    labels = {c.label.lower() for c in ours[:8]}
    if human in labels:
        return True
    ids = {c.id for c in ours[:8]}
    words = human.split()
    for start in range(len(words)):
        for phrase in {" ".join(words[start:]), human.partition(" in ")[0], human.partition(" of ")[0]}:
            for sense in [s for s in kb.senses(phrase) if not s.instance][:4]:
                near = {sense.concept.id, *(c.id for c, d in ancestors(kb, sense.concept) if d <= 2)}
                steps = {c.id for c in ours[:6] for c in [c]}
                if sense.concept.id in ids or near & steps - {
                    f"wn:{t}" for t in ("entity.n.01", "object.n.01")
                }:
                    return True
    return False


def main() -> None:  # noqa: C901
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("-v", action="store_true", help="list mentions that are not covered")
    options = parser.parse_args()
    kb = open_default()
    for path in options.files:
        if not path.exists():
            parser.exit(2, f"{path} is missing: give the benchmarks' files (JSON, gzipped)\n")
        mentions = read(path)
        covered: collections.Counter[str] = collections.Counter()
        total: collections.Counter[str] = collections.Counter()
        by_base: collections.Counter[str] = collections.Counter()
        human = near = 0
        missed, far = [], []
        start = time.process_time()
        jobs = jobs_covered = 0
        told = 0
        for text, entity_class, chosen, sensitive, said in mentions:
            occupation = entity_class == "DEM" and is_occupation(kb, text)
            sense, shortened = look_up(kb, text, entity_class, occupation)
            ours = generalizations(kb, sense, shortened) if sense else []
            empty = TOP | CLASS_WORDS[entity_class]
            good = [c for c in ours if c.label.lower() not in empty]
            if occupation:
                jobs += 1
                jobs_covered += bool(good)
            if not sensitive:
                continue
            total[entity_class] += 1
            if entity_class == "LOC":
                inside, _ = look_up_in(kb, text, entity_class, said)
                above = generalizations(kb, inside, False) if inside else []
                told += bool(good) or any(c.label.lower() not in empty for c in above)
            if good and sense:
                covered[entity_class] += 1
                by_base[sense.concept.prefix + ("*" if shortened else "")] += 1
            else:
                missed.append((entity_class, text))
            if wanted := in_words(chosen):
                human += 1
                if is_near(kb, wanted, ours):
                    near += 1
                else:
                    far.append((text, wanted, [c.label for c in ours[:4]]))
        spent = time.process_time() - start
        print(f"\n{path.name}: {sum(total.values())} mentions, {spent:.2f} s")
        for entity_class in sorted(total):
            share = covered[entity_class] / total[entity_class]
            print(
                f"  {entity_class or 'any':9s} {covered[entity_class]:5d} of {total[entity_class]:5d}  {share:.3f}"
            )
        kept = [c for c in total if c not in LEFT_OUT]
        done, all_ = sum(covered[c] for c in kept), sum(total[c] for c in kept)
        print(
            f"  {'total':9s} {done:5d} of {all_:5d}  {done / max(all_, 1):.3f}  (without {', '.join(LEFT_OUT)})"
        )
        if total["LOC"]:
            print(f"  places in their document {told} of {total['LOC']} ({told / total['LOC']:.3f})")
        if jobs:
            print(f"  occupations {jobs_covered} of {jobs} ({jobs_covered / jobs:.3f}), sensitive or not")
        print("  by base:", ", ".join(f"{base} {n}" for base, n in by_base.most_common()), "(* shortened)")
        if human:
            print(f"  a human chose words: ours the same or near in {near} of {human} ({near / human:.3f})")
        if options.v:
            for row in [*missed, *far]:
                print("   ", *row)


if __name__ == "__main__":
    main()
