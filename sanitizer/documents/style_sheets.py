"""Style sheets (CSS) of web pages and drawings, in the words of their language alone.

A rule stays where its selectors name known elements, and classes and parts, which become numbers; a declaration stays
where it holds measures, colours and words that the language itself defines. Anything else may be anybody's word, and is
left out: texts, addresses, fonts of houses, rules of other kinds.
"""

import re
from collections import Counter
from collections.abc import Container, Iterator
from dataclasses import dataclass, field
from typing import Final

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
_MEASURE: Final = rf"[-+]?(?:\d{{1,5}}(?:\.\d{{0,9}})?|\.\d{{1,9}})(?:e[-+]?\d{{1,3}})?(?:{_UNITS})?"
_VALUE: Final = re.compile(
    rf"(?P<own>--[\w-]+)|(?P<word>-?[a-z][a-z0-9-]*)|{_MEASURE}(?![\w-])|\#[0-9a-f]{{3,8}}(?![\w-])|[\s,/()*+!-]"
    r"|(?P<text>\"[^\"]*\"|'[^']*')",
    re.I,
)
_SELECTOR: Final = re.compile(
    r"(?P<between>\s*[>+~]\s*|\s+)|(?P<any>\*)|(?P<element>[a-z][a-z0-9]*)|(?P<kind>[.#])(?P<name>-?[^\W\d][\w-]*)"
    r"|(?P<state>::?[a-z-]+)(?:\((?P<inner>[^()]*)\))?",
    re.I,
)
_PLACE: Final = re.compile(r"[\s\dn+-]+|odd|even", re.I)
_NOISE: Final = re.compile(r"/\*.*?(?:\*/|\Z)|<!--|-->|<!\[CDATA\[|\]\]>", re.S)
_ESCAPED: Final = re.compile(r"\\([0-9a-f]{1,6})\s?", re.I)
_IDENTIFIER: Final = re.compile(r"[A-Za-z][A-Za-z0-9-]*")
_LONGEST: Final = 1 << 20
_DEEPEST: Final = 4


@dataclass(slots=True)
class Names:
    """The names that people gave to classes ("."), parts ("#") and variables ("--"), and the numbers that they get."""

    numbers: dict[tuple[str, str], str] = field(default_factory=dict)

    def number(self, kind: str, name: str) -> str:
        """The new name, without the sign of its kind."""
        letter = {".": "c", "#": "part", "--": "v"}[kind]
        count = sum(own == kind for own, _ in self.numbers) if (kind, name) not in self.numbers else 0
        return self.numbers.setdefault((kind, name), f"{letter}{count + 1}")

    def known(self, kind: str, name: str) -> str | None:
        """The new name of what was met before."""
        return self.numbers.get((kind, name))


def sheet_kept(text: str, known: Container[str], names: Names, counts: Counter[str], deep: int = 0) -> str:
    """What stays of a style sheet; ``known`` are the elements that stay, and what goes is counted."""
    kept = []
    for prelude, body in _blocks(_NOISE.sub(" ", text[:_LONGEST])):
        if prelude.startswith("@"):
            inner = _kept_at(prelude, body, known, names, counts, deep)
        else:
            told = [_selector(part, known, names) for part in prelude.split(",")]
            selectors = ", ".join(part for part in told if part)
            counts["style"] += None in told
            declared = declarations_kept(body, names, counts) if selectors else ""
            inner = f"{selectors} {{ {declared} }}" if declared else ""
        kept += [inner] if inner else []
    return "\n".join(kept)


def _kept_at(
    prelude: str, body: str, known: Container[str], names: Names, counts: Counter[str], deep: int
) -> str:
    """What stays of a rule for a medium, or for pages."""
    kind, _, medium = prelude.partition(" ")
    if kind in ("@media", "@page") and deep < _DEEPEST and is_plain(medium.replace(":", " ") or "all"):
        if kind == "@page":
            inner = declarations_kept(body, names, counts)
        else:
            inner = sheet_kept(body, known, names, counts, deep + 1)
        return f"{prelude} {{ {inner} }}" if inner else ""
    counts["style"] += 1
    return ""


def _blocks(text: str) -> Iterator[tuple[str, str]]:
    """Each rule of a sheet: what stands before its braces, and in them. Statements without braces are passed over."""
    depth, start, prelude, quote = 0, 0, "", ""
    for at, char in enumerate(text):
        if quote:
            quote = "" if char == quote else quote
        elif char in "\"'":
            quote = char
        elif char == ";" and depth == 0:
            start = at + 1
        elif char == "{":
            depth += 1
            if depth == 1:
                prelude, start = text[start:at].strip(), at + 1
        elif char == "}":
            depth = max(depth - 1, 0)
            if depth == 0:
                yield prelude, text[start:at]
                start = at + 1


def _selector(text: str, known: Container[str], names: Names) -> str | None:
    """A selector with numbers for names; None where anything in it is not known."""
    text, found, at = text.strip(), [], 0
    while at < len(text):
        part = _SELECTOR.match(text, at)
        if part is None:
            return None
        told = part.group()
        if part["kind"]:
            told = part["kind"] + names.number(part["kind"], part["name"])
        elif part["state"]:
            inner = part["inner"]
            if foreign(part["state"].strip(":")):
                return None
            if inner is not None and not _PLACE.fullmatch(inner):
                own = _selector(inner, known, names)
                if not own:
                    return None
                told = f"{part['state']}({own})"
        elif part["element"] and part["element"].lower() not in known:
            return None
        found.append(told)
        at = part.end()
    return "".join(found) or None


def declarations_kept(text: str, names: Names, counts: Counter[str]) -> str:
    """The declarations that hold words of the language alone; those that go are counted."""
    kept = []
    for declared in text.split(";"):
        name, _, value = (part.strip() for part in declared.partition(":"))
        if not name:
            continue
        if name.startswith("--"):
            told = f"--{names.number('--', name)}"
        else:
            told = "" if not _IDENTIFIER.fullmatch(name.lstrip("-")) or foreign(name.lstrip("-")) else name
        own = value_kept(name.lower(), value, names) if told else None
        counts["style"] += own is None
        kept += [f"{told}: {own}"] if own is not None else []
    return "; ".join(kept)


def value_kept(name: str, text: str, names: Names) -> str | None:
    """A value with numbers for variables; None where it holds a word that is not the language's."""
    if name == "font-family":
        told = [part.strip() for part in text.split(",") if is_font(part.strip(" \t\n'\""))]
        return ", ".join(told) or None
    if text.startswith("url(#") and text.endswith(")"):
        return f"url(#{names.number('#', text[5:-1])})"
    found, at = [], 0
    while at < len(text):
        part = _VALUE.match(text, at)
        if part is None:
            return None
        told_here = part.group()
        if part["own"]:
            told_here = f"--{names.number('--', told_here)}"
        elif part["text"]:
            plain = _ESCAPED.sub(lambda m: chr(min(int(m[1], 16), 0xFFFF)), told_here[1:-1])
            if any(map(str.isalnum, plain)) and not (name == "font" and is_font(plain)):
                return None
        elif part["word"] and (told_here.lower() == "url" or foreign(told_here.lstrip("-"))):
            return None
        found.append(told_here)
        at = part.end()
    return "".join(found) or None


def is_font(name: str) -> bool:
    """Whether a name is that of a font which comes with systems."""
    return all(word in _FONTS for word in name.lower().split()) and bool(name.strip())


def is_plain(value: str) -> bool:
    """Whether the value of an attribute of layout holds measures and words of the language alone."""
    own = Names()
    return (
        '"' not in value and "'" not in value and value_kept("", value, own) is not None and not own.numbers
    )


def foreign(text: str) -> str:
    """A text without the words of the language, and those of known fonts."""
    return _IDENTIFIER.sub(
        lambda m: (
            "" if all(part in _LANGUAGE or part in _FONTS for part in m[0].lower().split("-")) else m[0]
        ),
        text,
    )
