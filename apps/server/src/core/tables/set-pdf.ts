import { buffer } from "node:stream/consumers";
import PDFDocument from "pdfkit";
import type { PdfTable } from "./make-pdf.ts";
import { fontBytes, runsOf } from "./pdf-fonts.ts";

const MARGIN = 40;
/** A4, and how much of its bottom the page number takes. */
const [SHORT, LONG] = [595.28, 841.89];
const FOOT = 24;
const ROW = 16;
const [TITLE, BODY, SMALL] = [20, 9, 8];
const [INK, MUTE, LINE] = ["#10201A", "#4A5A53", "#D3DBD6"];
/** What is written on the club's own colour, which was checked against both. */
const [ON_GROUND, MUTE_ON_GROUND] = ["#FFFFFF", "#B9D2C7"];
const HEAD = 74;
const LOGO = { width: 130, height: 46 };
/** Between two columns. */
const GAP = 2;
const SUMS_PER_ROW = 4;
const SUM_HEIGHT = 30;
const ELLIPSIS = "…";
type Doc = PDFDocument;

/** Sets a table: its head and sums, then every line, page after page. */
export async function setTable(table: PdfTable): Promise<Buffer> {
  const info = { Title: table.title, Author: table.club };
  const layout = table.isWide ? "landscape" : "portrait";
  const doc = new PDFDocument({ size: "A4", layout, margin: MARGIN, bufferPages: true, info });
  const bottom = paperOf(table).height - MARGIN - FOOT;
  const bytes = buffer(doc);
  const places = placesOf(table);
  let y = setHead(doc, table);
  y = setSums(doc, table, y);
  y = setTableHead(doc, table, y);
  for (const row of table.rows) {
    if (y + ROW > bottom) {
      doc.addPage();
      y = setTableHead(doc, table, MARGIN);
    }
    setRow(doc, { table, places, row }, y);
    y += ROW;
  }
  setPageNumbers(doc, table);
  doc.end();
  return await bytes;
}

function paperOf({ isWide }: PdfTable): { width: number; height: number } {
  return isWide ? { width: LONG, height: SHORT } : { width: SHORT, height: LONG };
}

/** Where the columns stand. */
function placesOf(table: PdfTable): { x: number; width: number; isRight: boolean }[] {
  const shares = table.columns.reduce((sum, { share }) => sum + share, 0);
  const perShare = (paperOf(table).width - 2 * MARGIN) / shares;
  let x = MARGIN;
  return table.columns.map(({ share, isRight }) => {
    const place = { x, width: share * perShare - GAP, isRight };
    x += share * perShare;
    return place;
  });
}

function setHead(doc: Doc, table: PdfTable): number {
  const { title, club, ground, logo, lines } = table;
  const { width: paper } = paperOf(table);
  const right = paper - MARGIN - (logo === null ? 0 : LOGO.width + MARGIN);
  const width = right - MARGIN;
  doc.rect(0, 0, paper, HEAD).fill(ground);
  set(doc, club, { x: MARGIN, y: 18, size: BODY, color: MUTE_ON_GROUND, width });
  set(doc, title, { x: MARGIN, y: 30, size: TITLE, color: ON_GROUND, width });
  if (logo !== null) {
    doc.image(Buffer.from(logo), paper - MARGIN - LOGO.width, (HEAD - LOGO.height) / 2, {
      fit: [LOGO.width, LOGO.height],
      align: "right",
      valign: "center",
    });
  }
  let y = HEAD + 14;
  for (const line of lines.filter((each) => each !== "")) {
    set(doc, line, { x: MARGIN, y, size: BODY, color: INK, width: paper - 2 * MARGIN });
    y += 14;
  }
  return y + 8;
}

function setSums(doc: Doc, table: PdfTable, top: number): number {
  const { sums } = table;
  const width = (paperOf(table).width - 2 * MARGIN) / SUMS_PER_ROW;
  for (const [at, [label, amount]] of sums.entries()) {
    const x = MARGIN + (at % SUMS_PER_ROW) * width;
    const y = top + Math.floor(at / SUMS_PER_ROW) * SUM_HEIGHT;
    set(doc, label, { x, y, size: SMALL, color: MUTE, width });
    set(doc, amount, { x, y: y + 10, size: 12, color: INK, width });
  }
  return top + Math.ceil(sums.length / SUMS_PER_ROW) * SUM_HEIGHT + 12;
}

function setTableHead(doc: Doc, table: PdfTable, y: number): number {
  for (const [at, column] of placesOf(table).entries()) {
    set(doc, table.head[at] ?? "", { ...column, y, size: SMALL, color: MUTE });
  }
  rule(doc, { y: y + 13, right: paperOf(table).width - MARGIN, color: INK });
  return y + 17;
}

function setRow(
  doc: Doc,
  {
    table,
    places,
    row,
  }: { table: PdfTable; places: ReturnType<typeof placesOf>; row: readonly string[] },
  y: number,
): void {
  for (const [at, column] of places.entries()) {
    set(doc, row[at] ?? "", { ...column, y, size: SMALL, color: INK });
  }
  rule(doc, { y: y + ROW - 4, right: paperOf(table).width - MARGIN, color: LINE });
}

function setPageNumbers(doc: Doc, table: PdfTable): void {
  const { start, count } = doc.bufferedPageRange();
  for (let at = 0; at < count; at += 1) {
    doc.switchToPage(start + at);
    const text = table.page.replace("{n}", String(at + 1)).replace("{of}", String(count));
    set(doc, text, {
      x: MARGIN,
      y: paperOf(table).height - MARGIN - 10,
      size: SMALL,
      color: MUTE,
    });
  }
}

function rule(doc: Doc, line: { y: number; right: number; color: string }): void {
  const { y, right, color } = line;
  doc.strokeColor(color).lineWidth(0.5).moveTo(MARGIN, y).lineTo(right, y).stroke();
}

interface Place {
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly color: string;
  readonly width?: number;
  readonly isRight?: boolean;
}

/**
 * One line of text, run by run, whatever breaks are in it; what is wider than its column ends in
 * three dots.
 */
function set(doc: Doc, written: string, place: Place): void {
  const text = written.replace(/\s+/g, " ");
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
  const cut = (most: number): string => signs.slice(0, most).join("") + ELLIPSIS;
  let [fits, tooMany] = [0, signs.length];
  while (tooMany - fits > 1) {
    const middle = (fits + tooMany) >> 1;
    if (widthOf(doc, cut(middle)) <= width) fits = middle;
    else tooMany = middle;
  }
  return cut(fits);
}

function widthOf(doc: Doc, text: string): number {
  let width = 0;
  for (const run of runsOf(text)) width += useFont(doc, run.font).widthOfString(run.text);
  return width;
}

const registered = new WeakMap<Doc, Set<string>>();

/**
 * Each part of the font is embedded once per document; its characters are taken from it as they are
 * used.
 */
function useFont(doc: Doc, font: string): Doc {
  const known = registered.get(doc) ?? new Set<string>();
  registered.set(doc, known);
  if (!known.has(font)) {
    doc.registerFont(font, fontBytes(font));
    known.add(font);
  }
  return doc.font(font);
}
