import type { StatementLine, StatementType } from "@club/contract";
import { isBetTypeIndex } from "@club/domain";
import type { Translate } from "@club/i18n";
import type { PlayerMessages } from "@club/i18n/player";
import type { Queryable } from "../../core/db/connect.ts";
import type { FileRow } from "../../core/tables/csv-file.ts";
import { readLinesWithin } from "./read-statement.ts";
import type { LineBounds } from "./read-statement.ts";

/** One line of a statement as a file shows it, worded in the player's language. */
export interface ExportRow {
  /** In club time: "2026-11-20" and "14:32:11". */
  readonly day: string;
  readonly time: string;
  readonly type: string;
  readonly detail: string;
  readonly reference: string;
  readonly amountCents: bigint;
  readonly balanceCents: bigint;
  readonly entryId: string;
}

/** Its cells, in the order of the file's columns. */
export function cellsOf(row: ExportRow): FileRow {
  const { day, time, type, detail, reference, amountCents, balanceCents, entryId } = row;
  return [day, time, type, detail, reference, amountCents, balanceCents, entryId];
}

/** The same pages as rows of cells. */
export async function* filePages(pages: AsyncIterable<ExportRow[]>): AsyncGenerator<FileRow[]> {
  for await (const rows of pages) yield rows.map(cellsOf);
}

export type T = Translate<PlayerMessages>;

export interface RowWords {
  readonly t: T;
  readonly zone: string;
}

const PAGE = 1000;

/**
 * The lines of a range, newest first, in pages: by the same query that the screen reads with. Lines
 * never change, so that pages of one moment and of the next make one statement; newer lines are above.
 */
export async function* exportPages(
  db: Queryable,
  asked: { bounds: LineBounds; type: StatementType | null; words: RowWords },
): AsyncGenerator<ExportRow[]> {
  const { bounds, type, words } = asked;
  const clock = clockOf(words.zone);
  let before: bigint | undefined;
  for (;;) {
    const lines = await readLinesWithin(db, bounds, { type, before, limit: PAGE });
    if (lines.length > 0) yield lines.map((line) => toRow(line, words.t, clock));
    if (lines.length < PAGE) return;
    before = lines.at(-1)?.postingId;
  }
}

function toRow(line: StatementLine, t: T, clock: Intl.DateTimeFormat): ExportRow {
  const [day = "", time = ""] = clock.format(new Date(line.at)).split(" ");
  return {
    day,
    time,
    type: t.find(`statement.type.${line.type}`) ?? t("statement.type.other"),
    detail: detailOf(t, line),
    reference: line.bet?.receipt_no ?? line.reference ?? "",
    amountCents: BigInt(line.amount_cents),
    balanceCents: BigInt(line.balance_cents),
    entryId: line.entry_id,
  };
}

/** "Each Way · Wattle Ridge R5". */
function detailOf(t: T, { bet }: StatementLine): string {
  if (bet === null) return "";
  const name = isBetTypeIndex(bet.bet_type) ? t(`betType.${bet.bet_type}`) : "";
  const first = `${bet.meetings} ${t("race.short", { n: bet.raceNo })}`;
  const race =
    bet.meetings2 === null || bet.raceNo2 === null
      ? first
      : `${first} + ${bet.meetings2} ${t("race.short", { n: bet.raceNo2 })}`;
  return name === "" ? race : `${name} · ${race}`;
}

/** Prints "2026-11-20 14:32:11", whatever the language. */
function clockOf(zone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat("sv-SE", {
    timeZone: zone,
    dateStyle: "short",
    timeStyle: "medium",
  });
}
