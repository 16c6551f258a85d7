"""The hierarchy of an attribute, from whatever its definition says: a file, rows, made, or a taxonomy."""

from collections.abc import Sequence

from kb.base import KnowledgeBase
from kb.taxonomy import ancestors, readable
from sanitizer.relational.definition.definition import Attribute, Definition, HierarchySpec
from sanitizer.relational.table.hierarchy import TOP, Hierarchy, HierarchyError


def make_hierarchy(attribute: Attribute, values: Sequence[str], definition: Definition) -> Hierarchy | None:
    """The hierarchy that the definition names for an attribute, None when it names none.

    Raises HierarchyError when the hierarchy is malformed or lacks a value of the table.
    """
    spec = attribute.hierarchy
    if spec is None:
        return None
    name, distinct = attribute.name, sorted(set(values))
    if spec.file:
        return Hierarchy.from_csv(name, definition.resolve(spec.file), spec.delimiter)
    if spec.levels:
        return Hierarchy.from_rows(name, spec.levels)
    if not distinct:
        return None
    if spec.taxonomy:
        from sanitizer.relational.table.taxonomies import open_taxonomy

        return taxonomy(name, distinct, open_taxonomy(spec.taxonomy))
    return _made(name, distinct, spec)


def _made(name: str, values: Sequence[str], spec: HierarchySpec) -> Hierarchy:
    if spec.made == "masking":
        return Hierarchy.masking(name, values, spec.mask_length)
    if spec.made == "ranges":
        return Hierarchy.ranges(name, values, spec.fanout, spec.width)
    if spec.made == "calendar":
        return Hierarchy.calendar(name, values)
    return Hierarchy.flat(name, values)


def taxonomy(name: str, values: Sequence[str], knowledge: KnowledgeBase) -> Hierarchy:
    """The generalizations of each value in a knowledge base: its first sense, by its nearest readable ancestors.

    A value that the knowledge base does not know goes straight to ``*``.
    """
    chains: dict[str, list[str]] = {}
    for value in values:
        senses = knowledge.senses(value)
        labels: list[str] = []
        concept = senses[0].concept if senses else None
        while concept is not None:
            above = [c for c, distance in ancestors(knowledge, concept) if distance == 1]
            concept = above[0] if above else None
            if concept is not None and readable(concept) and concept.label not in labels:
                labels.append(concept.label)
        chains[value] = labels
    if not any(chains.values()):
        raise HierarchyError(f'hierarchy "{name}": the taxonomy knows none of the column\'s values')
    return Hierarchy.from_chains(name, _nested(chains))


def _nested(chains: dict[str, list[str]]) -> dict[str, list[str]]:
    """Chains cut so that each label has one way up: the first seen in the order of the values."""
    parent: dict[str, str] = {}
    for value in sorted(chains):
        previous = ""
        for label in chains[value]:
            if previous:
                parent.setdefault(previous, label)
            previous = label
        if previous:
            parent.setdefault(previous, TOP)
    result: dict[str, list[str]] = {}
    for value, labels in chains.items():
        chain: list[str] = []
        label = labels[0] if labels else TOP
        while label != TOP and label not in chain:
            chain.append(label)
            label = parent.get(label, TOP)
        result[value] = [*chain, TOP]
    return result
