"""What every attacker keeps; tests/audit runs each implementation through it."""

from collections.abc import Callable, Mapping

import numpy as np

from sanitizer.audit.attack import Attacker

BACKGROUND: Mapping[str, str] = {
    "Ada": "Ada studied mathematics in London and wrote notes about the analytical engine. The engine was never built.",
    "Grace": "Grace served in the navy and wrote a compiler. The compiler ran on a large computer at Harvard.",
    "Mary": "Mary collected fossils on the coast of Dorset and sold an ichthyosaur to a museum in London.",
}
TEXT = "A person collected fossils and sold them to a museum."


class AttackerContract:
    """Subclass it and say how to make the attacker from a background."""

    make: Callable[[Mapping[str, str]], Attacker]

    def attacker(self) -> Attacker:
        return type(self).make(BACKGROUND)

    def test_is_an_attacker(self) -> None:
        assert isinstance(self.attacker(), Attacker)

    def test_candidates_keep_their_order(self) -> None:
        assert self.attacker().candidates == tuple(BACKGROUND)

    def test_finds_who_is_described(self) -> None:
        scores = self.attacker().scores([TEXT, "She wrote a compiler in the navy."])
        assert scores.shape == (2, 3)
        assert scores.argmax(axis=1).tolist() == [2, 1]

    def test_a_text_that_tells_nothing_ties_everyone(self) -> None:
        scores = self.attacker().scores(["", " ", "?"])
        assert np.ptp(scores, axis=1).tolist() == [0, 0, 0]

    def test_texts_do_not_influence_each_other(self) -> None:
        attacker = self.attacker()
        alone = attacker.scores([TEXT])
        assert np.allclose(attacker.scores(["compiler", TEXT])[1], alone[0])

    def test_words_are_those_of_the_text_and_point_to_the_person(self) -> None:
        words, each = self.attacker().words(TEXT)
        assert words == ("collected", "fossils", "museum", "sold")
        assert each.shape == (4, 3)
        assert (each.argmax(axis=1) == 2).all()

    def test_a_word_left_out_takes_its_contribution_with_it(self) -> None:
        attacker = self.attacker()
        words, each = attacker.words(TEXT)
        without = attacker.scores([TEXT.replace("fossils", "")])[0]
        rest = each.sum(axis=0) - each[words.index("fossils")]
        assert np.argsort(without).tolist() == np.argsort(rest).tolist()

    def test_no_texts(self) -> None:
        assert self.attacker().scores([]).shape == (0, 3)
