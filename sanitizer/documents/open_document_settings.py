"""Keep of the settings of a file of OpenDocument those by which its lines and pages are laid out."""

from typing import Final

from sanitizer.documents.stretches import Element, elements, local, remove
from sanitizer.text.fold import words as word_set

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
_WHERE: Final = "ooo:configuration-settings"
_FRAME: Final = frozenset(["document-settings", "settings", "config-item-set"])


def settle_settings(root: Element) -> None:
    """Take out of the settings all but plain values of layout."""
    for element in elements(root):
        name = element.get(f"{_CONFIG}name", "")
        if local(element) == "config-item":
            value = element.text or ""
            if name not in _LAYOUT or not (value in _WORDS or value.isdigit()):
                remove(element)
        elif local(element) not in _FRAME or (local(element) == "config-item-set" and name != _WHERE):
            remove(element)
