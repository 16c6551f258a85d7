"""Tell values of attributes that the standards of packed files enumerate ("paragraph", "continuous") from words of
people: a document about texts and tables may hold "Text" as a name."""

import re
from typing import Final

from sanitizer.text.fold import words as word_set

_SPACES: Final = (
    "{http://schemas.openxmlformats.org/", "{http://purl.oclc.org/ooxml/", "{urn:oasis:names:tc:opendocument:",
    "{urn:schemas-microsoft-com:", "{urn:org:documentfoundation:",
)  # fmt: skip
"""How the vocabularies of the standards begin."""
_KEYS: Final = word_set(
    "family class reference-format note-class anchor-type value-type horizontal-rel vertical-rel horizontal-pos "
    "vertical-pos wrap run-through text-align vertical-align writing-mode print-orientation page-usage select-page "
    "footnotes-position start-numbering-at number-position label-followed-by border-model sort-algorithm align "
    "adjustment object protect layer line-break break-before break-after fill stroke background-size style display "
    "caption-sequence-format bibliography-type index-scope data-style-order font-style font-style-asian "
    "font-style-complex font-weight font-weight-asian font-weight-complex line-style actuate show legend-position "
    "font-family-generic font-family-generic-asian font-family-generic-complex font-pitch font-pitch-asian "
    "font-pitch-complex keep-with-next keep-together leader-style text-underline-style text-underline-type "
    "text-underline-width text-underline-color text-overline-style text-overline-type text-overline-width "
    "text-overline-color text-line-through-style text-line-through-type text-line-through-width "
    "text-line-through-color text-align-source text-autospace punctuation-wrap color color-mode mirror "
    "background-color wrap-option number-wrapped-paragraphs list-level-position-and-space-mode "
    "textarea-vertical-align textarea-horizontal-align legend-align axis-position dimension solid-type interpolation "
    "symbol-type error-category series-source themeColor fldCharType hint leader lineRule hRule anchor hAnchor "
    "vAnchor xAlign yAlign relativeFrom displacedByCustomXml spelling grammar space cap cmpd algn prst path rig dir "
    "orient vert lastView nodeType evt restart presetClass idx fmt axis func op ptType refType horizontal vertical "
    "patternType orientation pageOrder state visibility editAs baseType pane activePane underline grouping shadow "
    "flip page-number rel-height"
)
"""Attributes whose values the standards enumerate."""
_TYPED: Final = word_set(
    "style footnote endnote headerReference footerReference br proofErr tblStylePr tblInd tblW tcW wBefore wAfter "
    "top bottom left right start end docGrid config-item tab-stop index-entry-tab-stop image a ph sldLayout fld cat "
    "alg shape constr param rule pt cxn buAutoNum headEnd tailEnd cfvo cfRule fill stroke textpath object object-ole"
)
"""Elements whose attribute ``type`` they enumerate."""
_VALUED: Final = word_set(
    "jc lvlJc defJc tab vAlign vertAlign numFmt pitch family highlight u top bottom left right start end insideH "
    "insideV tl2br tr2bl bar between type suff textAlignment textDirection multiLevelType view zoom "
    "characterSpacingControl shd behavior tblLayout em effect tblOverlap tblpPr hAnchor vMerge hMerge grouping "
    "barDir crosses crossBetween orientation majorTickMark minorTickMark tickLblPos lblAlgn scatterStyle radarStyle "
    "dispBlanksAs dLblPos legendPos layoutTarget xMode yMode baseTimeUnit symbol sizeRepresents splitType ofPieType "
    "builtInUnit brkBin brkBinSub intLim naryLim pos vertJc sysClr schemeClr prstDash scheme horizontal vertical"
)
"""Elements whose attribute ``val`` they enumerate."""
_WORDS: Final = word_set(
    "above absolute after alignment all alpha alphabetical alphanumeric always around article as atleast auto "
    "automatic back background backslant ball baseline before begin below between bold book boolean border both "
    "bottom bullet by caption category cell center chapter char character clean clear clockwise clustered collapsing "
    "color column columns content continuation continuous ctr currency current custom dash date day days decimal "
    "decorative default direction document dot dotted double drawing dynamic edge embed end endnote entry even exact "
    "extra false field figure fill first fixed flat float following font footer footnote foreground frame from full "
    "graphic graphics group handout hanging header hidden horizontal ideograph image in index inner inset inside "
    "italic justify label last layout left letter level line linear lines linked list listtab load lower margin "
    "margins master maximized media middle minor minus modern month months move multilevel name new next no none "
    "normal note notes nothing notice number numbering object oblique odd of off on opposite outer outline outset "
    "outside page paragraph parallel pattern per percent percentage picture placeholder plus pos position "
    "presentation preserve previous ratio rect reference region report request restart right roman round row same "
    "scale section select separate separator series shape simple single size slide slides solid space spell square "
    "stacked standard start step strict string style subscript subtitle sum superscript swiss system tab table "
    "tables text thick thin through time title to top transparent triangle true unknown upper user value variable "
    "variant vertical view visible wave web window with word words wrap year years zero"
)
"""Words of which the values are."""
_PARTS: Final = re.compile(r"[A-Z]?[a-z]+")
_VALUE: Final = re.compile(r"[A-Z]?[a-z]+(?:-?[A-Z][a-z]+|-[a-z]+)*")


def is_enumerated(element: str, attribute: str, value: str) -> bool:
    """Return whether the value of an attribute of an element, both with their vocabularies ("{...}name"), is one of
    those that the standard allows there."""
    if not element.startswith(_SPACES) or not is_of_format(value):
        return False
    space, _, key = attribute.rpartition("}")
    if space and not attribute.startswith(_SPACES) and key not in ("type", "show", "actuate", "space"):
        return False
    of = element.rpartition("}")[2]
    return key in _KEYS or (key == "type" and of in _TYPED) or (key == "val" and of in _VALUED)


def is_of_format(value: str) -> bool:
    """Return whether a value is made of words of the standards alone."""
    return _VALUE.fullmatch(value) is not None and all(w.lower() in _WORDS for w in _PARTS.findall(value))
