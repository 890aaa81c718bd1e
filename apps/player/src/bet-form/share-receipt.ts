import type { PlacedOrder } from "@club/contract";
import { formatDate, formatMoney, formatTimeExact } from "@club/i18n";
import type { T } from "../lang.ts";
import type { Slip } from "./placement.ts";

/*
 * A picture of the ticket for others: the bet and its number, never the balance. It is drawn on a
 * canvas with the colours of the page.
 */

const WIDTH = 720;
const HEIGHT = 560;
const MARGIN = 48;

/** Shares the ticket as a picture, as text where pictures cannot be shared. */
export async function shareReceipt(t: T, slip: Slip, order: PlacedOrder): Promise<void> {
  const lines = linesOf(t, slip, order);
  try {
    const file = await drawTicket(lines, order.receipt_no);
    const data = file === null ? {} : { files: [file] };
    if (file !== null && navigator.canShare?.(data)) await navigator.share(data);
    else if (typeof navigator.share === "function")
      await navigator.share({ text: lines.join("\n") });
    else await navigator.clipboard.writeText(lines.join("\n"));
  } catch (error) {
    // Most often the player changed their mind.
    console.info("share", error);
  }
}

function linesOf(t: T, slip: Slip, order: PlacedOrder): string[] {
  const { form } = slip;
  const race =
    form.race === null ? "" : `${form.race.meetings} ${t("race.short", { n: form.race.raceNo })}`;
  const name = form.betType === 0 ? "" : t(`betType.${form.betType}`);
  return [
    order.receipt_no,
    `${formatDate(order.accepted_at, slip.zone, t.language)} ${formatTimeExact(order.accepted_at, slip.zone)}`,
    name,
    race,
    form.picks.map((column) => column.join(" ")).join(" / "),
    `${t("bet.combinations", { n: order.combinations })} · ${formatMoney(order.cost_cents, slip.currency, t.language)}`,
  ];
}

async function drawTicket(lines: readonly string[], name: string): Promise<File | null> {
  const canvas = document.createElement("canvas");
  canvas.width = WIDTH;
  canvas.height = HEIGHT;
  const context = canvas.getContext("2d");
  if (context === null) return null;
  paint(context, lines);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
  return blob === null ? null : new File([blob], `${name}.png`, { type: "image/png" });
}

function paint(context: CanvasRenderingContext2D, lines: readonly string[]): void {
  const style = getComputedStyle(document.documentElement);
  const colour = (token: string) => style.getPropertyValue(token).trim();
  const face = colour("--font-figure") || "sans-serif";
  context.fillStyle = colour("--board");
  context.fillRect(0, 0, WIDTH, HEIGHT);
  context.fillStyle = colour("--rail");
  context.fillRect(0, 190, WIDTH * 0.86, 4);
  context.fillRect(WIDTH * 0.9, 190, WIDTH * 0.1, 4);
  lines.forEach((line, index) => {
    context.fillStyle = colour(index === 1 ? "--amber" : "--board-ink");
    context.font = `600 ${index === 0 ? 56 : 40}px ${face}`;
    context.fillText(line, MARGIN, 90 + index * 66 + (index > 1 ? 50 : 0), WIDTH - 2 * MARGIN);
  });
}
