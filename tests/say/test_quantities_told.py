"""What a quantity counts is told as other words are; a guarantee bounds all of it."""

from sanitizer import Sanitizer
from sanitizer.settings import Protected, Settings, Threshold

TEXT = "Maria Rossi of Leeds made films in Vienna over 25 years."


def limits(threshold: str) -> dict[str, tuple[float | None, float | None]]:
    protect = [Protected(entity) for entity in ("Leeds", "25 years")] if threshold == "guarantee" else []
    done = Sanitizer.default(Settings(threshold=Threshold.parse(threshold), protect=protect)).sanitize(TEXT)
    return {s.term: (s.limit, s.generalization_ic) for s in done.report.sensitive}


def test_the_unit_comes_on_top_of_the_threshold() -> None:
    told = limits("bits:8")
    years = next(v for k, v in told.items() if "25 years" in k)
    assert told["Leeds"][0] == 8
    assert years[0] and years[0] > 8


def test_under_the_guarantee_nothing_comes_on_top() -> None:
    for limit, own in limits("guarantee").values():
        assert limit == own
