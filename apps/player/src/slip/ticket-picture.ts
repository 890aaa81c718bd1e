/*
 * A picture of a ticket for others: the bet and its number, never the balance. Drawn on a canvas with
 * the colours of the page's board. What the bet is on draws itself: cloths of runners, or selections
 * with their prices.
 */

export interface Ticket {
  readonly receiptNo: string;
  readonly time: string;
  readonly title: string;
  /** The races of the bet, or how many selections it has. */
  readonly race: string;
  readonly body: TicketBody;
  readonly cost: string;
  /** "Won · $120.50": what came of it, once it is known. */
  readonly outcome?: string | undefined;
}

export interface TicketBody {
  /** The same in words, where no picture can be shared. */
  readonly lines: readonly string[];
  readonly layOut: (pen: Pen) => LaidOut;
}

export interface LaidOut {
  readonly height: number;
  readonly paint: (top: number) => void;
}

export type Pen = CanvasRenderingContext2D;

export const WIDTH = 720;
export const MARGIN = 48;
const RAIL_Y = 176;
const BODY_Y = 340;

/** The ticket as a PNG file; null where the browser draws none. */
export async function drawTicket(ticket: Ticket): Promise<File | null> {
  const canvas = document.createElement("canvas");
  const pen = canvas.getContext("2d");
  if (pen === null) return null;
  const body = ticket.body.layOut(pen);
  canvas.width = WIDTH;
  canvas.height = BODY_Y + body.height + (ticket.outcome === undefined ? 120 : 190);
  paint(pen, ticket, body);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
  return blob === null ? null : new File([blob], `${ticket.receiptNo}.png`, { type: "image/png" });
}

export function colour(token: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(token).trim();
}

export const figure = (px: number): string =>
  `600 ${px}px ${colour("--font-figure") || "sans-serif"}`;
export const text = (px: number): string => `500 ${px}px system-ui, sans-serif`;

function paint(pen: Pen, ticket: Ticket, body: LaidOut): void {
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
  body.paint(BODY_Y);
  const below = BODY_Y + body.height + 50;
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
