"""Keep of a file of OpenDocument what its reader sees: styles and drawn looks that people may have named become
numbers, of the settings those stay by which lines and pages are laid out."""

from collections.abc import Iterable, Mapping
from itertools import chain
from typing import Final

from sanitizer.documents.runs_of_text import Element, elements, local, remove
from sanitizer.documents.style_names import is_known
from sanitizer.text.fold import words as word_set

_OASIS: Final = "{urn:oasis:names:tc:opendocument:xmlns:"
_NAMED: Final = (f"{_OASIS}style:1.0}}name", f"{_OASIS}drawing:1.0}}name")
HOLDERS: Final = frozenset(["styles", "automatic-styles", "master-styles", "layer-set", "theme"])
"""What the elements that define a look lie in."""
_DIRECT: Final = frozenset(["marker-start", "marker-end", "stroke-dash", "layer"])
"""Attributes that name a look and do not end in "-name"."""
_OTHER: Final = frozenset(["font-name", "font-name-asian", "font-name-complex", "display-name", "table-name"])
"""Attributes that end in "-name" and name no look."""


def number_styles(trees: Iterable[Element]) -> None:
    """Give numbers to the looks whose names are no program's, in all trees of a file."""
    parts = list(trees)
    numbers: dict[str, str] = {}
    for element in chain.from_iterable(map(elements, parts)):
        parent = element.getparent()
        if parent is None or local(parent) not in HOLDERS:
            continue
        for own in _NAMED:
            name = str(element.get(own, ""))
            if name and not is_known(name):
                numbers.setdefault(name, f"Numbered{len(numbers) + 1}")
    told = {str(e.get(own, "")) for e in chain.from_iterable(map(elements, parts)) for own in _NAMED}
    for element in chain.from_iterable(map(elements, parts)):
        for key in list(element.attrib):
            last, value = str(key).rpartition("}")[2], str(element.get(key))
            if (
                last.endswith(("style-name", "master-page-name"))
                and value
                and value not in told
                and not is_known(value)
            ):
                numbers.setdefault(value, f"Numbered{len(numbers) + 1}")  # of a style that is not there
            if last == "display-name":
                del element.attrib[key]  # the name is shown then
            elif value in numbers and (
                (key in _NAMED and local(element.getparent()) in HOLDERS)  # type: ignore[arg-type]
                or last in _DIRECT
                or (last.endswith("-name") and last not in _OTHER)
            ):
                element.set(key, numbers[value])


_CONFIG: Final = "{urn:oasis:names:tc:opendocument:xmlns:config:1.0}"
_LAYOUT: Final = word_set(
    "AddExternalLeading AddFrameOffsets AddParaLineSpacingToTableCells AddParaSpacingToTableCells "
    "AddParaTableSpacing AddParaTableSpacingAtStart AddVerticalFrameOffsets AlignTabStopPosition "
    "ApplyParagraphMarkFormatToNumbering BackgroundParaOverDrawings CharacterCompressionType "
    "ClipAsCharacterAnchoredWriterFlyFrames ClippedPictures CollapseEmptyCellPara ConsiderTextWrapOnObjPos "
    "ContinuousEndnotes DefaultTabStop DisableOffPagePositioning DoNotCaptureDrawObjsOnPage "
    "DoNotJustifyLinesWithManualBreak DoNotResetParaAttrsForNumFont FloattableNomargins "
    "FrameAutowidthWithMorePara GutterAtTop HeaderSpacingBelowLastPara IgnoreFirstLineIndentInNumbering "
    "IgnoreTabsAndBlanksForLineCalculation InvertBorderSpacing IsKernAsianPunctuation MathBaselineAlignment "
    "MsWordCompMinLineHeightByFly MsWordCompTrailingBlanks OutlineLevelYieldsNumbering ParagraphSummation "
    "PrinterIndependentLayout PropLineSpacingShrinksFirstLine ShowZeroValues SmallCapsPercentage66 "
    "StylesNoDefault SubtractFlysAnchoredAtFlys SurroundTextWrapSmall TabAtLeftIndentForParagraphsInList "
    "TabOverMargin TabOverSpacing TabOverflow TableRowKeep TabsRelativeToIndent TreatSingleColumnBreakAsPageBreak "
    "UnbreakableNumberings UnxForceZeroExtLeading UseFormerLineSpacing UseFormerObjectPositioning "
    "UseFormerTextWrapping UseOldNumbering UseOldPrinterMetrics"
)
"""Names of settings by which LibreOffice lays out lines and pages."""
_WORDS: Final = frozenset(["true", "false", "disabled", "enabled", "low-resolution", "high-resolution"])
"""Values that are no numbers."""
_VIEW: Final = word_set(
    "HorizontalSplitMode VerticalSplitMode HorizontalSplitPosition VerticalSplitPosition ActiveSplitRange PositionLeft "
    "PositionRight PositionTop PositionBottom ShowGrid GridColor ShowZeroValues HasColumnRowHeaders HasSheetTabs "
    "IsOutlineSymbolsSet"
)
"""Names of settings by which a workbook is shown: rows and columns that stay in sight, lines between cells."""
_SETS: Final = {"ooo:configuration-settings": _LAYOUT, "ooo:view-settings": _VIEW}
_FRAME: Final = frozenset(["document-settings", "settings"])
_MAPS: Final = {"config-item-map-indexed": "Views", "config-item-map-named": "Tables"}
"""Maps of settings that stay, by their elements: views, and in one the sheets."""


def settle_settings(root: Element) -> None:
    """Take out of the settings all but plain values of layout, and how sheets are shown."""
    for element in elements(root):
        name, own = element.get(f"{_CONFIG}name", ""), local(element)
        if own == "config-item":
            value = element.text or ""
            around = (e.get(f"{_CONFIG}name", "") for e in element.iterancestors(f"{_CONFIG}config-item-set"))
            if name not in _SETS.get(next(around, ""), ()) or not (value in _WORDS or value.isdigit()):
                remove(element)
        elif own == "config-item-set":
            if name not in _SETS:
                remove(element)
        elif own in _MAPS:
            if name != _MAPS[own]:
                remove(element)
        elif own not in _FRAME and own != "config-item-map-entry":
            remove(element)
    for kind in (
        "config-item-map-entry",
        "config-item-map-named",
        "config-item-map-indexed",
        "config-item-set",
    ):
        for element in list(root.iter(f"{_CONFIG}{kind}")):
            if not len(element):
                remove(element)


def call_views(root: Element, titles: Mapping[str, str]) -> None:
    """Let what is said of how sheets are shown be of sheets by their new ``titles`` (by the old ones)."""
    for own in root.iter(f"{_CONFIG}config-item-map-named"):
        for entry in list(own):
            name = titles.get(entry.get(f"{_CONFIG}name", ""))
            if name is None:
                remove(entry)
            else:
                entry.set(f"{_CONFIG}name", name)
