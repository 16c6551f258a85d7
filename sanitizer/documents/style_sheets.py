"""Style sheets (CSS) of web pages and drawings, in the words of their language alone.

A rule stays where its selectors name known elements, and classes and parts, which become numbers; a declaration stays
where it holds measures, colours and words that the language itself defines. Anything else may be anybody's word, and is
left out: texts, addresses, fonts of houses, rules of other kinds.
"""

import re
from collections import Counter
from collections.abc import Container, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import tinycss2

from sanitizer.text.fold import words as word_set

_LANGUAGE: Final = word_set(
    # parts of names of properties, words of their values, of selectors and of media
    "a absolute accent active add adjust after align all alpha alphabetic alternate always anchor and animation "
    "antialiased any appearance arabic area armenian aspect at auto avoid backdrop backface background backwards "
    "balance baseline before behavior below bevel bezier bidi blend block blur bold bolder border both bottom box "
    "break brightness butt button calc capitalize caption caret cell cells center central checkbox checked child "
    "circle clamp clear clip clone closest coarse col colgroup collapse color column columns combine composite conic "
    "contain container content contents context contrast copy corner counter cover crosshair cubic currentcolor "
    "cursive cursor dark dasharray dashed dashoffset decimal decoration default delay dense device difference digits "
    "direction disabled disc disclosure display distribute dominant dotted double duration e each ease edges ellipse "
    "ellipsis em embed emoji emphasis empty enabled end even evenodd events exact expanded extra fallback family "
    "fantasy farthest feature fill filter fine first fit fixed flex float flood flow focus font footer force forwards "
    "from full g gap geometricprecision georgia georgian gradient grayscale greek grid groove group grow gutter "
    "hanging hard header hebrew height help hidden hide highlight hiragana horizontal hover hsl hsla hue hyphens i "
    "icon image important in increment indent infinite inherit initial inline inset inside invalid invert isolate "
    "isolation italic items iteration justify katakana keep kerning landscape large larger last latin layer layout "
    "leading left legacy legible letter level light lighter lighting limit line linear linecap linejoin lines link "
    "list loose lower lowercase ltr luminosity manipulation manual margin marker mask match math matrix max medium "
    "meet middle min minmax miter mix mixed mode monospace motion move moz ms multiple multiply never no none nonzero "
    "normal not nowrap nth number numeric o object objectboundingbox oblique odd of only opacity open "
    "optimizelegibility optimizespeed optional order orientation origin orphans osx out outline outset outside over "
    "overflow overlay overscroll pad padding page paint pan paper parent path perspective place placeholder plaintext "
    "play plus pointer portrait position pre prefers preserve print progress radial radio radius ratio read reduce "
    "reduced reflect relative rendering repeat repeating required reset resize reverse reversed revert rgb rgba ridge "
    "right roman root rotate rotatex rotatey round row rowgroup rows rtl ruby rule running safe sans saturate scale "
    "scalex scaley scheme screen scroll scrollbar select selection self semi separate separated sepia serif set "
    "settings shadow shape shift show side sideways size sizing skew skewx skewy skip slice small smaller smooth "
    "smoothing snap soft solid source space spaces spacing spacingandglyphs span speak square stable start static "
    "step steps sticky stop stretch strict stroke strong style sub submit subpixel super swap synthesis system tab "
    "table tap target tb template text thickness tight timing tint title to top touch tradition traditional transform "
    "transition translate translate3d translatex translatey translatez transparent trim truetype type ui underline "
    "unicode unset upper uppercase upright url use user userspaceonuse valid var variant vector vertical vertically "
    "view visibility visible visited wait wavy webkit weight white widows width will within word wrap write writing x "
    "xmaxymax xmidymid xminymin xx xxx y z zoom "
    # names of colours
    "aliceblue antiquewhite aqua aquamarine azure beige bisque black blanchedalmond blue blueviolet brown burlywood "
    "cadetblue chartreuse chocolate coral cornflowerblue cornsilk crimson cyan darkblue darkcyan darkgoldenrod "
    "darkgray darkgreen darkgrey darkkhaki darkmagenta darkolivegreen darkorange darkorchid darkred darksalmon "
    "darkseagreen darkslateblue darkslategray darkslategrey darkturquoise darkviolet deeppink deepskyblue dimgray "
    "dimgrey dodgerblue firebrick floralwhite forestgreen fuchsia gainsboro ghostwhite gold goldenrod gray green "
    "greenyellow grey honeydew hotpink indianred indigo ivory khaki lavender lavenderblush lawngreen lemonchiffon "
    "lightblue lightcoral lightcyan lightgoldenrodyellow lightgray lightgreen lightgrey lightpink lightsalmon "
    "lightseagreen lightskyblue lightslategray lightslategrey lightsteelblue lightyellow lime limegreen linen magenta "
    "maroon mediumaquamarine mediumblue mediumorchid mediumpurple mediumseagreen mediumslateblue mediumspringgreen "
    "mediumturquoise mediumvioletred midnightblue mintcream mistyrose moccasin navajowhite navy oldlace olive "
    "olivedrab orange orangered orchid palegoldenrod palegreen paleturquoise palevioletred papayawhip peachpuff peru "
    "pink plum powderblue purple rebeccapurple red rosybrown royalblue saddlebrown salmon sandybrown seagreen "
    "seashell sienna silver skyblue slateblue slategray slategrey snow springgreen steelblue tan teal thistle tomato "
    "turquoise violet wheat whitesmoke yellow yellowgreen "
)
"""Words that the language defines; names of properties are of such words, with hyphens between them."""
_FONTS: Final = word_set(
    "antiqua apple arial black blinkmacsystemfont bold book bookman calibri cambria candara cantarell century code "
    "color comic consolas console constantia corbel courier dejavu display emoji franklin garamond georgia gothic "
    "grande helvetica impact lato liberation light linotype lucida medium menlo monaco mono monospace ms narrow neue "
    "new noto open oxygen palatino pro roboto roman sans segoe serif sf source symbol tahoma text times trebuchet "
    "ubuntu ui unicode verdana wingdings "
)
"""Words of the names of fonts that come with systems."""
_UNITS: Final = "px|pt|em|rem|ex|ch|lh|vw|vh|vmin|vmax|cm|mm|in|pc|q|deg|rad|turn|grad|ms|s|fr|dpi|dppx|n|%"
_MEASURE: Final = re.compile(
    rf"[-+]?(?:\d{{1,5}}(?:\.\d{{0,9}})?|\.\d{{1,9}})(?:e[-+]?\d{{1,3}})?(?:{_UNITS})?", re.I
)
_MEASURES: Final = re.compile(rf"(?<![\w.])(?:{_MEASURE.pattern})(?![\w.])", re.I)
_COLOUR: Final = re.compile(r"[0-9a-f]{3,8}", re.I)
_NAME: Final = re.compile(r"-?[^\W\d][\w-]*")
_PLACE: Final = re.compile(r"[\s\dn+-]+|odd|even", re.I)
_IDENTIFIER: Final = re.compile(r"[A-Za-z][A-Za-z0-9-]*")
_SIGNS: Final = frozenset(",/*+-!")
_COMBINATORS: Final = frozenset(">+~*")
_LONGEST: Final = 1 << 20
_DEEPEST: Final = 4


@dataclass(slots=True)
class Names:
    """The names that people gave to classes ("."), parts ("#") and variables ("--"), and the numbers that they get."""

    numbers: dict[tuple[str, str], str] = field(default_factory=dict)

    def number(self, kind: str, name: str) -> str:
        """Return the new name, without the sign of its kind."""
        letter = {".": "c", "#": "part", "--": "v"}[kind]
        count = sum(own == kind for own, _ in self.numbers) if (kind, name) not in self.numbers else 0
        return self.numbers.setdefault((kind, name), f"{letter}{count + 1}")

    def known(self, kind: str, name: str) -> str | None:
        """Return the new name of what was met before."""
        return self.numbers.get((kind, name))


def sheet_kept(text: str, known: Container[str], names: Names, counts: Counter[str]) -> str:
    """Return what stays of a style sheet; ``known`` are the elements that stay, and what goes is counted."""
    rules = tinycss2.parse_stylesheet(text[:_LONGEST], skip_comments=True, skip_whitespace=True)
    return _rules_kept(rules, known, names, counts, 0)


def _rules_kept(
    rules: Sequence[Any], known: Container[str], names: Names, counts: Counter[str], deep: int
) -> str:
    kept = []
    for rule in rules:
        if rule.type == "qualified-rule":
            told = [_selector(part, known, names) for part in _split(rule.prelude)]
            selectors = ", ".join(part for part in told if part)
            counts["style"] += None in told
            declared = _declarations(rule.content, names, counts) if selectors else ""
            inner = f"{selectors} {{ {declared} }}" if declared else ""
        elif rule.type == "at-rule" and rule.content is not None:
            inner = _of_medium(rule, known, names, counts, deep)
        else:
            counts["style"] += 1
            continue
        kept += [inner] if inner else []
    return "\n".join(kept)


def _of_medium(rule: Any, known: Container[str], names: Names, counts: Counter[str], deep: int) -> str:
    """Return what stays of a rule for a medium, or for pages."""
    kind, medium = rule.lower_at_keyword, _text(rule.prelude)
    plain = medium is not None and is_plain(medium.replace(":", " ") or "all")
    if kind in ("media", "page") and deep < _DEEPEST and plain:
        if kind == "page":
            inner = _declarations(rule.content, names, counts)
        else:
            rules = tinycss2.parse_rule_list(rule.content, skip_comments=True, skip_whitespace=True)
            inner = _rules_kept(rules, known, names, counts, deep + 1)
        return " ".join(filter(None, (f"@{kind}", medium, f"{{ {inner} }}"))) if inner else ""
    counts["style"] += 1
    return ""


def _split(tokens: Sequence[Any]) -> list[list[Any]]:
    """Return the parts between commas."""
    parts: list[list[Any]] = [[]]
    for token in tokens:
        if token == ",":
            parts.append([])
        else:
            parts[-1].append(token)
    return parts


def _text(tokens: Sequence[Any]) -> str | None:
    """Return the tokens as they are written; None where they nest deeper than any sheet needs."""
    try:
        told: str = tinycss2.serialize(tokens)
    except RecursionError:
        return None
    return told.strip()


def _selector(tokens: Sequence[Any], known: Container[str], names: Names, deep: int = 0) -> str | None:
    """Return a selector with numbers for names; None where anything in it is not known."""
    found: list[str] = []
    before = ""
    for token in tokens:
        told: str | None = None
        if token.type == "whitespace":
            told = " "
        elif token.type == "literal" and (token.value in _COMBINATORS or token.value in ".:"):
            told = token.value
        elif token.type == "hash" and _NAME.fullmatch(token.value):
            told = f"#{names.number('#', token.value)}"
        elif token.type == "ident" and before == ".":
            told = names.number(".", token.value) if _NAME.fullmatch(token.value) else None
        elif token.type == "ident" and before == ":":
            told = None if foreign(token.value) else token.value
        elif token.type == "ident":
            told = token.value if token.lower_value in known else None
        elif token.type == "function" and before == ":" and not foreign(token.name) and deep < _DEEPEST:
            inner = tinycss2.serialize(token.arguments) if _is_place(token) else None
            inner = inner or _selector(token.arguments, known, names, deep + 1)
            told = f"{token.name}({inner})" if inner else None
        if told is None:
            return None
        found.append(told)
        before = told
    return "".join(found).strip().rstrip(".:") or None


def _is_place(token: Any) -> bool:
    """Return whether a function of a selector holds numbers alone, as that of the n-th child."""
    deepest = any(part.type in ("function", "() block") for part in token.arguments)
    return not deepest and _PLACE.fullmatch(tinycss2.serialize(token.arguments)) is not None


def declarations_kept(text: str, names: Names, counts: Counter[str]) -> str:
    """Return the declarations that hold words of the language alone; those that go are counted."""
    return _declarations(text[:_LONGEST], names, counts)


def _declarations(content: Any, names: Names, counts: Counter[str]) -> str:
    kept = []
    for declared in tinycss2.parse_blocks_contents(content, skip_comments=True, skip_whitespace=True):
        told, own = "", None
        if declared.type == "declaration":
            told = declared.name
            if told.startswith("--"):
                told = f"--{names.number('--', told)}"
            elif not _IDENTIFIER.fullmatch(told.lstrip("-")) or foreign(told.lstrip("-")):
                told = ""
            own = _value(declared.lower_name, declared.value, names) if told else None
        counts["style"] += own is None
        if own is not None:
            kept.append(f"{told}: {own}{'!important' if declared.important else ''}")
    return "; ".join(kept)


def value_kept(name: str, text: str, names: Names) -> str | None:
    """Return a value with numbers for variables; None where it holds a word that is not the language's."""
    return _value(name, tinycss2.parse_component_value_list(text[:_LONGEST]), names)


def _value(name: str, tokens: Sequence[Any], names: Names) -> str | None:
    if name == "font-family":
        fonts = [_text(part) or "" for part in _split(tokens)]
        return ", ".join(part for part in fonts if is_font(part.strip("'\""))) or None
    return _plain(name, tokens, names, 0)


def _plain(name: str, tokens: Sequence[Any], names: Names, deep: int) -> str | None:
    """Return the tokens of a value where all are plain, as text."""
    told = [_token(name, token, names, deep) for token in tokens]
    return None if None in told else "".join(part for part in told if part is not None).strip() or None


def _token(name: str, token: Any, names: Names, deep: int) -> str | None:
    kind = token.type
    if kind in ("whitespace", "comment"):
        return " "
    if kind == "literal":
        return token.value if token.value in _SIGNS else None
    if kind in ("number", "percentage", "dimension"):
        told = tinycss2.serialize([token])
        return told if _MEASURE.fullmatch(told) else None
    if kind == "hash":
        return f"#{token.value}" if _COLOUR.fullmatch(token.value) else None
    if kind == "ident" and token.value.startswith("--"):
        return f"--{names.number('--', token.value)}"
    if kind == "ident":
        return None if foreign(token.value.lstrip("-")) else token.value
    if kind == "string":
        plain = not any(map(str.isalnum, token.value)) or (name == "font" and is_font(token.value))
        return tinycss2.serialize([token]) if plain else None
    if kind == "url":
        return f"url(#{names.number('#', token.value[1:])})" if token.value[:1] == "#" else None
    if kind in ("function", "() block") and deep < _DEEPEST:
        called = token.name if kind == "function" else ""
        if called.lower() == "url" or foreign(called.lstrip("-")):
            return None
        inner = _plain(name, token.arguments if kind == "function" else token.content, names, deep + 1)
        return None if inner is None else f"{called}({inner})"
    return None


def is_font(name: str) -> bool:
    """Return whether a name is that of a font which comes with systems."""
    return all(word in _FONTS for word in name.lower().split()) and bool(name.strip())


def is_plain(value: str) -> bool:
    """Return whether the value of an attribute of layout holds measures and words of the language alone."""
    own = Names()
    return (
        '"' not in value and "'" not in value and value_kept("", value, own) is not None and not own.numbers
    )


def foreign(text: str) -> str:
    """Return a text without the words of the language, and those of known fonts."""
    return _IDENTIFIER.sub(
        lambda m: (
            "" if all(part in _LANGUAGE or part in _FONTS for part in m[0].lower().split("-")) else m[0]
        ),
        text,
    )


def told_by_layout(text: str) -> str:
    """Return what people may have written in a style sheet or an attribute of layout: the text without the words of the
    language, those of known fonts, and measures."""
    return _MEASURES.sub("", foreign(text))
