"""What every operator promises."""

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sanitizer.operators import Operator, Term
from sanitizer.recognize.entity_types import TYPES

SURFACES = st.one_of(
    st.sampled_from(
        ["Thomas Huber", "Dr. O’Neil-Müller's", "31 May 1991", "4111 1111 1111 1111", "a@b.org", "X"]
    ),
    st.text(min_size=1, max_size=30).filter(lambda s: bool(s.strip())),
)
TERMS = st.builds(
    lambda surface, type: Term(surface, type, TYPES[type][0], 3, surface, "person-1"),
    SURFACES,
    st.sampled_from(sorted(TYPES)),
)


class OperatorContract:
    """Inherit, and return the operator from :meth:`make`."""

    deterministic = True

    def make(self) -> Operator:
        raise NotImplementedError

    def test_is_an_operator(self) -> None:
        assert isinstance(self.make(), Operator)

    def test_same_term_same_value(self) -> None:
        first, second = self.make(), self.make()

        @settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
        @given(TERMS)
        def holds(term: Term) -> None:
            value = first.replace(term)
            assert value is None or isinstance(value, str)
            if self.deterministic:
                assert second.replace(term) == value == first.replace(term)

        holds()

    def test_says_whether_its_words_stand(self) -> None:
        assert isinstance(self.make().sealed, bool)
