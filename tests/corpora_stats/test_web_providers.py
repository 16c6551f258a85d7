"""Every provider of the network against the contract, over a local server that plays its documented answers."""

import json
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from corpora_stats.asking import AskedCounts, Question, Told
from corpora_stats.base import UNKNOWN, AsksPairByPair, CountProvider, CountsError, Query, SendsTerms
from corpora_stats.elastic import Quickwit
from corpora_stats.infinigram import InfiniGram, LocalInfiniGram, spellings
from corpora_stats.named_sources import is_named, open_named
from corpora_stats.normalize import normalize
from corpora_stats.web import Http, Manners
from tests.contracts.counts import TEXTS, CountsContract
from tests.corpora_stats.servers import KEY, PHRASE, Play, serving

NAMES = {
    "elastic": "elastic:{}/articles?field=text&support=1",
    "quickwit": "quickwit:{}/articles?field=body&support=1",
    "mediawiki": "mediawiki:{}/w/api.php?support=1",
    "infini-gram": "infini-gram:v4_test?url={}/infini&support=1",
    "google": "google:engine?url={}/customsearch/v1&support=1&total=8",
}


@pytest.fixture
def server() -> Iterator[tuple[str, Play]]:
    with serving() as running:
        yield running


def opened(kind: str, address: str, more: str = "") -> AskedCounts:
    return open_named(NAMES[kind].format(address) + more, environment={"GOOGLE_API_KEY": KEY})


@pytest.mark.parametrize("kind", sorted(NAMES))
class TestContract(CountsContract):
    @pytest.fixture
    def provider(self, kind: str, server: tuple[str, Play]) -> CountProvider:
        return opened(kind, server[0])


@pytest.mark.parametrize("kind", sorted(NAMES))
def test_exact_or_not_the_numbers_are_those_of_the_texts(kind: str, server: tuple[str, Play]) -> None:
    provider = opened(kind, server[0])
    asked = [
        [Query.of("barcelona")],
        [Query.of("Spain"), Query.of("cities")],
        [Query.of("harbour", "port")],
        [Query.of("no such thing")],
    ]
    assert provider.total == len(TEXTS)
    found = provider.counts(asked).tolist()
    assert found == [4, 1, 2, UNKNOWN]  # one text holds both "harbour" and "port"
    assert provider.public and isinstance(provider, SendsTerms) and isinstance(provider, AsksPairByPair)


@pytest.mark.parametrize("kind", sorted(NAMES))
def test_what_was_sent_is_told_once_and_nothing_is_asked_twice(kind: str, server: tuple[str, Play]) -> None:
    address, play = server
    provider = opened(kind, address)
    pairs = [[Query.of("barcelona"), Query.of("city")], [Query.of("zyzzyva"), Query.of("city")]]
    provider.counts(pairs)
    assert provider.take_sent() == ("barcelona", "city", "zyzzyva")
    assert provider.take_sent() == ()
    requests = len(play.requests)
    provider.counts([*pairs, [Query.of("city"), Query.of("barcelona")]])
    assert len(play.requests) == requests
    assert provider.take_sent() == ("barcelona", "city", "zyzzyva")  # judged by them again: told again
    assert {normalize(q) for q in play.questions} == {"barcelona", "city", "zyzzyva"}


@pytest.mark.parametrize("kind", sorted(NAMES))
def test_no_empty_question_is_sent(kind: str, server: tuple[str, Play]) -> None:
    address, play = server
    provider = opened(kind, address)
    assert provider.total == len(TEXTS)
    before = len(play.requests)
    nothing = Query(())
    assert (
        provider.counts([[nothing], [nothing, Query.of("city")], [Query.of("...")]]).tolist() == [UNKNOWN] * 3
    )
    assert len(play.requests) == before + 1  # "city" alone
    assert provider.joint([nothing], [nothing]).joint.tolist() == [[UNKNOWN]]
    assert provider.counts([[]]).tolist() == [len(TEXTS)]


NASTY = [
    'a" OR "b',
    "back\\slash",
    'x") OR *',
    "*",
    "wild*card?",
    "~tilde~",
    "a AND b",
    "a OR b",
    "'; DROP",
    "%s",
    "{}",
]


@pytest.mark.parametrize("kind", sorted(NAMES))
@pytest.mark.parametrize("phrase", NASTY)
def test_phrases_are_never_syntax(kind: str, phrase: str, server: tuple[str, Play]) -> None:
    provider = opened(kind, server[0])
    raw = Query((phrase,))  # not through the normal form, which would have taken most of it away
    found = provider.counts([[raw], [raw, Query.of("city")]]).tolist()
    assert found == [UNKNOWN, UNKNOWN]


@given(st.lists(st.lists(st.text(min_size=1, max_size=12), min_size=1, max_size=3), min_size=1, max_size=3))
def test_any_phrase_comes_through_quickwits_language_as_it_was(groups: list[list[str]]) -> None:
    engine = Quickwit(Http("x", Manners()), "http://x", "i", "body", Told("x"))
    query = engine.query(tuple(tuple(group) for group in groups))
    found = [re.sub(r"\\(.)", r"\1", quoted, flags=re.DOTALL) for quoted in PHRASE.findall(query)]
    assert found == [phrase for group in groups for phrase in group]
    assert set(PHRASE.sub("", query).replace("AND", "").replace("OR", "")) <= set(" ()")


def test_only_wanted_pairs_of_known_terms_are_asked(server: tuple[str, Play]) -> None:
    import numpy as np

    address, play = server
    provider = opened("quickwit", address)
    rows = [Query.of("barcelona"), Query.of("zyzzyva")]
    columns = [Query.of("city"), Query.of("spain"), Query.of("port")]
    wanted = np.array([[True, False, False], [True, True, True]])
    joint = provider.joint_of(rows, columns, wanted)
    assert joint.joint.tolist() == [[3, UNKNOWN, UNKNOWN], [UNKNOWN] * 3]
    asked = [json.loads(body)["query"] for _, _, body in play.requests]
    assert asked.count("*") == 1 and len(asked) == 1 + 5 + 1


def test_many_questions_go_together_to_elasticsearch(server: tuple[str, Play]) -> None:
    address, play = server
    provider = opened("elastic", address)
    words = sorted({word for text in TEXTS for word in text.lower().replace(".", " ").split()})
    queries = [Query.of(word) for word in words]
    provider.joint(queries, queries)
    assert len(queries) ** 2 > 500 and len(play.requests) < 12


def test_a_group_that_includes_another_adds_nothing(server: tuple[str, Play]) -> None:
    provider = opened("elastic", server[0])
    city, any_city = Query.of("barcelona"), Query.of("barcelona", "madrid")
    assert provider.counts([[city, any_city]]).tolist() == [4]


def test_unions_are_cut_to_what_a_server_can_bear() -> None:
    asked: list[Question] = []

    class Wide:
        name, unit, exact, public, minimum_support = "wide", "document", True, True, 1
        alternatives, groups, unites, at_a_time = 3, 2, True, 10

        def size(self) -> int:
            return 10

        def ask(self, questions: Sequence[Question]) -> list[int]:
            asked.extend(questions)
            return [1] * len(questions)

    leaf = Query(("d", "e"), key="k:leaf")
    provider = AskedCounts(Wide())
    provider.counts([[Query(("b", "a"), (leaf,), "k:top")]])
    assert asked == [(("a", "b", "d"),)]  # its own first, then those of its parts
    three = [[Query.of("x"), Query.of("y"), Query.of("z")]]
    assert provider.counts(three).tolist() == [UNKNOWN]


def test_counts_of_a_collection_that_grows_stay_below_its_total() -> None:
    class Growing:
        name, unit, exact, public, minimum_support = "growing", "document", True, True, 1
        alternatives, groups, unites, at_a_time = 3, 2, True, 10

        def size(self) -> int:
            return 10

        def ask(self, questions: Sequence[Question]) -> list[int]:
            return [12 if len(q) == 1 else 11 for q in questions]

    provider = AskedCounts(Growing())
    joint = provider.joint([Query.of("a")], [Query.of("b")])
    assert joint.rows.tolist() == joint.columns.tolist() == [10] and joint.joint.tolist() == [[10]]


def test_infini_gram_asks_the_spellings_that_texts_have() -> None:
    assert spellings("new york") == ("new york", "New york", "New York")
    assert spellings("tea") == ("tea", "Tea")
    assert spellings("rock AND roll") == ()
    engine = InfiniGram(Http("x", Manners()), "v4_test", name="x")
    asked = engine.query((("new york",), ("tea",)))
    assert asked == "new york OR New york OR New York AND tea OR Tea"  # OR binds closer


def test_the_local_engine_is_asked_with_tokens() -> None:
    class Engine:
        def count(self, input_ids: list[int]) -> dict[str, object]:
            return {"count": 100 if not input_ids else 7, "approx": False}

        def count_cnf(
            self, cnf: list[list[list[int]]], max_clause_freq: int, max_diff_tokens: int
        ) -> dict[str, object]:
            assert max_diff_tokens == 100
            return {"count": len(cnf), "approx": True}

    engine = LocalInfiniGram(Engine(), lambda text: [len(word) for word in text.split()], name="local")
    provider = AskedCounts(engine)
    assert provider.total == 100 and not provider.public
    assert provider.counts([[Query.of("7")], [Query.of("tea"), Query.of("milk")]]).tolist() == [7, UNKNOWN]
    assert provider.take_sent() == ()  # nothing left the machine


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("elastic:host/index", "expected elastic:http"),
        ("elastic:http://h/index?fild=x", "no option 'fild'; there are"),
        ("elastic:http://h/index?timeout=soon", "timeout=soon is not a number"),
        ("elastic:http://me:pw@h/index", "a password in the address would be written into reports"),
        ("quickwit:http://h/index?field=a:b", "no name of a field"),
        ("quickwit:http://h/index?unit=book", "unit=book is not one of"),
        ("google:cx", "does not tell N; state it"),
        ("google:cx?total=5", "GOOGLE_API_KEY .environment. is not set"),
        ("postgres://h/db?table=t", "expected postgres://HOST/DATABASE"),
        ("elastic:http://h/index?field", "not of the form option=value"),
        ("bing:x", "is no source of counts; kinds are"),
        ("infini-gram-local:/index", "pip install infini-gram transformers"),
    ],
)
def test_names_that_cannot_be_used_are_refused_in_one_line(name: str, message: str) -> None:
    with pytest.raises(CountsError, match=message) as caught:
        open_named(name, environment={})
    assert "\n" not in str(caught.value) and "pw" not in str(caught.value)


def test_the_name_says_what_is_counted_and_not_how(server: tuple[str, Play]) -> None:
    one = open_named("opensearch:http://h:1/i?field=body&timeout=5&support=3&version=2026-01", environment={})
    assert one.name == "elastic:http://h:1/i?field=body&version=2026-01"
    assert one.minimum_support == 3
    assert is_named("elastic:http://h/i") and not is_named("default") and not is_named("C:/index")


def test_keys_come_from_the_environment(server: tuple[str, Play]) -> None:
    address, play = server
    play.needs_key = True
    with pytest.raises(CountsError, match="access refused: check ELASTIC_API_KEY") as caught:
        assert open_named(NAMES["elastic"].format(address), environment={"ELASTIC_API_KEY": "wrong"}).total
    assert "wrong" not in str(caught.value)
    provider = open_named(NAMES["elastic"].format(address), environment={"ELASTIC_API_KEY": KEY})
    assert provider.total == len(TEXTS)
    assert KEY not in provider.name
    google = opened("google", address)
    google.counts([[Query.of("city")]])
    assert KEY not in play.requests[-1][1] and play.headers[-1]["X-Goog-Api-Key"] == KEY


def test_logins_that_lie_about_are_not_used(
    server: tuple[str, Play], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    address, play = server
    (tmp_path / "netrc").write_text("machine 127.0.0.1 login me password secret\n")
    monkeypatch.setenv("NETRC", str(tmp_path / "netrc"))
    assert open_named(NAMES["elastic"].format(address), environment={}).total == len(TEXTS)
    assert "Authorization" not in play.headers[-1]
    named = {"ELASTIC_USER": "one", "ELASTIC_PASSWORD": "two"}
    assert open_named(NAMES["elastic"].format(address), environment=named).total == len(TEXTS)
    assert play.headers[-1]["Authorization"] == "Basic b25lOnR3bw=="


def test_no_retries_of_the_library_hide_below_ours(server: tuple[str, Play]) -> None:
    address, play = server
    http = Http("here", Manners(tries=1))
    play.faults = ["drop"]
    with pytest.raises(CountsError, match=r"no connection, or it was dropped.*one try"):
        http.ask("POST", f"{address}/i/_count", lambda answer: 1, body={})
    assert len(play.requests) == 1
