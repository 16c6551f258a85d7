"""Records: frozen dataclasses with one form in JSON, which is written and read here."""

from typing import Annotated, Any, Self

from pydantic import Field, PlainSerializer, PlainValidator, TypeAdapter, ValidationError

from sanitizer.errors import UsageError
from sanitizer.types import Span


class Record:
    """What a file says of one thing; a base of frozen dataclasses. ``repr`` tells nothing of it.

    In JSON the fields stand in order, under their names or aliases; one that has the value of its default is left out.
    """

    __slots__ = ()

    def __repr__(self) -> str:
        return f"{type(self).__name__}(...)"

    def to_json(self) -> dict[str, Any]:
        """As plain data, ready for :mod:`json`."""
        told: dict[str, Any] = _adapter(type(self)).dump_python(
            self, mode="json", by_alias=True, exclude_defaults=True
        )
        return told

    @classmethod
    def from_json(cls, told: Any) -> Self:
        """Return the record that :meth:`to_json` told; what it does not know is left aside.

        Raises:
            UsageError: something is missing or of another kind; it says where, and quotes nothing.
        """
        try:
            found: Self = _adapter(cls).validate_python(told)
        except ValidationError as error:
            raise UsageError(_fault(error)) from None  # the error holds what it found
        return found


_adapters: dict[type, TypeAdapter[Any]] = {}


def _adapter(kind: type) -> TypeAdapter[Any]:
    """Return what knows the fields of a kind of records; made once."""
    if kind not in _adapters:
        _adapters[kind] = TypeAdapter(kind)
    return _adapters[kind]


def _fault(error: ValidationError) -> str:
    """Return the first fault in words, with its place: "sensitive, 2, term: field required"."""
    first = error.errors(include_url=False, include_context=False, include_input=False)[0]
    words = str(first["msg"])
    return f"{', '.join(map(str, first['loc']))}: {words[:1].lower()}{words[1:]}".removeprefix(": ")


def _span(told: Any) -> Span:
    if isinstance(told, Span):
        return told
    if not isinstance(told, list) or len(told) != 2:
        raise ValueError("a start and an end are needed")
    return Span(*told)


SpanPair = Annotated[Span, PlainValidator(_span), PlainSerializer(lambda span: [span.start, span.end])]
"""A span, in JSON ``[start, end]``."""
ClassName = Annotated[str, Field(alias="class")]
"""The name of a class, in JSON ``class``."""
