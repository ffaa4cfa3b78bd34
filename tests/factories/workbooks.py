"""Workbooks as spreadsheet programs write them, from rows of plain values."""

import io
import zipfile
from collections.abc import Mapping, Sequence
from datetime import datetime
from xml.sax.saxutils import escape

from league.core.rules.workbooks import letters

MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
LINKS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
OFFICE = "urn:oasis:names:tc:opendocument:xmlns:office:1.0"
TABLE = "urn:oasis:names:tc:opendocument:xmlns:table:1.0"
TEXT = "urn:oasis:names:tc:opendocument:xmlns:text:1.0"
WORKBOOK = (
    f'<workbook xmlns="{MAIN}" xmlns:r="{LINKS}"><sheets>'
    '<sheet name="Games" sheetId="2" r:id="rId7"/><sheet name="Notes" sheetId="1" r:id="rId1"/></sheets></workbook>'
)
RELATIONS = (
    '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
    '<Relationship Id="rId1" Target="worksheets/sheet1.xml"/><Relationship Id="rId7" Target="worksheets/sheet2.xml"/>'
    "</Relationships>"
)
STYLES = (
    f'<styleSheet xmlns="{MAIN}"><numFmts><numFmt numFmtId="164" formatCode="dd/mm/yyyy\\ hh:mm"/>'
    '<numFmt numFmtId="165" formatCode="&quot;day&quot;0"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs>'
    '<cellXfs><xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="165"/></cellXfs></styleSheet>'
)
Value = object


def zipped(members: Mapping[str, str | bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return out.getvalue()


def xlsx(rows: Sequence[Sequence[Value]], **members: str) -> bytes:
    """Texts are shared as Excel does it; empty cells are not there at all."""
    texts: list[str] = []
    lines = _xlsx_rows(rows, texts)
    return zipped(
        {
            "xl/workbook.xml": WORKBOOK,
            "xl/_rels/workbook.xml.rels": RELATIONS,
            "xl/styles.xml": STYLES,
            "xl/sharedStrings.xml": _shared(texts),
            "xl/worksheets/sheet1.xml": f'<worksheet xmlns="{MAIN}"><sheetData/></worksheet>',
            "xl/worksheets/sheet2.xml": f'<worksheet xmlns="{MAIN}"><sheetData>{lines}</sheetData></worksheet>',
            **members,
        }
    )


def _xlsx_rows(rows: Sequence[Sequence[Value]], texts: list[str]) -> str:
    return "".join(
        f'<row r="{number}">{"".join(_xlsx_cell(value, number, place, texts) for place, value in enumerate(row))}</row>'
        for number, row in enumerate(rows, 1)
        if any(value not in ("", None) for value in row)
    )


def _shared(texts: Sequence[str]) -> str:
    shared = "".join(f"<si><r><t>{escape(text[:1])}</t></r><r><t>{escape(text[1:])}</t></r></si>" for text in texts)
    return f'<sst xmlns="{MAIN}">{shared}</sst>'


def _xlsx_cell(value: Value, number: int, place: int, texts: list[str]) -> str:
    where = f'r="{letters(place)}{number}"'
    if value in ("", None):
        return ""
    if isinstance(value, bool):
        return f'<c {where} t="b"><v>{int(value)}</v></c>'
    if isinstance(value, datetime):
        days = (value - datetime(1899, 12, 30)).total_seconds() / 86_400
        return f'<c {where} s="1"><v>{days!r}</v></c>'
    if isinstance(value, int | float):
        return f'<c {where} s="2"><v>{value!r}</v></c>'
    texts.append(str(value))
    return f'<c {where} t="s"><v>{len(texts) - 1}</v></c>'


def ods(rows: Sequence[Sequence[Value]], *, more: str = "") -> bytes:
    lines = "".join(f"<table:table-row>{''.join(map(_ods_cell, row))}</table:table-row>" for row in rows)
    return zipped({"content.xml": content(f'<table:table table:name="Games">{lines}{more}</table:table>')})


def workbook(
    sheets: Mapping[str, Sequence[Sequence[Value]]], *, kind: str = "xlsx", merged: Sequence[str] = ()
) -> bytes:
    """Return a workbook of several sheets; `merged` are ranges such as `A1:B2`, of each of them."""
    if kind == "ods":
        return zipped({"content.xml": content("".join(_ods_sheet(*sheet, merged) for sheet in sheets.items()))})
    names, links, members, texts = "", "", {}, list[str]()
    ranges = "".join(f'<mergeCell ref="{where}"/>' for where in merged)
    for number, (name, rows) in enumerate(sheets.items(), 1):
        names += f'<sheet name="{escape(name)}" sheetId="{number}" r:id="rId{number}"/>'
        links += f'<Relationship Id="rId{number}" Target="worksheets/sheet{number}.xml"/>'
        members[f"xl/worksheets/sheet{number}.xml"] = (
            f'<worksheet xmlns="{MAIN}"><sheetData>{_xlsx_rows(rows, texts)}</sheetData>'
            f"<mergeCells>{ranges}</mergeCells></worksheet>"
        )
    package = "http://schemas.openxmlformats.org/package/2006/relationships"
    return zipped(
        {
            "xl/workbook.xml": f'<workbook xmlns="{MAIN}" xmlns:r="{LINKS}"><sheets>{names}</sheets></workbook>',
            "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{package}">{links}</Relationships>',
            "xl/styles.xml": STYLES,
            "xl/sharedStrings.xml": _shared(texts),
            **members,
        }
    )


def _ods_sheet(name: str, rows: Sequence[Sequence[Value]], merged: Sequence[str]) -> str:
    spans = {}
    for where in merged:
        (left, top), (right, bottom) = ((ord(cell[0]) - 65, int(cell[1:])) for cell in where.split(":"))
        spans[top, left] = (
            f'table:number-rows-spanned="{bottom - top + 1}" table:number-columns-spanned="{right - left + 1}"'
        )
    lines = ""
    for number, row in enumerate(rows, 1):
        cells = (
            _ods_cell(value).replace("<table:table-cell", f"<table:table-cell {spans.get((number, place), '')}", 1)
            for place, value in enumerate(row)
        )
        lines += f"<table:table-row>{''.join(cells)}</table:table-row>"
    return f'<table:table table:name="{escape(name)}">{lines}</table:table>'


def content(table: str) -> str:
    names = f'xmlns:office="{OFFICE}" xmlns:table="{TABLE}" xmlns:text="{TEXT}"'
    sheets = f"<office:body><office:spreadsheet>{table}</office:spreadsheet></office:body>"
    return f"<office:document-content {names}>{sheets}</office:document-content>"


def _ods_cell(value: Value) -> str:
    if value in ("", None):
        return '<table:table-cell table:number-columns-repeated="1"/>'
    if isinstance(value, bool):
        said = f'office:value-type="boolean" office:boolean-value="{str(value).lower()}"'
    elif isinstance(value, datetime):
        said = f'office:value-type="date" office:date-value="{value.isoformat()}"'
    elif isinstance(value, int | float):
        said = f'office:value-type="float" office:value="{value!r}"'
    else:
        said = 'office:value-type="string"'
    shown = "as shown" if not isinstance(value, str) else escape(value)
    return f"<table:table-cell {said}><text:p>{shown}</text:p></table:table-cell>"
