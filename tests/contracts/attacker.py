"""What every attacker keeps; tests/audit runs each implementation through it."""

from collections.abc import Callable, Mapping

import numpy as np

from sanitizer.audit.attackers import Attacker, by_word

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

    def test_parts_are_those_of_the_text_and_point_to_the_person(self) -> None:
        parts, each = self.attacker().parts(TEXT)
        assert sorted(parts) == ["collected", "collected fossils", "fossils", "museum", "sold"]
        assert each.shape == (5, 3)
        assert (each.argmax(axis=1) == 2).all()

    def test_parts_order_the_candidates_as_the_score_does(self) -> None:
        attacker = self.attacker()
        for text in (TEXT, BACKGROUND["Ada"], "the compiler in London", ""):
            _, each = attacker.parts(text)
            assert np.argsort(each.sum(axis=0)).tolist() == np.argsort(attacker.scores([text])[0]).tolist()

    def test_a_word_left_out_takes_its_phrases_with_it(self) -> None:
        attacker = self.attacker()
        words, loss = by_word(*attacker.parts(TEXT))
        rest = attacker.parts(TEXT)[1].sum(axis=0) - loss[words.index("fossils")]
        without = attacker.scores([TEXT.replace("fossils", "")])[0]
        assert np.argsort(without).tolist() == np.argsort(rest).tolist()

    def test_no_texts(self) -> None:
        assert self.attacker().scores([]).shape == (0, 3)
