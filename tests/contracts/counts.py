"""What every source of counts must do. Subclass :class:`CountsContract` and give it a provider over :data:`TEXTS`.

class TestMine(CountsContract):
    @pytest.fixture
    def provider(self) -> CountProvider:
        return Mine(TEXTS)
"""

import numpy as np

from corpora_stats.base import UNKNOWN, CountProvider, JointCounts, Query

TEXTS = (
    "Barcelona is a city in Catalonia. The Sagrada Família is in Barcelona.",
    "Madrid is a city in Spain.",
    "Barcelona and Madrid are cities.",
    "The engineer lives in Madrid, Spain.",
    "Engineers build; the city of Barcelona pays.",
    "Catalonia lies in Spain. So does Barcelona's port.",
    "A port is a harbour.",
    "Nothing of note",
)
"""Eight documents to count by hand."""

HAND_COUNTS = {
    "barcelona": 4,
    "madrid": 3,
    "city": 4,
    "cities": 4,
    "Spain": 3,
    "catalonia": 2,
    "engineers": 2,
    "port": 2,
}
HAND_PAIRS = {
    ("barcelona", "city"): 3,
    ("barcelona", "madrid"): 1,
    ("city", "madrid"): 2,
    ("spain", "catalonia"): 1,
    ("engineer", "port"): 0,
    ("barcelona", "port"): 1,
}
UNKNOWN_PHRASE = "zyzzyva quux"


def query(*phrases: str) -> Query:
    return Query.of(*phrases)


class CountsContract:
    """Tests that hold for every provider; those of exact numbers are asked only of providers that say exact."""

    def test_describes_itself(self, provider: CountProvider) -> None:
        assert isinstance(provider, CountProvider)
        assert provider.name
        assert provider.unit in {"document", "paragraph", "sentence", "page", "window"}
        assert provider.minimum_support >= 1
        assert isinstance(provider.exact, bool)
        assert isinstance(provider.public, bool)
        assert provider.total > 0

    def test_total_is_constant(self, provider: CountProvider) -> None:
        before = provider.total
        joint = provider.joint([query("barcelona")], [query("city")])
        assert joint.total == provider.total == before
        assert joint.source == provider.name
        assert joint.exact == provider.exact

    def test_counts_by_hand(self, provider: CountProvider) -> None:
        if not provider.exact:
            return
        assert provider.total == len(TEXTS)
        found = provider.counts([[query(phrase)] for phrase in HAND_COUNTS])
        expected = [n if n >= provider.minimum_support else UNKNOWN for n in HAND_COUNTS.values()]
        assert found.tolist() == expected

    def test_pairs_by_hand(self, provider: CountProvider) -> None:
        if not provider.exact or provider.minimum_support > 2:
            return
        found = provider.counts([[query(a), query(b)] for a, b in HAND_PAIRS])
        assert found.tolist() == list(HAND_PAIRS.values())

    def test_case_and_plural_do_not_matter(self, provider: CountProvider) -> None:
        singular, plural, capital = provider.counts(
            [[query("city")], [query("cities")], [query("CITY")]]
        ).tolist()
        assert singular == plural == capital

    def test_unknown_stays_unknown(self, provider: CountProvider) -> None:
        alone, pair = provider.counts([[query(UNKNOWN_PHRASE)], [query(UNKNOWN_PHRASE), query("city")]])
        assert alone == UNKNOWN
        assert pair == UNKNOWN
        joint = provider.joint(
            [query(UNKNOWN_PHRASE), query("city")], [query("barcelona"), query(UNKNOWN_PHRASE)]
        )
        assert joint.rows[0] == UNKNOWN
        assert joint.columns[1] == UNKNOWN
        assert (joint.joint[0] == UNKNOWN).all()
        assert (joint.joint[:, 1] == UNKNOWN).all()
        assert joint.joint[1, 0] != UNKNOWN

    def test_symmetric_and_below_marginals(self, provider: CountProvider) -> None:
        queries = [query(phrase) for phrase in sorted(HAND_COUNTS)]
        joint = provider.joint(queries, queries)
        known = np.flatnonzero(joint.rows != UNKNOWN)
        assert len(known)
        table = joint.joint[np.ix_(known, known)]
        assert (joint.rows == joint.columns).all()
        assert (table == table.T).all()
        assert (table >= 0).all()
        assert (table <= joint.rows[known][:, None]).all()
        assert (np.diag(table) == joint.rows[known]).all()
        assert (joint.rows <= joint.total).all()

    def test_matrix_agrees_with_single_counts(self, provider: CountProvider) -> None:
        rows, columns = [query("barcelona"), query("spain")], [query("city"), query("port"), query("madrid")]
        joint = provider.joint(rows, columns)
        assert joint.joint.shape == (2, 3)
        assert joint.rows.tolist() == provider.counts([[row] for row in rows]).tolist()
        pairs = provider.counts([[row, column] for row in rows for column in columns])
        assert joint.joint.ravel().tolist() == pairs.tolist()

    def test_alternatives_and_parts_include(self, provider: CountProvider) -> None:
        place = Query(
            query("municipality").phrases,
            parts=(Query(query("barcelona").phrases, key="x:1"), Query(query("madrid").phrases, key="x:2")),
            key="x:place",
        )
        flat = query("barcelona", "madrid", "municipality")
        nested, alternatives, one = provider.counts([[place], [flat], [query("barcelona")]]).tolist()
        assert nested == alternatives
        assert nested >= one
        if provider.exact and provider.minimum_support <= 6:
            assert nested in (6, 4)  # 6 by the documents; 4 where only a table of numbers is known
        with_city = provider.counts([[place, query("city")], [query("barcelona"), query("city")]]).tolist()
        assert with_city[0] >= with_city[1]

    def test_a_context_narrows(self, provider: CountProvider) -> None:
        barcelona, city = query("barcelona"), query("city")
        within = Query(barcelona.phrases, within=city.phrases)
        plain, pair = provider.counts([[barcelona], [barcelona, city]]).tolist()
        narrow, own, both = provider.counts([[within], [within, city], [barcelona, city]]).tolist()
        if plain == UNKNOWN:
            return
        assert narrow == (pair if pair >= provider.minimum_support else UNKNOWN)  # 3 by hand
        assert both == pair
        if narrow == UNKNOWN:
            return
        assert own == narrow
        joint = provider.joint([within, barcelona], [city, query("madrid")])
        assert joint.rows.tolist() == [narrow, plain]
        assert joint.joint[0, 0] == narrow
        assert joint.joint[0, 1] == provider.counts([[within, query("madrid")]])[0] <= joint.joint[1, 1]
        if provider.exact and provider.minimum_support <= 2:
            assert (narrow, joint.joint[0, 1]) == (3, 1)
        assert provider.counts([[Query(barcelona.phrases, within=(UNKNOWN_PHRASE,))]])[0] == UNKNOWN

    def test_three_at_once(self, provider: CountProvider) -> None:
        three, two = provider.counts(
            [[query("barcelona"), query("city"), query("madrid")], [query("barcelona"), query("madrid")]]
        ).tolist()
        assert three <= two
        if provider.exact and provider.minimum_support <= 2:
            assert three == 1

    def test_nothing_asked(self, provider: CountProvider) -> None:
        assert provider.counts([]).shape == (0,)
        joint: JointCounts = provider.joint([], [query("city")])
        assert joint.joint.shape == (0, 1)

    def test_same_answer_twice(self, provider: CountProvider) -> None:
        sets = [[query(phrase)] for phrase in HAND_COUNTS]
        assert provider.counts(sets).tolist() == provider.counts(sets).tolist()
