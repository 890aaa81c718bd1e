import { standardCloth, type SelectionPart } from "@club/ui";
import {
  colour,
  figure,
  MARGIN,
  text,
  WIDTH,
  type Pen,
  type TicketBody,
} from "../ticket-picture.ts";

/* The body of a race's ticket: runners as their saddle cloths, with the words between them. */

const ROW = 76;
const CLOTH = { width: 56, height: 52, gap: 14 };

export function clothsOf(parts: readonly SelectionPart[]): TicketBody {
  return {
    lines: [parts.map((part) => ("number" in part ? String(part.number) : part.text)).join(" ")],
    layOut: (pen) => {
      const rows = layOut(pen, parts);
      return {
        height: rows.length * ROW,
        paint: (top) =>
          rows.forEach((row, index) => {
            for (const placed of row) paintPart(pen, placed, top + index * ROW);
          }),
      };
    },
  };
}

interface Placed {
  readonly part: SelectionPart;
  readonly x: number;
}

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

function paintPart(pen: Pen, { part, x }: Placed, y: number): void {
  if (!("number" in part)) {
    pen.font = text(30);
    pen.fillStyle = colour("--board-ink");
    pen.fillText(part.text, x, y + 36);
    return;
  }
  const standard = standardCloth(part.number);
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
