import type { LedgerEntry } from "@club/contract";
import type { Queryable } from "../../core/db/connect.ts";
import { readEntryLines } from "./ledger.queries.ts";
import type { EntryLineRow, EntryRow } from "./ledger.queries.ts";

/** Entries as the wire shows them, with their lines. */
export async function toLedgerEntries(
  db: Queryable,
  rows: readonly EntryRow[],
): Promise<LedgerEntry[]> {
  const lines = await readEntryLines(
    db,
    rows.map((row) => row.entry_id),
  );
  const byEntry = Map.groupBy(lines, (line) => line.entry_id);
  return rows.map((row) => ({
    entry_id: row.entry_id,
    kind: row.kind,
    cause: row.cause,
    at: row.at.toISOString(),
    reference: row.reference,
    chain_position: row.position === null ? null : Number(row.position),
    chain_hash: row.hash?.toString("hex") ?? null,
    lines: (byEntry.get(row.entry_id) ?? []).map(toLine),
  }));
}

function toLine(line: EntryLineRow): LedgerEntry["lines"][number] {
  const owner = line.player_id ?? line.pool_id ?? line.pool_code;
  return {
    line: line.line,
    account: owner === null ? line.kind : `${line.kind}:${owner}`,
    label: line.label,
    amount_cents: Number(line.amount_cents),
    balance_cents: line.balance_cents === null ? null : Number(line.balance_cents),
  };
}
