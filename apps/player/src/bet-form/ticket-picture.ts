import type { SelectionPart } from "@club/ui";

/*
 * A picture of a ticket for others: the bet and its number, never the balance. Drawn on a canvas with
 * the colours of the page's board and its saddle cloths.
 */

export interface Ticket {
  readonly receiptNo: string;
  readonly time: string;
  readonly title: string;
  readonly race: string;
  readonly parts: readonly SelectionPart[];
  readonly cost: string;
  /** "Won · $120.50": what came of it, once it is known. */
  readonly outcome?: string | undefined;
}

const WIDTH = 720;
const MARGIN = 48;
const RAIL_Y = 176;
const PARTS_Y = 340;
const ROW = 76;
const CLOTH = { width: 56, height: 52, gap: 14 };

type Pen = CanvasRenderingContext2D;

/** The ticket as a PNG file; null where the browser draws none. */
export async function drawTicket(ticket: Ticket): Promise<File | null> {
  const canvas = document.createElement("canvas");
  const pen = canvas.getContext("2d");
  if (pen === null) return null;
  const rows = layOut(pen, ticket.parts);
  canvas.width = WIDTH;
  canvas.height = PARTS_Y + rows.length * ROW + (ticket.outcome === undefined ? 120 : 190);
  paint(pen, ticket, rows);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
  return blob === null ? null : new File([blob], `${ticket.receiptNo}.png`, { type: "image/png" });
}

interface Placed {
  readonly part: SelectionPart;
  readonly x: number;
}

function colour(token: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(token).trim();
}

const figure = (px: number): string => `600 ${px}px ${colour("--font-figure") || "sans-serif"}`;
const text = (px: number): string => `500 ${px}px system-ui, sans-serif`;

function widthOf(pen: Pen, part: SelectionPart): number {
  if ("number" in part) return CLOTH.width;
  pen.font = text(30);
  return pen.measureText(part.text).width;
}

/** The selection in rows that fit the picture. */
function layOut(pen: Pen, parts: readonly SelectionPart[]): Placed[][] {
  const rows: Placed[][] = [[]];
  let x = MARGIN;
  for (const part of parts) {
    const width = widthOf(pen, part);
    if (x + width > WIDTH - MARGIN && x > MARGIN) {
      rows.push([]);
      x = MARGIN;
    }
    rows.at(-1)?.push({ part, x });
    x += width + CLOTH.gap;
  }
  return rows;
}

function paint(pen: Pen, ticket: Ticket, rows: readonly (readonly Placed[])[]): void {
  const { height } = pen.canvas;
  const say = (words: string, y: number, look: { font: string; ink: string }) => {
    pen.font = look.font;
    pen.fillStyle = colour(look.ink);
    pen.fillText(words, MARGIN, y, WIDTH - 2 * MARGIN);
  };
  pen.fillStyle = colour("--board");
  pen.fillRect(0, 0, WIDTH, height);
  say(ticket.receiptNo, 88, { font: figure(60), ink: "--board-ink" });
  say(ticket.time, 140, { font: figure(34), ink: "--amber" });
  paintRail(pen);
  say(ticket.title, 244, { font: figure(52), ink: "--board-ink" });
  say(ticket.race, 292, { font: text(28), ink: "--board-mute" });
  rows.forEach((row, index) => {
    for (const placed of row) paintPart(pen, placed, PARTS_Y + index * ROW);
  });
  const below = PARTS_Y + rows.length * ROW + 50;
  say(ticket.cost, below, { font: figure(40), ink: "--board-ink" });
  if (ticket.outcome !== undefined) {
    say(ticket.outcome, below + 68, { font: figure(52), ink: "--amber" });
  }
}

/** The white rail with its gap at the post. */
function paintRail(pen: Pen): void {
  const post = WIDTH * 0.86;
  pen.fillStyle = colour("--rail");
  pen.fillRect(0, RAIL_Y, post - 12, 4);
  pen.fillRect(post + 16, RAIL_Y, WIDTH, 4);
  pen.fillStyle = colour("--lamp");
  pen.fillRect(post, RAIL_Y - 8, 4, 20);
}

const STANDARD_CLOTHS = 24;

function paintPart(pen: Pen, { part, x }: Placed, y: number): void {
  if (!("number" in part)) {
    pen.font = text(30);
    pen.fillStyle = colour("--board-ink");
    pen.fillText(part.text, x, y + 36);
    return;
  }
  const standard = ((part.number - 1) % STANDARD_CLOTHS) + 1;
  pen.fillStyle = colour(`--cloth-${standard}`);
  pen.beginPath();
  pen.roundRect(x, y, CLOTH.width, CLOTH.height, [5, 5, 12, 12]);
  pen.fill();
  pen.font = figure(34);
  pen.fillStyle = colour(`--cloth-${standard}-ink`);
  pen.textAlign = "center";
  pen.fillText(String(part.number), x + CLOTH.width / 2, y + 38);
  pen.textAlign = "start";
}
