import type { DaySign, DaySigns, OperatorTopUp } from "@club/contract";
import { isLate, isNotClosed, type RunRow } from "../races/due.ts";

/** Something that the desk should look at. Its words come from the catalogue by `kind`. */
export type LookAt =
  | {
      readonly kind: "no-result" | "not-settled" | "not-final";
      readonly row: RunRow;
      readonly at: number;
    }
  | { readonly kind: "not-closed"; readonly row: RunRow; readonly at: number }
  | { readonly kind: "sign"; readonly sign: DaySign; readonly at: number }
  | {
      readonly kind: "refused";
      readonly count: number;
      readonly codes: readonly { readonly code: string; readonly count: number }[];
      readonly at: number;
    }
  | { readonly kind: "not-open"; readonly row: RunRow; readonly at: number }
  | {
      readonly kind: "settled" | "abandoned" | "doubles-wait" | "second-result";
      readonly row: RunRow;
      readonly at: number;
    }
  | { readonly kind: "old-top-up"; readonly count: number; readonly at: number }
  | { readonly kind: "stream-down"; readonly at: number }
  | { readonly kind: "books-broken"; readonly at: number };

export type Weight = "loss" | "brass" | "plain";

const MINUTE_MS = 60_000;
/** A draft this close to its start should be open for bets. */
export const OPEN_BEFORE_MS = 30 * MINUTE_MS;
export const TOP_UP_WITHIN_MS = 60 * MINUTE_MS;
const SHOWN_DONE = 3;

export interface Desk {
  readonly rows: readonly RunRow[];
  readonly topUps: readonly OperatorTopUp[];
  readonly isStreamDown: boolean;
  readonly isBookBroken: boolean;
  /** Who looks: a result that somebody else entered waits for a second results clerk. */
  readonly clerk?: string | undefined;
  /** undefined: not known yet. */
  readonly signs?: DaySigns | undefined;
  /** Abandoned races with doubles that wait for official dividends. */
  readonly doublesWait?: ReadonlySet<string>;
  readonly nowMs: number;
}

/** What to look at, in order of weight, the newest first within each weight. */
export function lookAt(desk: Desk): LookAt[] {
  const { nowMs } = desk;
  const found: LookAt[] = [
    ...(desk.isBookBroken ? [{ kind: "books-broken" as const, at: nowMs }] : []),
    ...desk.rows.flatMap((row) => ofRow(row, desk)),
    ...ofSigns(desk),
    ...oldTopUps(desk),
    ...(desk.isStreamDown ? [{ kind: "stream-down" as const, at: nowMs }] : []),
  ];
  const order: Readonly<Record<Weight, number>> = { loss: 0, brass: 1, plain: 2 };
  const urgent = found
    .filter((item) => weightOf(item) !== "plain")
    .toSorted((a, b) => order[weightOf(a)] - order[weightOf(b)] || b.at - a.at);
  const done = found.filter((item) => weightOf(item) === "plain").toSorted((a, b) => b.at - a.at);
  return [...urgent, ...done.slice(0, SHOWN_DONE)];
}

export function weightOf(item: LookAt): Weight {
  switch (item.kind) {
    case "books-broken":
    case "no-result":
    case "not-settled":
    case "not-closed":
    case "doubles-wait":
      return "loss";
    case "sign":
    case "refused":
    case "not-final":
    case "second-result":
    case "not-open":
    case "old-top-up":
    case "stream-down":
      return "brass";
    case "settled":
    case "abandoned":
      return "plain";
  }
}

/** Whether the result of a race waits for this clerk, who did not enter it. */
export function waitsFor({ race }: Pick<RunRow, "race">, clerk: string | undefined): boolean {
  const by = race.result_waits_of;
  return clerk !== undefined && by !== null && by !== clerk;
}

const LATE_KINDS = { result: "no-result", settle: "not-settled", final: "not-final" } as const;

function ofRow(row: RunRow, desk: Desk): LookAt[] {
  const { nowMs, clerk } = desk;
  if (row.act === "none") return [ofOver(row, desk)];
  if (waitsFor(row, clerk)) return [{ kind: "second-result", row, at: nowMs }];
  if (row.act === "open") {
    const isNear = row.dueAt - nowMs < OPEN_BEFORE_MS;
    return isNear ? [{ kind: "not-open", row, at: row.dueAt - OPEN_BEFORE_MS }] : [];
  }
  if (isNotClosed(row, nowMs)) return [{ kind: "not-closed", row, at: row.dueAt }];
  if (row.act === "close" || !isLate(row, nowMs)) return [];
  return [{ kind: LATE_KINDS[row.act], row, at: row.dueAt }];
}

/** A race that is over, unless doubles that end in it still wait. */
function ofOver(row: RunRow, { doublesWait }: Desk): LookAt {
  const { race_id: id, status, closed_at: closed, start_time: start } = row.race;
  const over = status === "settled" ? "settled" : "abandoned";
  const kind = doublesWait?.has(id) === true ? "doubles-wait" : over;
  return { kind, row, at: Date.parse(closed ?? start) };
}

/** This many refused bets in ten minutes mean that something is wrong. */
export const REFUSED_MANY = 10;
/** Everyday mistakes of players, which do not count. */
const USUAL: ReadonlySet<string> = new Set(["funds.insufficient", "limit.stake", "bet.same_again"]);

function ofSigns({ signs, nowMs }: Desk): LookAt[] {
  if (signs === undefined) return [];
  const odd = signs.refused.filter(({ code }) => !USUAL.has(code));
  const count = odd.reduce((sum, each) => sum + each.count, 0);
  return [
    ...signs.signs.map((sign): LookAt => ({ kind: "sign", sign, at: Date.parse(sign.at) })),
    ...(count >= REFUSED_MANY ? [{ kind: "refused" as const, count, codes: odd, at: nowMs }] : []),
  ];
}

function oldTopUps({ topUps, nowMs }: Desk): LookAt[] {
  const old = topUps.filter((topUp) => nowMs - Date.parse(topUp.created_at) > TOP_UP_WITHIN_MS);
  const first = old[0];
  if (first === undefined) return [];
  return [{ kind: "old-top-up", count: old.length, at: Date.parse(first.created_at) }];
}
