"""Tell attributes of packed files that hold no more than a number or a shape of the layout from those in which people
write."""

import re
from typing import Final

from sanitizer.text.fold import words as word_set

_MEASURES: Final = word_set(
    "r s t spans count uniqueCount min max ht width height w h x y cx cy sz left right top bottom header footer gutter "
    "before after line hanging firstLine space numFmtId fontId fillId borderId xfId dxfId sheetId"
)
_MEASURE: Final = re.compile(r"-?\d+(?:[.:]\d+)?")
"""Attributes that say where something stands, how large it is, or which of several: their numbers tell nothing."""
_SHAPES: Final = word_set(
    "d path points transform viewBox enhanced-path glue-points text-areas modifiers coordsize coordorigin"
)
_SHAPE: Final = re.compile(r"(?>(?:[-+.,\s()\d]|[A-Za-z](?![A-Za-z]{2}))*)")
"""Attributes that draw: their numbers and letters tell nothing."""
_SMALL: Final = re.compile(r"[-+]?(?:\d{1,4}(?:\.\d*)?|\.\d+)(?:%|pt|in|cm|mm|px|em|deg)?")
_SWITCHES: Final = frozenset("01")
_SPACES: Final = (
    "urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:",
    "urn:oasis:names:tc:opendocument:xmlns:svg-compatible:",
    "urn:oasis:names:tc:opendocument:xmlns:style:",
    "urn:oasis:names:tc:opendocument:xmlns:drawing:",
    "urn:oasis:names:tc:opendocument:xmlns:datastyle:",
    "urn:oasis:names:tc:opendocument:xmlns:dr3d:",
    "urn:oasis:names:tc:opendocument:xmlns:chart:",
    "urn:org:documentfoundation:names:experimental:office:xmlns:loext:",
    "http://schemas.openxmlformats.org/drawingml/2006/main",
    "http://schemas.openxmlformats.org/drawingml/2006/picture",
    "http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing",
    "http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing",
    "http://purl.oclc.org/ooxml/drawingml/",
)
"""Vocabularies of the layout alone."""
_WORDED: Final = word_set(
    "value v name string-value title descr desc text label alt alias tag tooltip display-name minimum maximum origin "
    "formula"
)
"""Attributes of theirs in which people write words or values."""
_PLACES: Final = word_set(
    # of texts
    "c list-tab-stop-position min-label-width space-before level outline-level start-value line-number "
    "display-levels increment offset version position num-format number-columns-repeated number-columns-spanned "
    "number-rows-repeated number-rows-spanned percent linePitch charSpace hSpace vSpace firstLineChars hangingChars "
    "leftChars rightChars startChars endChars beforeLines afterLines start end ilvl numId abstractNumId id num "
    "pos countBy distance themeTint themeShade anchor-page-number "
    # of slides
    "idx gridSpan rowSpan spid grpId presetID presetSubtype presetClass bldLvl firstSlideNum lastIdx n "
    "presentation "
    # of sheets
    "style builtinId iLevel colorId theme tint indexed outlineLevel outlineLevelRow outlineLevelCol activeCellId "
    "activeTab firstSheet tabRatio xWindow yWindow windowWidth windowHeight workbookViewId zoomScale "
    "zoomScaleNormal zoomScaleSheetLayoutView zoomScalePageLayoutView xSplit ySplit baseColWidth defaultColWidth "
    "defaultRowHeight paperSize scale fitToWidth fitToHeight firstPageNumber horizontalDpi verticalDpi copies "
    "iterateCount iterateDelta priority authorId shapeId colId textRotation indent readingOrder relativeIndent "
    "degree manualBreakCount calcId lowestEdited rupBuild defaultThemeVersion localSheetId"
)
"""Attributes of other vocabularies that say where something stands, how large it is, or which of several."""
_SIZED: Final = word_set(
    # of texts
    "sz szCs kern w position spacing ilvl numId start lvlRestart abstractNumId outlineLvl gridSpan gridBefore "
    "gridAfter trHeight defaultTabStop charset family uiPriority hyphenationZone consecutiveHyphenLimit "
    "tblStyleRowBandSize tblStyleColBandSize drawingGridHorizontalSpacing drawingGridVerticalSpacing "
    "displayHorizontalDrawingGridEvery displayVerticalDrawingGridEvery bookFoldPrintingSheets numStart "
    "compatSetting fitText hps hpsRaise hpsBaseText "
    # of drawings
    "alpha alphaMod alphaOff lumMod lumOff lum shade tint satMod satOff sat hueMod hueOff hue spcPct spcPts "
    # of charts
    "idx order axId crossAx gapWidth gapDepth overlap size ptCount style rotX rotY hPercent depthPercent "
    "perspective lblOffset tickLblSkip tickMarkSkip firstSliceAng holeSize explosion bubbleScale secondPieSize "
    "thickness x y h"
)
"""Elements whose attribute ``val`` is a size or a place."""


def lays_out(element: str, attribute: str, value: str) -> bool:
    """Return whether an attribute of an element, both with their vocabularies ("{...}name"), holds nothing but a
    number or a shape of the layout."""
    space, _, key = attribute.rpartition("}")
    if key in _SHAPES:
        return _SHAPE.fullmatch(value) is not None
    if key in _MEASURES and _MEASURE.fullmatch(value):
        return True
    if key in _WORDED or not _SMALL.fullmatch(value):
        return False
    of_element, _, called = element.rpartition("}")
    if value in _SWITCHES or key in _PLACES or (key == "val" and called in _SIZED):
        return True
    return key != "val" and (space or of_element).removeprefix("{").startswith(_SPACES)
