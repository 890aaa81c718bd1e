import { buffer } from "node:stream/consumers";
import PDFDocument from "pdfkit";
import type { PdfStatement } from "./make-pdf.ts";
import { fontBytes, runsOf } from "./pdf-fonts.ts";

const MARGIN = 40;
const WIDTH = 595.28;
const HEIGHT = 841.89;
const RIGHT = WIDTH - MARGIN;
const BOTTOM = HEIGHT - MARGIN - 24;
const ROW = 16;
const [TITLE, BODY, SMALL] = [20, 9, 8];
const [INK, MUTE, LINE, BOARD] = ["#10201A", "#4A5A53", "#D3DBD6", "#0F1F19"];
const SUMS_PER_ROW = 4;
const SUM_HEIGHT = 30;
const ELLIPSIS = "…";
/** Left edges of the columns; the amounts stand at the right edge of theirs. */
const COLUMNS = [
  { x: 40, width: 52 },
  { x: 94, width: 42 },
  { x: 138, width: 66 },
  { x: 206, width: 166 },
  { x: 374, width: 74 },
  { x: 448, width: 50, isRight: true },
  { x: 500, width: 55, isRight: true },
] as const;

type Doc = PDFDocument;

/** Sets a statement: its head and sums, then every line, page after page. */
export async function setStatement(statement: PdfStatement): Promise<Buffer> {
  const info = { Title: statement.title, Author: statement.club };
  const doc = new PDFDocument({ size: "A4", margin: MARGIN, bufferPages: true, info });
  const bytes = buffer(doc);
  let y = setHead(doc, statement);
  y = setSums(doc, statement, y);
  y = setTableHead(doc, statement, y);
  for (const row of statement.rows) {
    if (y + ROW > BOTTOM) {
      doc.addPage();
      y = setTableHead(doc, statement, MARGIN);
    }
    setRow(doc, row, y);
    y += ROW;
  }
  setPageNumbers(doc, statement);
  doc.end();
  return await bytes;
}

function setHead(doc: Doc, { title, club, lines }: PdfStatement): number {
  doc.rect(0, 0, WIDTH, 74).fill(BOARD);
  set(doc, club, { x: MARGIN, y: 18, size: BODY, color: "#A9C0B5" });
  set(doc, title, { x: MARGIN, y: 30, size: TITLE, color: "#F2F6F3" });
  let y = 88;
  for (const line of lines.filter((each) => each !== "")) {
    set(doc, line, { x: MARGIN, y, size: BODY, color: INK });
    y += 14;
  }
  return y + 8;
}

function setSums(doc: Doc, { sums }: PdfStatement, top: number): number {
  const width = (RIGHT - MARGIN) / SUMS_PER_ROW;
  for (const [at, [label, amount]] of sums.entries()) {
    const x = MARGIN + (at % SUMS_PER_ROW) * width;
    const y = top + Math.floor(at / SUMS_PER_ROW) * SUM_HEIGHT;
    set(doc, label, { x, y, size: SMALL, color: MUTE, width });
    set(doc, amount, { x, y: y + 10, size: 12, color: INK, width });
  }
  return top + Math.ceil(sums.length / SUMS_PER_ROW) * SUM_HEIGHT + 12;
}

function setTableHead(doc: Doc, { head }: PdfStatement, y: number): number {
  for (const [at, column] of COLUMNS.entries()) {
    set(doc, head[at] ?? "", { ...column, y, size: SMALL, color: MUTE });
  }
  rule(doc, y + 13, INK);
  return y + 17;
}

function setRow(doc: Doc, row: readonly string[], y: number): void {
  for (const [at, column] of COLUMNS.entries()) {
    set(doc, row[at] ?? "", { ...column, y, size: SMALL, color: INK });
  }
  rule(doc, y + ROW - 4, LINE);
}

function setPageNumbers(doc: Doc, { page }: PdfStatement): void {
  const { start, count } = doc.bufferedPageRange();
  for (let at = 0; at < count; at += 1) {
    doc.switchToPage(start + at);
    const text = page.replace("{n}", String(at + 1)).replace("{of}", String(count));
    set(doc, text, { x: MARGIN, y: HEIGHT - MARGIN - 10, size: SMALL, color: MUTE });
  }
}

function rule(doc: Doc, y: number, color: string): void {
  doc.strokeColor(color).lineWidth(0.5).moveTo(MARGIN, y).lineTo(RIGHT, y).stroke();
}

interface Place {
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly color: string;
  readonly width?: number;
  readonly isRight?: boolean;
}

/** One line of text, run by run; what is wider than its column ends in three dots. */
function set(doc: Doc, text: string, place: Place): void {
  doc.fontSize(place.size).fillColor(place.color);
  const shown = place.width === undefined ? text : fitted(doc, text, place.width);
  const shift = place.isRight === true ? (place.width ?? 0) - widthOf(doc, shown) : 0;
  let x = place.x + shift;
  for (const run of runsOf(shown)) {
    useFont(doc, run.font);
    doc.text(run.text, x, place.y, { lineBreak: false });
    x += doc.widthOfString(run.text);
  }
}

function fitted(doc: Doc, text: string, width: number): string {
  if (widthOf(doc, text) <= width) return text;
  const signs = Array.from(text);
  while (signs.length > 0 && widthOf(doc, signs.join("") + ELLIPSIS) > width) signs.pop();
  return signs.join("") + ELLIPSIS;
}

function widthOf(doc: Doc, text: string): number {
  let width = 0;
  for (const run of runsOf(text)) width += useFont(doc, run.font).widthOfString(run.text);
  return width;
}

const registered = new WeakMap<Doc, Set<string>>();

/** A part of the font is put into a document once; its signs are taken out of it as they are used. */
function useFont(doc: Doc, font: string): Doc {
  const known = registered.get(doc) ?? new Set<string>();
  registered.set(doc, known);
  if (!known.has(font)) {
    doc.registerFont(font, fontBytes(font));
    known.add(font);
  }
  return doc.font(font);
}
