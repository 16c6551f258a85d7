# ruff: noqa: E501
"""Make workbooks that hide a name in one place each, for bench/documents.py."""

import io
import re
from collections.abc import Callable, Iterator
from xml.sax.saxutils import escape

from sanitizer.documents.packages import pack, unpack
from tests.documents import drawn_files, files

NAME, OTHER = files.NAME, files.HIDDEN


def excel() -> Iterator[tuple[str, bytes]]:
    """Workbooks."""
    from openpyxl import load_workbook
    from openpyxl.cell.rich_text import CellRichText, TextBlock
    from openpyxl.cell.text import InlineFont
    from openpyxl.worksheet.datavalidation import DataValidation

    def made(change: Callable[..., None]) -> bytes:
        book = load_workbook(io.BytesIO(files.excel()))
        change(book, book.worksheets[0])
        target = io.BytesIO()
        book.save(target)
        return target.getvalue()

    def rule(book, sheet) -> None:  # type: ignore[no-untyped-def]
        sheet.add_data_validation(DataValidation(type="list", formula1=f'"{OTHER}"', prompt=OTHER))

    yield "cell", made(lambda book, sheet: sheet.append([NAME]))
    theme = f'<a:theme xmlns:a="{files._A}" name="{OTHER}"><a:themeElements><a:clrScheme name="{OTHER}"/></a:themeElements></a:theme>'
    yield "theme", pack({**unpack(files.excel()), "xl/theme/theme1.xml": theme.encode()})
    yield (
        "bracket in a format",
        made(lambda book, sheet: setattr(sheet["C2"], "number_format", f"[${OTHER}-409]0.0")),
    )
    yield (
        "words of two looks",
        made(
            lambda book, sheet: setattr(
                sheet["A2"], "value", CellRichText("Mr ", TextBlock(InlineFont(b=True), NAME[:4]), NAME[4:])
            )
        ),
    )
    yield (
        "hidden row",
        made(lambda book, sheet: sheet.row_dimensions.__getitem__(2).__setattr__("hidden", True)),
    )
    yield (
        "very hidden sheet",
        made(lambda book, sheet: setattr(book.worksheets[1], "sheet_state", "veryHidden")),
    )
    yield "formula", made(lambda book, sheet: sheet.append([f'="{OTHER}"']))
    yield "rule of a cell", made(rule)
    yield "footer", made(lambda book, sheet: setattr(sheet.oddFooter.left, "text", OTHER))
    yield "property", made(lambda book, sheet: setattr(book.properties, "description", OTHER))
    yield "format of a number", made(lambda book, sheet: setattr(sheet["C2"], "number_format", f'"{OTHER}"0'))
    yield "code name", made(lambda book, sheet: setattr(sheet.sheet_properties, "codeName", OTHER))
    yield "title of printing", made(lambda book, sheet: setattr(sheet, "print_title_rows", "1:1"))
    yield "chart, table, filter, rule", files.drawn_workbook()
    yield from _drawn_sheets()


def _drawn_sheets() -> Iterator[tuple[str, bytes]]:
    """Workbooks with a name in one place of a chart, of a table or beside it."""
    from openpyxl.chart.series import SeriesLabel
    from openpyxl.chart.trendline import Trendline
    from openpyxl.worksheet.scenario import InputCells, Scenario, ScenarioList

    changes: dict[str, Callable[..., object]] = {
        "title of an axis": lambda book, sheet, chart: setattr(chart.y_axis, "title", NAME),
        "name of a series": lambda book, sheet, chart: setattr(chart.series[0], "tx", SeriesLabel(v=NAME)),
        "name of a line": lambda book, sheet, chart: setattr(chart.series[0], "trendline", Trendline(name=NAME)),
        "format of an axis": lambda book, sheet, chart: setattr(chart.y_axis, "number_format", f'0"{OTHER}"'),
        "cells of another file": lambda book, sheet, chart: setattr(chart.series[0].val.numRef, "f", f"'[{OTHER}.xlsx]a'!$A$1"),
        "name instead of cells": lambda book, sheet, chart: setattr(chart.series[0].val.numRef, "f", f"{OTHER}"),
        "scenario": lambda book, sheet, chart: setattr(sheet, "scenarios", ScenarioList(scenario=[
            Scenario(name=OTHER, user=OTHER, comment=OTHER, inputCells=[InputCells(r="A1", val=OTHER)])])),
        "column of a table": lambda book, sheet, chart: sheet.__setitem__("A1", NAME),
        "two columns of one name": lambda book, sheet, chart: sheet.__setitem__("A1", "visits"),
    }  # fmt: skip
    for place, change in changes.items():
        yield place, files.drawn_workbook(change)  # type: ignore[arg-type]
    link = ("rId7", "hyperlink", f"http://{OTHER}/")
    yield "text box", drawn_files.drawn_beside(drawn_files.BOX, link)
    group = '<xdr:grpSp><xdr:nvGrpSpPr><xdr:cNvPr id="8" name="{0}"/></xdr:nvGrpSpPr>{1}</xdr:grpSp>'
    yield "text box in a group", drawn_files.drawn_beside(group.format(OTHER, drawn_files.BOX), link)
    picture = '<xdr:pic><xdr:nvPicPr><xdr:cNvPr id="9" name="{0}" title="{1}"/></xdr:nvPicPr><xdr:blipFill><a:blip r:{2}="rId7"/></xdr:blipFill></xdr:pic>'
    for how, target in (("embed", "/xl/media/image1.png"), ("link", f"http://{OTHER}/a.png")):
        yield (
            f"picture ({how})",
            drawn_files.drawn_beside(picture.format(OTHER, NAME, how), ("rId7", "image", target)),
        )
    yield (
        "link of any name",
        drawn_files.drawn_beside(
            picture.format(OTHER, NAME, "embed").replace("rId7", OTHER),
            (OTHER, "image", "/xl/media/image1.png"),
        ),
    )
    choice = '<mc:AlternateContent xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"><mc:Choice Requires="a14">{0}</mc:Choice><mc:Fallback>{0}</mc:Fallback></mc:AlternateContent>'
    yield "text box in a choice", drawn_files.drawn_beside(choice.format(drawn_files.BOX), link)
    for place, text in {
        "font": f'&"{OTHER},Bold"a',
        "look": f"Mr {NAME[:4]}&B{NAME[4:]}",
        "field": f"&P{NAME}&N",
        "picture": f"&G{NAME}",
        "two": f"&L{NAME}&R{NAME}",
    }.items():
        header = f"<oddHeader>{escape(text)}</oddHeader>".encode()
        parts = unpack(files.excel())
        sheet = "xl/worksheets/sheet1.xml"
        yield (
            f"header: {place}",
            pack(
                {
                    **parts,
                    sheet: re.sub(rb"<oddHeader>.*</oddHeader>", lambda _, own=header: own, parts[sheet]),
                }
            ),
        )
