"""Read one privacy model of a definition."""

from typing import Any, Final

from sanitizer.relational.definition.choices import B_KINDS, KM_CUTS, L_KINDS, MODELS, T_DISTANCES
from sanitizer.relational.definition.definition import Model
from sanitizer.relational.definition.toml_table import TomlTable

_PARAMETERS: Final = {
    "l-diversity": ("attribute", "kind", "l", "c"),
    "t-closeness": ("attribute", "t", "distance"),
    "alpha-k": ("attribute", "alpha", "value"),
    "km-anonymity": ("m", "cuts"),
    "k-map": ("population", "k"),
    "beta-likeness": ("attribute", "beta", "kind"),
    "delta-disclosure": ("attribute", "delta"),
    "delta-presence": ("population", "lower", "upper"),
    "households": ("attribute", "k"),
    "average-risk": ("risk",),
    "threshold-risk": ("risk", "share"),
    "population-uniqueness": ("persons", "share"),
    "safe-sampling": ("epsilon", "delta"),
}
_NEEDED: Final = {
    "l-diversity": {"attribute": "the sensitive attribute it is about", "l": "l (at least 1)"},
    "t-closeness": {"attribute": "the sensitive attribute it is about", "t": "t (0 to 1)"},
    "alpha-k": {"attribute": "the sensitive attribute it is about", "alpha": "alpha (above 0, up to 1)"},
    "km-anonymity": {},
    "k-map": {"population": "the table of the population (a CSV file)"},
    "beta-likeness": {"attribute": "the sensitive attribute it is about", "beta": "beta (above 0)"},
    "delta-disclosure": {"attribute": "the sensitive attribute it is about", "delta": "delta (above 0)"},
    "delta-presence": {
        "population": "the table of the population (a CSV file)",
        "upper": "upper (and lower), the bounds of the share of the population that is in the table",
    },
    "households": {"attribute": "the column of the households (role identifier or ignore)"},
    "average-risk": {"risk": "risk, the greatest mean risk of a record (above 0, up to 1)"},
    "threshold-risk": {"risk": "risk, above which at most share of the records may lie"},
    "population-uniqueness": {
        "persons": "persons, the size of the population",
        "share": "share of the population that may be unique in it",
    },
    "safe-sampling": {"epsilon": "epsilon (above 0)", "delta": "delta (above 0, below 1)"},
}
_MODEL: Final = ("name", *dict.fromkeys(key for keys in _PARAMETERS.values() for key in keys))


def read_model(raw: Any, where: str, file: str) -> Model:
    """Return the model of a table [[privacy.model]]. Raises DefinitionError."""
    t = TomlTable(raw, where, file, _MODEL)
    name = t.choice("name", MODELS, "")
    if not name:
        raise t.fail("name", f"missing; one of: {', '.join(MODELS)}")
    for key in t.values:
        if key not in ("name", *_PARAMETERS[name]):
            owners = ", ".join(m for m in MODELS if key in _PARAMETERS[m])
            raise t.fail(key, f"{name} has no such parameter; it is one of {owners}")
    enhanced = name == "beta-likeness"
    model = Model(
        name=name,
        attribute=t.text("attribute"),
        kind=t.choice("kind", B_KINDS if enhanced else L_KINDS, "enhanced" if enhanced else "distinct"),
        l=t.number("l", 0.0, 0.0),
        c=t.number("c", 0.0, 0.0),
        t=t.number("t", 0.0, 0.0, 1.0),
        distance=t.choice("distance", T_DISTANCES, "equal"),
        alpha=t.number("alpha", 0.0, 0.0, 1.0),
        value=t.text("value"),
        m=t.integer("m", 2, 1) or 2,
        cuts=t.choice("cuts", KM_CUTS, "free"),
        population=t.text("population", blank=False),
        k=t.integer("k", None, 1),
        beta=t.number("beta", 0.0, 0.0),
        delta=t.number("delta", 0.0, 0.0),
        lower=t.number("lower", 0.0, 0.0, 1.0),
        upper=t.number("upper", 1.0, 0.0, 1.0),
        risk=t.number("risk", 0.0, 0.0, 1.0),
        share=t.number("share", 0.0, 0.0, 1.0),
        persons=t.integer("persons", 0, 1) or 0,
        epsilon=t.number("epsilon", 0.0, 0.0, 20.0),
    )
    for key, what in _NEEDED[name].items():
        if key not in t.values or (key in _ABOVE and not getattr(model, key)):
            raise t.fail(key, f"{_CALLED.get(name, name)} needs {what}")
    if name == "l-diversity" and model.l < 1:
        raise t.fail("l", "l-diversity needs l (at least 1)")
    if name == "l-diversity" and model.kind == "recursive" and model.c <= 0:
        raise t.fail("c", "recursive (c,l)-diversity needs c (above 0)")
    if name == "safe-sampling" and model.delta >= 1:
        raise t.fail("delta", "safe-sampling needs delta below 1")
    if model.lower > model.upper:
        raise t.fail("lower", "it is above upper")
    return model


_ABOVE: Final = ("attribute", "alpha", "population", "beta", "delta", "risk", "persons", "epsilon")
_CALLED: Final = {"alpha-k": "(alpha,k)-anonymity"}
