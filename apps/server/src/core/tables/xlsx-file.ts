import { inert, numberCell } from "./csv-file.ts";
import type { FileCell, FileRow } from "./csv-file.ts";
import { zipStream } from "./zip-stream.ts";
import type { ZipEntry } from "./zip-stream.ts";

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const RELS = "http://schemas.openxmlformats.org/package/2006/relationships";
const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const TYPES = "http://schemas.openxmlformats.org/package/2006/content-types";
const SHEET_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml";
/** Styles: 1 bold, 2 an amount with two decimals and thousands separators. */
const BOLD = 1;
const MONEY = 2;
const MOST_NAME = 31;
/** XML 1.0 has no place for these. */
// oxlint-disable-next-line no-control-regex
const FORBIDDEN = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g;

interface Sheet {
  readonly title: string;
  readonly head: readonly string[];
  /** Of the columns, in characters. */
  readonly widths: readonly number[];
}

/** A table as an Office Open XML workbook of one sheet, as it is read. */
export function xlsxFile(
  sheet: Sheet,
  pages: AsyncIterable<readonly FileRow[]>,
): AsyncGenerator<Uint8Array> {
  const files: ZipEntry[] = [
    { name: "[Content_Types].xml", parts: [CONTENT_TYPES] },
    { name: "_rels/.rels", parts: [relsOf("officeDocument", "xl/workbook.xml")] },
    { name: "xl/workbook.xml", parts: [workbookOf(sheet.title)] },
    { name: "xl/_rels/workbook.xml.rels", parts: [WORKBOOK_RELS] },
    { name: "xl/styles.xml", parts: [STYLES] },
    { name: "xl/worksheets/sheet1.xml", parts: sheetOf(sheet, pages) },
  ];
  return zipStream(files);
}

async function* sheetOf(
  { head, widths }: Sheet,
  pages: AsyncIterable<readonly FileRow[]>,
): AsyncGenerator<string> {
  const columns = widths
    .map((width, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`)
    .join("");
  yield `${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${columns}</cols><sheetData>`;
  yield `<row>${head.map((text) => textCell(text, BOLD)).join("")}</row>`;
  for await (const rows of pages) yield rows.map(rowOf).join("");
  yield "</sheetData></worksheet>";
}

function rowOf(row: FileRow): string {
  return `<row>${row.map(cellOf).join("")}</row>`;
}

function cellOf(cell: FileCell): string {
  if (typeof cell === "bigint") return moneyCell(cell);
  return typeof cell === "number" ? `<c><v>${cell}</v></c>` : textCell(cell ?? "");
}

/** A text is written as a text cell; one that begins like a formula gets an apostrophe as well. */
function textCell(text: string, style = 0): string {
  return `<c t="inlineStr" s="${style}"><is><t xml:space="preserve">${escaped(inert(text))}</t></is></c>`;
}

function moneyCell(cents: bigint): string {
  return `<c s="${MONEY}"><v>${numberCell(cents)}</v></c>`;
}

function escaped(text: string): string {
  return text
    .replace(FORBIDDEN, "")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}

function workbookOf(title: string): string {
  const name = escaped(title.replace(/[[\]:*?/\\]/g, " ").slice(0, MOST_NAME));
  return `${XML}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="${name}" sheetId="1" r:id="rId1"/></sheets></workbook>`;
}

function relsOf(type: string, target: string): string {
  return `${XML}<Relationships xmlns="${RELS}"><Relationship Id="rId1" Type="${OFFICE}/${type}" Target="${target}"/></Relationships>`;
}

const WORKBOOK_RELS = `${XML}<Relationships xmlns="${RELS}"><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`;
const CONTENT_TYPES = `${XML}<Types xmlns="${TYPES}"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${SHEET_TYPE}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${SHEET_TYPE}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${SHEET_TYPE}.styles+xml"/></Types>`;
const STYLES = `${XML}<styleSheet xmlns="${MAIN}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="3"><xf/><xf fontId="1" applyFont="1"/><xf numFmtId="4" applyNumberFormat="1"/></cellXfs></styleSheet>`;
