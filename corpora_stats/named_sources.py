"""Sources of counts beyond this machine, by the names that the command line gives them (docs/counts.md lists them).

``KIND:PLACE?OPTION=VALUE&...``, e.g. ``elastic:https://host:9200/articles?field=body``. Only such a name makes anything
leave the machine. Keys come from the environment, never from a name: names are written into reports."""

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final
from urllib.parse import parse_qsl, urlencode, urlsplit

from corpora_stats.asking import AskedCounts, Engine, Memory, Told
from corpora_stats.base import CountsError
from corpora_stats.extras import load

if TYPE_CHECKING:  # `requests` is loaded when a source is named
    from corpora_stats.web import Manners

Environment = Mapping[str, str]

_MANNERS: Final = {"timeout": 30.0, "tries": 5.0, "rate": 0.0, "at_once": 4.0, "longest_wait": 60.0}
_UNITS: Final = ("document", "paragraph", "sentence", "page")


@dataclass(frozen=True, slots=True)
class _Spelled:
    """A name taken apart: ``identity`` (options that say what is counted) goes into the source's name, the others say
    how it is asked."""

    kind: str
    place: str
    options: Mapping[str, str]
    identity: tuple[str, ...]

    @property
    def name(self) -> str:
        told = {key: self.options[key] for key in self.identity if self.options.get(key)}
        return f"{self.kind}:{self.place}" + (f"?{urlencode(told)}" if told else "")

    def number(self, key: str, default: float) -> float:
        text = self.options.get(key)
        try:
            value = default if text is None else float(text)
        except ValueError:
            value = -1.0
        if not 0 <= value < float("inf"):
            raise CountsError(f"{self.name}: {key}={text} is not a number")
        return value

    @property
    def told(self) -> Told:
        return Told(self.name, self.unit, self.support)

    @property
    def support(self) -> int:
        return max(1, int(self.number("support", 2)))

    def manners(self, **defaults: float) -> "Manners":
        from corpora_stats.web import Manners

        told = {key: self.number(key, defaults.get(key, default)) for key, default in _MANNERS.items()}
        return Manners(
            timeout=told["timeout"] or 30.0,
            tries=max(1, int(told["tries"])),
            longest_wait=told["longest_wait"],
            per_second=told["rate"],
            at_once=max(1, int(told["at_once"])),
        )

    @property
    def unit(self) -> str:
        unit = self.options.get("unit", "document")
        if unit not in _UNITS:
            raise CountsError(f"{self.name}: unit={unit} is not one of {', '.join(_UNITS)}")
        return unit

    def url_and_index(self) -> tuple[str, str]:
        url, _, index = self.place.rpartition("/")
        if not index or "//" not in url:
            raise CountsError(f"{self.name}: expected {self.kind}:http(s)://HOST:PORT/INDEX?field=FIELD")
        return url, index


def is_named(name: str) -> bool:
    """Return whether a name is that of a source beyond this machine (or of an engine that this module opens)."""
    return name.partition(":")[0] in _KINDS


def open_named(
    name: str,
    memory: Memory | None = None,
    *,
    offline: bool = False,
    environment: Environment = os.environ,
) -> AskedCounts:
    """Return the source of that name. Nothing is asked yet; with `offline` nothing ever is: `memory` alone answers
    for a source beyond this machine.

    Raises CountsError when the name cannot be understood, or (unless offline) a key is missing."""
    kind, _, rest = name.partition(":")
    if kind not in _KINDS:
        raise CountsError(f"{name!r} is no source of counts; kinds are {', '.join(sorted(_KINDS))}")
    builder = _KINDS[kind]
    place, _, told = rest.partition("?")
    try:
        options = dict(parse_qsl(told, strict_parsing=True, keep_blank_values=True)) if told else {}
    except ValueError:
        raise CountsError(f"{kind}:{place}: what follows ? is not of the form option=value&...") from None
    known = {*builder.identity, *_MANNERS, "support"}
    unknown = sorted(set(options) - known)
    if unknown:
        raise CountsError(
            f"{kind}:{place} has no option {unknown[0]!r}; there are {', '.join(sorted(known))}"
        )
    if "@" in place and urlsplit(place).password is not None:
        raise CountsError(
            f"{kind}: a password in the address would be written into reports; {builder.keys} (environment) holds it"
        )
    spelled = _Spelled("elastic" if kind == "opensearch" else kind, place, options, builder.identity)
    engine = builder.build(spelled, environment, offline)
    return AskedCounts(engine, memory, offline=offline and engine.public)


def _elastic(spelled: _Spelled, environment: Environment, offline: bool) -> Engine:
    from corpora_stats.elastic import Elastic
    from corpora_stats.web import Http

    headers, auth = dict[str, str](), None
    if key := environment.get("ELASTIC_API_KEY"):
        headers["Authorization"] = f"ApiKey {key}"
    elif user := environment.get("ELASTIC_USER"):
        auth = (user, environment.get("ELASTIC_PASSWORD", ""))
    keys = "ELASTIC_API_KEY, or ELASTIC_USER and ELASTIC_PASSWORD (environment)"
    http = Http(spelled.name, spelled.manners(), headers=headers, auth=auth, key_names=keys)
    url, index = spelled.url_and_index()
    field = spelled.options.get("field", "text")
    return Elastic(http, url, index, field, spelled.told)


def _quickwit(spelled: _Spelled, environment: Environment, offline: bool) -> Engine:
    from corpora_stats.elastic import Quickwit
    from corpora_stats.web import Http

    token = environment.get("QUICKWIT_TOKEN")
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    http = Http(spelled.name, spelled.manners(), headers=headers, key_names="QUICKWIT_TOKEN (environment)")
    url, index = spelled.url_and_index()
    field = spelled.options.get("field", "body")
    return Quickwit(http, url, index, field, spelled.told)


def _postgres(spelled: _Spelled, environment: Environment, offline: bool) -> Engine:
    load("psycopg", "postgres", spelled.name)
    from corpora_stats.postgres import Column, Postgres

    table, column = spelled.options.get("table"), spelled.options.get("column")
    if not table or not column:
        raise CountsError(f"{spelled.name}: expected postgres://HOST/DATABASE?table=TABLE&column=COLUMN")
    host = spelled.options.get("host")
    address = f"postgresql:{spelled.place}" + (f"?{urlencode({'host': host})}" if host else "")
    texts = Column(table, column, spelled.options.get("config", "english"))
    return Postgres(address, texts, spelled.told, manners=spelled.manners())


def _mediawiki(spelled: _Spelled, environment: Environment, offline: bool) -> Engine:
    from corpora_stats.mediawiki import MediaWiki
    from corpora_stats.web import Http

    contact = environment.get("MEDIAWIKI_CONTACT")
    headers = (
        {"User-Agent": f"semantic-sanitizer (term counts; {contact}) python-requests"} if contact else {}
    )
    http = Http(spelled.name, spelled.manners(at_once=1), headers=headers)
    return MediaWiki(http, spelled.place, name=spelled.name, minimum_support=spelled.support)


def _infini_gram(spelled: _Spelled, environment: Environment, offline: bool) -> Engine:
    from corpora_stats.infinigram import API, NEAR, InfiniGram
    from corpora_stats.web import Http

    http = Http(spelled.name, spelled.manners())
    return InfiniGram(
        http,
        spelled.place,
        name=spelled.name,
        url=spelled.options.get("url", API),
        near=int(spelled.number("near", NEAR)),
        minimum_support=spelled.support,
    )


def _infini_gram_local(spelled: _Spelled, environment: Environment, offline: bool) -> Engine:
    from importlib import import_module

    from corpora_stats.infinigram import NEAR, LocalInfiniGram

    try:
        engine = import_module("infini_gram.engine").InfiniGramEngine
        tokenizers = import_module("transformers").AutoTokenizer
    except ImportError as error:
        raise CountsError(
            f"{spelled.name}: pip install infini-gram transformers ({error.name} is missing)"
        ) from None
    tokenizer = tokenizers.from_pretrained(
        spelled.options.get("tokenizer", "meta-llama/Llama-2-7b-hf"), add_bos_token=False, add_eos_token=False
    )
    return LocalInfiniGram(
        engine(index_dir=spelled.place, eos_token_id=tokenizer.eos_token_id),
        tokenizer.encode,
        name=spelled.name,
        near=int(spelled.number("near", NEAR)),
        minimum_support=spelled.support,
    )


def _google(spelled: _Spelled, environment: Environment, offline: bool) -> Engine:
    from corpora_stats.google import API, GoogleSearch
    from corpora_stats.web import Http

    total = int(spelled.number("total", 0))
    if total < 1:
        raise CountsError(
            f"{spelled.name}: the service does not tell N; state it, e.g. google:CX?total=50000000000"
        )
    key = environment.get("GOOGLE_API_KEY", "")
    if not key and not offline:
        raise CountsError(f"{spelled.name}: GOOGLE_API_KEY (environment) is not set")
    http = Http(
        spelled.name,
        spelled.manners(at_once=1),
        headers={"X-Goog-Api-Key": key} if key else {},
        key_names="GOOGLE_API_KEY (environment)",
    )
    return GoogleSearch(
        http,
        spelled.place,
        total,
        name=spelled.name,
        url=spelled.options.get("url", API),
        minimum_support=spelled.support,
    )


@dataclass(frozen=True, slots=True)
class _Kind:
    build: Callable[[_Spelled, Environment, bool], Engine]
    identity: tuple[str, ...]
    keys: str = ""


_SEARCH: Final = ("field", "unit", "version")
_KINDS: Final[Mapping[str, _Kind]] = {
    "elastic": _Kind(_elastic, _SEARCH, "ELASTIC_USER and ELASTIC_PASSWORD"),
    "opensearch": _Kind(_elastic, _SEARCH, "ELASTIC_USER and ELASTIC_PASSWORD"),
    "quickwit": _Kind(_quickwit, _SEARCH, "QUICKWIT_TOKEN"),
    "postgres": _Kind(_postgres, ("host", "table", "column", "config", "unit", "version"), "PGPASSWORD"),
    "mediawiki": _Kind(_mediawiki, ("version",)),
    "infini-gram": _Kind(_infini_gram, ("near", "url", "version")),
    "infini-gram-local": _Kind(_infini_gram_local, ("near", "tokenizer", "version")),
    "google": _Kind(_google, ("total", "url", "version"), "GOOGLE_API_KEY"),
}
