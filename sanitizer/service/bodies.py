"""Say what requests and answers look like; fields that are not known are refused."""

from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

MOST_TEXTS = 1000
Settings = Annotated[
    dict[str, Any],
    Field(
        description="As the options of `sanitizer sanitize`: strategy, context, threshold, profile, rules, ..."
    ),
]
Text = Annotated[str, Field(min_length=1)]


class _Body(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class SanitizeBody(_Body):
    """A ``text``, or several ``texts``."""

    text: Text | None = None
    texts: Annotated[list[Text], Field(min_length=1, max_length=MOST_TEXTS)] | None = None
    settings: Settings = {}


class ExplainBody(_Body):
    """A text whose changes are to be explained."""

    text: Text
    settings: Settings = {}


class CountBody(_Body):
    """Terms to be counted, alone and in pairs."""

    terms: Annotated[list[Text], Field(min_length=1, max_length=50)]


class RestoreBody(_Body):
    """Texts with tokens of reversible operators."""

    texts: Annotated[list[Text], Field(min_length=1, max_length=MOST_TEXTS)]


class Result(BaseModel):
    """A sanitized text: ``changes`` are [start, end, replacement] into the input, ``met`` says whether the residual
    check found nothing, ``look`` how many places a person should look at. One that could not be done has a ``reason``
    and nothing else."""

    id: str
    text: str | None = None
    changes: list[tuple[int, int, str]] = []
    met: bool = False
    sensitive: int = 0
    risky: int = 0
    utility_percent: float | None = None
    look: dict[str, int] = {}
    reason: str | None = None


class Results(BaseModel):
    """All of them, and whether everything is met: no decision to mask is about a form that stands in no text, and none
    of the protected names stands nowhere. ``decisions_unused`` are the places in the list, from 1, of all decisions
    about forms that stand in no text, ``protected_unused`` lists and places in them."""

    results: list[Result]
    met: bool
    decisions_unused: list[int] = []
    protected_unused: list[tuple[str, int]] = []


class Explained(BaseModel):
    """What was changed and why, in lines."""

    lines: list[str]
    met: bool


class Counted(BaseModel):
    """Counts as `sanitizer count --json` tells them."""

    terms: list[dict[str, Any]]
    pairs: list[dict[str, Any]]
    sources: list[dict[str, Any]]
    sent: list[dict[str, Any]]


class Restored(BaseModel):
    """Texts with their values back; tokens that could not be opened stay."""

    texts: list[str]
    opened: int
    failed: int


class Released(BaseModel):
    """A release of a table: the ``table`` (CSV), the ``definition`` that a scan proposed (TOML; "" where one was
    given), how ``persons`` were told apart, ``figures`` in words, ``warnings``, and the ``report``."""

    table: str
    definition: str
    persons: str
    figures: str
    warnings: list[str]
    report: dict[str, Any]


class JobTold(BaseModel):
    """How a job stands. ``files`` can be fetched from ``/v1/jobs/ID/files/NUMBER``; ``met`` is None before the end."""

    id: str
    state: str
    made: float
    begun: float | None = None
    ended: float | None = None
    expires: float
    progress: tuple[int, int]
    files: list[str] = []
    met: bool | None = None
    summary: dict[str, Any] | None = None
    reason: str | None = None
    webhook: str = "none"


class Jobs(BaseModel):
    """The jobs of a key, the newest first."""

    jobs: list[JobTold]


class Version(BaseModel):
    """The version of the program that answers."""

    version: str
    api: str = "v1"


class Readings(BaseModel):
    """Who read originals of a job, when and why."""

    readings: list[dict[str, Any]]
