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
    lines = "".join(
        f'<row r="{number}">{"".join(_xlsx_cell(value, number, place, texts) for place, value in enumerate(row))}</row>'
        for number, row in enumerate(rows, 1)
        if any(value not in ("", None) for value in row)
    )
    shared = "".join(f"<si><r><t>{escape(text[:1])}</t></r><r><t>{escape(text[1:])}</t></r></si>" for text in texts)
    return zipped(
        {
            "xl/workbook.xml": WORKBOOK,
            "xl/_rels/workbook.xml.rels": RELATIONS,
            "xl/styles.xml": STYLES,
            "xl/sharedStrings.xml": f'<sst xmlns="{MAIN}">{shared}</sst>',
            "xl/worksheets/sheet1.xml": f'<worksheet xmlns="{MAIN}"><sheetData/></worksheet>',
            "xl/worksheets/sheet2.xml": f'<worksheet xmlns="{MAIN}"><sheetData>{lines}</sheetData></worksheet>',
            **members,
        }
    )


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
