import { isNarrow } from "./narrow.ts";

/**
 * What a table's parts are anyway. It is said all the same: where they are not drawn as a table, a
 * browser may forget it.
 */
export const ROLES = {
  table: { role: "table" },
  rows: { role: "rowgroup" },
  row: { role: "row" },
  head: { role: "columnheader" },
  rowHead: { role: "rowheader" },
  cell: { role: "cell" },
} as const;

/** Cells of a card's first line: what it is about, and a mark or a time before that. */
export type CardPart = "lead" | "title";

interface Described {
  readonly id: string;
  readonly kind?: string | undefined;
  readonly hideLabel?: boolean | undefined;
}

/**
 * Which cells head a row that is drawn as a card: the first strong column with those that follow it
 * at once, or the one that the table names, or else the first. What stands right before it leads.
 */
export function cardParts(
  columns: readonly Described[],
  titleId: string | undefined,
): readonly (CardPart | undefined)[] {
  const named = columns.findIndex(({ id }) => id === titleId);
  const strong = columns.findIndex(({ kind }) => kind === "strong");
  const first = Math.max(0, named === -1 ? strong : named);
  const next = columns.findIndex(({ kind }, at) => at > first && kind !== "strong");
  const end = next === -1 ? columns.length : next;
  return columns.map(({ hideLabel }, at) => {
    if (at >= first) return at < end ? "title" : undefined;
    return at === first - 1 || hideLabel === true ? "lead" : undefined;
  });
}

/** Whether a key or a tap was meant for something within a row. */
export function isOnControl({ target }: { readonly target: EventTarget | null }): boolean {
  return (target as Element).closest("a, button, input, label, select, textarea") !== null;
}

/**
 * A tap on a card: it opens what the card is about. Where that stands beside the list at a desk, it
 * is beneath the list on a phone, or above it, and comes into view.
 */
export function tapCard(
  event: { readonly target: EventTarget | null; readonly currentTarget: Element },
  open: (() => void) | undefined,
): void {
  if (!isNarrow() || isOnControl(event)) return;
  if (open !== undefined) {
    open();
    return;
  }
  const row = event.currentTarget;
  const place = row.closest('[class*="columns"] > *')?.nextElementSibling;
  const about = place ?? row.closest(".c-panel")?.previousElementSibling;
  const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
  requestAnimationFrame(() =>
    about?.scrollIntoView({ block: "start", behavior: isStill ? "auto" : "smooth" }),
  );
}
