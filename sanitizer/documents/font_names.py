"""Tell the fonts that come with systems and programs, whose names say nothing of a text, from those of a house, and
number the latter."""

import re
import unicodedata
from collections.abc import Iterable
from itertools import chain
from typing import Final

from sanitizer.common.knowledge import remembered
from sanitizer.documents.runs_of_text import Element, elements, local
from sanitizer.text.fold import words as word_set
from sanitizer.text.surface_forms import Forms

_FAMILIES: Final = (
    # of Windows and Office
    "serif, sans serif, monospace, cursive, fantasy, aharoni, algerian, andalus, angsana new, angsana upc, "
    "aparajita, aptos, aptos mono, aptos serif, arabic typesetting, arial, arial nova, arial rounded, "
    "bahnschrift, baskerville old face, batang, batang che, bauhaus 93, bell, berlin sans fb, bernard mt, biz ud "
    "gothic, biz ud mincho, biz ud p gothic, biz ud p mincho, blackadder itc, bodoni, book antiqua, bookman old "
    "style, bookshelf symbol 7, bradley hand, britannic, broadway, browallia new, browallia upc, brush script, "
    "calibri, californian fb, calisto, cambria, cambria math, candara, cascadia code, cascadia mono, castellar, "
    "centaur, century, century gothic, century schoolbook, chiller, colonna, comic sans, consolas, constantia, "
    "cooper, copperplate gothic, corbel, cordia new, cordia upc, courier, courier new, curlz, daun penh, david, "
    "dfkai sb, dillenia upc, dok champa, dotum, dotum che, ebrima, edwardian script itc, elephant, engravers, "
    "eras itc, estrangelo edessa, eucrosia upc, euphemia, euphemia cas, fangsong, felix titling, footlight, "
    "forte, fr helv, frank ruehl, franklin gothic, franklin gothic book, freesia upc, freestyle script, french "
    "script, gabriola, gadugi, garamond, gautami, georgia, gigi, gill sans, gisha, gloucester, goudy old style, "
    "goudy stout, grandview, gulim, gulim che, gungsuh, gungsuh che, haettenschweiler, harlow solid, harrington, "
    "helv, high tower text, himalaya, hololens mdl2 assets, impact, imprint mt shadow, informal roman, ink free, "
    "iris upc, iskoola pota, jasmine upc, javanese text, jokerman, juice itc, kaiti, kalinga, kartika, khmer, "
    "kodchiang upc, kokila, kristen itc, kunstler script, lao, lao ui, latha, leelawadee, levenim, lily upc, "
    "lucida, lucida bright, lucida calligraphy, lucida console, lucida fax, lucida handwriting, lucida sans, "
    "lucida sans typewriter, magneto, maiandra gd, malgun gothic, mangal, marlett, matura mt script capitals, "
    "meiryo, microsoft himalaya, microsoft jhenghei, microsoft new tai lue, microsoft phags pa, microsoft sans "
    "serif, microsoft tai le, microsoft uighur, microsoft yahei, microsoft yi baiti, ming liu, ming liu hkscs, "
    "miriam, miriam fixed, mistral, modern, modern no 20, mongolian baiti, monotype corsiva, mool boran, ms "
    "gothic, ms mincho, ms p gothic, ms p mincho, ms reference sans serif, ms sans serif, ms serif, ms ui gothic, "
    "mt extra, mv boli, myanmar text, narkisim, neue haas grotesk, niagara engraved, niagara solid, nirmala, "
    "nsimsun, nyala, ocr a, ocr b, old english text, onyx, palace script, palatino, palatino linotype, papyrus, "
    "parchment, perpetua, perpetua titling, plantagenet cherokee, playbill, p ming liu, poor richard, pristina, "
    "raavi, rage, ravie, rockwell, rod, sakkal majalla, sanskrit text, script, segoe, segoe fluent icons, segoe "
    "mdl2 assets, segoe print, segoe script, segoe ui, segoe ui emoji, segoe ui historic, segoe ui symbol, shonar "
    "bangla, showcard gothic, shruti, simhei, simplified arabic, simsun, sitka, skeena, snap itc, stencil, "
    "sylfaen, symbol, system, tahoma, tempus sans itc, tenorite, times, times new roman, traditional arabic, "
    "trebuchet, tunga, tw cen, uighur, urdu typesetting, utsaah, vani, verdana, vijaya, viner hand itc, vivaldi, "
    "vladimir script, vrinda, webdings, wide latin, wingdings, yi baiti, yu gothic, yu mincho, zw adobe f, "
    # of other systems, of programs and of Google
    "adobe garamond, al bayan, al nile, american typewriter, andale mono, apple chancery, apple color emoji, "
    "apple sd gothic neo, apple symbols, avant garde, avenir, avenir next, baghdad, baskerville, big caslon, "
    "bitstream charter, bitstream vera sans, bitstream vera sans mono, bitstream vera serif, blink mac system "
    "font, bookman, caladea, cantarell, carlito, century schoolbook l, chalkboard, chalkduster, charter, cochin, "
    "cm, cmr10, cmmi10, cmsy10, cmex10, computer modern, cousine, damascus, dejavu math tex gyre, dejavu sans, "
    "dejavu sans mono, dejavu serif, didot, dingbats, droid sans, droid sans fallback, droid sans mono, droid "
    "serif, fira code, fira mono, fira sans, free mono, free sans, free serif, futura, garuda, geneva, gentium, "
    "gentium basic, gentium book basic, geeza pro, gothic, gyre, hack, helvetica, helvetica neue, heiti sc, heiti "
    "tc, hiragino kaku gothic, hiragino mincho, hiragino sans, hoefler text, inconsolata, inter, itc avant garde "
    "gothic, itc bookman, itc zapf chancery, itc zapf dingbats, junicode, kaiti sc, kinnari, lato, latin modern, "
    "latin modern math, latin modern mono, latin modern roman, latin modern sans, liberation mono, liberation "
    "sans, liberation serif, linux biolinum, linux libertine, lmroman10, lmroman12, lmmono10, lmsans10, lohit "
    "devanagari, lora, lucida grande, luxi mono, luxi sans, luxi serif, marker felt, menlo, merriweather, minion, "
    "monaco, montserrat, myriad, nanum gothic, new century schoolbook, new york, nimbus mono, nimbus mono l, "
    "nimbus mono ps, nimbus roman, nimbus roman no9 l, nimbus sans, nimbus sans l, norasi, noteworthy, noto color "
    "emoji, noto mono, noto sans, noto sans arabic, noto sans cjk, noto sans cjk jp, noto sans cjk kr, noto sans "
    "cjk sc, noto sans cjk tc, noto sans devanagari, noto sans hebrew, noto sans mono, noto sans symbols, noto "
    "sans thai, noto serif, noto serif cjk, noto serif cjk sc, open sans, open symbol, optima, oswald, oxygen, "
    "phosphate, ping fang hk, ping fang sc, ping fang tc, playfair display, poppins, pt mono, pt sans, pt serif, "
    "raleway, roboto, roboto mono, roboto slab, sf mono, sf pro, skia, snell roundhand, songti sc, songti tc, "
    "source code, source han sans, source han serif, source sans, source sans 3, source serif, source serif 4, "
    "standard symbols, standard symbols l, standard symbols ps, star symbol, stix, stix general, stix two math, "
    "stix two text, stsong, superclarendon, tex gyre adventor, tex gyre bonum, tex gyre cursor, tex gyre heros, "
    "tex gyre pagella, tex gyre schola, tex gyre termes, thorndale, thorndale amt, albany, albany amt, "
    "cumberland, cumberland amt, tinos, arimo, times new roman ps, trattatello, ubuntu, ubuntu mono, umpush, "
    "unifont, univers, univers cd, urw bookman, urw bookman l, urw chancery l, urw gothic, urw gothic l, urw "
    "palladio l, utopia, waree, wen quan yi micro hei, wen quan yi zen hei, work sans, zapf chancery, zapf "
    "dingbats, zapfino, c059, d050000l, p052, z003, "
    # by their names in other scripts
    "ms 明朝, ms p明朝, ms ゴシック, ms pゴシック, 游明朝, 游ゴシック, メイリオ, 宋体, 新宋体, 黑体, 楷体, 仿宋, "
    "等线, 微软雅黑, 新細明體, 細明體, 標楷體, 微軟正黑體, 맑은 고딕, 굴림, 돋움, 바탕, 궁서, 나눔고딕"
)
_LOOKS: Final = (
    "black|bold|book|caption|ce|compressed|cond|condensed|cyr|demi|demibold|display|e|extra|extrabold|extralight|"
    "greek|heavy|hairline|heading|inline|it|ital|italic|light|lt|medi|medium|mt|narrow|ob|obl|oblique|pro|ps|reg|"
    "regu|regular|roman|semi|semibold|semicondensed|semilight|small|std|subheading|text|thin|tur|ui|ultra|"
    "ultralight|unicode|variable|web|cameo|ds|fb|itc|ms|new|nf|h|banner|2|3"
)
"""What follows the name of a family."""
_SUBSET: Final = re.compile(r"[A-Z]{6}\+")
_PARTS: Final = re.compile(r"[^\W_]+")


def _squeezed(name: str) -> str:
    return "".join(_PARTS.findall(unicodedata.normalize("NFKC", name).lower()))


_KNOWN: Final = frozenset(map(_squeezed, _FAMILIES.split(",")))
_LOOK: Final = re.compile(rf"(?:{_LOOKS})+")


@remembered
def is_known_font(name: str) -> bool:
    """Return whether the name is that of a font, or of several with commas between, that comes with a system or a
    program; in any of its spellings ("Arial", "Arial-BoldMT", "ABCDEF+ArialMT")."""
    own = [_squeezed(_SUBSET.sub("", part)) for part in re.split("[,;]", name)]
    return all(
        part in _KNOWN
        or any(part[:end] in _KNOWN and _LOOK.fullmatch(part, end) for end in range(len(part), 1, -1))
        for part in own
    )


_NAMING: Final = word_set(
    "typeface ascii hAnsi cs eastAsia font font-name font-name-asian font-name-complex font-family font-family-asian "
    "font-family-complex"
)
"""Attributes that name a font, whatever they belong to."""
_OF_ELEMENTS: Final = frozenset(
    [("font", "name"), ("font-face", "name"), ("rFont", "val"), ("altName", "val"), ("mathFont", "val")]
)
"""Further ones, by what they belong to."""


def names_font(element: str, attribute: str) -> bool:
    """Return whether an attribute of an element, both without their vocabularies, names a font."""
    return attribute in _NAMING or (element, attribute) in _OF_ELEMENTS


def rename_fonts(trees: Iterable[Element], forms: Forms) -> None:
    """Give numbers to the fonts in whose names a form stands, but those that all systems know."""
    numbers: dict[str, str] = {}
    for element in chain.from_iterable(map(elements, trees)):
        name = local(element)
        parent = element.getparent()
        in_font = name == "name" and parent is not None and local(parent) == "font"
        for key, value in element.attrib.items():
            own = str(key).rpartition("}")[2]
            naming = names_font(name, own) or (in_font and own == "val")
            if naming and not is_known_font(str(value)) and forms.stand_in(str(value)):
                element.set(key, numbers.setdefault(str(value), f"Font {len(numbers) + 1}"))
