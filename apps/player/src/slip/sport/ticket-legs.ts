import type { SportOrder } from "@club/contract";
import { formatMoney } from "@club/i18n";
import type { T } from "../../core/lang.ts";
import {
  colour,
  figure,
  MARGIN,
  text,
  WIDTH,
  type Pen,
  type TicketBody,
} from "../ticket-picture.ts";
import { wrapText } from "../wrap-text.ts";

/* The body of a sport bet's ticket: each selection with its price, long names in several lines. */

export interface TicketLeg {
  /** "Ellerby Town". */
  readonly name: string;
  /** "Match result · Ellerby Town v Castle Moor". */
  readonly meta: string;
  readonly odds: string;
  /** "Won 2–1": what came of it, once it is known. */
  readonly state?: string | undefined;
}

const NAME = { size: 38, line: 44 };
const META = { size: 26, line: 34 };
const ODDS = { size: 44, gap: 28 };
const GAP = 26;

export function legsOf(legs: readonly TicketLeg[]): TicketBody {
  return {
    lines: legs.map(({ name, odds, meta, state }) =>
      [`${name} ${odds} (${meta})`, state].filter(Boolean).join(" · "),
    ),
    layOut: (pen) => {
      const laid = legs.map((leg) => layOutLeg(pen, leg));
      return {
        height: laid.reduce((sum, { height }) => sum + height, 0),
        paint: (top) => {
          let y = top;
          laid.forEach((leg, index) => {
            if (index > 0) paintLine(pen, y - GAP / 2);
            leg.paint(y);
            y += leg.height;
          });
        },
      };
    },
  };
}

/** "4 × $2.00 = $8.00", of one line "$5.00". */
export function linesSum(
  t: T,
  order: Pick<SportOrder, "lines" | "unit_stake_cents" | "cost_cents">,
  currency: string,
): string {
  const money = (cents: number) => formatMoney(cents, currency, t.language);
  if (order.lines === 1) return money(order.cost_cents);
  return `${order.lines} × ${money(order.unit_stake_cents)} = ${money(order.cost_cents)}`;
}

function layOutLeg(pen: Pen, leg: TicketLeg) {
  pen.font = figure(ODDS.size);
  const width = WIDTH - 2 * MARGIN;
  const beside = width - pen.measureText(leg.odds).width - ODDS.gap;
  const linesIn = (font: string, words: string, most: number) => {
    pen.font = font;
    return wrapText(words, (line) => pen.measureText(line).width <= most);
  };
  const names = linesIn(figure(NAME.size), leg.name, beside);
  const metas = [leg.meta, leg.state ?? ""].flatMap((words) =>
    linesIn(text(META.size), words, width),
  );
  return {
    height: names.length * NAME.line + metas.length * META.line + GAP,
    paint: (top: number) => {
      paintOdds(pen, leg.odds, top + NAME.size);
      let y = top + NAME.size;
      for (const name of names) {
        say(pen, { words: name, y, font: figure(NAME.size), ink: "--board-ink" });
        y += NAME.line;
      }
      for (const meta of metas) {
        say(pen, { words: meta, y: y - 4, font: text(META.size), ink: "--board-mute" });
        y += META.line;
      }
    },
  };
}

function say(
  pen: Pen,
  text: { readonly words: string; readonly y: number; readonly font: string; readonly ink: string },
): void {
  pen.font = text.font;
  pen.fillStyle = colour(text.ink);
  pen.fillText(text.words, MARGIN, text.y);
}

function paintOdds(pen: Pen, odds: string, y: number): void {
  pen.font = figure(ODDS.size);
  pen.fillStyle = colour("--amber");
  pen.textAlign = "end";
  pen.fillText(odds, WIDTH - MARGIN, y);
  pen.textAlign = "start";
}

function paintLine(pen: Pen, y: number): void {
  pen.fillStyle = colour("--board-3");
  pen.fillRect(MARGIN, y, WIDTH - 2 * MARGIN, 2);
}
