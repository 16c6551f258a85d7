"""What the compiled loops take: values that travel together.

They are plain tuples. Numba keeps machine code in files, by the types of the arguments, and cannot open these files any
more once a class that they name is gone.
"""

from sanitizer.types import BoolArray, FloatArray, IntArray

Shares = tuple[IntArray, IntArray, FloatArray, int]
"""start, feature, keeps, number of :class:`.cluster_blocks.Features`"""

Columns = tuple[FloatArray, FloatArray, FloatArray, BoolArray, FloatArray, FloatArray, FloatArray]
"""The columns of n records: ``low``, ``high``, ``middle`` (n, p); ``category``, ``extent``, ``weight`` (p,);
``importance`` (n,): what a record's columns count."""

Words = tuple[IntArray, IntArray, IntArray, IntArray, FloatArray, IntArray, FloatArray, int]
"""The terms of the records (``start``, ``term``), and of the terms their ladders (``lstart``, ``lfeature``,
``lkeeps``), the ``kind`` with which each may be listed, what it tells there (``nats``), and the longest list
(``most``)."""

Weighed = tuple[Columns, Words, float]
"""What a class loses by: its ``columns``, and its ``words`` with the weight of the ``text``."""

Scratch = tuple[IntArray, IntArray, IntArray, IntArray, IntArray]
"""What the loops write to meanwhile: ``carriers``, ``stamp``, ``place`` (features,), ``local`` (terms,); ``ticket``
(2,) holds the last stamp, and the work that was done: about as many look-ups."""

ClassTerms = tuple[
    IntArray,
    IntArray,
    IntArray,
    FloatArray,
    IntArray,
    IntArray,
    FloatArray,
    IntArray,
    tuple[IntArray, IntArray],
]
"""The terms of one class: the distinct ones (``own``); those of its records (``rstart``, ``rterm``: their places
among the distinct ones); what each distinct one weighs (``weight``); the rungs of each that all records can carry
(``tstart``, ``tfeature``: the place of the feature, ``tkeeps``); the ``names`` of the features. Lists of terms
(``listed``: start, place of the term) are features as well, named from the number of features on."""

GrowingText = tuple[Shares, FloatArray, float, BoolArray]
"""The text of a class that grows: the records' ``features``, what its members keep by each (``shared``; 0 where not
all share it), its ``weight``, and which records have terms (``speaks``)."""

Classes = tuple[IntArray, IntArray, IntArray, FloatArray]
"""A partition as it is searched: ``member`` (classes, room), ``size`` and ``loss`` (classes,), ``label`` (n,)."""

SharedFeatures = tuple[IntArray, IntArray, FloatArray, FloatArray]
"""For each feature the classes that share it, all members or all but one who could be exchanged (``start``,
``owner``, ``value``: what the class keeps by it, -1 in the second case); ``kept`` (classes,) by what all share."""

Seen = tuple[IntArray, IntArray, IntArray, IntArray]
"""What the search went through: ``changed`` (classes,): when a class last changed; ``visited`` (n,): when a record
was last gone through, ``tried`` (n, targets): the classes that were tried for it then; ``clock`` (1,)."""

Nearby = tuple[Shares, SharedFeatures, Seen]
"""What tells which classes are tried for a record, and which were."""

Bounds = tuple[int, bool, int]
"""What bounds the search: at least ``k`` records in a class, ``ask`` before each exchange, as much ``work``."""
