"""What a server can do wrong, and what becomes of it: asked again within bounds, or one clear line."""

import multiprocessing
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from typing import Any

import pytest

from corpora_stats.asking import AskedCounts, Engine, Told
from corpora_stats.base import CountsError, Query
from corpora_stats.elastic import Elastic, Quickwit
from corpora_stats.google import GoogleSearch
from corpora_stats.infinigram import InfiniGram
from corpora_stats.mediawiki import MediaWiki
from corpora_stats.web import Http, Manners, Pace
from tests.contracts.counts import TEXTS
from tests.corpora_stats.servers import Play, serving

KINDS = ("elastic", "quickwit", "mediawiki", "infini-gram", "google")
TERM = "barcelona"


@pytest.fixture
def server() -> Iterator[tuple[str, Play]]:
    with serving() as running:
        yield running


def provider_of(kind: str, address: str, waits: list[float], **more: Any) -> AskedCounts:
    manners = Manners(**{"timeout": 5.0, "tries": 3, "at_once": 1, **more})
    http = Http(kind, manners, sleep=waits.append)
    engines: dict[str, Callable[[], Engine]] = {
        "elastic": lambda: Elastic(http, address, "i", "text", Told(kind, minimum_support=1)),
        "quickwit": lambda: Quickwit(http, address, "i", "body", Told(kind, minimum_support=1)),
        "mediawiki": lambda: MediaWiki(http, f"{address}/api.php", name=kind, minimum_support=1),
        "infini-gram": lambda: InfiniGram(
            http, "v4_test", name=kind, url=f"{address}/infini", minimum_support=1
        ),
        "google": lambda: GoogleSearch(
            http, "engine", 8, name=kind, url=f"{address}/customsearch/v1", minimum_support=1
        ),
    }
    return AskedCounts(engines[kind]())


def count(provider: AskedCounts) -> int:
    return int(provider.counts([[Query.of(TERM)]])[0])


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    "fault", ["drop", "half", "status:429", "status:500", "status:503", "body:<html>no</html>"]
)
def test_asked_again_after_what_may_pass(kind: str, fault: str, server: tuple[str, Play]) -> None:
    address, play = server
    waits: list[float] = []
    provider = provider_of(kind, address, waits)
    assert provider.total == len(TEXTS)
    play.faults = [fault, fault]
    assert count(provider) == 4
    assert waits == [0.5, 1.0]  # exponential, and without chance


@pytest.mark.parametrize("kind", KINDS)
def test_given_up_after_the_last_try_in_one_line_without_the_term(
    kind: str, server: tuple[str, Play]
) -> None:
    address, play = server
    provider = provider_of(kind, address, waits := list[float]())
    assert provider.total
    play.faults = ["status:503"] * 9
    before = len(play.requests)
    with pytest.raises(
        CountsError, match=rf"{kind}: the server answers 503 \(3 tries\).*--offline"
    ) as caught:
        count(provider)
    assert len(play.requests) - before == 3 and waits == [0.5, 1.0]
    assert TERM not in str(caught.value) and "\n" not in str(caught.value)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    "fault",
    [
        "body:[]",
        "body:{}",
        "body:null",
        'body:"text"',
        'body:{"count": -1, "num_hits": "many", "query": 5, "responses": [], "_shards": {"failed": 0}, '
        '"searchInformation": {"totalResults": "about 5"}}',
    ],
)
def test_an_answer_of_another_form_is_refused(kind: str, fault: str, server: tuple[str, Play]) -> None:
    address, play = server
    provider = provider_of(kind, address, [])
    assert provider.total
    play.faults = [fault] * 3
    with pytest.raises(CountsError, match=r"documented form|the answer is"):
        count(provider)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    ("status", "says"), [(401, "access refused"), (403, "access refused"), (404, "not found")]
)
def test_what_will_not_pass_is_not_asked_again(
    kind: str, status: int, says: str, server: tuple[str, Play]
) -> None:
    address, play = server
    provider = provider_of(kind, address, [])
    assert provider.total
    before = len(play.requests)
    play.faults = [f"status:{status}"] * 3
    with pytest.raises(CountsError, match=f"{says} .{status}.: check|{says} .{status}.: it wants a login"):
        count(provider)
    assert len(play.requests) - before == 1


def test_terms_do_not_follow_to_another_server(server: tuple[str, Play]) -> None:
    address, play = server
    with serving() as (other, elsewhere):
        play.faults = [f"elsewhere:{other}/i/_count"]
        with pytest.raises(CountsError, match=r"sends elsewhere \(302\)"):
            count(provider_of("elastic", address, []))
        assert elsewhere.requests == []


def test_a_server_that_hangs_or_drips_is_left_at_the_deadline(server: tuple[str, Play]) -> None:
    address, play = server
    for fault in ("hang:1.5", "drip:15"):
        provider = provider_of("elastic", address, [], timeout=0.3, tries=1)
        play.faults = [fault]
        with pytest.raises(CountsError, match=r"no answer within 0\.3 s \(one try\)"):
            assert provider.total


def test_nobody_there() -> None:
    with pytest.raises(CountsError, match="no connection, or it was dropped; is the server up"):
        assert provider_of("elastic", "http://127.0.0.1:9", []).total


def test_retry_after_in_seconds_and_as_a_date(server: tuple[str, Play]) -> None:
    address, play = server
    provider = provider_of("elastic", address, waits := list[float]())
    later = format_datetime(datetime.now(UTC) + timedelta(seconds=30), usegmt=True)
    play.faults = ["status:429,7", f"status:503,{later}"]
    assert provider.total == len(TEXTS)
    assert waits[0] == 7.0 and 25 < waits[1] <= 30


def test_a_server_that_asks_for_too_long_is_left_alone(server: tuple[str, Play]) -> None:
    address, play = server
    play.faults = ["status:429,3600"]
    with pytest.raises(CountsError, match="asks to wait 3600 s: run the command again then"):
        assert provider_of("elastic", address, []).total


def test_half_an_answer_is_none(server: tuple[str, Play]) -> None:
    address, play = server
    provider = provider_of("elastic", address, [])
    shards = '{"total": 2, "successful": 1, "skipped": 0, "failed": 1}'
    play.faults = [f'body:{{"count": 1, "_shards": {shards}}}'] * 3
    with pytest.raises(CountsError, match="some shards did not answer"):
        assert provider.total
    play.faults = ['body:{"num_hits": 1, "errors": ["split 1 failed"]}'] * 3
    with pytest.raises(CountsError, match="some splits could not be searched"):
        assert provider_of("quickwit", address, []).total


def test_a_search_of_many_in_which_one_failed(server: tuple[str, Play]) -> None:
    address, play = server
    provider = provider_of("elastic", address, waits := list[float]())
    pair = [[Query.of("barcelona")], [Query.of("city")]]
    busy = '{"error": {"type": "es_rejected_execution_exception"}, "status": 429}'
    play.faults = ["", f'body:{{"responses": [{busy}, {busy}]}}']
    assert provider.total and provider.counts(pair).tolist() == [4, 4] and waits == [0.5]
    wrong = '{"error": {"type": "query_shard_exception", "reason": "secret"}, "status": 400}'
    play.faults = [f'body:{{"responses": [{wrong}, {wrong}]}}']
    with pytest.raises(CountsError, match=r"answers 400 \(query_shard_exception\)") as caught:
        provider.counts([[Query.of("spain")], [Query.of("madrid")]])
    assert "secret" not in str(caught.value)
    play.faults = [
        'body:{"responses": [{"timed_out": true, "_shards": {"failed": 0}, '
        '"hits": {"total": {"value": 1, "relation": "eq"}}}]}'
    ]
    with pytest.raises(CountsError, match="not the documented form"):  # two questions, one answer
        provider.counts([[Query.of("spain")], [Query.of("madrid")]])


def test_a_wiki_that_lags_is_waited_for(server: tuple[str, Play]) -> None:
    address, play = server
    provider = provider_of("mediawiki", address, waits := list[float]())
    play.faults = ['body:{"error": {"code": "maxlag", "info": "Waiting for host", "lag": 6}}'] * 2
    assert provider.total == len(TEXTS) and len(waits) == 2
    play.faults = ['body:{"error": {"code": "badvalue", "info": "private"}}']
    with pytest.raises(CountsError, match="answers 'badvalue'"):
        count(provider)


def test_the_day_of_google_ends(server: tuple[str, Play]) -> None:
    address, play = server
    provider = provider_of("google", address, waits := list[float]())
    spent = '{"error": {"code": 429, "errors": [{"reason": "dailyLimitExceeded"}]}}'
    play.faults = [f"error:429,{spent}"]
    with pytest.raises(CountsError, match="the day's searches are spent"):
        count(provider)
    fast = '{"error": {"code": 403, "errors": [{"reason": "rateLimitExceeded"}]}}'
    play.faults = [f"error:403,{fast}"]
    assert count(provider) == 4 and waits == [0.5]
    bad = '{"error": {"code": 400, "errors": [{"reason": "badRequest"}]}}'
    play.faults = [f"error:400,{bad}"]
    with pytest.raises(CountsError, match="check GOOGLE_API_KEY"):
        provider.counts([[Query.of("city")]])


def planned(pace: Pace, waits: list[float], times: int) -> list[int]:
    """Return what so many requests would wait for, in hundreds of seconds (none is waited for)."""
    for _ in range(times):
        pace.wait()
    return [round(wait / 100) for wait in waits]


def test_a_pace_is_kept() -> None:
    waits: list[float] = []
    assert planned(Pace(0.01, waits.append), waits, 4) == [1, 2, 3]


def test_a_pace_is_kept_by_all_workers_together() -> None:
    context = multiprocessing.get_context("fork")
    waits: list[float] = []
    pace = Pace(0.01, waits.append)
    answers = context.SimpleQueue()
    workers = [context.Process(target=lambda: answers.put(planned(pace, waits, 3))) for _ in range(2)]
    for worker in workers:
        worker.start()
    found = sorted(wait for _ in workers for wait in answers.get())
    for worker in workers:
        worker.join()
    assert found == [1, 2, 3, 4, 5]  # six requests, the first of them at once


def test_so_many_at_once_and_no_more() -> None:
    with serving(Play(slowly=0.05)) as (address, play):
        provider = provider_of("quickwit", address, [], at_once=4)
        words = ["barcelona", "city", "spain", "madrid", "port", "harbour", "note", "engineer"]
        found = provider.counts([[Query.of(word)] for word in words])
        assert found.tolist() == [4, 4, 3, 3, 2, 1, 1, 2]
        assert len(play.requests) == 9
